"""pad-cache-read: a copy of a buffer before where it is read."""

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
from .cache_copies import allocate, cache_type, copy_in, redirect
from .cache_legality import check_read, tell_not_cached
from .cache_options import free_name, functions_with, laid_out, memory_space_of, plan
from .caches import Cache


@dataclass(frozen=True)
class PadCacheRead(ModulePass):
    """
    A stage `<buffer>_cache` that copies a buffer, before the stages that read it, which read
    the copy instead (RFC 77, "Enhancement - cache_read, cache_write").

    Outside of all loops it holds the whole buffer; in a loop (`at`), what one iteration reads, of
    an axis whose size is known at run time all, where that has no constant extent. The copy may
    have a layout of its own, so that the function's signature stays.

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

    After `pad-cache-read{buffer=A}`:

    ```mlir
    func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
      %A_cache = memref.alloc() {alignment = 64 : i64, pad.name = "A_cache"} : memref<14xf32>
      affine.for %i0 = 0 to 14 {
        %0 = affine.load %A[%i0] : memref<14xf32>
        affine.store %0, %A_cache[%i0] : memref<14xf32>
      } {pad.loop = "i0", pad.stage = "A_cache"}
      affine.for %i = 0 to 14 {
        %a = affine.load %A_cache[%i] : memref<14xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%i] : memref<14xf32>
      } {pad.stage = "compute"}
      memref.dealloc %A_cache : memref<14xf32>
      func.return
    }
    ```

    Options: `buffer`; `stage` (all that read it, when unset); `at`, a loop; `function`; `map` and
    `pad` of the cache, as for `pad-transform-layout`; `memory-space`, a number or an attribute.

    Errors, and nothing is done: an unknown name, a layout that does not fit. Declines: the buffer
    may be used under another name or is used as a whole, is written between the copy and the last
    read, may not be written yet, or be deallocated, where the copy reads it; a size of it is
    computed inside of a loop, or it has padding that may not be read and begins at a size that is
    no argument; in a loop also an index that is not quasi-affine, and accesses without a constant
    extent.
    """

    name = "pad-cache-read"

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
                cache = planned()
            except Declined as why:
                tell_not_cached(self.name, function, buffer, planned, why)
                continue
            name = free_name(function, f"{self.buffer}_cache")
            type = cache_type(cache, space)
            copy = allocate(cache, name, laid_out(type, op, name, self.map, self.pad, function))
            copy_in(cache, copy, name)
            redirect(cache, copy)

    def _plan(self, function: func.FuncOp, buffer: SSAValue) -> Cache:
        """Raises Declined."""
        cache = plan(function, buffer, self.stage, self.at, writing=False)
        check_read(cache)
        return cache
