"""The schedulers of real engines, a file each, on one loop, one KV pool and one set of events."""

from .orca import Orca
from .request_dynamic import RequestDynamic
from .sarathi import Sarathi
from .static import Static
from .tensorrt_llm import TensorRtLlm
from .vllm_v0 import VllmV0
from .vllm_v1 import VllmV1

__all__ = ["Orca", "RequestDynamic", "Sarathi", "Static", "TensorRtLlm", "VllmV0", "VllmV1"]
