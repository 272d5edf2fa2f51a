"""Loops of one iteration, as what is in them: each costs upstream and LLVM as much as any other."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.operations import operations_of
from ..common.for_loops import constant_of, extent_of
from ..common.index_codegen import Emitter


def write_out_single_iterations(module: ModuleOp) -> None:
    """Puts the body of each `affine.for` of one iteration, by its bounds, in its place."""
    for loop in operations_of(module, affine.ForOp):
        first = constant_of(loop.lowerBoundMap)
        if first is not None and extent_of(loop) == 1:
            _write_out(loop, first)


def _write_out(loop: affine.ForOp, first: int) -> None:
    body, home = loop.body.block, loop.parent
    emit = Emitter(InsertPoint.before(loop), loop)
    end = body.last_op
    assert end is not None
    assert home is not None
    for argument, value in zip(body.args, (emit.constant(first), *loop.inits), strict=True):
        argument.replace_all_uses_with(value)
    results = list(end.operands)
    Rewriter.erase_op(end)
    for op in list(body.ops):
        op.detach()
        home.insert_op_before(op, loop)
    Rewriter.replace_op(loop, [], results)
