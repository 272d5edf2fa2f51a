"""Number literals that xDSL 0.74 reads or prints wrong."""

import re

from xdsl.dialects.builtin import AnyFloat, DenseIntOrFPElementsAttr
from xdsl.printer import Printer

# What MLIR's lexer takes as a float literal: unlike Python it wants the point.
_FLOAT_LITERAL = re.compile(r"-?\d+\.\d*([eE][-+]?\d+)?")


def float_from_bits(bits: int, float_type: AnyFloat) -> float:
    """The value whose bit pattern a hexadecimal literal gives: 0xFF800000 is -inf as an f32."""
    return float_type.unpack(bits.to_bytes(float_type.size, "little"), 1)[0]


def float_literal(text: str, value: float, float_type: AnyFloat) -> str:
    """The text where MLIR takes it as a float literal, else the bit pattern."""
    if text.startswith("0x") or _FLOAT_LITERAL.fullmatch(text):
        return text
    return f"0x{float_type.pack((value,))[::-1].hex().upper()}"


def print_dense(printer: Printer, attribute: DenseIntOrFPElementsAttr) -> None:
    """`dense<..>` without its type; 0.0 and -0.0 are no splat, as xDSL has it."""
    data = attribute.data.data
    element_size = len(data) // len(attribute) if len(attribute) else 0
    same_bits = data == data[:element_size] * len(attribute)
    if len(attribute) and attribute.is_splat() and not same_bits:
        printer.print_string(f'dense<"0x{data.hex().upper()}">')
        return
    attribute.print_without_type(printer)
