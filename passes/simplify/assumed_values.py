"""Values that assumes speak of: what a rewrite leaves as it is states a fact for others to read."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from ...dialect.ops import AssumeOp


def only_assumed(op: Operation) -> bool:
    """Whether an operation is an assume, or a condition that only assumes use."""
    if isinstance(op, AssumeOp):
        return True
    users = [use.operation for result in op.results for use in result.uses]
    return bool(users) and op.dialect_name() == "arith" and all(map(only_assumed, users))


def feeds_an_assume(value: SSAValue) -> bool:
    """Whether an assume says something of a value."""
    pending = [value]
    while pending:
        for use in pending.pop().uses:
            if use.operation.name == "pad.assume":
                return True
            if use.operation.dialect_name() == "arith":
                pending += use.operation.results
    return False
