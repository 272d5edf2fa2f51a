"""Questions about conditions and indices: proven, refuted with a witness, or unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..boxes import has_no_ends, is_somewhere_fast_path, narrowed, surely
from ..comparisons import follows, is_refuted_at_ends, is_refuted_fast_path
from ..connected import components, names_in, without_definitions
from ..expr import FALSE, TRUE, Expr, all_of, conjuncts, eq, var
from ..nonlinear.decision import bounds_with_products, checked, implies_with_products
from ..sets.engine import GaveUp, IntSet, NotAffine, engine, question
from ..verdict import Proven, Refuted, Unknown, Verdict

__all__ = [
    "Piece",
    "Proven",
    "Refuted",
    "Unknown",
    "Verdict",
    "bounds",
    "covers",
    "implies",
    "is_covered",
    "is_implied",
    "never_holds",
]

_REMEMBERED = 20_000
_LONG = 16
"""The parts of a context from which on it is worth looking for those that a question concerns."""


@dataclass(frozen=True)
class Piece:
    """The points `point` for all values of the `bound` names that satisfy the condition."""

    bound: tuple[str, ...]
    condition: Expr
    point: tuple[Expr, ...]


@lru_cache(_REMEMBERED)
def implies(context: Expr, goal: Expr) -> Verdict:
    """
    Whether the goal holds wherever the context does.

    The witness names all their variables, and is checked by evaluating both. Where one of them
    divides by zero its value may be any: that is neither proven nor refuted.
    """
    if goal == TRUE or context == FALSE or goal in conjuncts(context):
        return Proven()
    if surely(context, goal):
        return Proven()
    try:
        if _is_shown(context, goal):
            return Proven()
        with question():
            failures = engine().part(engine().set(context), narrowed(~goal, context))
            witness = engine().example(failures, _names(context, goal))
    except NotAffine:
        return implies_with_products(context, goal, _names(context, goal))
    except GaveUp as error:
        return Unknown(str(error))
    return Proven() if witness is None else checked(context & ~goal, witness)


@lru_cache(_REMEMBERED)
def is_implied(context: Expr, goal: Expr) -> bool:
    """Whether `implies` gives a proof; cheaper, as a witness may take longer than that."""
    if goal == TRUE or context == FALSE or goal in conjuncts(context) or surely(context, goal):
        return True
    try:
        return _is_shown(context, goal)
    except NotAffine:
        return isinstance(implies(context, goal), Proven)
    except GaveUp:
        return False


def _is_shown(context: Expr, goal: Expr) -> bool:
    """
    Whether each part of the goal holds where the parts of the context do that it depends on, or
    the others never hold. Raises GaveUp, NotAffine.
    """
    return all(
        part in conjuncts(context) or surely(context, part) or _part_is_shown(context, part)
        for part in conjuncts(goal) or (goal,)
    )


def _part_is_shown(context: Expr, goal: Expr) -> bool:
    near, others = _near(context, goal)
    is_asked = (near != TRUE or goal != FALSE) and not is_refuted_at_ends(near, goal)
    if is_asked and follows(context, goal):
        return True
    if is_asked and not is_refuted_fast_path(near, goal):
        with question():
            failing = narrowed(~goal, context)
            if engine().part(engine().set(near), failing).is_empty():
                return True
    return any(map(never_holds, others))


def _near(context: Expr, question: Expr) -> tuple[Expr, list[Expr]]:
    """What of the context a question depends on, and the components of what it does not."""
    if len(conjuncts(context)) < _LONG:
        return context, []
    names = names_in(question)
    every = components(context)
    others = [each for each in every if names.isdisjoint(names_in(each))]
    if not others:
        return context, []
    if len(others) == len(every):
        return TRUE, others
    far = {part for each in others for part in conjuncts(each)}
    return all_of(part for part in conjuncts(context) if part not in far), others


@lru_cache(_REMEMBERED)
def never_holds(condition: Expr) -> bool:
    """Whether a condition is shown to hold nowhere. Raises GaveUp, NotAffine."""
    if is_somewhere_fast_path(condition) or is_refuted_fast_path(condition, FALSE):
        return False
    with question():
        return engine().set(without_definitions(condition)).is_empty()


def covers(box: Expr, pieces: Sequence[Piece], over: Sequence[str]) -> Verdict:
    """Whether the pieces' points, in the order of `over`, contain every point of the box."""
    names = list(dict.fromkeys((*over, *box.variables())))
    try:
        with question():
            return _verdict(_missing(box, pieces, over), names)
    except (GaveUp, NotAffine) as error:
        return Unknown(str(error))


def is_covered(box: Expr, pieces: Sequence[Piece], over: Sequence[str]) -> bool:
    """Whether `covers` gives a proof; cheaper, as is_implied is."""
    return _is_covered(box, tuple(pieces), tuple(over))


@lru_cache(_REMEMBERED)
def _is_covered(box: Expr, pieces: tuple[Piece, ...], over: tuple[str, ...]) -> bool:
    if any(_fills_fast_path(piece, box, over) for piece in pieces):
        return True
    try:
        with question():
            return _missing(box, pieces, over).is_empty()
    except (GaveUp, NotAffine):
        return False


@lru_cache(_REMEMBERED)
def bounds(expr: Expr, context: Expr) -> tuple[int | None, int | None]:
    """
    The least and the greatest value in the context, None if unbounded or not known.

    Of products of names, or divisions by them, the two enclose the values.
    """
    if has_no_ends(expr, context):
        return None, None
    try:
        near, others = _near(context, expr)
        if any(map(never_holds, others)):
            near = FALSE
        with question():
            points = engine().set(near)
            return engine().minimum(expr, points), engine().maximum(expr, points)
    except NotAffine:
        pass
    except GaveUp:
        return None, None
    try:
        return bounds_with_products(expr, context)
    except (GaveUp, NotAffine):
        return None, None


def _names(*exprs: Expr) -> list[str]:
    return list(dict.fromkeys(name for expr in exprs for name in expr.variables()))


def _fills_fast_path(piece: Piece, box: Expr, over: Sequence[str]) -> bool:
    """
    Whether the bound variables of a piece are exactly the coordinates of its point, and a fast path
    shows that its condition holds in all of `box`.
    """
    if sorted(map(str, piece.point)) != sorted(piece.bound):
        return False
    values = {str(p): var(o) for o, p in zip(over, piece.point, strict=True)}
    said = conjuncts(box)
    where = conjuncts(piece.condition.substitute(values))
    return surely(box, all_of(part for part in where if part not in said))


def _missing(box: Expr, pieces: Sequence[Piece], over: Sequence[str]) -> IntSet:
    missing = engine().set(box)
    for piece in pieces:
        if missing.is_empty():
            break
        missing = missing.subtract(_points(piece, over))
    return missing


def _points(piece: Piece, over: Sequence[str]) -> IntSet:
    # Renamed, because a bound name may also be one of the box's.
    fresh = {name: f"%{number}" for number, name in enumerate(piece.bound)}
    renaming = {name: var(new) for name, new in fresh.items()}
    where = [eq(var(o), p.substitute(renaming)) for o, p in zip(over, piece.point, strict=True)]
    condition = all_of([piece.condition.substitute(renaming), *where])
    return engine().project(engine().set(condition), fresh.values())


def _verdict(failures: IntSet, names: Sequence[str]) -> Verdict:
    witness = engine().example(failures, names)
    return Proven() if witness is None else Refuted(witness)
