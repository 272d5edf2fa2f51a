"""
Which flagged operations only feed what inserted instances store: poison there changes nothing but
values, so that these flags may stay where the values are right.
"""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.utils import FastMathFlag

from pad_mlir.analysis.overcompute.inserted_values import InsertedValues
from pad_mlir.analysis.overcompute.kept_flags import kept_flags, speculated
from pad_mlir.analysis.speculation.inserted_instances import GuardTrials, SpeculatedInstances
from pad_mlir.dialect.repairs import parse_module

MADE = "%m = arith.addf %x, %z fastmath<nnan> : f32\n"
STORED = "affine.store %m, %D[%i] : memref<8xf32>\n"
GUARD = "affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i)"
COMPARED = "%p = arith.cmpf olt, %m, %z : f32\n"
AS_INTEGER = "%k = arith.fptosi %m : f32 to i32\n"
AS_INDEX = f"{AS_INTEGER}%at = arith.index_cast %k : i32 to index\n"
LOADED = "%g = memref.load %A[%at] : memref<8xf32>\n"
IN_IF = "scf.if %p {\naffine.store %z, %D[%i] : memref<8xf32>\n}\n"
IN_LOOP = """affine.for %l = 0 to 2 iter_args(%a = %m) -> (f32) {
  affine.yield %a : f32
}
"""
CHOSEN = """%v = scf.if %c -> (f32) {
  scf.yield %m : f32
} else {
  scf.yield %z : f32
}
affine.store %v, %D[%i] : memref<8xf32>
"""
BELOW = "%four = arith.constant 4 : index\n%b = arith.cmpi slt, %i, %four : index\n"
SELECT = "%w = arith.select %b, {}, {} : f32\naffine.store %w, %D[%i] : memref<8xf32>\n"
SQUARED = "%q0 = arith.mulf %m, %m : f32\n" + "".join(
    f"%q{k + 1} = arith.mulf %q{k}, %q{k} : f32\n" for k in range(59)
)


def in_guard(lines: str, after: str = "") -> str:
    return f"{GUARD} {{\n{MADE}{lines}}}\n{after}"


def with_result(arm: tuple[str, str], other: tuple[str, str], after: str) -> str:
    result = f"%r = {GUARD} -> (f32)"
    arms = (f"{lines}affine.yield %{value} : f32\n" for lines, value in (arm, other))
    both = "} else {\n".join(arms)
    return f"{result} {{\n{both}}}\n{after}"


KEPT = {
    "stored": in_guard(STORED),
    "stored, computed": in_guard("%v = arith.negf %m : f32\n" + STORED.replace("%m", "%v")),
    "stored, squared": in_guard(SQUARED + STORED.replace("%m", "%q59")),
    "chosen by it": in_guard(
        f"{COMPARED}%v = arith.select %p, %z, %m : f32\n" + STORED.replace("%m", "%v")
    ),
    "not used": in_guard(""),
    "given": with_result((MADE, "m"), ("", "z"), STORED.replace("%m", "%r")),
    "given, tested": with_result((MADE, "m"), ("", "z"), f"{COMPARED.replace('%m', '%r')}{IN_IF}"),
    "tested elsewhere": f"{MADE}{GUARD} {{\n{STORED}}}\n{COMPARED}{IN_IF}",
    "an index elsewhere": f"{MADE}{GUARD} {{\n{STORED}}}\n{AS_INDEX}{LOADED}",
    "tested in the other arm": f"{MADE}{GUARD} {{\n{STORED}}} else {{\n{COMPARED}{IN_IF}}}",
    "selected": f"{MADE}{BELOW}{SELECT.format('%m', '%z')}",
    "selected, also if not": f"{MADE}{BELOW}{SELECT.format('%m', '%m')}",
}
DROPPED = {
    "tested": in_guard(f"{COMPARED}{IN_IF}"),
    "an index": in_guard(f"{AS_INDEX}{LOADED}"),
    "where is stored": in_guard(f"{AS_INDEX}memref.store %z, %D[%at] : memref<8xf32>\n"),
    "divided": in_guard(f"{AS_INTEGER}%v = arith.divsi %h, %k : i32\n"),
    "called": in_guard("func.call @g(%m) : (f32) -> ()\n"),
    "begins a loop": in_guard(f"%v = {IN_LOOP}{STORED.replace('%m', '%v')}"),
    "given by an if inside": in_guard(CHOSEN),
    "stored, and tested": in_guard(f"{STORED}{COMPARED}{IN_IF}"),
}
OF_GUARD = {
    # Poison of the index was there before, too; a guard is not told from other conditions.
    "an index of the guard": "scf.if %b {\n%v = arith.negf %m : f32\n"
    + STORED.replace("%m", "%v")
    + "}\n",
    "an index of the guard, selected": SELECT.format("%m", "%z"),
}


@pytest.mark.parametrize("name", [*KEPT, *DROPPED, *OF_GUARD])
def test_a_flag_stays_where_its_values_are_only_stored(name: str) -> None:
    if name in OF_GUARD:
        before = MADE.replace("%x", "%z") + AS_INDEX
        lines = f"%b = arith.cmpi slt, %i, %at : index\n{OF_GUARD[name]}"
    else:
        before, lines = "", (KEPT | DROPPED)[name]
    module = parse_module(
        f"""func.func private @g(f32)
        func.func @f(%A: memref<8xf32>, %D: memref<8xf32>, %z: f32, %c: i1, %h: i32) {{
          {before}
          affine.for %i = 0 to 6 {{
            %x = affine.load %A[%i] : memref<8xf32>
            {lines}
          }}
          func.return
        }}"""
    )
    function = module.body.block.last_op
    assert isinstance(function, func.FuncOp)
    ops = [*function.walk()]
    (stage,) = (op for op in function.body.block.ops if isinstance(op, affine.ForOp))
    is_guard = [op for op in ops if isinstance(op, affine.IfOp)]
    is_guard += [op for op in ops if isinstance(op, scf.IfOp) and op.cond.name_hint == "b"]
    is_guard += [op for op in ops if isinstance(op, arith.SelectOp) and op.cond.name_hint == "b"]
    (guard,) = is_guard
    (flagged,) = (r.owner for op in ops for r in op.results if r.name_hint == "m")
    insertion = SpeculatedInstances(guard, stage, GuardTrials())
    ours = speculated(guard)
    assert flagged in ours
    values = InsertedValues(insertion, [guard, *ours], relaxed=False)
    kept = kept_flags(ours, (), insertion, values)
    assert kept == ({(flagged, FastMathFlag.NO_NANS)} if name in KEPT else set())
