"""Running lowered modules: the way to upstream MLIR, the LLVM back end, kernels on numpy arrays."""

from .errors import KernelError
from .kernel import Kernel, compile

__all__ = ["Kernel", "KernelError", "compile"]
