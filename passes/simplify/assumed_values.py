"""Values that assumes speak of: what a rewrite leaves as it is states a fact for others to read."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from ...dialect.ir.operations import is_a
from ...dialect.ops import AssumeOp

_ASSUME = (AssumeOp,)
_MOST_USERS = 32


def only_assumed(op: Operation) -> bool:
    """
    Whether an operation is an assume, or a condition that only assumes use.

    Of what goes through many operations until it is used otherwise, that is taken for granted.
    """
    pending = [op]
    for each in pending:
        if is_a(each, _ASSUME):
            continue
        if each.dialect_name() != "arith" or not (users := _users(each)):
            return False
        pending += (user for user in users if user not in pending)
        if len(pending) > _MOST_USERS:
            break
    return True


def feeds_an_assume(value: SSAValue) -> bool:
    """Whether an assume says something of a value."""
    reached = {use.operation: None for use in value.uses}
    pending = list(reached)
    for op in pending:
        if isinstance(op, AssumeOp):
            return True
        if op.dialect_name() == "arith":
            new = [user for user in _users(op) if user not in reached]
            reached |= dict.fromkeys(new)
            pending += new
    return False


def _users(op: Operation) -> list[Operation]:
    return list(dict.fromkeys(use.operation for result in op.results for use in result.uses))
