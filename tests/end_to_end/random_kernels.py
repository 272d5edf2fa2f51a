"""Kernels drawn at random: an expression over each cell, or its reduction along the last axis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

import numpy as np

from .elements import DTYPES, FLOATS, Array
from .kernel import Buffer, Kernel, Role

Operation: TypeAlias = Callable[[Array, Array], Array]

FLOAT_OPERATIONS: dict[str, Operation] = {
    "addf": np.add,
    "subf": np.subtract,
    "mulf": np.multiply,
}
INTEGER_OPERATIONS: dict[str, Operation] = {
    "addi": np.add,
    "subi": np.subtract,
    "muli": np.multiply,
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "maxsi": np.maximum,
    "minsi": np.minimum,
}
FIRST = {"addf": 0.0, "mulf": 1.0, "addi": 0, "muli": 1, "xori": 0}
"""The start values of reductions."""


@dataclass
class _Drawing:
    """The body of a loop nest while it is drawn, and the same on whole arrays."""

    element: str
    shape: tuple[int, ...]
    rng: np.random.Generator
    lines: list[str] = field(default_factory=list[str])
    inputs: dict[str, Buffer] = field(default_factory=dict[str, Buffer])
    fresh: count[int] = field(default_factory=count)

    @property
    def body(self) -> str:
        """The operations drawn so far."""
        return "\n".join(self.lines)

    def value(self, depth: int) -> tuple[str, Callable[[dict[str, Array]], Array]]:
        """Draw an expression; its SSA name and what computes it from the inputs."""
        if depth == 0 or self.rng.random() < 0.2:
            return self._load()
        a, left = self.value(depth - 1)
        b, right = self.value(depth - 1)
        is_float = self.element in FLOATS
        operations = FLOAT_OPERATIONS if is_float else INTEGER_OPERATIONS
        if self.rng.random() < 0.2:
            compare = "cmpf olt" if is_float else "cmpi slt"
            c = self._emit(f"arith.{compare}, {a}, {b} : {self.element}")
            name = self._emit(f"arith.select {c}, {b}, {a} : {self.element}")
            return name, lambda given: np.where(
                left(given) < right(given), right(given), left(given)
            )
        key = str(self.rng.choice(list(operations)))
        name = self._emit(f"arith.{key} {a}, {b} : {self.element}")
        return name, lambda given: operations[key](left(given), right(given))

    def _load(self) -> tuple[str, Callable[[dict[str, Array]], Array]]:
        """Of a new input, or of one there already; its axes permuted, some reversed."""
        axes = [int(a) for a in self.rng.permutation(len(self.shape))]
        axes = axes[: int(self.rng.integers(0 if len(axes) < 2 else 1, len(axes) + 1))]
        shape = tuple(self.shape[a] for a in axes)
        alike = [name for name, buffer in self.inputs.items() if buffer.shape == shape]
        name = str(self.rng.choice(alike)) if alike else f"A{len(self.inputs)}"
        self.inputs.setdefault(name, Buffer(self.element, shape, "in"))
        reverse = [bool(self.rng.random() < 0.25) for _ in axes]
        index = ", ".join(
            f"{self.shape[a] - 1} - %i{a}" if back else f"%i{a}"
            for a, back in zip(axes, reverse, strict=True)
        )
        result = self._emit(f"affine.load %{name}[{index}] : {_memref(self.element, shape)}")
        turned = tuple(slice(None, None, -1 if back else 1) for back in reverse)
        order = sorted(range(len(axes)), key=axes.__getitem__)
        spread = tuple(slice(None) if a in axes else None for a in range(len(self.shape)))
        shape = self.shape
        return result, lambda given: np.broadcast_to(
            given[name][turned].transpose(order)[spread], shape
        )

    def _emit(self, text: str) -> str:
        name = f"%v{next(self.fresh)}"
        self.lines.append(f"{name} = {text}")
        return name


def random_kernel(seed: int) -> Kernel:
    """The kernel of that seed."""
    rng = np.random.default_rng(seed)
    shape = tuple(int(n) for n in rng.integers(1, 10, rng.integers(1, 4)))
    drawing = _Drawing(str(rng.choice([e for e in DTYPES if e not in ("i1", "index")])), shape, rng)
    name, compute = drawing.value(2)
    finish = _FINISHES[rng.integers(len(_FINISHES))]
    role, output, body, assign = finish(drawing, name)
    buffers = {**drawing.inputs, "B": Buffer(drawing.element, output, role)}
    arguments = ", ".join(f"%{n}: {_memref(b.element, b.shape)}" for n, b in buffers.items())
    text = f"func.func @random({arguments}) {{\n{body}\nfunc.return\n}}"

    def reference(*arrays: Array) -> None:
        with np.errstate(all="ignore"):
            assign(arrays[-1], compute(dict(zip(buffers, arrays, strict=True))))

    return Kernel("random", text, buffers, reference)


_Finish: TypeAlias = tuple[Role, tuple[int, ...], str, Callable[[Array, Array], None]]


def _stored(drawing: _Drawing, value: str) -> _Finish:
    shape = drawing.shape
    store = f"affine.store {value}, %B[{_indices(len(shape))}] : {_memref(drawing.element, shape)}"

    def assign(B: Array, values: Array) -> None:
        B[...] = values

    return "out", shape, _nest(shape, f"{drawing.body}\n{store}"), assign


def _combined_in_place(drawing: _Drawing, value: str) -> _Finish:
    shape, operation = drawing.shape, "mulf" if drawing.element in FLOATS else "xori"
    cell = f"%B[{_indices(len(shape))}] : {_memref(drawing.element, shape)}"
    body = f"""
    {drawing.body}
    %old = affine.load {cell}
    %new = arith.{operation} %old, {value} : {drawing.element}
    affine.store %new, {cell}"""

    def assign(B: Array, values: Array) -> None:
        B[...] = B * values if operation == "mulf" else B ^ values

    return "update", shape, _nest(shape, body), assign


def _stored_under_a_guard(drawing: _Drawing, value: str) -> _Finish:
    shape = drawing.shape
    axis = int(drawing.rng.integers(len(shape)))
    type = _memref(drawing.element, shape)
    guarded = f"""
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i{axis}) {{
      affine.store {value}, %B[{_indices(len(shape))}] : {type}
    }}"""
    body = drawing.body + guarded

    def assign(B: Array, values: Array) -> None:
        where = (slice(None),) * axis + (slice(1, None),)
        B[where] = values[where]

    return "partial", shape, _nest(shape, body), assign


def _reduced_carried(drawing: _Drawing, value: str) -> _Finish:
    element, outer, last = drawing.element, drawing.shape[:-1], len(drawing.shape) - 1
    operation, combine = _reduction(drawing)
    body = f"""
    %first = arith.constant {_literal(operation, element)} : {element}
    %r = affine.for %i{last} = 0 to {drawing.shape[-1]} iter_args(%s = %first) -> ({element}) {{
      {drawing.body}
      %n = arith.{operation} %s, {value} : {element}
      affine.yield %n : {element}
    }}
    affine.store %r, %B[{_indices(last)}] : {_memref(element, outer)}"""
    return "out", outer, _nest(outer, body), combine


def _reduced_in_memory(drawing: _Drawing, value: str) -> _Finish:
    element, outer, last = drawing.element, drawing.shape[:-1], len(drawing.shape) - 1
    operation, combine = _reduction(drawing)
    cell = f"%B[{_indices(last)}] : {_memref(element, outer)}"
    body = f"""
    %first = arith.constant {_literal(operation, element)} : {element}
    affine.store %first, {cell}
    affine.for %i{last} = 0 to {drawing.shape[-1]} {{
      {drawing.body}
      %s = affine.load {cell}
      %n = arith.{operation} %s, {value} : {element}
      affine.store %n, {cell}
    }}"""
    return "out", outer, _nest(outer, body), combine


_FINISHES = (
    _stored,
    _combined_in_place,
    _stored_under_a_guard,
    _reduced_carried,
    _reduced_in_memory,
)


def _reduction(drawing: _Drawing) -> tuple[str, Callable[[Array, Array], None]]:
    is_float = drawing.element in FLOATS
    operations = FLOAT_OPERATIONS if is_float else INTEGER_OPERATIONS
    operation = str(drawing.rng.choice([key for key in FIRST if key in operations]))

    def combine(B: Array, values: Array) -> None:
        result = np.full(B.shape, FIRST[operation], B.dtype)
        for k in range(values.shape[-1]):
            result = operations[operation](result, values[..., k])
        B[...] = result

    return operation, combine


def _literal(operation: str, element: str) -> str:
    value = FIRST[operation]
    return str(float(value)) if element in FLOATS else str(int(value))


def _nest(shape: tuple[int, ...], body: str) -> str:
    for d, size in reversed(list(enumerate(shape))):
        body = f"affine.for %i{d} = 0 to {size} {{\n{body}\n}}"
    return body


def _indices(rank: int) -> str:
    return ", ".join(f"%i{d}" for d in range(rank))


def _memref(element: str, shape: tuple[int, ...]) -> str:
    return f"memref<{'x'.join([*map(str, shape), element])}>"
