"""Layouts that pad-apply-layouts leaves as they are, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute

from ....dialect.attributes import LayoutAttr, layout_of
from ....dialect.ir.operations import declared_types, operation_name, operations_in
from ....dialect.ir.reasons import Reason, because
from ...lowering.accepted_by_upstream import is_strided
from .affine_layouts import is_maker

_MAKER, _SYMBOLS = "unknown-maker", "unbound-symbols"


@lru_cache(2**12)
def holds_layout(type: Attribute) -> bool:
    """Whether a `#pad.layout` is in a type, or in one that it is made of."""
    return isinstance(type, LayoutAttr) or any(map(holds_layout, _parts(type)))


def _parts(type: Attribute) -> Iterator[Attribute]:
    if isinstance(type, ParametrizedAttribute):
        yield from type.parameters
    elif isinstance(type, ArrayAttr):
        yield from cast("ArrayAttr[Attribute]", type).data


def unapplied_layouts(module: ModuleOp) -> list[tuple[Operation, Attribute, Reason]]:
    """Each type that still has a layout, why, and the operation that stands in the way."""
    found: dict[Attribute, tuple[Operation, Reason]] = {}
    for op in operations_in(module):
        for type in declared_types(op):
            reason = _reason(type, op)
            if reason is None:
                continue
            # Who else has the type is left as it is for the one that makes it.
            if type not in found or (reason.id, found[type][1].id) == (_MAKER, _SYMBOLS):
                found[type] = op, reason
    return [(op, type, reason) for type, (op, reason) in found.items()]


def _reason(type: Attribute, op: Operation) -> Reason | None:
    name = operation_name(op)
    if layout_of(type) is not None:
        text = f"'{name}' is not in a func.func, and no other functions are rewritten"
        return because(text, "other-function", by=name)
    if not isinstance(type, MemRefType):
        if holds_layout(type):
            return because("it is made of more than the buffer", "compound-type")
        return None
    buffer = cast("MemRefType[Attribute]", type)
    if not isinstance(buffer.layout, AffineMapAttr) or is_strided(buffer.layout):
        return None
    if not buffer.has_static_shape():
        return because("a map lays out buffers of static shape only", "dynamic-shape")
    if type in op.result_types and not is_maker(op):
        text = f"'{name}' makes such a buffer, and it is not known how to make another"
        return because(text, "unknown-maker", by=name)
    return because("no allocation binds the symbols of its map", "unbound-symbols")
