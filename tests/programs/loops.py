"""Loop nests in all forms."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from .accesses import if_header
from .writing import Index, Var, Writer, linear, quotient, variable


@contextmanager
def nest(
    writer: Writer, extents: Sequence[int], attributes: Sequence[str] = (), *, form: str = ""
) -> Generator[list[Var]]:
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
) -> Generator[list[Var]]:
    loops = _Loops(writer, attributes, named=writer.chance(0.15))
    variables: list[Var] = []
    for axis, extent in enumerate(extents):
        affine = form == "affine" or (form == "mixed" and axis != len(extents) - 1)
        variables.append(_axis(writer, loops, extent, affine))
    yield variables
    loops.close()


class _Loops:
    """Loops and ifs that are open, and what is after their closing brackets."""

    def __init__(self, writer: Writer, attributes: Sequence[str], *, named: bool):
        self.writer = writer
        self.attributes = list(attributes)
        self.named = named
        self._ends: list[str] = []

    def open(self, header: str, name: str = "") -> None:
        """One level more; `name` is the loop's."""
        own = [f'pad.loop = "{name[1:]}_loop"'] if self.named and name else []
        if own:
            self.writer.features.add("pad.loop")
        if not self._ends:
            own += self.attributes
        self._ends.append("}" + (f" {{{', '.join(own)}}}" if own else ""))
        self.writer.emit(header)
        self.writer.depth += 1

    def close(self) -> None:
        """All of them."""
        for end in reversed(self._ends):
            self.writer.depth -= 1
            self.writer.emit(end)


def _axis(writer: Writer, loops: _Loops, extent: int, affine: bool) -> Var:
    """A loop, or two, that run through 0, .., extent - 1; the value that does."""
    choices = writer.choices
    form = choices.choice(("plain",) * 9 + ("shift", "step", "tiled-min", "tiled-guard"))
    if form == "shift":
        low = choices.choice((-2, 1, 3))
        loop = _loop(writer, loops, low, low + extent, 1, affine)
        found = linear([(1, loop)], -low)
    elif form == "step":
        step = choices.choice((2, 3))
        loop = _loop(writer, loops, 0, extent * step, step, affine)
        found = quotient(variable(loop), step)
    elif form.startswith("tiled"):
        return _tiled(writer, loops, extent, affine, whole=form == "tiled-guard")
    else:
        return _loop(writer, loops, 0, extent, 1, affine)
    writer.features.add(f"loop-{form}")
    return _bounded(writer, found, extent)


def _tiled(writer: Writer, loops: _Loops, extent: int, affine: bool, *, whole: bool) -> Var:
    tile = writer.choices.choice((2, 3, 4, 4, 8))
    outer = _loop(writer, loops, 0, -(-extent // tile), 1, affine)
    name = writer.fresh("i")
    if whole:
        writer.features.add("loop-tiled-guard")
        inner = _loop(writer, loops, 0, tile, 1, affine)
        index = linear([(tile, outer), (1, inner)])
        rest = linear([(-tile, outer), (-1, inner)], extent - 1)
        loops.open(if_header(writer, [rest], ""))
        return _bounded(writer, index, extent)
    writer.features.add("loop-tiled-min")
    if affine:
        bound = f"min affine_map<(d0) -> ({tile}, d0 * -{tile} + {extent})>({outer.name})"
        loops.open(f"affine.for {name} = 0 to {bound} {{", name)
    else:
        left = writer.materialised(linear([(-tile, outer)], extent))
        limit = writer.index_constant(tile)
        end = writer.value(f"arith.minsi {left}, {limit} : index", "x")
        zero, one = writer.index_constant(0), writer.index_constant(1)
        loops.open(f"scf.for {name} = {zero} to {end} step {one} {{", name)
    inner = Var(name, 0, tile - 1, affine)
    return _bounded(writer, linear([(tile, outer), (1, inner)]), extent)


def _loop(writer: Writer, loops: _Loops, low: int, high: int, step: int, affine: bool) -> Var:
    name = writer.fresh("i")
    writer.features.add("affine.for" if affine else "scf.for")
    if affine:
        stride = f" step {step}" if step > 1 else ""
        loops.open(f"affine.for {name} = {low} to {high}{stride} {{", name)
    else:
        low_name, high_name, step_name = map(writer.index_constant, (low, high, step))
        loops.open(f"scf.for {name} = {low_name} to {high_name} step {step_name} {{", name)
    return Var(name, low, max(high - step, low), affine)


def _bounded(writer: Writer, index: Index, extent: int) -> Var:
    """A value of its own for the index, which is in 0, .., extent - 1."""
    if index.affine:
        name = writer.value(f"affine.apply {index.map()}", "x")
    else:
        name = writer.materialised(index)
    return Var(name, 0, max(extent - 1, 0), index.affine)


@contextmanager
def triangle(writer: Writer, extent: int, attributes: Sequence[str]) -> Generator[list[Var]]:
    """Two loops, the second up to the first; the iterators."""
    loops = _Loops(writer, attributes, named=False)
    writer.features.add("triangular")
    affine = writer.chance(0.7)
    outer = _loop(writer, loops, 0, extent, 1, affine)
    name = writer.fresh("i")
    if affine:
        strict = writer.choices.choice(("d0", "d0 + 1"))
        loops.open(
            f"affine.for {name} = 0 to affine_map<(d0) -> ({strict})>({outer.name}) {{", name
        )
    else:
        end, one = writer.index_constant(extent), writer.index_constant(1)
        loops.open(f"scf.for {name} = {outer.name} to {end} step {one} {{", name)
    yield [outer, Var(name, 0, max(extent - 1, 0), affine)]
    loops.close()


@contextmanager
def _parallel(
    writer: Writer, extents: Sequence[int], attributes: Sequence[str], form: str
) -> Generator[list[Var]]:
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
