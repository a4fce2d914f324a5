"""Work between tokens, and what a chunk size costs whom."""

TABLE = {
    "work.key.decodes": "decode tokens, of everybody",
    "work.key.prefill": "prefill tokens, of everybody",
    "work.title": "tokens of work\nbetween two\ntokens of\n{streams}",
    "work.peak": "peak {work:,}",
    "work.first": "{request} has its first\ntoken in iteration {iteration}",
    "work.why": (
        "{work:,} tokens of work since the token in iteration {since}: "
        "{prefill:,} prefill + {decode:,} decode."
    ),
    "work.page.gap": (
        "{streams}: a token, after {work:,} tokens of work "
        "({prefill:,} prefill + {decode:,} decode)."
    ),
    "work.page.first": "{streams}: the first token, so there is no gap yet.",
    "work.page.none": "{streams}: no token.",
    "work.page.over": "{streams}: all tokens are out.",
    "work.repr": "Work between two tokens: {runs}. Run the cell to see it.",
    "work.describe": (
        "{name}: the most work between two tokens of {streams} is {peak:,} tokens, "
        "before the token in iteration {iteration}. All gaps: {works}."
    ),
    "costs.chunk": "prefill_chunk",
    "costs.peak": "most tokens of work between two tokens of a stream",
    "costs.ttft": "TTFT of {request}, in iterations",
    "costs.why.peak": (
        "With prefill_chunk {chunk:,}, at most {peak:,} tokens of work lie between two tokens "
        "of a stream."
    ),
    "costs.why.ttft": (
        "With prefill_chunk {chunk:,}, {request} has its first token after "
        "{ttft:iteration|iterations} and {work:,} tokens of work."
    ),
    "costs.describe": "For each prefill_chunk: {costs}.",
    "costs.describe.one": (
        "{chunk:,}: at most {peak:,} tokens of work between two tokens of a stream, "
        "TTFT {ttft:iteration|iterations}"
    ),
    "chunk_what_if.now": "now: prefill_chunk {chunk:,}, token_budget {budget:,}",
    "chunk_what_if.before": "before: prefill_chunk {chunk:,}, token_budget {budget:,}",
    "chunk_what_if.start": "Make the chunk smaller. The spike goes down; look at what goes up.",
    "chunk_what_if.peak": "Most work between two tokens of a stream: {now:,} (before: {was:,}).",
    "chunk_what_if.same_peak": "Most work between two tokens of a stream: {now:,}, as before.",
    "chunk_what_if.ttft": "TTFT of {request}: {now:iteration|iterations} (before: {was}).",
    "chunk_what_if.same_ttft": "TTFT of {request}: {now:iteration|iterations}, as before.",
}
