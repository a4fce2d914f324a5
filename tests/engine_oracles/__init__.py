"""Every engine a second time, by the letter of its rules and without any cleverness.

Nothing here is taken from the library: a request is a plain dict, a list is a plain list, and
each file can be read beside the section of the rules that it repeats. An oracle takes requests
and the knobs of its engine, and returns one row for each iteration; `plain.row` says what a row
holds. `feasible.py` says which workloads an engine can run at all.
"""

from . import orca, sarathi, static, tensorrt_llm, vllm_v0, vllm_v1
from .feasible import feasible, first_refusal

ORACLES = {
    "Static": static.run_static,
    "RequestDynamic": static.run_dynamic,
    "Orca": orca.run,
    "VllmV0": vllm_v0.run,
    "Sarathi": sarathi.run,
    "VllmV1": vllm_v1.run,
    "TensorRtLlm": tensorrt_llm.run,
}

__all__ = ["ORACLES", "feasible", "first_refusal"]
