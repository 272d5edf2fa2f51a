"""The domain of terms: operations on known values are computed, the rest become terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, cast

from ..values.data import Data
from ..values.errors import DependsOnData, Undefined
from ..values.float_folding import MATH
from ..values.folding import folder
from ..values.meter import Meter
from ..values.operators import PREDICATES_I, Folder, Operator, Special, operator
from ..values.scalars import BOOL, Float, Integer, Number, Scalar
from .assumed_undef import ASSUMED_UNDEF, existential
from .fastmath import (
    BREAKS,
    FREEDOM,
    LOST,
    SIGNS,
    is_absorbed,
    is_settled,
    lost_flags,
    lost_sign,
    own_causes,
    remade,
    sign_met,
    signs_of_several,
    signs_within,
    without_rounding,
)
from .float_rules import FLOAT_RULES
from .integer_flags import INTEGER_FLAGS, broken_promises, is_folded
from .integer_rules import INTEGER_RULES
from .term import Constant, Term, TermTable, Trait, Value, reachable

_RULES = {**FLOAT_RULES, **INTEGER_RULES}
POISON, POISON_IF, PAD, UNINITIALISED = "poison", "poison if", "pad value", "uninitialised"
EITHER_ZERO = "either zero"
"""A zero that was stored, and the one that the cell held: fp=relaxed may leave that."""

_RELAXATION = frozenset({"nnan", "ninf", "nsz"})
_UGE = PREDICATES_I.index("uge")
_SHIFTS = ("arith.shli", "arith.shrui", "arith.shrsi")
# The last bit of these is the library's, so only results that no library gets wrong are computed.
_INEXACT = MATH.keys() - {
    *("math.ceil", "math.floor", "math.roundeven", "math.sqrt", "math.trunc"),
}
_EXACT_RESULTS = ("0.0", "-0.0", "1.0", "-1.0", "inf", "-inf", "nan")
_MAY_BE_POISON = Trait.HAS_POISON | Trait.HAS_FLAGS
_UNSPECIFIED = Special.UNSPECIFIED  # Python 3.11 is slow to look up members of enumerations
_NOT = operator("arith.xori", BOOL, (BOOL, BOOL))


def _has_poison(*values: Value) -> bool:
    return any(isinstance(v, Term) and v.traits & Trait.HAS_POISON for v in values)


def _with(op: Operator, flags: frozenset[str]) -> Operator:
    return operator(op.name, op.result, op.operands, flags, op.detail)


def _alternatives(condition: Value) -> list[Value]:
    """The conditions one of which holds where this one does."""
    found: list[Value] = []
    pending = [condition]
    while pending:
        part = pending.pop()
        if isinstance(part, Term) and part.operator.name == "arith.ori":
            pending += part.args
        elif part != 0:
            found.append(part)
    return found


def _keeps(value: Value, op: Operator) -> bool:
    """Whether a result is one of an operation with all flags of this one."""
    return isinstance(value, Term) and op.flags <= value.operator.flags


def _contains(value: Value, arg: Term) -> bool:
    """Whether what is known to be in a result is this operand."""
    if value is arg:
        return True
    if not isinstance(value, Term) or not value.traits & Trait.HAS_FLAGS:
        return False
    is_select = value.operator.name == "arith.select"
    args = value.args[:1] if is_select else value.args
    return any(part is arg for part in args) or (
        not is_select and any(arg in part.args for part in args if isinstance(part, Term))
    )


class Symbolic:
    """Values are Python ints where known, else terms; the domain of a proof."""

    def __init__(self, meter: Meter, *, relaxed: bool = False, data: Data | None = None):
        self.table = TermTable(meter)
        self.data = data
        """What input cells hold, where that is sampled."""
        self.known: dict[Term, Value] = {}
        """Terms that facts give a value, conditions included."""
        self.path: dict[Term, int] = {}
        """The data-dependent conditions around the operation that is executed."""
        self.marks_pads = relaxed
        """Whether pad values are marked, for what fp=relaxed grants to operations on them."""
        self.samples_data = data is not None
        self.granted = frozenset[str]()
        """The flags that fp=relaxed grants to the operation that is simplified."""
        self._functions: dict[Operator, Callable[..., Value]] = {}
        self._plains: dict[Operator, Callable[[tuple[Value, ...]], Value]] = {}
        self._undefs = 0
        self._poison: dict[Value, Value] = {}
        self._seen = set[Term]()

    def close(self) -> None:
        """Drop the functions that refer to it, so that its terms end with what still uses them."""
        self._functions.clear()
        self._plains.clear()

    def lift(self, scalar: Scalar, value: int | Number) -> Value:
        """A known value."""
        if isinstance(value, int):
            return value
        return self.table.constant(cast("Float", scalar), value)

    def number(self, scalar: Float, value: float) -> Constant:
        """A known float of this type."""
        return self.table.constant(scalar, scalar.of(value))

    def undef(self, scalar: Scalar, side: str, *, assumed: bool) -> Value:
        """An arbitrary value, another one at each call; `assumed` where it feeds only assumes."""
        self._undefs += 1
        maker = operator(ASSUMED_UNDEF if assumed else "undef", scalar, detail=side)
        return self.table.make(maker, (self._undefs,), Trait.HAS_UNDEF)

    def leaf(self, maker: Operator, number: int) -> Value:
        """The value that this operator without operands gives for a number."""
        sampled = None if self.data is None else self.data.cell(maker, number)
        return self.table.make(maker, (number,)) if sampled is None else sampled

    def uninitialised(self, scalar: Scalar) -> Value:
        """The value of an arm of a select that no store made."""
        return self.table.make(operator(UNINITIALISED, scalar), (), Trait.HAS_UNINITIALISED)

    def poison(self, scalar: Scalar) -> Value:
        """The result of an operation that has none."""
        return self.poisoned(0, (1,), scalar)

    def negation(self, condition: Value) -> Value:
        """The other truth value."""
        return self.apply(_NOT, condition, 1)

    def is_undef(self, value: Value) -> bool:
        """Whether a value depends on an undef."""
        return isinstance(value, Term) and bool(value.traits & Trait.HAS_UNDEF)

    def causes(self, value: Value) -> tuple[Value, tuple[Value, ...]]:
        """A value that decides what is executed, and the conditions under which it is poison."""
        if isinstance(value, int) or not value.traits & _MAY_BE_POISON:
            return value, ()
        if value.operator.name == POISON:
            raise Undefined("what is executed depends on poison")
        found: tuple[Value, ...] = ()
        if value.operator.name == POISON_IF:
            value, *explicit = value.args
            found = tuple(explicit)
        return value, (*found, *_alternatives(self._when_poison(value)))

    def chosen(self, condition: Value, *, as_fact: bool) -> Value:
        """The condition of an assume, each undef in it chosen so that it holds."""
        return existential(self, condition, as_fact=as_fact)

    def decide(self, condition: Value) -> int | None:
        """Whether a condition holds, None if that depends on the data."""
        if isinstance(condition, int):
            return condition
        known = self.known.get(condition, self.path.get(condition))
        return known if isinstance(known, int) else None

    def loaded(self, value: Value) -> Value:
        """The value of a cell, seen from here."""
        if isinstance(value, int):
            return value
        while value.traits & Trait.HAS_UNINITIALISED:
            chosen = self.decide(value.args[0]) if value.operator.name == "arith.select" else None
            if chosen is None:
                reason = "a cell is read that depending on the data is uninitialised"
                raise DependsOnData(reason, values=(value,))
            value = cast("Term", value.args[1 if chosen else 2])
            if isinstance(value, int):
                return value
        return self.known.get(value, value) if self.known else value

    def merge(self, condition: Value, scalar: Scalar, then: Value, other: Value) -> Value:
        """The one value where the condition holds, else the other."""
        return self.apply(
            operator("arith.select", scalar, (BOOL, scalar, scalar)), condition, then, other
        )

    def function(self, op: Operator) -> Callable[..., Value]:
        """The operator as a function of values."""
        function = self._functions.get(op)
        if function is None:
            function = self._functions[op] = self._make_function(op)
        return function

    def apply(self, op: Operator, *args: Value) -> Value:
        """The operator on values."""
        return self.function(op)(*args)

    def make(self, op: Operator, args: tuple[Value, ...], traits: int = 0) -> Value:
        """The term as it stands, or what facts say it is."""
        term = self.table.make(op, args, traits)
        return self.known.get(term, term) if self.known else term

    def pad(self, value: Value) -> Value:
        """A pad value, marked under fp=relaxed."""
        if (
            not self.marks_pads
            or isinstance(value, int)
            or isinstance(value.operator.result, Integer)
        ):
            return value
        if value.operator.name == PAD:
            return value
        maker = operator(PAD, value.operator.result, (value.operator.result,))
        return self.table.make(maker, (value,), value.traits | Trait.HAS_PAD)

    def _either_zero(self, stored: Value, old: Value) -> Value:
        return self.either_zero(old, stored)

    def either_zero(self, old: Any, stored: Any) -> Any:
        """
        The value that `before` may have in a cell that is not padding, after a store of a zero over
        a value known to be zero: under fp=relaxed the old one may stay, whatever its sign.
        """
        held = self._known(old)
        if isinstance(held, Term) and held.operator.name == PAD:
            held = held.args[0]
        if not isinstance(held, Term) or isinstance(held, Constant):
            return self.stored_over(old, stored)
        if not isinstance(stored, Constant) or stored.value != 0 or not held.traits & Trait.ZERO:
            return stored
        if held.operator.name == EITHER_ZERO:
            return held if held.args[0] is stored else stored
        scalar = stored.operator.result
        maker = operator(EITHER_ZERO, scalar, (scalar, scalar))
        traits = Trait.ZERO | Trait.FINITE | Trait.NUMBER | Trait.HAS_EITHER
        return self.table.make(maker, (stored, held), traits)

    def stored_over(self, old: Any, stored: Any) -> Any:
        """The value of a cell after a store: still a pad value, if the cell held that one."""
        held = self._known(old)
        is_pad = isinstance(held, Term) and held.operator.name == PAD
        return held if is_pad and cast("Term", held).args[0] is stored else stored

    def _known(self, cell: Any) -> Any:
        return self.known.get(cell, cell) if isinstance(cell, Term) else cell

    def poisoned(self, value: Value, causes: tuple[Value, ...], scalar: Scalar) -> Value:
        """The value, poison where one of these conditions holds."""
        left = {cause for cause in causes if cause != 0}
        if not left:
            return value
        if 1 in left:
            return self.table.make(operator(POISON, scalar), (), Trait.HAS_POISON)
        if isinstance(value, Term) and value.operator.name == POISON:
            return value
        if isinstance(value, Term) and value.operator.name == POISON_IF:
            left.update(value.args[1:])
            value = value.args[0]
        ordered = sorted(cast("set[Term]", left), key=lambda term: term.number)
        return self.table.make(operator(POISON_IF, scalar), (value, *ordered), Trait.HAS_POISON)

    def _make_function(self, op: Operator) -> Callable[..., Value]:
        if op.name == POISON_IF:

            def poisoned(value: Value, *causes: Value) -> Value:
                return self.poisoned(value, causes, op.result)

            return poisoned
        if op.name == PAD:
            return self.pad
        if op.name == EITHER_ZERO:
            return self._either_zero
        if op.name in (BREAKS, *SIGNS, FREEDOM, LOST):
            return lambda *args: remade(self, op, args)
        fold = folder(op) if is_folded(op) else None
        plain = self._plain(op)
        has_flags = bool(op.flags - INTEGER_FLAGS)

        def apply(*args: Value) -> Value:
            traits, is_known, are_integers = 0, True, True
            for arg in args:
                if type(arg) is not int:
                    are_integers = False
                    if type(arg) is Term:
                        traits |= arg.traits
                        is_known = False
            if is_known and fold is not None:
                value = fold(*args) if are_integers else None
                if type(value) is not int:
                    value = self._fold(op, fold, args)
                if value is not None:
                    return self._with_flags(op, args, value) if has_flags else value
            if traits & (Trait.HAS_POISON | Trait.HAS_PAD):
                return self._apply_marked(op, plain, args)
            value = plain(args)
            if has_flags or traits & Trait.HAS_FLAGS:
                return self._with_flags(op, args, value)
            return value

        return apply

    def _with_flags(self, op: Operator, args: tuple[Value, ...], value: Value) -> Value:
        """A result with what the flags that a simplification lost may do to it."""
        causes: list[Value] = []
        bare = value
        if isinstance(value, Term) and value.operator.name == POISON_IF:
            bare, *causes = value.args
        flags = op.flags - INTEGER_FLAGS
        lost = [] if not flags else lost_flags(self, _with(op, flags), args, bare)
        strict = args[:1] if op.name == "arith.select" else args
        for arg in strict:
            if isinstance(arg, Term) and arg.traits & Trait.HAS_FLAGS and not _contains(bare, arg):
                cause = self._when_poison(arg)
                if op.name == "arith.select" and args[1] is args[2]:
                    cause = without_rounding(self, cause)
                lost += (cause, lost_sign(self, arg, bare))
        return self.poisoned(value, (*causes, *lost), op.result)

    def _fold(self, op: Operator, fold: Folder, args: tuple[Value, ...]) -> Value | None:
        values = [arg.value if isinstance(arg, Constant) else arg for arg in args]
        if op.name in ("arith.maxnumf", "arith.minnumf"):
            x, y = cast("list[Number]", values)
            if x == 0 and y == 0 and str(x) != str(y):
                return None  # either of them
        result = fold(*values)
        if result is _UNSPECIFIED:
            return None
        if isinstance(result, Special):
            return self.poisoned(0, (1,), op.result)
        if op.name in _INEXACT and str(float(result)) not in _EXACT_RESULTS:
            return None
        return self.lift(op.result, result)

    def _plain(self, op: Operator) -> Callable[[tuple[Value, ...]], Value]:
        """The operator on values without marks: rules, and the conditions for a poison result."""
        rule = _RULES.get(op.name)

        def simplified(maker: Operator, args: tuple[Value, ...]) -> Value:
            result = None if rule is None else rule(self, maker, args)
            return self.make(maker, args) if result is None else result

        promises = broken_promises(op)
        bare = _with(op, op.flags - INTEGER_FLAGS)

        def plain(args: tuple[Value, ...]) -> Value:
            known = bool(promises) and not any(isinstance(arg, Term) for arg in args)
            value = self.apply(bare, *args) if known else simplified(bare, args)
            causes = [is_broken(self, args, value) for is_broken in promises]
            if op.name in _SHIFTS:
                too_far = operator("arith.cmpi", BOOL, op.operands, detail=_UGE)
                causes.append(self.apply(too_far, args[1], cast("Integer", op.result).width))
            if op.name in ("arith.fptosi", "arith.fptoui"):
                test = operator("out of range", BOOL, op.operands, detail=(op.name, op.result))
                causes.append(self.apply(test, *args))
            return self.poisoned(value, tuple(causes), op.result) if causes else value

        marked = promises or op.name in (*_SHIFTS, "arith.fptosi", "arith.fptoui")
        return plain if marked else lambda args: simplified(op, args)

    def _apply_marked(
        self,
        op: Operator,
        plain: Callable[[tuple[Value, ...]], Value],
        args: tuple[Value, ...],
    ) -> Value:
        """The operator on arguments some of which are poison, possible poison or pad values."""
        marked = args[:1] if op.name == "arith.select" else args
        causes: list[tuple[Value, int]] = []
        bare: list[Value] = []
        pads = 0
        for position, arg in enumerate(marked):
            name = arg.operator.name if isinstance(arg, Term) else ""
            if name == POISON:
                return self.poisoned(0, (1,), op.result)
            inner = cast("Term", arg)
            if name == POISON_IF:
                arg = inner.args[0]
                causes += [(cause, position) for cause in inner.args[1:]]
            elif name == PAD:
                pads += 1
                arg = inner.args[0]
            bare.append(arg)
        stripped = (*bare, *args[len(bare) :])
        if not causes and not pads:
            value = self._with_flags(op, args, plain(args))
            forgotten: list[Value] = []
            if _has_poison(*marked) and not _has_poison(value):
                # A simplification must not forget what an arm of an operand's select may be.
                forgotten += map(self._when_poison, marked)
            return self.poisoned(value, tuple(forgotten), op.result)
        result = self.apply(op, *stripped)
        if pads:
            simpler = self._relaxed(op, stripped)
            result = result if simpler is None else simpler
        if pads == len(args):
            result = self.pad(result)
        left = [
            (cause, position)
            for cause, position in causes
            if not (
                (_keeps(result, op) and is_absorbed(op, bare[position], cause))
                or is_settled(op, bare[position], cause, self._beside(op, marked, position))
            )
        ]
        # An operand may also be a choice of which one arm has the zero.
        signs = signs_within(bare)
        counts = Counter(cause for cause, _ in left)
        shared = [cause for cause, count in counts.items() if count > 1 or cause in signs]
        of_several = [signs_of_several(self, op, stripped, cause, result) for cause in shared]
        alone = [
            sign_met(self, cause, self._beside(op, stripped, position), result)
            for cause, position in left
            if cause not in shared
        ]
        return self.poisoned(result, (*alone, *of_several), op.result)

    def _beside(self, op: Operator, args: tuple[Value, ...], position: int) -> Value:
        """What a sum or difference adds to an operand, or what an extremum compares it with."""
        if op.name not in ("arith.addf", "arith.subf", "arith.maximumf", "arith.minimumf"):
            return 0
        other = args[1 - position]
        if op.name == "arith.subf" and position == 0:
            return self.apply(operator("arith.negf", op.result, (op.result,)), other)
        return other

    def _relaxed(self, op: Operator, args: tuple[Value, ...]) -> Value | None:
        """An operand or a constant that fp=relaxed makes of an operator on a pad value, or None."""
        relaxed = _with(op, op.flags | _RELAXATION)
        if relaxed not in self._plains:
            self._plains[relaxed] = self._plain(relaxed)
        before, self.granted = self.granted, self.granted | _RELAXATION
        try:
            simpler = self._plains[relaxed](args)
            if simpler in args or isinstance(simpler, int | Constant):
                return self._with_flags(op, args, simpler)
            return None
        finally:
            self.granted = before

    def _when_poison(self, root: Value) -> Value:
        """The condition that a value is poison."""
        either = operator("arith.ori", BOOL, (BOOL, BOOL))
        found = self._poison
        if isinstance(root, int) or root in self._seen:
            return found.get(root, 0)
        for term in reachable([root], self._seen):
            self._seen.add(term)
            if not term.traits & _MAY_BE_POISON:
                continue
            name, conditions = term.operator.name, [found.get(arg, 0) for arg in term.args]
            if name == POISON_IF:
                conditions = [conditions[0], *term.args[1:]]
            elif name == "arith.select":
                conditions[1:] = [self.merge(term.args[0], BOOL, *conditions[1:])]
            conditions += own_causes(self, term)
            holds: Value = int(name == POISON)
            for condition in conditions:
                holds = self.apply(either, holds, condition)
            if holds != 0:
                found[term] = holds
        return found.get(root, 0)


@contextmanager
def domains(
    meter: Meter, *, relaxed: bool = False, data: Data | None = None
) -> Generator[Callable[[], Symbolic]]:
    """
    Within it, new domains of one question; at its end they are closed.

    Otherwise the terms of all questions stay until the collector, which is off meanwhile, has
    walked them.
    """
    made: list[Symbolic] = []

    def new() -> Symbolic:
        made.append(Symbolic(meter, relaxed=relaxed, data=data))
        return made[-1]

    try:
        yield new
    finally:
        for domain in made:
            domain.close()
