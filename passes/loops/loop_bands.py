"""Replaces a band of perfectly nested loops by loops over other iterators, body and values kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from xdsl.dialects import affine
from xdsl.dialects.builtin import IndexType, StringAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import LOOP
from ...dialect.ir.effects import is_pure
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.locations import show_location
from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.memory_access import is_load
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import because
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...index.maps.reindex import Reindexing
from ..common.for_loops import Loop, loop_name
from ..common.generated_stages import transfer_stage_marker
from ..common.index_codegen import Emitter


@dataclass(frozen=True)
class Band:
    """Loops of which each holds the next and nothing else that has an effect, outermost first."""

    loops: tuple[Loop, ...]
    names: tuple[str, ...]
    """The iterators' names in the expressions about the band."""


def replace_band(
    band: Band, reindexing: Reindexing, names: Mapping[str, str], around: Mapping[str, SSAValue]
) -> list[affine.ForOp]:
    """
    The new loops, outside in, with the band's innermost body under the guard.

    `names` has the reindexing's name of each and the one that it gets in the IR.

    `around` has the values of the other names that the reindexing speaks of. Values carried by the
    band pass through the new loops; where the guard does not hold they stay as they are.
    """
    outermost = band.loops[0]
    emitter = Emitter(InsertPoint.before(outermost), outermost)
    inits = list(inits_of(outermost))
    loops, blocks = list[affine.ForOp](), list[Block]()
    inside, carried = emitter, inits
    for name, ends in zip(names.values(), reindexing.bounds(), strict=True):
        types = [value.type for value in inits]
        block = Block(arg_types=[IndexType(), *types])
        block.args[0].name_hint = name
        lower, upper = (inside.bound(end, around) for end in ends)
        loop = affine_for(lower[1], upper[1], carried, lower[0], upper[0], Region(block))
        loop.attributes[LOOP] = StringAttr(name)
        inside.insert(loop)
        loops.append(loop)
        blocks.append(block)
        inside, carried = inside.at(InsertPoint.at_end(block)), list(block.args[1:])
    values = dict(around) | {n: b.args[0] for n, b in zip(names, blocks, strict=True)}
    results = _guarded_body(inside, band, reindexing, values, carried)
    for block, loop in zip(reversed(blocks), reversed(loops), strict=True):
        inside.at(InsertPoint.at_end(block)).insert(affine.YieldOp.create(operands=results))
        results = list(loop.results)
    transfer_stage_marker(outermost, loops[0])
    for old, new in zip(outermost.results, loops[0].results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    Rewriter.erase_op(outermost)
    return loops


def _guarded_body(
    inside: Emitter,
    band: Band,
    reindexing: Reindexing,
    values: Mapping[str, SSAValue],
    carried: Sequence[SSAValue],
) -> list[SSAValue]:
    """The innermost body moved under the guard; what it yields, or the carried values, come out."""
    body = band.loops[-1].body.block
    where, finish = inside.guard_or_else(reindexing.guard, values, carried)
    for loop, old in zip(band.loops, reindexing.old, strict=True):
        iterator = loop.body.block.args[0]
        if iterator.first_use is None:
            continue
        hint = iterator.name_hint
        value = where.index(old, values)
        if value not in values.values():
            value.name_hint = hint
        iterator.replace_all_uses_with(value)
    for argument, value in zip(body.args[1:], carried, strict=True):
        argument.replace_all_uses_with(value)
    terminator = body.last_op
    assert terminator is not None
    yielded = list(terminator.operands)
    for op in tuple(body.ops):
        if op is not terminator:
            op.detach()
            where.move(op)
    return finish(yielded)


def check_perfect(loops: Sequence[Loop]) -> None:
    """Raises PadError unless each loop holds just the next, and what has no effect."""
    for outer, inner in pairwise(loops):
        if inner.parent is not outer.body.block:
            names = [loop_name(loop) or "a loop without a name" for loop in (outer, inner)]
            text = f"{names[0]} does not hold {names[1]} directly{_between(outer, inner)}"
            raise PadError(because(text, "imperfect-nest"), outer)
        for op in outer.body.block.ops:
            if op is not inner and op is not outer.body.block.last_op and not is_pure(op):
                text = (
                    f"'{operation_name(op)}' stands between the loops {_shown(outer)} and "
                    f"{_shown(inner)}, which may hold nothing else that has an effect"
                    f"{_way_out(op, inner)}"
                )
                raise PadError(because(text, "imperfect-nest"), op)


def _way_out(op: Operation, inner: Loop) -> str:
    """Where an operation between two loops could go, for an error."""
    by_buffer = "or order the loops by a buffer: pad-sequential-buffer-access"
    if is_load(op):
        return f"; move it into {_shown(inner)}, {by_buffer} does so"
    if op.results:
        return ""
    where = "before" if op.is_before_in_block(inner) else "after"
    return f"; give it a loop of its own {where} them, {by_buffer} splits it off"


def _shown(loop: Loop) -> str:
    return loop_name(loop) or "(unnamed)"


def _between(outer: Loop, inner: Loop) -> str:
    """The operation between two loops of which one is inside the other, for an error."""
    around, found = inner.parent_op(), None
    while around is not None and around is not outer:
        found, around = around, around.parent_op()
    if found is None or around is None:
        return ""
    name = loop_name(found) if isinstance(found, Loop) else None
    what = f"'{operation_name(found)}'" if name is None else f"the loop {name}"
    place = show_location(found.location).rstrip(": ")
    rest = "" if name is None else "; name it too"
    return f": {what}{f' at {place}' if place else ''} stands between them{rest}"
