"""Conditions on data that are long, or have many cases, take time in proportion."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ..scaling.work import work


def _joined(n: int) -> str:
    lines = [f"%x{k} = arith.cmpi slt, %n, %c{k} : i32" for k in range(n)]
    lines += [f"%a{k + 1} = arith.andi %a{k}, %x{k} : i1" for k in range(n)]
    return _program(n, lines, f"%a{n}")


def _differing(n: int) -> str:
    lines = [f"%x{k} = arith.cmpi slt, %n, %c{k} : i32" for k in range(n)]
    lines += [f"%a{k + 1} = arith.xori %a{k}, %x{k} : i1" for k in range(n)]
    return _program(n, lines, f"%a{n}")


def _clamped(n: int) -> str:
    lines = ["%s0 = arith.addi %n, %m : i32"]
    for k in range(n):
        lines.append(f"%x{k} = arith.cmpi slt, %s{k}, %c{k} : i32")
        lines.append(f"%s{k + 1} = arith.select %x{k}, %m, %s{k} : i32")
    lines.append(f"%e = arith.cmpi eq, %s{n}, %m : i32")
    return _program(n, lines, "%e")


def _program(n: int, lines: list[str], condition: str) -> str:
    constants = [f"%c{k} = arith.constant {k * 7 % 101} : i32" for k in range(n)]
    body = "\n".join([*constants, *lines])
    return f"""func.func @f(%A: memref<8xi32>, %n: i32, %m: i32, %a0: i1) {{
{body}
scf.if {condition} {{
  affine.store %n, %A[0] : memref<8xi32>
}}
func.return
}}"""


@pytest.mark.parametrize("program", [_joined, _differing, _clamped])
def test_work_grows_with_the_condition(program: Callable[[int], str]) -> None:
    _ = work("pad-simplify", program(4))
    small, large = (work("pad-simplify", program(n)).total() for n in (40, 160))
    assert large <= 8 * small
