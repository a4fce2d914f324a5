"""What the command says around a narration."""

TABLE = {
    "narration.iteration": "Iteration {number}",
    "narration.step": "{number}. {title}",
}
