"""Stages that work on vectors: loads, stores, masks, transfers, reductions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .accesses import load, store
from .element_types import constant_text, is_float
from .loops import nest
from .writing import Buffer, Index, Var, Writer, linear, modulo, variable

if TYPE_CHECKING:
    from .stages import StageWriter

_VECTORISED = ("f32", "f64", "i32", "i64", "i8", "i16", "f16")


def rows(stages: StageWriter, target: Buffer) -> None:
    """Each row in vectors, the rest by scalars, a mask or a transfer that may end early."""
    writer, type = stages.writer, target.element
    source = _source(stages, target)
    if source is None:
        stages.simple(target)
        return
    columns = target.shape[-1]
    width = writer.choices.choice((2, 4, 4, 8))
    vector = f"vector<{width}x{type}>"
    tail = writer.choice("scalar", "mask", "transfer")
    whole = columns // width if tail == "scalar" else -(-columns // width)
    writer.features |= {"vector", f"vector-{tail}"}
    writer.undef |= source.undef
    target.undef |= writer.undef
    target.known = None
    with nest(writer, target.shape[:-1], stages.attributes(), form="affine") as outer:
        if whole:
            with nest(writer, (whole,), form=writer.choice("affine", "scf")) as (block,):
                start = writer.materialised(linear([(width, block)]))
                place = ", ".join([*(v.name for v in outer), start])
                value = _read(writer, source, place, start, tail, columns, vector)
                value = _computed(writer, value, type, vector)
                _write(writer, target, place, start, tail, columns, vector, value)
        rest = columns % width
        if tail == "scalar" and rest:
            with nest(writer, (rest,), form="affine") as (k,):
                indices = [*map(variable, outer), linear([(1, k)], columns - rest)]
                store(writer, target, indices, load(writer, source, indices))


def _source(stages: StageWriter, target: Buffer) -> Buffer | None:
    """A buffer of the same shape; none where the element type has no vectors here."""
    if target.element not in _VECTORISED or not target.shape:
        return None
    if not target.cells or target.origin == "view":
        return None
    fitting = [
        b
        for b in stages.sources(target, with_target=target.readable)
        if (b.shape, b.element) == (target.shape, target.element) and b.origin != "view"
    ]
    return stages.writer.choices.choice(fitting) if fitting else None


def _mask(writer: Writer, start: str, columns: int, vector: str) -> tuple[str, str]:
    lanes = vector[: vector.index("x")] + "xi1>"
    limit = writer.index_constant(columns)
    left = writer.value(f"arith.subi {limit}, {start} : index", "x")
    return writer.value(f"vector.create_mask {left} : {lanes}", "m"), lanes


def _read(
    writer: Writer, source: Buffer, place: str, start: str, tail: str, columns: int, vector: str
) -> str:
    if tail == "scalar":
        return writer.value(f"vector.load {source.name}[{place}] : {source.type}, {vector}")
    other = writer.constant(constant_text(writer.choices, source.element), source.element)
    if tail == "mask":
        mask, lanes = _mask(writer, start, columns, vector)
        filled = writer.value(f"vector.broadcast {other} : {source.element} to {vector}")
        return writer.value(
            f"vector.maskedload {source.name}[{place}], {mask}, {filled} : "
            f"{source.type}, {lanes}, {vector} into {vector}"
        )
    return writer.value(
        f"vector.transfer_read {source.name}[{place}], {other} : {source.type}, {vector}"
    )


def _write(
    writer: Writer,
    target: Buffer,
    place: str,
    start: str,
    tail: str,
    columns: int,
    vector: str,
    value: str,
) -> None:
    if tail == "scalar":
        writer.emit(f"vector.store {value}, {target.name}[{place}] : {target.type}, {vector}")
    elif tail == "mask":
        mask, lanes = _mask(writer, start, columns, vector)
        writer.emit(
            f"vector.maskedstore {target.name}[{place}], {mask}, {value} : "
            f"{target.type}, {lanes}, {vector}"
        )
    else:
        writer.emit(
            f"vector.transfer_write {value}, {target.name}[{place}] : {vector}, {target.type}"
        )


def _computed(writer: Writer, value: str, type: str, vector: str) -> str:
    constant = constant_text(writer.choices, type, tame=True)
    form = writer.choices.randrange(4)
    if form == 0:
        return value
    if form == 1:
        other = writer.constant(f"dense<{constant}>", vector)
    else:
        scalar = writer.constant(constant, type)
        other = writer.value(f"vector.broadcast {scalar} : {type} to {vector}")
    names = ("addf", "mulf", "maximumf") if is_float(type) else ("addi", "muli", "minsi")
    result = writer.value(f"arith.{writer.choice(*names)} {value}, {other} : {vector}")
    if form == 3:
        compare = "cmpf olt" if is_float(type) else "cmpi slt"
        mask = writer.value(f"arith.{compare}, {value}, {other} : {vector}", "m")
        lanes = vector[: vector.index("x")] + "xi1>"
        return writer.value(f"arith.select {mask}, {result}, {value} : {lanes}, {vector}")
    return result


def row_reductions(stages: StageWriter, target: Buffer) -> None:
    """The first vector of a source is reduced; its lanes are taken apart too."""
    writer, type = stages.writer, target.element
    sources = [
        b
        for b in stages.sources(target)
        if b.element == type and b.shape and b.shape[-1] >= 2 and b.origin != "view"
    ]
    if type not in _VECTORISED or not sources:
        stages.simple(target)
        return
    source = writer.choices.choice(sources)
    width = 4 if source.shape[-1] >= 4 else 2
    vector = f"vector<{width}x{type}>"
    writer.features |= {"vector", "vector-reduction"}
    writer.undef |= source.undef
    with nest(writer, target.shape, stages.attributes(), form="affine") as variables:
        zero = writer.index_constant(0)
        place = ", ".join([zero] * (len(source.shape)))
        lanes = writer.value(f"vector.load {source.name}[{place}] : {source.type}, {vector}")
        kind = writer.choice("add", "maximumf") if is_float(type) else writer.choice("add", "maxsi")
        total = writer.value(f"vector.reduction <{kind}>, {lanes} : {vector} into {type}")
        if writer.chance(0.5):
            lane = writer.choices.randrange(width)
            one = writer.value(f"vector.extract {lanes}[{lane}] : {type} from {vector}")
            name = "subf" if is_float(type) else "subi"
            total = writer.value(f"arith.{name} {total}, {one} : {type}")
        store(writer, target, [variable(v) for v in variables], total)


def of_vectors(stages: StageWriter, target: Buffer) -> None:
    """Each cell, a vector, is computed from cells of buffers of the same vectors."""
    writer, vector = stages.writer, target.element
    type = vector[vector.index("x") + 1 : -1]
    sources = [b for b in stages.sources(target) if b.element == vector]
    writer.features.add("memref-of-vectors")
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as variables:
        value = writer.constant(f"dense<{constant_text(writer.choices, type)}>", vector)
        for source in sources[:2]:
            indices = [_folded(v, size) for v, size in zip(variables, source.shape, strict=False)]
            if len(indices) < len(source.shape):
                continue
            names = ("addf", "mulf", "maximumf") if is_float(type) else ("addi", "muli", "maxsi")
            loaded = load(writer, source, indices)
            value = writer.value(f"arith.{writer.choice(*names)} {value}, {loaded} : {vector}")
        store(writer, target, [variable(v) for v in variables], value)


def _folded(var: Var, size: int) -> Index:
    return modulo(variable(var), size)
