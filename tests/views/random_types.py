"""Random programs that access one buffer by names of several element types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

BYTES = 32
_SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "f32": 4, "f64": 8}
_FLOATS = {name for name in _SIZES if name.startswith("f")}
_ADD, _ZERO = {True: "addf", False: "addi"}, {True: "0.0", False: "0"}


@dataclass
class _Name:
    value: str
    element: str
    shape: tuple[int, ...]

    @property
    def type(self) -> str:
        return f"memref<{''.join(f'{n}x' for n in self.shape)}{self.element}>"


@dataclass
class Program:
    """The text of a function `f`, and what it takes."""

    rng: Random
    lines: list[str] = field(default_factory=list[str])
    names: list[_Name] = field(default_factory=list[_Name])
    count: int = 0
    is_local: bool = False
    root: _Name = field(default_factory=lambda: _Name("%raw", "i8", (BYTES,)))

    def text(self) -> str:
        """The module."""
        rng = self.rng
        self.is_local = rng.random() < 0.4
        element = rng.choice(["i8", "i8", "i32", "f32", "i16", "f64"])
        root = _Name("%raw", element, (BYTES // _SIZES[element],))
        arguments = [] if self.is_local else [f"%raw: {root.type}"]
        arguments += ["%A: memref<8xf32>", "%N: memref<8xi32>", "%S: memref<1xf32>"]
        arguments += ["%x: f32", "%n: i32", "%b: i8"]
        if self.is_local:
            self._add(f"%raw = memref.alloc() : {root.type}")
        self.root = root
        self.names = [root]
        for _ in range(rng.randint(1, 3)):
            self._make_view()
        if self.is_local:
            self._fill(root, constant=True)
        for _ in range(rng.randint(4, 8)):
            rng.choice(
                [self._store, self._store, self._fill_any, self._copy_out, self._sum, self._move]
            )()
        if rng.random() < 0.7:
            self._copy_out()
        if self.is_local and rng.random() < 0.5:
            self._add(f"memref.dealloc %raw : {root.type}")
        inside = "\n".join(f"  {line}" for line in self.lines)
        return f"func.func @f({', '.join(arguments)}) {{\n{inside}\n  func.return\n}}\n"

    def arguments(self) -> list[Any]:
        """Values for the arguments."""
        rng = self.rng
        given: list[Any] = (
            [] if self.is_local else [self._cells(self.root.element, self.root.shape[0])]
        )
        given += [self._cells("f32", 8), self._cells("i32", 8), self._cells("f32", 1)]
        return [*given, 1.5, rng.choice([0, 1, 1 << 30, -1]), rng.randint(-128, 127)]

    def _cells(self, element: str, count: int) -> Any:
        made: list[Any] = []
        for _ in range(count):
            number = self.rng.choice([0, 1, -1, 3, self.rng.randint(-100, 100)])
            made.append(float(number) if element in _FLOATS else number)
        return np.array(made, object)

    def _add(self, line: str) -> None:
        self.lines.append(line)

    def _new(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def _make_view(self) -> None:
        rng, source = self.rng, self.rng.choice(self.names)
        value, element = self._new(), rng.choice(list(_SIZES))
        size = _SIZES[element]
        is_plain = not isinstance(source, _Strided)
        if source.element == "i8" and len(source.shape) == 1 and is_plain and rng.random() < 0.7:
            room = source.shape[0]
            shift = rng.randrange(0, room, size if rng.random() < 0.85 else 1)
            count = (room - shift) // size
            if count == 0:
                return
            shape = (count // 2, 2) if count % 2 == 0 and rng.random() < 0.3 else (count,)
            view = _Name(value, element, shape)
            shifted = self._constant(shift, "index")
            self._add(
                f"{value} = memref.view {source.value}[{shifted}][] : {source.type} to {view.type}"
            )
        elif source.value == "%raw" and rng.random() < 0.8:
            offset = 0 if rng.random() < 0.6 else rng.randrange(BYTES // size)
            step = rng.choice([1, 1, 1, 2])
            count = (BYTES // size - offset + step - 1) // step
            view = _Name(value, element, (count,))
            layout = "" if (offset, step) == (0, 1) else f", strided<[{step}], offset: {offset}>"
            type = view.type[:-1] + layout + ">"
            self._add(
                f"{value} = memref.reinterpret_cast {source.value} to offset: [{offset}], "
                f"sizes: [{count}], strides: [{step}] : {source.type} to {type}"
            )
            if layout:
                self.names.append(_Strided(value, element, (count,), layout))
                return
        elif len(source.shape) == 2:
            view = _Name(value, source.element, (source.shape[0] * source.shape[1],))
            self._add(
                f"{value} = memref.collapse_shape {source.value} [[0, 1]] : {source.type} "
                f"into {view.type}"
            )
        elif (
            not isinstance(source, _Strided) and len(source.shape) == 1 and source.shape[0] % 2 == 0
        ):
            shape = (source.shape[0] // 2, 2)
            view = _Name(value, source.element, shape)
            self._add(
                f"{value} = memref.expand_shape {source.value} [[0, 1]] output_shape "
                f"[{shape[0]}, 2] : {source.type} into {view.type}"
            )
        else:
            return
        self.names.append(view)

    def _constant(self, number: float | str, type: str) -> str:
        value = self._new()
        self._add(f"{value} = arith.constant {number} : {type}")
        return value

    def _some_value(self, element: str) -> str:
        rng = self.rng
        given = {"f32": "%x", "i32": "%n", "i8": "%b"}
        if element in given and rng.random() < 0.4:
            return given[element]
        floats = ["0.0", "-0.0", "1.0", "2.5"]
        return self._constant(
            rng.choice(floats if element in _FLOATS else ["0", "1", "-1", "77"]), element
        )

    def _store(self) -> None:
        name = self.rng.choice(self.names)
        value = self._some_value(name.element)
        often = self.rng.random() < 0.7  # so that stores meet
        index = ", ".join("0" if often else str(self.rng.randrange(n)) for n in name.shape)
        self._add(f"affine.store {value}, {name.value}[{index}] : {name.type}")

    def _fill_any(self) -> None:
        self._fill(self.rng.choice(self.names), constant=self.rng.random() < 0.6)

    def _fill(self, name: _Name, *, constant: bool) -> None:
        value = self._some_value(name.element) if constant else None
        bounds = [self.rng.choice([n, n, max(1, n - 1)]) for n in name.shape]
        if self.is_local and len(self.lines) < 8:
            bounds = list(name.shape)
        self._nest(bounds, lambda i: self._fill_body(name, value, i))

    def _fill_body(self, name: _Name, value: str | None, index: list[str]) -> None:
        at = ", ".join(index)
        if value is None:
            old, value = self._new(), self._new()
            self._add(f"{old} = affine.load {name.value}[{at}] : {name.type}")
            self._add(
                f"{value} = arith.{_ADD[name.element in _FLOATS]} {old}, {old} : {name.element}"
            )
        self._add(f"affine.store {value}, {name.value}[{at}] : {name.type}")

    def _nest(self, bounds: list[int], body: Callable[[list[str]], None]) -> None:
        index: list[str] = []
        for bound in bounds:
            index.append(self._new())
            self._add(f"affine.for {index[-1]} = 0 to {bound} {{")
        body(index)
        for k in range(len(bounds)):
            self.count += 1
            self._add(f'}} {{pad.stage = "s{self.count}"}}' if k == len(bounds) - 1 else "}")

    def _copy_out(self) -> None:
        """Of f32 and i32 only: nothing else has such a type."""
        names = [n for n in self.names if n.element in ("f32", "i32") and len(n.shape) == 1]
        if not names:
            return
        name = self.rng.choice(names)
        other = "%A: memref<8xf32>" if name.element == "f32" else "%N: memref<8xi32>"
        target, type = other.split(": ")
        count = min(8, name.shape[0])

        def body(index: list[str]) -> None:
            value = self._new()
            at = index[0] if self.rng.random() < 0.6 else f"{count - 1} - {index[0]}"
            self._add(f"{value} = affine.load {name.value}[{at}] : {name.type}")
            self._add(f"affine.store {value}, {target}[{index[0]}] : {type}")

        self._nest([count], body)

    def _move(self) -> None:
        """Cells of one name to another of the same type, or to itself."""
        name = self.rng.choice(self.names)
        same = [
            n
            for n in self.names
            if n.element == name.element and len(n.shape) == len(name.shape) == 1
        ]
        if not same:
            return
        other = self.rng.choice(same)
        count = min(other.shape[0], name.shape[0])
        if count < 2:
            return
        shift = self.rng.choice([0, 0, 1])

        def body(index: list[str]) -> None:
            value = self._new()
            self._add(f"{value} = affine.load {name.value}[{index[0]} + {shift}] : {name.type}")
            self._add(f"affine.store {value}, {other.value}[{index[0]}] : {other.type}")

        self._nest([count - shift], body)

    def _sum(self) -> None:
        """A guarded sum, or stores under a guard."""
        names = [n for n in self.names if len(n.shape) == 1]
        name = self.rng.choice(names)
        limit = self.rng.randint(1, name.shape[0])
        is_float = name.element in _FLOATS
        first = self.rng.choice(self.names) if self.rng.random() < 0.3 else None
        if first is not None and len(first.shape) == 1:
            self._store()
        summed = name.element == "f32"

        def body(index: list[str]) -> None:
            condition = f"affine_set<(d0) : ({limit - 1} - d0 >= 0)>({index[0]})"
            self._add(f"affine.if {condition} {{")
            old = self._new()
            self._add(f"{old} = affine.load {name.value}[{index[0]}] : {name.type}")
            if summed:
                acc, new = self._new(), self._new()
                self._add(f"{acc} = affine.load %S[0] : memref<1xf32>")
                self._add(f"{new} = arith.addf {acc}, {old} : f32")
                self._add(f"affine.store {new}, %S[0] : memref<1xf32>")
            else:
                new = self._new()
                self._add(f"{new} = arith.{_ADD[is_float]} {old}, {old} : {name.element}")
                self._add(f"affine.store {new}, {name.value}[{index[0]}] : {name.type}")
            self._add("}")

        if summed and self.rng.random() < 0.7:
            zero = self._constant("0.0", "f32")
            self._add(f"affine.store {zero}, %S[0] : memref<1xf32>")
        self._nest([name.shape[0]], body)


@dataclass
class _Strided(_Name):
    layout: str

    @property
    def type(self) -> str:
        return f"memref<{self.shape[0]}x{self.element}{self.layout}>"
