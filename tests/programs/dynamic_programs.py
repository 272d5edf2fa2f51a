"""Programs over buffers of sizes that are known at run time, tied to arguments by `pad.size`."""

from __future__ import annotations

import random

from .accesses import conditions_of, guarded, load, store
from .expressions import binary, unary
from .program import Parameter, Program
from .writing import Buffer, Index, Var, Writer, linear, variable

_MOST = 8  # the largest size that the inputs have


def dynamic_program(seed: int, choices: random.Random) -> Program:
    """A few stages over `memref<?xT>`, or `memref<?x?xT>`."""
    return _DynamicProgram(seed, choices).program()


class _DynamicProgram:
    def __init__(self, seed: int, choices: random.Random):
        self.seed = seed
        self.choices = choices
        self.features = {"dynamic", "pad.size"}
        self.writer = Writer(choices, self.features, hoists_constants=choices.random() < 0.7)
        self.rank = choices.choice((1, 1, 2))
        self.element = choices.choice(("f32", "f32", "i32", "f64", "i8"))
        self.features.add(self.element)
        self.dims = [f"n{axis}" for axis in range(self.rank)]

    def program(self) -> Program:
        """Two or three buffers of the same sizes."""
        shape = "?x" * self.rank
        type = f"memref<{shape}{self.element}>"
        names = "ABC"[: self.choices.choice((2, 3))]
        buffers = [Buffer(f"%{n}", (_MOST,) * self.rank, self.element, type) for n in names]
        for k in range(self.choices.choice((1, 2, 2, 3))):
            target = self.choices.choice(buffers)
            source = self.choices.choice([b for b in buffers if b is not target])
            self._stage(k, source, target)
        listed = [f"{b.name}: {type}" for b in buffers]
        for axis, dim in enumerate(self.dims):
            ties = ", ".join(f'{{of = "{n}", dim = {axis}, min = 1}}' for n in names)
            listed.append(f"%{dim}: index {{pad.size = [{ties}]}}")
        lines = [f"func.func @f({', '.join(listed)}) {{", *self.writer.body()]
        text = "\n".join([*lines, "  func.return", "}", ""])
        parameters = [Parameter(n, self.element, tuple(self.dims)) for n in names]
        parameters += [Parameter(d, "index", None, size=d) for d in self.dims]
        return Program(self.seed, text, "f", frozenset(self.features), tuple(parameters))

    def _stage(self, number: int, source: Buffer, target: Buffer) -> None:
        writer = self.writer
        affine = self.choices.random() < 0.7
        loops: list[Var] = []
        bounds = [self._bound(target, axis, affine=affine) for axis in range(self.rank)]
        depth = writer.depth
        for bound in bounds:
            name = writer.fresh("i")
            if affine:
                writer.emit(f"affine.for {name} = 0 to {bound} {{")
            else:
                zero, one = writer.index_constant(0), writer.index_constant(1)
                writer.emit(f"scf.for {name} = {zero} to {bound} step {one} {{")
            writer.depth += 1
            loops.append(Var(name, 0, _MOST - 1, affine))
        self._cell(source, target, loops, bounds[-1])
        for axis in reversed(range(self.rank)):
            writer.depth = depth + axis
            writer.emit("}" + (f' {{pad.stage = "s{number}"}}' if axis == 0 else ""))

    def _bound(self, buffer: Buffer, axis: int, *, affine: bool) -> str:
        if self.choices.random() < 0.6:
            return f"%{self.dims[axis]}"
        self.features.add("memref.dim")
        constant = self.writer.index_constant(axis)
        return self.writer.value(f"memref.dim {buffer.name}, {constant} : {buffer.type}", "d")

    def _cell(self, source: Buffer, target: Buffer, loops: list[Var], bound: str) -> None:
        writer, type = self.writer, self.element
        place = [variable(v) for v in loops]
        form = self.choices.randrange(3)
        if form == 0:
            store(writer, target, place, unary(writer, type, load(writer, source, place)))
            return
        if form == 1:
            value = binary(writer, type, load(writer, source, place), load(writer, target, place))
            store(writer, target, place, value)
            return
        self.features.add("guard")
        move = self.choices.choice((-1, 1, 2))
        index = linear([(1, loops[-1])], move)
        size = Var(bound, 1, _MOST, affine=loops[-1].affine)
        other = linear([(1, size), (-1, loops[-1])], -1 - move)
        conditions = conditions_of([index], [_MOST]) if move < 0 else [_unknown(other)]
        with guarded(writer, conditions):
            found = load(writer, source, [*place[:-1], index])
            value = binary(writer, type, found, load(writer, target, place))
            store(writer, target, place, value)


def _unknown(index: Index) -> Index:
    """The expression as one that may be negative."""
    return Index(index.template, index.vars, min(index.low, -1), index.high)
