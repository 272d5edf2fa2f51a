"""What a user can do about an operation that takes a buffer in a way that no pass sees into."""

from __future__ import annotations

from xdsl.ir import Operation

from ..dialect.operations import operation_name

_OF_LOOPS = (
    *("affine", "arith", "cf", "func", "gpu", "llvm"),
    *("math", "memref", "pad", "scf", "vector"),
)
"""Dialects of which nothing is lowered to loops."""


def lower_first(op: Operation) -> str:
    """That an operation is to be lowered to loops, and by what; empty where it cannot be."""
    dialect = operation_name(op).split(".")[0]
    if dialect in _OF_LOOPS:
        return ""
    by = " by upstream's convert-linalg-to-loops" if dialect == "linalg" else ""
    return f"lower it to loops first{by}"
