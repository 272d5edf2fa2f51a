"""The steps done so far: passes run on a copy, so that one that fails leaves nothing behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import get_type_hints

from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from ..dialect.annotations import LOOP, STAGE, verify_annotations, verify_call
from ..dialect.repairs import (
    OperationError,
    new_context,
    parse_module,
    verify_dominance,
    verify_operations,
)
from ..passes.diagnostics import collect_remarks
from ..passes.pad_apply_layouts import PadApplyLayouts
from ..passes.pad_to_host import has_layout_left
from ..tools.option_types import type_text
from .reporting import ScheduleError, reported


@dataclass(frozen=True)
class Outcome:
    """What a pass made of a module."""

    module: ModuleOp
    old: set[Operation]
    """What was there before the pass."""

    def new_loops(self, stage: str | None = None) -> list[str]:
        """The names of the loops that the pass made, in the stage or anywhere, outside in."""
        roots = [op for op in self.module.walk() if _is_stage(op, stage)]
        loops = [op for root in roots for op in root.walk() if isinstance(op, affine.ForOp)]
        names = [loop.attributes.get(LOOP) for loop in loops if loop not in self.old]
        return list(dict.fromkeys(name.data for name in names if isinstance(name, StringAttr)))


class Steps:
    """A module, and how it came to be."""

    def __init__(self, text_or_module: str | ModuleOp):
        """Raises ParseError or VerifyException."""
        self._context = new_context()
        if isinstance(text_or_module, str):
            self.module = parse_module(text_or_module, context=self._context)
        else:
            self.module = text_or_module.clone()
        _verify(self.module)
        self.calls: list[str] = []
        self.passes: list[ModulePass] = []
        self.remarks: list[str] = []

    def run(self, call: str, step: ModulePass) -> Outcome:
        """
        The outcome of a pass, which is recorded as the Python call.

        Raises ScheduleError, and records nothing, where the pass refuses.
        """
        return self._run(call, [step])

    def run_on_physical(self, call: str, step: ModulePass) -> Outcome:
        """As `run`, after layouts that are pending were applied."""
        return self._run(call, [PadApplyLayouts(), step] if self.is_pending() else [step])

    def is_pending(self) -> bool:
        """Whether there are layouts that are not applied."""
        return any(map(has_layout_left, self.module.walk()))

    def _run(self, call: str, passes: Sequence[ModulePass]) -> Outcome:
        copy, old = self.module.clone(), set[Operation]()
        with reported(), collect_remarks() as remarks:
            for step in passes:
                _check_options(step)
                old = set(copy.walk())
                step.apply(self._context, copy)
                _verify(copy)
        self.module = copy
        self.calls.append(call)
        self.passes += passes
        self.remarks += map(str, remarks)
        return Outcome(copy, old)


def _is_stage(op: Operation, name: str | None) -> bool:
    if name is None:
        return isinstance(op, ModuleOp)
    return op.attributes.get(STAGE) == StringAttr(name)


def _verify(module: ModuleOp) -> None:
    try:
        verify_operations(module)
    except OperationError as error:
        verify_call(error.op)  # names the layouts that differ, and a remedy
        raise
    verify_dominance(module)
    verify_annotations(module)


def _check_options(step: ModulePass) -> None:
    hints = get_type_hints(type(step))
    for field in fields(step):
        value, hint = getattr(step, field.name), hints[field.name]
        if not isa(value, hint):
            raise ScheduleError(f"{field.name} is {value!r}, but must be {type_text(hint)}")
