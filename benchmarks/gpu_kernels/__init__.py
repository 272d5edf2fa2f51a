"""Kernels for GPUs: logical MLIR, a schedule of a few lines, and what they compute."""

from .elementwise import double
from .matmul import matmul
from .problem import GpuProblem
from .rows import layernorm, row_sum, softmax
from .windows import conv1d, conv2d, maxpool

FAMILIES = {
    "double": double,
    "row_sum": row_sum,
    "conv1d": conv1d,
    "matmul": matmul,
    "softmax": softmax,
    "maxpool": maxpool,
    "conv2d": conv2d,
    "layernorm": layernorm,
}
"""By name; each takes its sizes."""

__all__ = ["FAMILIES", "GpuProblem"]
