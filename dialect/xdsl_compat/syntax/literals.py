"""Number literals that xDSL 0.74 reads or prints wrong."""

from xdsl.dialects.builtin import AnyFloat, DenseIntOrFPElementsAttr, i1
from xdsl.printer import Printer


def float_from_bits(bits: int, float_type: AnyFloat) -> float:
    """The value whose bit pattern a hexadecimal literal gives: 0xFF800000 is -inf as an f32."""
    return float_type.unpack(bits.to_bytes(float_type.size, "little"), 1)[0]


def print_dense(printer: Printer, attribute: DenseIntOrFPElementsAttr) -> None:
    """`dense<..>` without its type."""
    data = attribute.data.data
    size = len(data) // max(len(attribute), 1)
    if data == data[:size] * len(attribute):
        attribute.print_without_type(printer)
    elif attribute.get_element_type() == i1 and len(attribute) > 100:
        # MLIR packs the hex form, which xDSL takes for long lists, to bits, xDSL to bytes.
        bits = "".join("1" if byte else "0" for byte in reversed(data))
        packed = int(bits, 2).to_bytes((len(bits) + 7) // 8, "little")
        printer.print_string(f'dense<"0x{packed.hex().upper()}">')
    elif attribute.is_splat():
        # Equal, but not the same bits: 0.0 and -0.0, of which xDSL prints the first only.
        printer.print_string(f'dense<"0x{data.hex().upper()}">')
    else:
        attribute.print_without_type(printer)
