"""`Schedule`: the passes as steps that transform a module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ...passes.guards.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)
from ...passes.layout.apply.pad_apply_layouts import PadApplyLayouts
from ...passes.layout.transform.pad_transform_layout import PadTransformLayout
from ...passes.loops.pad_fuse import PadFuse
from ...passes.loops.pad_reorder import PadReorder
from ...passes.loops.pad_sequential_buffer_access import PadSequentialBufferAccess
from ...passes.loops.pad_split import PadSplit
from ...passes.no_op.pad_remove_no_op import PadRemoveNoOp
from ...passes.simplify.pad_simplify import PadSimplify
from ..calls.call_text import python_call
from ..calls.schedule_error import ScheduleError, reported
from ..calls.step_arguments import size_texts
from ..layouts.index_maps import MapArgument, axes_of, names_of, read_ints, read_map
from ..layouts.pad_arguments import PadArgument, pad_option
from ..record.primitives import Primitive, Spelling
from ..record.schedule_state import check_options
from .applying import Applying
from .flattening import Flattening
from .gpu_mapping import GpuMapping
from .lowering import Lowering
from .optimizing import Optimizing
from .propagating import Propagating
from .rewrites import Rewrites
from .staging import Staging
from .vectorizing import Vectorizing


class Schedule(
    Staging,
    Rewrites,
    Optimizing,
    Flattening,
    Propagating,
    Vectorizing,
    GpuMapping,
    Lowering,
    Applying,
):
    """
    Transforms a module step by step, each step the pass of the same name (TVM's `tir.Schedule`).

    A step that a pass refuses (an unknown name, a bad map or value, an order that matters) raises
    ScheduleError and leaves the schedule as it was; so does one that is called with arguments that
    it does not take, and that error is a TypeError too. A pass that declines raises nothing, leaves
    the module alone and says why in `remarks`. Every step but `transform_layout`,
    `propagate_layouts` and `apply`, which runs passes of others, first applies the layouts that are
    pending.

        s = Schedule(mlir_text, function="row_sum")
        s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
        s.sequential_buffer_access("compute", "A")
        s.remove_branching_through_overcompute("compute")
        kernel = s.compile()
    """

    def transform_layout(
        self,
        buffer: str,
        index_map: MapArgument,
        pad_value: PadArgument = None,
        *,
        align: Sequence[int] | None = None,
        extents: Sequence[int] | None = None,
        separators: Sequence[int] | None = None,
        interface: Literal["change", "keep"] = "change",
        loops: Literal["keep", "follow"] = "keep",
    ) -> list[str]:
        """
        Gives a buffer a padded layout, or its layout one more step (RFC 77, "Enhancement -
        transform_layout"; RFC 39).

        rewrite, of `transform_layout("A", lambda i: (i // 4, i % 4), pad_value=0.0)`:

            %a = affine.load %A[%i] : memref<14xf32>
            ->
            %a = affine.load %A[%i] : memref<14xf32, #pad.layout<
                [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>

        `index_map` maps logical to physical indices: a function (`*i` stands for the rest of them,
        `pad_mlir.schedule.AXIS_SEPARATOR` may stand between results), or MLIR text such as
        `"(i) -> (i floordiv 4, i mod 4)"`.
        `pad_value` says what cells hold that no index is mapped to:

        - None or "forbidden": nobody may touch them;
        - "undef": anything; they may be read, and written;
        - "identity(addf)": the neutral element of an operation of `arith`;
        - a number that is a value of the element type, which has a sign where it is an integer;
        - "@f": the result of a pure function of the module for the physical indices;
        - a function of the physical indices that gives one of these, a load of the buffer itself
          (`lambda io, ii: A[0, 4 * io + ii - 14]` wraps around), what `+`, `-`, `*` and `/`
          compute from them (`A[0, ii] * 2.0`, `0.5 * ii`), or
          `where(condition, value, other)`. It may use the names `where`, `undef` and those of the
          buffers without defining them, and `min` and `max`: `A[min(i, 18), j]` repeats an edge.

        `align` rounds the physical extents up to multiples, `extents` sets them. `separators` are
        positions between physical axes (RFC 39). `interface="change"` changes the function's
        signature, and packs and unpacks at its callers; `"keep"` copies an argument inside, to
        `<buffer>_cache`.

        `loops="keep"` leaves the loops in their order. `"follow"` applies the layouts, and lets the
        loops of each stage that writes all of the buffer run over its physical axes in order, as
        `sequential_buffer_access` does:

            i_outer, jk, i_inner = s.transform_layout(
                "B", lambda i, j, k: (i // 4, 128 * j + k, i % 4), loops="follow"
            )
            s.reorder(i_outer, i_inner, jk)

        Returns the names of these loops, outside in: none of a buffer that is only read, and none
        where no stage is shown to write all of it, with a remark.

        Raises ScheduleError for an unknown buffer, a map that is not injective on the shape,
        negative or of the wrong rank, a value that is none of the element type, a load of another
        buffer, padding that copies itself or cells that are outside or forbidden, and loops that
        are to follow though their order matters.
        """
        with reported():
            axes = axes_of(self.module, self._function, buffer)
            given = read_map(index_map, axes)
            if given.separators and separators is not None:
                raise ScheduleError("separators are given twice: in index_map and on their own")
            names = names_of(self.module, self._function)
            pad = pad_option(pad_value, len(given.map.outputs), buffer, axes.element, names)
            step = PadTransformLayout(
                buffer,
                given.text,
                self._function,
                pad,
                read_ints("align", align),
                read_ints("extents", extents),
                read_ints("separators", given.separators or separators),
                interface,
                loops,
            )
        call = python_call(
            self.transform_layout,
            buffer,
            given.source,
            pad_value=pad,
            align=step.align,
            extents=step.extents,
            separators=step.separators,
            interface=interface,
            loops=loops,
        )
        after = self._state.after(step, step.run)
        self._record(after, call)
        return after.new_loop_names()

    def apply_layouts(self, pad_writes: Literal["stage", "if", "before", "both"] = "stage") -> None:
        """
        Makes all laid-out buffers and their accesses physical (RFC 39, ApplyBufferTransforms); does
        nothing where no layout is pending.

        rewrite:

            affine.for %i = 0 to 14 {
              affine.store %x, %A[%i] : memref<14xf32, #tiles>
            }
            ->
            affine.for %i = 0 to 14 {
              affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
            }

        The padding is assumed to hold its value where an argument is read, and written after each
        stage that writes the buffer: in a stage of its own (`pad_writes="stage"`), before it
        ("before"), "both", or in the producer's nest itself ("if").

        Raises ScheduleError for an access outside the logical shape, and for an operation on a
        laid-out buffer that is not understood.
        """
        step = PadApplyLayouts(pad_writes)
        check_options(step)
        if self._state.is_pending():
            call = python_call(self.apply_layouts, pad_writes=pad_writes)
            self._record(self._state.after(step), call)

    def sequential_buffer_access(self, stage: str, buffer: str) -> list[str]:
        """
        Makes the loops of a stage run over a buffer's physical axes in order (RFC 77, "New Utility
        - Reorder Loops According to Buffer").

        rewrite:

            affine.for %i = 0 to 14 {
              affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
            }
            ->
            affine.for %io = 0 to 4 {
              affine.for %ii = 0 to 4 {
                affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
                  affine.store %x, %A[%io, %ii] : memref<4x4xf32>
                }
              }
            }

        Loops that the buffer has no axis for go inside the others; `split` leaves loops where they
        are. The traces show it as the splits and reorderings that do the same, if there are any;
        `reorder` of one loop gives it its name.

        Returns the names of the new loops, outside in. Raises ScheduleError for an unknown stage or
        buffer, and for an order that matters: a cumulative sum, a float sum without
        `fastmath<reassoc>`, a sum in `iter_args` inside a loop that the buffer lacks.
        """
        before = self._state.physical()
        step = PadSequentialBufferAccess(stage, buffer, self._function)
        after = before.after(step)
        call = python_call(self.sequential_buffer_access, stage, buffer)
        self._record(after, Spelling(step, before, after, call, self._primitive_call))
        return after.new_loop_names(stage)

    def split(self, loop: str, factor: int) -> list[str]:
        """
        Splits a loop into tiles and the inside of a tile (TVM's `split`).

        rewrite, of `split("i", 4)`:

            affine.for %i = 0 to 14 {
              affine.store %x, %A[%i] : memref<14xf32>
            }
            ->
            affine.for %io = 0 to 4 {
              affine.for %ii = 0 to 4 {
                affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
                  affine.store %x, %A[%io * 4 + %ii] : memref<14xf32>
                }
              }
            }

        `loop` is a `pad.loop`, an iterator in the source, or `stage.loop`, the form in which names
        of new loops are returned: later steps leave it valid. Returns those of the two.

        Raises ScheduleError for an unknown loop, and for a factor below 1.
        """
        step = PadSplit(loop, factor, self._function)
        call = python_call(self.split, loop, factor)
        return self._step(call, step).new_loop_names()

    def fuse(self, outer: str, inner: str) -> str:
        """
        Makes one loop of two that are perfectly nested (TVM's `fuse`).

        rewrite, of `fuse("i", "j")`:

            affine.for %i = 0 to 4 {
              affine.for %j = 0 to 8 {
                affine.store %x, %A[%i, %j] : memref<4x8xf32>
              }
            }
            ->
            affine.for %ij = 0 to 32 {
              affine.store %x, %A[%ij floordiv 8, %ij mod 8] : memref<4x8xf32>
            }

        Returns the name of the new loop. Raises ScheduleError for an unknown loop, and for loops
        that are not perfectly nested.
        """
        step = PadFuse(outer, inner, self._function)
        call = python_call(self.fuse, outer, inner)
        (name,) = self._step(call, step).new_loop_names()
        return name

    def reorder(self, *loops: str) -> None:
        """
        Puts perfectly nested loops into the order given (TVM's `reorder`).

        A guard between two of them, as `split` leaves it where the factor does not divide, goes
        inside all of them.

        rewrite, of `reorder("j", "i")`:

            affine.for %i = 0 to 4 {
              affine.for %j = 0 to 8 {
                affine.store %x, %A[%i, %j] : memref<4x8xf32>
              }
            }
            ->
            affine.for %j = 0 to 8 {
              affine.for %i = 0 to 4 {
                affine.store %x, %A[%i, %j] : memref<4x8xf32>
              }
            }

        Raises ScheduleError for an unknown loop, loops that are not perfectly nested, and an order
        that reverses a dependence.
        """
        if not loops:
            raise ScheduleError("reorder needs the loops in their new order, but is given none")
        self._step(python_call(self.reorder, *loops), PadReorder(loops, self._function))

    def simplify(self, stage: str | None = None) -> None:
        """
        Simplifies conditions and indices by what is known where they stand (RFC 77, "Enhancement -
        Simplify").

        rewrite:

            affine.for %i = 0 to 4 {
              affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
                affine.store %x, %A[(%i * 4) floordiv 4] : memref<4xf32>
              }
            }
            ->
            affine.for %i = 0 to 4 {
              affine.store %x, %A[%i] : memref<4xf32>
            }

        `stage` is the one to simplify; the whole function when unset. Raises ScheduleError for an
        unknown stage, and for an assume that is false.
        """
        self._step(python_call(self.simplify, stage), PadSimplify(self._function, stage))

    def remove_branching_through_overcompute(
        self,
        stage: str | None = None,
        max_waste: float = 1.0,
        index: Literal["none", "clamp", "wrap", "extend"] = "none",
        trust: bool = False,
        sizes: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        """
        Drops the guards of a stage whose body may run everywhere (RFC 77, "New Primitive - Remove
        Branching Through Overcompute").

        rewrite, where the padding of A holds 0.0:

            affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
              %a = affine.load %A[%io, %ii] : memref<4x4xf32>
              %t = arith.addf %s, %a : f32
              affine.store %t, %B[0] : memref<1xf32>
            }
            ->
            %a = affine.load %A[%io, %ii] : memref<4x4xf32>
            %t = arith.addf %s, %a : f32
            affine.store %t, %B[0] : memref<1xf32>

        `stage` is the one to change; when unset all but those that write or assume padding, whose
        guards belong there. `max_waste` is how many instances may be added for each original one of
        a stage; infinity allows any. `index` is what an access does that would be out of bounds:
        read the nearest cell ("clamp"), be at the remainder by the size ("wrap"), or find a larger
        buffer ("extend"). `trust` assumes, visibly, what padding has to hold, or sizes have to be,
        where nothing shows it. `sizes` are the first and last value that sizes are expected to
        have, `{"n": (1, 4096)}`, by the name of an index argument or of a buffer and axis ("A.0"):
        for `max_waste`, where no fact says more; the result is right at all sizes.

        Declines, with a remark that names an index, where a guard cannot be shown to be needless;
        and facts about sizes with which it could, if there are such. Raises ScheduleError for an
        unknown stage, size or `index`, and for a `max_waste` below 0.
        """
        step = PadRemoveBranchingThroughOvercompute(
            self._function, stage, max_waste, self._fp, index, trust, size_texts(sizes)
        )
        call = python_call(
            self.remove_branching_through_overcompute,
            stage,
            max_waste=max_waste,
            index=index,
            trust=trust,
            sizes=sizes,
        )
        self._step(call, step)

    def remove_no_op(self, stage: str | None = None) -> None:
        """
        Erases stores that change nothing, and loops and ifs without an effect (RFC 77, "Enhancement
        - Remove No Op").

        rewrite:

            affine.store %one, %B[0] : memref<1xf32>
            affine.store %zero, %B[0] : memref<1xf32>
            ->
            affine.store %zero, %B[0] : memref<1xf32>

        `stage` is the one to change, all of the function when unset. Under `fp="relaxed"` of the
        schedule a store of a zero goes where the cell holds one of either sign. Raises
        ScheduleError for an unknown stage.
        """
        step = PadRemoveNoOp(self._function, stage, self._fp)
        self._step(python_call(self.remove_no_op, stage), step)

    def _primitive_call(self, step: Primitive) -> str:
        if isinstance(step, PadSplit):
            return python_call(self.split, step.loop, step.factor)
        return python_call(self.reorder, *step.loops)
