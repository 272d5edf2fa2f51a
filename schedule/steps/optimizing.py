"""The step that chooses steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, cast

from ...dialect.ir.argument_checks import check_argument, checked_names
from ...index.sets.engine import own_engine
from ...passes.common.diagnostics import collect_remarks
from ...passes.inference.pad_infer_pad_value import InferredPadding, PadInferPadValue
from ...passes.optimize.layouts.layout_plans import Interface
from ...passes.optimize.pad_optimize import PadOptimize
from ...passes.optimize.steps.fixpoint import Guards
from ...passes.optimize.without_processor import tell_cost
from ..calls.call_text import python_call
from ..calls.schedule_error import ScheduleError, reported
from ..calls.step_arguments import size_texts
from ..layouts.index_maps import GivenMap, MapArgument, axes_of, names_of, read_ints, read_map
from ..layouts.layout_sets import LayoutSet, read_layouts
from ..layouts.pad_arguments import PadArgument, pad_option
from ..record.recorder import Recorder


class Optimizing(Recorder):
    """The step of a `Schedule` that runs others to a fixpoint."""

    def optimize(
        self,
        buffer: str | Sequence[str] = (),
        index_map: MapArgument | Sequence[MapArgument] = (),
        pad_value: PadArgument = None,
        *,
        stage: str | None = None,
        guards: Guards = "auto",
        max_waste: float = 1.0,
        max_padding: float = 1.0,
        target_cpu: str | None = None,
        extents: Sequence[int] | None = None,
        sizes: Mapping[str, Sequence[int]] | None = None,
        versions: str | Sequence[str] = (),
        layouts: Literal["auto"] | LayoutSet | Sequence[LayoutSet] | None = None,
        interface: Interface = "change",
    ) -> None:
        """
        Does what is always good until nothing changes, and what it is told to choose.

        rewrite, where the padding of A holds 0.0:

            affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
              %a = affine.load %A[(%io * 4 + %ii) floordiv 4, %ii] : memref<4x4xf32>
              %t = arith.addf %s, %a : f32
              affine.store %t, %B[0] : memref<1xf32>
            }
            ->
            %a = affine.load %A[%io, %ii] : memref<4x4xf32>
            %t = arith.addf %s, %a : f32
            affine.store %t, %B[0] : memref<1xf32>

        `guards` says what becomes of guards: "overcompute" drops those that `max_waste` allows,
        "partition" splits loops, "either" does the first, then the second, "keep" neither; "auto"
        is "overcompute", and with `target_cpu`, if guards stay that way, "either" where that is
        estimated to take at most 0.8 of the time.

        With `buffer` (one, or several) and `index_map` (one, or several to choose from), as
        `transform_layout` takes them, the layout that costs least is taken, or none; `pad_value` is
        what the padding holds, or "auto": the values that free most guards, for all of `buffer`
        together, as a remark says. `stage` is the one to run over the buffers, all that access them
        when unset, each over the first of `buffer` that it accesses. `max_padding` is how many
        bytes of padding there may be for each byte of data. One buffer with one map takes `extents`
        too.

        `sizes` are what sizes are expected to be, for `max_waste` only, as
        `remove_branching_through_overcompute` takes them.

        `versions` are facts about sizes that may hold or not, "n mod 16 == 0", or several: where
        more is gained with all of them, the function tests them where it begins, and calls one of
        two versions of itself; "auto" takes the facts that remarks name. What follows from the
        others is not tested.

        `layouts` lays out buffers of any rank together: a dictionary of maps by the name of the
        buffer, each alone or as `(map, pad_value)` or `(map, pad_value, extents)`; `pad_value` is
        that of those without their own. Of several dictionaries the one that costs least is taken.
        "auto" proposes layouts, by how the stages access their buffers and by the vectors of
        `target_cpu`, which it needs, and takes those that are estimated to be fastest.

        With `interface="keep"` the arguments stay as they are: the function packs and unpacks them
        itself, which counts in the estimate.

        With `target_cpu`, LLVM's name of a processor or "native", the result is code for its
        vectors: `flatten_loops`, `vectorize` and `register_tile` come last. Layouts are chosen by
        the time that it is estimated to take: none is taken that gains less than 5 %, or 3 % of
        those that are given. Without layouts, large operands of products are copied into panels
        inside the function where that gains 5 %.
        It holds for all later steps, and for `compile`, until one is given another. What "native"
        was taken for is a remark, and in the traces: `znver4`, or `rocketlake:fmas=2` where this
        machine starts other numbers of instructions in a cycle than processors of its name. The
        KiB of its caches may follow too, and the cycles of a line of the one that all share:
        `znver4:l2=2048`, `icelake-server:line=9`.
        Without it, no loop gets vectors, and a remark says what that costs on this machine.

        `remarks` say what each choice costs, and why what was left was. Raises ScheduleError for an
        unknown buffer or stage, a map that is not a layout, and an assume that is false.
        """
        with reported():
            buffers = checked_names("buffer", buffer)
            facts = checked_names("versions", versions, "a fact or a list of facts")
        maps: tuple[MapArgument, ...]
        if isinstance(index_map, str) or not isinstance(index_map, Sequence):
            maps = (index_map,)
        else:
            maps = tuple(cast("Sequence[MapArgument]", index_map))
        if maps and not buffers:
            raise ScheduleError("index_map is given, but no buffer to lay out by it")
        with reported():
            given = [self._read(buffers[0], map) for map in maps]
            known = names_of(self.module, self._function)
            width = len(given[0].map.outputs) if given else 0
            element = axes_of(self.module, self._function, buffers[0]).element if given else None
            pad = pad_option(pad_value, width, buffers[0] if buffers else "", element, known)
            box = read_ints("extents", extents)
        axes = partial(axes_of, self._state.physical().module, self._function)
        names = names_of(self.module, self._function)
        sets, source = read_layouts(layouts, pad_value, axes, names)
        if sets and (buffers or maps):
            raise ScheduleError("layouts names the buffers and their maps: give it alone")
        if sets:
            pad, box = None, None
        cpu, shown_cpu = self._processor(target_cpu)
        laid_out = [list(buffers), [map.source for map in given]] if buffers else []
        call = python_call(
            self.optimize,
            *laid_out,
            pad_value=pad,
            stage=stage,
            guards=guards,
            max_waste=max_waste,
            max_padding=max_padding,
            target_cpu=shown_cpu,
            extents=box,
            sizes=sizes,
            versions=facts,
            layouts=source,
            interface=interface,
        )
        texts = tuple(map.text for map in given)
        step = PadOptimize(
            self._function,
            guards,
            max_waste,
            self._fp,
            buffers,
            texts,
            pad,
            stage,
            max_padding,
            cpu,
            box,
            size_texts(sizes),
            facts,
            sets,
            interface,
        )
        earlier = len(self._state.remarks)
        state = self._step(call, step)
        if cpu is None:
            with collect_remarks() as told:
                tell_cost(step.name, state.context, state.module, self._function)
            remarks = (*state.remarks[:earlier], *told, *state.remarks[earlier:])
            self._state = replace(state, remarks=remarks)

    @own_engine()
    def infer_pad_value(
        self,
        stage: str | None = None,
        buffer: str | Sequence[str] = (),
        max_waste: float = 1.0,
    ) -> tuple[InferredPadding, ...]:
        """
        List the pad values with which guards of a stage would go, the best first, as
        `pad-infer-pad-value` finds them.

        Each has `values` by buffer, as `transform_layout` takes `pad_value`, and what they free and
        cost. `stage` is the one whose guards are to go, all when unset; `buffer` names one or
        several, all when unset. Nothing changes: pending layouts are applied to a copy.

        Raises ScheduleError for an unknown stage or buffer, and an assume that is false.
        """
        with reported():
            names = checked_names("buffer", buffer)
            check_argument("stage", stage, str | None, "the name of a stage")
            check_argument("max_waste", max_waste, float | int, "a number")
        module = self._state.physical().module
        with reported(), collect_remarks():
            step = PadInferPadValue(self._function, stage, names, max_waste, self._fp)
            return tuple(step.run(module))

    def _read(self, buffer: str, map: MapArgument) -> GivenMap:
        axes = axes_of(self._state.physical().module, self._function, buffer)
        given = read_map(map, axes)
        if given.separators:
            raise ScheduleError("a layout to choose from has no AXIS_SEPARATOR")
        return given
