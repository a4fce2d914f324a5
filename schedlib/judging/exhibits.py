"""What the acceptance list is judged on: four fixed runs, and the records of the figures."""

from dataclasses import dataclass

from ..loop import simulate
from ..trace import Trace
from ..tutorial import Tutorial
from ..workloads import overload, six_requests
from .claims import CLAIMS, Claim


@dataclass(frozen=True)
class Exhibits:
    """The exhibits; a test replaces one by a forged one to see an item fail.

    Attributes:
        baseline, chunk6, no_preemption: the six requests under the three variants.
        overload: the baseline's limits with two more requests in each of iterations 0 to 9.
        claims: the records of the historical figures.
    """

    baseline: Trace
    chunk6: Trace
    no_preemption: Trace
    overload: Trace
    claims: tuple[Claim, ...] = CLAIMS

    @property
    def variants(self) -> dict[str, Trace]:
        """The three runs of the six requests, by name."""
        return {
            "baseline": self.baseline,
            "chunk6": self.chunk6,
            "no_preemption": self.no_preemption,
        }

    @property
    def runs(self) -> dict[str, Trace]:
        """All four runs, by name."""
        return self.variants | {"overload": self.overload}


def exhibits() -> Exhibits:
    """Run the fixed workloads, never a reader's own, and return the exhibits."""
    return Exhibits(
        baseline=simulate(six_requests(), Tutorial()),
        chunk6=simulate(six_requests(), Tutorial(prefill_chunk=6)),
        no_preemption=simulate(six_requests(), Tutorial(preemption=False)),
        overload=simulate(overload(), Tutorial()),
    )
