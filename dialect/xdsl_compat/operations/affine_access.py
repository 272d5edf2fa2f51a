"""
`affine.load`, `store`, `vector_load`, `vector_store` with SSA indices that are dimensions.

xDSL 0.74 reads every SSA index of the pretty form as a symbol, prints symbols without `symbol(..)`,
and has no attribute dictionary in these forms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, IndexType, MemRefType, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.hints import isa

from ..syntax.affine_text import parse_ssa_map, print_ssa_map

AccessOp = affine.LoadOp | affine.StoreOp | affine.VectorLoadOp | affine.VectorStoreOp


@dataclass(frozen=True)
class _Access:
    memref: SSAValue[MemRefType]
    map: AffineMapAttr
    indices: Sequence[SSAValue[IndexType]]
    attributes: dict[str, Attribute]

    @property
    def element_type(self) -> Attribute:
        return self.memref.type.get_element_type()


def _parse_access(parser: Parser) -> _Access:
    memref = parser.parse_unresolved_operand()
    affine_map, indices = parse_ssa_map(parser)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    position = parser.pos
    memref_type = parser.parse_type()
    if not isa(memref_type, MemRefType):
        parser.raise_error("expected memref type", position, parser.pos)
    value = parser.resolve_operand(memref, memref_type)
    return _Access(value, AffineMapAttr(affine_map), indices, attributes)


def _parse_vector_type(parser: Parser) -> VectorType:
    parser.parse_punctuation(",")
    position = parser.pos
    vector_type = parser.parse_type()
    if not isa(vector_type, VectorType):
        parser.raise_error("expected vector type", position, parser.pos)
    return vector_type


def _print_access(printer: Printer, op: AccessOp) -> None:
    printer.print_ssa_value(op.memref)
    print_ssa_map(printer, op.map.data, op.indices)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.memref.type)


class LoadOp(affine.LoadOp):
    """`%x = affine.load %A[%i floordiv 4, %i mod 4] {attributes} : memref<4x4xf32>`."""

    name = "affine.load"

    @classmethod
    def parse(cls, parser: Parser) -> "LoadOp":
        access = _parse_access(parser)
        return cls.create(
            operands=[access.memref, *access.indices],
            result_types=[access.element_type],
            properties={"map": access.map},
            attributes=access.attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_access(printer, self)


class StoreOp(affine.StoreOp):
    """`affine.store %x, %A[%i, symbol(%n)] {attributes} : memref<4x4xf32>`."""

    name = "affine.store"

    @classmethod
    def parse(cls, parser: Parser) -> "StoreOp":
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        access = _parse_access(parser)
        stored = parser.resolve_operand(value, access.element_type)
        return cls.create(
            operands=[stored, access.memref, *access.indices],
            properties={"map": access.map},
            attributes=access.attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        _print_access(printer, self)


class VectorLoadOp(affine.VectorLoadOp):
    """`%v = affine.vector_load %A[%i] {attributes} : memref<16xf32>, vector<4xf32>`."""

    name = "affine.vector_load"

    @classmethod
    def parse(cls, parser: Parser) -> "VectorLoadOp":
        access = _parse_access(parser)
        vector_type = _parse_vector_type(parser)
        op = cls.build(
            operands=[access.memref, access.indices],
            properties={"map": access.map},
            attributes=access.attributes,
            result_types=[vector_type],
        )
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        _print_access(printer, self)
        printer.print_string(", ")
        printer.print_attribute(self.result.type)


class VectorStoreOp(affine.VectorStoreOp):
    """`affine.vector_store %v, %A[%i] {attributes} : memref<16xf32>, vector<4xf32>`."""

    name = "affine.vector_store"

    @classmethod
    def parse(cls, parser: Parser) -> "VectorStoreOp":
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        access = _parse_access(parser)
        stored = parser.resolve_operand(value, _parse_vector_type(parser))
        return cls.build(
            operands=[stored, access.memref, access.indices],
            properties={"map": access.map},
            attributes=access.attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        _print_access(printer, self)
        printer.print_string(", ")
        printer.print_attribute(self.value.type)
