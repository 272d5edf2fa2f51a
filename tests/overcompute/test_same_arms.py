"""Which pairs of arms do the same where the guard does not hold, which is for %i of 4 and 5."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, arith, func

from pad_mlir.analysis.overcompute.same_arms import do_the_same
from pad_mlir.analysis.speculation.inserted_instances import GuardTrials, SpeculatedInstances
from pad_mlir.dialect.repairs import parse_module

MEMREF = "memref<8xf32>"
GUARD = "affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i)"
LOAD = f"%v = affine.load %A[%i] : {MEMREF}\n"
STORE = f"affine.store %v, %B[%i] : {MEMREF}\n"
COPY = LOAD + STORE
ADD = "%w = arith.addf %v, %x : f32\n"
KEEP = f"affine.store %w, %B[%i] : {MEMREF}\n"
ZERO = "%v = arith.constant {} : f32\n"
LOOP = "affine.for %k = 0 to {} {{\n{}}}\n"
NEST = LOOP.format(2, f"%v = affine.load %A[%k + %i - 4] : {MEMREF}\n{STORE}")
DIM = "%at = affine.apply affine_map<(d0) -> ({})>(%i)\n"
AT = f"affine.store %x, %B[%at] : {MEMREF}\n"
PASS = "func.call @g({}) : (index) -> ()\n"
IF = "scf.if %{} {{\n{}}}\n"
CARRIED = """%s = affine.for %k = 0 to 2 iter_args(%own = %x) -> (f32) {{
  %w = arith.addf %own, %{} : f32
  affine.yield %w : f32
}}
affine.store %s, %B[%i] : MEMREF
""".replace("MEMREF", MEMREF)
CAST = "%n = arith.index_cast %i : index to i32\nfunc.call @h(%n) : (i32) -> ()\n"

OF_TYPE = "%o = arith.constant 1 : {0}\nfunc.call @{1}(%o) : ({0}) -> ()\n"
FIRST_OF_TWO = "affine.for %k = 0 to 2 {{\nfunc.call @two({}) : (index, index) -> ()\n}}\n"
OF_BOTH = '%n = arith.index_cast %i : index to i32\n"test.op"({}) : ({}) -> ()\n'
PAIRS: list[tuple[str, str, bool]] = [
    ("", "", True),
    (COPY, COPY, True),
    (COPY, "", False),
    ("", COPY, False),
    (COPY, COPY + STORE, False),
    (COPY, COPY.replace("%B", "%A"), False),
    (COPY, COPY.replace("%A", "%B"), False),
    (COPY, LOAD + STORE.replace("%v", "%x"), False),
    (COPY, COPY.replace("B[%i]", "B[%i + 1]"), False),
    (COPY, COPY.replace("A[%i]", "A[%i + 1]"), False),
    (COPY, COPY.replace("A[%i]", "A[%i + %i - %i]"), True),
    # The same of 4 and 5, not of others.
    (COPY, COPY.replace("A[%i]", "A[(%i floordiv 4) * 4 + %i mod 4]"), True),
    (COPY, COPY.replace("A[%i]", "A[4 + %i mod 4]"), True),
    (COPY, COPY.replace("A[%i]", "A[%i mod 5]"), False),
    (COPY + ADD + KEEP, COPY + ADD + KEEP, True),
    (LOAD + ADD + KEEP, LOAD + ADD.replace("%v, %x", "%x, %v") + KEEP, False),
    (LOAD + ADD + KEEP, LOAD + ADD.replace("%x :", "%x fastmath<nnan> :") + KEEP, False),
    (LOAD + ADD + KEEP, LOAD + ADD.replace("addf", "subf") + KEEP, False),
    (ZERO.format(0.0) + STORE, ZERO.format(0.0) + STORE, True),
    (ZERO.format(0.0) + STORE, ZERO.format(1.0) + STORE, False),
    (ZERO.format(0.0) + STORE, ZERO.format(-0.0) + STORE, False),
    (
        ZERO.format(0.0) + STORE,
        ZERO.format(1.0).replace("%v", "%u") + STORE.replace("%v", "%x"),
        False,
    ),
    (ZERO.format(0.0) + STORE, STORE.replace("%v", "%zero"), True),
    (STORE.replace("%v", "%zero"), ZERO.format(1.0) + STORE, False),
    (NEST, NEST, True),
    (NEST, NEST.replace("2 {", "3 {"), False),
    (NEST, NEST.replace("%k +", "1 - %k +"), False),
    (NEST, NEST.replace("%k", "%l"), True),
    (DIM.format("d0") + AT, AT.replace("%at", "%i"), True),
    (DIM.format("d0 mod 4") + AT, DIM.format("d0 - 4") + AT, True),
    (DIM.format("d0 mod 4") + AT, DIM.format("d0") + AT, False),
    (PASS.format("%i"), PASS.format("%i"), True),
    (DIM.format("d0 mod 4") + PASS.format("%at"), DIM.format("d0 - 4") + PASS.format("%at"), True),
    (DIM.format("d0 mod 4") + PASS.format("%at"), PASS.format("%i"), False),
    (CAST, CAST, True),
    (CAST, CAST.replace("%n)", "%m)"), False),
    (OF_BOTH.format("%i", "index"), OF_BOTH.format("%i", "index"), True),
    (OF_BOTH.format("%i", "index"), OF_BOTH.format("%n", "i32"), False),
    (PASS.format("%i"), PASS.format("%i").replace("@g", "@g2"), False),
    (IF.format("c", COPY), IF.format("c", COPY), True),
    (IF.format("c", COPY), IF.format("d", COPY), False),
    (IF.format("c", COPY), IF.format("c", ""), False),
    (IF.format("c", COPY), IF.format("c", COPY).strip() + " else {\n}\n", False),
    # A constant that has another type, or is used as another kind of value.
    (OF_TYPE.format("i32", "h"), OF_TYPE.format("i32", "h"), True),
    (OF_TYPE.format("i32", "h"), OF_TYPE.format("index", "g"), False),
    (FIRST_OF_TWO.format("%k, %i"), FIRST_OF_TWO.format("%k, %i"), True),
    (FIRST_OF_TWO.format("%k, %i"), FIRST_OF_TWO.format("%i, %k"), False),
    (CARRIED.format("x"), CARRIED.format("x"), True),
    (CARRIED.format("x"), CARRIED.format("own"), False),
]


def insertion_of(lines: str) -> SpeculatedInstances:
    module = parse_module(
        f"""func.func private @g(index)
        func.func private @g2(index)
        func.func private @h(i32)
        func.func private @two(index, index)
        func.func @f(%A: {MEMREF}, %B: {MEMREF}, %x: f32, %c: i1, %d: i1, %m: i32) {{
          %zero = arith.constant 0.0 : f32
          %four = arith.constant 4 : index
          affine.for %i = 0 to 6 {{
            {lines}
          }}
          func.return
        }}"""
    )
    function = module.body.block.last_op
    assert isinstance(function, func.FuncOp)
    (stage,) = (op for op in function.body.block.ops if isinstance(op, affine.ForOp))
    (guard,) = (op for op in stage.walk() if isinstance(op, affine.IfOp | arith.SelectOp))
    return SpeculatedInstances(guard, stage, GuardTrials())


@pytest.mark.parametrize(("first", "second", "wanted"), PAIRS)
def test_arms_that_do_the_same(first: str, second: str, wanted: bool) -> None:
    insertion = insertion_of(f"{GUARD} {{\n{first}}} else {{\n{second}}}")
    assert do_the_same(insertion) is wanted


@pytest.mark.parametrize(
    "lines",
    [
        f"{GUARD} {{\n}}",
        "%p = arith.cmpi slt, %i, %four : index\n%s = arith.select %p, %x, %x : f32",
    ],
)
def test_only_an_if_with_two_arms_has_arms(lines: str) -> None:
    assert not do_the_same(insertion_of(lines))
