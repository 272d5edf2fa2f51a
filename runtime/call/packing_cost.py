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


class PackingCost:
    """How long calls of a kernel pack these buffers; not the first one, which prepares."""

    def __init__(self, buffers: Sequence[str]):
        self._buffers, self._calls, self._is_told = buffers, 0, False

    def note(self, signature: Signature, packing: float, kernel: float) -> None:
        """Take note of the seconds of a call."""
        self._calls += 1
        if self._is_told or self._calls == 1 or packing < max(kernel, _WORTH_TELLING):
            return
        self._is_told = True
        where = UnknownLoc() if signature.source is None else signature.source.location
        tell(
            Remark(
                "call",
                where,
                _OUTWEIGHS,
                signature.function,
                fields=(
                    ("buffers", ", ".join(self._buffers)),
                    ("packing", round(1e6 * packing)),
                    ("kernel", round(1e6 * kernel)),
                ),
            )
        )
