"""Conditions of many parts: those that others imply go, of too many none does."""

from __future__ import annotations

import pytest
from xdsl.dialects import arith

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.simplify.pad_simplify import PadSimplify


def _left(parts: int, kind: str) -> int:
    """How many comparisons are left of `n < 5`, `n < 10` and others of other numbers."""
    others = [f"%m{k}" for k in range(parts - 2)]
    arguments = ", ".join(f"{name}: index" for name in ("%n", *others))
    lines = ["%x0 = arith.cmpi slt, %n, %c5 : index"]
    lines += [
        f"%x{k + 1} = arith.cmpi slt, {name}, %c{7 if k % 2 else 5} : index"
        for k, name in enumerate(others)
    ]
    lines.append(f"%x{parts - 1} = arith.cmpi slt, %n, %c10 : index")
    lines.append(f"%a1 = arith.{kind} %x0, %x1 : i1")
    lines += [f"%a{k} = arith.{kind} %a{k - 1}, %x{k} : i1" for k in range(2, parts)]
    body = "\n".join(lines)
    module = parse_module(f"""
    func.func @f(%A: memref<8xf32>, %x: f32, {arguments}) {{
      %c5 = arith.constant 5 : index
      %c7 = arith.constant 7 : index
      %c10 = arith.constant 10 : index
      {body}
      scf.if %a{parts - 1} {{
        affine.store %x, %A[0] : memref<8xf32>
      }}
      func.return
    }}""")
    PadSimplify().apply(new_context(), module)
    return len([op for op in module.walk() if isinstance(op, arith.CmpiOp)])


@pytest.mark.parametrize("kind", ["andi", "ori"])
@pytest.mark.parametrize(("parts", "left"), [(3, 2), (12, 11), (13, 13), (14, 14), (20, 20)])
def test_one_part_is_implied(parts: int, left: int, kind: str) -> None:
    assert _left(parts, kind) == left
