"""Refinement of terms: whether each value that `after` gives is one that `before` may give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard, cast

from ..terms.assumed_undef import closed
from ..terms.fastmath import Strict, atoms, with_assumed
from ..terms.symbolic import EITHER_ZERO, POISON, POISON_IF, Symbolic
from ..terms.term import Term, Trait, Value, reachable
from ..terms.trees import FUSED, combined, is_free, kind_of
from ..values.operators import operator
from ..values.scalars import INDEX, Float, Integer, Scalar
from .case_split import cases_of
from .normal_forms import NormalForms, rebuilt, with_fewer_flags, without_mark
from .reassociation import Chains, Pairs

_COMMUTATIVE = (
    *("arith.addf", "arith.mulf", "arith.maximumf", "arith.minimumf", "arith.maxnumf"),
    *("arith.minnumf", "arith.xori"),
)


_IEEE = ("bf16", "f16", "f32", "f64")
_KEEPING_NAN = (
    *("arith.addf", "arith.mulf", "arith.divf", "arith.negf", "arith.extf", "arith.truncf"),
    *("arith.maximumf", "arith.minimumf", "math.absf", "math.fma", "math.exp", "math.sqrt"),
)
_FLAGGED = Trait.HAS_POISON | Trait.HAS_FLAGS
_LESS_THAN_UNDEF = Trait.HAS_POISON | Trait.HAS_UNINITIALISED


class Refinement:
    """
    Judges pairs of values of one validation.

    The undefs of `before` may each be chosen once, for all pairs (one-way matching; a choice is
    never taken back, so that not each one that exists is found).
    """

    def __init__(self, domain: Symbolic):
        self._domain = domain
        self._rebuilt: dict[Term, Value] = {}
        self._forms = NormalForms(domain)
        self._chains = Chains(domain)
        self._choices: dict[Term, Value] = {}
        self._kept: dict[Term, bool] = {}
        self._strict: tuple[Term, Strict] | None = None

    def normal(self, value: Value) -> Value:
        """The normal form of a value under all facts."""
        return self._forms.of(rebuilt(self._domain, value, self._rebuilt))

    def same_assume(self, one: Value, other: Value) -> bool:
        """Whether two conditions say the same, where each holds for some value of its undefs."""
        domain = self._domain
        return closed(domain, self.normal(one)) is closed(domain, self.normal(other))

    def holds(self, before: Value, after: Value) -> bool:
        """Whether `after` is the value of `before`, or one that it may have."""
        if _same(before, after):
            return True
        left, right = self.normal(before), self.normal(after)
        if _same(left, right):
            return True
        kept = dict(self._choices)
        if self._match(left, right):
            return True
        self._choices = kept
        return (
            self._may_be_poison(before)
            or self._holds_where_defined(before, after)
            or self._holds_in_order(before, right)
            or self._holds_in_all_cases(before, after)
            or self._holds_with_zeros(before, right)
        )

    def _may_be_poison(self, before: Value) -> bool:
        """Whether a choice of undefs breaks the flags of `before`: then `after` may be anything."""
        if isinstance(before, int) or not before.traits & Trait.HAS_FLAGS:
            return False
        if not before.traits & Trait.HAS_UNDEF:
            return False
        value = rebuilt(self._domain, before, self._rebuilt)
        causes: tuple[Value, ...] = ()
        if isinstance(value, Term) and value.operator.name == POISON_IF:
            value, *rest = value.args
            causes = tuple(rest)
        return any(
            self._breaks(operand, flags)
            for operand, flags in Strict(self._domain, value, causes).facts.items()
        )

    def _breaks(self, value: Value, flags: frozenset[str]) -> bool:
        """Whether an undef can be chosen so that a float is what flags exclude."""
        for undef in _makes_nan(value) if "nnan" in flags else ():
            if self._choose(undef, self._number(undef, "nan")) is not None:
                return True
        if "ninf" in flags and _is_open(value):
            return self._choose(value, self._number(value, "inf")) is not None
        return False

    def _number(self, undef: Term, number: str) -> Value:
        return self._domain.number(cast("Float", undef.operator.result), float(number))

    def _holds_where_defined(self, before: Value, after: Value) -> bool:
        """With what the flags of `before` say of the floats in it, where it is not poison."""
        if isinstance(before, int) or not before.traits & _FLAGGED:
            return False
        domain = self._domain
        left, right = (rebuilt(domain, value, self._rebuilt) for value in (before, after))
        value, *causes = (
            left.args if isinstance(left, Term) and left.operator.name == POISON_IF else (left,)
        )
        made = with_assumed(domain, Strict(self._domain, value, tuple(causes)))
        if not made:
            return False
        forms = [self._forms.of(rebuilt(domain, root, made)) for root in (left, right)]
        kept = dict(self._choices)
        if _same(*forms) or self._match(*forms):
            return True
        self._choices = kept
        return False

    def _holds_in_order(self, before: Value, right: Value) -> bool:
        """
        With what was chosen before, and the other undefs of both in the order they were made; those
        that are left are 0, as lowering has it.
        """
        if not (ours := _undefs(before)):
            return False
        taken = set(self._choices.values())
        theirs = [undef for undef in _undefs(right) if undef not in taken]
        kept, chosen = self._choices, dict(self._choices)
        for undef in ours:
            if undef in chosen:
                continue
            alike = [u for u in theirs if u.operator.result == undef.operator.result]
            chosen[undef] = alike[0] if alike else self._zero(undef.operator.result)
            if alike:
                theirs.remove(alike[0])
        self._choices = chosen
        left = self._forms.of(rebuilt(self._domain, before, dict(chosen)))
        if _same(left, right) or self._match(left, right):
            return True
        self._choices = kept
        return False

    def _holds_with_zeros(self, before: Value, right: Value) -> bool:
        """With the zeros that are stored over zeros, or with those that were there."""
        zeros = _either_zeros(before)
        # What an assume says of a cell is a pad value; one arm of a select has no mark.
        for kept, is_marked in ((True, True), (True, False), (False, False)) if zeros else ():
            taken = {zero: self._kept.get(zero, kept) for zero in zeros}
            made = {zero: zero.args[1 if taken[zero] else 0] for zero in zeros}
            if is_marked:
                made |= {zero: self._domain.pad(made[zero]) for zero in zeros if taken[zero]}
            left = self._forms.of(without_mark(rebuilt(self._domain, before, made)))
            choices = dict(self._choices)
            if _same(left, right) or self._match(left, right):
                self._kept |= taken
                return True
            self._choices = choices
        return False

    def stored(self, value: Value) -> Value:
        """A value where all zeros are stored."""
        made = {zero: zero.args[0] for zero in _either_zeros(value)}
        return without_mark(rebuilt(self._domain, value, made)) if made else value

    def _holds_in_all_cases(self, before: Value, after: Value) -> bool:
        domain, known = self._domain, self._domain.known
        try:
            for case in cases_of(domain, before, after):
                domain.known = {**known, **case}
                made: dict[Term, Value] = {}
                forms = NormalForms(domain)
                left, right = (forms.of(rebuilt(domain, v, made)) for v in (before, after))
                if not _same(left, right):
                    return False
                domain.known = known
            return True
        except LookupError:
            return False
        finally:
            domain.known = known

    def _match(self, before: Value, after: Value) -> bool:
        pending = [(before, after)]
        seen: set[tuple[Value, Value]] = set()
        while pending:
            pair = pending.pop()
            if _same(*pair) or pair in seen:
                continue
            seen.add(pair)
            needed = self._step(*pair)
            if needed is None:
                return False
            pending += needed
        return True

    def _step(self, left: Value, right: Value) -> Pairs | None:
        """The pairs that are left to match, None if these two don't."""
        if isinstance(left, int):
            return None
        name = left.operator.name
        if name == POISON:
            return []
        if isinstance(right, Term) and right.operator.name == POISON_IF:
            return self._possible_poison(left, right)
        if _is_open(left):
            return self._choose(left, right)
        if name == POISON_IF:
            return [(left.args[0], right)]
        if "nsz" in left.operator.flags and _are_zeros(left, right):
            return []
        if name == "arith.select" and not self._same_condition(left, right):
            return self._select(left, right)
        if isinstance(right, Term) and right.operator.name == FUSED:
            return self._unfused(left, right)
        if is_free(left.operator):
            pairs = self._chains.pairs(left, right)
            return self._solved(left, right) if pairs is None else pairs
        if isinstance(right, Term) and with_fewer_flags(left.operator, right.operator):
            return _arguments(left, right)
        if isinstance(right, Term) and right.operator.name == "math.fma":
            return self._contracted(left, right)
        return self._inverted(left, right) if _is_onto(left) else self._solved(left, right)

    def _possible_poison(self, left: Term, right: Term) -> Pairs | None:
        """`after` is poison only where `before` is."""
        value, *causes = left.args if left.operator.name == POISON_IF else (left,)
        new, *conditions = right.args
        if self._strict is None or self._strict[0] is not left:
            self._strict = left, Strict(self._domain, value, tuple(causes))
        strict = self._strict[1]
        if all(strict.excludes(cause, new) for cause in atoms(conditions)):
            return [(value, new)]
        return None

    def _choose(self, undef: Term, value: Value) -> Pairs | None:
        if isinstance(value, Term) and value.traits & _LESS_THAN_UNDEF:
            return None
        return [] if _same(self._choices.setdefault(undef, value), value) else None

    def _same_condition(self, left: Term, right: Value) -> bool:
        """Whether two selects have one condition, or one that flags may make the other."""
        is_select = isinstance(right, Term) and right.operator.name == "arith.select"
        conditions = left.args[0], cast("Term", right).args[0] if is_select else 0
        return is_select and (_same(*conditions) or self._chains.alike(*conditions))

    def _select(self, left: Term, right: Value) -> Pairs | None:
        condition, then, other = left.args
        if _is_open(condition):
            taken = self._choices.setdefault(condition, int(_same(then, right)))
            return [(then if taken == 1 else other, right)] if isinstance(taken, int) else None
        return [(then, right), (other, right)]

    def _solved(self, left: Term, right: Value) -> Pairs | None:
        """A sum or `xori` with an undef as an operand is any value."""
        operands = left.args
        if left.operator.name == "sum":
            is_index = left.operator.result is INDEX
            operands = tuple(
                term
                for term, factor in _addends(left)
                if factor == 1 or (cast("int", factor) % 2 and not is_index)
            )
        elif kind_of(left.operator) != "arith.xori":
            return None
        # What an undef has to be; one that is used elsewhere too matches nothing there.
        maker = operator("the choice for", left.operator.result, left.operator.operands)
        choice = self._domain.table.make(maker, (left, right))
        undefs = [v for v in operands if _is_open(v)]
        if any(self._choices.get(undef) is choice for undef in undefs):
            return []
        undef = next((undef for undef in undefs if undef not in self._choices), None)
        if undef is None or any(arg is not undef and undef in _undefs(arg) for arg in left.args):
            return None  # the rest depends on the choice
        for other in _undefs(left):
            # Chosen first: the choice may depend on it, so it may not depend on the choice.
            if other is not undef and _is_open(other):
                self._choices.setdefault(other, self._zero(other.operator.result))
        return self._choose(undef, choice)

    def _inverted(self, left: Term, right: Value) -> Pairs:
        """An operation that gives each value for some operand: the pair of that one."""
        maker = operator("the choice for", left.operator.operands[0], left.operator.operands)
        return [(left.args[0], self._domain.table.make(maker, (left, right)))]

    def _zero(self, scalar: Scalar) -> Value:
        return self._domain.number(scalar, 0.0) if isinstance(scalar, Float) else 0

    def _contracted(self, left: Term, right: Term) -> Pairs | None:
        """`x * y + z` under `contract` may be an fma."""
        ours, theirs = left.operator, right.operator
        if ours.name != "arith.addf" or not theirs.flags | {"contract"} <= ours.flags:
            return None
        product, z = combined(self._domain.table, right)
        for term, rest in (left.args, left.args[::-1]):
            if self._chains.alike(term, product):
                return [(term, product), (rest, z)]
        return None

    def _unfused(self, left: Term, right: Term) -> Pairs | None:
        """The product of an fma of `after` is one that may be contracted."""
        op = left.operator
        if kind_of(op) != "arith.mulf" or not right.operator.flags | {"contract"} <= op.flags:
            return None
        if left.args == right.args:
            return []
        plain = operator("arith.mulf", op.result, op.operands)
        return [(left, self._domain.table.make(plain, right.args))]


