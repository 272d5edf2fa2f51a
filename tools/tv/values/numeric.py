"""The domain of concrete values, for programs that are too large for terms."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from math import isinf, isnan
from typing import Any, NoReturn, TypeAlias, cast
from zlib import crc32

import numpy as np

from .errors import NotValidated, Undefined
from .exact_math import INEXACT
from .float_folding import EXPONENT, MANTISSA
from .folding import folder
from .operators import Cells, Folder, Operator, Special
from .scalars import Float, Integer, Number, Scalar


class Unknown(Enum):
    """An unknown value, which spreads through operations."""

    UNDEF = "undef"
    POISON = "poison"

    def _as_index(self, *_: object) -> NoReturn:
        raise Undefined(f"an index is {self.value}")

    __index__ = __add__ = __radd__ = __mul__ = __rmul__ = __neg__ = _as_index
    __floordiv__ = __mod__ = __ge__ = __lt__ = _as_index


Concrete: TypeAlias = int | Number | Unknown

_REORDERING = frozenset({"reassoc", "contract", "arcp", "afn"})
_LARGEST_RESULT = 1000  # results of calls are numbered down from -1

KEEPING_NAN = (
    *("arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.negf", "arith.extf"),
    *("arith.truncf", "math.absf", "math.fma", "math.sqrt", EXPONENT, MANTISSA),
)
"""What gives a NaN if one operand is one, whatever the others are."""


class Numeric:
    """
    Values are Python ints, numpy scalars, undef and poison.

    Inputs are random: of round numbers in the first trial, with special values in later ones;
    padding of which nothing is promised is NaN, huge and random, under fp=relaxed finite.
    """

    marks_pads = False
    samples_data = False

    def __init__(self, trial: int, *, relaxed: bool = False):
        self.path: dict[Any, int] = {}
        self.is_loose = False
        """
        Some operation's flags allow its result to be rounded in another way, or it is a function
        for which a formula may stand.
        """
        self.is_signless = relaxed
        """Some operation's flags leave the sign of a zero open."""
        self._trial, self._relaxed = trial, relaxed
        self._inputs: dict[Operator, list[Any]] = {}

    def lift(self, scalar: Scalar, value: int | Number) -> Concrete:
        """The value itself."""
        return value

    def undef(self, scalar: Scalar, side: str, *, assumed: bool) -> Concrete:
        """An arbitrary value."""
        return Unknown.UNDEF

    def poison(self, scalar: Scalar) -> Concrete:
        """The result of an operation that has none."""
        return Unknown.POISON

    def is_undef(self, value: Any) -> bool:
        """Whether a value is arbitrary."""
        return value is Unknown.UNDEF

    def uninitialised(self, scalar: Scalar) -> NoReturn:
        """Nothing that this domain executes depends on the data."""
        raise AssertionError

    def merge(self, condition: Any, scalar: Scalar, then: Any, other: Any) -> NoReturn:
        """Nothing that this domain executes depends on the data."""
        raise AssertionError

    def negation(self, condition: Any) -> Any:
        """The other truth value."""
        return condition if isinstance(condition, Unknown) else 1 - condition

    def decide(self, condition: Any) -> int:
        """Whether a condition holds."""
        if isinstance(condition, Unknown):
            raise Undefined(f"what is executed depends on {condition.value}")
        return condition

    def causes(self, value: Any) -> tuple[Any, tuple[Any, ...]]:
        """Return the value, and no causes."""
        return value, ()

    def chosen(self, condition: Any, *, as_fact: bool) -> Any:
        """An undef in an assume is chosen so that it holds."""
        return 1 if condition is Unknown.UNDEF else condition

    def loaded(self, value: Any) -> Any:
        """Return the value unchanged."""
        return value

    def either_zero(self, old: Any, stored: Any) -> Any:
        """Return the stored value: zeros of either sign are compared as equal."""
        return stored

    def stored_over(self, old: Any, stored: Any) -> Any:
        """Return the stored value."""
        return stored

    def pad(self, value: Any) -> Any:
        """Return the value unchanged: only terms are marked as pad values."""
        return value

    def leaf(self, maker: Operator, number: int) -> Any:
        """A random input, the same for each execution of a trial."""
        cells = maker.detail
        if not isinstance(cells, Cells):
            seeds = [self._trial, cast("int", maker.detail), number + _LARGEST_RESULT]
            return self._random(maker.result, np.random.default_rng(seeds), 1, "")[0]
        values = self._inputs.get(maker)
        if values is None:
            count = int(np.prod(cells.shape, dtype=np.int64))
            label = f"{cells.name} {cells.position} {cells.padding_of}"
            random = np.random.default_rng([self._trial, *label.encode()])
            values = self._random(maker.result, random, count, cells.padding_of)
            self._inputs[maker] = values
        return values[number]

    def function(self, op: Operator) -> Callable[..., Any]:
        """The operator as a function of values."""
        self.is_loose |= bool(op.flags & _REORDERING) or op.name in INEXACT
        self.is_signless |= "nsz" in op.flags
        if op.name == "arith.select":
            return _select
        fold, count = folder(op) or pseudo_function(op), len(op.operands)
        apply = _spreading(fold, count, _absorbing(op), _nan_beside(op))
        return _poisoned(apply, op.flags) if op.flags & {"nnan", "ninf"} else apply

    def _random(
        self, scalar: Scalar, random: np.random.Generator, count: int, padding_of: str
    ) -> list[Any]:
        if isinstance(scalar, Integer):
            low, high = (0, 2) if scalar.width == 1 else (-100, 100)
            return [scalar.wrap(int(v)) for v in random.integers(low, high, count)]
        values = random.integers(-32, 33, count) / 8
        if padding_of or not (self._trial == 0 or self._relaxed):
            special = [scalar.largest if padding_of else 0.0, -0.0]
            if not self._relaxed:
                special += [float("nan")] if padding_of else [float("inf"), float("-inf")]
            is_special = random.integers(0, 2 if padding_of else 8, count) == 0
            values = np.where(is_special, random.choice(special, count), values)
        return list(values.astype(scalar.dtype))


