"""Explanations of a kept guard: the values that inserted instances read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.ir import Attribute, SSAValue

from ...dialect.annotations import buffer_name
from ...dialect.ir.memory_access import Load, Store, buffer_of, stored_in
from ...index.expr import Expr, all_of, eq, lift, var
from ...index.normal import tidy
from ...index.sets.cells import at_cell
from ...index.sets.engine import engine
from ..speculation.inserted_instances import SpeculatedInstances
from ..speculation.padding_cells import may_be_padding
from ..speculation.same_iteration import loads_feeding
from ..values.known import Exactly, Known, Number, SomeZero
from .inserted_values import InsertedValues, Part
from .same_values import SameValues


@dataclass(frozen=True)
class Shown:
    """One instance in which a value is not shown to stay: as text, and as fields."""

    text: str
    witness: Mapping[str, object]
    buffer: str | None = None
    """Where the value would be stored."""


class ReadValues:
    """Tells where a value is not shown to stay, and what is read there."""

    def __init__(self, insertion: SpeculatedInstances, values: InsertedValues, same: SameValues):
        self._insertion, self._values, self._same = insertion, values, same

    def of_store(
        self,
        op: Store,
        index: Sequence[Expr],
        part: Part,
        replaced: Store | None,
        unknown: Sequence[str],
    ) -> Shown:
        """
        Say which iteration stores in which cell, what it reads, what is `unknown`, and what padding
        must hold.

        That it stores another value is said with both values only.
        """
        insertion = self._insertion
        _, names = insertion.inserted(op)
        free = [name for i in index for name in i.variables()]
        values = insertion.example(part.points, [*names, *free])
        cell = [int(i.evaluate(values)) for i in index]
        value, buffer, needed = stored_in(op), buffer_of(op), None
        if replaced is not None:
            needed = self._same.needed_load(value, stored_in(replaced), part)
        also = self._read_there(value, part, values, needed, unknown, (buffer, cell))
        name = buffer_name(buffer) or "a buffer"
        target = f"{name}{cell}"
        leaves = f"does not change {target}"
        if replaced is not None:
            leaves += ", or stores there what the else arm did"
        own = buffer, cell
        is_padding = self._may_be_padding(*own)
        advice = "" if is_padding else self._of_data(value, values, own)
        if not advice:
            padded = self._padded(value, values, own, is_padding=is_padding)
            advice = self._advice(value, needed, padded, leaves)
        iteration = at_iteration(values, names)
        before = None if replaced is None else stored_in(replaced)
        both = self._both(value, before, own, _at_point(part, values))
        if both is None:
            said = f"is not shown to store the same value in {target}, which"
        elif replaced is None:
            said = f"would store {both[0]} in {target}, which holds {both[1]} and"
        else:
            said = f"would store {both[0]} in place of {both[1]} in {target}, which"
        text = f"iteration {iteration} {said} may be read later{also}{advice}"
        return Shown(text, {"index": cell, "iteration": iteration}, name)

    def of_result(
        self, after: SSAValue, before: SSAValue, part: Part, unknown: Sequence[str]
    ) -> Shown:
        """
        Say at which iteration, what is read there, what is `unknown`, and what padding must hold.

        That the result is another one is said with both values only.
        """
        names = self._insertion.around.iterators
        values = self._insertion.example(part.points, names)
        needed = self._same.needed_load(after, before, part)
        also = self._read_there(after, part, values, needed, unknown)
        advice = self._of_data(after, values)
        padded = self._padded(after, values)
        advice = advice or self._advice(after, needed, padded, "does not change the result")
        iteration = at_iteration(values, names)
        both = self._both(after, before, None, _at_point(part, values))
        said = (
            "is not shown to be the same" if both is None else f"would be {both[0]}, not {both[1]},"
        )
        text = f"{said} at iteration {iteration} of the loops around it{also}{advice}"
        return Shown(text, {"iteration": iteration})

    def of_divisor(self, value: SSAValue, part: Part, names: Sequence[str], danger: str) -> Shown:
        """Say at which iteration, with which `danger`, what is read, and what padding must hold."""
        values = self._insertion.example(part.points, names)
        also = self._read_there(value, part, values, None)
        advice = self._of_data(value, values)
        if not advice and loads_feeding(value):
            advice = f"; {self._padded(value, values)} a safe divisor, such as 1"
        iteration = at_iteration(values, names)
        return Shown(f"iteration {iteration}, {danger}{also}{advice}", {"iteration": iteration})

    def _both(
        self,
        value: SSAValue,
        before: SSAValue | None,
        own: tuple[SSAValue, list[int]] | None,
        part: Part,
    ) -> tuple[str, str] | None:
        """A value, and what it replaces, which a cell holds if nothing else; None if not known."""
        new = self._values.fold_certainly(value, part)
        if before is not None:
            old = self._values.fold_certainly(before, part, removed=True)
        else:
            assert own is not None
            here = engine().set(at_cell(map(lift, own[1])))
            facts = self._values.known(own[0])
            old = next((f.value for f in facts if here.is_subset(f.cells)), None)
        if not isinstance(new, Exactly) or not isinstance(old, Exactly):
            return None
        both = _constant(new.value), _constant(old.value)
        return None if both[0] == both[1] else both

    def _read_there(
        self,
        value: SSAValue,
        part: Part,
        values: dict[str, int],
        needed: Load | None,
        unknown: Sequence[str] = (),
        own: tuple[SSAValue, list[int]] | None = None,
    ) -> str:
        """
        Say what the loads that feed a value read there, of its own cell only if known, and what is
        `unknown`.
        """
        reads = dict[str, None]()
        for load in loads_feeding(value):
            at = self._cell(load, values)
            if at is None:
                continue
            held = part.known.get(load.results[0])
            if held is None and own is not None and buffer_of(load) is own[0] and at == own[1]:
                continue
            reads[f"{_named(load, at)} {self._held(load, at, held)}"] = None
        if needed is not None and (wanted := self._cell(needed, values)) is not None:
            reads[f"with the guard, the value is that of {_named(needed, wanted)}"] = None
        reads |= dict.fromkeys(unknown)
        return f" ({'; '.join(reads)})" if reads else ""

    def _of_data(
        self, value: SSAValue, values: dict[str, int], own: tuple[SSAValue, list[int]] | None = None
    ) -> str:
        """Return the advice that no padding helps, if all cells that are read are data."""
        cells = dict[str, None]()
        for load in self._values.sources(value):
            at = self._cell(load, values)
            if at is None or self._may_be_padding(buffer_of(load), at):
                return ""
            if (buffer_of(load), at) != own:
                cells[_named(load, at)] = None
        if not cells:
            return ""
        told = f"{' and '.join(cells)} {'is' if len(cells) == 1 else 'are'} data"
        return (
            f"; {told}, not padding, so no layout helps: keep the guard, or let "
            "pad-partition-loops confine it to some of the iterations"
        )

    def _may_be_padding(self, buffer: SSAValue, cell: Sequence[int]) -> bool:
        here = engine().set(at_cell(map(lift, cell)))
        return not may_be_padding(buffer, self._insertion).intersect(here).is_empty()

    def _cell(self, load: Load, values: dict[str, int]) -> list[int] | None:
        place = self._insertion.inserted_index(load)
        if place is None or not {n for i in place for n in i.variables()} <= set(values):
            return None
        return [int(i.evaluate(values)) for i in place]

    def _advice(self, value: SSAValue, needed: Load | None, padded: str, what: str) -> str:
        """Say what padding must hold, or that no memory is read, so that no padding matters."""
        loads = loads_feeding(value)
        if not loads:
            return "; the value does not come from a buffer, so no padding changes it"
        if needed is None:
            return f"; {padded} a value that {what}"
        if len(loads) > 1 or buffer_of(loads[0]) is not buffer_of(needed):
            return ""
        copied = self._copied(loads[0], needed)
        return f"; {padded} copies of the cells that are read with the guard{copied}"

    def _padded(
        self,
        value: SSAValue,
        values: dict[str, int],
        own: tuple[SSAValue, list[int]] | None = None,
        *,
        is_padding: bool = False,
    ) -> str:
        """Say which buffers to pad: those read, that of the `own` cell only if it is padding."""
        buffers = dict.fromkeys(
            buffer_of(load)
            for load in self._values.sources(value)
            if is_padding or own is None or (buffer_of(load), self._cell(load, values)) != own
        )

        names = [name for buffer in buffers if (name := buffer_name(buffer)) is not None]
        if len(names) < len(buffers) or not names:
            return "the padding must hold"
        if len(names) == 1:
            return f"pad {names[0]} with"
        return f"the padding of {' and '.join(names)} must hold"

    def _copied(self, load: Load, needed: Load) -> str:
        """The pad map by which a load reads what another one does; empty if they move apart."""
        own, other = (self._insertion.index_or_none(op) for op in (load, needed))
        if own is None or other is None:
            return ""
        names = [f"p{axis}" for axis in range(len(own))]
        cells = list[str]()
        for name, here, there in zip(names, own, other, strict=True):
            by = tidy(there - here).constant
            if by is None:
                return ""
            cells.append(f"{name} {'+' if by > 0 else '-'} {abs(by)}" if by else name)
        return f', pad="({", ".join(names)}) -> ({", ".join(cells)})" for the cells that are read'

    def _held(self, load: Load, at: list[int], known: Known | None) -> str:
        source = None
        if not isinstance(known, Exactly | SomeZero):
            source = self._same.copied_cell(load, at)
        return _shown(known) if source is None else f"is a copy of {_named(load, list(source))}"


def at_iteration(values: dict[str, int], names: Sequence[str]) -> list[int]:
    """The values of iterators; 0 of what does not matter."""
    return [values.get(name, 0) for name in names]


def _named(load: Load, at: list[int]) -> str:
    return f"{buffer_name(buffer_of(load)) or 'a buffer'}{at}"


def _constant(value: Attribute) -> str:
    if not isinstance(value, FloatAttr):
        return str(value)
    number = cast("FloatAttr[AnyFloat]", value)
    finite = math.isfinite(number.value.data)
    return str(number) if finite else f"{number.value.data} : {number.type}"


def _at_point(part: Part, values: Mapping[str, int]) -> Part:
    """The part at one point."""
    here = all_of(eq(var(name), number) for name, number in values.items())
    return replace(part, points=part.points.intersect(engine().set(here)))


def _shown(held: Known | None) -> str:
    match held:
        case Exactly(value):
            return f"holds {_constant(value)}"
        case SomeZero():
            return "holds 0.0 or -0.0"
        case Number(finite):
            return "may hold any " + ("finite number" if finite else "number")
        case _:
            return "may hold anything"
