"""Stages that passes make: names that no other stage has, and the mark of stages for padding."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext

from xdsl.dialects import func
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Block, Operation

from ...dialect.annotations import OF_PADDING, STAGE
from ...dialect.ir.operations import operations_in
from .diagnostics import suppress_missed_remarks


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The name, with `_1`, `_2` and so on appended where it is taken."""
    name, count = wanted, 0
    while name in taken:
        count += 1
        name = f"{wanted}_{count}"
    return name


def free_stage_name(block: Block, wanted: str) -> str:
    """The name for a new stage in a block, which no other stage of the function has."""
    region, around = block.parent, block.parent_op()
    while around is not None and not isinstance(around, func.FuncOp):
        region, around = around.parent_region(), around.parent_op()
    inside = operations_in(block if region is None else region)
    stages = [op.attributes[STAGE] for op in inside if STAGE in op.attributes]
    return free_name(wanted, {stage.data for stage in stages if isinstance(stage, StringAttr)})


def is_of_padding(op: Operation) -> bool:
    """
    Whether an operation is in a stage that a pass made to write or assume what padding holds,
    `pad.of_padding`; the innermost stage counts.
    """
    stage: Operation | None = op
    while stage is not None and STAGE not in stage.attributes:
        stage = stage.parent_op()
    return stage is not None and OF_PADDING in stage.attributes


def suppress_padding_remarks(asked: object) -> AbstractContextManager[None]:
    """Drop missed remarks in stages of padding within the block, unless a stage was asked for."""
    return nullcontext() if asked else suppress_missed_remarks(is_of_padding)


def transfer_stage_marker(old: Operation, new: Operation) -> None:
    """Move the stage marker of an operation, if it has one, to its successor."""
    for key in (OF_PADDING, STAGE):
        if (value := old.attributes.get(key)) is not None:
            new.attributes[key] = value


def remove_stage_marker(op: Operation) -> None:
    """Remove the stage marker."""
    for key in (OF_PADDING, STAGE):
        op.attributes.pop(key, None)


def merged_attributes(first: Operation, second: Operation) -> dict[str, Attribute]:
    """
    Return the attributes of a stage that does the work of two: the attributes of the first, and
    others of the second. It is a stage for padding if both are; a stage for padding gives its name
    up to another stage.
    """
    if OF_PADDING in first.attributes and OF_PADDING not in second.attributes:
        first, second = second, first
    attributes = {**second.attributes, **first.attributes}
    if OF_PADDING not in first.attributes:
        attributes.pop(OF_PADDING, None)
        if OF_PADDING in second.attributes and STAGE not in first.attributes:
            attributes.pop(STAGE, None)
    return attributes
