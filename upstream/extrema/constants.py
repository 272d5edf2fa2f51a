"""
Maxima and minima of float vectors and a constant, in one or two instructions of x86.

x86's `max(c, x)` is x where x is NaN, or where both are zeros. With a constant c that is no NaN,
this is what IEEE 754-2019 says, unless c is the zero that wins: the maximum of +0.0 and -0.0 is
+0.0, the minimum -0.0. In a maximum with +0.0, `x + 0.0` stands for x: that is +0.0 for -0.0, and x
for anything else.
"""

from __future__ import annotations

import re
from struct import pack, unpack

_CONSTANT = r"zeroinitializer|splat \((?:float|double) [^()]+\)"
_CALL = re.compile(
    r"  (?P<name>%[\w.]+) = (?:tail )?call (?P<type><(?P<lanes>\d+) x (?P<element>float|double)>) "
    r"@llvm\.(?P<kind>maximum|minimum)\.v\d+f(?:32|64)"
    rf"\(<[^<>]*> (?P<left>%[\w.]+|{_CONSTANT}), <[^<>]*> (?P<right>%[\w.]+|{_CONSTANT})\)"
)
"""A call without flags: under nnan and nsz one instruction is enough."""


def with_constant_extrema(ir: str) -> str:
    """Return LLVM IR in which maxima and minima of vectors and a constant are comparisons."""
    return _CALL.sub(_rewritten, ir)


def _rewritten(call: re.Match[str]) -> str:
    """The lines in the place of a call; the call itself where none are shorter."""
    constants = [side for side in ("left", "right") if not call[side].startswith("%")]
    if len(constants) != 1:
        return call[0]
    constant, value = call[constants[0]], call["right" if constants[0] == "left" else "left"]
    number = _number(constant)
    if number != number:
        return call[0]
    name, type, is_maximum = call["name"], call["type"], call["kind"] == "maximum"
    lines = list[str]()
    if number == 0 and _is_negative(number) != is_maximum:
        if not is_maximum:
            return call[0]
        lines.append(f"  %pad.unsigned.{name[1:]} = fadd {type} {value}, zeroinitializer")
        value = f"%pad.unsigned.{name[1:]}"
    compared = f"%pad.further.{name[1:]}"
    compare = "ogt" if is_maximum else "olt"
    lines += [
        f"  {compared} = fcmp {compare} {type} {constant}, {value}",
        f"  {name} = select <{call['lanes']} x i1> {compared}, {type} {constant}, {type} {value}",
    ]
    return "\n".join(lines)


def _number(constant: str) -> float:
    """The number of which all lanes of a constant consist, as LLVM writes it."""
    if constant == "zeroinitializer":
        return 0.0
    digits = constant.split()[-1].removesuffix(")")
    if digits.startswith("0x"):
        return unpack("<d", int(digits, 16).to_bytes(8, "little"))[0]
    return float(digits)


def _is_negative(number: float) -> bool:
    return bool(pack(">d", number)[0] >> 7)
