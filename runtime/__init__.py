"""Kernels, called on arrays or written to files; here, what a function takes and returns."""

from .call.kernel import Kernel
from .errors import KernelError
from .host.compiler import compile
from .packing.arrays import aligned_empty
from .packing.packing import pack, unpack

__all__ = ["Kernel", "KernelError", "aligned_empty", "compile", "pack", "unpack"]
