"""The flags of operations."""

from __future__ import annotations

from xdsl.dialects import arith, scf
from xdsl.dialects.utils import FastMathAttrBase
from xdsl.ir import Operation

_INTEGER = {"isExact": "exact", "nonNeg": "nneg", "nneg": "nneg", "isDisjoint": "disjoint"}
"""Flags that are there or not; like fastmath, attributes where xDSL knows no such property."""
INTEGER_FLAG_NAMES = frozenset(_INTEGER)


def flags_of(op: Operation) -> frozenset[str]:
    """The fastmath and integer flags of an operation, and what its place gives leave to."""
    flags: set[str] = set()
    fastmath = op.properties.get("fastmath", op.attributes.get("fastmath"))
    overflow, of_intrinsic = (
        op.properties.get(f"{name}Flags") for name in ("overflow", "fastmath")
    )
    for attr in (fastmath, overflow, of_intrinsic):
        if isinstance(attr, FastMathAttrBase | arith.IntegerOverflowAttr):
            flags |= {str(flag.value) for flag in attr.data}
    flags |= {
        name for key, name in _INTEGER.items() if key in op.properties or key in op.attributes
    }
    if any(isinstance(parent, scf.ReduceOp) for parent in _parents(op)):
        flags.add("reassoc")  # the order of a parallel reduction is any
    return frozenset(flags)


def _parents(op: Operation) -> list[Operation]:
    parents: list[Operation] = []
    parent = op.parent_op()
    while parent is not None:
        parents.append(parent)
        parent = parent.parent_op()
    return parents
