"""Loop nests in all forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from .writing import Var, Writer


@contextmanager
def nest(
    writer: Writer, extents: Sequence[int], attributes: Sequence[str] = (), *, form: str = ""
) -> Iterator[list[Var]]:
    """Loops over a box, `attributes` on the outermost; the iterators."""
    forms = ("affine",) * 6 + ("scf",) * 3 + ("mixed", "parallel", "scf.parallel")
    form = form or writer.choices.choice(forms)
    if not extents:
        yield []
        return
    iterations = writer.iterations
    for extent in extents:
        writer.iterations *= max(extent, 1)
    if form in ("parallel", "scf.parallel"):
        with _parallel(writer, extents, attributes, form) as variables:
            yield variables
    else:
        with _sequential(writer, extents, attributes, form) as variables:
            yield variables
    writer.iterations = iterations


@contextmanager
def _sequential(
    writer: Writer, extents: Sequence[int], attributes: Sequence[str], form: str
) -> Iterator[list[Var]]:
    variables: list[Var] = []
    depth = writer.depth
    names_loops = writer.chance(0.15)
    for axis, extent in enumerate(extents):
        name = writer.fresh("i")
        affine = form == "affine" or (form == "mixed" and axis != len(extents) - 1)
        if affine:
            writer.emit(f"affine.for {name} = 0 to {extent} {{")
        else:
            zero, one = writer.index_constant(0), writer.index_constant(1)
            end = writer.index_constant(extent)
            writer.emit(f"scf.for {name} = {zero} to {end} step {one} {{")
        writer.features.add("affine.for" if affine else "scf.for")
        variables.append(Var(name, 0, max(extent - 1, 0), affine))
        writer.depth += 1
    yield variables
    for axis in reversed(range(len(extents))):
        writer.depth = depth + axis
        own = [f'pad.loop = "{variables[axis].name[1:]}_loop"'] if names_loops else []
        if names_loops:
            writer.features.add("pad.loop")
        own += attributes if axis == 0 else ()
        writer.emit("}" + (f" {{{', '.join(own)}}}" if own else ""))


@contextmanager
def _parallel(
    writer: Writer, extents: Sequence[int], attributes: Sequence[str], form: str
) -> Iterator[list[Var]]:
    names = [writer.fresh("i") for _ in extents]
    iterators = ", ".join(names)
    writer.features.add("affine.parallel" if form == "parallel" else "scf.parallel")
    if form == "parallel":
        ends = ", ".join(map_text(extents))
        lows = ", ".join("0" for _ in extents)
        writer.emit(f"affine.parallel ({iterators}) = ({lows}) to ({ends}) {{")
    else:
        zero, one = writer.index_constant(0), writer.index_constant(1)
        ends = ", ".join([writer.index_constant(extent) for extent in extents])
        lows, steps = (", ".join([value] * len(extents)) for value in (zero, one))
        writer.emit(f"scf.parallel ({iterators}) = ({lows}) to ({ends}) step ({steps}) {{")
    with writer.indented():
        yield [
            Var(name, 0, max(extent - 1, 0), form == "parallel")
            for name, extent in zip(names, extents, strict=True)
        ]
        if form != "parallel":
            writer.emit("scf.reduce")
    writer.emit("}" + (f" {{{', '.join(attributes)}}}" if attributes else ""))


def map_text(values: Sequence[int]) -> list[str]:
    """Numbers as text."""
    return [str(value) for value in values]
