"""Where the sign of a zero that is not stored may matter to more than results."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.ir.memory_access import is_store
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.no_op.kept_zeros import sign_is_needed

MODULE = """
func.func private @given(memref<4xf32>)
func.func @f(%B: {type}, %C: memref<4xf32>, %U: memref<4xf32>, %I: memref<4xi32>, %x: f32,
             %one: i32, %i: index, %j: index) {result} {{
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[{at}] : {type}
  {body}
}}
"""
LOAD = "%b = affine.load %B[1] : memref<4xf32>\n"
BITS = f"{LOAD}%n = arith.bitcast %b : f32 to i32\n"
QUOTIENT = f"{LOAD}%q = arith.divf %x, %b : f32\n"
INTO_C = "affine.store %{}, %C[0] : memref<4xf32>"
INTO_I = "affine.store %{}, %I[0] : memref<4xi32>"


def reason(
    body: str, *, type: str = "memref<4xf32>", at: str = "0", result: str = "", also: str = ""
) -> str | None:
    if not result:
        body = f"{body}\nfunc.return"
    text = MODULE.format(body=body, type=type, at=at, result=result)
    _, function, *_ = parse_module(text + also).ops
    assert isinstance(function, func.FuncOp)
    store = next(op for op in function.walk() if is_store(op))
    found = sign_is_needed(store, BlockFacts(function.body.block))
    return None if found is None else found.text


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("", None),
        # the result differs in the sign of a zero, too, or not at all
        (LOAD + INTO_C.format("b"), None),
        (f"{LOAD}%n = arith.negf %b : f32\n{INTO_C.format('n')}", None),
        (f"{LOAD}%n = arith.fptosi %b : f32 to i32\n%r = arith.divsi %one, %n : i32", None),
        (f"{LOAD}%h = arith.cmpf olt, %b, %x : f32\nscf.if %h {{\n}}", None),
        (f"{LOAD}%h = arith.cmpf olt, %b, %x : f32\npad.assume %h : i1", None),
        # or by more: a number that is stored, and one that decides
        (QUOTIENT + INTO_C.format("q"), None),
        (BITS + INTO_I.format("n"), None),
        (f"{BITS}%r = arith.divsi %one, %n : i32", "'arith.divsi' may rest on it"),
        (f"{BITS}%h = arith.cmpi eq, %n, %one : i32\nscf.if %h {{\n}}", "'scf.if' may rest on it"),
        (
            f"{BITS}%h = arith.cmpi eq, %n, %one : i32\npad.assume %h : i1",
            "'pad.assume' may rest on it",
        ),
        (
            f"{QUOTIENT}%h = arith.cmpf olt, %q, %x : f32\nscf.if %h {{\n}}",
            "'scf.if' may rest on it",
        ),
        (
            f"{BITS}%k = arith.index_cast %n : i32 to index\nscf.for %o = %i to %k step %j {{\n}}",
            "'scf.for' may rest on it",
        ),
        (
            f"{BITS}%k = arith.index_cast %n : i32 to index\n"
            "%l = memref.load %C[%k] : memref<4xf32>",
            "'memref.load' may rest on it",
        ),
        (
            f"{BITS}%k = arith.index_cast %n : i32 to index\n"
            "memref.store %x, %C[%k] : memref<4xf32>",
            "'memref.store' may rest on it",
        ),
        # a zero, and what is computed from it, is carried
        (
            f"{LOAD}%r = affine.for %k = 0 to 4 iter_args(%a = %b) -> (f32) {{\n"
            "%s = arith.addf %a, %x : f32\naffine.yield %s : f32\n}\n" + INTO_C.format("r"),
            None,
        ),
        (
            f"{QUOTIENT}%r = affine.for %k = 0 to 4 iter_args(%a = %q) -> (f32) {{\n"
            "affine.yield %a : f32\n}\n" + INTO_C.format("r"),
            None,
        ),
        (
            f"{BITS}%r = affine.for %k = 0 to 4 iter_args(%a = %one) -> (i32) {{\n"
            "affine.yield %n : i32\n}\n%d = arith.divsi %one, %r : i32",
            "'arith.divsi' may rest on it",
        ),
        # in other buffers
        ("memref.copy %B, %C : memref<4xf32> to memref<4xf32>", None),
        (
            "memref.copy %B, %C : memref<4xf32> to memref<4xf32>\n"
            "%c = affine.load %C[0] : memref<4xf32>\n%n = arith.bitcast %c : f32 to i32\n"
            "%r = arith.divsi %one, %n : i32",
            "'arith.divsi' may rest on it",
        ),
        ("memref.copy %C, %B : memref<4xf32> to memref<4xf32>", None),
        ("func.call @given(%B) : (memref<4xf32>) -> ()", "'func.call' may rest on it"),
        (
            f"%V = memref.cast %U : memref<4xf32> to memref<?xf32>\n{LOAD}"
            "affine.store %b, %U[0] : memref<4xf32>",
            "it is stored where other names may be read",
        ),
    ],
)
def test_what_may_rest_on_a_sign(body: str, wanted: str | None) -> None:
    assert reason(body) == wanted


@pytest.mark.parametrize(
    ("value", "type", "wanted"),
    [
        ("b", "f32", None),
        ("B", "memref<4xf32>", "'func.return' may rest on it"),
    ],
)
def test_results(value: str, type: str, wanted: str | None) -> None:
    assert reason(f"{LOAD}func.return %{value} : {type}", result=f"-> {type}") == wanted


def test_a_function_that_another_calls() -> None:
    types = "memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xi32>, f32, i32, index, index"
    names = [f"%{k}" for k in range(8)]
    arguments = ", ".join(map(": ".join, zip(names, types.split(", "), strict=True)))
    caller = f"""func.func @g({arguments}) {{
      func.call @f({", ".join(names)}) : ({types}) -> ()
      func.return
    }}"""
    assert reason("", also=caller) == "another function calls this one"
    assert (
        reason(
            "", also=caller.replace("@f(", "@other(") + "func.func private @other" + f"({types})"
        )
        is None
    )


TILES = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"
LAID_OUT = "memref<4x4xf32> {{pad.logical = memref<{}xf32, #pad.layout<[{}], [{}], {{}}>>}}"


@pytest.mark.parametrize(
    ("size", "kind", "at", "wanted"),
    [
        (14, "0.0 : f32", "3, 1", None),
        (14, "0.0 : f32", "3, 2", "the cell may be padding"),
        (14, '"undef"', "3, 2", "the cell may be padding"),
        (14, "0.0 : f32", "%i, %j", "the cell may be padding"),
        (16, "0.0 : f32", "3, 2", None),
        (16, "0.0 : f32", "%i, %j", None),
        # which copies cells
        (14, "affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>", "2, 0", "the cell may be padding"),
        # at an index that is not read
        (14, "0.0 : f32", "%k, %k", "the cell may be padding"),
        (16, "0.0 : f32", "%k, %k", None),
    ],
)
def test_padding(size: int, kind: str, at: str, wanted: str | None) -> None:
    argument = LAID_OUT.format(size, TILES, kind)
    text = MODULE.format(type="T", at=at, body="func.return", result="")
    text = text.replace("%B: T", f"%B: {argument}").replace("T", "memref<4x4xf32>")
    if "%k" in at:
        text = text.replace("  affine.store", "  %k = arith.xori %i, %j : index\n  memref.store")
    _, function = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    store = next(op for op in function.walk() if is_store(op))
    found = sign_is_needed(store, BlockFacts(function.body.block))
    assert (None if found is None else found.text) == wanted


@pytest.mark.parametrize(
    ("kind", "at", "wanted"),
    [
        ("0.0 : f32", "3, 1", None),
        ("0.0 : f32", "3, 2", "it may be stored to padding"),
        ('"undef"', "3, 2", None),
    ],
)
def test_padding_of_another_buffer(kind: str, at: str, wanted: str | None) -> None:
    body = f"{LOAD}affine.store %b, %D[{at}] : memref<4x4xf32>"
    text = MODULE.format(type="memref<4xf32>", at="0", body=f"{body}\nfunc.return", result="")
    text = text.replace("%C:", f"%D: {LAID_OUT.format(14, TILES, kind)}, %C:")
    _, function = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    store = next(op for op in function.walk() if is_store(op))
    found = sign_is_needed(store, BlockFacts(function.body.block))
    assert (None if found is None else found.text) == wanted
