"""The schedulers and their knobs: what each is, and where its rules are from.

A knob of one name may mean different things: `knob.<scheduler>.<knob>.help` goes before
`knob.<knob>.help`. A unit stands in the place of the value in a line of help.
"""

TITLES = {
    "engine.tutorial.title": "Tutorial scheduler",
    "engine.static.title": "Static batching",
    "engine.request-dynamic.title": "Request-level dynamic batching",
    "engine.orca.title": "Orca",
    "engine.vllm-v0.title": "vLLM V0",
    "engine.sarathi.title": "Sarathi-Serve",
    "engine.vllm-v1.title": "vLLM V1",
    "engine.tensorrt-llm.title": "TensorRT-LLM",
}

SUMMARIES = {  # each fits into a line of a terminal
    "engine.tutorial.summary": "The scheduler of the lesson: seven steps, small enough for paper.",
    "engine.static.summary": (
        "A batch is formed once, and holds its slots until its longest member ends."
    ),
    "engine.request-dynamic.summary": (
        "What waits is merged into a batch when the engine is idle; nobody joins later."
    ),
    "engine.orca.summary": (
        "The batch is composed anew each iteration; KV memory is reserved at admission."
    ),
    "engine.vllm-v0.summary": "Prompts first: while a batch of them runs, all decodes pause.",
    "engine.sarathi.summary": (
        "Decodes first; prompts, in chunks, take the rest of one budget: nobody stalls."
    ),
    "engine.vllm-v1.summary": (
        "One pass over the running list, then over the waiting queue; no phases."
    ),
    "engine.tensorrt-llm.summary": (
        "Two schedulers in a row: who fits into KV memory, and who of those runs now."
    ),
}

SOURCES = {
    "engine.tutorial.source": (
        "The workbook's own rules. Checked against recorded runs and an independent second version."
    ),
    "engine.static.source": (
        "The way of Hugging Face Pipelines, and the baseline of Anyscale's test of 2023. "
        "Checked against the slot arithmetic."
    ),
    "engine.request-dynamic.source": (
        "The documentation of Triton's dynamic batcher; FasterTransformer behind a request-level "
        "scheduler, the baseline of the Orca paper. As modelled by Vidur, a published simulator; "
        "the delay, the preferred sizes and the limit of the queue are not in that model, and "
        "unchecked."
    ),
    "engine.orca.source": (
        "The Orca paper (Yu et al., OSDI 2022). As modelled by Vidur, a published simulator, "
        "which reserves the model's maximum length; the other two reservations are as the vLLM "
        "paper describes them."
    ),
    "engine.vllm-v0.source": (
        "The vLLM paper (Kwon et al., SOSP 2023) and the baseline of the Sarathi-Serve paper. "
        "As modelled by Vidur, a published simulator; the swap mode is not in that model, and "
        "unchecked."
    ),
    "engine.sarathi.source": (
        "The Sarathi-Serve paper (Agrawal et al., OSDI 2024). As modelled by Vidur, a published "
        "simulator, while KV memory is ample; when blocks run short, that one admits a victim "
        "again in the same iteration, and this one does not."
    ),
    "engine.vllm-v1.source": (
        "The code of vLLM 0.33.0, prefix caching off. Equal to vLLM 0.33.0's own scheduler in "
        "synchronous mode, step by step; asynchronous mode checked on one trace."
    ),
    "engine.tensorrt-llm.source": (
        "The documentation and the code of TensorRT-LLM. Checked against the walkthrough of its "
        "own tuning guide."
    ),
}

TUTORIAL = {
    "knob.max_active.help": "active slots",
    "knob.max_queue.help": "places in the waiting queue, or none for unbounded",
    "knob.token_budget.help": "tokens, decode + prefill, of an iteration",
    "knob.prefill_chunk.help": "prompt tokens of a request in an iteration",
    "knob.preemption.help": "whether a high-priority arrival may take a normal request's slot",
}

