"""Runs a pass, and says so where an option names something to which there was nothing to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...dialect.annotations import STAGE
from ...dialect.ir.operations import are_equal
from .diagnostics import RemarkForm, counted_remarks, remark

_NOTHING = RemarkForm(
    "nothing-to-do", "nothing to do for {options}: the program stays as it is", "analysis"
)
_NAMING = ("stage", "buffer", "loop", "loops", "conditionals")
"""The options that name a part of the program, or a kind of what is in it."""


def apply_told(step: ModulePass, context: Context, module: ModuleOp) -> None:
    """
    Applies a pass; a remark where its options name a part of the program, and it has neither
    changed nor said anything.
    """
    named = list(_named(step))
    if not named:
        step.apply(context, module)
        return
    before = module.clone()
    with counted_remarks() as said:
        step.apply(context, module)
    if not said and are_equal(module, before):
        remark(step.name, _place(step, module), _NOTHING, options=", ".join(named))


def _named(step: ModulePass) -> Iterator[str]:
    for field in fields(step):
        value = getattr(step, field.name)
        if field.name in _NAMING and value != field.default:
            shown = value if isinstance(value, str) else ",".join(map(str, value))
            yield f"{field.name}={shown}"


def _place(step: ModulePass, module: ModuleOp) -> Operation:
    """The first stage of the name, or the module."""
    wanted = getattr(step, "stage", None)
    for op in module.walk():
        label = op.attributes.get(STAGE)
        if isinstance(label, StringAttr) and label.data == wanted:
            return op
    return module
