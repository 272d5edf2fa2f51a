"""Steps that make stages and functions: copies of buffers, and stages on their own."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from ...passes.cache.cache_options import free_name, functions_with
from ...passes.cache.pad_cache_read import PadCacheRead
from ...passes.cache.pad_cache_write import PadCacheWrite
from ...passes.hoist.pad_hoist_stage import PadHoistStage
from ..calls.call_text import python_call
from ..calls.schedule_error import ScheduleError, reported
from ..layouts.index_maps import MapArgument, axes_of, names_of, read_map
from ..layouts.pad_arguments import PadArgument, pad_option
from ..record.recorder import Recorder


class Staging(Recorder):
    """The steps of a `Schedule` that copy buffers and move stages."""

    def cache_read(
        self,
        buffer: str,
        stage: str | None = None,
        at: str | None = None,
        map: MapArgument | None = None,
        pad: PadArgument = None,
        memory_space: str | int | None = None,
    ) -> str | None:
        """
        Copies a buffer before a stage that reads it, which reads the copy instead (RFC 77,
        "Enhancement - cache_read, cache_write").

        rewrite, of `cache_read("A", "compute")`:

            affine.for %i = 0 to 14 {
              %a = affine.load %A[%i] : memref<14xf32>
              affine.store %a, %B[%i] : memref<14xf32>
            } {pad.stage = "compute"}
            ->
            affine.for %i0 = 0 to 14 {
              %0 = affine.load %A[%i0] : memref<14xf32>
              affine.store %0, %A_cache[%i0] : memref<14xf32>
            } {pad.loop = "i0", pad.stage = "A_cache"}
            affine.for %i = 0 to 14 {
              %a = affine.load %A_cache[%i] : memref<14xf32>
              affine.store %a, %B[%i] : memref<14xf32>
            } {pad.stage = "compute"}

        `stage` is the one that reads the copy, all that read the buffer when unset. `at` is a loop:
        each of its iterations makes a copy of what it reads. `map` and `pad` are a layout of the
        copy, as `transform_layout` takes them; `memory_space` is a number or an attribute as text.

        Returns the name of the copy and of the stage that makes it; None if it declines, with a
        remark: the buffer may have another name or is written meanwhile. Raises ScheduleError for
        an unknown buffer, stage or loop, and for a layout that does not fit.
        """
        return self._cache(self.cache_read, PadCacheRead, buffer, stage, at, map, pad, memory_space)

    def cache_write(
        self,
        buffer: str,
        stage: str | None = None,
        at: str | None = None,
        map: MapArgument | None = None,
        pad: PadArgument = None,
        memory_space: str | int | None = None,
    ) -> str | None:
        """
        Has a stage write a copy of a buffer, which is brought back afterwards (RFC 77, "Enhancement
        - cache_read, cache_write").

        rewrite, of `cache_write("B", "compute")`:

            affine.for %i = 0 to 14 {
              %a = affine.load %A[%i] : memref<14xf32>
              affine.store %a, %B[%i] : memref<14xf32>
            } {pad.stage = "compute"}
            ->
            affine.for %i = 0 to 14 {
              %a = affine.load %A[%i] : memref<14xf32>
              affine.store %a, %B_cache[%i] : memref<14xf32>
            } {pad.stage = "compute"}
            affine.for %i0 = 0 to 14 {
              %0 = affine.load %B_cache[%i0] : memref<14xf32>
              affine.store %0, %B[%i0] : memref<14xf32>
            } {pad.loop = "i0", pad.stage = "B_cache"}

        The arguments are the same as for `cache_read`. A stage `B_cache_in` before it fills the
        copy where not all of it is certainly written, or where it is read before.

        Returns the name of the copy and of the stage that brings it back; None if it declines,
        with a remark. Raises ScheduleError for an unknown buffer, stage or loop, and for a layout
        that does not fit.
        """
        return self._cache(
            self.cache_write, PadCacheWrite, buffer, stage, at, map, pad, memory_space
        )

    def hoist_stage(
        self, stage: str, new_name: str | None = None, *, facts: str = "all"
    ) -> str | None:
        """
        Moves a stage to a private function of its own (RFC 77, "Points of Communication").

        rewrite, of `hoist_stage("transform")` in `@sum`:

            affine.for %i = 0 to 14 {
              %a = affine.load %A[%i] : memref<14xi32>
              affine.store %a, %B[%i] : memref<14xi32>
            } {pad.stage = "transform"}
            ->
            func.call @sum_transform(%A, %B) : (memref<14xi32>, memref<14xi32>) -> ()

        What is known of the buffers at its begin is assumed in the new function, and what is known
        at its end is assumed after the call. `facts` says how much of that is exposed: "all",
        "access" (which cells may be read or left at anything) or "none", by buffer in
        "B:access,C:none". `new_name` is the new function's, by default `<function>_<stage>`. Where
        the schedule is of one function, it leaves the new one alone.

        Returns the name of the new function; None if it declines, with a remark. Raises
        ScheduleError for an unknown stage, and for a name that is taken.
        """
        step = PadHoistStage(stage, self._function, new_name, facts)
        known = _function_names(self.module)
        call = python_call(self.hoist_stage, stage, new_name=new_name, facts=facts)
        after = self._step(call, step)
        return next((name for name in _function_names(after.module) if name not in known), None)

    def _cache(
        self,
        method: Callable[..., str | None],
        make: type[PadCacheRead | PadCacheWrite],
        buffer: str,
        stage: str | None,
        at: str | None,
        map: MapArgument | None,
        pad: PadArgument,
        memory_space: str | int | None,
    ) -> str | None:
        before = self._state.physical()
        with reported():
            axes = axes_of(before.module, self._function, buffer)
            functions = functions_with(before.module, self._function, buffer, stage, at)
            name = free_name(functions[0], f"{buffer}_cache")
            given = None if map is None else read_map(map, axes)
            if given is not None and given.separators:
                raise ScheduleError("the layout of a copy has no AXIS_SEPARATOR")
            names = names_of(before.module, self._function)
            width = axes.rank if given is None else len(given.map.outputs)
            value = pad_option(pad, width, name, axes.element, [*names, name])
            text = None if given is None else given.text
            step = make(buffer, stage, at, text, value, memory_space, self._function)
        after = before.after(step)
        source = None if given is None else given.source
        call = python_call(
            method, buffer, stage=stage, at=at, map=source, pad=value, memory_space=memory_space
        )
        self._record(after, call)
        made = [new for new in names_of(after.module, self._function) if new not in names]
        return next(iter(made), None)


def _function_names(module: ModuleOp) -> list[str]:
    return [op.sym_name.data for op in module.walk() if isinstance(op, func.FuncOp)]
