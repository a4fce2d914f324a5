"""The cards on which published figures stand with their conditions."""

TABLE = {
    "claim.model": "Model",
    "claim.hardware": "Hardware",
    "claim.load": "Load",
    "claim.baseline": "Compared with",
    "claim.metric": "Metric",
    "claim.denominator": "1x is",
    "claim.measured_together": "Measured together",
    "claim.and": " + ",
    "claim.not_isolated": "{parts}. The figure does not tell them apart.",
    "claim.isolated": "{parts}. The share of each was measured.",
    "claim.not_shown": "Does not show",
    "claim.source": "Source",
}
