"""Stages with other control flow, other guards, and what is assumed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .accesses import load, store
from .element_types import UNSTORABLE, constant_text, is_float
from .expressions import binary, compare, converted
from .loops import nest
from .writing import Buffer, Var, Writer, linear, number, variable

if TYPE_CHECKING:
    from .stages import StageWriter

_NO_SUMS = (*UNSTORABLE, "i1", "index")


def odd_condition(writer: Writer, variables: Sequence[Var]) -> str:
    """An i1 of the iterators that no affine set says: remainders, shifts, divisions, and joins."""
    parts = [_odd_part(writer, writer.choices.choice(list(variables))) for _ in range(2)]
    operation = writer.choice("andi", "ori", "xori")
    joined = writer.value(f"arith.{operation} {parts[0]}, {parts[1]} : i1", "p")
    writer.features.add("guard-odd")
    return joined if writer.chance(0.5) else parts[0]


def _odd_part(writer: Writer, var: Var) -> str:
    choices = writer.choices
    type = writer.choice("i32", "i64", "i32", "index")
    value = var.name
    if type != "index":
        value = writer.value(f"arith.index_cast {value} : index to {type}")
    form = choices.randrange(4)
    if form == 0:
        operation, operand = writer.choice("remsi", "remui"), choices.choice((2, 3, 4))
    elif form == 1:
        operation, operand = writer.choice("divsi", "floordivsi", "divui"), choices.choice((2, 3))
    elif form == 2:
        operation, operand = writer.choice("shrsi", "shrui"), 1
    else:
        operation, operand = writer.choice("andi", "xori"), choices.choice((1, 3))
    other = writer.constant(str(operand), type)
    value = writer.value(f"arith.{operation} {value}, {other} : {type}")
    limit = writer.constant(str(choices.choice((0, 1, 1, 2))), type)
    predicate = writer.choice("eq", "ne", "slt", "ugt", "sle")
    return writer.value(f"arith.cmpi {predicate}, {value}, {limit} : {type}", "p")


def guarded_oddly(stages: StageWriter, target: Buffer) -> None:
    """Each cell is one thing or another by a condition of the indices."""
    writer, type = stages.writer, target.element
    if not target.shape:
        stages.simple(target)
        return
    with nest(writer, target.shape, stages.attributes()) as variables:
        place = [variable(v) for v in variables]
        condition = odd_condition(writer, variables)
        first = stages.operand(target, variables, type)
        form = writer.choices.randrange(3)
        if form == 0:
            other = writer.constant(constant_text(writer.choices, type), type)
            value = writer.value(f"arith.select {condition}, {first}, {other} : {type}")
            writer.features.add("select")
            store(writer, target, place, value)
            return
        if form == 1 and target.readable:
            writer.emit(f"scf.if {condition} {{")
            with writer.indented():
                store(writer, target, place, first)
            writer.emit("}")
            return
        writer.emit(f"scf.if {condition} {{")
        with writer.indented():
            store(writer, target, place, first)
        writer.emit("} else {")
        with writer.indented():
            store(writer, target, place, stages.operand(target, variables, type))
        writer.emit("}")
        writer.features.add("else")


def counted_while(stages: StageWriter, target: Buffer) -> None:
    """A `scf.while` that counts and carries a value."""
    writer, type = stages.writer, target.element
    if type in _NO_SUMS or not target.cells:
        stages.simple(target)
        return
    writer.features.add("scf.while")
    trips = writer.choices.choice((1, 2, 3, 5))
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as outer:
        first = writer.constant(constant_text(writer.choices, type), type)
        zero, one, end = (writer.index_constant(k) for k in (0, 1, trips))
        name, i, acc, j, inner = (writer.fresh(p) for p in ("r", "i", "acc", "j", "acc"))
        carried = f"(index, {type})"
        header = f"scf.while ({i} = {zero}, {acc} = {first}) : {carried} -> {carried}"
        writer.emit(f"{name}:2 = {header} {{")
        with writer.indented():
            more = writer.value(f"arith.cmpi slt, {i}, {end} : index", "p")
            writer.emit(f"scf.condition({more}) {i}, {acc} : index, {type}")
        writer.emit("} do {")
        writer.emit(f"^bb0({j}: index, {inner}: {type}):")
        with writer.indented():
            counter = Var(j, 0, trips - 1, affine=False)
            value = stages.operand(target, [*outer, counter], type)
            total = binary(writer, type, inner, value)
            following = writer.value(f"arith.addi {j}, {one} : index", "x")
            writer.emit(f"scf.yield {following}, {total} : index, {type}")
        writer.emit("}")
        store(writer, target, [variable(v) for v in outer], f"{name}#1")


def parallel_reduction(stages: StageWriter, target: Buffer) -> None:
    """One cell gets what a parallel loop reduces, in any order."""
    writer, type = stages.writer, target.element
    if type in _NO_SUMS or not target.cells or (is_float(type) and "f8" in type):
        stages.simple(target)
        return
    extent = writer.choices.choice((1, 2, 3, 5, 7))
    name, i = writer.fresh("r"), writer.fresh("i")
    kind = "maximumf" if is_float(type) else writer.choice("addi", "muli")
    writer.features.add("scf.parallel-reduce")
    first = writer.constant(constant_text(writer.choices, type), type)
    zero, one, end = (writer.index_constant(k) for k in (0, 1, extent))
    header = f"scf.parallel ({i}) = ({zero}) to ({end}) step ({one}) init ({first}) -> {type}"
    writer.emit(f"{name} = {header} {{")
    with writer.indented():
        value = stages.operand(target, [Var(i, 0, extent - 1, affine=False)], type)
        left, right = writer.fresh("l"), writer.fresh("l")
        writer.emit(f"scf.reduce({value} : {type}) {{")
        writer.emit(f"^bb0({left}: {type}, {right}: {type}):")
        with writer.indented():
            both = writer.value(f"arith.{kind} {left}, {right} : {type}")
            writer.emit(f"scf.reduce.return {both} : {type}")
        writer.emit("}")
    writer.emit("}")
    if target.readable:
        place = [number(writer.choices.randrange(n)) for n in target.shape]
        store(writer, target, place, name)
        return
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as variables:
        store(writer, target, [variable(v) for v in variables], name)


def switched(stages: StageWriter, target: Buffer) -> None:
    """Each cell by the case of its index."""
    writer, type = stages.writer, target.element
    if not target.shape:
        stages.simple(target)
        return
    writer.features.add("scf.index_switch")
    with nest(writer, target.shape, stages.attributes(), form=stages.form()) as variables:
        three = writer.index_constant(3)
        case = writer.value(f"arith.remui {variables[-1].name}, {three} : index", "x")
        name = writer.fresh("r")
        writer.emit(f"{name} = scf.index_switch {case} -> {type}")
        for label in ("case 0", "case 2", "default"):
            writer.emit(f"{label} {{")
            with writer.indented():
                writer.emit(f"scf.yield {stages.operand(target, variables, type)} : {type}")
            writer.emit("}")
        store(writer, target, [variable(v) for v in variables], name)


def assumed(stages: StageWriter, target: Buffer) -> None:
    """Write assumes of the known facts on the buffers, then the stage that writes the target."""
    writer = stages.writer
    if not any(b.known for b in stages.buffers) and target.element in ("f32", "i32", "f64", "i8"):
        stages.known_argument(target.shape, target.element)
    known = [b for b in stages.sources(target, with_target=True) if b.known and not b.undef]
    if known:
        source = writer.choices.choice(known)
        if (source.shape, source.element) == (target.shape, target.element):
            _assume_cells(stages, source, target)
            return
        _assume_cells(stages, source)
    else:
        _assume_undef(stages, target)
    stages.simple(target)


def _assume_cells(stages: StageWriter, source: Buffer, target: Buffer | None = None) -> None:
    """Assumes on each cell of the source, of which the same nest makes a cell of the target."""
    writer = stages.writer
    assert source.known is not None
    user = writer.choice("", " {pad.user}")
    attributes = () if target is None else stages.attributes()
    with nest(writer, source.shape, attributes, form=stages.form()) as variables:
        here = [variable(v) for v in variables]
        value = load(writer, source, here)
        condition = source.known(writer, value)
        if variables and writer.chance(0.3):
            odd = odd_condition(writer, variables)
            condition = writer.value(f"arith.ori {odd}, {condition} : i1", "p")
        writer.emit(f"pad.assume {condition}{user} : i1")
        if target is not None:
            store(writer, target, here, value)
    writer.features |= {"assume", "assume-user" if user else "assume-plain"}


def _assume_undef(stages: StageWriter, target: Buffer) -> None:
    """`x ueq undef` holds for whatever x is; and what the loop's bounds say."""
    writer, type = stages.writer, target.element
    if not target.readable or not target.cells or type in UNSTORABLE:
        return
    writer.features |= {"assume", "assume-plain"}
    with nest(writer, target.shape, (), form=stages.form()) as variables:
        if variables and writer.chance(0.5):
            var = variables[-1]
            limit = writer.index_constant(target.shape[-1])
            condition = writer.value(f"arith.cmpi slt, {var.name}, {limit} : index", "p")
            check = writer.choice("", ' {check = "static"}', ' {check = "static"}')
            if check:
                writer.features.add("assume-static")
            writer.emit(f"pad.assume {condition}{check} : i1")
            return
        writer.features.add("undef-assumed")
        value = load(writer, target, [variable(v) for v in variables])
        undef = writer.value(f"pad.undef : {type}", "u")
        compare_ = "cmpf ueq" if is_float(type) else "cmpi eq"
        condition = writer.value(f"arith.{compare_}, {value}, {undef} : {type}", "p")
        writer.emit(f"pad.assume {condition} : i1")


