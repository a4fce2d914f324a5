"""How much an engine can take: runs at many arrival rates, and the highest that keeps a promise."""

from .capacity import Judged, Load, capacity, highest_rate, judge, verdict

__all__ = ["Judged", "Load", "capacity", "highest_rate", "judge", "verdict"]
