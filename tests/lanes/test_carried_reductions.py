"""Which values that a loop carries are reductions, whose order may change."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.reasons import Declined
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.lanes.legality.carried_reductions import carried_reductions

ADD = "%s = arith.addf {}, {} fastmath<reassoc> : f32"
NO_KIND = "it carries a value that is not a sum, product, minimum or the like"
FOR = "%v = affine.for %j = 0 to 3 iter_args(%in = {}) -> (f32) {{\n{}\naffine.yield {} : f32\n}}"


def chosen(first: str, second: str) -> str:
    """Either a value that the first lines make, or another one."""
    arms = [f"{{\n{arm}\n}}" for arm in (first, second)]
    return f"%v = scf.if %c -> (f32) {' else '.join(arms)}"


def yielded(value: str) -> str:
    return f"scf.yield {value} : f32"


def reduction(body: str, result: str, type: str = "f32") -> str:
    """The kind of the reduction, or why there is none."""
    module = parse_module(f"""
    func.func @f(%A: memref<16xf32>, %I: memref<16xi32>, %x: f32, %y: f32, %n: i32, %c: i1) {{
      %r = affine.for %k = 0 to 16 iter_args(%acc = %{"x" if type == "f32" else "n"}) -> ({type}) {{
        %a = affine.load %A[%k] : memref<16xf32>
        %i = affine.load %I[%k] : memref<16xi32>
        {body}
        affine.yield {result} : {type}
      }}
      func.return
    }}""")
    loop = next(op for op in module.walk() if isinstance(op, affine.ForOp))
    try:
        (found,) = carried_reductions(loop)
    except Declined as declined:
        return str(declined)
    return found.kind.data.value


@pytest.mark.parametrize(
    ("body", "result"),
    [
        (ADD.format("%acc", "%a"), "%s"),
        (ADD.format("%a", "%acc"), "%s"),
        (f"%t = arith.addf %acc, %x fastmath<reassoc> : f32\n{ADD.format('%t', '%a')}", "%s"),
        ("%s = math.fma %a, %x, %acc fastmath<reassoc,contract> : f32", "%s"),
        # in some iterations only
        (chosen(f"{ADD.format('%acc', '%a')}\n{yielded('%s')}", yielded("%acc")), "%v"),
        (chosen(yielded("%acc"), f"{ADD.format('%acc', '%a')}\n{yielded('%s')}"), "%v"),
        (f"{ADD.format('%acc', '%a')}\n%v = arith.select %c, %s, %acc : f32", "%v"),
        # in loops
        (FOR.format("%acc", ADD.format("%in", "%a"), "%s"), "%v"),
    ],
)
def test_sums(body: str, result: str) -> None:
    assert reduction(body, result) == "add"


@pytest.mark.parametrize(
    ("body", "type", "kind"),
    [
        ("%s = arith.mulf %acc, %a fastmath<reassoc> : f32", "f32", "mul"),
        ("%s = arith.maximumf %acc, %a : f32", "f32", "maximumf"),
        ("%s = arith.addi %acc, %i : i32", "i32", "add"),
        ("%s = arith.minsi %i, %acc : i32", "i32", "minsi"),
    ],
)
def test_other_reductions(body: str, type: str, kind: str) -> None:
    assert reduction(body, "%s", type) == kind


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("", "%acc"),
        ("", "%a"),
        (ADD.format("%acc", "%acc"), "%s"),
        (ADD.format("%a", "%x"), "%s"),
        ("%s = arith.subf %a, %acc fastmath<reassoc> : f32", "%s"),
        # of two kinds
        (f"%t = arith.mulf %acc, %x fastmath<reassoc> : f32\n{ADD.format('%t', '%a')}", "%s"),
        # it begins anew in some iterations
        (chosen(f"{ADD.format('%acc', '%a')}\n{yielded('%s')}", yielded("%y")), "%v"),
        (chosen(yielded("%y"), f"{ADD.format('%acc', '%a')}\n{yielded('%s')}"), "%v"),
        (f"{ADD.format('%acc', '%a')}\n%v = arith.select %c, %s, %y : f32", "%v"),
        (f"{ADD.format('%acc', '%a')}\n%v = arith.select %c, %y, %s : f32", "%v"),
        (FOR.format("%y", ADD.format("%in", "%a"), "%s"), "%v"),
        (FOR.format("%acc", ADD.format("%in", "%a"), "%a"), "%v"),
        # a partial sum is looked at
        (f"{ADD.format('%acc', '%a')}\naffine.store %s, %A[%k] : memref<16xf32>", "%s"),
        (f"{ADD.format('%acc', '%a')}\naffine.store %acc, %A[%k] : memref<16xf32>", "%s"),
    ],
)
def test_what_is_no_reduction(body: str, result: str) -> None:
    assert reduction(body, result) == NO_KIND


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        ("%s = arith.addf %acc, %a : f32", "arith.addf reassoc"),
        ("%s = arith.mulf %acc, %a fastmath<nnan> : f32", "arith.mulf reassoc"),
        ("%s = math.fma %a, %x, %acc fastmath<reassoc> : f32", "math.fma contract,reassoc"),
    ],
)
def test_floats_need_flags(line: str, flags: str) -> None:
    op, _, wanted = flags.partition(" ")
    assert reduction(line, "%s") == f"'{op}' may be reordered only with fastmath<{wanted}>"


LARGEST = "%s = arith.maximumf {}, {} fastmath<nnan,nsz> : f32"


@pytest.mark.parametrize(
    ("body", "result", "end", "flags"),
    [
        (LARGEST.format("%acc", "%a"), "%s", "16", ["nnan", "nsz"]),
        (FOR.format("%acc", LARGEST.format("%in", "%a"), "%s"), "%v", "16", ["nnan", "nsz"]),
        (LARGEST.format("%acc", "%a"), "%s", "0", []),
        (LARGEST.format("%acc", "%a"), "%s", "%size", []),
        (f"{LARGEST.format('%acc', '%a')}\n%v = arith.select %c, %s, %acc : f32", "%v", "16", []),
        (
            chosen(f"{LARGEST.format('%acc', '%a')}\n{yielded('%s')}", yielded("%acc")),
            "%v",
            "16",
            [],
        ),
    ],
)
def test_flags_of_parts_where_no_operation_may_run(
    body: str, result: str, end: str, flags: list[str]
) -> None:
    """A NaN that comes in, and the sign of a zero, stay as they are if nothing is compared."""
    module = parse_module(f"""
    func.func @f(%A: memref<16xf32>, %x: f32, %c: i1, %size: index) {{
      %r = affine.for %k = 0 to {end} iter_args(%acc = %x) -> (f32) {{
        %a = affine.load %A[%k] : memref<16xf32>
        {body}
        affine.yield {result} : f32
      }}
      func.return
    }}""")
    assert flags_of_parts(module) == flags


@pytest.mark.parametrize(
    ("start", "flags"),
    [
        ("0xFF800000", ["nnan", "nsz"]),
        ("-1.0", ["nnan", "nsz"]),
        ("0.0", []),
        ("-0.0", []),
        ("0x7FC00000", []),
        ("dense<0xFF800000>", ["nnan", "nsz"]),
        ("dense<[1.0, 0.0]>", []),
        ("dense<[0x7FC00000, 1.0]>", []),
    ],
)
def test_flags_of_parts_hold_of_a_number_that_comes_in(start: str, flags: list[str]) -> None:
    type = "vector<2xf32>" if start.startswith("dense") else "f32"
    module = parse_module(f"""
    func.func @f(%a: {type}, %size: index) {{
      %x = arith.constant {start} : {type}
      %r = affine.for %k = 0 to %size iter_args(%acc = %x) -> ({type}) {{
        %s = arith.maximumf %acc, %a fastmath<nnan,nsz> : {type}
        affine.yield %s : {type}
      }}
      func.return
    }}""")
    assert flags_of_parts(module) == flags


def flags_of_parts(module: ModuleOp) -> list[str]:
    """The flags of the operation that combines parts of the first loop."""
    loop = next(op for op in module.walk() if isinstance(op, affine.ForOp))
    (found,) = carried_reductions(loop)
    given = found.properties()["fastmath"]
    assert isinstance(given, FastMathFlagsAttr)
    return sorted(flag.value for flag in given.data)