def _is_open(value: Value) -> TypeGuard[Term]:
    """Whether a value is an undef of `before`, which may be chosen."""
    op = value.operator if isinstance(value, Term) else None
    return op is not None and op.name == "undef" and op.detail == "before"


def _is_onto(value: Term) -> bool:
    """
    Whether a conversion, or a negation, gives each value of its type; all NaNs are one value, with
    any of its patterns of bits.
    """
    op = value.operator
    if op.name not in ("arith.negf", "arith.truncf", "arith.trunci", "arith.bitcast"):
        return False
    scalars = (*op.operands, op.result)
    return all(isinstance(s, Integer) or s.name in _IEEE for s in scalars)


def _makes_nan(root: Value) -> Iterator[Term]:
    """The undefs of `before` for which a float is NaN if they are."""
    pending, seen = [root], set[Value]()
    while pending:
        value = pending.pop()
        if isinstance(value, int) or value in seen:
            continue
        seen.add(value)
        op = value.operator
        if not isinstance(op.result, Float) or op.result.name not in _IEEE:
            continue
        if _is_open(value):
            yield value
        elif kind_of(op) in _KEEPING_NAN or op.name in _KEEPING_NAN:
            pending += value.args


def _either_zeros(value: Value) -> list[Term]:
    if isinstance(value, int) or not value.traits & Trait.HAS_EITHER:
        return []
    return [term for term in reachable([value]) if term.operator.name == EITHER_ZERO]


