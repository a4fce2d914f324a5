"""What "correct" means: the acceptance list, and the records of historical claims."""

from .acceptance import Check, acceptance
from .claims import CLAIMS, Claim

__all__ = ["CLAIMS", "Check", "Claim", "acceptance"]
