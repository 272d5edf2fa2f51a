"""Running lowered modules: the way to upstream MLIR, the LLVM back end, kernels on numpy arrays."""

from .compiler import compile
from .errors import KernelError
from .kernel import Kernel
from .packing import aligned_empty, pack, unpack

__all__ = ["Kernel", "KernelError", "aligned_empty", "compile", "pack", "unpack"]
