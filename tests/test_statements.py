"""What a single assume states of the cells of a buffer."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.analysis.memory.assumptions import equal_cells, statement_of
from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.dialect.repairs import parse_module

TYPE = "memref<8xf32>"
A, B = f"affine.load %A[%i] : {TYPE}", f"affine.load %A[%i + 1] : {TYPE}"
STORE = f"affine.store %x, %A[0] : {TYPE}"
LOADS = f"%a = {A}\n %b = {B}"
BITS = """%p = arith.bitcast %a : f32 to i32
    %q = arith.bitcast %b : f32 to i32"""
SAME = "%s = arith.cmpi eq, %p, %q : i32"
ZERO = "%s = arith.cmpf oeq, %a, %z : f32"
OUTSIDE = "%o = arith.cmpi sge, %i, %three : index"
EITHER = "%t = arith.ori %s, %o : i1"
END = "pad.assume {} : i1"


def read(*lines: str) -> tuple[AssumeOp, InstanceReader]:
    """The last assume in a loop with these lines, and what reads it."""
    body = "\n    ".join(lines)
    text = f"""
func.func @f(%A: {TYPE}, %B: {TYPE}, %x: f32, %c: i1) {{
  %k = arith.constant 5 : i32
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %three = arith.constant 3 : index
  %true = arith.constant true
  %false = arith.constant false
  affine.for %i = 0 to 7 {{
    {body}
  }}
  func.return
}}
"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    *_, assume = (op for op in function.walk() if isinstance(op, AssumeOp))
    return assume, InstanceReader(function.body.block)


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ((LOADS, BITS, SAME, END.format("%s")), "true"),
        ((LOADS, BITS, SAME, OUTSIDE, EITHER, END.format("%t")), "i < 3"),
        ((LOADS, BITS, "%s = arith.cmpi ne, %p, %q : i32", END.format("%s")), None),
        ((LOADS, "%s = arith.cmpf oeq, %a, %b : f32", END.format("%s")), None),  # -0.0 and 0.0
        ((LOADS, STORE, BITS, SAME, END.format("%s")), None),
        ((f"%a = {A}", STORE, f"%b = {B}", BITS, SAME, END.format("%s")), None),
        ((f"%b = {B}", STORE, f"%a = {A}", BITS, SAME, END.format("%s")), None),
        ((LOADS.replace("%A[%i + 1]", "%B[%i]"), BITS, SAME, END.format("%s")), None),
        ((LOADS, BITS.replace("%b : f32 to", "%x : f32 to"), SAME, END.format("%s")), None),
        ((LOADS, BITS.replace("%a : f32 to", "%x : f32 to"), SAME, END.format("%s")), None),
    ],
)
def test_equal_cells(lines: tuple[str, ...], wanted: str | None) -> None:
    found = equal_cells(*read(*lines))
    if wanted is None:
        assert found is None
    else:
        assert found is not None
        assert (*map(str, found.first), *map(str, found.second)) == ("v0", "v0 + 1")
        assert ("3" in str(found.condition)) == ("3" in wanted)


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ((LOADS, ZERO, END.format("%s")), "SomeZero"),
        ((LOADS, ZERO.replace("oeq", "ueq"), END.format("%s")), None),  # or a NaN
        ((LOADS, ZERO.replace("oeq", "ole"), END.format("%s")), "Number"),
        ((LOADS, ZERO.replace("%z", "%one"), END.format("%s")), "Exactly"),
        ((LOADS, ZERO.replace("%a, %z", "%one, %a"), END.format("%s")), "Exactly"),
        ((LOADS, ZERO.replace("%z", "%nan"), END.format("%s")), "Number"),  # never true
        ((LOADS, ZERO.replace("%z", "%x"), END.format("%s")), None),
        ((LOADS, ZERO.replace("%z", "%b"), END.format("%s")), None),
        (("%u = pad.undef : f32", LOADS, ZERO.replace("%z", "%u"), END.format("%s")), "Arbitrary"),
        ((LOADS, ZERO.replace("oeq, %a, %z", "ord, %a, %a"), END.format("%s")), "Number"),
        ((LOADS, BITS, "%s = arith.cmpi eq, %p, %k : i32", END.format("%s")), "Exactly"),
        ((LOADS, BITS, "%s = arith.cmpi ne, %p, %k : i32", END.format("%s")), None),
        ((LOADS, BITS, "%s = arith.cmpi sle, %p, %k : i32", END.format("%s")), None),
        ((LOADS, STORE, ZERO, END.format("%s")), None),
        ((LOADS, ZERO, OUTSIDE, EITHER, END.format("%t")), "SomeZero"),
        ((LOADS, ZERO, "%t = arith.ori %s, %c : i1", END.format("%t")), None),
        ((LOADS, ZERO, "%t = arith.andi %s, %c : i1", END.format("%t")), None),
        (
            (LOADS, ZERO, ZERO.replace("%s", "%o").replace("%a", "%b"), EITHER, END.format("%t")),
            None,  # the one or the other
        ),
        ((LOADS, ZERO, "%t = arith.select %c, %s, %true : i1", END.format("%t")), None),
        (
            (LOADS, ZERO, OUTSIDE, "%t = arith.select %o, %s, %true : i1", END.format("%t")),
            "SomeZero",
        ),
        ((LOADS, ZERO, OUTSIDE, "%t = arith.select %o, %s, %false : i1", END.format("%t")), None),
        ((LOADS, ZERO, "scf.if %c {", END.format("%s"), "}"), None),
        ((LOADS, ZERO, "scf.if %c {", STORE, "}", END.format("%s")), None),
        ((f"%a = {A}", "%s = arith.cmpf oeq, %x, %z : f32", END.format("%s")), None),
    ],
)
def test_statement(lines: tuple[str, ...], wanted: str | None) -> None:
    found = statement_of(*read(*lines))
    assert wanted == (None if found is None else type(found.fact.value).__name__)
