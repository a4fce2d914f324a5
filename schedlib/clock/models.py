"""The shapes of models: what follows from them is how many bytes and operations a token costs."""

from dataclasses import dataclass

from ..fields import entry_of, true_or_false, whole_number

BF16 = 2  # bytes of one number

DIMENSIONS = ("layers", "hidden", "heads", "kv_heads", "head_dim", "intermediate", "vocabulary")


@dataclass(frozen=True)
class ModelShape:
    """A decoder-only transformer in bf16.

    Attributes:
        layers: how many.
        hidden: width of the residual stream.
        heads: attention heads of the queries.
        kv_heads: attention heads of keys and values; fewer than `heads` where queries share them.
        head_dim: width of one head.
        intermediate: width within the MLP.
        gated: whether the MLP has a gate, that is a third matrix.
        vocabulary: tokens that there are.
        source: where the shape is published.

    Raises:
        InputError: a dimension is no whole number from 1 on.
    """

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    intermediate: int
    gated: bool
    vocabulary: int
    source: str = ""

    def __post_init__(self) -> None:
        """Check every dimension."""
        for name in DIMENSIONS:
            object.__setattr__(self, name, whole_number(name, getattr(self, name), at_least=1))
        true_or_false("gated", self.gated)

    @property
    def parameters(self) -> int:
        """Parameters of all layers, embedding and LM head left out (nor norms and biases)."""
        queries_and_output = 2 * self.hidden * self.heads * self.head_dim
        keys_and_values = 2 * self.hidden * self.kv_heads * self.head_dim
        mlp = (3 if self.gated else 2) * self.hidden * self.intermediate
        return self.layers * (queries_and_output + keys_and_values + mlp)

    @property
    def head_parameters(self) -> int:
        """Parameters of the LM head."""
        return self.hidden * self.vocabulary

    @property
    def weight_bytes(self) -> int:
        """Bytes of weights that a step reads."""
        return BF16 * (self.parameters + self.head_parameters)

    @property
    def kv_bytes(self) -> int:
        """Bytes of the KV entry of one token: a key and a value in every layer."""
        return BF16 * 2 * self.layers * self.kv_heads * self.head_dim

    @property
    def attention_width(self) -> int:
        """Width of all query heads together."""
        return self.heads * self.head_dim


MODELS = {
    "llama-3-8b": ModelShape(
        32, 4096, 32, 8, 128, 14336, True, 128256, "Meta, Llama 3 8B model configuration"
    ),
    "opt-13b": ModelShape(
        40, 5120, 40, 40, 128, 20480, False, 50272, "Meta, OPT 13B model configuration"
    ),
    "qwen3-32b": ModelShape(
        64, 5120, 64, 8, 128, 25600, True, 151936, "Qwen, Qwen3 32B model configuration"
    ),
    "gpt-3-175b": ModelShape(
        96, 12288, 96, 96, 128, 49152, False, 50257, "Brown et al. 2020, table 2.1"
    ),
}


def model(name: str) -> ModelShape:
    """Return a model's shape by name.

    Raises:
        InputError: there is none of that name.
    """
    return entry_of("model", MODELS, name)
