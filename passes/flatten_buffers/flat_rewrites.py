"""Gives the buffers of a web their flat shape, and rewrites what uses them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import cast

import numpy as np
from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    MemRefType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import LOGICAL
from ...dialect.attributes import LaidOutType
from ...dialect.ir.affine_conversion import from_affine_map
from ...dialect.ir.memory_access import is_dynamic
from ...index.expr import Expr, lift, var
from ..common.dead_code import erase_if_dead
from ..common.index_codegen import Emitter
from ..layout.accesses.root_accesses import root_index, set_root_access, window_of
from ..layout.accesses.view_cells import View
from .buffer_equivalence import Node, axis_asked_for, extent_of, type_of
from .flat_plans import Plan
from .flat_shapes import Groups, flat_shape


def flatten(plan: Plan, accesses: Mapping[SSAValue, Sequence[Operation]]) -> None:
    """Make all buffers of a web flat; `accesses` has the accesses of each root."""
    for root in plan.web.values:
        for op in accesses.get(root, ()):
            _flatten_access(plan, op, root)
        _drop_windows(root, plan)
    for value in plan.web.values:
        if isinstance(op := value.owner, memref.CollapseShapeOp | memref.ExpandShapeOp):
            Rewriter.replace_op(op, [], [op.src])
    for node in plan.web.nodes:
        if not isinstance(node, SSAValue) or not _is_erased(node):
            _retype(node, plan)


def _flatten_access(plan: Plan, op: Operation, root: SSAValue) -> None:
    values: dict[str, SSAValue] = {}

    def read(value: SSAValue) -> Expr:
        owner = value.owner
        constant = owner.value if isinstance(owner, arith.ConstantOp) else None
        if isinstance(constant, IntegerAttr):
            return lift(constant.value.data)
        if isinstance(owner, affine.ApplyOp):  # a tile and the place in it are of one index
            return from_affine_map(owner.map.data, [read(operand) for operand in owner.operands])[0]
        name = next((name for name, known in values.items() if known is value), f"v{len(values)}")
        values[name] = value
        return var(name)

    index = root_index(op, read)
    assert index is not None, "an index of an access that is understood"
    before = [operand.owner for operand in op.operands]
    set_root_access(op, plan.flat(root, index), root, values)
    for owner in before:
        if isinstance(owner, affine.ApplyOp):
            erase_if_dead(owner)


def _drop_windows(buffer: SSAValue, plan: Plan) -> None:
    """Drop the windows of a buffer, whose accesses now go to their root, and extents."""
    for use in tuple(buffer.uses):
        if isinstance(op := use.operation, memref.DimOp):
            _replace_dim(op, plan)
        elif isinstance(op, View) and window_of(op.results[0]) is not None:
            _drop_windows(op.results[0], plan)
            Rewriter.erase_op(op)


def _replace_dim(op: memref.DimOp, plan: Plan) -> None:
    """
    Replace a size by a constant, by the operand of a view, or by a size of the flat buffer divided
    by the other ones.
    """
    values, emitter = dict[str, SSAValue](), Emitter(InsertPoint.before(op), op)

    def read(value: SSAValue) -> Expr:
        values[f"v{len(values)}"] = value
        return var(f"v{len(values) - 1}")

    size = extent_of(op, read)
    if size is not None:
        Rewriter.replace_op(op, [], [emitter.index(size, values)])
        return
    axis, shape = axis_asked_for(op), cast("LaidOutType", op.source.type).get_shape()
    groups = enumerate(plan.groups[op.source])
    number, group = next((k, group) for k, group in groups if group[0] == axis)
    others = prod(shape[other] for other in group[1:])
    flat = emitter.insert(memref.DimOp(op.source, emitter.constant(number))).results[0]
    extent = var("extent")
    size_now = emitter.index(extent // others, {"extent": flat}, extent >= 0)
    Rewriter.replace_op(op, [], [size_now])


def _is_erased(value: SSAValue) -> bool:
    return isinstance(value.owner, Operation) and value.owner.parent is None


def _retype(node: Node, plan: Plan) -> None:
    old = cast("LaidOutType", type_of(node))
    type = MemRefType(old.element_type, plan.shape, memory_space=old.memory_space)
    contract = plan.contracts.get(node)
    if isinstance(node, memref.GlobalOp):
        node.properties["type"] = type
        if contract is not None:
            node.attributes[LOGICAL] = contract
        if isinstance(data := node.initial_value, DenseIntOrFPElementsAttr):
            cells = np.frombuffer(data.data.data, f"V{len(data.data.data) // len(data)}")
            cells = cells.reshape(flat_shape(old.get_shape(), plan.groups[node]))
            first = cells[tuple(map(slice, plan.shape))]  # without padding that is left out
            flat = TensorType(data.get_element_type(), plan.shape)
            values = DenseIntOrFPElementsAttr(flat, BytesAttr(first.tobytes()))
            node.properties["initial_value"] = values
        return
    if not isinstance(node, SSAValue):
        function, number = node
        _annotate(function, "res_attrs", number, contract)
        _set_type(function, number, type, of_result=True)
        return
    if isinstance(node.owner, Operation):
        if isinstance(node.owner, memref.AllocOp | memref.AllocaOp):
            _set_sizes(node.owner, plan.groups[node])
        if contract is not None:
            node.owner.attributes[LOGICAL] = contract
    elif isinstance(function := node.owner.parent_op(), func.FuncOp):
        number = function.args.index(node)
        _annotate(function, "arg_attrs", number, contract)
        _set_type(function, number, type, of_result=False)
    Rewriter.replace_value_with_new_type(node, type)


def _set_sizes(op: memref.AllocOp | memref.AllocaOp, groups: Groups) -> None:
    """Give an allocation the size of each group, of which the first one may be a value."""
    shape, given = op.memref.type.get_shape(), iter(op.dynamic_sizes)
    emitter, sizes = Emitter(InsertPoint.before(op), op), list[SSAValue]()
    for group in groups:
        if group and is_dynamic(shape[group[0]]):
            extent = var("size") * prod(shape[axis] for axis in group[1:])
            sizes.append(emitter.index(extent, {"size": next(given)}))
    op.operands = [*sizes, *op.symbol_operands]


def _annotate(function: func.FuncOp, key: str, number: int, contract: LaidOutType | None) -> None:
    assert contract is not None
    kind = function.function_type
    count = len(kind.inputs if key == "arg_attrs" else kind.outputs)
    given = cast("ArrayAttr[DictionaryAttr] | None", function.properties.get(key))
    dictionaries = given.data if given is not None else [DictionaryAttr({})] * count
    entries = [dict(entry.data) for entry in dictionaries]
    entries[number][LOGICAL] = contract
    function.properties[key] = ArrayAttr([DictionaryAttr(entry) for entry in entries])


def _set_type(function: func.FuncOp, number: int, type: Attribute, *, of_result: bool) -> None:
    inputs, outputs = list(function.function_type.inputs), list(function.function_type.outputs)
    (outputs if of_result else inputs)[number] = type
    function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)
