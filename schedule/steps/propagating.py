"""The steps that take copies between layouts out of a module."""

from __future__ import annotations

from ...passes.layout.borders.pad_lay_out_borders import PadLayOutBorders
from ...passes.propagation.pad_propagate_layouts import PadPropagateLayouts
from ..calls.call_text import python_call
from ..record.recorder import Recorder


class Propagating(Recorder):
    """The steps of a `Schedule` for packs, unpacks and borders."""

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

    def lay_out_borders(self) -> None:
        """
        Makes padding of the border that a buffer gets by a copy into a larger, filled one, as
        `tensor.pad` and the borders of convolutions become.

        rewrite:

            affine.for %i = 0 to 8 {
              affine.store %zero, %P[%i] : memref<8xf32>
            }
            affine.for %i = 0 to 6 {
              %a = affine.load %A[%i] : memref<6xf32>
              affine.store %a, %P[%i + 1] : memref<8xf32>
            }
            ->
            affine.for %i = 0 to 8 {
              affine.store %zero, %A[%i] : memref<8xf32>
            }

        The writers of A, which come after that, write to `%A[%i + 1]`, and what read P reads A.
        `remarks` say which buffers got a border, and of each copy that stays why.
        """
        self._step(python_call(self.lay_out_borders), PadLayOutBorders(self._function))
