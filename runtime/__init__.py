"""Kernels, called on arrays or written to files; here, what a function takes and gives."""

from .compiler import compile
from .errors import KernelError
from .kernel import Kernel
from .packing import aligned_empty, pack, unpack

__all__ = ["Kernel", "KernelError", "aligned_empty", "compile", "pack", "unpack"]