def with_undef(stages: StageWriter, target: Buffer) -> None:
    """Arithmetic on an undef, chosen or stored in some cells only."""
    writer, type = stages.writer, target.element
    if not target.shape or type in UNSTORABLE:
        stages.simple(target)
        return
    writer.features.add("undef-arithmetic")
    with nest(writer, target.shape, stages.attributes()) as variables:
        value = stages.operand(target, variables, type)
        undef = writer.value(f"pad.undef : {type}", "u")
        if writer.chance(0.5):
            undef = binary(writer, type, undef, value)
        condition = odd_condition(writer, variables)
        value = writer.value(f"arith.select {condition}, {value}, {undef} : {type}")
        store(writer, target, [variable(v) for v in variables], value)
    target.undef = True


def bits(stages: StageWriter, target: Buffer) -> None:
    """A bitcast between floats and integers, which is compared, or goes back."""
    writer = stages.writer
    pairs = {"f32": "i32", "f64": "i64", "f16": "i16", "i32": "f32", "i64": "f64", "bf16": "i16"}
    type = target.element
    if type not in pairs:
        stages.simple(target)
        return
    writer.features.add("bitcast")
    other = pairs[type]
    with nest(writer, target.shape, stages.attributes()) as variables:
        value = stages.operand(target, variables, type)
        cast = writer.value(f"arith.bitcast {value} : {type} to {other}")
        constant = writer.constant("0" if is_float(type) else "1.0", other)
        condition = compare(writer, other, cast, constant)
        if is_float(type) and writer.chance(0.5):
            one = writer.constant("1.0", type)
        else:
            one = writer.constant(constant_text(writer.choices, type), type)
        result = writer.value(f"arith.select {condition}, {one}, {value} : {type}")
        store(writer, target, [variable(v) for v in variables], result)


