"""Stages of well-known shapes: matrix products, convolutions, pooling, softmax, gathers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .accesses import chosen, clamped, conditions_of, guarded, load, store
from .element_types import UNSTORABLE, constant_text, is_float
from .expressions import binary, compare, converted
from .loops import nest, triangle
from .writing import Buffer, Index, Var, linear, number, variable

if TYPE_CHECKING:
    from .stages import StageWriter

_MOST_INSTANCES = 400
_NO_SUMS = (*UNSTORABLE, "i1", "index")


def _neutral(type: str, operation: str) -> str:
    if is_float(type):
        worst = {"f32": "0xFF800000", "f64": "0xFFF0000000000000", "f16": "0xFC00"}
        if operation == "maximumf":
            return worst.get(type, "-2.0")
        return "0.0"
    return "0" if type != "i1" else "false"


def matrix_product(stages: StageWriter, target: Buffer) -> None:
    """`target[i, j] += A[i, k] * B[k, j]`, of new arguments."""
    writer, type = stages.writer, target.element
    if len(target.shape) != 2 or not target.cells or type in _NO_SUMS:
        convolution(stages, target)
        return
    depth = max(min(writer.choices.choice((1, 2, 3, 5, 7)), _MOST_INSTANCES // target.cells), 1)
    left = stages.argument((target.shape[0], depth), type)
    right = stages.argument((depth, target.shape[1]), type)
    writer.features.add("matmul")
    sum_, product = ("addf", "mulf") if is_float(type) else ("addi", "muli")
    with nest(writer, target.shape, stages.attributes()) as (i, j):
        place = [variable(i), variable(j)]
        store(writer, target, place, writer.constant(_neutral(type, sum_), type))
        with nest(writer, (depth,), form="affine" if i.affine else "scf") as (k,):
            one = load(writer, left, [variable(i), variable(k)])
            other = load(writer, right, [variable(k), variable(j)])
            old = load(writer, target, place)
            term = stages.operation(product, one, other, type)
            store(writer, target, place, stages.operation(sum_, old, term, type))


def convolution(stages: StageWriter, target: Buffer) -> None:
    """A window around each cell of a source, with taps, or a maximum; outside of it is nothing."""
    writer, type = stages.writer, target.element
    sources = [b for b in stages.sources(target) if b.shape and b.element == type]
    if not sources or not target.shape or not target.cells or type in _NO_SUMS:
        stages.simple(target)
        return
    source = writer.choices.choice(sources)
    taps = max(min(writer.choices.choice((2, 3, 5)), _MOST_INSTANCES // target.cells), 1)
    stride = writer.choices.choice((1, 1, 1, 2))
    pooling = is_float(type) and writer.chance(0.4)
    writer.features.add("pooling" if pooling else "convolution")
    weights = None if pooling or writer.chance(0.4) else stages.argument((taps,), type)
    operation = "maximumf" if pooling else "addf" if is_float(type) else "addi"
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as outer:
        place = [variable(v) for v in outer]
        store(writer, target, place, writer.constant(_neutral(type, operation), type))
        with nest(writer, (taps,), form="affine" if outer[0].affine else "scf") as (tap,):
            indices = _window(source, outer, tap, stride, taps // 2)
            conditions = conditions_of(indices, source.shape)
            with guarded(writer, conditions):
                value = load(writer, source, indices)
                if weights is not None:
                    weight = load(writer, weights, [variable(tap)])
                    product = "mulf" if is_float(type) else "muli"
                    value = stages.operation(product, weight, value, type)
                old = load(writer, target, place)
                store(writer, target, place, stages.operation(operation, old, value, type))


def _window(
    source: Buffer, outer: Sequence[Var], tap: Var, stride: int, before: int
) -> list[Index]:
    """The last iterators walk the source's axes, the last axis with the tap added."""
    found: list[Index] = []
    axes = list(outer)[-len(source.shape) :]
    for axis in range(len(source.shape)):
        known = axis - (len(source.shape) - len(axes))
        found.append(variable(axes[known]) if known >= 0 else number(0))
    found[-1] = linear([(stride, axes[-1]), (1, tap)], -before)
    return found


def softmax(stages: StageWriter, target: Buffer) -> None:
    """The maximum of each row, its differences, and their sum by which they are divided."""
    writer, type = stages.writer, target.element
    if type not in ("f32", "f64") or len(target.shape) != 2 or not target.cells:
        row_products(stages, target)
        return
    writer.features.add("softmax")
    columns = target.shape[1]
    source = stages.argument(target.shape, type)
    exponential = writer.chance(0.4)
    if exponential:
        writer.features.add("libm")
    with nest(writer, target.shape[:1], stages.attributes(), form="affine") as (row,):
        low = writer.constant(_neutral(type, "maximumf"), type)
        most = _row_reduction(stages, source, row, columns, low, "maximumf")
        with nest(writer, (columns,), form="affine") as (j,):
            value = load(writer, source, [variable(row), variable(j)])
            value = writer.value(f"arith.subf {value}, {most} : {type}")
            if exponential:
                value = writer.value(f"math.exp {value} : {type}")
            store(writer, target, [variable(row), variable(j)], value)
        zero = writer.constant("0.0", type)
        total = _row_reduction(stages, target, row, columns, zero, "addf")
        with nest(writer, (columns,), form="affine") as (j,):
            value = load(writer, target, [variable(row), variable(j)])
            value = writer.value(f"arith.divf {value}, {total} : {type}")
            store(writer, target, [variable(row), variable(j)], value)


