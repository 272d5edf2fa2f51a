"""memref operations whose pretty form xDSL 0.74 lacks, or has not as upstream."""

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    AnyDenseElement,
    DenseIntOrFPElementsAttr,
    LocationAttr,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.hints import isa

from ..syntax.literals import print_dense

_CAST = FormatProgram.from_str(
    "$source attr-dict `:` type($source) `to` type($dest)", memref.CastOp.get_irdl_definition()
)
_SPACE_CAST = FormatProgram.from_str(
    "$source attr-dict `:` type($source) `to` type($dest)",
    memref.MemorySpaceCastOp.get_irdl_definition(),
)
_COPY = FormatProgram.from_str(
    "$source `,` $destination attr-dict `:` type($source) `to` type($destination)",
    memref.CopyOp.get_irdl_definition(),
)
_RANK = FormatProgram.from_str(
    "$source attr-dict `:` type($source)", memref.RankOp.get_irdl_definition()
)
_DIM = FormatProgram.from_str(
    "attr-dict $source `,` $index `:` type($source)", memref.DimOp.get_irdl_definition()
)
_PUBLIC = StringAttr("public")


class CastOp(memref.CastOp):
    """`%b = memref.cast %a : memref<4xf32> to memref<?xf32>`."""

    name = "memref.cast"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _CAST.parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _CAST.print(printer, self)


class MemorySpaceCastOp(memref.MemorySpaceCastOp):
    """`%b = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 3>`."""

    name = "memref.memory_space_cast"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _SPACE_CAST.parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _SPACE_CAST.print(printer, self)


class CopyOp(memref.CopyOp):
    """`memref.copy %a, %b : memref<4xf32> to memref<4xf32>`."""

    name = "memref.copy"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _COPY.parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _COPY.print(printer, self)


class RankOp(memref.RankOp):
    """`%r = memref.rank %a : memref<4xf32>`."""

    name = "memref.rank"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _RANK.parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _RANK.print(printer, self)


class DimOp(memref.DimOp):
    """`%d = memref.dim {attributes} %a, %c0 : memref<?xf32>`: upstream has the attributes first."""

    name = "memref.dim"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return _DIM.parse(parser, cls)

    def print(self, printer: Printer) -> None:
        _DIM.print(printer, self)


class GlobalOp(memref.GlobalOp):
    """
    `memref.global "private" constant @g : memref<4xf32> = dense<1.0> {alignment = 64 : i64}`.

    xDSL 0.74 requires a visibility; MLIR leaves it out where it is public.
    """

    name = "memref.global"

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        return super().create(
            operands=operands,
            result_types=result_types,
            properties={"sym_visibility": _PUBLIC, **(properties or {})},
            attributes=attributes or {},
            location=location,
            successors=successors,
            regions=regions,
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        properties: dict[str, Attribute] = {}
        visibility = parser.parse_optional_str_literal()
        if visibility is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        if parser.parse_optional_keyword("constant") is not None:
            properties["constant"] = UnitAttr()
        properties["sym_name"] = parser.parse_symbol_name()
        parser.parse_punctuation(":")
        position = parser.pos
        memref_type = parser.parse_type()
        if not isa(memref_type, MemRefType):
            parser.raise_error("expected memref type", position, parser.pos)
        properties["type"] = memref_type
        parser.parse_punctuation(
            "=", " (xDSL can't hold a memref.global that is defined elsewhere)"
        )
        if parser.parse_optional_keyword("uninitialized") is not None:
            properties["initial_value"] = UnitAttr()
        else:
            parser.parse_keyword("dense")
            value_type = TensorType(memref_type.element_type, memref_type.get_shape())
            if not isa(value_type, TensorType[AnyDenseElement]):
                parser.raise_error("expected memref of numbers", position, parser.pos)
            value = parser.parse_dense_int_or_fp_elements_attr(value_type)
            properties["initial_value"] = value
        attributes = parser.parse_optional_attr_dict()
        if "alignment" in attributes:
            properties["alignment"] = attributes.pop("alignment")
        return cls.create(properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.sym_visibility != _PUBLIC:
            printer.print_string(" ")
            printer.print_attribute(self.sym_visibility)
        if self.constant is not None:
            printer.print_string(" constant")
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_string(" : ")
        printer.print_attribute(self.type)
        printer.print_string(" = ")
        if isinstance(self.initial_value, DenseIntOrFPElementsAttr):
            print_dense(printer, self.initial_value)
        else:
            printer.print_string("uninitialized")
        alignment = {} if self.alignment is None else {"alignment": self.alignment}
        printer.print_op_attributes(alignment | self.attributes)
