"""
Facts that follow from the ranges of single names: cheap, and enough for most accesses in bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import TypeAlias

from .choices import arms_of, find_choice, replaced
from .connected import connected, names_in
from .expr import FALSE, NEGATED, TRUE, Expr, all_of, any_of, conjuncts, var
from .normal import ONE, Sum, add, negate, sums_at_least_0, terms, total

_Range: TypeAlias = tuple[float, float]
"""The least and the greatest value; infinities are the only floats in it."""

_ANY: _Range = (-inf, inf)
_REMEMBERED = 20_000
_ORDERED = ("<", "<=", ">", ">=", "==")
_LINKS = 1  # from a name to another one whose range is known


def surely(context: Expr, goal: Expr) -> bool:
    """
    Whether the ranges of the names in the context show the goal, or that the context never holds
    because two sides of an equality are always apart. False says nothing.
    """
    box = ranges(context)
    return all(_holds(part, box) for part in conjuncts(goal)) or _is_refuted(context)


@lru_cache(_REMEMBERED)
def _is_refuted(context: Expr) -> bool:
    """Whether the two sides of an equality of the context are always apart."""
    box = ranges(context)
    return any(_are_apart(part, box) for part in conjuncts(context) if part.op == "==")


def interval_of(expr: Expr, context: Expr) -> tuple[int | None, int | None]:
    """Two numbers that enclose the values, by the ranges of single names; None for no such end."""
    low, high = range_of(expr, ranges(context))
    return (low if isinstance(low, int) else None), (high if isinstance(high, int) else None)


def has_no_ends(expr: Expr, context: Expr) -> bool:
    """
    Whether an expression is seen to have neither a least nor a greatest value, as a name of which
    the context says nothing has none.
    """
    known = names_in(context)
    return any(name not in known and _slope(expr, name) for name in names_in(expr))


def _slope(expr: Expr, name: str) -> int:
    """1 if an expression is seen to go as far up and down as a name, -1 if against it, else 0."""
    if expr.op == "var":
        return int(expr.args[0] == name)
    if expr.op in ("*", "//"):
        number = expr.operands[1].constant or 0
        return ((number > 0) - (number < 0)) * _slope(expr.operands[0], name)
    if expr.op not in ("+", "min", "max"):
        return 0
    operands = expr.operands
    if expr.op == "+":  # what does not have the name stays where it is
        operands = tuple(each for each in operands if name in names_in(each))
    slopes = {_slope(each, name) for each in operands}
    return slopes.pop() if len(slopes) == 1 else 0


def is_free(name: Expr, context: Expr) -> bool:
    """Whether the context is seen to say nothing of a name but its range."""
    for part in conjuncts(context):
        if str(name.args[0]) not in part.variables():
            continue
        if part.op not in ("<", "<=", ">", ">="):
            return False
        left, right = part.operands
        if left != name or right.constant is None:
            return False
    return True


def is_below_a_size(name: Expr, context: Expr) -> bool:
    """
    Whether the context is seen to let a name be any number from one on: it says nothing of it but
    that it is at least a number, and less than sizes of which it says no more than that.
    """
    parts = conjuncts(context)
    own = [part for part in parts if str(name) in names_in(part)]
    if not all(_is_least(part) or (_is_below(part) and part.operands[0] == name) for part in own):
        return False
    sizes = [part.operands[1] for part in own if not _is_least(part)]
    named = {str(size) for size in sizes}
    beside = [part for part in parts if not named.isdisjoint(names_in(part))]
    return all(_is_least(p) or (_is_below(p) and p.operands[1] in sizes) for p in beside)


def _is_least(part: Expr) -> bool:
    """Whether it says that a name is at least a number."""
    return part.op in (">", ">=") and bounds_a_name(part)


def _is_below(part: Expr) -> bool:
    """Whether it says that a name is less than another one."""
    return part.op == "<" and all(operand.op == "var" for operand in part.operands)


def as_box(context: Expr) -> dict[str, tuple[int, int]] | None:
    """The least and the greatest value of each name, where the context holds at just these."""
    found = dict[str, tuple[int, int]]()
    for name, (low, high) in ranges(context).items():
        if not isinstance(low, int) or not isinstance(high, int) or low > high:
            return None
        found[name] = low, high
    return found if all(map(bounds_a_name, conjuncts(context))) else None


def is_somewhere_fast_path(context: Expr) -> bool:
    """Whether the context is seen to hold somewhere: it only bounds names, by ranges."""
    if not all(map(bounds_a_name, conjuncts(context))):
        return False
    return all(low <= high for low, high in ranges(context).values())


@lru_cache(_REMEMBERED)
def is_solid(context: Expr, names: frozenset[str]) -> bool:
    """
    Whether the context is seen to hold at some point, and also where any of the names, or of those
    that it ties to one of them, is one more: then no linear equation of these holds in it.
    """
    moving = set(names).union(*map(names_in, connected(conjuncts(context), names)))
    corner: dict[str, _Range] = {
        name: (value, value + (name in moving)) for name, value in _inner_point(context).items()
    }
    return all(_holds(part, corner) for part in conjuncts(context))


def without_decided_choices(expr: Expr, context: Expr) -> Expr:
    """
    Return an expression that has the same value in the context, without the choices of which
    ranges show the arm that is taken: those of single names, and of sums with these.
    """
    while (choice := find_choice(expr)) is not None:
        taken, yes, no = arms_of(choice)
        if _is_seen(taken, context):
            expr = replaced(expr, choice, yes)
        elif _is_seen(_is_other_arm(choice, taken), context):
            expr = replaced(expr, choice, no)
        else:
            break
    return expr


def without_refuted_arms(comparison: Expr, context: Expr) -> Expr:
    """
    Return a condition that agrees with a comparison in the context: that a choice takes one arm,
    and the comparison with this one, where ranges show that it fails with the other.

    `x < 2 * ((min(n + 1, 2 * n) + 1) // 2)` says of `x >= 0` that `n >= 1`.
    """
    also = list[Expr]()
    while (choice := find_choice(comparison)) is not None:
        taken, *arms = arms_of(choice)
        with_arms = [replaced(comparison, choice, arm) for arm in arms]
        if _fails(with_arms[1], negate(taken), context):
            also.append(taken)
            comparison = with_arms[0]
        elif _fails(with_arms[0], taken, context):
            also.append(negate(taken))
            comparison = with_arms[1]
        else:
            break
    return all_of((*also, comparison))


def _fails(comparison: Expr, also: Expr, context: Expr) -> bool:
    """Whether a comparison fails by ranges of single names, one of them by what is known also."""
    box = dict(ranges(context))
    for summands in sums_at_least_0(also):
        names = [term for term in summands if term is not ONE]
        if len(names) != 1 or names[0].op != "var":
            continue
        name, factor = str(names[0].args[0]), summands[names[0]]
        low, high = box.get(name, _ANY)
        end = -summands.get(ONE, 0)  # factor * name >= end
        if factor > 0:
            box[name] = max(low, -(-end // factor)), high
        else:
            box[name] = low, min(high, -end // -factor)
    sums = sums_at_least_0(comparison)
    return any(
        all(map(divides_by_numbers, each)) and range_of_sum(each, box)[1] < 0 for each in sums
    )


def _is_other_arm(choice: Expr, taken: Expr) -> Expr:
    """When a choice has the value of its second arm; of equal arms it is either."""
    if choice.op == "select":
        return negate(taken)
    yes, no = choice.operands
    return no <= yes if choice.op == "min" else no >= yes


def _is_seen(comparison: Expr, context: Expr) -> bool:
    """Whether it holds by the ranges of the names that its sides differ by, in the context."""
    # Only comparisons that are linked to these names tell: most questions have these in common.
    parts = [part for part in conjuncts(context) if part.op in _ORDERED]
    names, near = names_in(comparison), list[Expr]()
    for _ in range(_LINKS + 1):
        near = [part for part in parts if not names.isdisjoint(names_in(part))]
        names = names.union(*map(names_in, near))
    ends = [part for part in parts if bounds_a_name(part) and not names.isdisjoint(names_in(part))]
    return _is_seen_in(comparison, all_of((*near, *ends)))


@lru_cache(_REMEMBERED)
def _is_seen_in(comparison: Expr, context: Expr) -> bool:
    sums = sums_at_least_0(comparison)
    return bool(sums) and all(_is_natural(each, context) for each in sums)


def _is_natural(summands: Sum, context: Expr) -> bool:
    if not all(map(divides_by_numbers, summands)):
        return False
    if range_of_sum(summands, ranges(context))[0] >= 0:
        return True
    box = _tightened(summands, conjuncts(context), ranges(context), _LINKS)
    return range_of_sum(summands, box)[0] >= 0


def _tightened(
    summands: Iterable[Expr],
    parts: Sequence[Expr],
    box: Mapping[str, _Range],
    links: int,
    without: tuple[Expr, ...] = (),
) -> Mapping[str, _Range]:
    """
    The box, with the ranges of names in a sum by the comparisons of them with other names, whose
    ranges may be by comparisons too, along so many links; `without` those that it comes from.
    """
    found = dict(box)
    for term in summands:
        if term.op == "var":
            found[str(term.args[0])] = _range_in_sums(term, parts, box, links, without)
    return found


def _range_in_sums(
    name: Expr,
    parts: Sequence[Expr],
    box: Mapping[str, _Range],
    links: int,
    without: tuple[Expr, ...],
) -> _Range:
    """The range of a name by comparisons of it, or of a quotient of it, with sums."""
    named = str(name.args[0])
    low, high = box.get(named, _ANY)
    for part in parts:
        if part in without or named not in names_in(part):
            continue
        for summands in _sums_of_names(part):
            found = next(((t, d) for t in summands if (d := _divisor_of(t, name))), None)
            if found is None:
                continue
            term, divisor = found
            rest, known = {other: n for other, n in summands.items() if other is not term}, box
            if links > 0:
                known = _tightened(rest, parts, box, links - 1, (*without, part))
            most, factor = range_of_sum(rest, known)[1], summands[term]
            if isinstance(most, float):
                continue
            # factor * term >= -most
            if factor > 0:
                low = max(low, -(most // factor) * divisor)
            else:
                high = min(high, (most // -factor + 1) * divisor - 1)
    return low, high


@lru_cache(_REMEMBERED)
def _sums_of_names(part: Expr) -> tuple[Sum, ...]:
    """The sums that a comparison says to be at least 0, unless it bounds one name."""
    if bounds_a_name(part):
        return ()
    sums = sums_at_least_0(part)
    return tuple(each for each in sums if all(map(divides_by_numbers, each)))


def _divisor_of(term: Expr, name: Expr) -> int | None:
    """1 for the name, a positive number for the quotient by it, None for all else."""
    if term == name:
        return 1
    if term.op != "//" or term.operands[0] != name:
        return None
    divisor = term.operands[1].constant
    return divisor if divisor is not None and divisor > 0 else None


def _inner_point(context: Expr) -> dict[str, int]:
    """A value for each name of the context: about the middle, where its ranges have one."""
    parts, point = conjuncts(context), dict[str, int]()
    for name, (low, high) in ranges(context).items():
        if isinstance(low, int) and isinstance(high, int):
            point[name] = (low + high) // 2
    for name in dict.fromkeys(context.variables()):
        if name not in point:
            point[name] = _middle(*_range_beside(var(name), parts, point))
    return point


def _range_beside(name: Expr, parts: Iterable[Expr], point: Mapping[str, int]) -> _Range:
    """The range of a name by the inequalities whose other names are at a point."""
    at: dict[str, _Range] = {other: (value, value) for other, value in point.items()}
    low, high = _ANY
    for part in parts:
        if part.op not in ("<", "<=", ">", ">=") or str(name) not in names_in(part):
            continue
        left, right = map(terms, part.operands)
        summands = add(left, right, -1) if part.op in (">", ">=") else add(right, left, -1)
        factor = summands.pop(name, 0)
        rest, most = range_of(total(summands), at)
        if not factor or rest != most or isinstance(rest, float):
            continue
        if factor > 0:
            low = max(low, -(rest // factor))
        else:
            high = min(high, rest // -factor)
    return low, high


def _middle(low: float, high: float) -> int:
    if isinstance(low, int) and isinstance(high, int):
        return (low + high) // 2
    return low + 1 if isinstance(low, int) else high - 2 if isinstance(high, int) else 0


def narrowed(condition: Expr, context: Expr) -> Expr:
    """Return a condition that agrees with this one in the context, less what intervals decide."""
    if condition.op == "or":
        return any_of([narrowed(part, context) for part in condition.operands])
    if condition.op == "and":
        return all_of([narrowed(part, context) for part in condition.operands])
    if condition.op == "not" and condition.operands[0].op in ("and", "or"):
        return narrowed(negate(condition.operands[0]), context)
    if condition.op not in NEGATED:
        return condition
    if _is_decided(condition, context):
        return TRUE
    return FALSE if _is_decided(~condition, context) else condition


def _is_decided(comparison: Expr, context: Expr) -> bool:
    """Whether it holds by the ranges of names, or as its sides are said to be equal."""
    if comparison.op in ("<=", ">=", "=="):
        left, right = comparison.operands
        equal = _equal(context)
        if (left, right) in equal or (right, left) in equal:
            return True
    return _holds(comparison, ranges(context))


@lru_cache(_REMEMBERED)
def _equal(context: Expr) -> frozenset[tuple[Expr, ...]]:
    return frozenset(
        part.operands
        for part in conjuncts(context)
        if part.op == "==" and all(map(divides_by_numbers, part.operands))
    )


@lru_cache(_REMEMBERED)
def ranges(context: Expr) -> dict[str, _Range]:
    """The range of each name that the context compares with numbers."""
    box: dict[str, _Range] = {}
    for part in conjuncts(context):
        if not bounds_a_name(part):
            continue
        name, number = str(part.operands[0].args[0]), part.operands[1].constant
        assert number is not None
        low, high = box.get(name, _ANY)
        if part.op in (">", ">=", "=="):
            low = max(low, number + (part.op == ">"))
        if part.op in ("<", "<=", "=="):
            high = min(high, number - (part.op == "<"))
        box[name] = low, high
    return box


def bounds_a_name(part: Expr) -> bool:
    """Return whether a condition compares a name with a number, by any operator except `!=`."""
    if part.op not in _ORDERED:
        return False
    left, right = part.operands
    return left.op == "var" and right.constant is not None


def _holds(goal: Expr, box: dict[str, _Range]) -> bool:
    if goal.op not in ("<", "<=", ">", ">="):
        return False
    left, right = goal.operands
    low, high = range_of(left, box)
    least, greatest = range_of(right, box)
    match goal.op:
        case "<":
            return high < least
        case "<=":
            return high <= least
        case ">":
            return low > greatest
        case _:
            return low >= greatest


def _are_apart(equality: Expr, box: dict[str, _Range]) -> bool:
    """By their difference: `x + y` and `x + 16 + z` are apart if `y - z` never is 16."""
    left, right = map(terms, equality.operands)
    if not all(map(divides_by_numbers, (*left, *right))):
        return False
    low, high = range_of_sum(add(left, right, -1), box)
    return low > 0 or high < 0


def range_of_sum(summands: Sum, box: Mapping[str, _Range]) -> _Range:
    """The least and the greatest sum, of terms as if each had values of its own."""
    low: float = 0
    high: float = 0
    for term, factor in summands.items():
        if term.constant is not None:
            least = greatest = term.constant
        else:
            known = box.get(str(term.args[0]), _ANY) if term.op == "var" else range_of(term, box)
            least, greatest = known if factor > 0 else known[::-1]
        if not isinstance(low, float):
            low = -inf if isinstance(least, float) else low + least * factor
        if not isinstance(high, float):
            high = inf if isinstance(greatest, float) else high + greatest * factor
    return low, high


@lru_cache(_REMEMBERED)
def divides_by_numbers(expr: Expr) -> bool:
    """
    Whether all divisors are numbers: a division by a name may give any value, each time, where the
    name is 0.
    """
    if not expr.operands:
        return True  # as most are
    if expr.op in ("//", "%") and not expr.operands[1].constant:
        return False
    return all(map(divides_by_numbers, expr.operands))


def range_of(expr: Expr, box: Mapping[str, _Range]) -> _Range:
    """
    Bounds of the values of an expression; sums and multiples are treated as if of separate names.
    """
    if (number := expr.constant) is not None:
        return number, number
    if expr.op == "var":
        return box.get(str(expr.args[0]), _ANY)
    if expr.op == "+":
        left, right = expr.operands
        low, high = range_of(left, box)
        least, greatest = range_of(right, box)
        return _plus(low, least), _plus(high, greatest)
    if expr.op in ("min", "max"):
        ends = zip(*(range_of(operand, box) for operand in expr.operands), strict=True)
        low, high = map(min if expr.op == "min" else max, ends)
        return low, high
    if expr.op not in ("*", "//", "%") or not (factor := expr.operands[1].constant):
        return _ANY
    low, high = range_of(expr.operands[0], box)
    if expr.op == "%":
        return (0, factor - 1) if factor > 0 else (factor + 1, 0)
    ends = (_scaled(low, factor, expr.op), _scaled(high, factor, expr.op))
    return min(ends), max(ends)


def _plus(left: float, right: float) -> float:
    # A large integer plus an infinity would overflow.
    return left if isinstance(left, float) else right if isinstance(right, float) else left + right


def _scaled(value: float, factor: int, op: str) -> float:
    if isinstance(value, float):
        return value if factor > 0 else -value
    return value * factor if op == "*" else value // factor
