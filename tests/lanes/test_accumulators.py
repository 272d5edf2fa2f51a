"""Which cells a loop may carry as values, and what they hold before it."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Operation

from pad_mlir.dialect.ops import UndefOp
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.lanes.legality.accumulators import carry_accumulators

A, L, F = "memref<16xf32>", "memref<16xf32>", "memref<4x4xf32>"
SUM = """%a = affine.load %L[{0}] : memref<16xf32>
%s = arith.addf %a, %x : f32
affine.store %s, %L[{0}] : memref<16xf32>"""


def function_of(body: str, before: str = "", upper: str = "8") -> func.FuncOp:
    """A loop %i with these lines in it and others before it, with a buffer %L of its own."""
    text = f"""
func.func @f(%A: {A}, %B: {A}, %x: f32, %n: index, %k: index, %v: vector<4xf32>, %m: vector<4xi1>,
             %c: i1) {{
  %one = arith.constant 1 : index
  %L = memref.alloc() : {L}
  %U = func.call @h() : () -> {L}
  %M = memref.alloc() : {L}
  %V = memref.expand_shape %L [[0, 1]] output_shape [4, 4] : {L} into {F}
  affine.for %o = 0 to 4 {{
    {before}
    affine.for %i = 0 to {upper} {{
      {body}
    }}
  }}
  func.return
}}
func.func private @g()
func.func private @h() -> memref<16xf32>
"""
    (function, *_) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    return function


def carried(function: func.FuncOp) -> tuple[affine.ForOp, list[Operation]]:
    inner = [op for op in function.walk() if isinstance(op, affine.ForOp)]
    (loop,) = (op for op in inner if op.body.block.args[0].name_hint == "i")
    return carry_accumulators(loop)


LOAD, STORE = "%b{0} = affine.load {1} : memref<16xf32>", "affine.store %x, {0} : memref<16xf32>"
CARRIED = {
    "one cell": SUM.format(0),
    "one of the loop around": SUM.format("%o"),
    "another cell is read": f"{SUM.format(0)}\n{LOAD.format(0, '%L[1]')}",
    "others are read": f"{SUM.format('%o')}\n{LOAD.format(0, '%L[%o + %i + 1]')}",
    "another cell is written": f"{SUM.format(0)}\n{STORE.format('%L[%i + 1]')}",
    "another buffer": f"{SUM.format(0)}\n{STORE.format('%A[0]')}\n{LOAD.format(0, '%B[0]')}",
    "another row of a view": f"""{SUM.format(0)}
      affine.store %x, %V[2, %o] : {F}""",
    "a cell that a condition keeps apart": f"""{SUM.format("%o")}
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %o) {{
        {STORE.format("%L[%i]")}
      }}""",
    "only written": STORE.format("%L[0]"),
    "loaded after the store too": f"{SUM.format(0)}\n{LOAD.format(0, '%L[0]')}",
    "in a view": f"""%a = affine.load %V[0, %o] : {F}
      %s = arith.addf %a, %x : f32
      affine.store %s, %V[0, %o] : {F}""",
    "vectors": f"""%a = vector.load %L[%n] : {L}, vector<4xf32>
      vector.store %a, %L[%n] : {L}, vector<4xf32>""",
}
LEFT = {
    "moved by the loop": SUM.format("%i"),
    "moved by an index of the loop": """%j = arith.addi %i, %one : index
      memref.store %x, %L[%j] : memref<16xf32>
      %a = memref.load %L[%j] : memref<16xf32>""",
    "another buffer's, maybe": SUM.format(0).replace("%L", "%U"),
    "read elsewhere too": f"{SUM.format(0)}\n{LOAD.format(0, '%L[%i]')}",
    "written elsewhere too": f"{SUM.format(3)}\n{STORE.format('%L[%i]')}",
    "the next one, at times": f"{SUM.format('%o')}\n{LOAD.format(0, '%L[%o + %i]')}",
    "a cell that a condition does not keep apart": f"""{SUM.format("%o")}
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %o) {{
        {STORE.format("%L[%i]")}
      }}""",
    "of one row of a view": f"{SUM.format(0)}\naffine.store %x, %V[0, %o] : {F}",
    "an unknown index": f"{SUM.format(0)}\nmemref.store %x, %L[%n] : {L}",
    "an index that is not read": f"""{SUM.format(0)}
      %j = arith.muli %i, %n : index
      %z = arith.xori %j, %n : index
      memref.store %x, %L[%z] : {L}""",
    "a call": f"{SUM.format(0)}\nfunc.call @g() : () -> ()",
    "a vector over it": f"{SUM.format(3)}\n%w = vector.load %L[%one] : {L}, vector<4xf32>",
    "a vector elsewhere": f"{SUM.format(0)}\n%w = vector.load %L[%one] : {L}, vector<4xf32>",
    "a masked vector": f"""{SUM.format(0)}
      vector.maskedstore %L[%one], %m, %v : {L}, vector<4xi1>, vector<4xf32>""",
    "a vector of it": f"""%a = vector.load %L[%n] : {L}, vector<4xf32>
      vector.store %a, %L[%n] : {L}, vector<4xf32>
      {LOAD.format(0, "%L[0]")}""",
    "stored as other numbers than loaded": f"""%a = vector.load %L[%n] : {L}, vector<2xf32>
      vector.store %v, %L[%n] : {L}, vector<4xf32>""",
    "in a condition": f"scf.if %c {{\n{SUM.format(0)}\n}}",
}


@pytest.mark.parametrize("body", CARRIED)
def test_cells_that_are_carried(body: str) -> None:
    function = function_of(CARRIED[body])
    stores = [op for op in function.walk() if op.name.endswith("store")]
    loop, _ = carried(function)
    inside = [*loop.walk()]
    if "%a = " not in CARRIED[body]:  # nobody reads it: what is there before is not read either
        assert len(loop.results) == 0
        return
    assert len(loop.results) == 1
    after = loop.next_op
    assert after is not None
    assert after in stores
    assert after not in inside
    assert after.operands[0] is loop.results[0]


@pytest.mark.parametrize("body", LEFT)
def test_cells_that_stay_in_memory(body: str) -> None:
    function = function_of(LEFT[body])
    before = str(function)
    loop, in_vain = carried(function)
    assert (len(loop.results), in_vain, str(function)) == (0, [], before)


@pytest.mark.parametrize(("upper", "results"), [("0", 0), ("1", 0), ("2", 1), ("%k", 0)])
def test_loops_of_several_iterations(upper: str, results: int) -> None:
    loop, _ = carried(function_of(SUM.format(0), upper=upper))
    assert len(loop.results) == results


AT_ZERO = "affine.store %x, %L[0] : memref<16xf32>"
OF_ANY_SIZE = {  # before a loop that may run no iteration: whether the cell is carried
    "stored": (AT_ZERO, SUM.format(0), True),
    "stored, then read": (f"{AT_ZERO}\n{LOAD.format(1, '%L[0]')}", SUM.format(0), True),
    "stored before a loop": (
        f"{AT_ZERO}\naffine.for %j = 0 to 3 {{\n{STORE.format('%L[%j]')}\n}}",
        SUM.format(0),
        True,
    ),
    "another cell stored": (STORE.format("%L[1]"), SUM.format(0), False),
    "loaded only": (LOAD.format(1, "%L[0]"), SUM.format(0), False),
    "stored in a condition": (f"scf.if %c {{\n{AT_ZERO}\n}}", SUM.format(0), False),
    "a call after the store": (f"{AT_ZERO}\nfunc.call @g() : () -> ()", SUM.format(0), False),
    "stored before it is loaded": (
        AT_ZERO,
        f"{AT_ZERO}\n{LOAD.format(0, '%L[0]')}",
        False,
    ),
}


@pytest.mark.parametrize("case", OF_ANY_SIZE)
def test_loops_that_may_not_run(case: str) -> None:
    before, body, is_carried = OF_ANY_SIZE[case]
    loop, _ = carried(function_of(body, before=before, upper="%k"))
    assert bool(loop.results) == is_carried


def test_a_loop_that_certainly_runs() -> None:
    function = function_of(SUM.format(0), upper="affine_map<(d0) -> (d0 + 1)>(%o)")
    loop, _ = carried(function)
    assert len(loop.results) == 1


def test_loops_inside_carry_too() -> None:
    function = function_of(f"affine.for %j = 0 to 4 {{\n{SUM.format(0)}\n}}")
    loop, _ = carried(function)
    (inner,) = (op for op in loop.walk() if isinstance(op, affine.ForOp) and op is not loop)
    assert len(inner.results) == len(loop.results) == 1
    assert not [op for op in loop.walk() if isinstance(op, affine.LoadOp | affine.StoreOp)]


ZERO = "%z = arith.constant 0.0 : f32\n"
FILL = "affine.store %z, {} : memref<16xf32>"
BEFORE = {  # what is before the loop: whether the store of zero gives the value, and is in vain
    "nothing": ("", False, False),
    "the store": (f"{ZERO}{FILL.format('%L[0]')}", True, True),
    "arithmetic between": (
        f"{ZERO}{FILL.format('%L[0]')}\n%q = arith.addf %x, %x : f32",
        True,
        True,
    ),
    "a load of it between": (
        f"{ZERO}{FILL.format('%L[0]')}\n{LOAD.format(1, '%L[0]')}",
        True,
        False,
    ),
    "a load of the buffer": (
        f"{ZERO}{FILL.format('%L[0]')}\n{LOAD.format(1, '%L[%o]')}",
        True,
        False,
    ),
    "loads, of another buffer last": (
        f"{ZERO}{FILL.format('%L[0]')}\n{LOAD.format(1, '%A[0]')}\n{LOAD.format(2, '%L[0]')}",
        True,
        False,
    ),
    "loads, of another buffer first": (
        f"{ZERO}{FILL.format('%L[0]')}\n{LOAD.format(2, '%L[0]')}\n{LOAD.format(1, '%A[0]')}",
        True,
        False,
    ),
    "a load of a view": (
        f"{ZERO}{FILL.format('%L[0]')}\n%b = affine.load %V[0, 0] : {F}",
        True,
        False,
    ),
    "a load of another buffer": (
        f"{ZERO}{FILL.format('%L[0]')}\n{LOAD.format(1, '%M[0]')}",
        True,
        True,
    ),
    "a store to another buffer": (
        f"{ZERO}{FILL.format('%L[0]')}\n{STORE.format('%M[0]')}",
        True,
        True,
    ),
    "a store to what was there before": (
        f"{ZERO}{FILL.format('%L[0]')}\n{STORE.format('%U[0]')}",
        True,
        True,
    ),
    "a store to another cell": (
        f"{ZERO}{FILL.format('%L[0]')}\n{STORE.format('%L[%o]')}",
        False,
        False,
    ),
    "a store by a view": (
        f"{ZERO}{FILL.format('%L[0]')}\naffine.store %x, %V[0, 0] : {F}",
        False,
        False,
    ),
    "a store of another cell alone": (f"{ZERO}{FILL.format('%L[1]')}", False, False),
    "a store to another buffer alone": (f"{ZERO}{FILL.format('%M[0]')}", False, False),
    "a call": (f"{ZERO}{FILL.format('%L[0]')}\nfunc.call @g() : () -> ()", False, False),
    "a loop": (
        f"{ZERO}{FILL.format('%L[0]')}\naffine.for %j = 0 to 4 {{\n{STORE.format('%L[%j]')}\n}}",
        False,
        False,
    ),
}


@pytest.mark.parametrize("before", BEFORE)
def test_what_a_cell_holds_before(before: str) -> None:
    text, is_known, is_in_vain = BEFORE[before]
    loop, in_vain = carried(function_of(SUM.format(0), text))
    (start,) = loop.inits
    if is_known:
        assert start.name_hint == "z"
    else:
        assert isinstance(start.owner, affine.LoadOp)
        assert start.owner.next_op is loop
    assert [op.operands[0].name_hint for op in in_vain] == ["z"] * is_in_vain


def test_what_is_stored_first_needs_nothing_before() -> None:
    body = f"%q = arith.addf %x, %x : f32\n{STORE.format('%L[0]')}\n{LOAD.format(0, '%L[0]')}"
    loop, in_vain = carried(function_of(body, f"{ZERO}{FILL.format('%L[0]')}"))
    (start,) = loop.inits
    assert isinstance(start.owner, UndefOp)
    assert in_vain == []


def test_vectors_are_carried_as_they_are() -> None:
    loop, _ = carried(function_of(CARRIED["vectors"]))
    (result,) = loop.results
    assert isinstance(result.type, VectorType)
    assert not [op for op in loop.walk() if isinstance(op, memref.LoadOp)]
