"""
Random programs of linalg on tensors, each with what numpy computes.

Values are small whole numbers, so that floats are exact in any order of a sum. A program has one or
two arguments, several operations that each take what is there, and one result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
_LARGEST = 40


@dataclass
class Value:
    """A tensor of the program, and its content."""

    name: str
    array: Array

    @property
    def type(self) -> str:
        """Its type in MLIR."""
        return tensor(self.array.shape)


def tensor(shape: tuple[int, ...]) -> str:
    """The type of a tensor of f32."""
    return f"tensor<{'x'.join([*map(str, shape), 'f32'])}>"


@dataclass
class Program:
    """A program that is drawn from a seed."""

    seed: int
    functions: bool = False
    """Whether there are mathematical functions, which numpy computes with other last bits."""
    lines: list[str] = field(default_factory=list[str])
    arguments: list[Value] = field(default_factory=list[Value])
    _values: list[Value] = field(default_factory=list[Value])

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)
        self._numpy = np.random.default_rng(self.seed)
        for k in range(self._rng.randint(1, 2)):
            shape = tuple(self._rng.randint(1, 7) for _ in range(self._rng.randint(1, 3)))
            array = self._numpy.integers(-3, 4, shape).astype(np.float32)
            self.arguments.append(Value(f"x{k}", array))
        self._values += self.arguments
        steps = (self._elementwise, self._broadcast, self._reduce, self._transpose, self._matmul)
        moves = (self._pad, self._slice, self._insert, self._concat, self._collapse, self._expand)
        more = (self._function, self._function) if self.functions else ()
        for _ in range(self._rng.randint(2, 7)):
            step, one = self._rng.choice((*steps, *moves, *more)), self._rng.choice(self._values)
            if one.array.ndim > 0 or step in (self._elementwise, self._broadcast, self._function):
                step(one)

    @property
    def result(self) -> Value:
        """What the function returns."""
        return self._values[-1]

    @property
    def text(self) -> str:
        """The module."""
        arguments = ", ".join(f"%{value.name}: {value.type}" for value in self.arguments)
        body = "\n".join(self.lines)
        result = self.result
        return (
            f"func.func @f({arguments}) -> {result.type} {{\n  %zero = arith.constant 0.0 : f32\n"
            f"{body}\n  return %{result.name} : {result.type}\n}}\n"
        )

    def _add(self, array: Array, operation: str) -> None:
        """Appends an operation, in which `{out}` is an empty tensor of the result's type."""
        if array.size > 4000 or np.abs(array).max(initial=0) > _LARGEST**3:
            return
        name = f"v{len(self.lines)}"
        if "{out}" in operation:
            self.lines.append(f"  %{name}_e = tensor.empty() : {tensor(array.shape)}")
        result = tensor(array.shape)
        self.lines.append(f"  %{name} = {operation.format(out=f'%{name}_e', type=result)}")
        self._values.append(Value(name, array.astype(np.float32)))

    def _filled(self, shape: tuple[int, ...]) -> str:
        name = f"v{len(self.lines)}"
        self.lines.append(f"  %{name}_e = tensor.empty() : {tensor(shape)}")
        self.lines.append(
            f"  %{name}_f = linalg.fill ins(%zero : f32) outs(%{name}_e : {tensor(shape)})"
            f" -> {tensor(shape)}"
        )
        return f"%{name}_f"

    def _elementwise(self, one: Value) -> None:
        name, made = self._rng.choice(
            [("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("max", np.maximum)]
        )
        fitting = [v for v in self._values if v.array.shape == one.array.shape]
        other = self._rng.choice(fitting)
        operands = f"ins(%{one.name}, %{other.name} : {one.type}, {other.type})"
        self._add(
            made(one.array, other.array),
            f"linalg.{name} {operands} outs({{out}} : {{type}}) -> {{type}}",
        )

    def _function(self, one: Value) -> None:
        """A generic operation, which reads its operand in another order of the axes."""
        name = self._rng.choice(("exp", "tanh", "erf", "rsqrt", "log1p", "sin"))
        order = list(range(one.array.ndim))
        self._rng.shuffle(order)
        axes = [f"d{k}" for k in order]
        of, read = ", ".join(sorted(axes)), ", ".join(axes)
        array = one.array.transpose(np.argsort(order))
        kinds = ", ".join(['"parallel"'] * one.array.ndim)
        self._add(
            array,
            f"linalg.generic {{{{indexing_maps = [affine_map<({of}) -> ({read})>, "
            f"affine_map<({of}) -> ({of})>], iterator_types = [{kinds}]}}}} "
            f"ins(%{one.name} : {one.type}) outs({{out}} : {{type}}) {{{{\n"
            f"  ^bb0(%a: f32, %b: f32):\n    %y = math.{name} %a : f32\n"
            f"    %z = arith.subf %a, %y : f32\n    linalg.yield %z : f32\n  }}}} -> {{type}}",
        )

    def _broadcast(self, one: Value) -> None:
        if one.array.ndim > 2:
            return
        axis, size = self._rng.randint(0, one.array.ndim), self._rng.randint(1, 5)
        array = np.repeat(np.expand_dims(one.array, axis), size, axis)
        self._add(
            array,
            f"linalg.broadcast ins(%{one.name} : {one.type}) outs({{out}} : {{type}}) "
            f"dimensions = [{axis}]",
        )

    def _reduce(self, one: Value) -> None:
        axis = self._rng.randrange(one.array.ndim)
        array = one.array.sum(axis)
        out = self._filled(array.shape)
        self._add(
            array,
            f"linalg.reduce {{{{ arith.addf }}}} ins(%{one.name} : {one.type}) "
            f"outs({out} : {{type}}) dimensions = [{axis}]",
        )

    def _transpose(self, one: Value) -> None:
        order = list(range(one.array.ndim))
        self._rng.shuffle(order)
        self._add(
            one.array.transpose(order),
            f"linalg.transpose ins(%{one.name} : {one.type}) outs({{out}} : {{type}}) "
            f"permutation = {order}",
        )

    def _matmul(self, one: Value) -> None:
        if one.array.ndim != 2:
            return
        fitting = [v for v in self._values if v.array.shape[:1] == one.array.shape[1:]]
        fitting = [v for v in fitting if v.array.ndim == 2]
        if not fitting:
            return
        other = self._rng.choice(fitting)
        array = one.array @ other.array
        if np.abs(array).max(initial=0) > _LARGEST**2:
            return
        out = self._filled(array.shape)
        operands = f"ins(%{one.name}, %{other.name} : {one.type}, {other.type})"
        self._add(array, f"linalg.matmul {operands} outs({out} : {{type}}) -> {{type}}")

    def _pad(self, one: Value) -> None:
        width = [(self._rng.randint(0, 2), self._rng.randint(0, 2)) for _ in one.array.shape]
        low, high = [a for a, _ in width], [b for _, b in width]
        indices = ", ".join(f"%i{k}: index" for k in range(one.array.ndim))
        self._add(
            np.pad(one.array, width),
            f"tensor.pad %{one.name} low{low} high{high} {{{{\n  ^bb0({indices}):\n"
            f"    tensor.yield %zero : f32\n  }}}} : {one.type} to {{type}}",
        )

    def _slice(self, one: Value) -> None:
        starts = [self._rng.randrange(size) for size in one.array.shape]
        sizes = [self._rng.randint(1, n - s) for n, s in zip(one.array.shape, starts, strict=True)]
        part = tuple(slice(s, s + n) for s, n in zip(starts, sizes, strict=True))
        ones = [1] * one.array.ndim
        self._add(
            one.array[part],
            f"tensor.extract_slice %{one.name}{starts} {sizes} {ones} : {one.type} to {{type}}",
        )

    def _insert(self, one: Value) -> None:
        fitting = [
            v
            for v in self._values
            if v.array.ndim == one.array.ndim
            and all(a <= b for a, b in zip(v.array.shape, one.array.shape, strict=True))
        ]
        part = self._rng.choice(fitting)
        pairs = zip(one.array.shape, part.array.shape, strict=True)
        starts = [self._rng.randint(0, n - m) for n, m in pairs]
        where = tuple(slice(s, s + n) for s, n in zip(starts, part.array.shape, strict=True))
        array = one.array.copy()
        array[where] = part.array
        ones, sizes = [1] * one.array.ndim, list(part.array.shape)
        self._add(
            array,
            f"tensor.insert_slice %{part.name} into %{one.name}{starts} {sizes} {ones} : "
            f"{part.type} into {{type}}",
        )

    def _concat(self, one: Value) -> None:
        axis = self._rng.randrange(one.array.ndim)
        self._add(
            np.concatenate([one.array, one.array], axis),
            f"tensor.concat dim({axis}) %{one.name}, %{one.name} : ({one.type}, {one.type}) -> "
            "{type}",
        )

    def _collapse(self, one: Value) -> None:
        if one.array.ndim < 2:
            return
        first = self._rng.randrange(one.array.ndim - 1)
        groups = [[k] for k in range(one.array.ndim)]
        groups[first : first + 2] = [[first, first + 1]]
        shape = one.array.shape
        merged = (*shape[:first], shape[first] * shape[first + 1], *shape[first + 2 :])
        self._add(
            one.array.reshape(merged),
            f"tensor.collapse_shape %{one.name} {groups} : {one.type} into {{type}}",
        )

    def _expand(self, one: Value) -> None:
        axis = self._rng.randrange(one.array.ndim)
        size = one.array.shape[axis]
        factor = self._rng.choice([k for k in range(1, size + 1) if size % k == 0])
        shape = one.array.shape
        split = (*shape[:axis], factor, size // factor, *shape[axis + 1 :])
        if len(split) > 4:
            return
        groups = [[k + (k > axis)] for k in range(len(shape))]
        groups[axis] = [axis, axis + 1]
        self._add(
            one.array.reshape(split),
            f"tensor.expand_shape %{one.name} {groups} output_shape {list(split)} : "
            f"{one.type} into {{type}}",
        )
