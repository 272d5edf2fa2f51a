"""Questions about conditions and indices: proven, refuted with a witness, or unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .expr import Expr, all_of, eq, var
from .islctx import GaveUp, IntSet, NotAffine, engine


@dataclass(frozen=True)
class Proven:
    """It always holds."""


@dataclass(frozen=True)
class Refuted:
    """It fails at the witness: a value for each name."""

    witness: Mapping[str, int]


@dataclass(frozen=True)
class Unknown:
    """It could not be decided: treat as "may fail"."""

    reason: str


Verdict: TypeAlias = Proven | Refuted | Unknown


@dataclass(frozen=True)
class Piece:
    """The points `point` for all values of the `bound` names that satisfy the condition."""

    bound: tuple[str, ...]
    condition: Expr
    point: tuple[Expr, ...]


def implies(context: Expr, goal: Expr) -> Verdict:
    """Whether the goal holds wherever the context does; the witness names all their variables."""
    names = list(dict.fromkeys((*context.variables(), *goal.variables())))
    try:
        with engine().budget():
            return _verdict(engine().set(context).subtract(engine().set(goal)), names)
    except (GaveUp, NotAffine) as error:
        return Unknown(str(error))


def covers(box: Expr, pieces: Sequence[Piece], over: Sequence[str]) -> Verdict:
    """Whether the pieces' points, in the order of `over`, contain every point of the box."""
    names = list(dict.fromkeys((*over, *box.variables())))
    try:
        with engine().budget():
            missing = engine().set(box)
            for piece in pieces:
                missing = missing.subtract(_points(piece, over))
            return _verdict(missing, names)
    except (GaveUp, NotAffine) as error:
        return Unknown(str(error))


def bounds(expr: Expr, context: Expr) -> tuple[int | None, int | None]:
    """The least and the greatest value in the context, None where unbounded or not known."""
    try:
        with engine().budget():
            points = engine().set(context)
            return engine().minimum(expr, points), engine().maximum(expr, points)
    except (GaveUp, NotAffine):
        return None, None


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
