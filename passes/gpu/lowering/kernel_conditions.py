"""Conditions of kernels as comparisons of sums, without products by negative numbers."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.ir.affine_conversion import from_affine_set
from ....index.expr import var
from ....index.normal import tidy
from ...common.index_codegen import Emitter


def compare_sums(root: Operation) -> None:
    """
    Makes `scf.if` of each `affine.if`: of `-i - 256 * b + 15 >= 0`, one on `i + 256 * b <= 15`.

    At conditions in the first form, which is what upstream's lower-affine gives, Intel's runtime
    for OpenCL on CPUs (2026.2) loses threads: it takes the guard of a kernel for a bound of its
    loop over the threads of a block, and gets the bound wrong where the thread is multiplied by -1.
    """
    for op in [op for op in root.walk() if isinstance(op, affine.IfOp)]:
        names = [f"d{k}" for k in range(len(op.args))]
        values = dict(zip(names, op.args, strict=True))
        condition = tidy(from_affine_set(op.condition.data, [var(name) for name in names]))
        emitter = Emitter(InsertPoint.before(op), op)
        regions = [op.detach_region(region) for region in (op.then_region, op.else_region)]
        for block in (block for region in regions for block in region.blocks):
            if isinstance(end := block.last_op, affine.YieldOp):
                Rewriter.replace_op(end, scf.YieldOp(*end.arguments))
        value = emitter.condition(condition, values)
        new = scf.IfOp(value, op.result_types, regions[0], regions[1])
        new.attributes = dict(op.attributes)
        new.location = op.location
        Rewriter.replace_op(op, new)
