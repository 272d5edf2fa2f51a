"""
Maxima and minima of float vectors that obey IEEE 754-2019, in fewer instructions on x86.

x86's `max(a, b)` is b where a or b is NaN, or where both are zeros. LLVM makes `llvm.maximum` of it
by comparisons that come one after the other: six instructions, of which a chain waits for more than
ten cycles. Here, `p = max(a, b)` and `q = max(b, a)` are the same unless one is NaN or both are
zeros. Then the magnitude of the result is `p | q`, which is NaN where p or q is, and its sign
`p & q`, which is that of +0.0 where p or q is. Of a minimum `p | q` is all, so a maximum is made of
one where that spares instructions. One or two are enough where one operand is a constant.
"""

from __future__ import annotations

import re

from .constants import with_constant_extrema
from .ranges import with_negated_maxima, with_range_extrema

_CALL = re.compile(
    r"call <(?P<lanes>\d+) x (?P<type>float|double)> "
    r"@llvm\.(?P<kind>maximum|minimum)\.v\d+f(?P<bits>32|64)\("
)
"""A call without flags: under nnan and nsz one instruction is enough."""
_FUNCTION = """
define internal <{n} x {float}> @{name}(<{n} x {float}> %a, <{n} x {float}> %b) alwaysinline {{
  %ab = fcmp {compare} <{n} x {float}> %a, %b
  %pf = select <{n} x i1> %ab, <{n} x {float}> %a, <{n} x {float}> %b
  %ba = fcmp {compare} <{n} x {float}> %b, %a
  %qf = select <{n} x i1> %ba, <{n} x {float}> %b, <{n} x {float}> %a
  %p = bitcast <{n} x {float}> %pf to <{n} x i{bits}>
  %q = bitcast <{n} x {float}> %qf to <{n} x i{bits}>{combine}
  %rf = bitcast <{n} x i{bits}> %r to <{n} x {float}>
  ret <{n} x {float}> %rf
}}
"""
# In a form of which LLVM makes two instructions of AVX-512 that need no copies.
_SIGN_OF_BOTH = """
  %s = or <{n} x i{bits}> %q, splat (i{bits} {magnitude})
  %t = and <{n} x i{bits}> %p, %s
  %u = and <{n} x i{bits}> %q, splat (i{bits} {magnitude})
  %r = or <{n} x i{bits}> %t, %u"""
_EITHER = """
  %r = or <{n} x i{bits}> %p, %q"""


def has_extrema(ir: str) -> bool:
    """Whether there is a maximum or minimum of float vectors that obeys IEEE 754-2019."""
    return _CALL.search(ir) is not None


def with_short_extrema(ir: str, *, has_range: bool) -> str:
    """
    Return LLVM IR in which the maxima and minima of float vectors without flags are short.

    With `has_range`, the processor has AVX-512's range instruction for all widths.
    """
    functions = dict[str, str]()
    ir = with_constant_extrema(ir)
    ir = with_range_extrema(ir) if has_range else with_negated_maxima(ir)

    def call(found: re.Match[str]) -> str:
        kind, lanes, bits = found["kind"], found["lanes"], int(found["bits"])
        name = f"pad.{kind}.v{lanes}f{bits}"
        combine = _SIGN_OF_BOTH if kind == "maximum" else _EITHER
        functions[name] = _FUNCTION.format(
            n=lanes,
            float=found["type"],
            bits=bits,
            name=name,
            compare="ogt" if kind == "maximum" else "olt",
            combine=combine.format(n=lanes, bits=bits, magnitude=(1 << bits - 1) - 1),
        )
        return f"call <{lanes} x {found['type']}> @{name}("

    changed = _CALL.sub(call, ir)
    return changed + "".join(functions.values())
