"""Steps towards the machine's vectors and registers."""

from __future__ import annotations

from ..passes.pad_flatten_loops import PadFlattenLoops
from .recorder import Recorder
from .trace import python_call


class Vectorizing(Recorder):
    """The steps of a `Schedule` that make code for vectors, once branches are gone."""

    def flatten_loops(self, stage: str | None = None) -> list[str]:
        """
        Makes one loop of two over tiles and inside them, where the buffers hold the tiles in a row.

        rewrite:

            affine.for %io = 0 to 4 {
              affine.for %ii = 0 to 16 {
                affine.store %x, %A[%io, %ii] : memref<4x16xf32>
              }
            }
            ->
            %A_flat = memref.collapse_shape %A [[0, 1]] : memref<4x16xf32> into memref<64xf32>
            affine.for %i = 0 to 64 {
              affine.store %x, %A_flat[%i] : memref<64xf32>
            }

        `stage` is the one to change, all of the function when unset. What cells hold is asked of
        buffers without views, so this comes after the branch removal.

        Returns the names of the new loops; `remarks` name what keeps two loops apart.
        Raises ScheduleError for an unknown stage.
        """
        call = python_call(self.flatten_loops, stage)
        return self._step(call, PadFlattenLoops(self._function, stage)).new_loop_names()
