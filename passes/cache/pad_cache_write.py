"""pad-cache-write: a copy of a buffer that is written in its place, then brought back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass

from ...dialect.annotations import verify_annotations
from ...dialect.ir.reasons import Declined
from ...index.sets.engine import own_engine
from ..common.stages import find_buffer
from .cache_copies import allocate, cache_type, copy_in, copy_out, redirect
from .cache_legality import must_be_filled, tell_not_cached
from .cache_options import free_name, functions_with, laid_out, memory_space_of, plan
from .caches import Cache


@dataclass(frozen=True)
class PadCacheWrite(ModulePass):
    """
    A stage `<buffer>_cache` after the stages that write a buffer: they write, and read, a copy,
    which it brings back (RFC 77, "Enhancement - cache_read, cache_write").

    Outside of all loops the copy holds the whole buffer; in a loop (`at`), what one iteration
    touches, of an axis whose size is known at run time all, where that has no constant extent.
    Where that is not certainly written, or read before, a stage `<buffer>_cache_in` before it fills
    the copy.

    Before:

    ```mlir
    func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
      affine.for %i = 0 to 14 {
        %a = affine.load %A[%i] : memref<14xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%i] : memref<14xf32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After `pad-cache-write{buffer=B}`:

    ```mlir
    func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
      %B_cache = memref.alloc() {alignment = 64 : i64, pad.name = "B_cache"} : memref<14xf32>
      affine.for %i = 0 to 14 {
        %a = affine.load %A[%i] : memref<14xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B_cache[%i] : memref<14xf32>
      } {pad.stage = "compute"}
      affine.for %i0 = 0 to 14 {
        %0 = affine.load %B_cache[%i0] : memref<14xf32>
        affine.store %0, %B[%i0] : memref<14xf32>
      } {pad.loop = "i0", pad.stage = "B_cache"}
      memref.dealloc %B_cache : memref<14xf32>
      func.return
    }
    ```

    Options: `buffer`; `stage` (all that write it, when unset); `at`, a loop; `function`; `map` and
    `pad` of the cache, as for `pad-transform-layout`; `memory-space`, a number or an attribute.

    Errors, and nothing is done: an unknown name, a layout that does not fit. Declines: the buffer
    is a constant, may be used under another name, is used as a whole, may be deallocated or is not
    written there; it has to be filled first, but may not be written yet, or another iteration of a
    parallel loop may write it at the same time; a size of it is computed inside of a loop, or it
    has padding that may not be accessed and begins at a size that is no argument; in a loop also an
    index that is not quasi-affine, and accesses without a constant extent.
    """

    name = "pad-cache-write"

    buffer: str
    stage: str | None = None
    at: str | None = None
    map: str | None = None
    pad: str | int | float | None = None
    memory_space: str | int | None = None
    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        verify_annotations(op)
        space = memory_space_of(self.memory_space, ctx)
        for function in functions_with(op, self.function, self.buffer, self.stage, self.at):
            buffer = find_buffer(function, self.buffer)
            planned = partial(self._plan, function, buffer)
            try:
                cache, filled = planned()
            except Declined as why:
                tell_not_cached(self.name, function, buffer, planned, why)
                continue
            name = free_name(function, f"{self.buffer}_cache")
            type = cache_type(cache, space)
            copy = allocate(cache, name, laid_out(type, op, name, self.map, self.pad, function))
            if filled:
                copy_in(cache, copy, f"{name}_in")
            copy_out(cache, copy, name)
            redirect(cache, copy)

    def _plan(self, function: func.FuncOp, buffer: SSAValue) -> tuple[Cache, bool]:
        """The cache, and whether it has to be filled; raises Declined."""
        cache = plan(function, buffer, self.stage, self.at, writing=True)
        return cache, must_be_filled(cache)
