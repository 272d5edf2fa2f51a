"""
Where a flag of an operation that original instances run is a fact of what inserted ones take: the
guard holds for %i up to 3, or from 2 on.
"""

from __future__ import annotations

import re

import pytest
from xdsl.dialects import affine, arith, func
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue

from pad_mlir.analysis.overcompute.inserted_values import InsertedValues
from pad_mlir.analysis.overcompute.kept_flags import speculated
from pad_mlir.analysis.overcompute.original_flags import OriginalFlags
from pad_mlir.analysis.speculation.inserted_instances import GuardTrials, SpeculatedInstances
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import eq, var
from pad_mlir.index.sets.engine import engine

UPDATED = """
affine.for %o = 0 to 3 {
  affine.for %i = 0 to 6 {
    #FIRST
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
      %s = affine.load %S[%o] : memref<8xf32>
      %x = affine.load %A[%i] : memref<8xf32>
      %y = affine.load %C[0] : memref<8xf32>
      #BEFORE
      %op = arith.addf %y, %s fastmath<nnan> : f32
      affine.store %op, %C[0] : memref<8xf32>
      #AFTER
    }
    #LAST
  }
}"""
CARRIED = """
affine.for %o = 0 to 3 {
  %r = affine.for %i = 0 to 6 iter_args(%y = %z) -> (f32) {
    %w = affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) -> (f32) {
      %s = affine.load %S[%o] : memref<8xf32>
      %x = affine.load %A[%i] : memref<8xf32>
      #BEFORE
      %op = arith.addf %y, %s fastmath<nnan> : f32
      affine.yield %op : f32
    } else {
      affine.yield %y : f32
    }
    #AFTER
    affine.yield %w : f32
  }
  affine.store %r, %D[%o] : memref<8xf32>
}"""
SELECTED = """
affine.for %o = 0 to 3 {
  %r = affine.for %i = 0 to 6 iter_args(%y = %z) -> (f32) {
    %s = affine.load %S[%o] : memref<8xf32>
    %x = affine.load %A[%i] : memref<8xf32>
    %four = arith.constant 4 : index
    %below = arith.cmpi slt, %i, %four : index
    #BEFORE
    %op = arith.addf %y, %s fastmath<nnan> : f32
    %w = arith.select %below, %op, %y : f32
    affine.yield %w : f32
  }
  affine.store %r, %D[%o] : memref<8xf32>
}"""
MAKE = "%op = arith.addf %y, %s fastmath<nnan> : f32"
KEEP = "affine.store %op, %C[0] : memref<8xf32>"
LOOK = "%q = affine.load %C[0] : memref<8xf32>\naffine.store %q, %D[0] : memref<8xf32>"
LATER = "(3 - d0 >= 0)", "(d0 - 2 >= 0)"
LOADED = "%s = affine.load %S[%o] : memref<8xf32>"
UNGUARDED = "affine.for %k = 0 to 1"
ANYWHERE = "%t = affine.load %T[0] : memref<8xi32>\n%at = arith.index_cast %t : i32 to index"
READ = "%g = memref.load %C[%at] : memref<8xf32>"
WRITE = "memref.store %z, %S[%at] : memref<8xf32>"
EVERY, NONE = {0, 1, 2}, set[int]()
Change = tuple[str, str]


def made(*lines: str, by: str = "%m") -> Change:
    """Another operand in place of %s, made by these lines."""
    return MAKE, "\n".join([*lines, MAKE.replace("%s", by)])


def stored(*lines: str) -> Change:
    """What is stored is %v in place of the sum."""
    return KEEP, "\n".join([*lines, KEEP.replace("%op", "%v")])


def given(*lines: str) -> Change:
    return "#AFTER\n    affine.yield %w", "\n".join([*lines, "affine.yield %v"])


NEGATED = "%v = arith.negf %op : f32"
CHOSEN = "%v = arith.select %c, %op, %y : f32"
OF_ANOTHER = "%v = arith.select %c, %op, %x : f32"
WITHIN_LOOP = """%op = arith.addf %s, %s fastmath<nnan> : f32
affine.for %j = 0 to %n {
  %y2 = affine.load %C[0] : memref<8xf32>
  %v = arith.addf %y2, %op : f32
  affine.store %v, %C[0] : memref<8xf32>
}"""
UNDER_DATA = f"""%p = arith.cmpf olt, %x, %s : f32
scf.if %p {{
  {MAKE}
  {KEEP}
}}"""

