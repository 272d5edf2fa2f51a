"""Pad values as a schedule is given them."""

from __future__ import annotations

from numbers import Integral
from typing import NoReturn, TypeAlias

import numpy as np

from .lambdas import IndexFunction, call_with_indices
from .reporting import ScheduleError

_Scalar: TypeAlias = float | str | None
PadArgument: TypeAlias = IndexFunction[_Scalar] | _Scalar

_NOT_YET = (
    "a pad value that depends on the physical index, or loads the buffer, is not supported yet; "
    'give one value for all padding (None, "undef", "identity(addf)", a number), and store others '
    "in a stage of the program"
)


class _PhysicalIndex:
    """An index that a pad value is a function of; nothing may be computed from it."""

    def refuse(self, *_: object) -> NoReturn:
        raise ScheduleError(_NOT_YET)

    __add__ = __sub__ = __mul__ = __floordiv__ = __truediv__ = __mod__ = __pow__ = refuse
    __radd__ = __rsub__ = __rmul__ = __rfloordiv__ = __rtruediv__ = __rmod__ = refuse
    __neg__ = __abs__ = __and__ = __or__ = __xor__ = __rand__ = __ror__ = __invert__ = refuse
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = refuse
    __bool__ = __index__ = __int__ = __float__ = __hash__ = __getattr__ = refuse


def pad_option(given: PadArgument, rank: int) -> str | int | float | None:
    """
    The pad value as `pad-transform-layout` takes it; a function is given `rank` physical indices.

    Raises ScheduleError for what is no pad value, and for a function that looks at its indices.
    """
    if callable(given):
        index = _PhysicalIndex()
        try:
            _, given = call_with_indices("pad_value", given, rank, lambda _: index)
        except ScheduleError as error:
            if isinstance(error.__cause__, NameError):  # A[..], where(..)
                raise ScheduleError(f"{error}: {_NOT_YET}") from error.__cause__
            raise
        if given is index:
            index.refuse()
    if given is None or given == "forbidden":
        return None
    if isinstance(given, str):
        return given
    if isinstance(given, Integral):
        return int(given)
    if isinstance(given, float | np.floating):
        return float(given)
    raise ScheduleError(
        f'pad_value is {given!r}, but must be None or "forbidden", "undef", '
        '"identity(<arith op>)", a number, or a function of the physical indices that gives one'
    )
