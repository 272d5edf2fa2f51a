"""Tells once of a kernel whose calls pack arrays for longer than they compute."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import UnknownLoc

from ...passes.common.diagnostics import Remark, RemarkForm, tell
from ..signature import Signature

_OUTWEIGHS = RemarkForm(
    "packing-outweighs",
    "a call packs and unpacks {buffers} in {packing} us, and computes in {kernel} us: compile with "
    "packed=True, and use kernel.pack once for arrays that several calls take",
    "analysis",
)
_WORTH_TELLING = 1e-4
"""Seconds; less is noise."""
_CALLS = 4
"""As many calls after the first one, which prepares, are looked at: one alone may be held up."""


class PackingCost:
    """The shortest times in which the first calls of a kernel pack these buffers, and compute."""

    def __init__(self, buffers: Sequence[str]):
        self._buffers, self._calls = buffers, 0
        self._packing = self._kernel = float("inf")

    def note(self, signature: Signature, packing: float, kernel: float) -> None:
        """Take note of the seconds of a call, and tell at the last one that is looked at."""
        self._calls += 1
        if not 1 < self._calls <= _CALLS + 1:
            return
        self._packing, self._kernel = min(self._packing, packing), min(self._kernel, kernel)
        if self._calls <= _CALLS or self._packing < max(self._kernel, _WORTH_TELLING):
            return
        where = UnknownLoc() if signature.source is None else signature.source.location
        tell(
            Remark(
                "call",
                where,
                _OUTWEIGHS,
                signature.function,
                fields=(
                    ("buffers", ", ".join(self._buffers)),
                    ("packing", round(1e6 * self._packing)),
                    ("kernel", round(1e6 * self._kernel)),
                ),
            )
        )
