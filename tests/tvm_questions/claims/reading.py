"""
What TVM's arithmetic tests (v0.13, `tests/python/arith`) claim of index expressions, as data.

Each `.toml` file next to this one is a group of claims, by the hardest operation in them. A table
is named after TVM's test (file without `test_arith_` and `.py`, then the test) and holds lists:

- `proven`: true claims that `queries.conditions.implies` proves;
- `open`: true claims that it does not prove yet, each with the reason (`claim`, `why`);
- `untrue`: claims that do not hold of unbounded integers, or only where divisors have a sign that
  is not said, each with values at which they fail (`claim`, `at`). They must not be proven.

A claim is Python text, `facts => goal`, or a goal alone. Beside Python's own operators (`//` and
`%` round to the floor, comparisons are chained) there are `min`, `max`, `select(condition, yes,
no)`, `tdiv` and `tmod`, which round to 0, and `iff` of two conditions. What TVM takes for granted
is said: a symbolic divisor is not 0.

Left out are claims of vectors (69), casts, floats and reductions (107), operations on bits other
than shifts by a number (7), the range of a type, and tests where nothing is to change or the facts
never hold (22). Of maps of iterators it is the values that are claimed, and their inverses; that
each value is taken is no claim of this kind.

`read_claims` gives all of them, `read_group` those of one group, of which `generalized` is our own.
`Claim.facts` and `Claim.goal` are expressions of the `index` package; `Claim.holds` evaluates the
text with Python's integers, without that package.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pad_mlir.index.expr import Expr, any_of, select

from ...prover.text import parse

GROUPS = (
    "linear",
    "floordiv",
    "mod",
    "min_max",
    "select",
    "truncating_division",
    "products",
    "symbolic_divisors",
)
OWN = "generalized"
"""A group that is not TVM's: the same kinds of claims with names for the numbers."""
_KEYWORDS = {"and", "or", "not", "min", "max", "select", "tdiv", "tmod", "iff", "True", "False"}


@dataclass(frozen=True)
class Claim:
    """A claim, where it is from, and what is known of it: `proven`, `open` or `untrue`."""

    group: str
    test: str
    text: str
    state: str
    why: str = ""
    at: Mapping[str, int] | None = None

    @property
    def texts(self) -> tuple[str, str]:
        """The facts and the goal."""
        facts, arrow, goal = self.text.rpartition(" => ")
        return (facts, goal) if arrow else ("True", goal)

    @cached_property
    def facts(self) -> Expr:
        """What the claim takes as given."""
        return parse(self.texts[0], _FUNCTIONS)

    @cached_property
    def goal(self) -> Expr:
        """What is claimed to follow."""
        return parse(self.texts[1], _FUNCTIONS)

    @property
    def names(self) -> list[str]:
        """The variables, in order of appearance."""
        words = dict.fromkeys(re.findall(r"[A-Za-z]\w*", self.text))
        return [word for word in words if word not in _KEYWORDS]

    @cached_property
    def _code(self) -> tuple[Any, Any]:
        facts, goal = self.texts
        return compile(facts, self.test, "eval"), compile(goal, self.test, "eval")

    def holds(self, values: Mapping[str, int]) -> bool | None:
        """Whether it holds of these values, None where the facts do not."""
        facts, goal = self._code
        scope = {**_MEANINGS, **values}
        return bool(eval(goal, scope)) if eval(facts, scope) else None

    def value(self, text: str, values: Mapping[str, int]) -> int:
        """The value of an index, as the claims write them."""
        return int(eval(text, {**_MEANINGS, **values}))


def read_claims() -> list[Claim]:
    """All claims of TVM's tests, group by group."""
    return [claim for group in GROUPS for claim in read_group(group)]


def read_group(group: str) -> list[Claim]:
    """The claims of one group."""
    tables = tomllib.loads((Path(__file__).parent / f"{group}.toml").read_text())
    found = list[Claim]()
    for test, lists in tables.items():
        found += [Claim(group, test, text, "proven") for text in lists.get("proven", ())]
        found += [
            Claim(group, test, entry["claim"], "open", why=entry["why"])
            for entry in lists.get("open", ())
        ]
        found += [
            Claim(group, test, entry["claim"], "untrue", at=entry["at"])
            for entry in lists.get("untrue", ())
        ]
    return found


def _quotient_to_0(dividend: Expr, divisor: Expr) -> Expr:
    """Truncating division, by floor divisions of what is at least 0."""
    if divisor.constant is not None:
        size = abs(divisor.constant)
        rounded = select(dividend >= 0, dividend // size, -(-dividend // size))
        return rounded if divisor.constant > 0 else -rounded
    upwards = select(dividend >= 0, dividend // divisor, -(-dividend // divisor))
    downwards = select(dividend >= 0, -(dividend // -divisor), -dividend // -divisor)
    return select(divisor > 0, upwards, downwards)


def _rest_to_0(dividend: Expr, divisor: Expr) -> Expr:
    if divisor.constant is not None:
        size = abs(divisor.constant)
        return select(dividend >= 0, dividend % size, -(-dividend % size))
    return dividend - divisor * _quotient_to_0(dividend, divisor)


def _iff(one: Expr, other: Expr) -> Expr:
    return any_of((one & other, ~one & ~other))


_FUNCTIONS: dict[str, Callable[..., Expr]] = {
    "tdiv": _quotient_to_0,
    "tmod": _rest_to_0,
    "iff": _iff,
    "select": select,
}


def _divided_to_0(dividend: int, divisor: int) -> int:
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def _left_by_0(dividend: int, divisor: int) -> int:
    return dividend - divisor * _divided_to_0(dividend, divisor)


def _agree(one: bool, other: bool) -> bool:
    return bool(one) == bool(other)


def _choose(condition: bool, yes: int, no: int) -> int:
    return yes if condition else no


_MEANINGS: dict[str, Callable[..., object]] = {
    "tdiv": _divided_to_0,
    "tmod": _left_by_0,
    "iff": _agree,
    "select": _choose,
}
