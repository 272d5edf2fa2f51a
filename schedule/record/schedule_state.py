"""A module and the passes that made it; a further pass makes a further state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from ...dialect.annotations import STAGE, AnnotationError, verify_annotations, verify_call
from ...dialect.ir.argument_checks import check_module_or_text
from ...dialect.text import new_context, parse_module
from ...dialect.xdsl_compat import OperationError, verify_dominance, verify_operations
from ...passes.common.diagnostics import Remark, collect_remarks
from ...passes.common.for_loops import Loop
from ...passes.common.nothing_to_do import apply_told
from ...passes.common.stages import distinct_name
from ...passes.layout.apply.pad_apply_layouts import PadApplyLayouts
from ...passes.layout.contracts.lowered_contracts import has_layouts_left
from ...passes.pipeline.internal_errors import BrokenByPass, whose
from ...passes.pipeline.option_types import type_text
from ..calls.schedule_error import ScheduleError, reported

_ALLOWING = (
    "Schedule(parse_module(text, context=c)) takes it where c has its dialect; "
    "c = new_context(allow_unregistered=True)"
)


@dataclass(frozen=True)
class State:
    """Never changed, so that a step that fails leaves nothing behind."""

    context: Context
    module: ModuleOp
    passes: tuple[ModulePass, ...] = ()
    remarks: tuple[Remark, ...] = ()
    new_loops: tuple[Loop, ...] = ()
    """The loops that the last pass made, outermost first."""

    @staticmethod
    def of(text_or_module: str | ModuleOp) -> State:
        """The state before any pass; raises ScheduleError for what is not a valid module."""
        context = new_context()
        with reported():
            check_module_or_text(text_or_module)
            if isinstance(text_or_module, str):
                module = parse_module(text_or_module, context=context, allowing=_ALLOWING)
            else:
                module = text_or_module.clone()
            _verify(module)
        return State(context, module)

    def after(
        self, step: ModulePass, run: Callable[[Context, ModuleOp], Sequence[Loop]] | None = None
    ) -> State:
        """
        The state after one more pass, run on a copy; raises ScheduleError if it refuses.

        `run` does what the pass does, and says which loops of those that it makes are to be named.
        """
        check_options(step)
        module = self.module.clone()
        old = set(module.walk())
        with reported(), collect_remarks() as remarks:
            if run is not None:
                loops = run(self.context, module)
            else:
                apply_told(step, self.context, module)
                loops = [op for op in module.walk() if isinstance(op, Loop) and op not in old]
            _verify_after(step, module)
        return State(
            self.context,
            module,
            (*self.passes, step),
            (*self.remarks, *remarks),
            tuple(loops),
        )

    def physical(self) -> State:
        """This state, or the one after pad-apply-layouts where a layout is pending."""
        return self.after(PadApplyLayouts()) if self.is_pending() else self

    def is_pending(self) -> bool:
        """Whether there are layouts that are not applied."""
        return has_layouts_left(self.module)

    def new_loop_names(self, stage: str | None = None) -> list[str]:
        """The name of each new loop, in a stage or anywhere: `stage.loop` of one in a stage."""
        loops = [loop for loop in self.new_loops if stage is None or _is_in(loop, stage)]
        found = [distinct_name(loop) for loop in loops]
        return list(dict.fromkeys(name for name in found if name is not None))


def _is_in(op: Operation, stage: str) -> bool:
    current: Operation | None = op
    while current is not None and current.attributes.get(STAGE) != StringAttr(stage):
        current = current.parent_op()
    return current is not None


def _verify(module: ModuleOp) -> None:
    try:
        verify_operations(module)
    except OperationError as error:
        verify_call(error.op)  # names the layouts that differ, and a remedy
        raise
    verify_dominance(module)
    verify_annotations(module)


def _verify_after(step: ModulePass, module: ModuleOp) -> None:
    try:
        _verify(module)
    except (OperationError, AnnotationError) as error:
        # The module was right, so the pass made the mistake.
        raise BrokenByPass(error.op, f"{error} (after pass {whose(step)})") from error


def check_options(step: ModulePass) -> None:
    """Raise ScheduleError for an option that is not of its type."""
    hints = get_type_hints(type(step))
    for field in fields(step):
        value, hint = getattr(step, field.name), hints[field.name]
        if not _is_of(value, hint):
            raise ScheduleError(f"{field.name} is {value!r}, but must be {type_text(hint)}")


def _is_of(value: object, hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return any(_is_of(value, alternative) for alternative in get_args(hint))
    if get_origin(hint) is Literal:
        # The `==` of other types may be anything.
        return isinstance(value, str | int) and value in get_args(hint)
    return isa(value, hint)