def _row_reduction(
    stages: StageWriter, source: Buffer, row: Var, columns: int, first: str, operation: str
) -> str:
    writer, type = stages.writer, source.element
    result, name, acc = writer.fresh("r"), writer.fresh("i"), writer.fresh("acc")
    header = f"affine.for {name} = 0 to {columns} iter_args({acc} = {first}) -> ({type}) {{"
    writer.emit(f"{result} = {header}")
    with writer.indented():
        value = load(writer, source, [variable(row), variable(Var(name, 0, columns - 1))])
        total = stages.operation(operation, acc, value, type)
        writer.emit(f"affine.yield {total} : {type}")
    writer.emit("}")
    return result


def row_products(stages: StageWriter, target: Buffer) -> None:
    """A triangle of a square part of the target is updated from its other half."""
    writer, type = stages.writer, target.element
    if len(target.shape) < 2 or not target.cells or not target.readable or type in UNSTORABLE:
        stages.simple(target)
        return
    size = min(target.shape[-2:])
    lead = [number(writer.choices.randrange(n)) for n in target.shape[:-2]]
    with triangle(writer, size, stages.attributes()) as (i, j):
        one = load(writer, target, [*lead, variable(i), variable(j)])
        other = load(writer, target, [*lead, variable(j), variable(i)])
        value = binary(writer, type, one, other)
        store(writer, target, [*lead, variable(i), variable(j)], value)


def gather(stages: StageWriter, target: Buffer) -> None:
    """Cells of a source at places that another buffer holds, forced into bounds or guarded."""
    writer = stages.writer
    sources = [b for b in stages.sources(target) if b.shape]
    if not sources:
        stages.simple(target)
        return
    source = writer.choices.choice(sources)
    if writer.chance(0.3):
        _gather_assumed(stages, target, source)
        return
    places = stages.argument(target.shape, writer.choice("i32", "i8", "i16"))
    writer.features.add("gather")
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as variables:
        here = [variable(v) for v in variables]
        at = converted(writer, load(writer, places, here), places.element, "index")
        at_var = Var(at, -(2**31), 2**31, affine=False)
        last = source.shape[-1]
        lead = [number(writer.choices.randrange(n)) for n in source.shape[:-1]]
        if writer.chance(0.4):
            inside = [
                *lead,
                variable(Var(clamped(writer, variable(at_var), last), 0, last - 1, affine=False)),
            ]
            value = load(writer, source, inside)
        elif writer.chance(0.5):
            divisor = writer.index_constant(last)
            rest = writer.value(f"arith.remui {at}, {divisor} : index", "x")
            value = load(writer, source, [*lead, variable(Var(rest, 0, last - 1, affine=False))])
        else:
            indices = [*lead, variable(at_var)]
            other = constant_text(writer.choices, source.element)
            value = chosen(
                writer,
                conditions_of(indices, source.shape),
                source.element,
                lambda: load(writer, source, indices),
                lambda: writer.constant(other, source.element),
            )
        store(writer, target, here, converted(writer, value, source.element, target.element))


def data_dependent(stages: StageWriter, target: Buffer) -> None:
    """Stores under a condition on data, one in each arm or in one only."""
    writer, type = stages.writer, target.element
    if type in UNSTORABLE or not target.readable or any(b.undef for b in stages.buffers):
        stages.simple(target)
        return
    writer.features.add("data-dependent")
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as variables:
        place = [variable(v) for v in variables]
        old = load(writer, target, place)
        value = stages.operand(target, variables, type)
        writer.emit(f"scf.if {compare(writer, type, old, value)} {{")
        with writer.indented():
            store(writer, target, place, value)
        if writer.chance(0.4):
            writer.emit("} else {")
            with writer.indented():
                store(writer, target, place, binary(writer, type, old, value))
        writer.emit("}")


def _gather_assumed(stages: StageWriter, target: Buffer, source: Buffer) -> None:
    """The places are in bounds, as is assumed."""
    writer = stages.writer
    last = source.shape[-1]
    places = stages.new_argument(target.shape, "i32", (0, last - 1))
    writer.features |= {"gather", "assume", "assume-bounds"}
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as variables:
        here = [variable(v) for v in variables]
        at = load(writer, places, here)
        limit = writer.constant(str(last), "i32")
        inside = writer.value(f"arith.cmpi ult, {at}, {limit} : i32", "p")
        writer.emit(f"pad.assume {inside}{writer.choice('', ' {pad.user}')} : i1")
        at = converted(writer, at, "i32", "index")
        lead = [number(writer.choices.randrange(n)) for n in source.shape[:-1]]
        value = load(writer, source, [*lead, variable(Var(at, 0, last - 1, affine=False))])
        store(writer, target, here, converted(writer, value, source.element, target.element))
