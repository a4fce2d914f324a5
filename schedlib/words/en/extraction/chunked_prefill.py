"""Question 3: what chunked prefill solves, and its price."""

TABLE = {
    "q3_better.ask": (
        "Move prefill_chunk from {prompt:,} to {chunk:,}, and token_budget to "
        "{chunk_budget:,}. What gets better?"
    ),
    "q3_better.a": "L has its first token sooner.",
    "q3_better.b": "Fewer tokens are processed in all.",
    "q3_better.c": "The longest wait of a stream between two of its tokens gets shorter.",
    "q3_better.d": ("The streams get a token in iterations in which they went without one before."),
    "q3_better.a.told": (
        "If it did, the TTFT of L would fall, in iterations or in tokens of work until then. "
        "Compare the bars on the right, at {prompt:,} and at {chunk:,}."
    ),
    "q3_better.b.told": (
        "If it did, chunks would make part of the work disappear. Add up the bars of a stream "
        "before and after the move: every token of L's prompt is still in one of them."
    ),
    "q3_better.c.told": (
        "The prompt work beside one token of a stream is bounded, which is the whole point. "
        "The peak is {middle.peak:,} tokens of work instead of {whole.peak:,}."
    ),
    "q3_better.d.told": (
        "If it did, there would have been iterations without a token for the streams. Step through "
        "the run with the whole prompt at once: S1 gets a token in every iteration, the long one "
        "too. So it is not a token that was missing."
    ),
    "q3_peak.ask": (
        "The slider does not offer it, so think: prefill_chunk {asked_chunk:,}, token_budget "
        "{asked_budget:,}. How many tokens of work lie between two tokens of S1, at most? Count "
        "those of everybody."
    ),
    "q3_peak.told": (
        "One chunk and a token for every stream: more does not come together. The bound "
        "follows from the settings alone, however long the prompt is."
    ),
    "q3_peak.look": (
        "S1 gets a token in every iteration. So ask what one iteration processes at most, and "
        "check your way of counting against a setting that the slider offers."
    ),
    "q3_peak.mistake.chunk": ("That is L's chunk. Who else gets something in the same iteration?"),
    "q3_peak.mistake.own": ("That is L's chunk and the token of S1. S1 is not the only stream."),
    "q3_peak.mistake.budget": (
        "That is the limit of an iteration. Is there enough to do to reach it, with one prompt in "
        "chunks and the streams?"
    ),
    "q3_peak.mistake.whole": (
        "That is the peak when the whole prompt is read at once. Here it comes in chunks, and "
        "S1 gets a token after each."
    ),
    "q3_peak.mistake.prompt": (
        "That is the whole prompt of L. S1 does not have to wait for all of it: it gets a token "
        "after each chunk."
    ),
    "q3_peak.mistake.ttft": (
        "So many iterations L needs to its first token. What is asked for are tokens of work "
        "between two tokens of S1."
    ),
    "q3_price.ask": (
        "Move prefill_chunk on, from {prompt:,} all the way down to {small_chunk:,}. Who pays, "
        "and what?"
    ),
    "q3_price.a": (
        "The long prompt: it takes more passes, and each chunk after the first has to read the "
        "cache entries of the earlier ones again."
    ),
    "q3_price.b": "The streams: their longest wait between two tokens gets longer.",
    "q3_price.c": "The engine: more prompt tokens have to be prefilled.",
    "q3_price.d": "Nobody: L has its first token in the same iteration as before.",
    "q3_price.a.told": (
        "The price of smooth streams is a less efficient prefill: {small.passes:pass|passes} "
        "instead of {whole.passes}, and {small.again:,} earlier prompt tokens read again."
    ),
    "q3_price.b.told": (
        "If it did, the bars on the left would rise towards small chunks. Read them from right to "
        "left."
    ),
    "q3_price.c.told": (
        "If it did, the chunks of L would add up to more than its prompt. Multiply: how many "
        "chunks of {small_chunk:,} make {prompt:,} tokens?"
    ),
    "q3_price.d.told": (
        "If it did, the bars on the right would all be equally high. Compare those at "
        "{small_chunk:,} and {prompt:,}."
    ),
}
