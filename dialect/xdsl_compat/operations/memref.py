"""memref operations whose pretty form xDSL 0.74 lacks, or has not as upstream."""

from typing import Self

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    AnyDenseElement,
    DenseIntOrFPElementsAttr,
    MemRefType,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.hints import isa

from ..syntax.literals import print_dense
from .rows import Dictionary, Restated, formatted

_CONVERSION = "$source attr-dict `:` type($source) `to` type($dest)"
FORMATTED = (
    formatted(memref.CastOp, _CONVERSION),
    formatted(memref.MemorySpaceCastOp, _CONVERSION),
    formatted(
        memref.CopyOp,
        "$source `,` $destination attr-dict `:` type($source) `to` type($destination)",
    ),
    formatted(memref.RankOp, "$source attr-dict `:` type($source)"),
    formatted(memref.DimOp, "attr-dict $source `,` $index `:` type($source)"),
)
_PUBLIC = StringAttr("public")


class GlobalOp(Restated, memref.GlobalOp):
    """
    `memref.global "private" constant @g : memref<4xf32> = dense<1.0> {alignment = 64 : i64}`.

    xDSL 0.74 requires a visibility; MLIR leaves it out where it is public.
    """

    name = "memref.global"

    @classmethod
    def restated(
        cls, properties: Dictionary, attributes: Dictionary
    ) -> tuple[Dictionary, Dictionary]:
        return {"sym_visibility": _PUBLIC} | properties, attributes

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
