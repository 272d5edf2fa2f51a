"""The data of a schedule: its module, its steps so far, and their remarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Literal

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...analysis.contracts.contracts import FunctionContract, contracts_of
from ...dialect.ir.argument_checks import check_argument
from ...dialect.picture.picture_cells import View
from ...dialect.text import print_module
from ...index.sets.engine import own_engine
from ...passes.common.diagnostics import Remark
from ...passes.common.stages import find_functions
from ...passes.optimize.pad_optimize import PadOptimize
from ...passes.pipeline.float_freedom import FREEDOMS, Freedom, fp_of, give_freedom
from ...passes.pipeline.pipeline_text import pipeline_text
from ...passes.register_tile.pad_register_tile import PadRegisterTile
from ...passes.vectorize.pad_vectorize import PadVectorize
from ...passes.vectorize.vector_unit import resolved_cpu
from ...runtime import Kernel, compile
from ..calls.schedule_error import ScheduleError, reported
from ..calls.step_arguments import check_calls
from .drawing import Drawings, drawings
from .explaining import GuardExplanation, explain
from .primitives import Spelling
from .schedule_state import State


class Recorder:
    """A state of a module, and the Python calls that led to it."""

    def __init_subclass__(cls) -> None:
        check_calls(cls)

    def __init__(
        self,
        text_or_module: str | ModuleOp,
        function: str | None = None,
        fp: Literal["strict", "relaxed"] = "strict",
        math: Freedom | None = None,
    ):
        """
        A schedule of MLIR text, or of a copy of a module.

        `function` is the one to transform; all that a step is about when unset. `fp="relaxed"` lets
        steps treat float operations on pad values as if no value were NaN, infinite or -0.0.
        `math` gives all operations on floats flags, beside those that they have: "reassociate"
        `reassoc`, `contract` and `nsz`, "fast" all of them, and `fp="relaxed"` too; "exact" none.
        Passes look at flags and `fp` only; the traces start from the module as it is then.

        Raises ScheduleError for text that is not MLIR, a module that does not verify, an unknown
        function, and another `fp` or `math`.
        """
        if fp not in ("strict", "relaxed"):
            raise ScheduleError(f"fp is {fp!r}, but must be one of strict, relaxed")
        self._function = function
        if math not in (None, *FREEDOMS):
            raise ScheduleError(f"math is {math!r}, but must be one of {', '.join(FREEDOMS)}")
        self._fp: Literal["strict", "relaxed"] = "relaxed" if fp_of(math) == "relaxed" else fp
        self._state = State.of(text_or_module)
        if math is not None:
            give_freedom(self.module, math)
        self._calls: list[str | Spelling] = []
        self._before: list[State] = []
        with reported():
            if not find_functions(self.module, function, lambda f: True):
                raise ScheduleError("the module has no function with a body")

    @property
    def module(self) -> ModuleOp:
        """The module as it is now; a step replaces it, and does not change it."""
        return self._state.module

    @property
    def remarks(self) -> list[Remark]:
        """
        The remarks of the steps, in order: what they declined to do, and why.

        A remark prints as `file:line:col: remark: [pass] ..`. Programs decide by its `id`, such as
        `guard-kept.waste`, its `fields` and its `reason`: an id, a `witness`, `fields` and a
        `remedy`. It has a `kind`, `pass_name`, `function`, `place` and `message`, too.
        """
        return list(self._state.remarks)

    def __str__(self) -> str:
        return print_module(self.module)

    def contracts(self) -> tuple[FunctionContract, ...]:
        """
        Return the contracts of all functions, or of the function that was given to the schedule:
        what the padding of its buffers must hold on entry, and what it holds on exit.

        They describe the module as it is now; layouts may still be pending.
        `print(*s.contracts(), sep="\n")` shows them. Raises ScheduleError if the contents of a
        layout's padding cannot be determined.
        """
        with reported():
            found = contracts_of(self.module)
        return tuple(c for c in found if self._function in (None, c.name))

    def draw(
        self,
        buffer: str | None = None,
        *,
        rows: int | range | slice = 8,
        columns: int | range | slice = 16,
        boxes: int = 4,
        fixed: dict[str, int] | None = None,
    ) -> Drawings:
        """
        Pictures of the layouts of buffers, applied or pending: of one, or of all that have one.

        `print(s.draw())` shows text boxes as in RFC 77; in a notebook it is SVG, and
        `s.draw("A").svg()` is the SVG of one. At most so many rows, columns and, of each of the
        other axes, boxes are shown; `rows=range(60, 64)` or `columns=slice(-4, None)` are these of
        the physical box, and `fixed={"io": 3}` shows one index of an axis. Raises ScheduleError for
        an unknown buffer, one without a layout, a size that is not a number, an unknown axis, and
        an index outside of it.
        """
        with reported():
            for name, given in (("rows", rows), ("columns", columns)):
                check_argument(name, given, int | range | slice, "a number, a range or a slice")
            check_argument("boxes", boxes, int, "a number")
            check_argument("fixed", fixed, dict[str, int] | None, "indices by names of axes")
            return drawings(self.module, self._function, buffer, View(rows, columns, boxes, fixed))

    @own_engine()
    def explain(self, max_waste: float = 1.0) -> tuple[GuardExplanation, ...]:
        """
        Explain for each guard of the function, or of all functions, why it is kept, as the module
        is now: ifs, and selects by an index.

        `print(*s.explain(), sep="\n")` shows it. Nothing changes: pending layouts are applied to
        a copy, as their guards are in the loops over physical axes only. It tells what
        `remove_branching_through_overcompute` would do, with its `max_waste`: a guard may stay
        because of those that go before it.
        """
        with reported():
            check_argument("max_waste", max_waste, float | int, "a number")
        if not max_waste >= 0:
            raise ScheduleError(f"max_waste is {max_waste}, but must be a number >= 0, or inf")
        module = self._state.physical().module
        with reported():
            return tuple(explain(module, self._function, max_waste, self._fp))

    def undo(self, steps: int = 1) -> None:
        """
        Takes back the last steps: module, remarks and traces are as they were before them.

        Raises ScheduleError if there were fewer.
        """
        with reported():
            check_argument("steps", steps, int, "a number of steps")
        if steps < 0:
            raise ScheduleError(f"{steps} steps cannot be undone: give 0 or more")
        if steps > len(self._calls):
            raise ScheduleError(f"{steps} steps cannot be undone: there were {len(self._calls)}")
        for _ in range(steps):
            self._state = self._before.pop()
            self._calls.pop()

    def trace(self) -> str:
        """
        The steps as Python text, a call on a line; a pass that only you know is imported before.

        `exec(trace, {"s": Schedule(text, function)})` makes the same module again.
        """
        spelled = ([call] if isinstance(call, str) else call.calls for call in self._calls)
        return "".join(f"{call}\n" for call in chain.from_iterable(spelled))

    def pipeline(self) -> str:
        """
        The steps as a pass pipeline, which pad-opt runs on the original text, and stock xdsl-opt on
        its generic form.
        """
        spellings = {id(call.step): call for call in self._calls if isinstance(call, Spelling)}
        steps = self._state.passes
        spelled = (spellings[id(s)].passes if id(s) in spellings else [s] for s in steps)
        return pipeline_text(chain.from_iterable(spelled))

    def compile(
        self,
        target: str = "host",
        packed: bool | Sequence[str] = False,
        check_assumes: bool = False,
        target_cpu: str | None = None,
        function: str | None = None,
    ) -> Kernel:
        """
        The module as it is now as a callable on numpy arrays; the schedule goes on as it was.

        With `packed=True` arrays are as they are in memory (`kernel.pack` brings them there, once
        for any number of calls), with names those of these buffers; other arrays are logical, and
        packed in each call. `check_assumes` tests before each call what the function assumes of its
        arguments; `target_cpu` is the processor to generate code for, by default that of the last
        step which was given one; `function` is the one to call, by default that of the schedule.
        Raises KernelError as `pad_mlir.runtime.compile` does.
        """
        return compile(
            self.module,
            function=self._function if function is None else function,
            target=target,
            packed=packed,
            check_assumes=check_assumes,
            target_cpu=self._processor(target_cpu)[0] if target == "host" else target_cpu,
        )

    def _step(self, call: str, step: ModulePass) -> State:
        state = self._state.physical().after(step)
        if isinstance(step, PadOptimize | PadVectorize | PadRegisterTile):
            # Under that name the pipeline makes the same code on any machine.
            named = replace(step, target_cpu=_same_anywhere(step.target_cpu))
            state = replace(state, passes=(*state.passes[:-1], named))
        self._record(state, call)
        return state

    def _processor(self, given: str | None) -> tuple[str | None, str | None]:
        """
        The processor of a step, that of the last step which has one where none is given, and the
        name under which it is the same one anywhere.
        """
        cpu = given
        for step in reversed(self._state.passes) if given is None else ():
            if isinstance(step, PadOptimize | PadVectorize | PadRegisterTile) and step.target_cpu:
                cpu = step.target_cpu
                break
        with reported():
            return cpu, _same_anywhere(cpu)

    def _record(self, state: State, call: str | Spelling) -> None:
        self._before.append(self._state)
        self._state = state
        self._calls.append(call)


def _same_anywhere(cpu: str | None) -> str | None:
    """The name of a processor, of this one too where it was asked for as such."""
    return resolved_cpu(cpu) if type(cpu) is str else cpu  # the pass refuses what is no name


check_calls(Recorder)
