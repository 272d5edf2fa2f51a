"""The contracts of buffers after a module is lowered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, UnitAttr
from xdsl.ir import Attribute, Operation

from ....dialect.annotations import LAYOUTS, NAME
from ....dialect.attributes import layout_of
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import (
    declared_types,
    operation_name,
    operations_in,
    operations_of,
    types_in,
)
from .affine_layouts import waits_for_its_affine_layout
from .unapplied_layouts import holds_layout

# Without a dialect's prefix, so that stock MLIR takes it.
_DROPPED = "dropped_contract"


def refuse_layouts(module: ModuleOp) -> None:
    """Raise PadError at the first buffer that still has a `#pad.layout`."""
    types = types_in(module)
    parts = (op for type, op in types if holds_layout(type))
    if (op := _layout_left(module, types) or next(parts, None)) is not None:
        raise PadError(
            f"'{operation_name(op)}' has a buffer whose #pad.layout is not applied yet: run "
            "pad-apply-layouts first",
            op,
        )
    if (op := waits_for_its_affine_layout(module, types)) is not None:
        raise PadError(
            f"'{operation_name(op)}' has a buffer whose layout is an affine map that is not "
            "applied yet: run pad-apply-layouts first",
            op,
        )


def has_layouts_left(module: ModuleOp) -> bool:
    """Whether pad-apply-layouts would change the types of buffers of the module."""
    types = types_in(module)
    if _layout_left(module, types) is not None:
        return True
    return waits_for_its_affine_layout(module, types) is not None


def _layout_left(
    module: ModuleOp, types: Sequence[tuple[Attribute, Operation]]
) -> Operation | None:
    for op in operations_in(module):
        if LAYOUTS in op.attributes:
            return op
    return next((op for type, op in types if layout_of(type) is not None), None)


def has_layout_left(op: Operation) -> bool:
    """
    Whether a buffer that this operation makes or declares still has a `#pad.layout`, or
    `pad.layouts` would give it one.
    """
    return LAYOUTS in op.attributes or any(layout_of(t) is not None for t in declared_types(op))


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


def with_contracts(module: ModuleOp) -> list[func.FuncOp]:
    """The public functions with a body whose signature says more than types and names."""
    return [f for f in operations_of(module, func.FuncOp) if _is_entry(f) and any(_terms(f))]


def mark_dropped(function: func.FuncOp) -> None:
    """Notes that a function had a contract."""
    function.attributes[_DROPPED] = UnitAttr()


def refuse_dropped(module: ModuleOp, wanted: str) -> None:
    """
    Raise PadError at a function whose contract was dropped; `wanted` is what could be had before.
    """
    for function in operations_of(module, func.FuncOp):
        if _DROPPED in function.attributes:
            raise PadError(
                f"the contract of @{function.sym_name.data} is gone after pad-to-host: {wanted}",
                function,
            )


def _is_entry(function: func.FuncOp) -> bool:
    visibility = function.sym_visibility
    return not function.is_declaration and (visibility is None or visibility.data == "public")


def _terms(function: func.FuncOp) -> Iterator[str]:
    """The names of the attributes that a contract is made of."""
    parts = [*(function.arg_attrs or ()), *(function.res_attrs or ())]
    for attributes in (function.attributes, *(part.data for part in parts)):
        yield from (name for name in attributes if name.startswith("pad.") and name != NAME)
