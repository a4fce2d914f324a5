"""Places in tenths of a px: so a picture is the same on every machine, to the last digit."""


def px(place: float) -> float:
    """Return a place that was computed from measured values, rounded."""
    return round(place, 1)
