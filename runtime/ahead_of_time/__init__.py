"""Files that programs in C and C++ are linked with: code and headers."""

from .emission import emit

__all__ = ["emit"]
