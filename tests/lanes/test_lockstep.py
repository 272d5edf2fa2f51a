"""Which loops may run several iterations side by side, or in any order."""

from __future__ import annotations

import random
import re
from itertools import permutations

import pytest
from xdsl.dialects import affine, func, scf

from pad_mlir.dialect.ir.reasons import Declined
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.lanes.legality.lockstep import (
    becomes_no_code,
    check_any_order,
    check_lockstep,
)

A, C, FOURS, TWOS = "memref<64xf32>", "memref<8x8xf32>", "memref<16x4xf32>", "memref<32x2xf32>"
BOTH = "affine.store {}, %A[{}] : memref<64xf32>\n affine.store {}, %A[{}] : memref<64xf32>"


def loop_of(body: str, step: int = 1, lower: int | str = 0, upper: str = "16") -> affine.ForOp:
    """A loop with these lines in it."""
    text = f"""
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>, %C: memref<8x8xf32>, %x: f32, %y: f32,
             %v: vector<2xf32>, %w: vector<4xf32>, %m: vector<2xi1>, %c: i1, %n: index) {{
  %fours = memref.expand_shape %A [[0, 1]] output_shape [16, 4] : memref<64xf32> into {FOURS}
  %twos = memref.expand_shape %A [[0, 1]] output_shape [32, 2] : memref<64xf32> into {TWOS}
  %local = memref.alloc() : memref<64xf32>
  affine.for %i = {lower} to {upper} step {step} {{
    {body}
  }}
  func.return
}}
"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    return next(op for op in function.body.block.ops if isinstance(op, affine.ForOp))


def copy(source: str, target: str, source_type: str, target_type: str) -> str:
    return f"""%a = affine.load {source} : {source_type}
    affine.store %a, {target} : {target_type}"""


VECTOR = "vector.store %v, %A[%i] : memref<64xf32>, vector<2xf32>"
MASKED = "vector.maskedstore %A[%i], %m, %v : memref<64xf32>, vector<2xi1>, vector<2xf32>"
WIDE = "vector.store %w, %A[%i] : memref<64xf32>, vector<4xf32>"
PLUS_ONE = "%k = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)"
IN_ORDER = {
    "a cell each": (copy("%A[%i]", "%A[%i]", A, A), 1),
    "what was read before": (copy("%A[%i + 1]", "%A[%i]", A, A), 1),
    "two buffers": (copy("%A[0]", "%B[%i]", A, A), 1),
    "apart by a step": (copy("%A[%i]", "%A[%i + 1]", A, A), 2),
    "apart by an odd number": (copy("%A[2 * %i]", "%A[2 * %i + 5]", A, A), 1),
    "in opposite directions, which do not meet": (copy("%A[%i]", "%A[63 - %i]", A, A), 1),
    "views of a cell that was read before": (copy("%fours[%i, 0]", "%twos[%i, 0]", FOURS, TWOS), 1),
    "views of two columns": (copy("%twos[%i, 1]", "%fours[%i, 2]", TWOS, FOURS), 1),
    "one view": (copy("%twos[0, 0]", "%twos[%i, 1]", TWOS, TWOS), 1),
    "vectors one after another": (VECTOR, 2),
    "masked ones too": (MASKED, 2),
    "wide ones": (WIDE, 4),
    "a row each": (copy("%C[%i floordiv 8, 0]", "%B[%i]", C, A), 1),
    "a buffer that is chosen": (f"%b = arith.select %c, %A, %B : {A}", 1),
    "only reads": ("%a = affine.load %A[0] : memref<64xf32>", 1),
}
REVERSED = {
    "what the iteration before wrote": (copy("%A[%i]", "%A[%i + 1]", A, A), 1),
    "what the second before wrote": (copy("%A[%i]", "%A[%i + 2]", A, A), 1),
    "two steps": (copy("%A[%i]", "%A[%i + 4]", A, A), 2),
    "one cell, which is read too": (copy("%A[0]", "%A[0]", A, A), 1),
    "in opposite directions": (copy("%A[%i + 2]", "%A[15 - %i]", A, A), 1),
    "at two speeds": (copy("%A[%i]", "%A[2 * %i]", A, A), 1),
    "views of a cell": (copy("%twos[%i, 0]", "%fours[%i, 0]", TWOS, FOURS), 1),
    "a view, and what it shows": (copy("%A[2 * %i]", "%twos[%i + 1, 0]", A, TWOS), 1),
    "vectors that meet in the second iteration after": (
        f"""%k = affine.apply affine_map<(d0) -> (3 * d0)>(%i)
    %l = affine.apply affine_map<(d0) -> (3 * d0 + 5)>(%i)
    {VECTOR.replace("%i", "%k")}
    {VECTOR.replace("%i", "%l")}""",
        1,
    ),
    "where a loop inside and a name move the index": (
        f"""affine.for %j = 0 to 4 {{
      %a = affine.load %A[%i + %j + symbol(%n)] : {A}
      affine.store %a, %A[%i + %j + symbol(%n)] : {A}
    }}""",
        1,
    ),
    "vectors that overlap, in two stores": (
        f"{PLUS_ONE}\n {VECTOR}\n {VECTOR.replace('%i', '%k')}",
        1,
    ),
    "somewhere": (
        "%a = memref.load %A[%n] : memref<64xf32>\n affine.store %a, %A[%i] : memref<64xf32>",
        1,
    ),
}


@pytest.mark.parametrize(("body", "step"), IN_ORDER.values(), ids=IN_ORDER)
def test_side_by_side(body: str, step: int) -> None:
    check_lockstep(loop_of(body, step), 4, ())


@pytest.mark.parametrize(("body", "step"), REVERSED.values(), ids=REVERSED)
def test_not_side_by_side(body: str, step: int) -> None:
    with pytest.raises(Declined, match="access the same cell of"):
        check_lockstep(loop_of(body, step), 4, ())


@pytest.mark.parametrize(("group", "is_right"), [(2, True), (3, False)])
def test_only_iterations_of_one_group_change_places(group: int, is_right: bool) -> None:
    body = BOTH.format("%x", "%i", "%y", "%i + 2")
    if is_right:
        check_lockstep(loop_of(body), group, ())
    else:
        with pytest.raises(Declined, match="iterations"):
            check_lockstep(loop_of(body), group, ())


@pytest.mark.parametrize("lower", [0, 1])
def test_groups_begin_at_the_lower_bound(lower: int) -> None:
    guarded = """affine.if affine_set<(d0) : (d0 - 2 >= 0, 3 - d0 >= 0)>(%i) {
      %a = affine.load %A[2] : memref<64xf32>
      affine.store %a, %A[%i] : memref<64xf32>
    }"""
    if lower:  # 2 is in one group with 1, and 3 with 4
        check_lockstep(loop_of(guarded, lower=lower), 2, ())
    else:
        with pytest.raises(Declined, match="iterations"):
            check_lockstep(loop_of(guarded, lower=lower), 2, ())


ANY_ORDER = {
    "a cell each": copy("%A[%i]", "%A[%i]", A, A),
    "two buffers": copy("%A[0]", "%B[%i]", A, A),
    "a buffer of the iteration": f"""%b = memref.alloc() : memref<1xf32>
    affine.store %x, %b[0] : memref<1xf32>
    %a = affine.load %b[0] : memref<1xf32>
    affine.store %a, %A[%i] : {A}
    memref.dealloc %b : memref<1xf32>""",
}
SOME_ORDER = {
    "what was read before": copy("%A[%i + 1]", "%A[%i]", A, A),
    "views of a cell": copy("%fours[%i, 0]", "%twos[%i, 0]", FOURS, TWOS),
    "one cell": f"affine.store %x, %A[0] : {A}",
    "one cell of what is allocated before": f"affine.store %x, %local[0] : {A}",
    "vectors that overlap": VECTOR,
    "vectors that meet in the second iteration before": f"""
    %k = affine.apply affine_map<(d0) -> (3 * d0 + 5)>(%i)
    %l = affine.apply affine_map<(d0) -> (3 * d0)>(%i)
    {VECTOR.replace("%i", "%k")}
    {VECTOR.replace("%i", "%l")}""",
}


@pytest.mark.parametrize("body", ANY_ORDER.values(), ids=ANY_ORDER)
def test_any_order(body: str) -> None:
    check_any_order(loop_of(body))


@pytest.mark.parametrize("body", SOME_ORDER.values(), ids=SOME_ORDER)
def test_not_in_any_order(body: str) -> None:
    with pytest.raises(Declined, match="iterations"):
        check_any_order(loop_of(body))


def some_index(chosen: random.Random) -> str:
    """A sum with a part of the iterator, and the one of a loop inside."""
    tile, moved = chosen.choice([2, 4, 8]), f"(%i + {chosen.choice([0, 0, 1, 3])})"
    ours = chosen.choice([moved, f"({moved} floordiv {tile})", f"({moved} mod {tile})"])
    inner = chosen.choice([0, 1, 1, -2])
    return f"{ours} * {chosen.choice([1, 2, 3, 8, -1])} + %j * {inner} + {chosen.randint(30, 32)}"


def cells(index: str, i: int, inside: range) -> set[int]:
    python = index.replace("floordiv", "//").replace("mod", "%")
    python = python.replace("%i", "i").replace("%j", "j")
    return {eval(python, {"i": i, "j": j}) for j in inside}


def test_random_loops() -> None:
    """A loop is accepted if no two iterations access a cell that one of them writes."""
    accepted = set[object]()
    for seed in range(200):
        chosen = random.Random(seed)
        lower, step = chosen.choice([0, 3, "%n"]), chosen.choice([1, 2, 4, 8])
        read, written = (some_index(chosen) for _ in "rw")
        if chosen.random() < 0.6:
            read = written
        inside = range(chosen.randint(0, 3), chosen.randint(4, 8), chosen.choice([1, 2, 5]))
        body = f"""affine.for %j = {inside.start} to {inside.stop} step {inside.step} {{
          {copy(f"%A[{read}]", f"%A[{written}]", A, A)}
        }}"""
        meet = any(
            cells(written, i, inside) & (cells(read, k, inside) | cells(written, k, inside))
            for first in ([lower] if isinstance(lower, int) else range(8))
            for i, k in permutations(range(first, 16, step), 2)
        )
        try:
            check_any_order(loop_of(body, step, lower))
        except Declined:
            assert meet or lower == "%n", (seed, body)
        else:
            assert not meet, (seed, body)
            accepted.add(lower)
    assert accepted == {0, 3, "%n"}


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (PLUS_ONE, True),
        ("%u = pad.undef : f32\n affine.store %u, %A[%i] : memref<64xf32>", True),
        ("affine.store %x, %A[%i] : memref<64xf32>", False),
        ("pad.assume %c : i1", True),
        ("memref.dealloc %B : memref<64xf32>", False),
        ("scf.if %c {\n affine.store %x, %A[%i] : memref<64xf32>\n }", False),
        ("scf.if %c {\n %k = arith.addf %x, %x : f32\n }", True),
    ],
)
def test_what_becomes_no_code(body: str, wanted: bool) -> None:
    assert becomes_no_code(loop_of(body)) == wanted


@pytest.mark.parametrize("use", ["", "affine.store %r, %A[0] : memref<64xf32>"])
def test_a_loop_whose_result_is_used_becomes_code(use: str) -> None:
    text = f"""
