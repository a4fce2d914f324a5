"""The budget panel: how many tokens each iteration processed, of which kind, for whom."""

from collections.abc import Mapping

from ..replay import Iteration
from ..rows import chunk_text
from ..trace import Trace
from ..words import Words
from .scene import Scene
from .stack import READABLE, Stack, limit_label, panel_title
from .twice import chunks_again

TOKEN_HEIGHT, PANEL_HEIGHT = 18, 150
COUNTED = 14  # below so many px a token, the decodes are one counted bar
SMALL = 64  # a budget up to this is drawn whatever is used of it; a larger one,
TIMES = 10  # if it is at most so many times as much as any iteration uses


def add_tokens_panel(scene: Scene, trace: Trace, words: Words) -> None:
    """Add the panel: decodes at the bottom, then prefill chunks, then what stayed unused."""
    budget, to_scale = trace.policy.bounds().tokens, budget_to_scale(trace)
    shown = max(budget if to_scale and budget else _most(trace), 1)
    unit = min(TOKEN_HEIGHT, PANEL_HEIGHT / shown)
    top = scene.panel(unit * shown)
    stack = Stack(scene, bottom=top + unit * shown, unit=unit)
    again = chunks_again(trace)
    for row in trace.iterations:
        _column(stack, row, again, words)
        if to_scale and row.unused_budget:
            text = words.say("chart.unused", amount=row.unused_budget)
            stack.put("unused", row.unused_budget, [text, f"{row.unused_budget}"], "second", text)
    panel_title(scene, words.say("chart.tokens"), top, unit * shown)
    if budget is None:
        return
    if to_scale:
        scene.line("limit", scene.geometry.left(), scene.geometry.right(), top - 1, top - 1)
    label = "chart.budget" if to_scale else "chart.budget_above"
    limit_label(scene, words.say(label, limit=budget), top)


def budget_to_scale(trace: Trace) -> bool:
    """Return whether there is a budget that is near enough to what is used to be drawn."""
    budget = trace.policy.bounds().tokens
    return budget is not None and budget <= max(TIMES * _most(trace), SMALL)


def _most(trace: Trace) -> int:
    return max((_tokens(row) for row in trace.iterations), default=0)


def _tokens(row: Iteration) -> int:
    return len(row.decode) + sum(tokens for _, tokens in row.prefill)


def _column(
    stack: Stack, row: Iteration, again: Mapping[tuple[int, str], int], words: Words
) -> None:
    stack.start(row.iteration)
    if stack.unit < COUNTED and row.decode:
        count = len(row.decode)
        why = words.say("chart.decodes", count=count)
        stack.put("decodes", count, [why, f"{count}"], "decode", why)
    else:
        for id in row.decode:
            stack.put("decode", 1, [id, "1"], "decode", words.say("chart.decode", request=id))
    for id, tokens in row.prefill:
        _chunk(stack, id, tokens, min(again.get((row.iteration, id), 0), tokens), words)


def _chunk(stack: Stack, id: str, tokens: int, again: int, words: Words) -> None:
    """Put a chunk on top: what is computed for the second time, then what is new."""
    why = words.say("chart.prefill", request=id, amount=tokens)
    if again:
        thin = stack.scene.geometry.overview or again * stack.unit < READABLE
        twice = words.say("chart.recompute", request=id, amount=tokens, again=again)
        kind, labels = "recomputes" if thin else "recompute", [chunk_text(id, again), f"{again}"]
        stack.put(kind, again, labels, "recompute", twice)
    if tokens > again:
        new = tokens - again
        stack.put("prefill", new, [chunk_text(id, new), f"{new}"], "prefill", why)
