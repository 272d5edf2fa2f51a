"""A random program: its text, what it does in Python, and sizes to call it at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from typing import Any

from .arithmetic import operations
from .stages import Stages
from .writing import Buffer, Writer

Sizes = dict[str, int]
Cells = dict[tuple[int, ...], Any]
MOST_WORK = 1500
TRIALS = 8


@dataclass(frozen=True)
class Size:
    """A size, and what is known of it: the facts of `pad.size`, or of assumes."""

    name: str
    min: int = 0
    max: int | None = None
    multiple: int = 1
    same_as: tuple[str, int] | None = None
    """Another size that this one is the sum of, with a number."""
    at_most: str | None = None


class Window:
    """Cells of another buffer, from an offset."""

    def __init__(self, cells: Cells, offsets: tuple[int, ...]):
        self._cells, self._offsets = cells, offsets

    def _at(self, key: tuple[int, ...]) -> tuple[int, ...]:
        assert all(index >= 0 for index in key)
        return tuple(k + o for k, o in zip(key, self._offsets, strict=True))

    def __getitem__(self, key: tuple[int, ...]) -> Any:
        return self._cells[self._at(key)]

    def __setitem__(self, key: tuple[int, ...], value: Any) -> None:
        assert self._at(key) in self._cells
        self._cells[self._at(key)] = value


@dataclass(frozen=True)
class Program:
    """`buffers` are the arguments, `laid_out` all that may get a layout, with what is a local."""

    seed: int
    text: str
    source: str
    buffers: tuple[Buffer, ...]
    laid_out: tuple[Buffer, ...]
    sizes: tuple[Size, ...]
    stages: tuple[str, ...]
    tied: frozenset[str]
    """Sizes that an argument has, and `pad.size` ties."""

    @cached_property
    def run(self) -> Any:
        """The function on dictionaries of cells, and sizes."""
        names: dict[str, Any] = {"Window": Window, **operations()}
        exec(self.source, names)
        return names["f"]

    def shape(self, buffer: Buffer, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """A buffer's shape at sizes."""
        return tuple(int(dim) if dim.isdigit() else sizes[dim] for dim in buffer.dims)

    def some_sizes(self, random: Random, tiles: tuple[int, ...]) -> list[Sizes]:
        """Sizes to call it at: around tiles, and others."""
        found: list[Sizes] = []
        values = [0, 1, *(t + d for t in tiles for d in (-1, 0, 1))]
        for number in range(40 * TRIALS):
            if len(found) == TRIALS:
                break
            drawn: Sizes = {}
            most = random.choice((40, 24, 12))
            for size in self.sizes:
                value = values[number % len(values)] if random.random() < 0.5 else None
                if value is None:
                    value = (
                        random.choice(values) if random.random() < 0.4 else random.randint(0, most)
                    )
                value = -(-max(value, size.min) // size.multiple) * size.multiple
                if size.at_most is not None:
                    value = min(value, drawn[size.at_most]) // size.multiple * size.multiple
                if size.max is not None:
                    value = min(value, size.max // size.multiple * size.multiple)
                if size.same_as is not None:
                    value = drawn[size.same_as[0]] + size.same_as[1]
                drawn[size.name] = value
            allowed = all(drawn[s.name] >= s.min for s in self.sizes)
            if (
                allowed
                and drawn not in found
                and prod(max(1, n) for n in drawn.values()) <= MOST_WORK
            ):
                found.append(drawn)
        return found


def random_program(seed: int) -> Program:
    """The program of a seed."""
    return _Generator(seed).program()


class _Generator:
    def __init__(self, seed: int):
        self.seed = seed
        self.random = Random(f"program {seed}")
        self.element = self.random.choice(("f32", "f32", "f32", "f64", "i32", "i8"))
        self.writer = Writer(self.random, {})
        self.sizes: list[Size] = []
        self.laid_out: list[Buffer] = []
        self.functions: list[str] = []

    def program(self) -> Program:
        """A product, a convolution, or some stages over buffers of related shapes."""
        form = self.random.random()
        if form < 0.1:
            return self._product()
        if form < 0.2:
            return self._convolution()
        return self._stages()

    def _size(self, name: str, **facts: Any) -> str:
        random = self.random
        if not facts and random.random() < 0.4:
            facts["min"] = random.choice((1, 1, 2, 4, 8))
        if random.random() < 0.15:
            facts["multiple"] = random.choice((2, 4, 8, 16))
        if random.random() < 0.15:
            facts["max"] = random.choice((16, 32, 40))
        if self.sizes and random.random() < 0.15 and not facts:
            facts["at_most"] = random.choice(self.sizes).name
        self.sizes.append(Size(name, **facts))
        return name

    def _product(self) -> Program:
        n, k, m = (self._size(name) for name in ("n", "k", "m"))
        buffers = [
            Buffer("A", self.element, (n, k)),
            Buffer("B", self.element, (k, m)),
            Buffer("C", self.element, (n, m)),
        ]
        return self._function(buffers, lambda stages: stages.product(*buffers))

    def _convolution(self) -> Program:
        n = self._size("n")
        k = self.random.choice((2, 3, 5))
        self.sizes.append(Size("p", same_as=("n", k - 1)))
        buffers = [
            Buffer("A", self.element, (n,)),
            Buffer("W", self.element, (str(k),)),
            Buffer("B", self.element, ("p",)),
        ]
        return self._function(buffers, lambda stages: stages.convolution(*buffers))

    def _stages(self) -> Program:
        random = self.random
        rank = random.choice((1, 1, 2, 2, 2, 3))
        names = ["n", "m", "k"][:rank]
        dims: list[str] = []
        for name in names:
            if random.random() < 0.12:
                dims.append(random.choice(("3", "5", "8")))
            elif dims and not dims[-1].isdigit() and random.random() < 0.12:
                dims.append(dims[-1])
            else:
                dims.append(self._size(name))
        if not self.sizes:
            dims[0] = self._size("n")
        whole = tuple(dims)
        buffers = [Buffer("A", self.element, whole), Buffer("B", self.element, whole)]
        if rank > 1 and random.random() < 0.5:
            buffers.append(Buffer("R", self.element, whole[:-1]))
        if random.random() < 0.25:
            turned = list(whole)
            random.shuffle(turned)
            buffers.append(Buffer("C", self.element, tuple(turned)))
        if random.random() < 0.2:
            buffers.append(Buffer("V", self.element, whole[-1:]))
        if rank == 1 and random.random() < 0.4:
            buffers.append(Buffer("R", self.element, ()))
        return self._function(buffers, lambda stages: self._body(stages, buffers))

    def _body(self, stages: Stages, buffers: list[Buffer]) -> None:
        random, writer = self.random, self.writer
        local = None
        if random.random() < 0.35:
            local = Buffer("L", self.element, random.choice(buffers[:2]).dims)
            self.laid_out.append(local)
            given = ", ".join(writer.value(dim) for dim in local.dims if not dim.isdigit())
            writer.both(f"%L = memref.alloc({given}) : {local.type}", "L = {}")
            stages.stage(local, "map")
            stages.buffers.append(local)
        for _ in range(random.choice((1, 1, 2, 2, 3))):
            target = random.choice(buffers)
            form = random.random()
            if form < 0.12 and len(target.dims) > 0:
                self._call(stages, target)
            elif form < 0.2 and target.dims:
                self._window(stages, target)
            else:
                stages.stage(target)
        if local is not None:
            stages.stage(random.choice([b for b in buffers if b.dims == local.dims]), "map")
            writer.both(f"memref.dealloc %L : {local.type}")

    def _call(self, stages: Stages, target: Buffer) -> None:
        """A stage in a function of its own, on one or two of the buffers."""
        random, writer = self.random, self.writer
        others = [b for b in stages.buffers if b is not target and b.dims == target.dims]
        taken = [target, *others[:1]]
        inside = [Buffer(name, b.element, b.dims) for name, b in zip("XY", taken, strict=False)]
        function = f"g{len(self.functions)}"
        lines, sizes = writer.mlir, dict(writer.sizes)
        writer.mlir = []
        passed = random.random() < 0.5
        dims = [dim for dim in dict.fromkeys(target.dims) if not dim.isdigit()]
        for dim in dims:
            if not passed:
                axis = writer.constant(target.dims.index(dim))
                writer.both(f"%{dim} = memref.dim %X, {axis} : {target.type}")
            writer.sizes[dim] = f"%{dim}"
        for own, given in zip(inside, taken, strict=True):
            writer.both(python=f"{own.name} = {given.name}")
        called = Stages(writer, inside)
        called.names = stages.names
        called.stage(inside[0])
        body, writer.mlir, writer.sizes = writer.mlir, lines, sizes
        listed = [f"%{own.name}: {own.type}" for own in inside]
        values = [f"%{b.name}" for b in taken]
        types = [b.type for b in taken]
        if passed:
            tie = random.random() < 0.7
            for dim in dims:
                axes = [
                    f'{{of = "{own.name}", dim = {k}}}'
                    for own in inside
                    for k, each in enumerate(own.dims)
                    if each == dim
                ]
                listed.append(
                    f"%{dim}: index" + (f" {{pad.size = [{', '.join(axes)}]}}" if tie else "")
                )
                values.append(writer.value(dim))
                types.append("index")
        head = f"func.func private @{function}({', '.join(listed)}) {{"
        self.functions += ["\n".join([head, *body, "  func.return", "}", ""])]
        writer.both(f"func.call @{function}({', '.join(values)}) : ({', '.join(types)}) -> ()")

    def _window(self, stages: Stages, target: Buffer) -> None:
        """A stage on what lies inside a buffer, or on a cast of it."""
        random, writer = self.random, self.writer
        dims = target.dims
        size = next((s for s in self.sizes if s.name == dims[-1] and s.min >= 1), None)
        name = writer.fresh("S")
        if size is None:
            wide = "x".join("?" * len(dims))
            type = f"memref<{wide}x{target.element}>"
            if type == target.type:
                return
            writer.both(f"%{name} = memref.cast %{target.name} : {target.type} to {type}")
            writer.both(python=f"{name} = {target.name}")
            view = _View(name, target.element, dims, type)
        else:
            less = writer.fresh("z")
            offset = random.choice((0, 1))
            value = writer.index({size.name: 1, "": -1})
            writer.sizes[less] = value
            writer.both(python=f"{less} = {size.name} - 1")
            strides: list[str] = ["1"]
            for dim in reversed(dims[1:]):
                known = strides[0] != "?" and dim.isdigit()
                strides.insert(0, str(int(strides[0]) * int(dim)) if known else "?")
            shape = "".join(f"{dim if dim.isdigit() else '?'}x" for dim in (*dims[:-1], less))
            layout = (
                f", strided<[{', '.join(strides)}], offset: {offset}>"
                if offset or len(dims) > 1
                else ""
            )
            layout = f", strided<[{', '.join(strides)}]{f', offset: {offset}' if offset else ''}>"
            type = f"memref<{shape}{target.element}{layout}>"
            offsets = ", ".join(["0"] * (len(dims) - 1) + [str(offset)])
            extents = ", ".join(
                [*(d if d.isdigit() else writer.value(d) for d in dims[:-1]), value]
            )
            ones = ", ".join(["1"] * len(dims))
            text = f"memref.subview %{target.name}[{offsets}] [{extents}] [{ones}]"
            writer.both(f"%{name} = {text} : {target.type} to {type}")
            moves = (*([0] * (len(dims) - 1)), offset)
            writer.both(python=f"{name} = Window({target.name}, {moves})")
            view = _View(name, target.element, (*dims[:-1], less), type)
        inside = Stages(writer, [view])
        inside.names = stages.names
        if not writer.affine:
            pass
        inside.stage(view, random.choice(("map", "stencil", "prefix", "choice")))

    def _function(self, buffers: list[Buffer], body: Callable[[Stages], None]) -> Program:
        random, writer = self.random, self.writer
        self.laid_out += [b for b in buffers if b.dims and any(not d.isdigit() for d in b.dims)]
        used = {dim for b in buffers for dim in b.dims}
        self.sizes = [size for size in self.sizes if size.name in used]
        listed = [f"%{b.name}: {b.type}" for b in buffers]
        tied: set[str] = set()
        for size in self.sizes:
            places = [(b, k) for b in buffers for k, dim in enumerate(b.dims) if dim == size.name]
            if random.random() < 0.7:
                tied.add(size.name)
                facts = {"min": size.min or None, "max": size.max}
                facts["multiple"] = size.multiple if size.multiple > 1 else None
                last = "".join(f", {key} = {value}" for key, value in facts.items() if value)
                ties = [
                    f'{{of = "{b.name}", dim = {k}{last if not number else ""}}}'
                    for number, (b, k) in enumerate(places)
                ]
                listed.append(f"%{size.name}: index {{pad.size = [{', '.join(ties)}]}}")
                writer.sizes[size.name] = f"%{size.name}"
                continue
            (first, axis), *others = places
            writer.both(
                f"%{size.name} = memref.dim %{first.name}, {writer.constant(axis)} : {first.type}"
            )
            writer.sizes[size.name] = f"%{size.name}"
            for other, k in others:
                same = writer.fresh("d")
                writer.both(
                    f"%{same} = memref.dim %{other.name}, {writer.constant(k)} : {other.type}"
                )
                self._assume("eq", f"%{same}", f"%{size.name}")
            if size.min:
                self._assume("sge", f"%{size.name}", writer.constant(size.min))
            if size.max:
                self._assume("sle", f"%{size.name}", writer.constant(size.max))
            if size.multiple > 1:
                rest = f"%{writer.fresh('x')}"
                by = writer.constant(size.multiple)
                writer.both(f"{rest} = arith.remsi %{size.name}, {by} : index")
                self._assume("eq", rest, writer.constant(0))
        for size in self.sizes:
            if size.at_most in writer.sizes:
                self._assume("sle", f"%{size.name}", f"%{size.at_most}")
            if size.same_as is not None:
                total = writer.index({size.same_as[0]: 1, "": size.same_as[1]})
                self._assume("eq", f"%{size.name}", total)
        stages = Stages(writer, list(buffers))
        body(stages)
        head = f"func.func @f({', '.join(listed)}) {{"
        text = "\n".join([head, *writer.mlir, "  func.return", "}", *self.functions, ""])
        names = [*(b.name for b in buffers), *(size.name for size in self.sizes)]
        source = "\n".join([f"def f({', '.join(names)}):", *writer.python, "  return", ""])
        return Program(
            self.seed, text, source, tuple(buffers), tuple(self.laid_out), tuple(self.sizes),
            tuple(stages.names), frozenset(tied),
        )  # fmt: skip

    def _assume(self, predicate: str, one: str, other: str) -> None:
        fact = f"%{self.writer.fresh('q')}"
        self.writer.both(f"{fact} = arith.cmpi {predicate}, {one}, {other} : index")
        self.writer.both(f"pad.assume {fact} : i1")


@dataclass(frozen=True)
class _View(Buffer):
    """A buffer that is a view, with a type of its own."""

    own_type: str = ""

    @property
    def type(self) -> str:
        return self.own_type
