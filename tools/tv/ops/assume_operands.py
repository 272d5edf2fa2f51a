"""
Operations that only compute conditions of assumes, whose loads are not accesses (design, "Assume").
"""

from __future__ import annotations

from xdsl.ir import Operation

from ....dialect.ops import AssumeOp


def feeds_only_assumes(op: Operation) -> bool:
    """Whether all that is computed from an operation's results is assumed (design, "Assume")."""
    uses = [use for result in op.results for use in result.uses]
    return bool(uses) and all(_is_assumed(use.operation, use.index) for use in uses)


def _is_assumed(user: Operation, index: int) -> bool:
    if isinstance(user, AssumeOp):
        return True
    if user.name in ("scf.yield", "affine.yield"):
        parent = user.parent_op()
        if parent is None or parent.name not in ("scf.if", "affine.if"):
            return False
        uses = list(parent.results[index].uses)
        return bool(uses) and all(_is_assumed(use.operation, use.index) for use in uses)
    if user.dialect_name() not in ("arith", "math") and user.name != "vector.reduction":
        return False
    return feeds_only_assumes(user)
