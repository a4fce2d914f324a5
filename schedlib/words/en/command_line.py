"""What the command says around a narration, a table, its knobs and its engines."""

TABLE = {
    "narration.iteration": "Iteration {number}",
    "narration.step": "{number}. {title}",
    "run.default": "default: {value}",
    "run.required": "required",
    "run.shared": "knobs of several engines",
    "run.group": "knobs of {name} alone",
    "run.own": "knobs of {name}",
    "engine_list.what": "{name}: {summary}",
    "engine_list.knobs": "knobs",
    "engine_list.source": "Source: {source}",
}
