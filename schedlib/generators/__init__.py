"""Random workloads, each from a seed: when requests arrive, and how long they are."""

from .arrivals import burst, bursty, evenly, poisson
from .lengths import lognormal, truncated_exponential
from .synthetic import requests_of

__all__ = [
    "burst",
    "bursty",
    "evenly",
    "lognormal",
    "poisson",
    "requests_of",
    "truncated_exponential",
]
