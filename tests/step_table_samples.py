"""Tables of step times, made up: the sweeps of a measurement, on a GPU that is a formula."""

import csv
import io
import random

from schedlib.clock import StepTime, StepWork

COUNTS = ["decode_seqs", "decode_ctx", "chunk_tokens", "chunk_ctx"]
FIELDS = ["sweep", "mode", *COUNTS, "ms_median", "ms_p10", "ms_p90", "n", "note"]

DECODES = (1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 384, 512)
OTHER_CONTEXTS = {2048: (1, 8, 32, 64, 128, 256, 384), 128: (1, 8, 32, 128, 256, 512)}
PROMPTS = (16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 6000, 8192)
BESIDE = (32, 128, 8, 64, 0)
CHUNKS = (0, 64, 128, 256, 512, 1024, 2048, 4096, 6000)
CHUNKED = (512, 6000, 2048, 1024, 256, 128)
PROMPT, CONTEXT, DECODING = 6000, 512, 32


def sweeps():
    """Yield the sweep, the four counts and the note of every point, some of them repeatedly."""
    yield from (("S1", n, CONTEXT, 0, 0, "") for n in DECODES)
    yield from (("S2", 0, 0, tokens, 0, "") for tokens in PROMPTS)
    for n in BESIDE:
        for tokens in CHUNKS:
            if n or tokens:
                yield "S3", n, CONTEXT if n else 0, tokens, 0, ""
    yield from (
        ("S1", n, context, 0, 0, "") for context in OTHER_CONTEXTS for n in OTHER_CONTEXTS[context]
    )
    for chunk in CHUNKED:
        starts = range(0, PROMPT, chunk)
        for piece, start in enumerate(starts, start=1):
            note = f"prompt={PROMPT} chunk={chunk} piece {piece}/{len(starts)}"
            yield "S4", DECODING, CONTEXT, min(chunk, PROMPT - start), start, note
    yield from (
        ("S5", 0, 0, n, 0, f"recompute of {n} tokens") for n in (256, 512, 1024, 2048, 4096)
    )


def formula(decodes, context, tokens, before):
    """Return ms of a step: linear layers that read weights or compute, and attention."""
    linear = max(4.3, 0.0215 * (decodes + tokens) + 0.5)
    decoding = decodes * context * 131072 / 3.0e12 * 1e3
    prefill = 4 * 4096 * 32 * tokens * (before + tokens / 2) / 3.3e14 * 1e3
    return linear + decoding + prefill


def times(of=formula, points=None):
    """Return measured steps, by a formula in ms."""
    counts = {point[1:5] for point in sweeps()} if points is None else points
    return tuple(StepTime(*each, of(*each) / 1000) for each in sorted(counts))


def noisy(seed, spread=0.03, of=formula):
    """Return a formula whose values are off by up to so much, by point and mode."""

    def measured(*counts):
        draw = random.Random(f"{seed} {counts}")
        return of(*counts) * (1 + spread * (2 * draw.random() - 1))

    return measured


def table_text(graph=formula, eager=None, failed=()):
    """Return the file of a measurement.

    Args:
        graph: ms of a step in this mode.
        eager: the same; launching kernels one by one takes time.
        failed: counts of points that have no time.
    """
    eager = eager or (lambda *counts: graph(*counts) + 6)
    made = io.StringIO(newline="")
    rows = csv.DictWriter(made, FIELDS)
    rows.writeheader()
    seen = set()
    for sweep, *counts, note in sweeps():
        notes = [note, "same point as in S1"] if tuple(counts) in seen else [note]
        seen.add(tuple(counts))
        for mode, of in (("graph", graph), ("eager", eager)):
            if mode == "eager" and sweep == "S4":
                continue
            lost = tuple(counts) in failed
            time = "" if lost else f"{of(*counts):.4f}"
            last = [time, time, time, 0 if lost else 20, "; ".join(filter(None, notes))]
            rows.writerow(dict(zip(FIELDS, [sweep, mode, *counts, *last], strict=True)))
    copied = ["S5", "copy", 0, 0, 256, 0, "0.0010", "0.0010", "0.0010", 20]
    rows.writerow(dict(zip(FIELDS, [*copied, "d2h one contiguous copy; 32.0 MiB"], strict=True)))
    return made.getvalue()


def step(decodes, context, tokens, before):
    """Return the work of such a step."""
    read = decodes * context
    chunk = StepWork()
    if tokens:
        chunk.add(before, tokens)
    return StepWork(
        tokens=decodes + tokens,
        context=read + chunk.context,
        attended=read + chunk.attended,
        decodes=decodes + chunk.decodes,
        decode_context=read + chunk.decode_context,
    )
