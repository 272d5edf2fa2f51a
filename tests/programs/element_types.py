"""Element types: how often, their constants, and how one becomes another."""

from __future__ import annotations

import random

# What a kernel's arguments may be, and what only the IR has.
_COMMON = (
    *(["f32"] * 10 + ["f64", "f64", "i32", "i32", "i32", "i64", "i8", "i8", "i16", "i1"]),
    *("index", "f16", "bf16"),
)
_RARE = ("i5", "i24", "f8E4M3FN", "f8E5M2", "f8E4M3B11FNUZ", "ui8", "si16", "i128")
FLOAT_BITS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16}
UNSTORABLE = ("ui8", "si16")  # no arithmetic: they are copied only


def element_type(choices: random.Random, *, rare: bool) -> str:
    """A type, by weight; a rare one cannot be an argument of a kernel."""
    return choices.choice(_RARE if rare else _COMMON)


def is_rare(type: str) -> bool:
    """Whether the runtime takes no arguments of it."""
    return type in _RARE


def is_float(type: str) -> bool:
    """Whether it is a float type."""
    return type.startswith(("f", "bf"))


def float_bits(type: str) -> int:
    """The width of a float type."""
    return FLOAT_BITS.get(type, 8)


def integer_bits(type: str) -> int:
    """The width of an integer type."""
    return 64 if type == "index" else int(type.lstrip("usi"))


def constant_text(choices: random.Random, type: str, *, tame: bool = False) -> str:
    """A constant of the type; a tame one is small and positive."""
    if is_float(type):
        if tame or float_bits(type) == 8:
            return choices.choice(("0.5", "1.0", "2.0", "1.5"))
        special = {
            "f32": ("0x7F800000", "0xFF800000", "0x7FC00000"),
            "f64": ("0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000"),
            "f16": ("0x7C00", "0xFC00", "0x7E00"),
            "bf16": ("0x7F80", "0xFF80", "0x7FC0"),
        }[type]
        usual = ("0.0", "-0.0", "1.0", "-1.0", "0.5", "3.25", "-2.5", "7.0")
        return choices.choice(usual * 2 + special)
    if type == "i1":
        return choices.choice(("true", "false"))
    bits = integer_bits(type)
    if type.startswith("u"):
        return str(choices.choice((0, 1, 3, 2**bits - 1)))
    if tame:
        return str(choices.choice((1, 2, 3)))
    if type == "index":
        return str(choices.choice((0, 1, 2, 7, -1)))
    return str(choices.choice((0, 1, -1, 2, 5, 7, -3, 2 ** (bits - 1) - 1, -(2 ** (bits - 1)))))
