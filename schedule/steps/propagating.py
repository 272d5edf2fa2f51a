"""The step that takes copies between layouts out of a module."""

from __future__ import annotations

from ...passes.propagation.pad_propagate_layouts import PadPropagateLayouts
from ..calls.call_text import python_call
from ..record.recorder import Recorder


class Propagating(Recorder):
    """The step of a `Schedule` for packs and unpacks."""

    def propagate_layouts(self) -> None:
        """
        Moves packs and unpacks to the ends of functions, and cancels those that meet where the
        padding holds what is needed after (RFC 77, discussion).

        rewrite:

            pad.unpack %A into %a : memref<14xf32, #tiles> into memref<14xf32>
            affine.for %i = 0 to 14 {
              %x = affine.load %a[%i] : memref<14xf32>
              affine.store %x, %B[%i] : memref<14xf32>
            }
            ->
            affine.for %i = 0 to 14 {
              %x = affine.load %A[%i] : memref<14xf32, #tiles>
              affine.store %x, %B[%i] : memref<14xf32>
            }

        Layouts stay pending: the step is for modules whose packs `apply_layouts` has not made loops
        of. `remarks` say what went, and of each copy that stays why.
        """
        step = PadPropagateLayouts(self._function)
        self._record(self._state.after(step), python_call(self.propagate_layouts))