def _undefs(value: Value) -> list[Term]:
    """The undefs of both sides in a value."""
    if isinstance(value, int) or not value.traits & Trait.HAS_UNDEF:
        return []
    return [term for term in reachable([value]) if term.operator.name == "undef"]


def _same(x: Value, y: Value) -> bool:
    return x is y or (isinstance(x, int) and x == y)


def _are_zeros(left: Term, right: Value) -> bool:
    return isinstance(right, Term) and bool(left.traits & right.traits & Trait.ZERO)


def _arguments(left: Term, right: Term) -> Pairs | None:
    name = left.operator.name
    if name in ("sum", "product"):
        return _unordered(left, right)
    if not left.args or len(left.args) != len(right.args):
        return None  # two constants have no arguments and one operator
    if name in _COMMUTATIVE:
        (a, b), (c, d) = left.args, right.args
        if _same(a, d) or _same(b, c):
            return [(a, d), (b, c)]
    return list(zip(left.args, right.args, strict=True))


def _unordered(left: Term, right: Term) -> Pairs | None:
    """Operands that both have stay; at most one pair may be left, with the same coefficient."""
    if left.operator.name == "sum" and not _same(left.args[0], right.args[0]):
        return None
    ours, theirs = _addends(left), _addends(right)
    rest, needed = list((ours - theirs).elements()), list((theirs - ours).elements())
    if len(rest) != 1 or len(needed) != 1 or rest[0][1] != needed[0][1]:
        return None
    return [(rest[0][0], needed[0][0])]


def _addends(term: Term) -> Counter[tuple[Value, Value]]:
    """The operands of an unordered term, with their coefficients in a sum."""
    if term.operator.name != "sum":
        return Counter((arg, 1) for arg in term.args)
    return Counter(zip(term.args[1::2], term.args[2::2], strict=True))
