"""Chooses a padded layout among alternatives by what each costs; to pad nothing is one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, prod
from typing import NamedTuple, TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import FixedBitwidthType, ModuleOp, StringAttr

from ...dialect.annotations import STAGE, buffer_name, buffers
from ...dialect.attributes import LaidOutType, place
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.reasons import Reason, because
from ..cache.cache_options import functions_with
from ..common.diagnostics import RemarkForm, collect_remarks, remark
from ..common.stages import find_functions, find_stages, stages_of
from ..guards.removal_search import ROOM, WASTE, Allowed
from ..inference.choices import find_choices
from ..inference.pad_infer_pad_value import as_numbers, shown
from ..inference.value_trials import Scope, Trials
from ..layout.apply.pad_apply_layouts import PadApplyLayouts
from ..layout.options.layout_options import parse_map
from ..layout.transform.pad_transform_layout import PadTransformLayout
from ..loops.pad_sequential_buffer_access import PadSequentialBufferAccess
from ..simplify.pad_simplify import PadSimplify
from ..sizes.missing_sizes import without_missing_sizes
from .fixpoint import Optimization
from .tile_splits import split_by_tiles

Optimize: TypeAlias = Callable[[ModuleOp], Optimization]
Pad: TypeAlias = str | int | float | None
_BYTES_OF_INDEX = 8
_OF_BUFFERS, _SPLIT, _OWN = "", " with its loops split in place", " with its loops as they are"
_TAKEN = RemarkForm("layout-taken", "layout {map} applied to {buffers}{order}: {text}", "passed")
_NOT_TAKEN = RemarkForm("layout-not-taken", "layout {map} not applied to {buffers}{order}: {text}")
_NONE = RemarkForm("layout-none", "no layout applied to {buffers}: {reason}")
_PADS = RemarkForm(
    "pad-values-taken",
    "layout {map}: the padding taken is {values}; values free {freed} of {guards} guards",
    "analysis",
)
AUTO = "auto"
"""The option `pad` where the values that free most guards are to be taken."""
_MAX_PADDING, _MORE_GUARDS = "max-padding", "more-guards"
_COSTS_NO_MORE = because("another layout costs no more", "costs-no-more")


@dataclass(frozen=True)
class Layouts:
    """The buffers to lay out, and the layouts to try."""

    buffers: tuple[str, ...]
    maps: tuple[str, ...]
    pad: Pad
    extents: tuple[int, ...]
    """Of the one map of the one buffer; empty if the map gives them."""
    stage: str | None
    max_padding: float
    """Bytes of padding for each byte of data."""
    allowed: Allowed
    """With which guards may go, where `pad` is to be found: `AUTO`."""


class _Access(NamedTuple):
    """A stage whose loops are to run over a laid-out buffer."""

    function: str
    stage: str
    buffer: str


@dataclass(frozen=True)
class _Tried:
    """The outcome of one alternative: its cost, and the reason not to take it."""

    map: str
    order: str = _OF_BUFFERS
    """Which one the loops of the stages are in."""
    optimization: Optimization | None = None
    padding: int = 0
    data: int = 0
    refusal: Reason | None = None
    why: Reason | None = None
    """The reason for which the guards stay, told once for all layouts that share it."""
    of: str | None = None
    """The buffer whose order the stage of such a guard is in."""

    @property
    def in_order(self) -> str:
        """Why, and in which order."""
        return f"{self.why}" if self.of is None else f"in the order of {self.of}, {self.why}"

    @property
    def cost(self) -> tuple[int, float, int]:
        """Guards left, instances added, bytes of padding."""
        if self.optimization is None:
            return 0, inf, self.padding
        wastes = [price.waste() for price in self.optimization.dropped]
        added = [inf if w is None or w.inserted is None else w.inserted for w in wastes]
        return self.optimization.unsolved, sum(added), self.padding

    def __str__(self) -> str:
        if self.optimization is None:
            return ""
        left, added, padding = self.cost
        bounds = self.optimization.narrowed
        as_bounds = f" ({bounds} of them as loop bounds)" if bounds else ""
        instances = "unknown" if added == inf else f"{added}"
        return (
            f"guards left: {left}{as_bounds}, instances added: {instances}, "
            f"bytes of padding: {padding}, bytes of data: {self.data}"
        )


def choose_layout(
    context: Context,
    module: ModuleOp,
    function: str | None,
    layouts: Layouts,
    optimize: Optimize,
    name: str,
) -> Optimization:
    """
    Makes of a module what the cheapest alternative within the limits makes of it, or, where there
    is none, what it becomes without padding; remarks, of the pass of this name, say what each
    costs.

    Raises PadError for an unknown buffer or stage, and for a map that is not a layout of a buffer.
    """
    owners = _owners(module, function, layouts)
    if not any(stages_of(owner, layouts.stage) for owner in owners):
        find_stages(owners[0], layouts.stage)
    plain = optimize(module.clone())
    tried = list[_Tried]()
    for map in layouts.maps:
        pads = dict.fromkeys(layouts.buffers, layouts.pad)
        if layouts.pad == AUTO:
            inferred = _infer_pads(context, module.clone(), function, layouts, map)
            pads |= inferred.pads
            _tell_pads(name, owners[0], map, pads, inferred)
        tried += _try_orders(context, module.clone(), function, layouts, map, pads, optimize, plain)
    taken = min((t for t in tried if t.refusal is None), key=lambda t: t.cost, default=None)
    names = " and ".join(layouts.buffers)
    if len(owners) > 1:
        names += f" in {_listed(owners)}"
    best = None if taken is not None else _nearest(tried)
    told = {None, None if best is None else best.why}
    for one in tried:
        reason = one.refusal or (None if one is taken else _COSTS_NO_MORE)
        why = "" if one.why in told else one.in_order
        told.add(one.why)
        text = "; ".join(part for part in (str(one), f"{reason or ''}", why) if part)
        remark(
            name,
            owners[0],
            _TAKEN if one is taken else _NOT_TAKEN,
            reason=reason,
            buffers=names,
            map=one.map,
            order=one.order,
            text=text,
            guards=None if one.optimization is None else one.cost[0],
            added=None if one.optimization is None else one.cost[1],
            padding=one.padding,
            data=one.data,
        )
    if taken is None:
        remark(name, owners[0], _NONE, reason=_why_none(best), buffers=names)
    chosen = plain if taken is None or taken.optimization is None else taken.optimization
    module.detach_region(module.body)
    module.add_region(chosen.module.detach_region(chosen.module.body))
    chosen.module = module
    return chosen


def _owners(module: ModuleOp, function: str | None, layouts: Layouts) -> list[func.FuncOp]:
    """The functions that have one of the buffers, in order; raises PadError if one is unknown."""
    having = {f for name in layouts.buffers for f in functions_with(module, function, name)}
    return [op for op in module.walk() if isinstance(op, func.FuncOp) and op in having]


def _listed(functions: Sequence[func.FuncOp]) -> str:
    """Their names, the first three of many."""
    names = [f"@{f.sym_name.data}" for f in functions]
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3} more functions"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _nearest(tried: Sequence[_Tried]) -> _Tried | None:
    """The cheapest that has something but limits in the way, else the first that cannot be used."""
    others = [t for t in tried if _id(t.refusal) != _MAX_PADDING and _id(t.why) != WASTE]
    rejected = [one for one in others if one.optimization is not None]
    return min(rejected, key=lambda one: one.cost, default=None) or next(iter(others), None)


def _id(reason: Reason | None) -> str | None:
    return None if reason is None else reason.id


def _why_none(best: _Tried | None) -> Reason:
    """
    The obstacle to the alternative that comes nearest, if there is one; else limits are in the way.
    """
    if best is None:
        return because("no layout is within the limits", "limits")
    if best.optimization is None:
        return because(f"no layout that is given can be used: {best.refusal}", "unusable")
    why = f"; {best.in_order}" if best.why is not None else ""
    return because(f"no layout is as good: {best.refusal}{why}", _MORE_GUARDS)


def _try_orders(
    context: Context,
    module: ModuleOp,
    function: str | None,
    layouts: Layouts,
    map: str,
    pads: Mapping[str, Pad],
    optimize: Optimize,
    plain: Optimization,
) -> list[_Tried]:
    """
    Try a layout in the order of the buffers; if that is rejected, or leaves guards, in the order of
    the loops too.
    """
    _lay_out(context, module, function, layouts, map, pads)
    owners = _owners(module, function, layouts)
    data, padding = _bytes(owners, layouts)
    accesses = [found for owner in owners for found in _accesses(owner, layouts)]
    orders = [_OF_BUFFERS]
    if any(sign in str(parse_map(map)) for sign in ("//", "%")):
        orders.append(_SPLIT)
    elif plain.unsolved:
        orders.append(_OWN)
    tried, known = list[_Tried](), None
    for order in orders:
        one = _Tried(map, order, None, padding, data)
        changed = module.clone()
        try:
            PadApplyLayouts().apply(context, changed)
            if order == _SPLIT and not _split_by_tiles(changed, layouts, accesses):
                break
            if order == _OF_BUFFERS:
                _run_in_order(context, changed, accesses)
        except PadError as error:
            tried.append(replace(one, refusal=because(str(error), "unusable")))
            continue
        if known is not None and known.is_structurally_equivalent(changed):
            break
        known = changed.clone()
        optimization = optimize(changed)
        over = accesses if order == _OF_BUFFERS else ()
        refusal = _refusal(optimization, plain, layouts, one)
        one = replace(one, optimization=optimization, refusal=refusal)
        if optimization.refused and _is_worse(optimization, plain, one):
            one = replace(one, why=_why_left(optimization, layouts), of=_order(optimization, over))
        if tried and tried[0].refusal is None and one.cost[0] >= tried[0].cost[0]:
            break
        tried.append(one)
        if refusal is None and optimization.unsolved == 0:
            break
        if _id(refusal) == _MAX_PADDING:
            break
    return tried


def _lay_out(
    context: Context,
    module: ModuleOp,
    function: str | None,
    layouts: Layouts,
    map: str,
    pads: Mapping[str, Pad],
) -> None:
    for buffer in layouts.buffers:
        step = PadTransformLayout(
            buffer, map, function, pads[buffer], extents=layouts.extents or None
        )
        step.apply(context, module)


@dataclass(frozen=True)
class _InferredPads:
    """The values that free most guards, how many that are, and of how many."""

    pads: Mapping[str, Pad]
    freed: int
    guards: int


def _infer_pads(
    context: Context, module: ModuleOp, function: str | None, layouts: Layouts, map: str
) -> _InferredPads:
    """
    The pad values for the buffers together, found where their padding holds anything; a buffer of
    which none is needed keeps that.
    """
    anything: dict[str, Pad] = dict.fromkeys(layouts.buffers, "undef")
    _lay_out(context, module, function, layouts, map, anything)
    owners = _owners(module, function, layouts)
    accesses = [found for owner in owners for found in _accesses(owner, layouts)]
    with collect_remarks():
        PadApplyLayouts().apply(context, module)
        ordered = module.clone()
        try:
            _run_in_order(context, ordered, accesses)
            module = ordered
        except PadError:
            _split_by_tiles(module, layouts, accesses)
        PadSimplify(function).apply(context, module)
    scopes = [
        Scope(owner, stages_of(owner, None), layouts.buffers)
        for owner in _owners(module, function, layouts)
    ]
    found = find_choices(Trials(module, scopes, layouts.allowed))
    if not found.choices:
        return _InferredPads(anything, 0, found.guards)
    best = found.choices[0]
    return _InferredPads({**anything, **as_numbers(best.values)}, len(best.freed), found.guards)


def _tell_pads(
    name: str, owner: func.FuncOp, map: str, pads: Mapping[str, Pad], inferred: _InferredPads
) -> None:
    values = shown({buffer: "undef" if pad is None else pad for buffer, pad in pads.items()})
    remark(
        name,
        owner,
        _PADS,
        map=map,
        values=values,
        freed=inferred.freed,
        guards=inferred.guards,
    )


def _is_worse(optimization: Optimization, plain: Optimization, tried: _Tried) -> bool:
    """Whether too many guards are left."""
    left, before = optimization.unsolved, plain.unsolved
    # Where the loops stay as they are, fewer guards are all that a layout gives.
    return left > before or (tried.order == _OWN and left == before)


def _why_left(optimization: Optimization, layouts: Layouts) -> Reason | None:
    """The reason that keeps the first guard that is left."""
    kept = optimization.refused[0]
    if kept.reason is None:
        return None
    why = replace(kept.reason, text=kept.message)
    room = kept.reason.field(ROOM)
    if isinstance(room, tuple) and (
        room != layouts.buffers or len(room) > 1 or len(layouts.maps) > 1
    ):
        remedy = (
            "pad-optimize takes extents of one buffer with one map; give others to "
            "pad-transform-layout, and apply them, before"
        )
        return replace(why, text=f"{why.text}; {remedy}", remedy=remedy)
    return why


def _order(optimization: Optimization, orders: Sequence[_Access]) -> str | None:
    """The buffer that the stage of the first guard that is left is in the order of, by stage."""
    stage = optimization.refused[0].field("stage")
    return next((one.buffer for one in orders if one.stage == stage), None)


def _refusal(
    optimization: Optimization, plain: Optimization, layouts: Layouts, tried: _Tried
) -> Reason | None:
    """
    The reason against an alternative: what is worse than without padding, or beyond the limit.
    """
    if _is_worse(optimization, plain, tried):
        left = plain.unsolved
        return because(f"guards left without a layout: {left}", _MORE_GUARDS, guards=left)
    if tried.padding > layouts.max_padding * tried.data:
        limit = layouts.max_padding
        text = f"that is more padding than max-padding={limit:g} times the data"
        return because(text, _MAX_PADDING, limit=limit)
    return None


def _split_by_tiles(module: ModuleOp, layouts: Layouts, accesses: Sequence[_Access]) -> int:
    """How many loops were split, of the stages that access laid-out buffers."""
    split = 0
    for name, label in dict.fromkeys((one.function, one.stage) for one in accesses):
        for function in find_functions(module, name, lambda _: True):
            laid_out = [v for v in buffers(function) if buffer_name(v) in layouts.buffers]
            split += sum(split_by_tiles(stage, laid_out) for stage in stages_of(function, label))
    return split


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


def _accesses(function: func.FuncOp, layouts: Layouts) -> Iterator[_Access]:
    """The stages whose loops are to run over a laid-out buffer, each with the first it accesses."""
    values = {
        value: name for value in buffers(function) if (name := buffer_name(value)) is not None
    }
    for stage in stages_of(function, layouts.stage):
        label = stage.attributes[STAGE]
        used = {values.get(operand) for op in stage.walk() for operand in op.operands}
        first = next((buffer for buffer in layouts.buffers if buffer in used), None)
        if first is not None and isinstance(label, StringAttr):
            yield _Access(function.sym_name.data, label.data, first)


def _bytes(functions: Sequence[func.FuncOp], layouts: Layouts) -> tuple[int, int]:
    """Bytes of data and of padding that the buffers have; both 0 for sizes that are not known."""
    data = padding = 0
    for value in (value for function in functions for value in buffers(function)):
        if buffer_name(value) not in layouts.buffers:
            continue
        type = cast("LaidOutType", value.type)
        placed, element = place(type), type.element_type
        size = element.size if isinstance(element, FixedBitwidthType) else _BYTES_OF_INDEX
        shape = [n for n in placed.physical_shape if isinstance(n, int)]
        if len(shape) == len(placed.physical_shape):
            own = size * prod(type.get_shape())
            data, padding = data + own, padding + size * prod(shape) - own
    return data, padding
