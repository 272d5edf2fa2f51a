"""What is left of the contracts of buffers when a module is lowered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.ir import Attribute, Operation

from ..dialect.annotations import LAYOUTS
from ..dialect.attributes import layout_of
from ..dialect.operations import operation_name, operations_in
from .affine_layouts import waits_for_its_affine_layout
from .diagnostics import PadError


def refuse_layouts(module: ModuleOp) -> None:
    """PadError at the first buffer that still has a `#pad.layout`."""
    for op in operations_in(module):
        if has_layout_left(op):
            raise PadError(
                f"'{operation_name(op)}' has a buffer whose #pad.layout is not applied yet: run "
                "pad-apply-layouts first",
                op,
            )
    if (op := waits_for_its_affine_layout(module)) is not None:
        raise PadError(
            f"'{operation_name(op)}' has a buffer whose layout is an affine map that is not "
            "applied yet: run pad-apply-layouts first",
            op,
        )


def has_layouts_left(module: ModuleOp) -> bool:
    """Whether pad-apply-layouts would change the types of buffers of the module."""
    if any(map(has_layout_left, operations_in(module))):
        return True
    return waits_for_its_affine_layout(module) is not None


def has_layout_left(op: Operation) -> bool:
    """
    Whether a buffer that this operation takes, makes or declares still has a `#pad.layout`, or
    `pad.layouts` would give it one.
    """
    return LAYOUTS in op.attributes or any(layout_of(type) is not None for type in _types_of(op))


def _types_of(op: Operation) -> Iterator[Attribute]:
    yield from op.operand_types
    yield from op.result_types
    for region in op.regions:
        for block in region.blocks:
            yield from block.arg_types
    if isinstance(op, func.FuncOp):
        yield from (*op.function_type.inputs, *op.function_type.outputs)
    if isinstance(op, memref.GlobalOp):
        yield op.type


def without_pad(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """The attributes that are not `pad.*`."""
    return {name: value for name, value in attributes.items() if not name.startswith("pad.")}


def drop_contracts(op: Operation) -> None:
    """Drops the `pad.*` attributes of an operation, and of the arguments of a function."""
    op.attributes = without_pad(op.attributes)
    if isinstance(op, func.FuncOp):
        op.arg_attrs = _all_without_pad(op.arg_attrs)
        op.res_attrs = _all_without_pad(op.res_attrs)


def _all_without_pad(
    dictionaries: ArrayAttr[DictionaryAttr] | None,
) -> ArrayAttr[DictionaryAttr] | None:
    if dictionaries is None:
        return None
    kept = [without_pad(dictionary.data) for dictionary in dictionaries]
    return ArrayAttr(map(DictionaryAttr, kept)) if any(kept) else None