# The program, what changes in it, and for which %o nnan says something of %s (or of %m, in its
# place), and of %y, the place that is updated.
CASES: dict[str, tuple[str, list[Change], set[int], set[int]]] = {
    "updated": (UPDATED, [], EVERY, EVERY),
    "another value at each instance": (UPDATED, [made(by="%x")], NONE, EVERY),
    "computed of the same": (UPDATED, [made("%m = arith.mulf %s, %s : f32")], EVERY, EVERY),
    "a constant": (UPDATED, [made("%m = arith.constant 2.0 : f32")], EVERY, EVERY),
    "computed of others": (UPDATED, [made("%m = arith.mulf %s, %x : f32")], NONE, EVERY),
    "computed in one of several ways": (
        UPDATED,
        [made("%m = arith.mulf %s, %s fastmath<reassoc> : f32")],
        NONE,
        EVERY,
    ),
    "an integer that may be poison": (
        UPDATED,
        [made("%k = arith.addi %h, %h overflow<nsw> : i32", "%m = arith.sitofp %k : i32 to f32")],
        NONE,
        EVERY,
    ),
    "a call": (UPDATED, [made("%m = func.call @g() : () -> f32")], NONE, NONE),
    "changed": (UPDATED, [("#LAST", "affine.store %z, %S[%o] : memref<8xf32>")], NONE, EVERY),
    "changed in part": (
        UPDATED,
        [("#LAST", "affine.store %z, %S[0] : memref<8xf32>")],
        {1, 2},
        EVERY,
    ),
    "changed elsewhere": (
        UPDATED,
        [("#LAST", "affine.store %z, %S[7] : memref<8xf32>")],
        EVERY,
        EVERY,
    ),
    "negated": (UPDATED, [stored(NEGATED)], EVERY, NONE),
    "maybe dropped": (UPDATED, [stored(CHOSEN)], NONE, EVERY),
    "maybe replaced": (UPDATED, [stored(OF_ANOTHER)], NONE, NONE),
    "no update": (
        UPDATED,
        [("%C[0] : memref<8xf32>\n      #BEFORE", "%C[1] : memref<8xf32>")],
        NONE,
        NONE,
    ),
    "one cell to another": (
        UPDATED,
        [(MAKE, f"%y1 = affine.load %C[1] : memref<8xf32>\n{MAKE.replace('%y', '%y1')}")],
        NONE,
        NONE,
    ),
    "looked at": (UPDATED, [("#AFTER", "affine.store %op, %D[0] : memref<8xf32>")], NONE, NONE),
    "looked at before": (
        UPDATED,
        [("#AFTER", "affine.store %y, %D[0] : memref<8xf32>")],
        NONE,
        NONE,
    ),
    "read between, poison already": (UPDATED, [("#FIRST", LOOK)], EVERY, EVERY),
    "inserted before": (UPDATED, [LATER], EVERY, EVERY),
    # What one iteration of the outer loop leaves in the cell is poison in the next.
    "read between, not yet poison": (UPDATED, [LATER, ("#FIRST", LOOK)], NONE, {1, 2}),
    "read elsewhere": (UPDATED, [LATER, ("#FIRST", LOOK.replace("%C[0]", "%C[1]"))], EVERY, EVERY),
    "written between": (UPDATED, [("#LAST", "affine.store %z, %C[0] : memref<8xf32>")], NONE, NONE),
    "read in another stage": (
        f"{UPDATED}\naffine.for %l = 0 to 8 {{\n{ANYWHERE}\n{READ}\n}}",
        [],
        EVERY,
        EVERY,
    ),
    "read anywhere": (UPDATED, [("#LAST", f"{ANYWHERE}\n{READ}")], NONE, NONE),
    "changed anywhere": (UPDATED, [("#LAST", f"{ANYWHERE}\n{WRITE}")], NONE, EVERY),
    "changed anywhere, loaded once": (
        UPDATED,
        [
            (LOADED, ""),
            ("affine.for %i", f"{LOADED}\naffine.for %i"),
            ("#LAST", f"{ANYWHERE}\n{WRITE}"),
        ],
        EVERY,
        EVERY,
    ),
    "made once": (
        UPDATED,
        [made(), ("affine.for %i", "%m = func.call @g() : () -> f32\naffine.for %i")],
        NONE,
        NONE,
    ),
    "given once": (
        UPDATED,
        [made(), ("affine.for %o", "%m = func.call @g() : () -> f32\naffine.for %o")],
        EVERY,
        EVERY,
    ),
    "read by a call": (
        UPDATED,
        [("#LAST", "func.call @h(%C) : (memref<8xf32>) -> ()")],
        NONE,
        NONE,
    ),
    "maybe not stored": (UPDATED, [(MAKE, WITHIN_LOOP), (KEEP, "")], NONE, NONE),
    "maybe not run": (UPDATED, [(f"{MAKE}\n      {KEEP}", UNDER_DATA)], NONE, NONE),
    "at once": (
        UPDATED,
        [("affine.for %o = 0 to 3", "affine.parallel (%o) = (0) to (3)"), ("%C[0]", "%C[%o]")],
        NONE,
        NONE,
    ),
    "carried": (CARRIED, [], EVERY, EVERY),
    "carried, another value": (CARRIED, [made(by="%x")], NONE, EVERY),
    "carried, negated": (CARRIED, [given("%v = arith.negf %w : f32")], EVERY, NONE),
    "carried, maybe dropped": (CARRIED, [given("%v = arith.select %c, %w, %y : f32")], NONE, EVERY),
    "carried, forgotten": (CARRIED, [(MAKE, MAKE.replace("%y", "%s"))], NONE, NONE),
    "carried, maybe not run": (
        CARRIED,
        [
            (MAKE, ""),
            (
                "affine.yield %op : f32",
                f"""%p = arith.cmpf olt, %x, %s : f32
                %v = scf.if %p -> (f32) {{
                  {MAKE}
                  scf.yield %op : f32
                }} else {{
                  scf.yield %y : f32
                }}
                affine.yield %v : f32""",
            ),
        ],
        NONE,
        NONE,
    ),
    # What the iteration stores may be computed in a loop of its own.
    "not where the guard is": (
        UPDATED,
        [
            (f"(%i) {{\n      {LOADED}", f"(%i) {{\n}}\n{UNGUARDED} {{\n      {LOADED}"),
            ("#LAST", ""),
        ],
        NONE,
        NONE,
    ),
    "selected": (SELECTED, [], EVERY, EVERY),
    "selected, another value": (SELECTED, [made(by="%x")], NONE, EVERY),
    "carried, looked at": (
        CARRIED,
        [("#AFTER", "affine.store %w, %D[7] : memref<8xf32>")],
        NONE,
        NONE,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_flag_says_of_what_inserted_instances_take(name: str) -> None:
    program, changes, of_value, of_place = CASES[name]
    flags, op, insertion = asked(program, changes)
    nnan, nsz = FastMathFlag.NO_NANS, FastMathFlag.NO_SIGNED_ZEROS
    assert held(flags, op, op.rhs, nnan, insertion) == of_value
    assert held(flags, op, op.lhs, nnan, insertion) == of_place
    # A zero is no poison: its sign says something only of the place itself.
    assert held(flags, op, op.rhs, nsz, insertion) == NONE
    assert held(flags, op, op.lhs, nsz, insertion) == of_place


def asked(
    program: str, changes: list[Change]
) -> tuple[OriginalFlags, arith.AddfOp, SpeculatedInstances]:
    for old, new in changes:
        assert old in program, old
        program = program.replace(old, new)
    program = re.sub("#[A-Z]+", "", program)
    module = parse_module(
        f"""func.func private @g() -> f32
        func.func private @h(memref<8xf32>)
        func.func @f(%A: memref<8xf32>, %S: memref<8xf32>, %C: memref<8xf32>, %D: memref<8xf32>,
                     %z: f32, %c: i1, %n: index, %h: i32, %T: memref<8xi32>) {{
          {program}
          func.return
        }}"""
    )
    function = module.body.block.last_op
    assert isinstance(function, func.FuncOp)
    by_name = {r.name_hint: r for op in module.walk() for r in op.results}
    kind = arith.SelectOp if "%below" in program else affine.IfOp
    (guard,) = (op for op in module.walk() if isinstance(op, kind))
    stage = next(op for op in function.body.block.ops if op.is_ancestor(guard))
    insertion = SpeculatedInstances(guard, stage, GuardTrials())
    values = InsertedValues(insertion, [guard, *speculated(guard)], relaxed=False)
    op = by_name["op"].owner
    assert isinstance(op, arith.AddfOp)
    return OriginalFlags(insertion, values.written), op, insertion


def held(
    flags: OriginalFlags,
    op: Operation,
    operand: SSAValue,
    flag: FastMathFlag,
    insertion: SpeculatedInstances,
) -> set[int]:
    """The iterations of the outer loop at all of whose inserted instances the flag is a fact."""
    outer = var(insertion.around.iterators[0])
    return {
        k
        for k in range(3)
        if flags.hold(op, operand, flag, engine().set(insertion.domain & eq(outer, k)))
    }
