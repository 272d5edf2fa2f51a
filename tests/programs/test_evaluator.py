"""The meaning of small programs, worked out by hand from the design and the RFC."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module

from .evaluator import Outcome, OverBudget, Undefined, difference, evaluate
from .scalar_kinds import FloatKind, kind_of
from .values import FORBIDDEN, POISON, UNDEF, UNINITIALISED


def _run(text: str, *arguments: Any, undefs: int | None = None) -> Outcome:
    module = parse_module(text)
    module.verify()
    return evaluate(module, "f", list(arguments), undefs=undefs)


def _value(operations: str, type: str, *arguments: Any, types: Sequence[str] = ()) -> Any:
    """The value of `%r`, for arguments `%a`, `%b`, ... of these types."""
    given = types or [type] * len(arguments)
    listed = ", ".join(f"%{'abc'[k]}: {t}" for k, t in enumerate(given))
    text = f"func.func @f({listed}) -> {type} {{\n{operations}\nfunc.return %r : {type}\n}}"
    return _run(text, *arguments).results[0]


@pytest.mark.parametrize(
    ("operation", "type", "left", "right", "result"),
    [
        ("addi", "i8", 127, 1, -128),
        ("subi", "i5", -16, 1, 15),
        ("muli", "i24", 1 << 12, 1 << 11, -(1 << 23)),
        ("divsi", "i32", -7, 2, -3),
        ("floordivsi", "i32", -7, 2, -4),
        ("ceildivsi", "i32", -7, 2, -3),
        ("remsi", "i32", -7, 2, -1),
        ("divui", "i8", -1, 2, 127),
        ("remui", "i8", -1, 2, 1),
        ("minsi", "i8", -1, 1, -1),
        ("minui", "i8", -1, 1, 1),
        ("maxui", "i8", -1, 1, -1),
        ("shli", "i8", 1, 7, -128),
        ("shrsi", "i8", -128, 7, -1),
        ("shrui", "i8", -128, 7, 1),
        ("shli", "i8", 1, 8, POISON),
        ("xori", "i1", 1, 1, 0),
        ("addi", "i1", 1, 1, 0),
        ("maximumf", "f32", math.nan, 1.0, math.nan),
        ("maximumf", "f32", -0.0, 0.0, 0.0),
        ("minimumf", "f32", 0.0, -0.0, -0.0),
        ("maxnumf", "f32", math.nan, 1.0, 1.0),
        ("divf", "f32", 1.0, -0.0, -math.inf),
        ("divf", "f32", 0.0, 0.0, math.nan),
        ("addf", "f32", 16777216.0, 1.0, 16777216.0),
        ("mulf", "f16", 256.0, 256.0, math.inf),
        ("addf", "f16", 2048.0, 1.0, 2048.0),
        ("mulf", "bf16", 1.0078125, 1.0078125, 1.015625),
        ("mulf", "f8E4M3FN", 32.0, 16.0, math.nan),
    ],
)
def test_arithmetic(operation: str, type: str, left: Any, right: Any, result: Any) -> None:
    found = _value(f"%r = arith.{operation} %a, %b : {type}", type, left, right)
    if isinstance(result, float) and math.isnan(result):
        assert math.isnan(found)
    else:
        assert found == result
    if result == 0.0 and isinstance(result, float):
        assert math.copysign(1.0, found) == math.copysign(1.0, result)


@pytest.mark.parametrize(
    ("operation", "type"),
    [("divsi", "i32"), ("remui", "i8"), ("floordivsi", "index"), ("ceildivui", "i64")],
)
def test_division_by_zero_is_undefined(operation: str, type: str) -> None:
    with pytest.raises(Undefined, match="division by zero"):
        _value(f"%r = arith.{operation} %a, %b : {type}", type, 1, 0)


def test_flags_that_are_not_kept_are_poison() -> None:
    assert _value("%r = arith.addi %a, %b overflow<nsw> : i8", "i8", 127, 1) is POISON
    assert _value("%r = arith.addi %a, %b overflow<nuw> : i8", "i8", 127, 1) == -128
    assert _value("%r = arith.addi %a, %b overflow<nuw> : i8", "i8", -1, 1) is POISON
    # true times true is one, which i1 has no positive sign for.
    assert _value("%r = arith.muli %a, %b overflow<nsw> : i1", "i1", 1, 1) is POISON
    inf = math.inf
    assert _value("%r = arith.addf %a, %b fastmath<ninf> : f32", "f32", inf, 1.0) is POISON
    assert _value("%r = arith.addf %a, %b fastmath<nnan> : f32", "f32", inf, 1.0) == inf
    assert _value("%r = arith.addf %a, %b fastmath<nnan> : f32", "f32", inf, -inf) is POISON


def test_flags_of_narrowing() -> None:
    for flags, given, result in (("nsw", 200, POISON), ("nuw", 200, -56), ("nuw", -1, POISON)):
        text = f"%r = arith.trunci %a overflow<{flags}> : i32 to i8"
        assert _value(text, "i8", given, types=["i32"]) == result


@pytest.mark.parametrize(
    ("conversion", "source", "target", "given", "result"),
    [
        ("extui", "i1", "i8", 1, 1),
        ("extsi", "i1", "i8", 1, -1),
        ("trunci", "i32", "i8", 200, -56),
        ("index_cast", "i8", "index", -1, -1),
        ("sitofp", "i1", "f32", 1, -1.0),
        ("uitofp", "i1", "f32", 1, 1.0),
        # Rounded once: by way of f64 it would be 2^60.
        ("sitofp", "i64", "f32", (1 << 60) + (1 << 36) + 1, float((1 << 60) + (1 << 37))),
        ("fptosi", "f32", "i8", -1.75, -1),
        ("fptosi", "f32", "i8", 128.0, POISON),
        ("fptoui", "f32", "i8", 255.0, -1),
        ("truncf", "f64", "f32", 1e300, math.inf),
        ("truncf", "f32", "f8E4M3FN", 464.0, 448.0),
        ("bitcast", "f32", "i32", -0.0, -(1 << 31)),
        ("bitcast", "i16", "f16", 0x3C00, 1.0),
        ("bitcast", "f16", "bf16", 1.0, 0.0078125),
    ],
)
def test_conversions(conversion: str, source: str, target: str, given: Any, result: Any) -> None:
    text = f"%r = arith.{conversion} %a : {source} to {target}"
    assert _value(text, target, given, types=[source]) == result


@pytest.mark.parametrize("name", ["f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E4M3", "f8E3M4"])
def test_rounding_is_that_of_ml_dtypes(name: str) -> None:
    """From f32, where `ml_dtypes` rounds once."""
    module = parse_module(f"func.func private @f({name})")
    kind = kind_of(next(iter(module.body.block.ops)).function_type.inputs.data[0])  # pyright: ignore
    assert isinstance(kind, FloatKind)
    rng = np.random.default_rng(0)
    values = rng.standard_normal(2000).astype(np.float32) * np.exp2(rng.integers(-20, 20, 2000))
    for value in values.astype(np.float32):
        with np.errstate(all="ignore"):
            wanted = float(value.astype(kind.dtype))
        found = kind.round(float(value))
        assert found == wanted or (found != found and wanted != wanted)
    assert float(cast("Any", ml_dtypes.finfo(kind.dtype)).max) == kind.largest


def test_fma_rounds_once() -> None:
    x, z = 1.0 + 2.0**-23, -(1.0 + 2.0**-22)
    assert _value("%r = math.fma %a, %a, %b : f32", "f32", x, z) == 2.0**-46
    assert _value("%r = math.fma %a, %a, %b : f32", "f32", 2.0**100, -math.inf) == -math.inf


ROW_SUM = """
func.func @f(%A: memref<2x3xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>], [0.0 : f32], {}>>, %B: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    affine.store %zero, %B[%i] : memref<2xf32>
    affine.for %j = 0 to 3 {
      %s = affine.load %B[%i] : memref<2xf32>
      %a = affine.load %A[%i, %j] : memref<2x3xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>], [0.0 : f32], {}>>
      %n = arith.addf %s, %a : f32
      affine.store %n, %B[%i] : memref<2xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
