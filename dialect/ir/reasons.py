"""Why something is not done: an id and fields to decide by, and a text for readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias, cast, overload

from xdsl.ir import Operation

Value: TypeAlias = "str | int | float | tuple[Value, ...]"
Fields: TypeAlias = tuple[tuple[str, Value], ...]

DECLINED = "declined"
"""The id of a reason that a plug-in gives as a text alone."""


@dataclass(frozen=True)
class Reason:
    """
    Why something is not done.

    Programs decide and tests compare by `id`, `witness` and `fields`; the text, which ends with the
    remedy where there is one, is for readers only: nothing may depend on it.
    """

    text: str
    id: str
    witness: Fields = ()
    """Where it fails: a cell, an index, an iteration."""
    fields: Fields = ()
    """Other fields: buffers, options and numbers."""
    remedy: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def problem(self) -> str:
        """The text without the remedy."""
        return self.text.removesuffix(f"; {self.remedy}") if self.remedy else self.text

    def field(self, name: str) -> Value | None:
        """The field of this name, of the witness too."""
        return dict((*self.witness, *self.fields)).get(name)


@dataclass(frozen=True, eq=False)
class ReasonOnDemand:
    """A reason of which only the id is known yet: the rest is found where somebody reads it."""

    id: str
    find: Callable[[], Reason]


class Declined(Exception):
    """
    An error by which something is left as it is; raised and caught within a pass.

    `op` is what stands in the way, where it is one operation. Of a reason that is given as a text,
    `remedy` is what helps, if not in the text yet, and `reason` the id.
    """

    @overload
    def __init__(self, why: Reason, op: Operation | None = None) -> None: ...

    @overload
    def __init__(
        self, why: str, op: Operation | None = None, remedy: str = "", *, reason: str
    ) -> None: ...

    def __init__(
        self,
        why: str | Reason,
        op: Operation | None = None,
        remedy: str = "",
        *,
        reason: str = DECLINED,
    ):
        if not isinstance(why, Reason):
            whole = "; ".join(part for part in (why, remedy) if part)
            why = Reason(whole, reason, remedy=remedy)
        self.why, self.op = why, op
        super().__init__(why.text)


def because(
    text: str,
    id: str,
    witness: Mapping[str, object] | None = None,
    remedy: str = "",
    **fields: object,
) -> Reason:
    """A reason with these fields; the text has the remedy already."""
    return Reason(text, id, to_fields(witness or {}), to_fields(fields), remedy)


def reason_of(why: object) -> Reason:
    """The reason that an error or a text gives."""
    own = getattr(why, "why", why)
    return own if isinstance(own, Reason) else Reason(str(why), DECLINED)


def to_fields(values: Mapping[str, object]) -> Fields:
    """
    Values by name, as fields, without those that are None: sequences as tuples, others but finite
    numbers as texts.
    """
    return tuple((name, _value(value)) for name, value in values.items() if value is not None)


def _value(value: object) -> Value:
    if isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        return value
    if isinstance(value, list | tuple):
        return tuple(map(_value, cast("Iterable[object]", value)))
    return str(value)
