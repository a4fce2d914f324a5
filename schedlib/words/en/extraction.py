"""The extraction questions: what is asked, what there is to choose, and what each choice means.

For a choice, `a.told` says what would be seen if `a` held, and where to look. For a number, `look`
says where to count, and `mistake.NAME` how one comes to a wrong number. What was seen fills in the
rest.
"""

COMMON = {
    "blank": "Nothing is filled in yet. {form}",
    "form.choice": 'Write one letter in quotation marks, such as {name} = "a".',
    "form.number": "Write a whole number in digits, such as {name} = 42.",
    "form.ordering": ("Put the names in order, the first one first: {name} = [{things}]."),
    "choice.unknown": "Choose one of the letters {letters}, in quotation marks, not {answer}.",
    "choice.holds": "{letter}) holds.",
    "choice.fails": "{letter}) does not hold.",
    "number.type": "Write a plain whole number in digits, without quotation marks, not {answer}.",
    "number.right": "It is {answer}.",
    "number.wrong": "It is not {answer}.",
    "ordering.type": 'Write a list of names in quotation marks, such as ["X", "Y"], not {answer}.',
    "ordering.things": "Name each of {things} exactly once, not {answer}.",
    "ordering.right": "That is the order.",
    "ordering.wrong": "That is not the order.",
}

Q1 = {
    "q1_next.ask": (
        "R1 writes its last token in round {first_end}. Beside it R2 goes on until round "
        "{batch_end}. When does R3, the first in line, write its first token?"
    ),
    "q1_next.a": "Tied and refilled alike: in the round after R2's last token.",
    "q1_next.b": "Tied and refilled alike: in the round after R1's last token.",
    "q1_next.c": (
        "Tied: in the round after R1's last token. Refilled: in the round after R2's last token."
    ),
    "q1_next.d": (
        "Tied: in the round after R2's last token. Refilled: in the round after R1's last token."
    ),
    "q1_next.a.told": (
        "If it did, a freed slot would stay empty in both halves until the other one is free, too. "
        "Step to round {refilled_start} and read who holds slot 1 in each half."
    ),
    "q1_next.b.told": (
        "If it did, the slot of R1 would be passed on at once in both halves. Step to round "
        "{refilled_start}: in one of them slot 1 is held, and nobody gets a token from it."
    ),
    "q1_next.c.told": (
        "If it did, the tied batch would take R3 in while R2 still writes, and that is just what "
        "a tied batch cannot do. Step to round {refilled_start} and look at slot 1 of the upper "
        "half, then of the lower."
    ),
    "q1_next.d.told": (
        "A batch that is tied makes R3 wait for a stranger, and one that is composed anew "
        "in every round does not. Step to round {refilled_start}: slot 1 of the upper half is "
        "held for nothing, and that of the lower half works for R3."
    ),
    "q1_order.ask": (
        "In which order do the six requests write their last tokens when slots are refilled "
        "(the lower half)? Try it on paper first: {slots:slot|slots}, first come, first served."
    ),
    "q1_order.told": (
        "R1 to R6 take slots in the order of the line, and leave in the order in which they are "
        "done. Short ones that came late leave before long ones that came early: nobody is tied "
        "to a neighbour."
    ),
    "q1_order.look": (
        "You have {first} end before {second}. Find the right ends of both bars in the lower half "
        "and read the rounds."
    ),
    "q1_order.mistake.tied": (
        "This is the order of the upper half, where R1 and R2 must both be over before R3 begins. "
        "In the lower half the line moves on whenever one slot is free."
    ),
    "q1_order.mistake.shortest": (
        "This is the order of the lengths, as if all had begun together. But there are "
        "{slots:slot|slots}: a short request at the end of the line first has to get one."
    ),
    "q1_alike.ask": (
        "Now let all six write {equal} tokens each. By how many rounds is the lower half done "
        "sooner than the upper one?"
    ),
    "q1_alike.told": (
        "Requests of one length end together, so that being tied to one's neighbour costs "
        "nothing. What iteration-level scheduling gains comes from lengths that differ, and real "
        "answers do."
    ),
    "q1_alike.look": (
        "Type {equal} into the field of the lengths, once for each of the {requests} requests, or "
        "lay out both halves on paper, and compare the rounds in which the last request ends."
    ),
    "q1_alike.mistake.mixed": (
        "By so many rounds the mixed lengths are done sooner. Their gain came from slots that "
        "were held for nothing. How many of those are there when both members of a batch end "
        "together?"
    ),
}