def histogram(stages: StageWriter, target: Buffer) -> None:
    """Cells are counted up at places that data says."""
    writer, type = stages.writer, target.element
    if type in _NO_SUMS or not target.readable or len(target.shape) != 1 or not target.cells:
        stages.simple(target)
        return
    places = stages.argument((writer.choices.choice((3, 5, 7)),), "i8")
    if places is target:
        stages.simple(target)
        return
    writer.features.add("histogram")
    with nest(writer, places.shape, stages.attributes(), form=stages.form()) as variables:
        found = load(writer, places, [variable(v) for v in variables])
        at = converted(writer, found, "i8", "index")
        size = writer.index_constant(target.shape[0])
        rest = writer.value(f"arith.remui {at}, {size} : index", "x")
        place = [variable(Var(rest, 0, target.shape[0] - 1, affine=False))]
        one = writer.constant("1.0" if is_float(type) else "1", type)
        if is_float(type):
            total = writer.value(f"arith.addf {load(writer, target, place)}, {one} : {type}")
        else:
            total = writer.value(f"arith.addi {load(writer, target, place)}, {one} : {type}")
        store(writer, target, place, total)


def shifted_copy(stages: StageWriter, target: Buffer) -> None:
    """Each cell from its neighbour, clamped at the edge."""
    writer = stages.writer
    sources = [b for b in stages.sources(target) if b.shape == target.shape and b.shape]
    if not sources:
        stages.simple(target)
        return
    source = writer.choices.choice(sources)
    writer.features.add("edge")
    move = writer.choices.choice((-2, -1, 1, 2))
    with nest(writer, target.shape, stages.attributes()) as variables:
        index = linear([(1, variables[-1])], move)
        last = target.shape[-1]
        value = writer.materialised(index)
        low, high = writer.index_constant(0), writer.index_constant(last - 1)
        value = writer.value(f"arith.maxsi {value}, {low} : index", "x")
        value = writer.value(f"arith.minsi {value}, {high} : index", "x")
        place = [*map(variable, variables[:-1]), variable(Var(value, 0, last - 1, affine=False))]
        found = converted(writer, load(writer, source, place), source.element, target.element)
        store(writer, target, [variable(v) for v in variables], found)
