"""Copies of a loop that run one after another, each over a part of its range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import LOOP, STAGE
from ....dialect.ir.operations import operations_in
from ...common.for_loops import Loop
from ...common.generated_stages import free_name, free_stage_name
from ...common.stages import loop_name, names_around
from .loop_ranges import LoopRange, set_range

MAIN = "main"


@dataclass(frozen=True)
class Piece:
    """One of them: its part of the name, empty if there is no other one, and its range."""

    name: str
    range: LoopRange


def split_into_pieces(
    loop: Loop, whole: LoopRange, pieces: Sequence[Piece], reader: InstanceReader
) -> list[Loop]:
    """
    Replace a loop by consecutive loops over pieces of its range, and return these in order; values
    that the loop carries are passed from one piece to the next.

    The pieces of a stage are stages themselves, such as `compute.head`. For other loops, the main
    piece keeps the name `i`; the other pieces, and the loops in them, get names such as `i.head`
    and `i.tail`.
    """
    copies = list[Loop]()
    carried: Sequence[SSAValue] = ()
    for piece in pieces:
        copy = loop.clone()
        Rewriter.insert_op(copy, InsertPoint.before(loop))
        if copies:
            _set_inits(copy, carried)
        set_range(copy, whole, piece.range, reader)
        if piece.name:
            _rename(loop, copy, piece.name)
        carried = list(copy.results)
        copies.append(copy)
    for old, new in zip(loop.results, carried, strict=True):
        new.name_hint = old.name_hint
    Rewriter.replace_op(loop, [], carried)
    return copies


def _set_inits(loop: Loop, inits: Sequence[SSAValue]) -> None:
    if inits:
        loop.operands = [*list(loop.operands)[: -len(inits)], *inits]


def _rename(loop: Loop, copy: Loop, piece: str) -> None:
    stage = loop.attributes.get(STAGE)
    if isinstance(stage, StringAttr):
        block = loop.parent
        assert block is not None
        copy.attributes[STAGE] = StringAttr(free_stage_name(block, f"{stage.data}.{piece}"))
    elif piece == MAIN:
        if (name := loop_name(loop)) is not None:
            copy.attributes[LOOP] = StringAttr(name)
    else:
        taken = names_around(loop, [])
        for inner in [op for op in operations_in(copy) if isinstance(op, Loop)]:
            if (name := loop_name(inner)) is not None:
                own = free_name(f"{name}.{piece}", taken)
                inner.attributes[LOOP] = StringAttr(own)
                taken.add(own)
