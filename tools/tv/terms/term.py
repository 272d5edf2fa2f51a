"""Terms: hash-consed expressions over the values that an execution starts from."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final, NoReturn, TypeAlias

from ..values.errors import DependsOnData, Undefined
from ..values.meter import Meter
from ..values.operators import Operator, operator
from ..values.scalars import Float, Number, Scalar


class Trait:
    """
    The facts about a term, as bits of an int; the first three and the last of float terms only.

    Plain ints: `enum.IntFlag` takes half of the time of a proof.
    """

    NOT_NEGATIVE_ZERO: Final = 1
    ZERO: Final = 2  # +0.0 or -0.0
    FINITE: Final = 4
    HAS_UNDEF: Final = 8
    HAS_UNINITIALISED: Final = 16  # as an arm of a select
    HAS_POISON: Final = 32
    HAS_PAD: Final = 64  # a pad value under fp=relaxed
    NUMBER: Final = 128  # no NaN; a FINITE one need not say so
    HAS_FLAGS: Final = 256  # of fastmath, with which a value may be poison or one of several
    HAS_EITHER: Final = 512  # a zero that fp=relaxed need not store


INHERITED = (
    Trait.HAS_UNDEF
    | Trait.HAS_UNINITIALISED
    | Trait.HAS_POISON
    | Trait.HAS_PAD
    | Trait.HAS_FLAGS
    | Trait.HAS_EITHER
)


class Term:
    """A node of the graph of terms; equal terms of the same table are the same object."""

    __slots__ = ("args", "number", "operator", "traits")

    def __init__(self, operator: Operator, args: tuple[Value, ...], number: int, traits: int):
        self.operator, self.args, self.number, self.traits = operator, args, number, traits

    def _as_index(self, *_: object) -> NoReturn:
        if self.traits & Trait.HAS_UNDEF:
            raise Undefined("an index is undef")
        raise DependsOnData("an index depends on the data", values=(self,))

    __index__ = __add__ = __radd__ = __mul__ = __rmul__ = __neg__ = _as_index
    __floordiv__ = __mod__ = __ge__ = __lt__ = __gt__ = __le__ = _as_index


class Constant(Term):
    """A known float."""

    __slots__ = ("value",)

    def __init__(self, operator: Operator, number: int, traits: int, value: Number):
        super().__init__(operator, (), number, traits)
        self.value = value


Value: TypeAlias = int | Term
"""A known integer, or a term."""


class TermTable:
    """Makes terms; numbers grow from arguments to the terms that use them."""

    def __init__(self, meter: Meter):
        self._meter = meter
        self._terms: dict[tuple[Operator, tuple[Value, ...]], Term] = {}
        self._constants: dict[tuple[Scalar, int], Constant] = {}
        self._count = 0

    def find(self, operator: Operator, args: tuple[Value, ...]) -> Term | None:
        """The term, if there is one already."""
        return self._terms.get((operator, args))

    def make(self, operator: Operator, args: tuple[Value, ...], traits: int = 0) -> Term:
        """The term; `traits` are those that don't come from the arguments."""
        key = (operator, args)
        term = self._terms.get(key)
        if term is None:
            if operator.flags:
                traits |= Trait.HAS_FLAGS
                if "nsz" in operator.flags:
                    traits &= ~Trait.NOT_NEGATIVE_ZERO  # the sign of a zero is any
            for arg in args:
                if not isinstance(arg, int):
                    traits |= arg.traits & INHERITED
            term = self._terms[key] = Term(operator, args, self._next(), traits)
        return term

    def constant(self, scalar: Float, value: Number) -> Constant:
        """The term of a known float."""
        key = (scalar, scalar.bits(value))
        term = self._constants.get(key)
        if term is None:
            value = scalar.from_bits(key[1])
            maker = operator("constant", scalar)
            term = Constant(maker, self._next(), _constant_traits(float(value)), value)
            self._constants[key] = term
        return term

    def _next(self) -> int:
        self._meter.spend(1)
        self._count += 1
        return self._count


def _constant_traits(value: float) -> int:
    traits = 0
    if str(value) != "-0.0":
        traits |= Trait.NOT_NEGATIVE_ZERO
    if value == 0.0:
        traits |= Trait.ZERO
    if abs(value) < float("inf"):
        traits |= Trait.FINITE
    if value == value:
        traits |= Trait.NUMBER
    return traits


def reachable(roots: Iterable[Value], known: Container[Term] = ()) -> list[Term]:
    """All terms that these are made of, known ones apart, arguments before what uses them."""
    found: dict[int, Term] = {}
    pending = [root for root in roots if isinstance(root, Term)]
    while pending:
        term = pending.pop()
        if term.number not in found and term not in known:
            found[term.number] = term
            pending += [arg for arg in term.args if isinstance(arg, Term)]
    return [found[number] for number in sorted(found)]
