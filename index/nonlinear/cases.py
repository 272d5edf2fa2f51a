"""A condition in cases: without choices, of one sign of each divisor, of multiples as products."""

from __future__ import annotations

from ..choices import decided, find_choice
from ..expr import Expr, all_of, conjuncts, eq, var
from .products import Products

_MOST_CASES = 8


def in_cases(condition: Expr) -> list[Expr]:
    """
    Conditions without `select`, `min` and `max`, of which one holds wherever this one does.

    None if they would be too many: the condition itself is the only one then.
    """
    found, open_ = list[Expr](), [condition]
    while open_:
        case = open_.pop()
        choice = find_choice(case)
        if choice is None:
            found.append(case)
        else:
            open_ += decided(case, choice)
        if len(found) + len(open_) > _MOST_CASES:
            return [condition]
    return found


def by_sign(condition: Expr, products: Products) -> list[Expr]:
    """The cases of a divisor that is of no known sign; the condition alone if there is none."""
    for divisor in _divisors(condition):
        polynomial = products.polynomial(divisor)
        negated = products.polynomial(-divisor)
        if not products.positive(polynomial) and not products.positive(negated):
            return [
                all_of((sign, condition)) for sign in (divisor > 0, divisor < 0, eq(divisor, 0))
            ]
    return [condition]


def with_multiples(condition: Expr, products: Products) -> Expr:
    """
    The condition with `m * k` for n where it says that `n % m == 0`, and for n where it says so.

    It holds for some k just where the given one does, `m` not being 0.
    """
    for part in conjuncts(condition):
        if part.op != "==":
            continue
        for left, right in (part.operands, part.operands[::-1]):
            name, product = left, right
            if left.op == "%" and right.constant == 0 and left.operands[1].constant is None:
                name, divisor = left.operands
                if not products.nonzero(products.polynomial(divisor)):
                    continue
                product = divisor * var(f"*{name}")  # no user's name starts with a star
            elif not _multiplies(right):
                continue
            if name.op == "var" and str(name.args[0]) not in set(product.variables()):
                values = {str(name.args[0]): product}
                return with_multiples(condition.substitute(values), products)
    return condition


def _multiplies(expr: Expr) -> bool:
    return expr.op == "*" and all(operand.constant is None for operand in expr.operands)


def _divisors(expr: Expr) -> dict[Expr, None]:
    found = dict[Expr, None]()
    for operand in expr.operands:
        found |= _divisors(operand)
    if expr.op in ("//", "%") and expr.operands[1].constant is None:
        found[expr.operands[1]] = None
    return found
