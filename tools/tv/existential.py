"""Conditions of assumes that mention undef (design, "Assume")."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .known import PREDICATES_F, PREDICATES_I
from .terms import Operator, Term, Trait, Value, operator, reachable

if TYPE_CHECKING:
    from .symbolic import Symbolic

ASSUMED_UNDEF = "undef in an assume"
_CONNECTIVES = ("arith.andi", "arith.ori", "arith.select")


def existential(domain: Symbolic, condition: Value) -> Value:
    """
    The condition of an assume with each `pad.undef` in it chosen so that it holds.

    That is those that feed only assumes, not one that a cell holds. Only direct comparisons for
    equality (floats: `ueq`) with an undef that no other comparison has are understood; else the
    condition stays as it is.
    """
    chosen: dict[Value, Term] = {}

    def choose(value: Value) -> Value | None:
        if isinstance(value, int) or not value.traits & Trait.HAS_UNDEF:
            return value
        op = value.operator
        if op.name in _CONNECTIVES:
            args = [choose(arg) for arg in value.args]
            return None if None in args else domain.apply(op, *cast("list[Value]", args))
        undef = _equated_undef(op, value.args)
        if undef is None or chosen.setdefault(undef, value) is not value:
            return None
        return 1

    result = choose(condition)
    return condition if result is None else result


def closed(domain: Symbolic, condition: Value) -> Value:
    """The condition with its undefs of assumes numbered anew, as they are the assume's own."""
    if isinstance(condition, int) or not condition.traits & Trait.HAS_UNDEF:
        return condition
    undefs = [term for term in reachable([condition]) if _is_assumed_undef(term)]
    made: dict[Term, Value] = {
        undef: domain.table.make(operator(ASSUMED_UNDEF, undef.operator.result), (k,), undef.traits)
        for k, undef in enumerate(undefs)
    }
    for term in reachable([condition], made):
        args = [made[arg] if isinstance(arg, Term) else arg for arg in term.args]
        made[term] = domain.table.make(term.operator, tuple(args), term.traits)
    return made[condition]


def _equated_undef(op: Operator, args: tuple[Value, ...]) -> Value | None:
    equal = (op.name == "arith.cmpi" and PREDICATES_I[cast("int", op.detail)] == "eq") or (
        op.name == "arith.cmpf" and PREDICATES_F[cast("int", op.detail)] == "ueq"
    )
    if not equal:
        return None
    undefs = [x for x in args if _is_assumed_undef(x)]
    others = [x for x in args if not any(map(_is_assumed_undef, reachable([x])))]
    return undefs[0] if len(undefs) == 1 and len(others) == 1 else None


def _is_assumed_undef(value: Value) -> bool:
    return isinstance(value, Term) and value.operator.name == ASSUMED_UNDEF
