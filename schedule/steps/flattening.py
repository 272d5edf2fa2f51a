"""The step towards flat memory."""

from __future__ import annotations

from ...passes.flatten_buffers.pad_flatten_buffers import PadFlattenBuffers
from ..calls.call_text import python_call
from ..record.recorder import Recorder


class Flattening(Recorder):
    """The step of a `Schedule` that gives buffers as many axes as memory has."""

    def flatten_buffers(
        self, buffer: str | None = None, *, elide: bool = False, max_rank: int | None = None
    ) -> None:
        """
        Makes one axis of each group of a buffer's axes, row-major (RFC 39, FlattenBuffer).

        rewrite:

            %a = affine.load %A[%io, %ii] : memref<4x16xf32>
            ->
            %a = affine.load %A[%io * 16 + %ii] : memref<64xf32>

        The groups are those between the separators of the layout, one without any. `buffer` is the
        one to flatten, all of the function when unset, and with each what is the same buffer in
        other functions. `elide` leaves forbidden padding out of memory that no element comes after.

        Declines, with a remark, where something needs the buffer's type. Raises ScheduleError for
        an unknown buffer, and where one would have more than `max_rank` axes.
        """
        call = python_call(self.flatten_buffers, buffer, elide=elide, max_rank=max_rank)
        self._step(call, PadFlattenBuffers(self._function, buffer, elide, max_rank))
