"""The words of what a chunk size costs in time: a figure, and a widget with its controls."""

FIGURE = {
    "trade_off.ttft": "first token\nof {request}\n(TTFT), ms",
    "trade_off.longest": "longest gap\nof a stream\n(ITL), ms",
    "trade_off.size": "{knob}: tokens of an iteration, at most",
    "trade_off.limit": "limit {limit} ms",
    "trade_off.kept": "limits kept: {sizes}",
    "trade_off.kept.sizes": "These sizes keep the limits: {sizes}.",
    "trade_off.none": "No size here keeps the limits.",
    "trade_off.one": "{first}",
    "trade_off.range": "{first} to {last}",
    "trade_off.never": "never",
    "trade_off.key.ttft": "wait of the long prompt",
    "trade_off.key.longest": "worst wait of a stream",
    "trade_off.key.broken": "a limit is broken",
    "trade_off.key.chosen": "now",
    "trade_off.key.before": "before",
    "trade_off.why.ttft": "{knob} {size}: {request} has its first token after {time}.",
    "trade_off.why.longest": "{knob} {size}: at worst {time} from one token to the next.",
    "trade_off.describe": "For each {knob}: {sizes}.",
    "trade_off.describe.one": "{size}: TTFT of {request} {ttft}, longest gap {longest}",
}

WIDGET = {
    "chunk_ms.gpu": "GPU",
    "chunk_ms.own_gpu": "a GPU of one's own",
    "chunk_ms.limit.ttft": "TTFT limit, ms",
    "chunk_ms.limit.itl": "ITL limit, ms",
    "chunk_ms.longest.now": "The longest gap of a stream is {now}.",
    "chunk_ms.longest.changed": "The longest gap of a stream is {now} (before: {was}).",
    "chunk_ms.ttft.now": "{request} has its first token after {now}.",
    "chunk_ms.ttft.changed": "{request} has its first token after {now} (before: {was}).",
    "chunk_ms.broken.none": "That keeps both limits.",
    "chunk_ms.broken.ttft": "That breaks the limit on the TTFT.",
    "chunk_ms.broken.itl": "That breaks the limit on the ITL.",
    "chunk_ms.broken.ttft_and_itl": "That breaks both limits.",
    "chunk_ms.page.gaps": "Tokens at its end",
    "chunk_ms.page.none": "No second token of anybody comes out of it.",
}

TABLE = FIGURE | WIDGET
