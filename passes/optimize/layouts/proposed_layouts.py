"""Proposes layouts for the buffers of a function: a few, by how its stages access them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import TypeVar

from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.builtin import IndexType, bf16
from xdsl.ir import Operation

from ....analysis.accesses.accesses import feeds_only_assumes
from ....analysis.instances.enclosing_loops import is_iterator
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name, buffers
from ....dialect.ir.effects import is_arithmetic
from ....dialect.ir.memory_access import (
    buffer_of,
    is_load,
    is_load_or_store,
)
from ....dialect.ir.operations import operations_in, operations_of
from ...common.for_loops import LOOPS, extent_of
from ...common.stages import stages_or_nests
from ...dot_products.dot_unit import DotUnit
from ...inference.candidate_values import candidates
from ...lanes.legality.neighbours import CACHE_LINE
from ...register_tile.expected_trips import ExpectedTrips
from ...vectorize.vector_unit import VectorUnit
from .accessed_buffers import (
    NAMES,
    Access,
    AccessedBuffer,
    accessed_buffer,
    index_of,
    moving_names,
    reach_of,
)
from .layout_plans import BufferLayout, Pad, Plan, plan_of

_FEW = 8
"""Iterations of a window or of a few channels: of such a loop no vectors are made."""
_PAGE = 4096
"""Bytes apart at which rows compete for the same places of a cache."""
_FAR = _PAGE // 8
"""Bytes of a row from which on a tile, of eight rows or so, has results in several pages."""
_MOST_OTHERS = 2
"""Loops that are tried as lanes besides the one along the rows that are stored."""
_BYTES_OF_SUM = 4
"""Of what products of narrow integers are added to."""
_T = TypeVar("_T")


@dataclass(frozen=True)
class _Split:
    """
    An axis as two: its remainder by `width` is the last one, or, where it is `strided`, its
    quotient; the other one is at the place `to`.
    """

    axis: int
    width: int
    to: int
    strided: bool = False


@dataclass(frozen=True)
class _Idea:
    """What rows become a multiple of, in lanes of the widest vector, and which axes are split."""

    lanes: float
    splits: Mapping[str, _Split] = field(default_factory=dict[str, _Split])


class Proposals:
    """The plans for one function, by what is read of its stages once."""

    def __init__(self, function: func.FuncOp, unit: VectorUnit, dots: DotUnit):
        self._unit, self._dots = unit, dots
        # Vectors in a row of a panel: a line, as lines of two panels come faster than two of one.
        self._panel = 2 if unit.bytes < CACHE_LINE else 1
        # A plan says by its name which buffer it lays out.
        named = Counter(map(buffer_name, buffers(function)))
        expected = ExpectedTrips(InstanceReader(function.body.blocks[0]))
        found = {
            value: accessed_buffer(value, expected)
            for value in buffers(function)
            if named[buffer_name(value)] == 1
        }
        self._buffers = {value: made for value, made in found.items() if made is not None}
        self._stages = dict[Operation, Access | None]()
        self._extents = dict[str, int | None]()
        self._reductions = set[str]()
        for stage in stages_or_nests(function):
            if all(isinstance(op, LOOPS) for op in (stage,)):
                self._read(stage)
        self._edges = {
            each.name: edges
            for each in self._buffers.values()
            if not each.open and (edges := _edges(each)) is not None
        }

    def edges(self) -> Plan | None:
        """The borders of windows as padding, and nothing else; None if there are none."""
        return self._plan(_Idea(0.0), edges=True) if self._edges else None

    def others(self, *, edges: bool) -> list[Plan]:
        """Plans for vectors, with the borders of windows as padding or not."""
        plans = dict[str, Plan]()
        for idea in self._ideas():
            plan = self._plan(idea, edges=edges)
            if plan is not None:
                plans.setdefault(plan.text, plan)
        for width in (1, 2):
            plan = self._groups(width)
            if plan is not None:
                plans.setdefault(plan.text, plan)
        return list(plans.values())

    def copies(self) -> Plan | None:
        """
        Layouts of local copies: panels of what is only loaded, and combined from the top to the
        bottom again and again. None if there is no such buffer.
        """
        splits = self._lanes(0, self._panel)
        found = [
            BufferLayout(each.name, layout.map, "undef")
            for each in self._buffers.values()
            if each.name in splits
            and not each.open  # of a few rows a copy takes longer than all else
            and self._is_read_again(each)
            and (layout := self._layout(each, _Idea(0.0, splits), edges=False)) is not None
        ]
        return replace(plan_of(found), is_proposed=True) if found else None

    def _groups(self, width: int) -> Plan | None:
        """
        Layouts for dot products: factors that are integers narrower than their sum lie in groups of
        the loop over the products, those that move with the rows that are stored in lanes of these.
        """
        found = dict[str, BufferLayout]()
        for stage, store in self._stages.items():
            lane = None if store is None else self._lane(stage, store, 0)
            for each in self._buffers.values():
                accesses = each.accesses.get(stage, [])
                if lane is None or len({access.index for access in accesses}) != 1:
                    continue
                layout = self._grouped(each, accesses[0], lane, width)
                if layout is not None:
                    found.setdefault(each.name, layout)
        grouped = [layout for layout in found.values() if layout.pad == 0]
        if not grouped:
            return None
        ordered = sorted(found.values(), key=lambda layout: layout.pad == 0)
        return replace(plan_of(ordered), is_proposed=True)

    def _grouped(
        self, of: AccessedBuffer, access: Access, lane: str, width: int
    ) -> BufferLayout | None:
        lanes, names = width * (self._unit.bytes // _BYTES_OF_SUM), list(NAMES[: len(of.shape)])
        along = access.axis_of(lane)
        if access.writes:
            if along is None or of.bytes != _BYTES_OF_SUM:
                return None
            others = [name for axis, name in enumerate(names) if axis != along]
            outer, inner = f"{names[along]} floordiv {lanes}", f"{names[along]} mod {lanes}"
            map = f"({', '.join(names)}) -> ({', '.join([outer, *others, inner])})"
            return BufferLayout(of.name, map, "undef")
        size = self._group_size(of, access)
        products = self._over_products(access)
        at = None if products is None else access.axis_of(products)
        if not size or at is None or (along is None and access.moves(lane)):
            return None
        others = [name for axis, name in enumerate(names) if axis not in (at, along)]
        if along is None and of.open:
            return None
        if along is None:
            extent = -(-of.shape[at] // size) * size
            shape = [of.shape[axis] for axis in range(len(names)) if axis != at]
            map = f"({', '.join(names)}) -> ({', '.join([*others, names[at]])})"
            is_whole = extent == of.shape[at] and at == len(names) - 1
            return None if is_whole else BufferLayout(of.name, map, 0, (*shape, extent))
        j, k = names[along], names[at]
        lane, place = f"{j} mod {lanes}", f"{k} mod {size}"
        group = f"({lane}) * {size} + {place}"
        parts = [f"{j} floordiv {lanes}", *others, f"{k} floordiv {size}", group]
        return BufferLayout(of.name, f"({', '.join(names)}) -> ({', '.join(parts)})", 0)

    def _over_products(self, access: Access) -> str | None:
        """The innermost loop that combines what is loaded."""
        over = [name for name in access.loops if name in self._reductions and access.moves(name)]
        return over[-1] if over else None

    def _group_size(self, of: AccessedBuffer, access: Access) -> int:
        """How many products an instruction adds up, of what is loaded and extended; 0 for none."""
        extended = [use.operation for use in access.op.results[0].uses]
        if all(isinstance(op, arith.ExtFOp) for op in extended) and of.element == bf16:
            return max((each.group for each in self._dots.of_floats.values()), default=0)
        if not all(isinstance(op, arith.ExtSIOp | arith.ExtUIOp) for op in extended):
            return 0
        sizes = {intrinsic.group for intrinsic in self._dots.of_integers if intrinsic.bits == 8}
        if of.bytes == 1 and sizes:
            return max(sizes)
        has_words = any(intrinsic.bits == 16 for intrinsic in self._dots.of_integers)
        return 2 if of.bytes <= 2 and has_words else 0

    def _ideas(self) -> Iterator[_Idea]:
        yield _Idea(1.0)
        yield _Idea(0.5)
        if splits := self._strides():
            yield _Idea(1.0, splits)
            yield _Idea(0.5, splits)
        for width in (1, 2):
            if splits := self._lanes(0, width):
                yield _Idea(float(width), splits)
        if splits := self._slices():
            yield _Idea(1.0, splits)
        for other in range(1, _MOST_OTHERS + 1):
            if splits := self._lanes(other, 1):
                yield _Idea(0.0, splits)

    def _plan(self, idea: _Idea, *, edges: bool) -> Plan | None:
        # A stage runs over the first one that it accesses: over what it writes.
        ordered = sorted(self._buffers.values(), key=lambda each: not each.is_written)
        layouts = [self._layout(each, idea, edges=edges) for each in ordered]
        found = [layout for layout in layouts if layout is not None]
        return replace(plan_of(found), is_proposed=True) if found else None

    def _layout(self, of: AccessedBuffer, idea: _Idea, *, edges: bool) -> BufferLayout | None:
        """The layout of one buffer; None where it stays as it is."""
        split, rank = idea.splits.get(of.name), len(of.shape)
        own = self._edges.get(of.name) if edges else None
        before = [0] * rank if own is None else [-low for low, _ in own]
        sizes = list(of.shape) if own is None else [high - low + 1 for low, high in own]
        names = NAMES[:rank]
        indices = [f"{n} + {b}" if b else n for n, b in zip(names, before, strict=True)]
        extents, least = list(sizes), [n + b for n, b in zip(of.shape, before, strict=True)]
        value = "undef" if own is None else self._neutral(of)
        lanes = self._rows(of, idea.lanes) if split is None or split.strided else 0
        if split is None:
            lanes = lanes or self._beside(of, idea.splits)
        if split is None and lanes and of.open:
            # No extents can be given: rows are whole where they are split.
            is_whole = rank - 1 not in of.open and of.shape[-1] % lanes == 0
            split, lanes = None if is_whole else _Split(rank - 1, lanes, rank - 1), 0
        if split is not None:
            at, width = split.axis, split.width
            index = f"({indices[at]})" if before[at] else names[at]
            two = f"{index} floordiv {width}", f"{index} mod {width}"
            indices = _in_two(indices, split, two)
            extents = _in_two(extents, split, (-(-extents[at] // width), width))
            least = _in_two(least, split, (-(-least[at] // width), width))
        elif lanes and self._is_reduced(of, rank - 1):
            value = self._neutral(of)
        if lanes:
            extents[-1] = _rounded(extents[-1], lanes, of.bytes, rows=prod(extents[:-1]))
        if own is None and split is None and extents == list(of.shape):
            return None
        map = f"({', '.join(names)}) -> ({', '.join(indices)})"
        extents = [] if of.open or extents == least else extents
        return BufferLayout(of.name, map, value, tuple(extents))

    def _rows(self, of: AccessedBuffer, lanes: float) -> int:
        """What the last axis becomes a multiple of; 0 if no vectors are made along it."""
        whole = int(lanes * self._unit.bytes) // of.bytes
        least = self._unit.bytes // of.bytes // 2
        along = [
            access
            for access in of.all_accesses
            if access.index and any(abs(f) == 1 for f in moving_names(access.index[-1]).values())
        ]
        return whole if along and whole > 1 and of.shape[-1] >= least else 0

    def _beside(self, of: AccessedBuffer, splits: Mapping[str, _Split]) -> int:
        """
        What the last axis becomes a multiple of, as a loop along it also goes along an axis of
        another buffer that is split: then the loop needs no guard for the rest of that axis.
        """
        for stage, accesses in of.accesses.items():
            along = {name for access in accesses for name in moving_names(access.index[-1])}
            for other in self._buffers.values():
                split = splits.get(other.name)
                if split is None or split.strided:
                    continue
                beside = {
                    name
                    for access in other.accesses.get(stage, [])
                    for name in along
                    if access.axis_of(name) == split.axis
                }
                if beside and all(
                    a.axis_of(n) == len(of.shape) - 1 for a in accesses for n in beside
                ):
                    return split.width
        return 0

    def _is_reduced(self, of: AccessedBuffer, axis: int) -> bool:
        """Whether a loop along an axis combines what it loads."""
        loads = [access for access in of.all_accesses if not access.writes]
        return any(
            name in self._reductions for load in loads for name in load.index[axis].variables()
        )

    def _neutral(self, of: AccessedBuffer) -> Pad:
        """
        What leaves the results of its loads as they are, as far as one can tell: of those that go
        beyond the data, if there are some, else of those that a loop combines.
        """
        loads = [access for access in of.all_accesses if is_load(access.op)]
        loads.sort(key=lambda load: (not _goes_beyond(load, of.shape), not self._combines(load)))
        for load in loads:
            for value in candidates(load.op.results[0], of.element):
                return value.value.data
        return "undef"

    def _combines(self, load: Access) -> bool:
        """Whether a loop combines what it loads at different places."""
        return any(map(load.moves, self._reductions))

    def _lanes(self, place: int, width: int) -> dict[str, _Split]:
        """
        Splits that put iterations of one loop of each stage next to each other: the one along the
        rows that are stored, or another one.
        """
        splits = dict[str, _Split]()
        for stage, store in self._stages.items():
            name = None if store is None else self._lane(stage, store, place)
            if name is None:
                continue
            panelled = list[Access]()
            for each in self._buffers.values():
                accesses = each.accesses.get(stage, [])
                axes = {access.axis_of(name) for access in accesses if access.moves(name)}
                axis = next(iter(axes), None)
                if len(axes) != 1 or axis is None or each.name in splits:
                    continue
                if any(
                    name in index.variables()
                    for a in accesses
                    for k, index in enumerate(a.index)
                    if k != axis
                ):
                    continue
                lanes = width * (self._unit.bytes // each.bytes)
                if axis < len(each.shape) - 1:
                    splits[each.name] = _Split(axis, lanes, axis)
                elif place or self._is_panelled(each, accesses, width):
                    splits[each.name] = _Split(axis, lanes, self._first_reduced(each, accesses))
                    panelled += accesses
            if panelled and not place:
                splits |= self._results(stage, name, width, panelled)
        return splits

    def _results(
        self, stage: Operation, lane: str, width: int, panelled: Sequence[Access]
    ) -> Iterator[tuple[str, _Split]]:
        """
        Splits of results whose rows are far apart, into panels of the same columns as the operands'
        panels have, after the axes that results and operands have both.
        """
        for each in self._buffers.values():
            accesses, last = each.accesses.get(stage, []), len(each.shape) - 1
            if not any(access.writes for access in accesses) or not self._has_far_rows(each):
                continue
            rows = [
                axis
                for axis in range(last)
                if not any(
                    other.moves(name)
                    for access in accesses
                    for name in access.index[axis].variables()
                    for other in panelled
                )
            ]
            if rows and all(access.axis_of(lane) == last for access in accesses):
                yield each.name, _Split(last, width * (self._unit.bytes // each.bytes), rows[0])

    def _has_far_rows(self, of: AccessedBuffer) -> bool:
        """Whether a tile has results in pages of their own, and no reduction goes along a row."""
        row = of.shape[-1] * of.bytes
        return row >= _FAR and not self._is_reduced(of, len(of.shape) - 1)

    def _slices(self) -> dict[str, _Split]:
        """
        Splits of the last axis by lanes, outermost, of what stages access that load in windows of
        rows: of one slice of channels, the first cache keeps as many rows as a window has.
        """
        splits = dict[str, _Split]()
        for stage, store in self._stages.items():
            name = None if store is None else self._lane(stage, store, 0)
            used = [(e, e.accesses[stage]) for e in self._buffers.values() if stage in e.accesses]
            if name is None or not any(_is_in_window(a) for _, found in used for a in found):
                continue
            for each, accesses in used:
                last, lanes = len(each.shape) - 1, self._unit.bytes // each.bytes
                axes = {access.axis_of(name) for access in accesses if access.moves(name)}
                if axes == {last} and each.shape[last] > lanes:
                    splits.setdefault(each.name, _Split(last, lanes, 0))
        return splits

    def _is_panelled(self, of: AccessedBuffer, accesses: Sequence[Access], width: int) -> bool:
        """Whether rows that a loop goes down again and again are to lie in panels."""
        first = self._first_reduced(of, accesses)
        return width == self._panel and not of.is_written and first < len(of.shape) - 1

    def _is_read_again(self, of: AccessedBuffer) -> bool:
        """Whether a loop combines what lies along an axis of a buffer that is only loaded."""
        return not of.is_written and any(
            name in self._reductions
            and access.axis_of(name) is not None
            and (self._extents.get(name) or 0) > _FEW
            for access in of.all_accesses
            for name in access.loops
        )

    def _first_reduced(self, of: AccessedBuffer, accesses: Sequence[Access]) -> int:
        """The first axis along which a loop combines what it loads; else the last one."""
        for axis in range(len(of.shape)):
            names = {n for access in accesses for n in access.index[axis].variables()}
            if names & self._reductions:
                return axis
        return len(of.shape) - 1

    def _lane(self, stage: Operation, store: Access, place: int) -> str | None:
        """The loop whose iterations become lanes: the one along stored rows, or one of others."""
        along = moving_names(store.index[-1]) if store.index else {}
        natural = next((name for name, factor in along.items() if abs(factor) == 1), None)
        if not place:
            return natural
        others = [
            name
            for name in store.loops
            if name != natural
            and store.axis_of(name) is not None
            and (extent := self._extents.get(name)) is not None
            and extent > _FEW
        ]
        others.sort(key=lambda name: -(self._extents[name] or 0))
        return others[place - 1] if place <= len(others) else None

    def _strides(self) -> dict[str, _Split]:
        """Splits of the last axis of what is accessed at each second or third cell of a row."""
        splits = dict[str, _Split]()
        for each in self._buffers.values():
            steps = set[int]()
            for access in each.all_accesses:
                moving = moving_names(access.index[-1]) if access.index else {}
                wide = {n: f for n, f in moving.items() if (self._extents.get(n) or 0) > _FEW}
                steps |= {abs(f) for f in wide.values()}
            if len(steps) == 1 and 1 < (step := next(iter(steps))) <= _FEW:
                last = len(each.shape) - 1
                splits[each.name] = _Split(last, step, last, strided=True)
        return splits

    def _read(self, stage: Operation) -> None:
        scope = stage.parent
        assert scope is not None
        ifs = operations_of(stage, affine.IfOp, scf.IfOp)
        reader = InstanceReader(scope, without=ifs)
        expected = ExpectedTrips(reader)
        stores = list[Access]()
        moved = dict[str, bool]()
        for op in operations_in(stage):
            if isinstance(op, affine.ForOp):
                name = str(reader.index(op.body.block.args[0]))
                self._extents[name] = _extent(op, expected)
            if not is_load_or_store(op) or feeds_only_assumes(op):
                continue
            around = reader.surroundings(op)
            each = self._buffers.get(buffer_of(op))
            if around is None or each is None:
                continue
            access = Access(
                op,
                index := index_of(op, reader),
                tuple(reach_of(e, around.condition) for e in index),
                not is_load(op),
                tuple(map(str, around.iterators)),
            )
            each.accesses.setdefault(stage, []).append(access)
            if access.writes:
                stores.append(access)
                for name in access.loops:
                    moved[name] = moved.get(name, False) or access.moves(name)
        for op in operations_of(stage, affine.ForOp):
            name = str(reader.index(op.body.block.args[0]))
            # What no store is moved by combines values, in memory or in what the loop carries.
            if not moved.get(name, False):
                self._reductions.add(name)
        deepest = max(stores, key=lambda store: len(store.loops), default=None)
        self._stages[stage] = deepest if _computes(stage) else None


def _extent(loop: affine.ForOp, expected: ExpectedTrips) -> int | None:
    """How many iterations a loop has, or is expected to have; None if that varies with others."""
    bounds = (*loop.lowerBoundOperands, *loop.upperBoundOperands)
    return extent_of(loop) if any(map(is_iterator, bounds)) else expected.of(loop)


def _edges(of: AccessedBuffer) -> list[tuple[int, int]] | None:
    """
    The least and greatest index along each axis with those of windows that a guard keeps inside;
    None where all are inside, or one is not known.
    """
    box = [(0, size - 1) for size in of.shape]
    for access in of.all_accesses:
        for axis, reach in enumerate(access.reach):
            if reach is not None:
                low, high = box[axis]
                box[axis] = min(low, reach[0]), max(high, reach[1])
    is_beyond = any(b != (0, size - 1) for b, size in zip(box, of.shape, strict=True))
    return box if is_beyond else None


def _goes_beyond(access: Access, shape: Sequence[int]) -> bool:
    """Whether its index leaves the data where no guard keeps it inside."""
    return any(
        reach is not None and (reach[0] < 0 or reach[1] >= size)
        for reach, size in zip(access.reach, shape, strict=True)
    )


def _computes(stage: Operation) -> bool:
    """
    Whether a stage computes, and does not only move values: then a layout would only leave the
    work to whoever packs the buffers.
    """
    return any(
        is_arithmetic(op) and not isinstance(op, arith.ConstantOp) and not _is_of_indices(op)
        for op in operations_in(stage)
    )


def _is_in_window(access: Access) -> bool:
    """Whether two loops go along an axis other than the last one, as over windows and in them."""
    return any(len(moving_names(index)) > 1 for index in access.index[:-1])


def _is_of_indices(op: Operation) -> bool:
    return any(value.type == IndexType() for value in (*op.results, *op.operands))


def _in_two(axes: Sequence[_T], split: _Split, parts: tuple[_T, _T]) -> list[_T]:
    """The axes with one of them as two: its quotient and its remainder."""
    first, last = parts[::-1] if split.strided else parts
    others = [axis for place, axis in enumerate(axes) if place != split.axis]
    return [*others[: split.to], first, *others[split.to :], last]


def _rounded(size: int, unit: int, bytes: int, *, rows: int) -> int:
    """The next multiple of a unit, but not rows of whole pages, which compete in the caches."""
    found = -(-size // unit) * unit
    return found + unit if rows > 1 and found * bytes % _PAGE == 0 else found
