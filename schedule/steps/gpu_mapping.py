"""The step from loops to GPU kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ...passes.gpu.mapping.pad_map_to_gpu import PadMapToGpu
from ..calls.call_text import python_call
from ..layouts.index_maps import read_names
from ..record.recorder import Recorder


class GpuMapping(Recorder):
    """The step of a `Schedule` that makes kernels, after those that change loops."""

    def map_to_gpu(
        self,
        stage: str | None = None,
        *,
        blocks: Sequence[str] | None = None,
        threads: Sequence[str] | Mapping[str, int] | int | None = None,
        reduce: Literal["tree", "shuffle"] = "tree",
    ) -> None:
        """
        Spreads a stage, or all of the function, over the blocks and threads of a GPU.

        rewrite, of `map_to_gpu(threads={"i": 4, "j": 32})`:

            affine.for %i = 0 to 8 {
              affine.for %j = 0 to 64 {
                affine.store %x, %A[%i, %j] : memref<8x64xf32>
              }
            } {pad.stage = "fill"}
            ->
            gpu.launch_func @f_kernels::@fill blocks in (%c2, %c2, %c1) threads in (%c32, %c4, %c1)
            ...
            gpu.func @fill(%A: memref<8x64xf32>) kernel {
              %j = affine.apply affine_map<(b, t) -> (b * 32 + t)>(%block_x, %thread_x)
              %i = affine.apply affine_map<(b, t) -> (b * 4 + t)>(%block_y, %thread_y)
              affine.store %x, %A[%i, %j] : memref<8x64xf32>
            }

        `blocks` are loops of which a block has one iteration, whose loops inside its threads share.
        `threads` are loops of which a block has so many iterations, one a thread (without numbers:
        as the pass chooses), or just how many threads a block has. `reduce` puts sums together by a
        tree in shared memory or by shuffles within warps.

        Declines, with a remark, where iterations depend on one another. Raises ScheduleError for an
        unknown stage or loop.
        """
        count = (threads,) if isinstance(threads, int) else ()
        given = () if threads is None or isinstance(threads, int) else threads
        loops = tuple(given) if isinstance(given, Mapping) else read_names("threads", given)
        sizes = tuple(given.values()) if isinstance(given, Mapping) else ()
        call = python_call(self.map_to_gpu, stage, blocks=blocks, threads=threads, reduce=reduce)
        apart = read_names("blocks", () if blocks is None else blocks)
        step = PadMapToGpu(self._function, stage, apart, loops, sizes or count, reduce)
        self._step(call, step)
