"""Claims of accesses about the alignment of their addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.ir import Operation

from ..memory.addresses import stated_alignment
from ..memory.buffers import View
from .state import Machine

Claim: TypeAlias = Callable[[View, Sequence[int], bool], None]
"""Checks an access to a cell, by its indices; the flag is whether it touches memory at all."""


def claim_of(machine: Machine, op: Operation) -> Claim | None:
    """The claim of an operation, None if it makes none."""
    alignment = stated_alignment(op)
    if alignment is None:
        return None

    def check(view: View, indices: Sequence[int], is_accessed: bool) -> None:
        steps = zip(indices, view.strides, strict=True)
        offset = view.offset + sum(index * stride for index, stride in steps)
        machine.claim_alignment(view, offset, alignment, is_accessed=is_accessed)

    return check