"""  # noqa: E501


def test_a_row_sum_in_logical_indices() -> None:
    given = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    outcome = _run(ROW_SUM, given, np.zeros(2, np.float32))
    assert list(outcome.arguments_after[1]) == [6.0, 15.0]
    assert given.tolist() == outcome.arguments_after[0].tolist()


PADDED = """
func.func @f(%A: memref<2x2xf32>, %B: memref<f32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %n = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i, %j)
      %c3 = arith.constant 3 : index
      %valid = arith.cmpi slt, %n, %c3 : index
      %a = affine.load %A[%i, %j] : memref<2x2xf32>
      %one = arith.constant 1.0 : f32
      %is = arith.cmpf oeq, %a, %one : f32
      %c = arith.ori %valid, %is : i1
      pad.assume %c : i1
    }
  }
  %x = affine.load %A[LAST] : memref<2x2xf32>
  affine.store %x, %B[] : memref<f32>
  func.return
}
"""


@pytest.mark.parametrize("padding", [2.0, UNDEF, FORBIDDEN, math.nan])
def test_a_false_assume_about_padding_is_undefined(padding: Any) -> None:
    given = np.array([[3.0, 3.0], [3.0, padding]], object)
    with pytest.raises(Undefined, match="assumed"):
        _run(PADDED.replace("LAST", "0, 0"), given, np.zeros(()))


def test_a_true_assume_and_forbidden_cells() -> None:
    given = np.array([[3.0, FORBIDDEN], [3.0, 1.0]], object)
    text = PADDED.replace("LAST", "0, 1")
    with pytest.raises(Undefined, match="a read of an forbidden cell"):
        _run(text, given, np.zeros(()))  # the load that only the assume looks at is not an access
    outcome = _run(PADDED.replace("LAST", "1, 1"), given, np.zeros(()))
    assert outcome.arguments_after[1][()] == 1.0


def test_undef_is_any_value_but_one() -> None:
    result = _value("%u = pad.undef : i32\n%r = arith.addi %u, %a : i32", "i32", 1)
    assert isinstance(result, type(UNDEF))
    assert result is not POISON
    assert _value("%u = pad.undef : i32\n%r = arith.muli %u, %a : i32", "i32", 0) == 0
    assert _value("%u = pad.undef : i32\n%r = arith.subi %u, %u : i32", "i32") == 0
    either = "%u = pad.undef : i1\n%r = arith.select %u, %a, %b : i32"
    assert _value(either, "i32", 5, 5) == 5
    assert not isinstance(_value(either, "i32", 5, 6), int)
    with pytest.raises(Undefined, match="a branch on"):
        _run(
            "func.func @f(%A: memref<i1>) {\n%c = affine.load %A[] : memref<i1>\n"
            "scf.if %c {\n}\nfunc.return\n}",
            np.array(UNDEF, object),
        )


def test_undef_in_an_assume_is_existential() -> None:
    text = """
    func.func @f(%x: f32) -> f32 {
      %u = pad.undef : f32
      %c = arith.cmpf ueq, %x, %u : f32
      pad.assume %c : i1
      func.return %x : f32
    }"""
    assert _run(text, 3.0).results == (3.0,)
    assert _run(text, 3.0, undefs=1).results == (3.0,)


def test_chosen_undefs_are_numbers() -> None:
    text = "func.func @f(%A: memref<2xf32>) {\n%u = pad.undef : f32\n"
    text += "affine.store %u, %A[0] : memref<2xf32>\naffine.store %u, %A[1] : memref<2xf32>\n"
    text += "func.return\n}"
    one, other = (_run(text, np.zeros(2), undefs=seed).arguments_after[0] for seed in (1, 1))
    assert all(isinstance(cell, float) for cell in one)
    assert str(one[0]) == str(one[1]) == str(other[0])
    symbolic = _run(text, np.zeros(2))
    assert symbolic.arguments_after[0][0] is UNDEF
    assert difference(symbolic, _run(text, np.zeros(2), undefs=2)) is None


OUTSIDE = """
%w = memref.subview %A[2] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 2>>"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("%t = memref.alloc() : memref<2xf32>\n%x = affine.load %t[0] : memref<2xf32>", "uninit"),
        ("%i = arith.constant 4 : index\n%x = memref.load %A[%i] : memref<4xf32>", "out of"),
        ("memref.dealloc %A : memref<4xf32>\n%x = affine.load %A[0] : memref<4xf32>", "freed"),
        ("memref.dealloc %A : memref<4xf32>\nmemref.dealloc %A : memref<4xf32>", "twice"),
        (OUTSIDE, "leaves"),
        ("%c = arith.constant true\n%d = arith.xori %c, %c : i1\npad.assume %d : i1", "false"),
    ],
)
def test_undefined_behaviour(body: str, reason: str) -> None:
    used = "\naffine.store %x, %A[0] : memref<4xf32>" if "%x" in body else ""
    text = f"func.func @f(%A: memref<4xf32>) {{\n{body}{used}\nfunc.return\n}}"
    with pytest.raises(Undefined, match=reason):
        _run(text, np.zeros(4, np.float32))