def _select(condition: Any, x: Any, y: Any) -> Any:
    if condition is Unknown.UNDEF and _is_nan(x) and _is_nan(y):
        return x
    return condition if isinstance(condition, Unknown) else x if condition else y


def _is_nan(value: Any) -> bool:
    return isinstance(value, np.generic) and bool(value != value)


def _nan_beside(op: Operator) -> tuple[Number, int] | None:
    """The NaN that an operation gives, if one of its first so many operands is one."""
    count = len(op.operands) if op.name in KEEPING_NAN else int(op.name == "math.copysign")
    return (cast("Float", op.result).of(float("nan")), count) if count else None


def broken_by(flags: frozenset[str]) -> Callable[[object], bool]:
    """Whether a value is a NaN or an infinity that the flags of an operation exclude."""

    def test(value: object) -> bool:
        if not isinstance(value, np.generic):
            return False
        number = float(cast("Number", value))
        return ("nnan" in flags and isnan(number)) or ("ninf" in flags and isinf(number))

    return test


def _poisoned(apply: Callable[..., Any], flags: frozenset[str]) -> Callable[..., Any]:
    test = broken_by(flags)

    def checked(*args: Any) -> Any:
        if any(map(test, args)):
            return Unknown.POISON
        result = apply(*args)
        return Unknown.POISON if test(result) else result

    return checked


def _absorbing(op: Operator) -> int | None:
    """The operand beside which an undef makes no difference."""
    if op.name in ("arith.andi", "arith.muli"):
        return 0
    return cast("Integer", op.result).wrap(-1) if op.name == "arith.ori" else None


def _spreading(
    fold: Folder, count: int, absorbing: int | None, nan_beside: tuple[Number, int] | None
) -> Callable[..., Any]:
    def apply(*args: Any) -> Any:
        for arg in args:
            if arg.__class__ is Unknown:
                if Unknown.POISON in args:
                    return Unknown.POISON
                if nan_beside is not None and any(map(_is_nan, args[: nan_beside[1]])):
                    return nan_beside[0]
                is_absorbed = absorbing is not None and absorbing in args
                return absorbing if is_absorbed else Unknown.UNDEF
        result = fold(*args)
        if result.__class__ is Special:
            return Unknown.POISON if result is Special.POISON else Unknown.UNDEF
        return result

    def apply_to_two(x: Any, y: Any) -> Any:
        if x.__class__ is Unknown or y.__class__ is Unknown:
            return apply(x, y)
        result = fold(x, y)
        return apply(x, y) if result.__class__ is Special else result

    return apply_to_two if count == 2 else apply


def pseudo_function(op: Operator) -> Folder:
    """A function that stands for one that is not understood."""
    if not isinstance(op.result, Float):
        raise NotValidated(f"{op.name} is not understood")
    scalar = op.result

    def fold(*args: Any) -> Number:
        text = " ".join([op.name, *(str(float(arg)) for arg in args)])
        return scalar.of(crc32(text.encode()) / (1 << 32))

    return fold


def equal(scalar: Scalar, before: Any, after: Any, domain: Numeric) -> bool:
    """Whether `after` may stand where `before` does."""
    if isinstance(before, Unknown):
        return before is Unknown.POISON or after is not Unknown.POISON
    if isinstance(after, Unknown):
        return False
    if isinstance(scalar, Integer):
        return before == after
    return equal_floats(scalar, before, after, loose=domain.is_loose, signless=domain.is_signless)


def rounding_tolerance(scalar: Float) -> float:
    """How far apart, relatively, orders of rounding may be."""
    return 2.0 ** (-scalar.digits / 2)


def equal_floats(
    scalar: Float, before: Number, after: Number, *, loose: bool, signless: bool
) -> bool:
    """
    Whether two floats are the same value: bit for bit, or but for the sign of a zero, or close.
    """
    if scalar.bits(before) == scalar.bits(after):
        return True
    if signless and before == 0 and after == 0:
        return True
    tolerance = rounding_tolerance(scalar)
    close = np.isclose(float(before), float(after), rtol=tolerance, atol=tolerance)
    return loose and bool(close)
