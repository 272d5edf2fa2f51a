"""The type of tiles."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, IntAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer


@irdl_attr_definition
class TileType(ParametrizedAttribute, TypeAttribute):
    """`!amx.tile<16x64xi8>`: at most 16 rows of at most 64 bytes."""

    name = "amx.tile"

    shape: ArrayAttr[IntAttr]
    element_type: Attribute

    @staticmethod
    def of(rows: int, columns: int, element_type: Attribute) -> TileType:
        """The type of a tile of so many elements."""
        return TileType(ArrayAttr([IntAttr(rows), IntAttr(columns)]), element_type)

    def get_shape(self) -> tuple[int, ...]:
        """The rows, and the elements of a row."""
        return tuple(extent.data for extent in self.shape)

    def get_num_scalable_dims(self) -> int:
        """None are scalable, as they may be in vectors."""
        return 0

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """Read `<16x64xi8>`."""
        with parser.in_angle_brackets():
            shape, element = parser.parse_ranked_shape()
        return [ArrayAttr([IntAttr(extent) for extent in shape]), element]

    def print_parameters(self, printer: Printer) -> None:
        """Write what `parse_parameters` reads."""
        with printer.in_angle_brackets():
            for extent in self.get_shape():
                printer.print_string(f"{extent}x")
            printer.print_attribute(self.element_type)
