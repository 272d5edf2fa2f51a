"""Programs of other compilers and frameworks, as functions on memrefs with loops and stages."""

from .jax_functions import from_jax
from .linalg import from_linalg
from .model.compiling import compile_model
from .model.model import Model
from .model.profile import Profile, StageProfile
from .stablehlo import from_stablehlo
from .torch_modules import from_onnx, from_torch

__all__ = [
    "Model",
    "Profile",
    "StageProfile",
    "compile_model",
    "from_jax",
    "from_linalg",
    "from_onnx",
    "from_stablehlo",
    "from_torch",
]
