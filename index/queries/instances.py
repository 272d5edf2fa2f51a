"""When, and how often, an operation runs: sets of instances and their order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ..boxes import surely
from ..expr import TRUE, Expr, all_of, any_of, conjuncts, eq, var
from ..normal import sums_at_least_0, tidy
from .conditions import Piece, is_covered

Position: TypeAlias = "int | Iteration"


@dataclass(frozen=True)
class Iteration:
    """One loop around an operation; its iterations are ordered unless the loop is parallel."""

    iterators: tuple[str, ...]
    ordered: bool = True


@dataclass(frozen=True)
class Instances:
    """
    The executions of an operation inside a block.

    `condition` over `iterators` holds for each of them; where `exact`, they are just these. `time`
    orders them: places of operations in their blocks, outside in, and the loops between. `granted`
    is what the condition says of free names only, and what holds whenever the block runs.
    """

    iterators: tuple[str, ...] = ()
    condition: Expr = TRUE
    exact: bool = True
    time: tuple[Position, ...] = ()
    granted: Expr = TRUE

    def without_granted(self, condition: Expr) -> Expr:
        """The condition without what always holds: sets that say less of sizes are smaller."""
        granted = conjuncts(self.granted)
        if not granted:
            return condition
        return all_of(part for part in conjuncts(condition) if part not in granted)

    def renamed(self, suffix: str) -> Instances:
        """The same with other names for the iterators, to speak of two executions at once."""
        names = self.renaming(suffix)
        return Instances(
            tuple(name + suffix for name in self.iterators),
            self.condition.substitute(names),
            self.exact,
            tuple(
                p
                if isinstance(p, int)
                else replace(p, iterators=tuple(n + suffix for n in p.iterators))
                for p in self.time
            ),
            self.granted,
        )

    def renaming(self, suffix: str) -> dict[str, Expr]:
        """The substitution that `renamed` makes."""
        return {name: var(name + suffix) for name in self.iterators}


def before(first: Instances, second: Instances) -> Expr:
    """The condition on the iterators of both that the first runs strictly before the second."""
    earlier: list[Expr] = []
    same = TRUE
    for ours, other in zip(first.time, second.time, strict=False):
        if isinstance(ours, int) or isinstance(other, int):
            if ours == other:
                continue
            if isinstance(ours, int) and isinstance(other, int) and ours < other:
                earlier.append(same)
            break
        pairs = [(var(a), var(b)) for a, b in zip(ours.iterators, other.iterators, strict=True)]
        if ours.ordered:
            earlier += [same & (a < b) for a, b in pairs]
        same = all_of([same, *(eq(a, b) for a, b in pairs)])
    return any_of(earlier)


def surely_fails(instances: Instances, condition: Expr) -> bool:
    """Whether the condition is false at an execution that happens whatever the free names are."""
    if not instances.exact or surely(instances.condition, condition):
        return False
    said = set[object]().union(*map(_said_by, conjuncts(instances.condition)))
    rest = all_of(part for part in conjuncts(condition) if not said.issuperset(_said_by(part)))
    if surely(instances.condition, rest):
        return False
    failing = instances.condition & ~condition
    free = tuple(dict.fromkeys(n for n in failing.variables() if n not in instances.iterators))
    piece = Piece(instances.iterators, failing, tuple(map(var, free)))
    return is_covered(TRUE, [piece], free)


def _said_by(part: Expr) -> list[object]:
    """The sums that a comparison says to be at least 0, each in any order; else what it says."""
    sums = sums_at_least_0(part)
    return [frozenset(each.items()) for each in sums] or [tidy(part)]
