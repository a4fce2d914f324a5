"""Question 5: what a preemption keeps, and what recompute throws away."""

TABLE = {
    "q5_return.ask": (
        "In iteration {at} H takes the slot of {victim}, which comes back in iteration {back}. "
        "What does {victim} get in the iteration of its return?"
    ),
    "q5_return.a": "A chunk, the first of its prompt: it begins all over again.",
    "q5_return.b": "A decode: it writes its next token, as if nothing had been.",
    "q5_return.c": "A chunk, with what was left of its prompt when it was preempted.",
    "q5_return.d": "Nothing: its KV cache has to be brought back first.",
    "q5_return.a.told": (
        "If it did, a blue cell would stand in the row of {victim} in iteration {back}. An engine "
        "that recomputes does that. Look at what this one does."
    ),
    "q5_return.b.told": (
        "The tutorial scheduler has kept all that {victim} had read and written, while "
        "somebody else had the slot, and charges nothing for it. Every real engine pays."
    ),
    "q5_return.c.told": (
        "If it did, {victim} would have been preempted in the middle of its prompt. Step to the "
        "iteration before {at} and read what it had left, prompt + output."
    ),
    "q5_return.d.told": (
        "If it did, the cell of {victim} in iteration {back} would be empty, or a dotted 0. Moving "
        "a cache takes time on an engine that swaps. Look at what this one charges."
    ),
    "q5_again.ask": (
        "Put the same preemption on an engine that recomputes: it frees the KV blocks of "
        "{victim} in iteration {at}. How many tokens does it have to prefill for {victim}, prompt "
        "and text written so far, before the next token can be written?"
    ),
    "q5_again.told": (
        "The prompt, and what had been written, the last token included, which had no cache entry "
        "yet. The text itself is not lost: it is prefilled like a longer prompt, and with that "
        "comes the next token."
    ),
    "q5_again.look": (
        "Step to the iteration before {at}. How many prompt tokens of {victim} are done by then, "
        "and how many output tokens, the first one included?"
    ),
    "q5_again.mistake.prompt": (
        "That is the prompt. What {victim} had written goes through the same prefill."
    ),
    "q5_again.mistake.freed": (
        "Those are the entries that were freed. The last token written has none yet, and it goes "
        "through the same prefill."
    ),
    "q5_again.mistake.output": (
        "That is what {victim} had written. The cache entries of its prompt are freed as well."
    ),
    "q5_again.mistake.total": (
        "That is everything that {victim} will ever process. What has not been done yet cannot "
        "be lost."
    ),
    "q5_again.mistake.left": (
        "That is what {victim} still has to do. It would have to do that without the preemption, "
        "too. What has it done already?"
    ),
    "q5_again.mistake.nothing": (
        "That is the price in the tutorial scheduler, which keeps everything. An engine that "
        "frees the blocks has nothing to continue from."
    ),
    "q5_cheapest.ask": (
        "Just before iteration {at}, three normal requests hold the slots. Order them by what "
        "their preemption would cost an engine that recomputes (count tokens to prefill): the "
        "cheapest first."
    ),
    "q5_cheapest.told": (
        "The price is what has been done, and not what is left. The tutorial's rule looks at what "
        "is left, and takes the one that is the dearest here: a rule that is free on paper may be "
        "the most expensive one on an engine."
    ),
    "q5_cheapest.look": (
        "You have {first} before {second}. For each of the two, count the prompt tokens and the "
        "output tokens that are done by then."
    ),
    "q5_cheapest.mistake.left": (
        "This is the order of what they have left. A recomputing engine pays for what is done."
    ),
    "q5_cheapest.mistake.prompt": (
        "This is the order of their prompts. Not every prompt has been read to its end, and "
        "written tokens count as well."
    ),
    "q5_cheapest.mistake.written": (
        "This is the order of what they have written. What they have read counts as well."
    ),
}
