"""Shuffles that upstream's way to SPIR-V lacks, by those that it has."""

from __future__ import annotations

from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.gpu_shuffle import ShuffleMode, ShuffleOp
from ..index_codegen import Emitter


def write_shuffles_for_spirv(module: ModuleOp) -> None:
    """
    `up` and `down` as `idx`; a thread without a partner gets its own value, as on other targets.

    Upstream adds numbers of different widths for these two.
    """
    for op in tuple(module.walk()):
        if isinstance(op, ShuffleOp) and op.mode.data in (ShuffleMode.UP, ShuffleMode.DOWN):
            _by_number(op)


def _by_number(op: ShuffleOp) -> None:
    emit = Emitter(InsertPoint.before(op), op)
    lane = emit.insert(gpu.LaneIdOp()).results[0]
    own = emit.insert(arith.IndexCastOp(lane, i32)).results[0]
    step = arith.AddiOp if op.mode.data == ShuffleMode.DOWN else arith.SubiOp
    other = emit.insert(step(own, op.offset)).results[0]
    # Unsigned: a number below zero is none.
    valid = emit.insert(arith.CmpiOp(other, op.width, "ult")).results[0]
    source = emit.insert(arith.SelectOp(valid, other, own)).results[0]
    taken = emit.insert(ShuffleOp(op.value, source, op.width, ShuffleMode.IDX)).results[0]
    Rewriter.replace_op(op, [], [taken, valid])