SHARED = {
    "knob.max_iterations.help": "iterations after which the run is cut",
    "knob.max_batch_size.help": "requests in a batch, at most",
    "knob.orca.max_batch_size.help": "requests in progress, at most",
    "knob.tensorrt-llm.max_batch_size.help": "requests chosen for an iteration, at most",
    "knob.max_num_seqs.help": "requests that hold KV memory, at most",
    "knob.vllm-v1.max_num_seqs.help": "requests in the running list, at most",
    "knob.max_num_batched_tokens.help": "tokens, decode + prefill, of an iteration",
    "knob.vllm-v0.max_num_batched_tokens.help": (
        "padded size of a batch of prompts, at most: their number times the longest"
    ),
    "knob.num_blocks.help": "KV blocks in the pool, or none for an unlimited one",
    "knob.block_size.help": "tokens that a KV block holds",
    "knob.watermark.help": "share of all KV blocks that an admission leaves free",
    "knob.vllm-v1.watermark.help": (
        "share of all KV blocks that an admission leaves free while anybody runs"
    ),
}

OWN = {
    "knob.batch_size.help": "requests in a batch",
    "knob.max_queue_delay.help": "iterations, or seconds in a run with a clock, that the oldest "
    "request waits for company, at most",
    "knob.preferred_batch_sizes.help": "numbers of waiting requests that start a batch at once",
    "knob.max_queue_size.help": "requests that may wait, one more being rejected; 0 is no limit",
    "knob.reservation.help": (
        "KV memory reserved at admission: prompt + output, prompt + the next power of two of "
        "the output, or the model's maximum length"
    ),
    "knob.max_model_len.help": "the model's maximum length, prompt + output, or none for no limit",
    "knob.preemption_mode.help": (
        "whether a victim loses its KV entries, or they move to CPU memory"
    ),
    "knob.chunk_size.help": (
        "tokens, decode + prefill, of an iteration; decodes come first and always run, even beyond "
        "it"
    ),
    "knob.long_prefill_token_threshold.help": (
        "tokens of one request in an iteration, at most, unless it is alone; 0 is off"
    ),
    "knob.num_gpu_blocks.help": (
        "KV blocks in the pool, or none for an unlimited one; it counts one null block that "
        "nobody gets; vLLM sets it with --num-gpu-blocks-override"
    ),
    "knob.enable_chunked_prefill.help": (
        "whether the budget may cut the prompt of a request to be admitted"
    ),
    "knob.policy.help": (
        "what orders the queue and chooses victims: arrival, or priority; vLLM's "
        "--scheduling-policy"
    ),
    "knob.scheduler_reserve_full_isl.help": (
        "whether an admission needs free KV blocks for all known tokens, not just for a first chunk"
    ),
    "knob.async_scheduling.help": (
        "whether the engine learns one step late that a request has ended; off here, while "
        "vLLM's own default is on"
    ),
    "knob.max_num_tokens.help": "tokens, decode + prefill, of an iteration",
    "knob.capacity_scheduler_policy.help": (
        "KV memory reserved to completion, or for the next step alone, so that a started request "
        "may be paused; or the first, with admission only while nobody generates"
    ),
    "knob.enable_chunked_context.help": "whether a prompt may be cut to the tokens left",
}

UNITS = {
    "knob.max_active.unit": "SLOTS",
    "knob.max_queue.unit": "PLACES",
    "knob.token_budget.unit": "TOKENS",
    "knob.prefill_chunk.unit": "TOKENS",
    "knob.max_iterations.unit": "ITERATIONS",
    "knob.max_batch_size.unit": "REQUESTS",
    "knob.max_num_seqs.unit": "REQUESTS",
    "knob.max_num_batched_tokens.unit": "TOKENS",
    "knob.num_blocks.unit": "BLOCKS",
    "knob.block_size.unit": "TOKENS",
    "knob.watermark.unit": "SHARE",
    "knob.batch_size.unit": "REQUESTS",
    "knob.max_queue_delay.unit": "ITERATIONS",
    "knob.preferred_batch_sizes.unit": "SIZE,SIZE",
    "knob.max_queue_size.unit": "REQUESTS",
    "knob.max_model_len.unit": "TOKENS",
    "knob.chunk_size.unit": "TOKENS",
    "knob.long_prefill_token_threshold.unit": "TOKENS",
    "knob.num_gpu_blocks.unit": "BLOCKS",
    "knob.max_num_tokens.unit": "TOKENS",
}

TABLE = TITLES | SUMMARIES | SOURCES | TUTORIAL | SHARED | OWN | UNITS
