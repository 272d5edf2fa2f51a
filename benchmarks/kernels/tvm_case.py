"""One schedule of Apache TVM on its arrays, and what the schedules share."""
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tvm
from tvm import s_tir, te

from .native import Array

LANES = 16
_RANDOM = np.random.default_rng(0)


def as_it_is(array: Array) -> Array:
    """An array without padding, as it is."""
    return array


@dataclass(frozen=True)
class Case:
    """A schedule by name, made when it is called; the last array is written."""

    name: str
    make: Callable[[], Any]
    arrays: Sequence[Array]
    expected: Array
    logical: Callable[[Array], Array] = as_it_is


def scheduled(*tensors: Any) -> Any:
    """A schedule of the function of these tensors."""
    function = te.create_prim_func(list(tensors))
    return s_tir.Schedule(tvm.IRModule({"main": function.with_attr("global_symbol", "main")}))


def values(*shape: int) -> Array:
    """Random floats."""
    return _RANDOM.random(shape, dtype="float32") - np.float32(0.5)


def round_up(size: int, multiple: int) -> int:
    """The next multiple."""
    return -(-size // multiple) * multiple
