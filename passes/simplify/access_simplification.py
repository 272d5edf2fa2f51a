"""Rewrites the indices of accesses in the simplest form that the loops and ifs around allow."""

from __future__ import annotations

from xdsl.dialects import affine, memref
from xdsl.ir import Block, Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialect.ir.memory_access import access_of
from ...index.simplify.forms import is_simplest, simplify_index
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import has_extreme
from ..common.index_writing import write_index
from ..common.patterns import rewrite_once
from .block_reader import BlockReader


def simplify_accesses(root: Operation, scope: Block) -> bool:
    """Simplify the indices of the accesses inside an operation of a block; whether any was."""
    known = BlockReader(scope)
    return rewrite_once(root, SimplifyAccess(known), listener=known.listener)


class SimplifyAccess(RewritePattern):
    """Give an access the simplest index that holds there; what only computed the old one goes."""

    def __init__(self, known: BlockReader):
        self._known = known

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self,
        op: affine.LoadOp | affine.StoreOp | memref.LoadOp | memref.StoreOp,
        rewriter: PatternRewriter,
    ) -> None:
        reader, access = self._known.affine, access_of(op)
        old = access.index_operands(op)
        reader.surroundings(op)  # names loops from the outside in, whatever order indices are in
        operands = reader.indices(old)
        if operands is None:
            return
        own = access.index(op, operands)
        in_names = all(operand.op == "var" for operand in operands)
        if in_names and all(map(is_simplest, own)):
            return
        around = reader.around(op, *own)
        if around is None:
            return
        new = tuple(simplify_index(index, around) for index in own)
        if any(map(has_extreme, new)):
            return  # no affine expression, and computed once already
        if new == own and in_names:
            return
        names = dict.fromkeys(name for expr in new for name in expr.variables())
        values = reader.values_at(names, op)
        if values is None or not write_index(op, access.buffer(op), new, values):
            return
        rewriter.notify_op_modified(op)
        for value in dict.fromkeys(old):
            if isinstance(value.owner, Operation):
                erase_if_dead(value.owner, rewriter)
