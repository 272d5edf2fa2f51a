"""The domain of an execution that is asked for its accesses alone: no floats and no data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from ..values.folding import folder
from ..values.operators import Operator
from ..values.scalars import Float, Number, Scalar
from .integer_flags import INTEGER_FLAGS, is_folded


class NeedsValues(Exception):
    """What is accessed may depend on a value that is not computed here."""


class _Anything:
    """Stands for each value that is not computed; who looks at it needs the value."""

    def _asked(self, *_: object) -> NoReturn:
        raise NeedsValues

    __index__ = __add__ = __radd__ = __mul__ = __rmul__ = __neg__ = _asked
    __floordiv__ = __mod__ = __ge__ = __lt__ = __gt__ = __le__ = _asked


_ANYTHING: Final = _Anything()


def _anything(*_: Any) -> Any:
    return _ANYTHING


class AccessesOnly:
    """
    Integers that are known are computed as for terms (`Symbolic`), all else is one value.

    Each question about that value raises NeedsValues: whether a condition holds, which index it
    is, whether it is poison or undef. So an execution on terms does the same, access by access,
    unless an assume on the data ends it, or its steps, as to make terms takes some too.
    """

    marks_pads = False
    samples_data = False

    def __init__(self) -> None:
        self.path: dict[Any, int] = {}

    def lift(self, scalar: Scalar, value: int | Number) -> Any:
        """A known integer, or anything."""
        return value if isinstance(value, int) else _ANYTHING

    def undef(self, scalar: Scalar, side: str, *, assumed: bool) -> Any:
        """Anything."""
        return _ANYTHING

    def leaf(self, maker: Operator, number: int) -> Any:
        """Anything."""
        return _ANYTHING

    def poison(self, scalar: Scalar) -> Any:
        """Anything: who uses it so that poison would matter asks about it."""
        return _ANYTHING

    def decide(self, condition: Any) -> int:
        """Whether a known condition holds."""
        return _known(condition)

    def is_undef(self, value: Any) -> bool:
        """A known integer is not undef."""
        _ = _known(value)
        return False

    def causes(self, value: Any) -> tuple[Any, tuple[Any, ...]]:
        """A known integer is never poison."""
        return _known(value), ()

    def chosen(self, condition: Any, *, as_fact: bool) -> Any:
        """An assume on what is not known is taken to hold."""
        return condition if type(condition) is int else 1

    def negation(self, condition: Any) -> Any:
        """The other truth value."""
        return 1 - _known(condition)

    def uninitialised(self, scalar: Scalar) -> NoReturn:
        """Nothing that is executed here depends on the data."""
        raise NeedsValues

    def merge(self, condition: Any, scalar: Scalar, then: Any, other: Any) -> NoReturn:
        """Nothing that is executed here depends on the data."""
        raise NeedsValues

    def loaded(self, value: Any) -> Any:
        """Return the value unchanged."""
        return value

    def pad(self, value: Any) -> Any:
        """Return the value unchanged."""
        return value

    def either_zero(self, old: Any, stored: Any) -> Any:
        """Return the stored value."""
        return stored

    def stored_over(self, old: Any, stored: Any) -> Any:
        """Return the stored value."""
        return stored

    def function(self, op: Operator) -> Callable[..., Any]:
        """The operator as a function of values."""
        if op.name == "arith.select":
            return _select
        if isinstance(op.result, Float) or op.flags - INTEGER_FLAGS or not is_folded(op):
            return _anything
        fold = folder(op)
        if fold is None:
            return _anything

        def apply(*args: Any) -> Any:
            for arg in args:
                if type(arg) is not int:
                    return _ANYTHING
            value = fold(*args)
            return value if type(value) is int else _ANYTHING

        return apply


def _select(condition: Any, x: Any, y: Any) -> Any:
    if type(condition) is not int:
        return _ANYTHING
    return x if condition else y


def _known(value: Any) -> int:
    if type(value) is not int:
        raise NeedsValues
    return value
