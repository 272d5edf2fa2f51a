"""Tries layouts on a copy of a module: in each order of the loops, what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from math import inf, prod
from typing import NamedTuple, TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import FixedBitwidthType, ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue

from ....analysis.accesses.escape import preserved
from ....analysis.accesses.views import stored_shape
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import STAGE, buffer_name, buffers
from ....dialect.attributes import LaidOutType, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import is_store
from ....dialect.ir.operations import are_equal, operations_in, operations_of
from ....dialect.ir.reasons import Reason, because
from ...cache.cache_options import functions_with
from ...common.diagnostics import Remark, RemarkForm, collect_remarks, remark
from ...common.stages import find_functions, stages_of
from ...guards.removal_search import ROOM, Allowed
from ...inference.choices import find_choices
from ...inference.pad_infer_pad_value import as_numbers
from ...inference.value_trials import Scope
from ...inference.value_trials import Trials as ValueTrials
from ...layout.apply.pad_apply_layouts import PadApplyLayouts
from ...loops.pad_sequential_buffer_access import (
    PadSequentialBufferAccess,
    accesses_buffer,
    sequential_buffer_access,
)
from ...register_tile.expected_trips import ExpectedTrips
from ...simplify.pad_simplify import PadSimplify
from ...sizes.missing_sizes import without_missing_sizes
from ..steps.estimated_time import Estimate, estimate
from ..steps.fixpoint import Optimization
from ..steps.vector_code import Target
from .layout_plans import Interface, Pad, Plan
from .tile_splits import split_by_tiles, split_in_halves

Optimize: TypeAlias = Callable[[ModuleOp], Optimization]
Split: TypeAlias = Callable[[Operation, Sequence[SSAValue]], int]
"""Splits loops of a stage by the layouts of buffers, and counts them."""
OF_BUFFERS, SPLIT, OWN = "", " with its loops split in place", " with its loops as they are"
TO_END = " with its loops to the end of its padding"
"""Which order the loops of the stages are in, as remarks say it."""
AUTO = "auto"
"""The option `pad` where the values that free most guards are to be taken."""
MAX_PADDING, MORE_GUARDS, SLOWER = "max-padding", "more-guards", "slower"
_BYTES_OF_INDEX = 8
SAME = 0.03
"""The part of an estimate by which two that are as good may differ."""
_GAIN = 0.05
"""The part of an estimate that a proposed layout has to gain: estimates are not more exact."""
_GAIN_OF_PIECES = 0.2
"""The part of an estimate that a partition of loops has to gain: there is more code then."""
_IN_PIECES = RemarkForm(
    "loops-in-pieces",
    "loops are partitioned, as guards stay: estimated cycles: {pieces}; with them as loop bounds: "
    "{whole}",
    "passed",
)
_PAGE = 4096
"""Bytes of padding that a layout which is proposed may add to a buffer of any size."""


@dataclass(frozen=True)
class Layouts:
    """The layouts to try, and how."""

    plans: tuple[Plan, ...]
    stage: str | None
    max_padding: float
    """Bytes of padding for each byte of data."""
    allowed: Allowed
    """With which guards may go, where `pad` is to be found: `AUTO`."""
    interface: Interface = "change"

    @property
    def buffers(self) -> tuple[str, ...]:
        """The names of all buffers."""
        return tuple(dict.fromkeys(name for plan in self.plans for name in plan.buffers))


class _Access(NamedTuple):
    """A stage whose loops are to run over a laid-out buffer."""

    function: str
    stage: str
    buffer: str


@dataclass(frozen=True)
class Trial:
    """The outcome of one alternative: its cost, and the reason not to take it."""

    plan: Plan
    order: str = OF_BUFFERS
    optimization: Optimization | None = None
    padding: int = 0
    data: int = 0
    refusal: Reason | None = None
    why: Reason | None = None
    """The reason for which the guards stay, told once for all layouts that share it."""
    of: str | None = None
    """The buffer whose order the stage of such a guard is in."""
    time: Estimate | None = None
    """Of the code for the processor, where there is one."""
    said: tuple[Remark, ...] = ()
    """The remarks of making that code."""

    @property
    def in_order(self) -> str:
        """Why, and in which order."""
        return f"{self.why}" if self.of is None else f"in the order of {self.of}, {self.why}"

    @property
    def cost(self) -> tuple[float, int, float, int]:
        """Cycles where they are estimated, guards left, instances added, bytes of padding."""
        if self.optimization is None:
            return inf, 0, inf, self.padding
        wastes = [price.waste() for price in self.optimization.dropped]
        added = [inf if w is None or w.inserted is None else w.inserted for w in wastes]
        cycles = 0.0 if self.time is None else self.time.cycles
        return cycles, self.optimization.unsolved, sum(added), self.padding

    @property
    def pack(self) -> float:
        """What packing costs, relative to others: rows that are torn apart count several times."""
        return self.plan.disorder * (self.data + self.padding)

    def __str__(self) -> str:
        if self.optimization is None:
            return ""
        cycles, left, added, padding = self.cost
        bounds = self.optimization.narrowed
        as_bounds = f" ({bounds} of them as loop bounds)" if bounds else ""
        instances = "unknown" if added == inf else f"{added}"
        estimated = "" if self.time is None else f"estimated cycles: {cycles:.0f}, "
        return (
            f"{estimated}guards left: {left}{as_bounds}, instances added: {instances}, "
            f"bytes of padding: {padding}, bytes of data: {self.data}"
        )


def cheapest(trials: Sequence[Trial]) -> Trial | None:
    """
    The one that may be taken and costs least: of those as fast, the cheapest to pack; of these, one
    whose loops are not split in place, which leaves masks where the last tile is not whole.
    """
    taken = [trial for trial in trials if trial.refusal is None]
    if not taken:
        return None
    if any(trial.time is None for trial in taken):
        return min(taken, key=lambda trial: trial.cost)
    least = min(trial.cost[0] for trial in taken)
    fast = [trial for trial in taken if trial.cost[0] <= least * (1 + SAME)]
    return min(fast, key=lambda trial: (trial.pack, trial.order == SPLIT, *trial.cost))


class Trials:
    """Tries plans on copies of one module."""

    def __init__(
        self,
        context: Context,
        module: ModuleOp,
        function: str | None,
        layouts: Layouts,
        optimize: Optimize,
        target: Target | None,
        name: str,
        partition: Optimize | None = None,
    ):
        self._context = context
        self._module = module
        self._function = function
        self._layouts = layouts
        self._optimize = optimize
        self._target = target
        self._name = name
        self._stages = {op.attributes.get(STAGE) for op in operations_in(module)}
        self._partition = partition
        self.plain = self._completed(Trial(Plan((), "")), module.clone())

    def in_pieces(self, taken: Trial | None) -> Trial | None:
        """
        What becomes of the module without layouts, with its loops partitioned; None unless guards
        stay, and it is estimated to be so much faster than what is taken, that the code may grow.
        """
        others = self.plain if taken is None else taken
        optimization = others.optimization
        assert optimization is not None
        if self._partition is None or self._target is None or not optimization.unsolved:
            return None
        pieces = self._finished(Trial(Plan((), "")), self._partition(self._module.clone()))
        if pieces.cost[0] > others.cost[0] * (1 - _GAIN_OF_PIECES):
            return None
        place = find_functions(self._module, self._function, lambda _: True)[0]
        whole = f"{self.plain.cost[0]:.0f}"
        with collect_remarks() as said:
            remark(self._name, place, _IN_PIECES, pieces=f"{pieces.cost[0]:.0f}", whole=whole)
        return replace(pieces, said=(*said, *pieces.said))

    def laid_out_in_pieces(self, taken: Trial) -> Trial:
        """
        The trial, with its loops partitioned where guards stay and that is so much faster that the
        code may grow.
        """
        optimization = taken.optimization
        if self._partition is None or optimization is None or not optimization.unsolved:
            return taken
        others = copy(self)
        others._optimize = self._partition
        pieces = cheapest(others.of(taken.plan, taken.order))
        if pieces is None or pieces.cost[0] > taken.cost[0] * (1 - _GAIN_OF_PIECES):
            return taken
        return pieces

    def owners(self, plan: Plan, module: ModuleOp | None = None) -> list[func.FuncOp]:
        """
        The functions that have one of the buffers, in order; raises PadError if one is unknown.
        """
        at = self._module if module is None else module
        names = plan.buffers
        having = {f for name in names for f in functions_with(at, self._function, name)}
        return [op for op in at.walk() if isinstance(op, func.FuncOp) and op in having]

    def of(self, plan: Plan, order: str | None = None) -> list[Trial]:
        """
        Try a plan in the order of the buffers, and in the order of the loops: where the first is
        rejected, or leaves guards, or where it is the time that counts. With `order`, in that only,
        as far as one is tried without the other.
        """
        module = self._module.clone()
        try:
            names = plan.lay_out(self._context, module, self._function, self._layouts.interface)
        except PadError as error:
            if not plan.is_proposed:
                raise
            return [Trial(plan, OF_BUFFERS, refusal=because(str(error), "unusable"))]
        owners = self.owners(plan, module)
        data, padding = _bytes(owners, names)
        proposed = plan.is_proposed
        accesses = [
            found
            for owner in owners
            for found in self._accesses(owner, names, is_proposed=proposed)
        ]
        first = Trial(plan, OF_BUFFERS, None, padding, data)
        if self._target is not None and (refusal := self._beyond_limit(first)) is not None:
            return [replace(first, refusal=refusal)]
        with collect_remarks():
            PadApplyLayouts().apply(self._context, module)
        if self._target is not None:
            if order == TO_END:
                return list(self._to_end(first, module, names))
            if order == SPLIT:
                return [self._in_place(first, module, names)]
            if order == OWN:
                return [self._completed(replace(first, order=OWN), module)]
            trials = self._by_time(first, module, names, accesses)
            if order is None:
                return list(trials)
            found = next((t for t in trials if t.order == order), None)
            return [] if found is None else [found]
        return self._by_guards(first, module, names, accesses)

    def as_they_are(self, plan: Plan) -> Trial:
        """Try a plan with the loops that there are, for code of the processor."""
        module = self._module.clone()
        try:
            names = plan.lay_out(self._context, module, self._function, self._layouts.interface)
        except PadError as error:
            return Trial(plan, OWN, refusal=because(str(error), "unusable"))
        data, padding = _bytes(self.owners(plan, module), names)
        with collect_remarks():
            PadApplyLayouts().apply(self._context, module)
        return self._completed(Trial(plan, OWN, None, padding, data), module)

    def _by_time(
        self, first: Trial, module: ModuleOp, names: Sequence[str], accesses: Sequence[_Access]
    ) -> Iterator[Trial]:
        """
        Each stage over its buffer, where that is legal, at once or when its guards are gone; then
        with the loops that there are.
        """
        changed, own, has_own = module.clone(), replace(first, order=OWN), False
        refused = self._follow(changed, accesses)
        if not refused or len(refused) < len(accesses):
            yield self._completed(first, changed)
        elif first.plan.is_proposed and not first.plan.pads:
            pass
        elif first.plan.pads:
            # The guards of windows may be all that is in the way.
            has_own = are_equal(changed, module)
            early = self._optimize(changed)
            yield self._finished(own, self._copied(early))
            if len(self._follow(changed, accesses)) < len(accesses):
                late = self._optimize(changed)
                late.dropped = [*early.dropped, *late.dropped]
                yield self._finished(first, late)
            if not first.plan.is_tiled():
                yield from self._to_end(first, module, names)
                return
        else:
            yield replace(first, refusal=because(str(next(iter(refused.values()))), "unusable"))
        if first.plan.is_tiled() or not first.plan.is_proposed or refused:
            # Else rows are whole vectors, but only where the loops go to their end.
            is_tiled, split = first.plan.is_tiled(), module.clone()
            if not (is_tiled and has_own):
                # Of a loop that is not split, copies side by side may be of several tiles.
                yield self._completed(own, module.clone())
            # Split, a loop of any extent would end at the least of two bounds.
            can_split = is_tiled and not (first.plan.is_proposed and _are_open(module, names))
            if can_split and self._split(split, names, split_by_tiles):
                yield self._completed(replace(first, order=SPLIT), split)
        yield from self._to_end(first, module, names)

    def _in_place(self, first: Trial, module: ModuleOp, names: Sequence[str]) -> Trial:
        """With the loops that there are, split by the tiles of the buffers where they have some."""
        is_split = first.plan.is_tiled() and self._split(module, names, split_by_tiles)
        order = SPLIT if is_split else OWN
        return self._completed(replace(first, order=order), module)

    def _to_end(self, first: Trial, module: ModuleOp, names: Sequence[str]) -> Iterator[Trial]:
        """With the loops that there are, to the end of the padding of rows that are not split."""
        if first.plan.extends and self._split(module, names, split_in_halves):
            yield self._completed(replace(first, order=TO_END), module)

    def _copied(self, optimization: Optimization) -> Optimization:
        """The same on a copy of its module, as it is now."""
        return replace(
            optimization, module=optimization.module.clone(), dropped=[*optimization.dropped]
        )

    def _follow(self, module: ModuleOp, accesses: Sequence[_Access]) -> dict[_Access, PadError]:
        """Let each stage run in the order of its buffer where it can; those that cannot."""
        refused = dict[_Access, PadError]()
        for one, stages, buffer in list(self._found(module, accesses)):
            try:
                with without_missing_sizes(), collect_remarks(), preserved():
                    for stage in stages:
                        # Others may have the same name, of which some have been followed by now.
                        if stage.parent is not None and accesses_buffer(stage, buffer):
                            sequential_buffer_access(stage, buffer)
            except PadError as error:
                refused[one] = error
        return refused

    def _completed(self, trial: Trial, module: ModuleOp) -> Trial:
        """The trial with what becomes of a module."""
        return self._finished(trial, self._optimize(module))

    def _found(
        self, module: ModuleOp, accesses: Sequence[_Access]
    ) -> Iterator[tuple[_Access, list[Operation], SSAValue]]:
        """
        The stages and the buffers of accesses, by one look at each function; without what passes
        have erased since, and stages that were named after their parts.
        """
        stages = dict[tuple[str, str], list[Operation]]()
        values = dict[tuple[str, str | None], SSAValue]()
        for name in dict.fromkeys(one.function for one in accesses):
            for function in find_functions(module, name, lambda _: True):
                for op in stages_of(function, None):
                    label = cast("StringAttr", op.attributes[STAGE]).data
                    stages.setdefault((name, label), []).append(op)
                values |= {(name, buffer_name(value)): value for value in buffers(function)}
        for one in accesses:
            at, buffer = (one.function, one.stage), (one.function, one.buffer)
            if at in stages and buffer in values:
                yield one, stages[at], values[buffer]

    def _finished(self, trial: Trial, optimization: Optimization) -> Trial:
        """The trial with what ran, with code for the processor where there is one."""
        if self._target is None:
            return replace(trial, optimization=optimization)
        module = optimization.module
        made = self._target.make_code(self._context, module, self._function, self._name)
        time = estimate(module, self._target.unit)
        done = replace(trial, optimization=optimization, time=time, said=tuple(made))
        if not trial.plan.layouts:
            return done
        limit = self.plain.cost[0]
        gain = _GAIN if trial.plan.is_proposed else SAME
        if done.cost[0] > limit * (1 - gain):
            text = f"that is not {gain:.0%} faster than without a layout, which takes {limit:.0f}"
            return replace(done, refusal=because(text, SLOWER, cycles=limit))
        return done

    def _by_guards(
        self, first: Trial, module: ModuleOp, names: Sequence[str], accesses: Sequence[_Access]
    ) -> list[Trial]:
        plain = self.plain.optimization
        assert plain is not None
        orders = [OF_BUFFERS]
        if first.plan.is_tiled():
            orders.append(SPLIT)
        elif plain.unsolved:
            orders.append(OWN)
        tried, known = list[Trial](), None
        for order in orders:
            one = replace(first, order=order)
            changed = module.clone()
            try:
                if order == SPLIT and not self._split(changed, names, split_by_tiles):
                    break
                if order == OF_BUFFERS:
                    _run_in_order(self._context, changed, accesses)
            except PadError as error:
                tried.append(replace(one, refusal=because(str(error), "unusable")))
                continue
            if known is not None and are_equal(known, changed):
                break
            known = changed.clone()
            one = self._completed(one, changed)
            over = accesses if order == OF_BUFFERS else ()
            one = replace(one, refusal=self._refusal(one, plain))
            if (done := one.optimization) is not None and done.refused and _is_worse(one, plain):
                why = self._why_left(done, names)
                one = replace(one, why=why, of=_order(done, over))
            if tried and tried[0].refusal is None and one.cost[1] >= tried[0].cost[1]:
                break
            tried.append(one)
            if one.refusal is None and one.cost[1] == 0:
                break
            if one.refusal is not None and one.refusal.id == MAX_PADDING:
                break
        return tried

    def _refusal(self, tried: Trial, plain: Optimization) -> Reason | None:
        """
        The reason against an alternative: what is worse than without padding, or beyond the limit.
        """
        if _is_worse(tried, plain):
            left = plain.unsolved
            return because(f"guards left without a layout: {left}", MORE_GUARDS, guards=left)
        return self._beyond_limit(tried)

    def _beyond_limit(self, tried: Trial) -> Reason | None:
        limit = self._layouts.max_padding
        # Borders of a small image may be more than the image.
        free = _PAGE * len(tried.plan.layouts) if tried.plan.is_proposed and limit else 0
        if tried.padding > limit * tried.data + free:
            text = f"that is more padding than max-padding={limit:g} times the data"
            return because(text, MAX_PADDING, limit=limit)
        return None

    def _why_left(self, optimization: Optimization, names: Sequence[str]) -> Reason | None:
        """The reason that keeps the first guard that is left."""
        kept = optimization.refused[0]
        if kept.reason is None:
            return None
        why = replace(kept.reason, text=kept.message)
        room = kept.reason.field(ROOM)
        if isinstance(room, tuple) and (
            room != tuple(names) or len(room) > 1 or len(self._layouts.plans) > 1
        ):
            remedy = (
                "pad-optimize takes extents of one buffer with one map; give others to "
                "pad-transform-layout, and apply them, before"
            )
            return replace(why, text=f"{why.text}; {remedy}", remedy=remedy)
        return why

    def _split(self, module: ModuleOp, names: Sequence[str], split: Split) -> int:
        """How many loops were split, of the stages that access laid-out buffers."""
        count = 0
        for function in find_functions(module, self._function, lambda _: True):
            laid_out = [v for v in buffers(function) if buffer_name(v) in names]
            for stage in stages_of(function, self._layouts.stage) if laid_out else ():
                # The loop of a stage in another one may be split with that.
                if stage.parent is not None and stage.attributes[STAGE] in self._stages:
                    with suppress(PadError):  # which is raised before anything is changed
                        count += split(stage, laid_out)
        return count

    def _accesses(
        self, function: func.FuncOp, names: Sequence[str], *, is_proposed: bool = False
    ) -> Iterator[_Access]:
        """
        The stages whose loops are to run over a laid-out buffer, each with the first it accesses,
        or, of proposed layouts, over the first that it writes.
        """
        values = {v: name for v in buffers(function) if (name := buffer_name(v)) is not None}
        for stage in stages_of(function, self._layouts.stage):
            label = stage.attributes[STAGE]
            if label not in self._stages:
                continue  # a copy that keeps the interface
            ops = operations_in(stage)
            used = {values.get(operand) for op in ops for operand in op.operands}
            if is_proposed:
                stores = (op for op in ops if is_store(op))
                used &= {values.get(operand) for op in stores for operand in op.operands}
            first = next((buffer for buffer in names if buffer in used), None)
            if first is not None and isinstance(label, StringAttr):
                yield _Access(function.sym_name.data, label.data, first)

    def inferred(self, plan: Plan) -> tuple[Plan, int, int]:
        """
        A plan with the pad values that free most guards for the buffers together, how many that
        are, and of how many. They are found where the padding of those whose value is not given
        holds anything; a buffer of which none is needed keeps that.
        """
        module = self._module.clone()
        anything = plan.with_pads(
            {each.buffer: "undef" for each in plan.layouts if each.pad == AUTO}
        )
        names = anything.lay_out(self._context, module, self._function, self._layouts.interface)
        accesses = [
            found for owner in self.owners(plan, module) for found in self._accesses(owner, names)
        ]
        with collect_remarks():
            PadApplyLayouts().apply(self._context, module)
            ordered = module.clone()
            try:
                _run_in_order(self._context, ordered, accesses)
                module = ordered
            except PadError:
                self._split(module, names, split_by_tiles)
            PadSimplify(self._function).apply(self._context, module)
        scopes = [
            Scope(owner, stages_of(owner, None), tuple(names))
            for owner in self.owners(plan, module)
        ]
        found = find_choices(ValueTrials(module, scopes, self._layouts.allowed))
        if not found.choices:
            return anything, 0, found.guards
        best = found.choices[0]
        pads: Mapping[str, Pad] = as_numbers(best.values)
        return anything.with_pads(pads), len(best.freed), found.guards


def _is_worse(tried: Trial, plain: Optimization) -> bool:
    """Whether too many guards are left."""
    left, before = tried.cost[1], plain.unsolved
    # Where the loops stay as they are, fewer guards are all that a layout gives.
    return left > before or (tried.order == OWN and left == before)


def _order(optimization: Optimization, orders: Sequence[_Access]) -> str | None:
    """The buffer that the stage of the first guard that is left is in the order of, by stage."""
    stage = optimization.refused[0].field("stage")
    return next((one.buffer for one in orders if one.stage == stage), None)


def _run_in_order(context: Context, module: ModuleOp, accesses: Sequence[_Access]) -> None:
    """Lets each stage run in the order of its buffer; raises PadError if one cannot."""
    several = len({one.function for one in accesses}) > 1
    for one in accesses:
        try:
            with without_missing_sizes():  # of trials only, that other orders may replace
                order = PadSequentialBufferAccess(one.stage, one.buffer, one.function)
                order.apply(context, module)
        except PadError as error:
            if not several:
                raise
            raise PadError(f"in @{one.function}, {error}") from error


def _bytes(functions: Sequence[func.FuncOp], names: Sequence[str]) -> tuple[int, int]:
    """Bytes of data and of padding that buffers have, some of them at the sizes expected."""
    data = padding = 0
    for function in functions:
        expected = ExpectedTrips(InstanceReader(function.body.blocks[0]))
        for value in (value for value in buffers(function) if buffer_name(value) in names):
            element = cast("LaidOutType", value.type).element_type
            size = element.size if isinstance(element, FixedBitwidthType) else _BYTES_OF_INDEX
            cells, physical = _cells(value, expected)
            data, padding = data + size * cells, padding + size * (physical - cells)
    return data, padding


def _cells(buffer: SSAValue, expected: ExpectedTrips) -> tuple[int, int]:
    """How many cells of data a buffer has, and how many in all."""
    placed, sizes = place(cast("LaidOutType", buffer.type)), dict[str, int]()
    for axis, size in enumerate(placed.shape):
        if isinstance(size, str):
            sizes[size] = expected.extent(buffer, axis)
    cells = prod(sizes[size] if isinstance(size, str) else size for size in placed.shape)
    physical = (n if isinstance(n, int) else n.evaluate(sizes) for n in placed.physical_shape)
    return cells, prod(physical)


def _are_open(module: ModuleOp, names: Sequence[str]) -> bool:
    """Whether one of the buffers has a size that is known at run time only."""
    functions = operations_of(module, func.FuncOp)
    found = (value for function in functions for value in buffers(function))
    shapes = (stored_shape(value.type) for value in found if buffer_name(value) in names)
    return any(shape is not None and None in shape for shape in shapes)
