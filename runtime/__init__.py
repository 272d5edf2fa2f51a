"""Running lowered modules: the way to upstream MLIR, the LLVM back end, kernels on numpy arrays."""

from .compiler import compile
from .errors import KernelError
from .kernel import Kernel
from .packing import pack, unpack

__all__ = ["Kernel", "KernelError", "compile", "pack", "unpack"]
