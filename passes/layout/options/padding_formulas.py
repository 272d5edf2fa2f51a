"""Functions that compute a padding value from the physical index, made from an index expression."""

from __future__ import annotations

from xdsl.dialects import arith, func, vector
from xdsl.dialects.builtin import AnyFloat, IndexType, ModuleOp, StringAttr, VectorType, i64
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from ....dialect.layout.layout import IndexMap
from ...common.index_codegen import Emitter


def add_formula(module: ModuleOp, name: str, formula: IndexMap, type: Attribute) -> str:
    """
    Adds a private function of the indices that gives the value as the element type.

    Returns its name, which differs from that wanted where that is taken by another function.
    """
    block = Block(arg_types=[IndexType()] * len(formula.inputs))
    for argument, hint in zip(block.args, formula.inputs, strict=True):
        argument.name_hint = hint
    emitter = Emitter(InsertPoint.at_end(block), module)
    values: dict[str, SSAValue] = dict(zip(formula.inputs, block.args, strict=True))
    value = _as_element(emitter, emitter.index(formula.outputs[0], values), type)
    emitter.insert(func.ReturnOp(value))
    signature = (list(block.arg_types), [type])
    function = func.FuncOp(name, signature, Region(block), visibility="private")
    function.location = module.location
    taken = {op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)}
    number = 0
    while (other := taken.get(function.sym_name.data)) is not None:
        if function.is_structurally_equivalent(other):
            return other.sym_name.data
        number += 1
        function.sym_name = StringAttr(f"{name}_{number}")
    module.body.block.add_op(function)
    return function.sym_name.data


def _as_element(emitter: Emitter, value: SSAValue, type: Attribute) -> SSAValue:
    if isa(type, VectorType):
        lane = _as_element(emitter, value, type.element_type)
        return emitter.insert(vector.BroadcastOp(lane, type)).results[0]
    if isinstance(type, IndexType):
        return value
    if not isinstance(type, AnyFloat):
        return emitter.insert(arith.IndexCastOp(value, type)).results[0]
    integer = emitter.insert(arith.IndexCastOp(value, i64)).results[0]
    return emitter.insert(arith.SIToFPOp(integer, type)).results[0]