Q2 = {
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

Q3 = {
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

Q4 = {
    "q4_waiting.ask": (
        "{arrivals} arrive in each iteration, {served} are served, and the queue is unbounded. "
        "The picture ends after {short} iterations. Let it go on: how many wait at the end of "
        "iteration {last}? Iterations count from 0."
    ),
    "q4_waiting.told": (
        "Arrivals minus service, in every iteration, for as long as it lasts. Nothing that "
        "composes batches appears in that sum but the service rate."
    ),
    "q4_waiting.look": (
        "Read how many wait after iterations 0, 1 and 2 in the picture. By how much does the "
        "queue grow each time, and how many iterations are there up to number {last}?"
    ),
    "q4_waiting.mistake.one_less": (
        "One iteration is missing. Look at iteration 0 in the picture: the queue is not empty "
        "after it."
    ),
    "q4_waiting.mistake.arrived": "So many have arrived. Some of them have been served.",
    "q4_waiting.mistake.completed": "So many have been served. Asked for are those who wait.",
    "q4_waiting.mistake.growth": (
        "By so many the queue grows in one iteration. It grows in every one of them."
    ),
    "q4_waiting.mistake.short": (
        "So many wait where the picture ends. The arrivals go on until iteration {last}."
    ),
    "q4_bounded.ask": (
        "Back to {short} iterations. Untick “unbounded queue” and leave {places:place|places}. "
        "The arrivals and the service are as before. What is different at the end?"
    ),
    "q4_bounded.a": "More requests have been completed: the engine has no long queue to carry.",
    "q4_bounded.b": (
        "As many have been completed. Those for whom there is no place are rejected, instead of "
        "waiting."
    ),
    "q4_bounded.c": "Fewer have been completed: rejecting takes service away.",
    "q4_bounded.d": "Fewer have arrived: nobody comes to a full queue.",
    "q4_bounded.a.told": (
        "If it did, the completed layer would be thicker with a bounded queue. Tick the box and "
        "untick it again, and read the sum of the last iteration each time."
    ),
    "q4_bounded.b.told": (
        "The surplus has only changed its name. {unbounded.arrived} arrived in both runs and "
        "{unbounded.completed} were completed. Of the {unbounded.waiting} who would wait, "
        "{bounded.rejected} were told no at once."
    ),
    "q4_bounded.c.told": (
        "If it did, the completed layer would be thinner with a bounded queue. A rejection takes "
        "place in step 3 and uses no slot and no token. Compare the sums of the last iteration."
    ),
    "q4_bounded.d.told": (
        "If it did, the whole stack would be lower. Arrivals are what the users do, and no limit "
        "of ours reaches them. Compare the heights of the last column."
    ),
    "q4_faster.ask": (
        "Better batching raises the service from {served} to {faster} per iteration. {arrivals} "
        "still arrive, and the queue is unbounded. What does the queue do?"
    ),
    "q4_faster.a": "It grows as before: batching has no influence on a queue.",
    "q4_faster.b": "It stops growing: so much more service is enough.",
    "q4_faster.c": "It grows at first, and stops once the engine is fully used.",
    "q4_faster.d": "It grows more slowly, and does so for as long as arrivals go on.",
    "q4_faster.a.told": (
        "If it did, the slope of the grey layer would not depend on the service. Move that slider "
        "by one and watch it."
    ),
    "q4_faster.b.told": (
        "If it did, nobody would wait at the end of iteration 0. Move the service to {faster} and "
        "read that column."
    ),
    "q4_faster.c.told": (
        "If it did, the grey layer would become level towards the end. Move the service to "
        "{faster} and compare its growth in the first iteration and in the last."
    ),
    "q4_faster.d.told": (
        "Batching moves the service rate, and only a rate that reaches the arrivals ends the "
        "growth. With one request too many per iteration, the queue has no end either."
    ),
}

Q5 = {
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

Q6 = {
    "q6_inside.ask": "What is inside the {figure}, according to the record?",
    "q6_inside.a": "The effect of PagedAttention, and nothing else.",
    "q6_inside.b": "The effects of two things, continuous batching and PagedAttention.",
    "q6_inside.c": (
        "The effects of continuous batching, PagedAttention and further optimisations, and how "
        "much each contributes was measured."
    ),
    "q6_inside.d": (
        "The effects of continuous batching, PagedAttention and further optimisations, and they "
        "were not told apart."
    ),
    "q6_inside.a.told": (
        "If it did, the row “Measured together” would have one entry on vLLM's card. Count them."
    ),
    "q6_inside.b.told": (
        "If it did, two entries would stand in the row “Measured together” on vLLM's card. Count "
        "them, and read the last one."
    ),
    "q6_inside.c.told": (
        "If it did, the row “Measured together” would say so. Read its last sentence on vLLM's "
        "card."
    ),
    "q6_inside.d.told": (
        "The figure belongs to the system, and to none of its parts. The row “Measured "
        "together” says: {parts}."
    ),
    "q6_lead.ask": (
        "{other_figure} for other implementations of continuous batching, {figure} for vLLM: "
        "nearly three times as much. What does that lead tell about PagedAttention?"
    ),
    "q6_lead.a": (
        "It cannot be credited to PagedAttention alone: in one and the same test, the two sides "
        "differ in more than that."
    ),
    "q6_lead.b": "It is PagedAttention's share: everything else is the same on both sides.",
    "q6_lead.c": "Nothing at all: the two were tested under different loads and baselines.",
    "q6_lead.d": "It is an upper limit that the authors split up into shares later.",
    "q6_lead.a.told": (
        "Even 23 / 8 has no single cause. What vLLM's card has and the other one has not: "
        "{more}. The authors only surmise what matters most."
    ),
    "q6_lead.b.told": (
        "If it did, the two cards would differ in one entry of the row “Measured together”. Put "
        "them side by side and cross out what stands on both."
    ),
    "q6_lead.c.told": (
        "If it did, the rows “Load” and “Compared with” would differ between the two cards. Read "
        "both."
    ),
    "q6_lead.d.told": (
        "If it did, the shares would be part of the record. Read what the row “Does not show” says "
        "about shares on vLLM's card."
    ),
    "q6_says.ask": "Which of these sentences does the record bear out?",
    "q6_says.a": "On one A100-40GB, vLLM answers a request in a 23rd of the time.",
    "q6_says.b": (
        "On one A100-40GB, vLLM can take 23 times as many users who come and go all day."
    ),
    "q6_says.c": (
        "On one A100-40GB, under a burst of 1,000 requests, vLLM reached up to 23 times the "
        "throughput of naive static batching."
    ),
    "q6_says.d": (
        "On one A100-40GB, vLLM reached up to 23 times the throughput of vLLM without "
        "PagedAttention."
    ),
    "q6_says.a.told": (
        "If it did, the metric would be a latency. Read the row “Metric” on the card."
    ),
    "q6_says.b.told": (
        "If it did, requests would have kept arriving in the test. Read the rows “Load” and “Does "
        "not show” on the card."
    ),
    "q6_says.c.told": (
        "Model, hardware, load, baseline and metric go with the number, and it says what it "
        "can: {figure}, {vllm.model}, {hardware}, against {baseline}."
    ),
    "q6_says.d.told": (
        "If it did, the baseline would be vLLM itself, with one part switched off. Read the row "
        "“Compared with” on the card."
    ),
}

TABLE = {f"extraction.{key}": text for key, text in (COMMON | Q1 | Q2 | Q3 | Q4 | Q5 | Q6).items()}
