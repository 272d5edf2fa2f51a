"""The stages of a random program: each reads some buffers and writes one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from .accesses import (
    chosen,
    conditions_of,
    guarded,
    indices_into,
    load,
    store,
)
from .buffer_stages import cached, copy, from_view, through_view
from .element_types import UNSTORABLE, constant_text, is_float
from .expressions import binary, compare, converted, index_number, unary
from .flow_stages import (
    assumed,
    bits,
    counted_while,
    guarded_oddly,
    histogram,
    parallel_reduction,
    shifted_copy,
    switched,
    with_undef,
)
from .loops import nest
from .shape_stages import (
    convolution,
    data_dependent,
    gather,
    matrix_product,
    row_products,
    softmax,
)
from .vector_stages import of_vectors, row_reductions, rows
from .writing import Buffer, Index, Var, Writer, linear, variable

_MOST_INSTANCES = 300
Domain: TypeAlias = "str | tuple[int, int]"
NewArgument: TypeAlias = "Callable[[Sequence[int], str, Domain | None], Buffer]"
Stage: TypeAlias = "Callable[[StageWriter, Buffer], None]"


class StageWriter:
    """Writes stages over the buffers of one function."""

    def __init__(
        self,
        writer: Writer,
        buffers: Sequence[Buffer],
        argument: NewArgument,
        call: Stage | None,
    ):
        self.writer = writer
        self.buffers = list(buffers)
        self.scalars: list[tuple[str, str]] = []
        self.sizes: list[Var] = []
        self._argument = argument
        self._call = call
        self._stages = 0

    def argument(self, shape: Sequence[int], element: str) -> Buffer:
        """A buffer of this shape: one that is there, or a new argument of the function."""
        fitting = [b for b in self.sources(self.buffers[0], with_target=True) if not b.undef]
        fitting = [b for b in fitting if (b.shape, b.element) == (tuple(shape), element)]
        if fitting and self.writer.chance(0.5):
            return fitting[0]
        return self.new_argument(shape, element)

    def new_argument(
        self, shape: Sequence[int], element: str, domain: Domain | None = None
    ) -> Buffer:
        """A new argument of the function, or what stands for one, with values of this domain."""
        self.buffers.append(self._argument(shape, element, domain))
        return self.buffers[-1]

    def known_argument(self, shape: Sequence[int], element: str) -> None:
        """A new argument, of values that an assume may state."""
        domain = "finite" if is_float(element) else (0, 5)
        buffer = self.new_argument(shape, element, domain)
        buffer.known = partial(_small, element)

    def form(self) -> str:
        """A form of loops that run one after the other."""
        return self.writer.choices.choice(("affine", "affine", "affine", "scf", "mixed"))

    def operation(self, name: str, left: str, right: str, type: str) -> str:
        """An operation of `arith`, with flags where the program has them."""
        return self.writer.value(f"arith.{name} {left}, {right}{self.writer.flags(name)} : {type}")

    def simple(self, target: Buffer) -> None:
        """A stage that is possible for any target."""
        elementwise(self, target)

    def stage(self, target: Buffer) -> None:
        """One stage that writes the target; all of it if it could not be read before."""
        self.writer.undef = False
        whole = not target.readable
        if target.element.startswith("vector"):
            of_vectors(self, target)
            target.readable = True
            return
        if self._call is not None and self.writer.chance(0.1):
            self._call(self, target)
            target.readable = True
            return
        kinds = _WHOLE if whole else (*_WHOLE, *_WHOLE, *_PARTIAL, *_PARTIAL)
        self.writer.choices.choice(kinds)(self, target)
        target.readable = True

    def attributes(self) -> list[str]:
        """The name of the stage, mostly."""
        self._stages += 1
        if self.writer.chance(0.15):
            self.writer.features.add("no-stage")
            return []
        self.writer.features.add("pad.stage")
        return [f'pad.stage = "s{self._stages}"']

    def sources(self, target: Buffer, *, with_target: bool = False) -> list[Buffer]:
        """Buffers that may be read, none of them empty."""
        return [
            buffer
            for buffer in self.buffers
            if buffer.readable
            and buffer.cells
            and (with_target or buffer is not target)
            and (target.element.startswith("vector") or not buffer.element.startswith("vector"))
        ]

    def operand(
        self, target: Buffer, variables: Sequence[Var], type: str, *, outside: bool = True
    ) -> str:
        """A value of the type: a load, guarded where it needs to be, an index, or a constant."""
        writer = self.writer
        sources = self.sources(target)
        if self.scalars and writer.chance(0.25):
            name, source_type = writer.choices.choice(self.scalars)
            return converted(writer, name, source_type, type)
        if self.sizes and writer.chance(0.3):
            variables = [*variables, *self.sizes]
        if not sources or writer.chance(0.08):
            found = index_number(writer, variables, type) if writer.chance(0.5) else None
            return found or writer.constant(constant_text(writer.choices, type), type)
        source = writer.choices.choice(sources)
        indices = indices_into(writer, variables, source.shape, outside=outside)
        conditions = conditions_of(indices, source.shape)
        other = constant_text(writer.choices, source.element)
        value = chosen(
            writer,
            conditions,
            source.element,
            lambda: load(writer, source, indices),
            lambda: writer.constant(other, source.element),
        )
        return converted(writer, value, source.element, type)

    def expression(self, target: Buffer, variables: Sequence[Var], type: str) -> str:
        """A value of the type from a few operands."""
        writer = self.writer
        value = self.operand(target, variables, type)
        for _ in range(writer.choices.choice((0, 1, 1, 2))):
            if writer.chance(0.4):
                value = unary(writer, type, value)
            else:
                value = binary(writer, type, value, self.operand(target, variables, type))
        return value


def elementwise(stages: StageWriter, target: Buffer) -> None:
    """Each cell is computed on its own."""
    with nest(stages.writer, target.shape, stages.attributes()) as variables:
        value = stages.expression(target, variables, target.element)
        store(stages.writer, target, [variable(v) for v in variables], value)


def fill(stages: StageWriter, target: Buffer) -> None:
    """A constant, or an undef, in each cell."""
    writer = stages.writer
    text = constant_text(writer.choices, target.element)
    with nest(writer, target.shape, stages.attributes()) as variables:
        if writer.chance(0.4):
            writer.features.add("undef-store")
            value = writer.value(f"pad.undef : {target.element}", "u")
            writer.undef = True
        else:
            value = writer.constant(text, target.element)
        store(writer, target, [variable(v) for v in variables], value)
    if not writer.undef and target.element not in UNSTORABLE:
        target.known = partial(_equals, target.element, text)


def _small(type: str, writer: Writer, value: str) -> str:
    """A condition of the arguments that `known_argument` makes."""
    if is_float(type):
        return writer.value(f"arith.cmpf ord, {value}, {value} : {type}", "p")
    limit = writer.constant("6", type)
    return writer.value(f"arith.cmpi ult, {value}, {limit} : {type}", "p")


def _equals(type: str, text: str, writer: Writer, value: str) -> str:
    """A condition that holds where the value is the constant, which may be a NaN."""
    constant = writer.constant(text, type)
    predicate = "cmpf ueq" if is_float(type) else "cmpi eq"
    return writer.value(f"arith.{predicate}, {value}, {constant} : {type}", "p")


def reduction(stages: StageWriter, target: Buffer) -> None:
    """Each cell is a sum, product or maximum along a further loop, in memory or carried."""
    writer, type = stages.writer, target.element
    if type in UNSTORABLE:
        elementwise(stages, target)
        return
    most = max(_MOST_INSTANCES // max(target.cells, 1), 1)
    extent = min(writer.choices.choice((1, 2, 3, 5, 7, 14)), most)
    operation = _combining(writer, type)
    form = writer.choices.choice(("", "affine", "affine", "scf"))
    initial = constant_text(writer.choices, type)
    writer.features.add("reduction")
    with nest(writer, target.shape, stages.attributes(), form=form) as outer:
        place = [variable(v) for v in outer]
        if writer.chance(0.5):
            store(writer, target, place, writer.constant(initial, type))
            with nest(writer, (extent,), form="affine" if writer.chance(0.7) else "scf") as inner:
                _accumulate(stages, target, place, [*outer, *inner], operation)
            return
        first = writer.constant(initial, type)
        total = _carried(stages, target, outer, extent, first, operation)
        store(writer, target, place, total)


def _combining(writer: Writer, type: str) -> str:
    if is_float(type):
        return writer.choices.choice(("addf", "addf", "addf", "mulf", "maximumf", "minimumf"))
    if type == "i1":
        return writer.choices.choice(("andi", "ori", "xori"))
    if type == "index":
        return writer.choice("maxsi", "minsi", "ori")
    return writer.choices.choice(("addi", "addi", "muli", "maxsi", "minsi", "maxui", "ori"))


def _accumulate(
    stages: StageWriter,
    target: Buffer,
    place: Sequence[Index],
    variables: Sequence[Var],
    operation: str,
) -> None:
    writer, type = stages.writer, target.element
    sources = stages.sources(target)
    if not sources or writer.chance(0.3):
        value = stages.expression(target, variables, type)
        old = load(writer, target, place)
        store(writer, target, place, stages.operation(operation, old, value, type))
        return
    source = writer.choices.choice(sources)
    indices = indices_into(writer, variables, source.shape, outside=True)
    with guarded(writer, conditions_of(indices, source.shape)):
        value = converted(writer, load(writer, source, indices), source.element, type)
        old = load(writer, target, place)
        store(writer, target, place, stages.operation(operation, old, value, type))


def _carried(
    stages: StageWriter,
    target: Buffer,
    outer: Sequence[Var],
    extent: int,
    first: str,
    operation: str,
) -> str:
    """A loop that carries the accumulator."""
    writer, type = stages.writer, target.element
    result, name, acc = writer.fresh("r"), writer.fresh("i"), writer.fresh("acc")
    affine = writer.chance(0.6)
    writer.features.add("iter_args")
    if affine:
        header = f"affine.for {name} = 0 to {extent}"
    else:
        zero, one, end = (writer.index_constant(value) for value in (0, 1, extent))
        header = f"scf.for {name} = {zero} to {end} step {one}"
    writer.emit(f"{result} = {header} iter_args({acc} = {first}) -> ({type}) {{")
    with writer.indented():
        variables = [*outer, Var(name, 0, extent - 1, affine)]
        value = stages.operand(target, variables, type)
        total = stages.operation(operation, acc, value, type)
        if writer.chance(0.3):
            condition = compare(writer, type, acc, value)
            writer.features.add("data-dependent")
            total = writer.value(f"arith.select {condition}, {total}, {acc} : {type}")
        writer.emit(f"{'affine' if affine else 'scf'}.yield {total} : {type}")
    writer.emit("}")
    return result


def in_place(stages: StageWriter, target: Buffer) -> None:
    """Each cell is updated from itself."""
    writer = stages.writer
    writer.features.add("in-place")
    with nest(writer, target.shape, stages.attributes()) as variables:
        place = [variable(v) for v in variables]
        old = load(writer, target, place)
        value = unary(writer, target.element, old)
        if writer.chance(0.4):
            value = binary(
                writer, target.element, value, stages.operand(target, variables, target.element)
            )
        store(writer, target, place, value)


def scan(stages: StageWriter, target: Buffer) -> None:
    """Each cell also depends on the one before."""
    writer, type = stages.writer, target.element
    if not target.shape:
        in_place(stages, target)
        return
    writer.features.add("scan")
    form = writer.choices.choice(("affine", "affine", "scf"))
    with nest(writer, target.shape, stages.attributes(), form=form) as variables:
        place = [variable(v) for v in variables]
        before = [*place[:-1], linear([(1, variables[-1])], -1)]
        with guarded(writer, conditions_of(before, target.shape)):
            value = binary(writer, type, load(writer, target, before), load(writer, target, place))
            store(writer, target, place, value)


def scatter(stages: StageWriter, target: Buffer) -> None:
    """Guarded writes at odd places of a loop nest of its own."""
    writer = stages.writer
    if not target.cells:
        return
    rank = max(len(target.shape), 1)
    extents = [
        writer.choices.choice((1, 2, 3, 5, 7)) for _ in range(writer.choices.randint(1, rank))
    ]
    form = writer.choices.choice(("affine", "affine", "scf", "mixed"))
    with nest(writer, extents, stages.attributes(), form=form) as variables:
        indices = indices_into(writer, variables, target.shape, outside=True)
        with guarded(writer, conditions_of(indices, target.shape)):
            value = stages.expression(target, variables, target.element)
            if writer.chance(0.3):
                value = binary(writer, target.element, load(writer, target, indices), value)
            store(writer, target, indices, value)


# By weight: what writes all of a buffer, and what takes one that holds something.
_WHOLE: tuple[Stage, ...] = (
    *([elementwise] * 3 + [fill] * 3 + [reduction] * 2),
    *([convolution] * 2 + [matrix_product] * 2 + [softmax] * 2 + [gather]),
    *([guarded_oddly] * 2 + [counted_while, parallel_reduction, switched]),
    *([assumed] * 2 + [with_undef, bits, shifted_copy]),
    *([cached] + [copy] * 2 + [from_view] * 2 + [rows] * 2 + [row_reductions]),
)
_PARTIAL: tuple[Stage, ...] = (
    *([in_place] * 2 + [scan] + [scatter] * 2 + [row_products, data_dependent]),
    *([through_view] * 2 + [histogram] * 4),
)