func.func @f(%A: memref<64xf32>, %x: f32) {{
  %r = affine.for %i = 0 to 4 iter_args(%s = %x) -> (f32) {{
    %t = arith.addf %s, %s : f32
    affine.yield %t : f32
  }}
  {use}
  func.return
}}"""
    (function,) = parse_module(text).ops
    loop = next(op for op in function.walk() if isinstance(op, affine.ForOp))
    assert becomes_no_code(loop) == (not use)


@pytest.mark.parametrize(
    ("upper", "body", "wanted"),
    [
        ("16", copy("%A[%i]", "%A[%i + 1]", A, A), "'affine.store' and then by 'affine.load'$"),
        (
            "%n",
            copy("%A[%i]", "%A[%i + 1]", A, A),
            "; a cell is kept in a value where the loop certainly runs",
        ),
        ("16", copy("%A[%i]", "%A[%i + 1]", A, A), "] access the same cell of A,"),
        (
            "16",
            f"""%a = affine.load %A[%i] : {A}
    scf.if %c {{
      affine.store %a, %A[%i + 1] : {A}
    }}""",
            "] may access the same cell of A,",
        ),
    ],
)
def test_what_is_said(upper: str, body: str, wanted: str) -> None:
    with pytest.raises(Declined) as declined:
        check_lockstep(loop_of(body, upper=upper), 4, ())
    assert re.search(wanted, str(declined.value))


def test_what_is_unknown_cannot_run_in_lockstep() -> None:
    with pytest.raises(Declined, match="cannot run in lockstep"):
        check_lockstep(loop_of("memref.dealloc %B : memref<64xf32>"), 4, ())
    wide = "%k = vector.broadcast %x : f32 to vector<2x2xf32>"
    with pytest.raises(Declined, match="more or less than one axis"):
        check_lockstep(loop_of(wide), 4, ())


def test_whole_conditionals_run_for_one_iteration_after_another() -> None:
    body = f"""scf.if %c {{
      affine.store %x, %A[%i] : {A}
      affine.store %y, %A[%i + 1] : {A}
    }}"""
    loop = loop_of(body)
    (guard,) = (op for op in loop.body.block.ops if isinstance(op, scf.IfOp))
    check_lockstep(loop, 4, [guard])
    with pytest.raises(Declined, match="iterations"):
        check_lockstep(loop, 4, [])


def test_loops_inside_run_side_by_side_too() -> None:
    body = f"""affine.for %j = 0 to 4 {{
      %a = affine.load %A[%i + %j] : {A}
      affine.store %a, %A[%i] : {A}
    }}"""
    with pytest.raises(Declined, match="iterations"):
        check_lockstep(loop_of(body), 4, ())
