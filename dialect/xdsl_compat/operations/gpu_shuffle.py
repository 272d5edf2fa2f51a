"""`gpu.shuffle`, which xDSL 0.74 lacks: values that threads of a subgroup take from each other."""

from __future__ import annotations

from enum import auto
from typing import Self

from xdsl.dialects.builtin import AnyFloat, IntegerType, VectorType, i1, i32
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa
from xdsl.utils.str_enum import StrEnum


class ShuffleMode(StrEnum):
    """Whose value a thread of number `n` gets: `n ^ k`, `n + k`, `n - k` or `k`, `k` the offset."""

    XOR = auto()
    DOWN = auto()
    UP = auto()
    IDX = auto()


@irdl_attr_definition
class ShuffleModeAttr(EnumAttribute[ShuffleMode], SpacedOpaqueSyntaxAttribute):
    """`#gpu<shuffle_mode xor>`."""

    name = "gpu.shuffle_mode"


@irdl_op_definition
class ShuffleOp(IRDLOperation):
    """
    `%other, %valid = gpu.shuffle xor %value, %offset, %width : f32`.

    `%valid` is whether there is such a thread among the `%width` that exchange values.
    """

    name = "gpu.shuffle"

    value = operand_def(Attribute)
    offset = operand_def(i32)
    width = operand_def(i32)
    mode = prop_def(ShuffleModeAttr)
    shuffle_result = result_def(Attribute)
    valid = result_def(i1)

    def __init__(self, value: SSAValue, offset: SSAValue, width: SSAValue, mode: ShuffleMode):
        super().__init__(
            operands=[value, offset, width],
            result_types=[value.type, i1],
            properties={"mode": ShuffleModeAttr(mode)},
        )

    def verify_(self) -> None:
        type = self.value.type
        if self.shuffle_result.type != type:
            raise VerifyException(f"shuffles {type} to {self.shuffle_result.type}")
        element = type.element_type if isa(type, VectorType) and type.get_num_dims() == 1 else type
        if not isinstance(element, IntegerType | AnyFloat):
            raise VerifyException(f"shuffles integers, floats and 1-D vectors of them, not {type}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        mode = parser.parse_str_enum(ShuffleMode)
        position = parser.pos
        operands = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands(operands, [type, i32, i32], position),
            result_types=[type, i1],
            properties={"mode": ShuffleModeAttr(mode)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.mode.data.value} ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.value.type)
