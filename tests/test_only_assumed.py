"""Which conditions are only stated: these are left, as an assume is not a guard."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.assumes.pad_remove_assume import remove_assuming_stages
from pad_mlir.passes.simplify.assumed_values import feeds_an_assume, only_assumed
from pad_mlir.tools.tv.ops.assume_operands import feeds_only_assumes

TEMPLATE = """
func.func @f(%i: index, %x: memref<1xi1>, %b: i1) -> i1 {{
  %zero = arith.constant 0 : index
  %c = arith.cmpi sge, %i, %zero : index
  {uses}
  func.return %b : i1
}}
"""
ASSUMED = "pad.assume %c : i1"
STORED = "affine.store %c, %x[0] : memref<1xi1>"
PART = "%d = arith.andi %c, %b : i1\n"


@pytest.mark.parametrize(
    ("uses", "is_so"),
    [
        (ASSUMED, True),
        (f"{ASSUMED}\n{ASSUMED}", True),
        (f"{PART}pad.assume %d : i1", True),
        (f"{PART}pad.assume %d : i1\n{ASSUMED}", True),
        ("", False),
        (PART, False),
        (STORED, False),
        (f"{ASSUMED}\n{STORED}", False),
        (f"{STORED}\n{ASSUMED}", False),
        (f"{PART}affine.store %d, %x[0] : memref<1xi1>", False),
        ("scf.if %c {\n}", False),
    ],
)
def test_a_condition(uses: str, is_so: bool) -> None:
    module = parse_module(TEMPLATE.format(uses=uses))
    (condition,) = (op for op in module.walk() if op.name == "arith.cmpi")
    assert only_assumed(condition) == is_so


def test_an_assume_is_a_statement_itself() -> None:
    module = parse_module(TEMPLATE.format(uses=ASSUMED))
    (assume,) = (op for op in module.walk() if op.name == "pad.assume")
    assert only_assumed(assume)


@pytest.mark.parametrize(("parts", "is_so"), [(30, False), (31, True), (32, True)])
def test_a_long_way_to_a_store_is_not_followed(parts: int, is_so: bool) -> None:
    names = ["%c", *(f"%d{k}" for k in range(parts))]
    steps = [f"{new} = arith.andi {old}, %b : i1" for old, new in pairwise(names)]
    stored = f"affine.store {names[-1]}, %x[0] : memref<1xi1>"
    module = parse_module(TEMPLATE.format(uses="\n".join([*steps, stored])))
    (condition,) = (op for op in module.walk() if op.name == "arith.cmpi")
    assert only_assumed(condition) == is_so


@pytest.mark.parametrize(
    ("uses", "is_so"),
    [
        ("", False),
        (ASSUMED, True),
        (STORED, False),
        (f"{STORED}\n{ASSUMED}", True),
        (PART, False),
        (f"{PART}pad.assume %d : i1", True),
        (f"{PART}%e = arith.ori %d, %b : i1\npad.assume %e : i1", True),
        (f"{PART}affine.store %d, %x[0] : memref<1xi1>", False),
        ("scf.if %c {\npad.assume %b : i1\n}", False),  # what the if decides is not stated
    ],
)
def test_a_value_of_which_an_assume_speaks(uses: str, is_so: bool) -> None:
    module = parse_module(TEMPLATE.format(uses=uses))
    (condition,) = (op for op in module.walk() if op.name == "arith.cmpi")
    assert feeds_an_assume(condition.results[0]) == is_so


_YIELDED = """
func.func @f(%A: memref<1xi1>, %c: i1, %x: memref<1xi1>) {{
  %r = scf.if %c -> (i1) {{
    %a = affine.load %A[0] : memref<1xi1>
    scf.yield %a : i1
  }} else {{
    scf.yield %c : i1
  }}
  {uses}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("uses", "is_so"),
    [
        ("pad.assume %r : i1", True),
        ("", False),  # it feeds nothing: an access as any other
        ("affine.store %r, %x[0] : memref<1xi1>\n pad.assume %r : i1", False),
    ],
)
def test_a_load_that_an_if_hands_on(uses: str, is_so: bool) -> None:
    module = parse_module(_YIELDED.format(uses=uses))
    (load,) = (op for op in module.walk() if op.name == "affine.load")
    assert feeds_only_assumes(load) == is_so


_STAGES = """
func.func @f(%n: index, %A: memref<?xi1>, %B: memref<?xi1>) {{
  %two = arith.constant 2 : index
  %half = arith.floordivsi %n, %two : index
  affine.for %i = 0 to affine_map<(d0) -> (d0)>(%half) {{
    %a = affine.load %A[%i] : memref<?xi1>
    {said}
  }}
  %c = arith.cmpi sge, %n, %two : index
  pad.assume %c : i1
  func.return
}}
"""


@pytest.mark.parametrize(
    ("said", "stays"),
    [
        ("pad.assume %a : i1", False),
        ("affine.for %j = 0 to 2 {\npad.assume %a : i1\n}", False),
        ("affine.store %a, %B[%i] : memref<?xi1>", True),
        ("pad.assume %a : i1\naffine.store %a, %B[%i] : memref<?xi1>", True),
    ],
)
def test_stages_that_only_assume_go_before_divisions_are_looked_at(said: str, stays: bool) -> None:
    module = parse_module(_STAGES.format(said=said))
    remove_assuming_stages(module)
    names = [op.name for op in module.walk()]
    assert ("arith.floordivsi" in names) == ("affine.for" in names) == stays
    assert names.count("pad.assume") == 1 + (stays and "pad.assume" in said)
