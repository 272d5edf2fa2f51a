"""Programs of other compilers and frameworks, as functions on memrefs with loops and stages."""

from .jax_functions import from_jax
from .linalg import from_linalg
from .stablehlo import from_stablehlo
from .torch_modules import from_onnx, from_torch

__all__ = ["from_jax", "from_linalg", "from_onnx", "from_stablehlo", "from_torch"]
