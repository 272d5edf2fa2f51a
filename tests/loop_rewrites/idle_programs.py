"""Random nests in which some loops do nothing: they only assume, store undef, or compute."""

from __future__ import annotations

import random
import re

_SQUARE = "memref<6x16xi32>"
_LOAD = f"%a = affine.load %X[I, %j] : {_SQUARE}"
_ASSUME = f"{_LOAD}\n%c = arith.cmpi sge, %a, %z : i32\npad.assume %c : i1"
_SUM = f"""%r = affine.for %j = 0 to 16 iter_args(%s = %z) -> (i32) {{
{_LOAD}
%t = arith.addi %s, %a : i32
affine.yield %t : i32
}}"""
_BOUNDS = "\n".join(
    f"%{n} = arith.constant {v} : index" for n, v in (("n", 0), ("u", 16), ("t", 1))
)
_GUARD = "%u = arith.constant 5 : index\n%n = arith.cmpi slt, %j, %u : index\nscf.if %n"
_INNER_SUM = _SUM.replace("%j", "%k")


def _loop(body: str, iterations: str = "0 to 16") -> str:
    return f"affine.for %j = {iterations} {{\n{body}\n}}"


IDLE = (
    *map(
        _loop,
        (
            "",
            _ASSUME,
            "%n = arith.constant 16 : index\n"
            "%c = arith.cmpi slt, %j, %n : index\npad.assume %c : i1",
            f"%u = pad.undef : i32\naffine.store %u, %W[I, %j] : {_SQUARE}",
            f"{_LOAD}\n%b = arith.addi %a, %a : i32",
            "%b = arith.addi %z, %z : i32",
            f"affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {{\n{_LOAD}\n}}",
            f"affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {{\n{_ASSUME}\n}}",
            "affine.for %k = 0 to 8 {\n}",
            f"affine.for %k = 0 to 8 {{\n{_ASSUME}\n}}",
            _INNER_SUM,
            f"{_INNER_SUM}\n%c = arith.cmpi sge, %r, %z : i32\npad.assume %c : i1",
            f"%a = affine.load %W[I, %j] : {_SQUARE}\naffine.store %a, %W[I, %j] : {_SQUARE}",
        ),
    ),
    _SUM,
    f"{_SUM}\n%c = arith.cmpi sge, %r, %z : i32\npad.assume %c : i1",
    "%r = affine.for %j = 0 to 16 iter_args(%s = %z) -> (i32) {\naffine.yield %s : i32\n}\n"
    "affine.store %r, %S[I] : memref<6xi32>",
    _loop(f"affine.store %z, %W[I, %j] : {_SQUARE}", "0 to 0"),
    _loop(_ASSUME, "0 to %m"),
    _loop(_ASSUME, "0 to affine_map<(d0) -> (d0 + 1)>(I)"),
    f"affine.parallel (%j) = (0) to (16) {{\n{_ASSUME}\n}}",
    f"{_BOUNDS}\nscf.for %j = %n to %u step %t {{\n}}",
    f"{_BOUNDS}\nscf.for %j = %n to %u step %t {{\n{_ASSUME.replace('affine', 'memref')}\n}}",
    *map(_loop, (f"{_GUARD} {{\n}}", f"{_GUARD} {{\n{_ASSUME}\n}}", f"{_GUARD} {{\n{_LOAD}\n}}")),
)
"""Nests over `%j` that change nothing; `I` is an index of six."""

WORK = (
    _loop(f"{_LOAD}\naffine.store %a, %Y[I, %j] : {_SQUARE}"),
    f"{_SUM}\naffine.store %r, %S[I] : memref<6xi32>",
    f"{_ASSUME}\naffine.store %a, %S[I] : memref<6xi32>".replace("%j", "0"),
)


def program(draw: random.Random) -> str:
    """A function of one to three such parts, in none to two loops."""
    around = draw.choice(((), ("%i = 0 to 6",), ("%i = 0 to 6",), ("%h = 0 to 2", "%i = 0 to 6")))
    body = ""
    for place in range(draw.choice((1, 2, 2, 3))):
        part = draw.choice(IDLE if draw.random() < 0.7 else WORK)
        part = re.sub(r"\bI\b", "%i" if around else "%c1", part)
        body += re.sub(r"(%[abnrstu]|%c)\b", rf"\1_{place}", part) + "\n"
    for inside, loop in reversed([*enumerate(around)]):
        stage = "" if inside else ' {pad.stage = "c"}'
        body = f"affine.for {loop} {{\n{body}}}{stage}\n"
    buffers = ", ".join(f"%{name}: {_SQUARE}" for name in "XYW")
    return f"""func.func @f({buffers}, %S: memref<6xi32>, %m: index) {{
%z = arith.constant 0 : i32
%c1 = arith.constant 1 : index
{body}func.return
}}
"""
