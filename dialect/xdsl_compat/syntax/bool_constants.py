"""
Large constants of `i1` as hexadecimal text: MLIR 22 writes eight elements to a byte, newer ones and
xDSL a byte for each.
"""

from __future__ import annotations

import re
from math import prod

_BOOLS = re.compile(r'dense<"0x(?P<bytes>[0-9A-F]+)">(?P<type> ?: ?tensor<(?P<shape>(\d+x)+)i1>)')


def with_bools_as_bits(text: str) -> str:
    """The text as MLIR 22 reads it, of a newer one's."""

    def constant(found: re.Match[str]) -> str:
        given, count = bytes.fromhex(found["bytes"]), _elements(found)
        if len(given) != count:
            return found[0]
        digits = "".join("1" if element else "0" for element in reversed(given))
        return _written(found, int(digits, 2).to_bytes(-(-count // 8), "little"))

    return _BOOLS.sub(constant, text)


def with_bools_as_bytes(text: str) -> str:
    """The text as a newer MLIR and xDSL read it, of MLIR 22's."""

    def constant(found: re.Match[str]) -> str:
        given, count = bytes.fromhex(found["bytes"]), _elements(found)
        if count < 9 or len(given) != -(-count // 8):
            return found[0]  # one byte may be all elements
        digits = f"{int.from_bytes(given, 'little'):0{count}b}"
        return _written(found, bytes(map(int, reversed(digits[-count:]))))

    return _BOOLS.sub(constant, text)


def _elements(found: re.Match[str]) -> int:
    return prod(map(int, found["shape"].split("x")[:-1]))


def _written(found: re.Match[str], contents: bytes) -> str:
    return f'dense<"0x{contents.hex().upper()}">{found["type"]}'
