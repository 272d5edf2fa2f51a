"""Steps towards the machine's vectors and registers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...passes.dot_products.pad_dot_products import PadDotProducts
from ...passes.flatten_loops.pad_flatten_loops import PadFlattenLoops
from ...passes.math.pad_expand_math import PadExpandMath
from ...passes.register_tile.pad_register_tile import PadRegisterTile
from ...passes.vectorize.pad_vectorize import PadVectorize
from ..calls.call_text import python_call
from ..layouts.index_maps import read_names
from ..record.recorder import Recorder


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

    def vectorize(
        self, stage: str | None = None, axis: str | None = None, *, target_cpu: str | None = None
    ) -> None:
        """
        Makes the lanes of vectors of consecutive iterations of a loop.

        rewrite:

            affine.for %i = 0 to 64 {
              %a = affine.load %A[%i] : memref<64xf32>
              %b = arith.addf %a, %a : f32
              affine.store %b, %B[%i] : memref<64xf32>
            }
            ->
            affine.for %i = 0 to 64 step 16 {
              %a = vector.load %A[%i] : memref<64xf32>, vector<16xf32>
              %b = arith.addf %a, %a : vector<16xf32>
              vector.store %b, %B[%i] : memref<64xf32>, vector<16xf32>
            }

        `stage` is the one to change, all of the function when unset; `axis` the loop (its
        `pad.loop`, or its iterator in the source), the best of each nest when unset. `target_cpu`
        is LLVM's name of a processor; when unset, that of an earlier step, else this one.

        Declines, with a remark, where iterations depend on one another, or access cells that are
        not neighbours. Raises ScheduleError for an unknown stage, loop or processor.
        """
        cpu, shown_cpu = self._processor(target_cpu)
        call = python_call(self.vectorize, stage, axis, target_cpu=shown_cpu)
        self._step(call, PadVectorize(self._function, stage, axis, cpu))

    def dot_products(self, stage: str | None = None, *, target_cpu: str | None = None) -> None:
        """
        Makes instructions that add groups of products of sums of products of i8, i16 or bf16.

        rewrite:

            %s = affine.for %k = 0 to 4 iter_args(%c = %zero) -> (i32) {
              %a = affine.load %A[%k] : memref<4xi8>
              %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
              %x = arith.extui %a : i8 to i32
              %y = arith.extsi %b : i8 to i32
              %p = arith.muli %x, %y : i32
              %t = arith.addi %c, %p : i32
              affine.yield %t : i32
            }
            ->
            %a = vector.load %A[%0] : memref<4xi8>, vector<4xi8>
            %x = vector.shuffle %a, %a [0, 1, 2, 3, 0, ..] : vector<4xi8>, vector<4xi8>
            %y = vector.load %B[%j * 4] : memref<64xi8>, vector<64xi8>
            %s = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%zeros, %x, %y) : ..

        `stage` is the one to change, all of the function when unset. It comes before `vectorize`,
        which leaves such loops alone. `target_cpu` is LLVM's name of a processor; when unset, that
        of an earlier step, else this one.

        Declines, with a remark, where factors do not lie side by side, the loop over products is no
        multiple of a group, or the processor has no instruction. Raises ScheduleError for an
        unknown stage or processor.
        """
        cpu, shown_cpu = self._processor(target_cpu)
        call = python_call(self.dot_products, stage, target_cpu=shown_cpu)
        self._step(call, PadDotProducts(self._function, stage, cpu))

    def expand_math(self) -> None:
        """
        Writes mathematical functions as arithmetic, on numbers and on vectors alike.

        rewrite:

            %b = math.exp %a : vector<16xf32>
            ->
            %c = math.fma %a, %log2e, %rounder : vector<16xf32>
            %n = arith.subf %c, %rounder : vector<16xf32>
            ..

        Errors are at most 1 unit in the last place, of f64, powf and atan2 2 units, with `afn` 4
        units. A kernel for a processor with an fma gets the same without this step; after it, other
        steps see what is computed.

        Declines, with a remark, where the type is none of f64, f32, f16 and bf16.
        """
        self._step(python_call(self.expand_math), PadExpandMath(self._function))

    def register_tile(
        self,
        stage: str | None = None,
        axes: Sequence[str] | Mapping[str, int] | None = None,
        *,
        target_cpu: str | None = None,
    ) -> None:
        """
        Unrolls loops around a reduction and jams the copies into it, so that registers hold a tile.

        rewrite, of `register_tile(axes={"i": 2})`:

            affine.for %i = 0 to 8 {
              %s = affine.for %k = 0 to 4 iter_args(%x = %zero) -> (i32) {
                %a = affine.load %A[%i, %k] : memref<8x4xi32>
                %b = affine.load %B[%k] : memref<4xi32>
                %p = arith.muli %a, %b : i32
                %t = arith.addi %x, %p : i32
                affine.yield %t : i32
              }
              affine.store %s, %C[%i] : memref<8xi32>
            }
            ->
            affine.for %i = 0 to 8 step 2 {
              %s, %s2 = affine.for %k = 0 to 4 iter_args(%x = %zero, %y = %zero) -> (i32, i32) {
                %b = affine.load %B[%k] : memref<4xi32>
                %a = affine.load %A[%i, %k] : memref<8x4xi32>
                %p = arith.muli %a, %b : i32
                %t = arith.addi %x, %p : i32
                %a2 = affine.load %A[%i + 1, %k] : memref<8x4xi32>
                %p2 = arith.muli %a2, %b : i32
                %t2 = arith.addi %y, %p2 : i32
                affine.yield %t, %t2 : i32, i32
              }
              affine.store %s, %C[%i] : memref<8xi32>
              affine.store %s2, %C[%i + 1] : memref<8xi32>
            }

        `axes` are the loops that may be unrolled, or how often each is; without it, and for names
        without numbers, the model of `docs/register-tiling.md` chooses, for `target_cpu` (LLVM's
        name of a processor; when unset, that of an earlier step, else this one). `stage` is the one
        to change, all when unset.

        Declines, with a remark, where nothing is reduced, or iterations depend on one another.
        Raises ScheduleError for an unknown stage, loop or processor, and a factor below 1.
        """
        listed = () if axes is None else axes
        given = axes if isinstance(axes, Mapping) else dict.fromkeys(read_names("axes", listed))
        factors = tuple(factor for factor in given.values() if factor is not None)
        cpu, shown_cpu = self._processor(target_cpu)
        call = python_call(self.register_tile, stage, axes=axes, target_cpu=shown_cpu)
        step = PadRegisterTile(self._function, stage, tuple(given), factors, cpu)
        self._step(call, step)
