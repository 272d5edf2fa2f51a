"""Programs of other compilers and frameworks, as functions on memrefs with loops and stages."""

from .linalg import from_linalg

__all__ = ["from_linalg"]
