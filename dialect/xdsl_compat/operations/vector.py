"""Operations of vectors on memory that xDSL 0.74 lacks, or has without a property of upstream's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import MemRefType, NoneAttr, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from .rows import lacking

_ACCESSES = (vector.LoadOp, vector.StoreOp, vector.MaskedLoadOp, vector.MaskedStoreOp)
ALIGNED = tuple(lacking(access, "alignment") for access in _ACCESSES)


@irdl_op_definition
class TypeCastOp(IRDLOperation):
    """`%v = vector.type_cast %a : memref<4x8xf32> to memref<vector<4x8xf32>>`: the same memory."""

    name = "vector.type_cast"

    memref = operand_def(MemRefType)
    result = result_def(MemRefType)

    traits = traits_def(NoMemoryEffect())

    assembly_format = "$memref attr-dict `:` type($memref) `to` type($result)"

    def __init__(self, source: SSAValue, result_type: MemRefType[Attribute]):
        super().__init__(operands=[source], result_types=[result_type])

    def verify_(self) -> None:
        source, result = (
            cast("MemRefType[Attribute]", value.type) for value in (self.memref, self.result)
        )
        if not all(isinstance(type.layout, NoneAttr) for type in (source, result)):
            raise VerifyException("casts between memrefs of identity layout only")
        if source.memory_space != result.memory_space:
            raise VerifyException("casts to a memref in another memory space")
        if _scalars(source) != _scalars(result):
            raise VerifyException(f"casts {source} to {result}, of another shape or element type")


def _scalars(type: MemRefType[Attribute]) -> tuple[Sequence[int], Attribute]:
    """The shape in scalars, and their type."""
    element = type.element_type
    if not isinstance(element, VectorType):
        return tuple(type.get_shape()), element
    lanes = cast("VectorType[Attribute]", element)
    return (*type.get_shape(), *lanes.get_shape()), lanes.element_type
