"""Historical speed-ups, each with the conditions without which its figure says nothing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """One published figure.

    Attributes:
        figure: the multiplier as published.
        subject: the system that it was measured for.
        model: the model that was served.
        hardware: the GPUs that served it.
        load: the requests that arrived.
        baseline: the system that it was compared with.
        metric: what was measured.
        denominator: the quantity that counts as 1x.
        measured_together: everything whose effect is inside the figure.
        isolated: whether the share of each of them was measured, too.
        not_shown: what the figure does not show.
        source: where it was published.
    """

    figure: str
    subject: str
    model: str
    hardware: str
    load: str
    baseline: str
    metric: str
    denominator: str
    measured_together: tuple[str, ...]
    isolated: bool
    not_shown: str
    source: str


ORCA = Claim(
    figure="36.9x",
    subject="Orca",
    model="GPT-3 architecture, 175B parameters, FP16",
    hardware="16 A100-40GB",
    load="synthetic requests whose output lengths were forced",
    baseline="FasterTransformer, driven by a request-level batch scheduler",
    metric=(
        "requests/s at the same median end-to-end latency, 190 ms per generated token: 6.81 "
        "against 0.185 (which, rounded as printed, divide to 36.8)"
    ),
    denominator="the baseline's 0.185 requests/s at that latency",
    measured_together=("iteration-level scheduling", "the rest of Orca, as a whole system"),
    isolated=False,
    not_shown="a multiplier that continuous batching gives everywhere",
    source=(
        "Yu et al., Orca: A Distributed Serving System for Transformer-Based Generative Models, "
        "OSDI 2022"
    ),
)

ANYSCALE_LOAD = (
    "a burst of 1,000 requests, 512 input tokens each, output lengths from a truncated "
    "exponential distribution"
)
ANYSCALE_BASELINE = "Hugging Face Pipelines with naive static batching"
ANYSCALE = (
    "Daniel, Shen, Liang, Liaw, How Continuous Batching Enables 23x Throughput in LLM Inference "
    "While Reducing p50 Latency, Anyscale, June 2023"
)

CONTINUOUS_BATCHING = Claim(
    figure="8x",
    subject="implementations of continuous batching",
    model="OPT-13B",
    hardware="one A100-40GB",
    load=ANYSCALE_LOAD,
    baseline=ANYSCALE_BASELINE,
    metric='throughput, the highest of the test ("up to")',
    denominator="the baseline's throughput under the same burst",
    measured_together=("continuous batching", "the rest of each implementation"),
    isolated=False,
    not_shown="capacity for requests that keep arriving and must meet a latency goal",
    source=ANYSCALE,
)

VLLM = Claim(
    figure="23x",
    subject="vLLM",
    model="OPT-13B",
    hardware="one A100-40GB",
    load=ANYSCALE_LOAD,
    baseline=ANYSCALE_BASELINE,
    metric='throughput, the highest of the test ("up to")',
    denominator="the baseline's throughput under the same burst",
    measured_together=(
        "continuous batching",
        "paged KV memory (PagedAttention)",
        "vLLM's many other optimisations",
    ),
    isolated=False,
    not_shown=(
        "what PagedAttention alone contributes to the lead of 23x over 8x: the authors measured "
        "no share of any optimisation and only surmise that reserving KV memory dynamically "
        "matters; nor capacity for requests that keep arriving and must meet a latency goal"
    ),
    source=ANYSCALE,
)

CLAIMS = (CONTINUOUS_BATCHING, VLLM, ORCA)
