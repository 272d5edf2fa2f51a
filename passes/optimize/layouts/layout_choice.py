"""Chooses padded layouts among alternatives by what each costs; to pad nothing is one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from ....dialect.annotations import buffers
from ....dialect.ir.operations import operations_in
from ....dialect.ir.reasons import Reason, because
from ...common.diagnostics import RemarkForm, remark
from ...common.stages import find_stages, stages_of
from ...dot_products.dot_unit import dot_unit
from ...guards.removal_search import WASTE
from ...inference.pad_infer_pad_value import shown
from ...register_tile.expected_trips import buffer_bytes
from ...vectorize.vector_unit import VectorUnit
from ..steps.fixpoint import Optimization
from ..steps.memory_traffic import levels_of
from ..steps.vector_code import Target
from .layout_plans import Plan
from .layout_trials import (
    AUTO,
    MAX_PADDING,
    MORE_GUARDS,
    SAME,
    SLOWER,
    Layouts,
    Optimize,
    Trial,
    Trials,
    cheapest,
)
from .proposed_layouts import Proposals

_TAKEN = RemarkForm("layout-taken", "layout {map} applied to {buffers}{order}: {text}", "passed")
_NOT_TAKEN = RemarkForm("layout-not-taken", "layout {map} not applied to {buffers}{order}: {text}")
_NONE = RemarkForm("layout-none", "no layout applied to {buffers}: {reason}")
_COPIED = RemarkForm("copy-taken", "local copy of {buffers} taken, {map}: {text}", "passed")
_NOT_COPIED = RemarkForm("copy-not-taken", "no local copy of {buffers} taken, {map}: {text}")
_PADS = RemarkForm(
    "pad-values-taken",
    "layout {map}: the padding taken is {values}; values free {freed} of {guards} guards",
    "analysis",
)
_NOT_ALL = RemarkForm(
    "layouts-not-all-tried",
    "@{of}: {left} of {count} layouts not tried: the function is too large for as many trials",
    "analysis",
)
_COSTS_NO_MORE = because("another layout costs no more", "costs-no-more")
_MOST_TRIED = 40_000
"""Operations of a module times layouts that are tried on copies of it."""
_MOST_DROPPED = 5
"""Buffers of a layout that are left out one by one: of more it takes too many trials."""


def choose_layout(
    context: Context,
    module: ModuleOp,
    function: str | None,
    layouts: Layouts,
    optimize: Optimize,
    target: Target | None,
    name: str,
    partition: Optimize | None,
) -> Optimization:
    """
    Makes of a module what the cheapest alternative within the limits makes of it, or, where there
    is none, what it becomes without padding; remarks, of the pass of this name, say what each
    costs. For a processor, code for it is made too.

    Raises PadError for an unknown buffer or stage, and for a map that is not a layout of a buffer.
    """
    trials = Trials(context, module, function, layouts, optimize, target, name, partition)
    together = Plan(tuple(each for plan in layouts.plans for each in plan.layouts), "")
    owners = trials.owners(together)
    if not any(stages_of(owner, layouts.stage) for owner in owners):
        find_stages(owners[0], layouts.stage)
    tried = list[Trial]()
    for plan in layouts.plans:
        tried += trials.of(_with_values(trials, plan, owners[0], name))
    taken = cheapest(tried)
    pieces = trials.in_pieces(taken)
    if pieces is not None:
        tried, taken = _beaten(tried, pieces), None
    best = None if taken is not None else _nearest(tried)
    told = {None, None if best is None else best.why}
    for one in tried:
        _tell(
            one, trials.plain, one is taken, _names(one.plan.buffers, owners), owners[0], told, name
        )
    if taken is None:
        names = _names(layouts.buffers, owners)
        remark(name, owners[0], _NONE, reason=_why_none(best), buffers=names)
    return _replaced(module, taken or pieces or trials.plain)


def propose_layout(
    context: Context,
    module: ModuleOp,
    function: func.FuncOp,
    layouts: Layouts,
    optimize: Optimize,
    target: Target,
    name: str,
    partition: Optimize | None,
) -> Optimization:
    """
    As `choose_layout`, for one function, among layouts that its accesses suggest.

    What makes the borders of windows padding is tried first: where it helps, the others have it
    too. Of the fastest, each buffer goes without its layout that gains nothing by it.
    """
    of, place = function.sym_name.data, function
    proposals = Proposals(function, target.unit, dot_unit(target.cpu))
    trials = Trials(context, module, of, layouts, optimize, target, name, partition)
    tried = list[Trial]()
    edges = proposals.edges()
    if edges is not None:
        tried += trials.of(edges)
    plans = proposals.others(edges=cheapest(tried) is not None)
    size = len(operations_in(module))
    few = plans[: max(1, _MOST_TRIED // max(1, size))]
    for plan in few:
        tried += trials.of(plan)
    taken = cheapest(tried)
    if taken is not None and len(taken.plan.layouts) <= _MOST_DROPPED:
        taken = _with_fewer(trials, taken)
    if taken is not None:
        taken = trials.laid_out_in_pieces(taken)
    pieces = trials.in_pieces(taken)
    if pieces is not None:
        tried, taken = _beaten(tried, pieces), None
    if len(few) < len(plans):
        left = len(plans) - len(few)
        remark(name, place, _NOT_ALL, of=of, left=left, count=len(plans))
    told: set[Reason | None] = {None}
    for one in tried:
        if taken is None or one is not taken:
            _tell(one, trials.plain, False, _names(one.plan.buffers, [place]), place, told, name)
    if taken is not None:
        _tell(taken, trials.plain, True, _names(taken.plan.buffers, [place]), place, told, name)
    else:
        reason = because(
            "none is proposed" if not tried else "none is estimated to be faster", SLOWER
        )
        remark(name, place, _NONE, reason=reason, buffers=f"the buffers of @{of}")
    return _replaced(module, taken or pieces or trials.plain)


def propose_copies(
    context: Context,
    module: ModuleOp,
    function: func.FuncOp,
    layouts: Layouts,
    optimize: Optimize,
    target: Target,
    name: str,
    partition: Optimize | None,
) -> Optimization:
    """
    Makes of a module what it becomes with local copies of what one function loads in panels, where
    that is estimated to be faster, else what it becomes without.
    """
    plan = Proposals(function, target.unit, dot_unit(target.cpu)).copies()
    of = function.sym_name.data
    trials = Trials(context, module, of, layouts, optimize, target, name, partition)
    if plan is None:
        return _replaced(module, trials.in_pieces(None) or trials.plain)
    tried = trials.as_they_are(plan)
    text = "; ".join(filter(None, (f"{tried}", f"{tried.refusal or ''}")))
    names, reason = _names(plan.buffers, [function]), tried.refusal
    if reason is None:
        figures = f"{text}; without a copy, estimated cycles: {trials.plain.cost[0]:.0f}"
        remark(name, function, _COPIED, buffers=names, map=plan.text, text=figures)
        return _replaced(module, tried)
    remark(name, function, _NOT_COPIED, buffers=names, map=plan.text, text=text, reason=reason)
    return _replaced(module, trials.in_pieces(None) or trials.plain)


def without_layouts(
    context: Context,
    module: ModuleOp,
    function: str | None,
    layouts: Layouts,
    optimize: Optimize,
    target: Target,
    name: str,
    partition: Optimize | None,
) -> Optimization:
    """Makes code for a processor of a module as it is."""
    trials = Trials(context, module, function, layouts, optimize, target, name, partition)
    return _replaced(module, trials.in_pieces(None) or trials.plain)


def may_need_copies(function: func.FuncOp, unit: VectorUnit) -> bool:
    """Whether a function has more in its buffers than the caches of one processor keep."""
    bytes = sum(buffer_bytes(value.type) for value in buffers(function))
    return bytes > levels_of(unit)[1].bytes


def _beaten(tried: Sequence[Trial], pieces: Trial) -> list[Trial]:
    """The trials, each with a reason not to be taken."""
    cycles = pieces.cost[0]
    text = f"partitioned loops without a layout take {cycles:.0f}"
    return [t if t.refusal else replace(t, refusal=because(text, SLOWER)) for t in tried]


def _with_fewer(trials: Trials, taken: Trial) -> Trial:
    """The trial without the layouts that gain nothing: what is not laid out is not packed."""
    most = taken.cost[0] * (1 + SAME)  # of all that go together, not of each
    for layout in taken.plan.layouts:
        plan = taken.plan.without(layout.buffer)
        if not plan.layouts:
            break
        fewer = [one for one in trials.of(plan, taken.order) if one.cost[0] <= most]
        taken = cheapest([taken, *fewer]) or taken
    return taken


def _with_values(trials: Trials, plan: Plan, owner: func.FuncOp, name: str) -> Plan:
    """A plan with the pad values that are to be found, of which a remark tells."""
    if all(layout.pad != AUTO for layout in plan.layouts):
        return plan
    found, freed, guards = trials.inferred(plan)
    pads = {each.buffer: "undef" if each.pad is None else each.pad for each in found.layouts}
    remark(name, owner, _PADS, map=plan.text, values=shown(pads), freed=freed, guards=guards)
    return found


def _tell(
    one: Trial,
    plain: Trial,
    is_taken: bool,
    names: str,
    owner: func.FuncOp,
    told: set[Reason | None],
    name: str,
) -> None:
    reason = one.refusal or (None if is_taken else _COSTS_NO_MORE)
    why = "" if one.why in told else one.in_order
    told.add(one.why)
    figures = str(one)
    if is_taken and one.time is not None:
        figures += f"; without a layout, estimated cycles: {plain.cost[0]:.0f}"
    text = "; ".join(part for part in (figures, f"{reason or ''}", why) if part)
    known = one.optimization is not None
    cycles, guards, added, padding = one.cost
    remark(
        name,
        owner,
        _TAKEN if is_taken else _NOT_TAKEN,
        reason=reason,
        idle=not is_taken and one.plan.is_proposed,
        buffers=names,
        map=one.plan.text,
        order=one.order,
        text=text,
        guards=guards if known else None,
        added=added if known else None,
        padding=padding,
        data=one.data,
        cycles=None if one.time is None else cycles,
        plain=None if one.time is None else plain.cost[0],
    )


def _replaced(module: ModuleOp, chosen: Trial) -> Optimization:
    """What ran on the copy that is chosen, which the module becomes."""
    made = chosen.optimization
    assert made is not None
    module.detach_region(module.body)
    module.add_region(made.module.detach_region(made.module.body))
    made.module = module
    made.made, made.cycles = chosen.said, None if chosen.time is None else chosen.time.cycles
    return made


def _names(buffers: Sequence[str], functions: Sequence[func.FuncOp]) -> str:
    """The names of buffers, and of the functions that have them where there are several."""
    names = " and ".join(buffers)
    return f"{names} in {_listed(functions)}" if len(functions) > 1 else names


def _listed(functions: Sequence[func.FuncOp]) -> str:
    """Their names, the first three of many."""
    names = [f"@{f.sym_name.data}" for f in functions]
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3} more functions"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _nearest(tried: Sequence[Trial]) -> Trial | None:
    """The cheapest that has something but limits in the way, else the first that cannot be used."""
    others = [t for t in tried if _id(t.refusal) != MAX_PADDING and _id(t.why) != WASTE]
    rejected = [one for one in others if one.optimization is not None]
    return min(rejected, key=lambda one: one.cost, default=None) or next(iter(others), None)


def _id(reason: Reason | None) -> str | None:
    return None if reason is None else reason.id


def _why_none(best: Trial | None) -> Reason:
    """
    The obstacle to the alternative that comes nearest, if there is one; else limits are in the way.
    """
    if best is None:
        return because("no layout is within the limits", "limits")
    if best.optimization is None:
        return because(f"no layout that is given can be used: {best.refusal}", "unusable")
    if best.time is not None:
        return because(f"no layout is faster: {best.refusal}", SLOWER)
    why = f"; {best.in_order}" if best.why is not None else ""
    return because(f"no layout is as good: {best.refusal}{why}", MORE_GUARDS)
