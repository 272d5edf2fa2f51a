"""Scalar arithmetic of all types, without undefined behaviour and without poison."""

from __future__ import annotations

from collections.abc import Sequence

from .element_types import UNSTORABLE, constant_text, float_bits, integer_bits, is_float
from .writing import Var, Writer

_FLOAT = ("addf", "addf", "addf", "mulf", "mulf", "subf", "maximumf", "minimumf")
_INDEX = ("maxsi", "minsi", "andi", "ori", "xori")  # none that overflows
_INTEGER = ("addi", "addi", "muli", "subi", "maxsi", "minsi", "andi", "ori", "xori", "maxui")


def binary(writer: Writer, type: str, left: str, right: str) -> str:
    """One of the operations on two values of the type."""
    choices = writer.choices
    if is_float(type):
        operation = choices.choice(_FLOAT)
        if writer.chance(0.05) and float_bits(type) >= 32:
            operation = "divf"
        return writer.value(f"arith.{operation} {left}, {right}{writer.flags(operation)} : {type}")
    if type in UNSTORABLE:
        return left
    few = {"i1": ("andi", "ori", "xori"), "index": _INDEX}
    operation = choices.choice(few.get(type, _INTEGER))
    return writer.value(f"arith.{operation} {left}, {right}{writer.flags(operation)} : {type}")


def unary(writer: Writer, type: str, value: str) -> str:
    """One of the operations on one value, or one with a constant."""
    choices = writer.choices
    if type in UNSTORABLE:
        return value
    if is_float(type):
        form = choices.randrange(6)
        if form == 0:
            return writer.value(f"arith.negf {value} : {type}")
        if form == 1 and float_bits(type) >= 32:
            name = choices.choice(("absf", "floor", "ceil", "trunc", "roundeven", "sqrt"))
            writer.features.add("math")
            return writer.value(f"math.{name} {value} : {type}")
        if form == 2 and float_bits(type) >= 32:
            writer.features.add("math")
            other = writer.constant(constant_text(choices, type), type)
            return writer.value(f"math.fma {value}, {value}, {other} : {type}")
        if form == 3:  # relu
            zero = writer.constant("0.0", type)
            return writer.value(f"arith.maximumf {value}, {zero} : {type}")
    elif type not in ("i1", "index") and writer.chance(0.3):
        return _integer_step(writer, type, value)
    if writer.chance(0.2):
        return compared(writer, type, value)
    return binary(writer, type, value, writer.constant(constant_text(choices, type), type))


def _integer_step(writer: Writer, type: str, value: str) -> str:
    choices, bits = writer.choices, integer_bits(type)
    form = choices.randrange(3)
    if form == 0:
        distance = writer.constant(str(choices.randrange(min(bits, 4))), type)
        name = choices.choice(("shli", "shrsi", "shrui"))
        return writer.value(f"arith.{name} {value}, {distance} : {type}")
    divisor = writer.constant(str(choices.choice((2, 3, 5, 7))), type)
    if form == 1:
        name = choices.choice(("divsi", "divui", "floordivsi", "ceildivsi"))
        return writer.value(f"arith.{name} {value}, {divisor} : {type}")
    name = choices.choice(("remsi", "remui"))
    return writer.value(f"arith.{name} {value}, {divisor} : {type}")


def compare(writer: Writer, type: str, left: str, right: str) -> str:
    """An i1 of two values."""
    choices = writer.choices
    if is_float(type):
        predicate = choices.choice(("olt", "ogt", "oeq", "une", "ult", "uge", "ord", "uno", "ueq"))
        return writer.value(f"arith.cmpf {predicate}, {left}, {right} : {type}", "p")
    predicate = choices.choice(("eq", "ne", "slt", "sge", "ult", "ugt", "sle"))
    return writer.value(f"arith.cmpi {predicate}, {left}, {right} : {type}", "p")


def compared(writer: Writer, type: str, value: str) -> str:
    """A choice between the value and a constant, by a compare of them."""
    other = writer.constant(constant_text(writer.choices, type), type)
    condition = compare(writer, type, value, other)
    writer.features.add("select")
    return writer.value(f"arith.select {condition}, {value}, {other} : {type}")


def converted(writer: Writer, value: str, source: str, target: str) -> str:
    """The value in another type, by conversions that are never poison."""
    if source == target:
        return value
    if source in UNSTORABLE or target in UNSTORABLE:
        return writer.constant(constant_text(writer.choices, target), target)
    writer.features.add("conversion")
    if source == "index" or target == "index":
        if source == "index":
            value = writer.value(f"arith.index_cast {value} : index to i64")
            return converted(writer, value, "i64", target)
        value = converted(writer, value, source, "i64")
        return writer.value(f"arith.index_cast {value} : i64 to index")
    if is_float(source) and is_float(target):
        return _float_to_float(writer, value, source, target)
    if is_float(target):
        name = "uitofp" if source == "i1" else "sitofp"
        return writer.value(f"arith.{name} {value} : {source} to {target}")
    if is_float(source):
        return _float_to_integer(writer, value, source, target)
    before, after = integer_bits(source), integer_bits(target)
    name = "trunci" if after < before else writer.choices.choice(("extsi", "extui"))
    return writer.value(f"arith.{name} {value} : {source} to {target}")


def _float_to_float(writer: Writer, value: str, source: str, target: str) -> str:
    before, after = float_bits(source), float_bits(target)
    if before == after:
        value = _float_to_float(writer, value, source, "f32")
        return _float_to_float(writer, value, "f32", target)
    name = "extf" if after > before else "truncf"
    return writer.value(f"arith.{name} {value} : {source} to {target}")


def _float_to_integer(writer: Writer, value: str, source: str, target: str) -> str:
    if target == "i1":
        return compare(writer, source, value, writer.constant("1.0", source))
    # Forced into the range that every integer type here has; a NaN becomes the lower end.
    low, high = writer.constant("-3.0", source), writer.constant("7.0", source)
    above = writer.value(f"arith.cmpf ogt, {value}, {low} : {source}", "p")
    value = writer.value(f"arith.select {above}, {value}, {low} : {source}")
    value = writer.value(f"arith.minimumf {value}, {high} : {source}")
    return writer.value(f"arith.fptosi {value} : {source} to {target}")


def index_number(writer: Writer, variables: Sequence[Var], type: str) -> str | None:
    """A value computed of the iterators."""
    if not variables:
        return None
    var = writer.choices.choice(list(variables))
    return converted(writer, var.name, "index", type)
