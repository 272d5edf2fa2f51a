"""Makes laid-out globals physical: their types, and their data, packed at compile time."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    AnyDenseElement,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    FixedBitwidthType,
    FloatAttr,
    IntegerType,
    ModuleOp,
    TensorType,
    VectorType,
)
from xdsl.utils.hints import isa

from ....analysis.accesses.aliasing import function_of
from ....analysis.contracts.applied_layouts import combined_contract
from ....dialect.annotations import LOGICAL
from ....dialect.attributes import LaidOutType, layout_of, physical_type, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_of
from ....dialect.ir.symbols import lookup_symbol
from ....dialect.layout.layout import Computed, Forbidden, PlacedLayout, Undef
from ....dialect.layout.self_padding import copied_cells
from ....dialect.pad_values import ValueAttr, pad_value_attr
from ....index.expr import Expr
from ..padding.padding_copies import has_copies

_Cells: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
_Bytes: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"


def laid_out_globals(module: ModuleOp) -> list[memref.GlobalOp]:
    """
    The globals whose type has a `#pad.layout`, each shown to be one that can be made physical.

    Raises PadError at one that cannot, and at an operation that gets no global of the module, or
    gets it outside of a function.
    """
    for op in operations_of(module, memref.GetGlobalOp):
        if layout_of(op.memref.type) is not None:
            _check_origin(op)
    found = operations_of(module, memref.GlobalOp)
    globals = [op for op in found if layout_of(op.type) is not None]
    for op in globals:
        check_global(op)
    return globals


def check_global(op: memref.GlobalOp) -> None:
    """Raises PadError unless what the padding of a laid-out global holds is known, and stays so."""
    type, name = op.type, op.sym_name.data
    if any(isinstance(kind, Computed) for _, kind in place(type).padding_pieces):
        raise PadError(
            f"@{name} has padding that a function computes, which cannot be packed at compile "
            "time; give it a pad kind that is a value, or lay out a copy of it",
            op,
        )
    kinds = [kind for _, kind in place(type).padding_pieces]
    if isa(type.element_type, VectorType) and not all(
        isinstance(k, Forbidden | Undef) for k in kinds
    ):
        raise PadError(
            f"@{name} has padding with a value, but MLIR has no data of {type.element_type} for "
            'globals; give it "undef" or "forbidden" padding, or lay out a copy of it',
            op,
        )
    layout = layout_of(type)
    if op.constant is None and layout is not None and has_copies(layout.layout):
        raise PadError(
            f"@{name} is variable, and its padding copies cells of its own, which would have to "
            "be written again after each change; only a constant global may have such padding",
            op,
        )


def _check_origin(op: memref.GetGlobalOp) -> None:
    name = op.name_.string_value()
    if not isinstance(lookup_symbol(op, op.name_), memref.GlobalOp):
        raise PadError(
            f"'memref.get_global' names @{name}, which is not a global of this module; a global "
            "that is defined elsewhere cannot get a layout",
            op,
        )
    if function_of(op) is None:
        raise PadError(
            f"'memref.get_global' gets the laid-out @{name} outside of a func.func, where layouts "
            "are not applied; apply them before it is moved there",
            op,
        )


def make_global_physical(op: memref.GlobalOp) -> None:
    """Gives a laid-out global its physical type and data; its contract stays as `pad.logical`."""
    type = op.type
    physical, placed = physical_type(type), place(type)
    pieces = [
        (condition, value)
        for condition, kind in placed.padding_pieces
        if (value := pad_value_attr(kind, type.element_type)) is not None
    ]
    data = op.initial_value
    if isinstance(data, DenseIntOrFPElementsAttr) or pieces:
        given = data.data.data if isinstance(data, DenseIntOrFPElementsAttr) else None
        packed = _packed(type, placed, physical.get_shape(), given, pieces)
        tensor = TensorType(cast("AnyDenseElement", type.element_type), physical.get_shape())
        op.properties["initial_value"] = DenseIntOrFPElementsAttr(tensor, BytesAttr(packed))
    applied = cast("LaidOutType | None", op.attributes.get(LOGICAL))
    op.attributes[LOGICAL] = combined_contract(type, applied)
    op.properties["type"] = physical


def _packed(
    type: LaidOutType,
    placed: PlacedLayout,
    shape: Sequence[int],
    data: bytes | None,
    pieces: Sequence[tuple[Expr, ValueAttr]],
) -> bytes:
    """
    The elements of the box in row-major order; those that nothing is known of are 0.

    Elements are moved as the bytes that they are, so that NaNs keep theirs.
    """
    size = cast("FixedBitwidthType", type.element_type).compile_time_size
    cells: _Bytes = np.zeros((prod(shape), size), np.uint8)
    axes = dict(zip(placed.physical_names, np.indices(shape, sparse=True), strict=True))
    for condition, value in pieces:
        where = np.broadcast_to(condition.evaluate(axes), shape).reshape(-1)
        cells[where] = np.frombuffer(_bytes_of(value), np.uint8)
    if data is not None:
        logical = type.get_shape()
        flat: _Cells = np.zeros((), np.int64)
        for index, extent in zip(
            placed.physical_index(np.indices(logical, sparse=True)), shape, strict=True
        ):
            flat = flat * extent + index
        where = np.broadcast_to(flat, logical).reshape(-1)
        cells[where] = np.frombuffer(data, np.uint8).reshape(-1, size)
    copied = copied_cells(placed)
    return (cells if copied is None else cells[copied]).tobytes()


def _bytes_of(value: ValueAttr) -> bytes:
    if isinstance(value, FloatAttr):
        return value.type.pack((value.value.data,))
    return cast("IntegerType", value.type).pack((value.value.data,))
