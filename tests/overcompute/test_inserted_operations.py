"""Which operations may run where a guard did not hold, and why others may not, one by one."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func

from pad_mlir.analysis.speculation.inserted_instances import GuardTrials, SpeculatedInstances
from pad_mlir.analysis.speculation.legality import check_operations
from pad_mlir.dialect.ir.reasons import Declined
from pad_mlir.dialect.repairs import parse_module

MEMREF = "memref<6xf32>"


def load(name: str, at: str = "%i", type: str = MEMREF, result: str = "v") -> str:
    return f"%{result} = affine.load %{name}[{at}] : {type}\n"


def store(name: str, at: str = "%i", type: str = MEMREF) -> str:
    return f"affine.store %x, %{name}[{at}] : {type}\n"


def fill(name: str, last: int = 6) -> str:
    return f"affine.for %k = 0 to {last} {{\n{store(name, '%k')}}}\n"


SHORT, SIZED = "memref<4xf32>", "memref<?xf32>"
IN_IF = "scf.if %c {{\n{}}}\n"
WHERE_ORIGINAL = "affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {{\n{}}}\n"
BELOW = "%four = arith.constant 4 : index\n%below = arith.cmpi slt, %i, %four : index\n"
ABOVE = "%four = arith.constant 4 : index\n%below = arith.cmpi sge, %i, %four : index\n"
STATED = """%true = arith.constant true
%stated = arith.select %below, %p, %true : i1
pad.assume %stated : i1
"""
ON_DATA = "%p = arith.cmpf olt, %v, %x : f32\n"
AS_INDEX = "%w = arith.fptosi %v : f32 to i32\n%to = arith.index_cast %w : i32 to index\n"
IS_FREED = IN_IF.format(f"memref.dealloc %L : {MEMREF}\n")
TOUCHED = load("L", "0", result="u")
IF_N = "affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%i)[%n]"
NEVER = "affine.if affine_set<(d0) : (-1 - d0 >= 0)>(%i)"
REDUCED = """%z = arith.constant 0 : index
%one = arith.constant 1 : index
%sum = scf.parallel (%k) = (%z) to (%n) step (%one) init (%x) -> f32 {
  scf.reduce(%x : f32) {
  ^bb0(%left: f32, %right: f32):
    %both = arith.addf %left, %right : f32
    scf.reduce.return %both : f32
  }
}
"""
PARALLEL = "affine.parallel (%k) = (0) to (4) {{\n{}}}\n"
WHILE = """"scf.while"() ({
  "scf.condition"(%c) : (i1) -> ()
}, {
  scf.yield
}) : () -> ()
"""
USERS = "pad.assume %c {pad.user} : i1\n"

# Lines by where they are, and the reason for which they may not be inserted.
CASES: dict[str, tuple[dict[str, str], str | None]] = {
    "nothing": ({}, None),
    "arithmetic": ({"inside": "%v = arith.addf %x, %x : f32\n"}, None),
    "a division": ({"inside": "%v = arith.divsi %n, %n : index\n"}, None),
    "a call": ({"inside": "func.call @h() : () -> ()\n"}, "effect"),
    "a call that is not inserted": (
        {"inside": WHERE_ORIGINAL.format("func.call @h() : () -> ()\n")},
        None,
    ),
    "an assert": ({"inside": 'cf.assert %c, "stop"\n'}, "effect"),
    "an assume": ({"inside": "pad.assume %c : i1\n"}, "effect"),
    "an assume of original instances": (
        {"inside": f"{load('A')}{ON_DATA}{BELOW}{STATED}"},
        None,
    ),
    "an assume of inserted instances": (
        {"inside": f"{load('A')}{ON_DATA}{ABOVE}{STATED}"},
        "effect",
    ),
    "an assume of cells that hold nothing": (
        {"inside": f"{load('L')}{ON_DATA}{BELOW}{STATED}"},
        None,
    ),
    "an assume of cells that are not there": (
        {"inside": f"{load('B', type=SHORT)}{ON_DATA}{BELOW}{STATED}"},
        "out-of-bounds",
    ),
    "an assume in the other arm": ({"else": "pad.assume %c : i1\n"}, None),
    "an assume of the user in the other arm": ({"else": USERS}, "user-assume"),
    "an if on data": (
        {"inside": f"{load('A')}{ON_DATA}scf.if %p {{\n{store('L')}}}\n"},
        "condition-on-data",
    ),
    "an if on an index": ({"inside": f"{BELOW}scf.if %below {{\n{store('L')}}}\n"}, None),
    "a loop": ({"inside": f"affine.for %k = 0 to 4 {{\n{store('L', '%k')}}}\n"}, None),
    "a loop on data": (
        {
            "inside": f"""%one = arith.constant 1 : index
            {load("A")}{AS_INDEX}scf.for %k = %one to %to step %one {{
              {store("L")}
            }}
            """
        },
        "condition-on-data",
    ),
    "a loop that may not end": ({"inside": WHILE}, "effect"),
    "a parallel loop": ({"inside": PARALLEL.format(store("L", "%k"))}, None),
    "a parallel reduction": ({"inside": REDUCED}, "parallel-reduction"),
    "a load": ({"inside": load("A")}, None),
    "a load beyond": ({"inside": load("B", type=SHORT)}, "out-of-bounds"),
    "a load before": ({"inside": load("A", "3 - %i")}, "out-of-bounds"),
    "a load of other cells": ({"inside": load("B", "%i - 2", type=SHORT)}, None),
    "a load of any buffer": (
        {"before": f"%G = func.call @g() : () -> {MEMREF}\n", "inside": load("G")},
        "alias",
    ),
    "a load of constants": (
        {"before": f"%K = memref.get_global @k : {MEMREF}\n", "inside": load("K")},
        None,
    ),
    "a load of what is not written": ({"inside": load("L")}, "not-readable"),
    "a load of what is written": ({"before": fill("L"), "inside": load("L")}, None),
    "a load of what is written in part": (
        {"before": fill("L", 5), "inside": load("L")},
        "not-readable",
    ),
    "a load of what is written by then": ({"first": store("L"), "inside": load("L")}, None),
    "a load of what is written right before": ({"inside": store("L") + load("L")}, None),
    "a load of what is written after it": ({"inside": load("L") + store("L")}, "not-readable"),
    "a load of what is written later": ({"inside": load("L"), "last": store("L")}, "not-readable"),
    "a load of what is written at times": (
        {"first": IN_IF.format(store("L")), "inside": load("L")},
        "not-readable",
    ),
    "a load of another cell than is written": (
        {"first": store("L", "0"), "inside": load("L")},
        "not-readable",
    ),
    "a load of another buffer than is written": (
        {"first": store("M"), "inside": load("L")},
        "not-readable",
    ),
    "a store": ({"inside": store("A")}, None),
    "a store to a local buffer": ({"inside": store("L")}, None),
    "a store beyond": ({"inside": store("B", type=SHORT)}, "out-of-bounds"),
    "a store to any buffer": (
        {"before": f"%G = func.call @g() : () -> {MEMREF}\n", "inside": store("G")},
        "alias",
    ),
    "a store to what is only read": ({"guard": NEVER, "inside": store("A")}, "read-only"),
    "a store to what is read and written": (
        {"guard": NEVER, "inside": store("A"), "after": fill("A", 1)},
        None,
    ),
    "a store to what an empty loop writes": (
        {"guard": NEVER, "inside": store("A"), "after": fill("A", 0)},
        "read-only",
    ),
    "what is freed later": (
        {"before": fill("L"), "inside": load("L"), "after": f"memref.dealloc %L : {MEMREF}\n"},
        None,
    ),
    "what may be freed": (
        {"before": fill("L") + IS_FREED, "guard": IF_N, "inside": load("L")},
        "freed",
    ),
    "what is stored may be freed": (
        {"before": IS_FREED, "guard": IF_N, "inside": store("L")},
        "freed",
    ),
    "what original instances access": (
        {"before": fill("L") + IS_FREED, "inside": load("L")},
        None,
    ),
    "what the iteration accesses": (
        {"before": fill("L") + IS_FREED, "first": load("L", "0", result="u"), "guard": IF_N}
        | {"inside": load("L")},
        None,
    ),
    "what the iteration accesses in another buffer": (
        {"before": fill("L") + IS_FREED, "first": load("A", "0", result="u"), "guard": IF_N}
        | {"inside": load("L")},
        "freed",
    ),
    "what the iteration may access": (
        {"before": fill("L") + IS_FREED, "guard": IF_N}
        | {"first": IN_IF.format(load("L", "0", result="u")), "inside": load("L")},
        "freed",
    ),
    "what is accessed, and then freed": (
        {"before": fill("L"), "first": load("L", "0", result="u") + IS_FREED, "guard": IF_N}
        | {"inside": load("L")},
        "freed",
    ),
    "what is freed at the end": (
        {"before": fill("L"), "last": IS_FREED, "guard": IF_N, "inside": load("L")},
        "freed",
    ),
    "what is freed at the end, accessed before the guard": (
        {"before": fill("L"), "first": TOUCHED, "last": IS_FREED, "inside": load("L")},
        None,
    ),
    "what is freed at the end, stored before the guard": (
        {"before": fill("L"), "first": store("L", "0"), "last": IS_FREED, "inside": load("L")},
        None,
    ),
    "what is freed at the end, loaded for an assume": (
        {"before": fill("L"), "last": IS_FREED, "inside": load("L")}
        | {"first": f"{TOUCHED}%p = arith.cmpf olt, %u, %x : f32\n{BELOW}{STATED}"},
        "freed",
    ),
    "what is freed at the end, accessed before the loop": (
        {"before": fill("L") + TOUCHED, "last": IS_FREED, "inside": load("L")},
        "freed",
    ),
    "what may be freed, then accessed": (
        {"before": fill("L") + IS_FREED + TOUCHED, "guard": IF_N, "inside": load("L")},
        None,
    ),
    "what is accessed, then may be freed": (
        {"before": fill("L") + TOUCHED + IS_FREED, "guard": IF_N, "inside": load("L")},
        "freed",
    ),
    "what is freed twice": (
        {"before": fill("L") + IS_FREED, "last": IS_FREED, "inside": load("L")},
        "freed",
    ),
    "what is freed twice, accessed between": (
        {"before": fill("L") + IS_FREED + TOUCHED, "last": IS_FREED, "inside": load("L")},
        "freed",
    ),
    "what is freed twice, accessed between, then at once": (
        {"before": fill("L") + IS_FREED, "first": TOUCHED + IS_FREED, "inside": load("L")},
        "freed",
    ),
    "a size that is not known": ({"inside": load("N", type=SIZED)}, "out-of-bounds"),
    "a size that the iteration needs": (
        {"first": load("N", "5", SIZED, "u"), "inside": load("N", type=SIZED)},
        None,
    ),
    "a size that original instances need": (
        {"inside": load("N", "%i + 2", SIZED)},
        "out-of-bounds",
    ),
    "a size that original instances also need": (
        {"inside": load("N", "%i + 2", SIZED, "u") + load("N", type=SIZED)},
        "out-of-bounds",
    ),
    "a size that originals need elsewhere": (
        {"first": WHERE_ORIGINAL.format(load("N", "%i + 2", SIZED, "u"))}
        | {"inside": load("N", type=SIZED)},
        None,
    ),
    "a size that is not enough": (
        {"first": load("N", "4", SIZED, "u"), "inside": load("N", type=SIZED)},
        "out-of-bounds",
    ),
    "a size that may be needed": (
        {"first": IN_IF.format(load("N", "5", SIZED, "u")), "inside": load("N", type=SIZED)},
        "out-of-bounds",
    ),
    "a size that a later stage needs": (
        {"inside": load("N", type=SIZED), "after": load("N", "5", SIZED, "u")},
        "out-of-bounds",
    ),
    "a size that an earlier stage needs": (
        {"before": load("N", "5", SIZED, "u"), "inside": load("N", type=SIZED)},
        None,
    ),
    "what original instances access if nothing stops them": (
        {"before": fill("L") + IS_FREED, "first": "func.call @h() : () -> ()\n"}
        | {"inside": load("L")},
        "freed",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_may_run_where_it_did_not(name: str) -> None:
    lines, wanted = CASES[name]
    guard_line = lines.get("guard", "affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i)")
    other = f"else {{\n{lines['else']}}}" if "else" in lines else ""
    module = parse_module(
        f"""func.func private @h()
        func.func private @g() -> {MEMREF}
        memref.global constant @k : {MEMREF} = dense<1.0>
        func.func @f(%A: {MEMREF}, %B: {SHORT}, %N: {SIZED}, %x: f32, %c: i1, %n: index) {{
          %L = memref.alloc() : {MEMREF}
          %M = memref.alloc() : {MEMREF}
          {lines.get("before", "")}
          affine.for %i = 0 to 6 {{
            {lines.get("first", "")}
            {guard_line} {{
              {lines.get("inside", "")}
            }} {other} {{own}}
            {lines.get("last", "")}
          }}
          {lines.get("after", "")}
          func.return
        }}"""
    )
    function = module.body.block.last_op
    assert isinstance(function, func.FuncOp)
    ifs = [op for op in function.walk() if isinstance(op, affine.IfOp)]
    (guard,) = (op for op in ifs if "own" in op.attributes)
    stage = next(op for op in function.body.block.ops if op.is_ancestor(guard))
    insertion = SpeculatedInstances(guard, stage, GuardTrials())
    if wanted is None:
        check_operations(insertion)
    else:
        with pytest.raises(Declined) as refused:
            check_operations(insertion)
        assert refused.value.why.id == wanted
