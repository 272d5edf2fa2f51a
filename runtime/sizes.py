"""The index arguments that `pad.size` ties to the sizes of buffers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import KernelError
from .signature import Scalar


def size_of(scalar: Scalar, shapes: Mapping[str, tuple[int, ...]], given: Any | None) -> int:
    """The value of a tied argument; KernelError where the shapes or `given` contradict it."""
    first, size = None, 0
    for tie in scalar.ties:
        where = f"axis {tie.axis} of {tie.buffer}"
        own = shapes[tie.buffer][tie.axis]
        if first is None:
            first, size = where, own
        if own != size:
            raise KernelError(f"it is {first}, {size}, and {where}, {own}: they must be equal")
        if own < tie.least or (tie.most is not None and own > tie.most):
            bounds = f"at least {tie.least}" + ("" if tie.most is None else f", at most {tie.most}")
            raise KernelError(f"{where} has size {own}, but must be {bounds}")
        if own % tie.multiple:
            raise KernelError(f"{where} has size {own}, but must be a multiple of {tie.multiple}")
    if given is not None and scalar.element.encode(given) != size:
        raise KernelError(f"it was given as {given}, but {first} has size {size}")
    return size