def test_iterations_of_a_parallel_loop_do_not_meet() -> None:
    text = """
    func.func @f(%A: memref<4xi32>) {
      affine.parallel (%i) = (0) to (4) {
        %x = affine.load %A[SOURCE] : memref<4xi32>
        affine.store %x, %A[%i] : memref<4xi32>
      }
      func.return
    }"""
    _run(text.replace("SOURCE", "%i"), np.arange(4))
    with pytest.raises(Undefined, match="two iterations"):
        _run(text.replace("SOURCE", "0"), np.arange(4))


def test_results_freed_arguments_and_aliases() -> None:
    text = """
    func.func private @free(%X: memref<2xi32>) {
      memref.dealloc %X : memref<2xi32>
      func.return
    }
    func.func @f(%A: memref<2xi32>, %B: memref<2xi32>) -> (memref<2xi32>, memref<2xi32>, memref<2xi32>) {
      %t = memref.alloc() : memref<2xi32>
      memref.copy %B, %t : memref<2xi32> to memref<2xi32>
      func.call @free(%A) : (memref<2xi32>) -> ()
      func.return %B, %t, %t : memref<2xi32>, memref<2xi32>, memref<2xi32>
    }"""  # noqa: E501
    outcome = _run(text, np.arange(2), np.arange(2))
    assert outcome.freed == (0,)
    assert outcome.aliases == (("argument", 1), None, ("result", 1))
    assert outcome.arguments_after[0][0] is UNINITIALISED
    assert outcome.results[1].tolist() == [0, 1]


