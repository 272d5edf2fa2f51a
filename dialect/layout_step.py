"""The steps of a layout as plain data: index maps, and what the cells they miss hold."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..analysis.expr import Expr, IntLike, lift, var


@dataclass(frozen=True)
class Forbidden:
    """The cell may not be read, and not be written."""

    def __str__(self) -> str:
        return "forbidden"


@dataclass(frozen=True)
class Undef:
    """The cell may be read, and holds anything."""

    def __str__(self) -> str:
        return "undef"


@dataclass(frozen=True, eq=False)
class Constant:
    """The cell holds this value; 0, 0.0 and -0.0 are three, every NaN is one."""

    value: int | float

    def _key(self) -> tuple[type, str]:
        return type(self.value), repr(abs(self.value) if math.isnan(self.value) else self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Identity:
    """The cell holds the neutral element of an `arith` operation: of `addf`, say."""

    op: str

    def __str__(self) -> str:
        return f"identity({self.op})"


PadKind: TypeAlias = Forbidden | Undef | Constant | Identity


_Indices: TypeAlias = IntLike | Sequence[IntLike]
# By number of parameters, so that type checkers know those of a lambda.
MapFunction: TypeAlias = (
    Callable[[], _Indices]
    | Callable[[Expr], _Indices]
    | Callable[[Expr, Expr], _Indices]
    | Callable[[Expr, Expr, Expr], _Indices]
    | Callable[[Expr, Expr, Expr, Expr], _Indices]
    | Callable[[Expr, Expr, Expr, Expr, Expr], _Indices]
    | Callable[[Expr, Expr, Expr, Expr, Expr, Expr], _Indices]
)


@dataclass(frozen=True)
class IndexMap:
    """Output indices as functions of named input indices."""

    inputs: tuple[str, ...]
    outputs: tuple[Expr, ...]

    @staticmethod
    def of(function: MapFunction) -> IndexMap:
        """The map of a function of index expressions: `lambda i, j: (i, j // 16, j % 16)`."""
        inputs = tuple(inspect.signature(function).parameters)
        result = function(*map(var, inputs))
        outputs: Sequence[IntLike] = result if isinstance(result, Sequence) else (result,)
        return IndexMap(inputs, tuple(map(lift, outputs)))

    def __str__(self) -> str:
        return f"({', '.join(self.inputs)}) -> ({', '.join(map(str, self.outputs))})"


@dataclass(frozen=True)
class Step:
    """
    An index map, and what it does to the box of its outputs.

    `align` rounds each derived extent up to a multiple, `extents` sets them; empty means neither.
    """

    map: IndexMap
    pad: PadKind = Forbidden()
    align: tuple[int, ...] = ()
    extents: tuple[int, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.map}, padding {self.pad}"]
        parts += [f"{name} {list(given)}" for name, given in self._given() if given]
        return ", ".join(parts)

    def _given(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        return ("align", self.align), ("extents", self.extents)
