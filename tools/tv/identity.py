"""Which buffer of one side is which of the other, as far as a caller or a callee can tell."""

from __future__ import annotations

from .memory import Buffer, Owner, View


class Identity:
    """
    Pairs of buffers: each has one partner at most.

    Who gets two memrefs, or has passed one and gets one back, can tell whether they are one buffer,
    by writing to it.
    """

    def __init__(self) -> None:
        self._afters: dict[Buffer, Buffer] = {}
        self._befores: dict[Buffer, Buffer] = {}

    def mismatch(self, before: View, after: View) -> str:
        """Takes two memrefs for the same one; what is wrong with that, else empty."""
        old, new = before.buffer, after.buffer
        partner = self._afters.get(old)
        if (partner, self._befores.get(new)) == (None, None):
            self._afters[old], self._befores[new] = new, old
        elif partner is not new:
            return f"it is {_described(old)} before, and {_described(new)} after"
        if old.shape == new.shape and before.place != after.place:
            return f"it is another part of {new.name} after"
        return ""


def _described(buffer: Buffer) -> str:
    if buffer.owner in (Owner.HEAP, Owner.STACK):
        return f"{buffer.name}, which {buffer.owner.value} makes,"
    return buffer.name
