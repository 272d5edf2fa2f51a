"""Index maps as plain data."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...index.expr import Expr, IntLike, lift, var

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

    def at(self, indices: Sequence[Expr]) -> tuple[Expr, ...]:
        """The outputs for these inputs."""
        values = dict(zip(self.inputs, indices, strict=True))
        return tuple(output.substitute(values) for output in self.outputs)

    def apart_from(self, names: Collection[str]) -> IndexMap:
        """The same map, whose inputs have none of these names."""
        inputs = list[str]()
        for name in self.inputs:
            other = name
            while other in names or (other != name and other in {*self.inputs, *inputs}):
                other += "_"
            inputs.append(other)
        return IndexMap(tuple(inputs), self.at([var(name) for name in inputs]))

    def __str__(self) -> str:
        return f"({', '.join(self.inputs)}) -> ({', '.join(map(str, self.outputs))})"
