"""Question 2: why a budget counts tokens."""

TABLE = {
    "q2_twins.ask": "Compare iterations {busy} and {calm}. Which is true?",
    "q2_twins.a": "The same sequences are served in both, so both do the same work.",
    "q2_twins.b": "Iteration {calm} does more work, since every slot writes a token in it.",
    "q2_twins.c": (
        "As many sequences are served in both, and iteration {busy} does more than twice the work."
    ),
    "q2_twins.d": "Iteration {busy} does more work, since more sequences are served in it.",
    "q2_twins.a.told": (
        "If it did, the columns of the two iterations in the panel of tokens would be equally "
        "high. Compare them: who puts the most into column {busy}?"
    ),
    "q2_twins.b.told": (
        "If it did, the column of iteration {calm} would be the higher one. Every slot writes in "
        "it, but read off how many tokens one decode adds, and how many the chunk of L."
    ),
    "q2_twins.c.told": (
        "A slot that reads a chunk weighs far more than a slot that writes, and a count of "
        "sequences sees one and one: {calm_sequences} here and {busy_sequences} there. The "
        "columns in the panel of tokens say what the two iterations cost."
    ),
    "q2_twins.d.told": (
        "If it did, somebody would be on a slot in iteration {busy} who is not in iteration "
        "{calm}. Step to each and count the names under “Active slots”."
    ),
    "q2_cached.ask": (
        "Each token that is processed leaves one entry in the KV cache. How many entries does "
        "iteration {busy} add, for all sequences together?"
    ),
    "q2_cached.told": (
        "A chunk adds an entry for each of its tokens, a decode step adds one. That sum, and not "
        "the number of sequences, is what the iteration has to compute and to store."
    ),
    "q2_cached.look": (
        "Step to iteration {busy} and add up what steps 5 and 6 give to each sequence."
    ),
    "q2_cached.mistake.sequences": (
        "That is one entry for each sequence. It is right for those that decode. What does L do "
        "in iteration {busy}?"
    ),
    "q2_cached.mistake.prefill": (
        "Those are the entries of L's chunk alone. The streams decode in the same iteration."
    ),
    "q2_cached.mistake.decode": (
        "Those are the entries of the streams alone. L reads a chunk in the same iteration."
    ),
    "q2_cached.mistake.budget": (
        "That is the limit. Not all of it is used: look for the dashed rest in column {busy}."
    ),
    "q2_unlimited.ask": (
        "Now limit the sequences only: at most {slots}, as before, and a budget so large "
        "that it never binds (prefill_chunk {prompt}, token_budget {free_budget}). What happens to "
        "the busiest iteration?"
    ),
    "q2_unlimited.a": "More sequences are served in it, and so it processes more tokens.",
    "q2_unlimited.b": (
        "As many sequences are served in it, and it processes more than twice as many tokens."
    ),
    "q2_unlimited.c": "It stays as it is: at most {slots} sequences is limit enough.",
    "q2_unlimited.d": "Fewer sequences are served in it, since L takes everything.",
    "q2_unlimited.a.told": (
        "If it did, there would be a fifth slot. Move both knobs and count the names on slots "
        "in the highest column."
    ),
    "q2_unlimited.b.told": (
        "A limit on sequences lets an iteration grow without noticing: "
        "{free_sequences:sequence|sequences} as before, and {free_tokens} tokens. The streams "
        "wait for all of them."
    ),
    "q2_unlimited.c.told": (
        "If it did, no column would be higher than before. Move both knobs to their new places and "
        "look at iteration {busy}."
    ),
    "q2_unlimited.d.told": (
        "If it did, one of the streams would miss its token in that iteration. Move both knobs and "
        "look for an orange cell in iteration {busy} in each of their rows."
    ),
}
