"""
The effect of fastmath flags on a value: it may be poison, or one of several values.

A term keeps the flags of its operation. Where a simplification loses them, or an operand that has
some, what they may do becomes a condition under which the value is poison (`symbolic.POISON_IF`):

- `breaks`: one of these floats is a NaN or an infinity that `nnan` or `ninf` excludes;
- `signless`: the value is a zero, of which `nsz` leaves the sign open;
- `signless twice`: such a zero is in several operands, and nobody knows whether their signs are
  one: `x - x` is +0.0 for either sign of a zero x, so that `before` has no freedom by it;
- `freedom`: an operation gives another value, by a flag that leaves its rounding open. When that is
  so is not known, so that nothing but the same operation with that flag has it;
- `lost`: such a flag of an operation whose result is one of its operands.

What `after` has to have of these, `before` must have too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import copysign, isfinite, isinf, isnan
from typing import TYPE_CHECKING, cast

from ..values.operators import Operator, operator
from ..values.scalars import BOOL, Float
from .float_rules import is_number
from .term import Constant, Term, Trait, Value, reachable
from .trees import combined, kind_of

if TYPE_CHECKING:
    from .symbolic import Symbolic

BREAKS, SIGNLESS, FREEDOM, LOST = "breaks", "signless", "freedom", "lost"
SIGNLESS_TWICE = "signless twice"
SIGNS = (SIGNLESS, SIGNLESS_TWICE)
POISON_FLAGS = frozenset({"nnan", "ninf"})
_ROUNDING = frozenset({"reassoc", "contract", "arcp", "afn"})
_ABOVE_ZEROS = {"arith.maximumf": 1.0, "arith.minimumf": -1.0}
"""The sign of numbers that win against either zero, +0.0 or -0.0 among them."""
_SIGNED = ("arith.addf", "arith.mulf", "arith.negf", "arith.maximumf", "arith.minimumf")
_COMBINING = frozenset({"reassoc", "contract"})


def breaks(domain: Symbolic, flags: frozenset[str], values: tuple[Value, ...]) -> Value:
    """The condition that one of these values is a NaN, or infinite, where the flag excludes it."""
    given = flags & POISON_FLAGS
    if given and any(_is_excluded(value, given) for value in values):
        return 1
    open_values = {v for v in values if isinstance(v, Term) and _may_break(v, given)}
    if not given or not open_values:
        return 0
    ordered = tuple(sorted(open_values, key=lambda term: term.number))
    types = tuple(term.operator.result for term in ordered)
    return domain.make(operator(BREAKS, BOOL, types, detail=given), ordered)


def remade(domain: Symbolic, op: Operator, args: tuple[Value, ...]) -> Value:
    """One of these conditions by what is known of its operands by now."""
    if op.name == BREAKS:
        return breaks(domain, cast("frozenset[str]", op.detail), args)
    if op.name in SIGNS and not _may_be_zero(args[0]):
        return 0
    if op.name == LOST and isinstance(args[0], Constant):
        return 0  # what changes no constant is exact: nothing is freed
    return domain.make(op, args)


def _is_excluded(value: Value, flags: frozenset[str]) -> bool:
    """Whether a value is known to be a NaN or an infinity that flags exclude."""
    if not isinstance(value, Constant):
        return False
    number = float(value.value)
    return ("nnan" in flags and isnan(number)) or ("ninf" in flags and isinf(number))


def _may_break(value: Term, flags: frozenset[str]) -> bool:
    if not isinstance(value.operator.result, Float) or value.traits & Trait.FINITE:
        return False
    return "ninf" in flags or not is_number(value)


def lost_flags(
    domain: Symbolic, op: Operator, args: tuple[Value, ...], value: Value
) -> list[Value]:
    """
    Return the conditions that replace the flags of an operation which was simplified to `value`.

    These are the flags that `value` does not have any more; each condition says when the result
    would be poison by one of them.
    """
    kept = value.operator.flags if isinstance(value, Term) else frozenset[str]()
    lost = op.flags - kept - domain.granted
    causes = [breaks(domain, lost, (*args, value))]
    if value in args:
        # Its own flags speak of its own operands, and not of what stood beside it.
        others = tuple(arg for arg in args if arg is not value)
        causes.append(breaks(domain, op.flags & kept - domain.granted, others))
    if "nsz" in lost and _may_be_zero(value):
        scalar = op.result
        causes.append(domain.make(operator(SIGNLESS, BOOL, (scalar,)), (value,)))
    rounding = lost & _ROUNDING
    if rounding and isinstance(value, Constant):
        if all(isinstance(arg, Constant) for arg in args) and not _is_exact(op, args, value):
            causes.append(domain.make(_freedom(op, rounding), args))
    elif isinstance(value, Term) and (rounding := rounding - _no_order(op, args, value)):
        # That an operation which changes nothing is an operand or a result frees others with it.
        types = (value.operator.result,)
        causes.append(domain.make(operator(LOST, BOOL, types, detail=rounding), (value,)))
    return causes


def _no_order(op: Operator, args: tuple[Value, ...], value: Term) -> frozenset[str]:
    """
    `reassoc` where it frees nothing: a product or quotient, and a zero, have no other order.

    What another operation adds to that has its own flags; of an argument who knows what it is. An
    fma under both flags is a product that may be contracted, and a sum.
    """
    is_sum = op.name in ("arith.addf", "arith.subf")
    is_sum |= op.name == "math.fma" and op.flags >= _COMBINING
    has_zero = any(isinstance(arg, Constant) and arg.value == 0 for arg in args)
    is_term = value.operator.name in ("arith.mulf", "arith.divf")
    return frozenset({"reassoc"}) if is_sum and has_zero and is_term else frozenset()


def lost_sign(domain: Symbolic, operand: Term, value: Value) -> Value:
    """The condition that stands for the `nsz` of an operand that a result no longer mentions."""
    open_sign = "nsz" in operand.operator.flags and not isinstance(value, Constant)
    if not open_sign or not _may_be_zero(value):
        return 0
    scalar = operand.operator.result
    return domain.make(operator(SIGNLESS, BOOL, (scalar,)), (value,))


def _freedom(op: Operator, flags: frozenset[str]) -> Operator:
    return operator(FREEDOM, BOOL, op.operands, detail=(op.name, flags, op.detail))


def _may_be_zero(value: Value) -> bool:
    if not isinstance(value, Term) or not isinstance(value.operator.result, Float):
        return False
    return not isinstance(value, Constant) or bool(value.value == 0)


def _is_exact(op: Operator, args: tuple[Value, ...], value: Constant) -> bool:
    """Whether no order of rounding gives another sum or product of constants."""
    numbers = [float(arg.value) for arg in args if isinstance(arg, Constant)]
    if len(numbers) != len(args) or not all(map(isfinite, [*numbers, float(value.value)])):
        return False
    exact = [Fraction(number) for number in numbers]
    if op.name in ("arith.addf", "arith.mulf"):
        x, y = exact
        return (x + y if op.name == "arith.addf" else x * y) == Fraction(float(value.value))
    return op.name in ("arith.negf", "math.absf", "arith.maximumf", "arith.minimumf")


def own_causes(domain: Symbolic, term: Term) -> list[Value]:
    """The conditions that stand for the flags of a term, what its operands have apart."""
    op = term.operator
    if not op.flags:
        return []
    causes = [breaks(domain, op.flags, (*term.args, term))]
    rounding = op.flags & _ROUNDING
    if not any(isinstance(arg, Term) and arg.traits & Trait.HAS_FLAGS for arg in term.args):
        rounding -= _COMBINING  # one operation alone has no order
    if op.name in ("arith.addf", "arith.mulf", "arith.negf", "math.absf"):
        rounding -= {"arcp", "afn"}
    if rounding:
        causes.append(domain.make(_freedom(op, rounding), term.args))
    return causes


def is_absorbed(op: Operator, operand: Value, cause: Value) -> bool:
    """Whether the flags of an operation say of an operand what a condition says of it."""
    if not isinstance(cause, Term) or not op.flags:
        return False
    name = cause.operator.name
    if name == SIGNLESS:
        return "nsz" in op.flags and cause.args[0] is operand
    if name in (BREAKS, LOST):
        given = cast("frozenset[str]", cause.operator.detail)
        return given <= op.flags and all(value is operand for value in cause.args)
    return False


def is_settled(op: Operator, operand: Value, cause: Value, other: Value) -> bool:
    """
    Whether the result of an operation is the same for either sign of an operand, which a condition
    says is a zero with any: one that sees no sign, a sum with an `other` one that is not -0.0, or
    an extremum that either zero leaves to the other one.
    """
    if not isinstance(cause, Term) or cause.operator.name != SIGNLESS:
        return False
    if _size(cause.args[0]) != _size(operand):
        return False
    if op.name in ("math.absf", "arith.cmpf"):
        return True
    if op.name in _ABOVE_ZEROS and isinstance(other, Constant):
        above = copysign(1.0, float(other.value)) == _ABOVE_ZEROS[op.name]
        return above and not isnan(float(other.value))
    return op.name in ("arith.addf", "arith.subf") and _is_never_negative_zero(other)


def signs_of_several(
    domain: Symbolic, op: Operator, operands: tuple[Value, ...], cause: Value, result: Value
) -> Value:
    """A condition that several operands have, as one on the result, where the signs may be one."""
    if not isinstance(cause, Term) or cause.operator.name != SIGNLESS:
        return cause
    if op.name == "arith.addf" and operands[0] is operands[1]:
        return cause  # whether these are one zero or two, the sum has any sign
    types = (*cause.operator.operands, op.result)
    return domain.make(operator(SIGNLESS_TWICE, BOOL, types), (cause.args[0], result))


def sign_met(domain: Symbolic, cause: Value, other: Value, result: Value) -> Value:
    """
    A condition that one operand has, where the other one is made of the same float: that has a sign
    of its own, so that +0.0 and a zero of any sign are not of any sign. The result may be one of
    them, and not tell of both.
    """
    if not isinstance(cause, Term) or cause.operator.name != SIGNLESS:
        return cause
    if not isinstance(other, Term) or _size(cause.args[0]) not in {*reachable([other])}:
        return cause
    scalar = other.operator.result
    types = (*cause.operator.operands, scalar, scalar)
    return domain.make(operator(SIGNLESS_TWICE, BOOL, types), (cause.args[0], other, result))


def signs_within(operands: Sequence[Value]) -> set[Value]:
    """The conditions on the signs of zeros inside of operands."""
    marked = [value for value in operands if isinstance(value, Term)]
    marked = [value for value in marked if value.traits & Trait.HAS_POISON]
    return {term for term in reachable(marked) if term.operator.name == SIGNLESS}


def _size(value: Value) -> object:
    """What is the same of a float and of its negation."""
    if isinstance(value, Constant):
        return abs(float(value.value))
    if isinstance(value, Term) and value.operator.name == "arith.negf":
        return value.args[0]
    return value


def _is_never_negative_zero(value: Value) -> bool:
    """Whether a float is not -0.0, with no sign left open of what it is made of."""
    if not isinstance(value, Term):
        return False
    if value.operator.name == "poison if":
        value, *causes = value.args
        if any(term.operator.name in SIGNS for term in reachable(causes)):
            return False
    return isinstance(value, Term) and bool(value.traits & Trait.NOT_NEGATIVE_ZERO)


def without_rounding(domain: Symbolic, cause: Value) -> Value:
    """What a condition leaves for a value that is the same however operations are rounded."""
    if not isinstance(cause, Term):
        return cause
    name = cause.operator.name
    if name == "arith.select":
        parts = (without_rounding(domain, part) for part in cause.args[1:])
        return domain.merge(cause.args[0], BOOL, *parts)
    if name in ("arith.ori", "set of arith.ori"):
        either, holds = operator("arith.ori", BOOL, (BOOL, BOOL)), cast("Value", 0)
        for part in cause.args:
            holds = domain.apply(either, holds, without_rounding(domain, part))
        return holds
    return 0 if name in (*SIGNS, FREEDOM, LOST) else cause


def atoms(causes: list[Value]) -> Iterator[Value]:
    """The conditions that these are made of; one that depends on another one is left whole."""
    pending, seen = list(causes), set[Value]()
    while pending:
        cause = pending.pop()
        if cause in seen or cause == 0:
            continue
        seen.add(cause)
        name = cause.operator.name if isinstance(cause, Term) else ""
        if isinstance(cause, Term) and name in ("arith.ori", "set of arith.ori"):
            pending += cause.args
        else:
            yield cause


class Strict:
    """
    The constraints that a value of `before` states if it is not poison.

    Each operation whose poison certainly reaches the value: those of which it is made, the arms of
    selects apart.
    """

    def __init__(self, domain: Symbolic, root: Value, causes: tuple[Value, ...]):
        self.causes = frozenset(atoms(list(causes)))
        self.facts: dict[Value, frozenset[str]] = {}
        """The values that are excluded, by float."""
        self.root = root
        self.operations: list[Term] = []
        self._freed: dict[Value, list[frozenset[str]]] = {}
        """The flags of operations that give a value, or take it."""
        for term in _strict_terms(root):
            if not term.operator.flags:
                continue
            self.operations.append(term)
            self._learn(term.operator.flags, (*term.args, term))
            parts = combined(domain.table, term, "arith.mulf")
            for value in (term, *term.args, *(parts or ())):
                self._freed.setdefault(value, []).append(term.operator.flags)
        for cause in self.causes:
            if isinstance(cause, Term) and cause.operator.name == BREAKS:
                self._learn(cast("frozenset[str]", cause.operator.detail), cause.args)

    def _learn(self, flags: frozenset[str], values: tuple[Value, ...]) -> None:
        given = flags & POISON_FLAGS
        for value in values if given else ():
            self.facts[value] = self.facts.get(value, frozenset()) | given

    def excludes(self, cause: Value, result: Value) -> bool:
        """Whether a condition of `after`, on a value that it gives, is one of `before` too."""
        if cause in self.causes:
            return not self._is_of_several(cause)
        if not isinstance(cause, Term):
            return False
        op = cause.operator
        if op.name == "arith.select":
            return all(self.excludes(part, result) for part in atoms([*cause.args[1:]]))
        if op.name == BREAKS:
            flags = cast("frozenset[str]", op.detail)
            return all(self._is_excluded(value, flags) for value in cause.args)
        if op.name == SIGNLESS:
            is_any = isinstance(self.root, Term) and "nsz" in self.root.operator.flags
            return is_any and _only_signs(result, cause.args[0])
        if op.name == LOST:
            freed, given = cast("frozenset[str]", op.detail), self._freed.get(cause.args[0], [])
            return any(freed <= flags for flags in given)
        if op.name == FREEDOM:
            name, flags, detail = cast("tuple[str, frozenset[str], object]", op.detail)
            return any(
                term.operator.name == name
                and term.operator.detail == detail
                and flags <= term.operator.flags
                and term.args == cause.args
                for term in self.operations
            )
        return False

    def _is_of_several(self, cause: Value) -> bool:
        """Whether the sign of a zero that is open meets itself on the way to the value."""
        return (
            isinstance(cause, Term)
            and cause.operator.name == SIGNLESS
            and any(
                isinstance(other, Term)
                and other.operator.name == SIGNLESS_TWICE
                and other.args[0] is cause.args[0]
                for other in self.causes
            )
        )

    def _is_excluded(self, value: Value, flags: frozenset[str]) -> bool:
        if isinstance(value, int) or not _may_break(value, flags):
            return True
        return flags <= self.facts.get(value, frozenset())


def passes_sign_on(value: Value, cause: Value) -> bool:
    """Whether a value changes its sign with the zero that a condition speaks of."""
    part = cause.args[0] if isinstance(cause, Term) else cause
    reached = _made_of(value, part, ("arith.mulf", "arith.negf"))
    return reached is not None and value in reached


def _only_signs(root: Value, part: Value) -> bool:
    """Whether the sign of a zero in a value makes no difference but for the sign of a zero."""
    return _made_of(root, part, _SIGNED) is not None


def _made_of(root: Value, part: Value, kinds: Sequence[str]) -> set[Value] | None:
    """A part of a value and what is made of it; None if that is not made by these operations."""
    reached = {part}
    for term in reachable([root]):
        if any(arg in reached for arg in term.args):
            reached.add(term)
            kind = kind_of(term.operator)
            if kind not in kinds and (kind != "arith.addf" or len({*term.args}) > 1):
                return None
    return reached


def _strict_terms(root: Value) -> list[Term]:
    found: dict[int, Term] = {}
    pending = [root]
    while pending:
        term = pending.pop()
        if isinstance(term, int) or term.number in found or not term.traits & Trait.HAS_FLAGS:
            continue
        found[term.number] = term
        is_select = term.operator.name == "arith.select"
        pending += term.args[:1] if is_select else term.args
    return [found[number] for number in sorted(found)]


def with_assumed(domain: Symbolic, strict: Strict) -> dict[Term, Value]:
    """
    Floats that `before` excludes NaNs or infinities of, and others in their place that are known
    not to be these; not for what operations with flags give, which may be done in another order.
    """
    made: dict[Term, Value] = {}
    flagged = set(strict.operations)
    for value, flags in strict.facts.items():
        if isinstance(value, int | Constant) or value in flagged:
            continue
        if not _may_break(value, flags):
            continue
        if "nnan" not in flags:
            continue
        known = Trait.NUMBER | (Trait.FINITE if flags >= POISON_FLAGS else 0)
        kept = value.traits & ~Trait.HAS_FLAGS
        maker = operator("not excluded", value.operator.result, detail=flags)
        made[value] = domain.table.make(maker, (value.number,), kept | known)
    return made
