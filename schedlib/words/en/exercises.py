"""The words around every check, and the way to the keys."""

TABLE = {
    "verdict.passed": "✓",
    "verdict.failed": "○",
    "verdict.not_yet": "Not passed yet: see above.",
    "key.offer": "Done, or stuck for good? The key to this exercise:",
}
