"""The budget panel: how many tokens each iteration processed, of which kind, for whom."""

from ..replay import Iteration
from ..rows import chunk_text
from ..trace import Trace
from ..words import Words
from .scene import Scene
from .stack import Stack, panel_title

TOKEN_HEIGHT, PANEL_HEIGHT = 18, 150
COUNTED = 14  # below so many px a token, the decodes are one counted bar


def add_tokens_panel(scene: Scene, trace: Trace, words: Words) -> None:
    """Add the panel: decodes at the bottom, then prefill chunks, then what stayed unused."""
    budget = trace.policy.limits().get("token_budget")
    most = max((_tokens(row) for row in trace.iterations), default=0)
    shown = max(budget or most, 1)
    unit = min(TOKEN_HEIGHT, PANEL_HEIGHT / shown)
    top = scene.panel(unit * shown)
    stack = Stack(scene, bottom=top + unit * shown, unit=unit)
    for row in trace.iterations:
        _column(stack, row, words)
    panel_title(scene, words.say("chart.tokens"), top, unit * shown)
    if budget is not None:
        edge = scene.geometry.columns - 0.5
        scene.line("limit", -0.5, edge, top - 1, top - 1)
        label = words.say("chart.budget", limit=budget)
        scene.text(label, scene.geometry.x(edge, 8), top, size=14, align="left")


def _tokens(row: Iteration) -> int:
    return len(row.decode) + sum(tokens for _, tokens in row.prefill)


def _column(stack: Stack, row: Iteration, words: Words) -> None:
    stack.start(row.iteration)
    if stack.unit < COUNTED and row.decode:
        count = len(row.decode)
        why = words.say("chart.decodes", count=count)
        stack.put("decodes", count, [why, f"{count}"], "decode", why)
    else:
        for id in row.decode:
            stack.put("decode", 1, [id, "1"], "decode", words.say("chart.decode", request=id))
    for id, tokens in row.prefill:
        why = words.say("chart.prefill", request=id, amount=tokens)
        stack.put("prefill", tokens, [chunk_text(id, tokens), f"{tokens}"], "prefill", why)
    if row.unused_budget:
        text = words.say("chart.unused", amount=row.unused_budget)
        stack.put("unused", row.unused_budget, [text, f"{row.unused_budget}"], "second", text)
