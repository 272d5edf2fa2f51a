"""Stages: loop nests that write one buffer from others."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from .writing import FLOATS, Buffer, Linear, Writer, linear, plus

SMALL = (0, 1, -1, 2, 3, -2)


def permutations(wanted: Sequence[str], given: Sequence[str]) -> list[int] | None:
    """For each dimension of `given` the place in `wanted` that has it, each once."""
    left = list(range(len(wanted)))
    found: list[int] = []
    for dim in given:
        place = next((k for k in left if wanted[k] == dim), None)
        if place is None:
            return None
        left.remove(place)
        found.append(place)
    return found


class Stages:
    """Writes stages over the buffers of a function."""

    def __init__(self, writer: Writer, buffers: list[Buffer]):
        self.writer = writer
        self.random = writer.random
        self.buffers = buffers
        self.names: list[str] = []

    def stage(self, target: Buffer, kind: str | None = None) -> None:
        """A stage that writes a buffer."""
        writer, random = self.writer, self.random
        writer.affine = random.random() < 0.65
        name = f"s{len(self.names)}"
        kinds = ["map", "map", "update", "stencil", "choice", "reverse", "strided"]
        if target.dims:
            kinds += ["prefix"]
        if len(target.dims) >= 2:
            kinds += ["triangle"]
        if self._longer(target):
            kinds += ["reduce", "reduce", "through_memory", "through_memory"]
        if not target.dims:
            kinds = ["reduce", "through_memory"] if self._longer(target) else ["map"]
        chosen = kind or random.choice(kinds)
        self.names.append(name)
        getattr(self, f"_{chosen}")(target, name)

    def _sources(self, target: Buffer) -> list[tuple[Buffer, list[int]]]:
        """Buffers whose dimensions are some of the target's."""
        found = [
            (buffer, places)
            for buffer in self.buffers
            if buffer is not target
            and buffer.element == target.element
            and (places := permutations(target.dims, buffer.dims)) is not None
        ]
        return found or [(target, list(range(len(target.dims))))]

    def _longer(self, target: Buffer) -> list[Buffer]:
        """Buffers with the target's dimensions first, and one or more after them."""
        rank = len(target.dims)
        return [
            buffer
            for buffer in self.buffers
            if len(buffer.dims) > rank
            and buffer.dims[:rank] == target.dims
            and buffer.element == target.element
        ]

    @contextmanager
    def _nest(self, dims: Sequence[str], stage: str, step: int = 1) -> Generator[list[str]]:
        names = [self.writer.fresh("i") for _ in dims]
        order = list(range(len(dims)))
        if self.random.random() < 0.2:
            self.random.shuffle(order)
        with ExitStack() as stack:
            for number, k in enumerate(order):
                by = step if k == len(dims) - 1 else 1
                label = stage if number == 0 else ""
                stack.enter_context(self.writer.loop(names[k], dims[k], by, label))
            yield names

    def _some(self, element: str, value: str) -> str:
        """A value made of another."""
        writer, random = self.writer, self.random
        for _ in range(random.choice((0, 1, 1, 2))):
            operations = ["add", "mul", "max", "min", "sub"]
            operations += ["neg"] if element in FLOATS else ["and", "or", "xor"]
            chosen = random.choice(operations)
            if chosen == "neg":
                value = writer.operation(element, "neg", value)
                continue
            constant = writer.number(element, random.choice(SMALL))
            value = writer.operation(element, chosen, value, constant)
        return value

    def _together(self, element: str, one: str, other: str) -> str:
        operations = ["add", "add", "sub", "max", "min"] + ([] if element in FLOATS else ["xor"])
        return self.writer.operation(element, self.random.choice(operations), one, other)

    def _read(self, target: Buffer, names: Sequence[str]) -> str:
        source, places = self.random.choice(self._sources(target))
        return self.writer.load(source, [plus(names[place]) for place in places])

    def _map(self, target: Buffer, stage: str) -> None:
        if not target.dims:
            with self._nest(("1",), stage):
                value = self.writer.load(target, [])
                self.writer.store(self._some(target.element, value), target, [])
            return
        with self._nest(target.dims, stage) as names:
            value = self._some(target.element, self._read(target, names))
            if self.random.random() < 0.3:
                value = self._together(target.element, value, self._read(target, names))
            self.writer.store(value, target, list(map(plus, names)))

    def _update(self, target: Buffer, stage: str) -> None:
        with self._nest(target.dims, stage) as names:
            old = self.writer.load(target, list(map(plus, names)))
            value = self._together(target.element, self._read(target, names), old)
            self.writer.store(value, target, list(map(plus, names)))

    def _moved(
        self, target: Buffer, names: Sequence[str]
    ) -> tuple[Buffer, list[Linear], list[Linear]]:
        """A source, indices beside the loops', and the conditions that they are inside."""
        source, places = self.random.choice(self._sources(target))
        indices: list[Linear] = []
        conditions: list[Linear] = []
        for axis, place in enumerate(places):
            move = self.random.choice((-2, -1, 1, 3)) if axis == len(places) - 1 else 0
            index = plus(names[place], move)
            indices.append(index)
            if move < 0:
                conditions.append(index)
            elif move > 0:
                conditions.append(self._below(index, source.dims[axis]))
        return source, indices, conditions

    def _below(self, index: Linear, dim: str) -> Linear:
        """At least 0 where an index is below a dimension."""
        negated = {name: -times for name, times in index.items()}
        if dim.isdigit():
            return negated | {"": int(dim) - 1 + negated.get("", 0)}
        return {dim: 1, **negated, "": negated.get("", 0) - 1}

    def _stencil(self, target: Buffer, stage: str) -> None:
        writer = self.writer
        with self._nest(target.dims, stage) as names:
            place = list(map(plus, names))
            source, indices, conditions = self._moved(target, names)
            if self.random.random() < 0.5:
                writer.store(
                    writer.number(target.element, self.random.choice(SMALL)), target, place
                )
            if not conditions:
                return
            writer.both(writer.guard(conditions) + " {")
            with writer.inside():
                value = writer.load(source, indices)
                if self.random.random() < 0.7:
                    old = writer.load(target, place)
                    value = self._together(target.element, value, old)
                writer.store(value, target, place)
            if self.random.random() < 0.3:
                writer.both("} else {", "else:")
                with writer.inside():
                    other = writer.number(target.element, self.random.choice(SMALL))
                    writer.store(other, target, place)
            writer.both("}")

    def _choice(self, target: Buffer, stage: str) -> None:
        """A value by an if that yields it."""
        writer = self.writer
        with self._nest(target.dims, stage) as names:
            source, indices, conditions = self._moved(target, names)
            if not conditions:
                return
            result = writer.fresh("v")
            writer.both(f"%{result} = {writer.guard(conditions)} -> ({target.element}) {{")
            ending = "affine.yield" if writer.affine else "scf.yield"
            with writer.inside():
                value = self._some(target.element, writer.load(source, indices))
                writer.both(f"{ending} %{value} : {target.element}", f"{result} = {value}")
            writer.both("} else {", "else:")
            with writer.inside():
                other = writer.number(target.element, self.random.choice(SMALL))
                writer.both(f"{ending} %{other} : {target.element}", f"{result} = {other}")
            writer.both("}")
            writer.store(result, target, list(map(plus, names)))

    def _reverse(self, target: Buffer, stage: str) -> None:
        with self._nest(target.dims, stage) as names:
            source, places = self.random.choice(self._sources(target))
            indices: list[Linear] = [plus(names[place]) for place in places]
            if indices:
                indices[-1] = self._below(indices[-1], source.dims[-1])
            value = self._some(target.element, self.writer.load(source, indices))
            self.writer.store(value, target, list(map(plus, names)))

    def _strided(self, target: Buffer, stage: str) -> None:
        with self._nest(target.dims, stage, self.random.choice((2, 3))) as names:
            value = self._some(target.element, self._read(target, names))
            self.writer.store(value, target, list(map(plus, names)))

    def _prefix(self, target: Buffer, stage: str) -> None:
        """Sums in place: each cell takes in the one before it."""
        writer = self.writer
        with self._nest(target.dims, stage) as names:
            before: list[Linear] = [*map(plus, names[:-1]), plus(names[-1], -1)]
            place = list(map(plus, names))
            writer.both(writer.guard([before[-1]]) + " {")
            with writer.inside():
                value = writer.load(target, before)
                value = self._together(target.element, value, writer.load(target, place))
                writer.store(value, target, place)
            writer.both("}")

    def _triangle(self, target: Buffer, stage: str) -> None:
        writer = self.writer
        with self._nest(target.dims, stage) as names:
            first, second = names[-2:] if self.random.random() < 0.5 else names[:-3:-1]
            writer.both(writer.guard([{first: 1, second: -1}]) + " {")
            with writer.inside():
                value = self._some(target.element, self._read(target, names))
                writer.store(value, target, list(map(plus, names)))
            writer.both("}")

    def _start(self, element: str) -> tuple[str, str]:
        """An operation to reduce by, and its first value."""
        writer, random = self.writer, self.random
        operation = random.choice(("add", "add", "max", "min", "mul"))
        if operation == "mul":
            operation = "add" if element in FLOATS else "mul"
        first: float = 1 if operation == "mul" else 0
        if operation in ("max", "min") and element in FLOATS:
            first = float("-inf") if operation == "max" else float("inf")
        elif operation in ("max", "min"):
            bits = int(element[1:])
            first = -(2 ** (bits - 1)) if operation == "max" else 2 ** (bits - 1) - 1
        elif operation == "add" and random.random() < 0.2:
            first = random.choice(SMALL)
        return operation, writer.number(element, first)

    def _reduce(self, target: Buffer, stage: str) -> None:
        """A reduction that a loop carries."""
        writer = self.writer
        source = self.random.choice(self._longer(target))
        outer = source.dims[: len(target.dims)]
        inner = source.dims[len(target.dims) :]
        with self._nest(outer or ("1",), stage) as names:
            kept = names if outer else []
            element = target.element
            operation, total = self._start(element)
            loops: list[tuple[str, str]] = []
            levels: list[AbstractContextManager[None]] = []
            for dim in inner:
                name, carried = writer.fresh("i"), writer.fresh("t")
                result = writer.fresh("r")
                writer.both(python=f"{result} = {total}")
                if writer.affine:
                    bound = dim if dim.isdigit() else writer.value(dim)
                    head = f"affine.for %{name} = 0 to {bound}"
                else:
                    zero, top = writer.constant(0), writer.index(linear(dim))
                    head = f"scf.for %{name} = {zero} to {top} step {writer.constant(1)}"
                head += f" iter_args(%{carried} = %{total}) -> ({element}) {{"
                writer.both(f"%{result} = {head}", f"for {name} in range({dim}):")
                loops.append((name, result))
                total = carried
                levels.append(writer.inside())
                levels[-1].__enter__()
                writer.both(python=f"{carried} = {result}")
            value = writer.load(source, [plus(n) for n in (*kept, *(name for name, _ in loops))])
            total = writer.operation(element, operation, total, self._some(element, value))
            for _, result in reversed(loops):
                ending = "affine.yield" if writer.affine else "scf.yield"
                writer.both(f"{ending} %{total} : {element}", f"{result} = {total}")
                levels.pop().__exit__(None, None, None)
                writer.both("}")
                total = result
            writer.store(total, target, list(map(plus, kept)))

    def _through_memory(self, target: Buffer, stage: str) -> None:
        """A reduction in the cell of its result."""
        writer = self.writer
        source = self.random.choice(self._longer(target))
        outer, inner = source.dims[: len(target.dims)], source.dims[len(target.dims) :]
        with self._nest(outer or ("1",), stage) as names:
            kept = names if outer else []
            place = list(map(plus, kept))
            operation, first = self._start(target.element)
            if self.random.random() < 0.8:
                writer.store(first, target, place)
            more = [writer.fresh("i") for _ in inner]
            with ExitStack() as stack:
                for name, dim in zip(more, inner, strict=True):
                    stack.enter_context(writer.loop(name, dim))
                old = writer.load(target, place)
                value = writer.load(source, [plus(name) for name in (*kept, *more)])
                value = self._some(target.element, value)
                total = writer.operation(target.element, operation, old, value)
                writer.store(total, target, place)

    def product(self, one: Buffer, other: Buffer, target: Buffer) -> None:
        """A product of matrices."""
        writer = self.writer
        writer.affine = self.random.random() < 0.7
        name = f"s{len(self.names)}"
        self.names.append(name)
        with self._nest(target.dims, name) as (i, j):
            writer.store(writer.number(target.element, 0), target, [plus(i), plus(j)])
            k = writer.fresh("i")
            with writer.loop(k, one.dims[1]):
                x = writer.load(one, [plus(i), plus(k)])
                y = writer.load(other, [plus(k), plus(j)])
                value = writer.operation(target.element, "mul", x, y)
                old = writer.load(target, [plus(i), plus(j)])
                total = writer.operation(target.element, "add", old, value)
                writer.store(total, target, [plus(i), plus(j)])

    def convolution(self, data: Buffer, weights: Buffer, target: Buffer) -> None:
        """A full convolution: the target has cells beyond the data."""
        writer = self.writer
        writer.affine = self.random.random() < 0.7
        name = f"s{len(self.names)}"
        self.names.append(name)
        with self._nest(target.dims, name) as (i,):
            writer.store(writer.number(target.element, 0), target, [plus(i)])
            f = writer.fresh("i")
            with writer.loop(f, weights.dims[0]):
                index = {i: 1, f: -1}
                writer.both(writer.guard([index, self._below(index, data.dims[0])]) + " {")
                with writer.inside():
                    x, w = writer.load(data, [index]), writer.load(weights, [plus(f)])
                    value = writer.operation(target.element, "mul", x, w)
                    old = writer.load(target, [plus(i)])
                    total = writer.operation(target.element, "add", old, value)
                    writer.store(total, target, [plus(i)])
                writer.both("}")