def test_globals_vectors_and_views() -> None:
    text = """
    memref.global "private" @g : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
    func.func @f(%A: memref<6xi32>) -> i32 {
      %g = memref.get_global @g : memref<2x2xi32>
      %w = memref.collapse_shape %g [[0, 1]] : memref<2x2xi32> into memref<4xi32>
      %v = affine.load %w[2] : memref<4xi32>
      affine.store %v, %g[0, 0] : memref<2x2xi32>
      %s = memref.subview %A[1] [2] [3] : memref<6xi32> to memref<2xi32, strided<[3], offset: 1>>
      affine.store %v, %s[1] : memref<2xi32, strided<[3], offset: 1>>
      %k4 = arith.constant 4 : index
      %zero = arith.constant 0 : i32
      %x = vector.transfer_read %A[%k4], %zero : memref<6xi32>, vector<4xi32>
      %r = vector.reduction <add>, %x : vector<4xi32> into i32
      func.return %r : i32
    }"""
    outcome = _run(text, np.array([10, 20, 30, 40, 50, 60]))
    assert outcome.globals_after["g"].tolist() == [[3, 2], [3, 4]]
    assert outcome.arguments_after[0].tolist() == [10, 20, 30, 40, 3, 60]
    assert outcome.results == (63,)


def test_an_endless_loop_ends() -> None:
    text = """
    func.func @f(%c: i1) {
      %r = scf.while (%x = %c) : (i1) -> i1 {
        scf.condition(%x) %x : i1
      } do {
      ^bb0(%y: i1):
        scf.yield %y : i1
      }
      func.return
    }"""
    with pytest.raises(OverBudget):
        evaluate(parse_module(text), "f", [True], budget=1000)


def test_differences_are_told() -> None:
    text = "func.func @f(%x: f32) -> f32 {\nfunc.return %x : f32\n}"
    zero, other, undef = (_run(text, value) for value in (0.0, -0.0, UNDEF))
    assert difference(zero, zero) is None
    assert difference(zero, other) == "result 0 is -0.0, expected 0.0"
    assert difference(zero, other, zeros_differ=False) is None
    assert difference(undef, other) is None
    assert difference(other, undef) == "result 0 is undef, expected -0.0"


def test_what_a_callee_is_given_may_be_read() -> None:
    text = """
    func.func private @g(%T: memref<2xi32>, %A: memref<2xi32>) {
      affine.for %i = 0 to 2 {
        %v = affine.load %T[%i] : memref<2xi32>
        affine.store %v, %A[%i] : memref<2xi32>
      }
      func.return
    }
    func.func @f(%A: memref<2xi32>) {
      %c7 = arith.constant 7 : i32
      %T = memref.alloc() : memref<2xi32>
      affine.store %c7, %T[1] : memref<2xi32>
      func.call @g(%T, %A) : (memref<2xi32>, memref<2xi32>) -> ()
      func.return
    }"""
    assert list(_run(text, np.arange(2)).arguments_after[0]) == [UNDEF, 7]
