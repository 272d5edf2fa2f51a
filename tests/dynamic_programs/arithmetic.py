"""The operations that programs use, on Python's numbers, exact: floats hold small integers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from math import copysign, isnan
from typing import Any

WIDTHS = {"i8": 8, "i32": 32}
EXACT = {"f32": 2.0**24, "f64": 2.0**53}


class Inexact(Exception):
    """A float that is too large for its sums to be exact: the program says nothing there."""


def _wrapped(operation: Callable[[int, int], int], width: int, x: int, y: int) -> int:
    half = 1 << (width - 1)
    return (operation(x, y) + half) % (2 * half) - half


def _exact(operation: Callable[[float, float], float], limit: float, x: float, y: float) -> float:
    number = operation(x, y)
    if limit < abs(number) < float("inf"):
        raise Inexact
    return number


def _greater(x: float, y: float) -> float:
    if isnan(x) or isnan(y):
        return float("nan")
    if x == y == 0:
        return x if copysign(1, x) > 0 else y
    return max(x, y)


def _less(x: float, y: float) -> float:
    return -_greater(-x, -y)


def operations() -> dict[str, Callable[..., Any]]:
    """The functions by the names that programs call them by."""
    found: dict[str, Callable[..., Any]] = {}
    sums = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
    bits: dict[str, Callable[..., Any]] = {
        "max": max,
        "min": min,
        "and": int.__and__,
        "or": int.__or__,
        "xor": int.__xor__,
    }
    for element, limit in EXACT.items():
        for name, operation in sums.items():
            found[f"{name}_{element}"] = partial(_exact, operation, limit)
        found |= {f"max_{element}": _greater, f"min_{element}": _less}
        found[f"neg_{element}"] = operator.neg
    for element, width in WIDTHS.items():
        for name, operation in sums.items():
            found[f"{name}_{element}"] = partial(_wrapped, operation, width)
        found |= {f"{name}_{element}": operation for name, operation in bits.items()}
    return found
