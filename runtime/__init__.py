"""Kernels, called on arrays or written to files; here, what a function takes and returns."""

from .call.kernel import Kernel
from .call.packing import aligned_empty, pack, unpack
from .errors import KernelError
from .host.compiler import compile

__all__ = ["Kernel", "KernelError", "aligned_empty", "compile", "pack", "unpack"]
