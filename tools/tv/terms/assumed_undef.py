"""Conditions of assumes that mention undef (design, "Assume")."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..values.operators import PREDICATES_F, PREDICATES_I, Operator, operator
from .term import Term, Trait, Value, reachable

if TYPE_CHECKING:
    from .symbolic import Symbolic

ASSUMED_UNDEF = "undef in an assume"
_CONNECTIVES = ("arith.andi", "arith.ori", "arith.select")


def existential(domain: Symbolic, condition: Value, *, as_fact: bool) -> Value:
    """
    The condition of an assume with each `pad.undef` in it chosen so that it holds.

    That is those that feed only assumes, not one that a cell holds. Only direct comparisons for
    equality (floats: `ueq`) with an undef that no other comparison has are understood; else the
    condition stays as it is. What the choice decides, as the condition of a select, may be either
    way: a fact says that the one arm *or* the other holds, of a goal one of them is to be shown.
    """
    chosen: dict[Value, Term] = {}
    found: dict[Term, Value | None] = {}
    pending = [condition]
    while pending:
        term = pending[-1]
        if isinstance(term, int) or term in found:
            pending.pop()
            continue
        if not term.traits & Trait.HAS_UNDEF or term.operator.name not in _CONNECTIVES:
            found[term] = _chosen_leaf(term, chosen)
            pending.pop()
            continue
        needed = [arg for arg in term.args if isinstance(arg, Term) and arg not in found]
        if needed:
            pending += needed
            continue
        args = [arg if isinstance(arg, int) else found[arg] for arg in term.args]
        found[term] = _connected(domain, term, args, as_fact=as_fact)
        pending.pop()
    result = condition if isinstance(condition, int) else found[condition]
    return condition if result is None else result


def _chosen_leaf(term: Term, chosen: dict[Value, Term]) -> Value | None:
    if not term.traits & Trait.HAS_UNDEF:
        return term
    undef = _equated_undef(term.operator, term.args)
    if undef is None or chosen.setdefault(undef, term) is not term:
        return None
    return 1


def _connected(
    domain: Symbolic, term: Term, args: list[Value | None], *, as_fact: bool
) -> Value | None:
    if None in args:
        return None
    values = cast("list[Value]", args)
    op, first = term.operator, term.args[0]
    depends = isinstance(first, Term) and bool(first.traits & Trait.HAS_UNDEF)
    if as_fact and op.name == "arith.select" and depends:
        either = operator("arith.ori", op.result, (op.result, op.result))
        return domain.apply(either, *values[1:])
    return domain.apply(op, *values)


def closed(domain: Symbolic, condition: Value) -> Value:
    """
    Return the condition with new numbers for the undefs of assumes in it: each assume has its own.
    """
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
