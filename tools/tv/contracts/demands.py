"""What a function asks of its callers: it may ask no more of them after than before."""

from __future__ import annotations

from collections.abc import Sequence

from ..values.errors import NotValidated
from .layouts import Contract, PadKind, Unspecified
from .signature import Parameter
from .sizes import equal_sizes


def check_demands(
    before: Sequence[Parameter], after: Sequence[Parameter], *, launches: bool
) -> None:
    """
    Raise NotValidated where sizes, or addresses, are limited after, and not before; addresses not
    where kernels are launched after, as a launcher checks what these ask for.
    """
    known = equal_sizes(before, [])
    for group in equal_sizes(before, after):
        parts = [part for part in known if {*part.places} & {*group.places}]
        if len(parts) > 1:
            names = " and ".join(part.name for part in parts)
            raise NotValidated(f"pad.size makes one size of {names} after, and not before")
        for part in parts:
            more = (part.low or 0, part.high, part.multiple)
            if more != (group.low or 0, group.high, group.multiple):
                raise NotValidated(f"pad.size allows fewer sizes {part.name} after than before")
    for ours, theirs in zip(before, after, strict=False):
        if not launches and ours.alignment % theirs.alignment:
            text = f"a multiple of {theirs.alignment} bytes after, of {ours.alignment} before"
            raise NotValidated(f"the address of {ours.name} has to be {text}")


def check_padding(name: str, before: Contract | None, after: Contract | None) -> None:
    """
    Raise NotValidated where a buffer is stored alike on both sides, and its padding has to hold
    more at entry after than before, or less at the end.
    """
    if before is None or after is None or before.physical_shape != after.physical_shape:
        return
    if before.cells != after.cells:
        return
    for cell, ours in before.kinds.items():
        theirs = after.kinds[cell]
        if str(ours) != str(theirs) and theirs is not Unspecified.FORBIDDEN:
            raise NotValidated(
                f"the padding of {name} is {_told(ours)} before, and {_told(theirs)} after"
            )


def _told(kind: PadKind) -> str:
    return kind.value if isinstance(kind, Unspecified) else f"{kind}"
