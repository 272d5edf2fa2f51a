"""Indices in bounds, loads and stores in all forms, and guards in all forms."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from .writing import Buffer, Index, Var, Writer, linear, modulo, number, quotient, variable


def index_into(writer: Writer, variables: Sequence[Var], size: int, *, outside: bool) -> Index:
    """
    An index expression for an axis of that size: in bounds, or also outside where it is to be
    guarded.
    """
    choices = writer.choices
    if not variables or writer.chance(0.06):
        return number(choices.randrange(size))
    var = choices.choice(list(variables))
    if outside and writer.chance(0.5):
        offset = choices.randint(-2, 2)
        if writer.chance(0.3) and len(variables) > 1:
            other = choices.choice(list(variables))
            return linear([(choices.choice((1, 1, 2)), var), (1, other)], offset)
        return linear([(choices.choice((1, 1, 1, 2, -1)), var)], offset)
    if var.low >= 0 and var.high < size and writer.chance(0.6):
        room = size - 1 - var.high
        return linear([(1, var)], choices.randint(-var.low, room) if writer.chance(0.3) else 0)
    form = choices.randrange(4)
    if form == 0:
        divisor = max(2, var.high // size + 1)
        found = quotient(variable(var), divisor)
    elif form == 1:
        found = linear([(-1, var)], size - 1)
    elif form == 2 and len(variables) > 1:
        other = choices.choice(list(variables))
        found = linear([(choices.randint(1, 3), var), (1, other)], choices.randint(0, 3))
    else:
        found = linear([(choices.choice((1, 1, 3)), var)], choices.randint(0, 2))
    if found.low >= 0 and found.high < size:
        return found
    return modulo(found, size)


def indices_into(
    writer: Writer, variables: Sequence[Var], shape: Sequence[int], *, outside: bool = False
) -> list[Index]:
    """One index an axis; the plain variables where they fit, as a program would have it."""
    if len(variables) >= len(shape) and writer.chance(0.6):
        start = len(variables) - len(shape)
        plain = list(variables[start:])
        if writer.chance(0.15):
            writer.choices.shuffle(plain)
        if all(v.low >= 0 and v.high < n for v, n in zip(plain, shape, strict=True)):
            return [variable(v) for v in plain]
    return [index_into(writer, variables, size, outside=outside) for size in shape]


def conditions_of(indices: Sequence[Index], shape: Sequence[int]) -> list[Index]:
    """The expressions that must be at least 0 for the indices to be in bounds."""
    found: list[Index] = []
    for index, size in zip(indices, shape, strict=True):
        if index.low < 0:
            found.append(index)
        if index.high >= size:
            found.append(_negated(index, size - 1))
    return found


def _negated(index: Index, offset: int) -> Index:
    return Index(
        f"({index.template}) * -1 + {offset}", index.vars, offset - index.high, offset - index.low
    )


def load(writer: Writer, buffer: Buffer, indices: Sequence[Index]) -> str:
    """A load of a cell that is in bounds."""
    place, kind = _place(writer, indices)
    writer.undef |= buffer.undef
    return writer.value(f"{kind}.load {buffer.name}[{place}] : {buffer.type}", "a")


def store(writer: Writer, buffer: Buffer, indices: Sequence[Index], value: str) -> None:
    """A store to a cell that is in bounds."""
    place, kind = _place(writer, indices)
    buffer.undef |= writer.undef
    buffer.known = None
    writer.emit(f"{kind}.store {value}, {buffer.name}[{place}] : {buffer.type}")


def _place(writer: Writer, indices: Sequence[Index]) -> tuple[str, str]:
    if all(index.affine for index in indices) and writer.chance(0.85):
        return ", ".join(index.text() for index in indices), "affine"
    return ", ".join(writer.materialised(index) for index in indices), "memref"


def condition_value(writer: Writer, conditions: Sequence[Index]) -> str:
    """An i1 that all the expressions are at least 0: compares joined, or the opposites."""
    negative = writer.chance(0.25)
    compares: list[str] = []
    for index in conditions:
        if index.template.endswith(" * -1") or writer.chance(0.6):
            predicate, bound = ("slt", "0") if negative else ("sge", "0")
        else:
            predicate, bound = ("sle", "-1") if negative else ("sgt", "-1")
        value = writer.materialised(index)
        limit = writer.constant(bound, "index")
        compares.append(writer.value(f"arith.cmpi {predicate}, {value}, {limit} : index", "p"))
    joined = compares[0]
    for compare in compares[1:]:
        operation = "ori" if negative else "andi"
        joined = writer.value(f"arith.{operation} {joined}, {compare} : i1", "p")
    if negative:
        true = writer.constant("true", "i1")
        joined = writer.value(f"arith.xori {joined}, {true} : i1", "p")
        writer.features.add("guard-or")
    return joined


@contextmanager
def guarded(writer: Writer, conditions: Sequence[Index]) -> Generator[None]:
    """Write the body under a guard: it runs only where the expressions are at least 0."""
    if not conditions:
        yield
        return
    writer.features.add("guard")
    header = if_header(writer, conditions, "")
    writer.emit(header)
    with writer.indented():
        yield
    writer.emit("}")


def chosen(
    writer: Writer,
    conditions: Sequence[Index],
    type: str,
    then: Callable[[], str],
    other: Callable[[], str],
) -> str:
    """One of two values, by an if that yields."""
    if not conditions:
        return then()
    writer.features.add("guard-yield")
    result = writer.fresh("r")
    header = if_header(writer, conditions, f" -> ({type})")
    kind = "affine" if header.startswith("affine") else "scf"
    if kind == "affine":
        header = header.replace(f"-> ({type})", f"-> {type}")
    writer.emit(f"{result} = {header}")
    for produce in (then, other):
        with writer.indented():
            writer.emit(f"{kind}.yield {produce()} : {type}")
        writer.emit("} else {" if produce is then else "}")
    return result


def if_header(writer: Writer, conditions: Sequence[Index], results: str) -> str:
    """The first line of an `affine.if` or `scf.if` on all expressions being at least 0."""
    variables = list(dict.fromkeys(var for index in conditions for var in index.vars))
    if all(var.affine for var in variables) and writer.chance(0.7):
        names = {var: f"d{k}" for k, var in enumerate(variables)}
        texts = [index.text([names[var] for var in index.vars]) + " >= 0" for index in conditions]
        dims, operands = ", ".join(names.values()), ", ".join(var.name for var in variables)
        writer.features.add("affine.if")
        return f"affine.if affine_set<({dims}) : ({', '.join(texts)})>({operands}){results} {{"
    writer.features.add("scf.if")
    return f"scf.if {condition_value(writer, conditions)}{results} {{"


def clamped(writer: Writer, index: Index, size: int) -> str:
    """An index value that is forced into bounds by min and max."""
    value = writer.materialised(index)
    zero, last = writer.index_constant(0), writer.index_constant(size - 1)
    value = writer.value(f"arith.maxsi {value}, {zero} : index", "x")
    writer.features.add("clamp")
    return writer.value(f"arith.minsi {value}, {last} : index", "x")
