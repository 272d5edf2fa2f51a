"""Whatever a program says, an answer comes: loops, indices, shifts and shapes without end."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

from .rewrites import judge

_BUDGET = 4_000


def _function(body: str, arguments: str = "%x: f32, %c: i1") -> str:
    return f"func.func @f({arguments}) {{ {body} func.return }}"


_FOREVER = """%true = arith.constant true
    scf.while () : () -> () { scf.condition(%true) } do { scf.yield }"""
_COUNTING = """%true = arith.constant true
    %one = arith.constant 1 : i64
    %r = scf.while (%i = %one) : (i64) -> (i64) {
      scf.condition(%true) %i : i64
    } do {
    ^bb0(%j: i64):
      %k = arith.addi %j, %one : i64
      scf.yield %k : i64
    }"""
_SQUARES = """%three = arith.constant 3 : index
    %r = affine.for %i = 0 to 100000 iter_args(%a = %three) -> (index) {
      %b = arith.muli %a, %a : index
      affine.yield %b : index
    }"""
_FAR = """%far = arith.constant 4611686018427387904 : i64
    %wide = arith.extui %c : i1 to i64
    %r = arith.shli %wide, %far overflow<nsw> : i64"""
_FEW = "affine.for %i = 0 to 100000000000000 {}"
_MANY = "affine.parallel (%i) = (0) to (100000000000000) { %o = arith.addf %x, %x : f32 }"

ENDLESS = {
    "a loop that stays true": (_function(_FOREVER), "the original does not terminate"),
    "one in an arm": (_function(f"scf.if %c {{ {_FOREVER} }}"), "the original does not terminate"),
    "one that counts": (_function(_COUNTING), f"more than {_BUDGET} steps"),
    "indices that are squared": (_function(_SQUARES), "an index does not fit into 64 bits"),
    "many iterations": (_function(_MANY), f"more than {_BUDGET} steps"),
    "a huge argument": (
        _function("", "%A: memref<4000000000x400000xf32>"),
        f"more than {_BUDGET} steps",
    ),
    "a huge vector": (
        _function("", "%v: vector<100000000xf32>"),
        "vectors of more than 65536 lanes",
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_does_not_end_is_not_validated(name: str) -> None:
    text, says = ENDLESS[name]
    module = parse_module(text)
    verdict = validate(module, module, budget=_BUDGET)
    assert verdict.status is Status.NOT_VALIDATED, verdict
    assert says in str(verdict)


@pytest.mark.parametrize("body", [_FEW, _FAR], ids=["idle iterations", "a shift by far too much"])
def test_what_ends_at_once(body: str) -> None:
    assert judge(_function(body), _function(body)).status is Status.VALID


def test_a_result_that_never_ends() -> None:
    verdict = judge(_function(""), _function(_FOREVER))
    assert verdict.status is Status.REFUTED
    assert "never ends" in str(verdict)
    verdict = judge(_function(""), _function(f"scf.if %c {{ {_FOREVER} }}"))
    assert verdict.status is Status.REFUTED


def _nan(bits: str, stored: str) -> str:
    return f"""
  func.func @f(%A: memref<1xf32>, %B: memref<1xi32>) {{
    %a = affine.load %A[0] : memref<1xf32>
    %i = arith.bitcast %a : f32 to i32
    %c = arith.constant {bits} : i32
    %e = arith.cmpi eq, %i, %c : i32
    pad.assume %e : i1
    affine.store %{stored}, %B[0] : memref<1xi32>
    func.return
  }}"""


@pytest.mark.parametrize("bits", ["0x7fa00000", "0x7fc00000", "0xffc00001", "0xff800000", "0"])
def test_the_bits_of_a_nan_do_not_refute_their_program(bits: str) -> None:
    for stored in ("i", "c"):
        assert judge(_nan(bits, stored), _nan(bits, stored)).status is Status.VALID


def test_the_bits_of_a_nan_are_not_known() -> None:
    def text(value: str) -> str:
        return f"func.func @f() -> i32 {{ {value} func.return %i : i32 }}"

    nan = "%a = arith.constant 0x7FA00000 : f32 %i = arith.bitcast %a : f32 to i32"
    verdict = judge(text(nan), text("%i = arith.constant 0x7fa00000 : i32"))
    assert verdict.status is Status.NOT_VALIDATED, verdict


_FLAGGED = """
func.func @f(%A: memref<3xf32>, %B: memref<1xf32>) {
  %a = affine.load %A[0] : memref<3xf32>
  %b = affine.load %A[1] : memref<3xf32>
  %d = affine.load %A[2] : memref<3xf32>
  %m = arith.minimumf %a, %b fastmath<nnan,ninf> : f32
  %n = arith.minimumf %m, %d fastmath<nnan,ninf> : f32
  %i = arith.fptosi %n : f32 to i32
  %k = arith.constant 3 : i32
  %p = arith.cmpi sgt, %i, %k : i32
  scf.if %p {
    affine.store %a, %B[0] : memref<1xf32>
  }
  func.return
}"""


def test_what_makes_a_condition_poison_may_itself_be_poison_for_that_reason() -> None:
    assert judge(_FLAGGED, _FLAGGED).status is Status.VALID


def _doubled(rounds: int, first: str, second: str) -> str:
    """Each round combines what the one before made with itself, and then with another number."""
    body = f"""%r = affine.for %i = 0 to {rounds} iter_args(%a = %x) -> (f32) {{
      %b = {first} %a, %a fastmath<reassoc,nsz> : f32
      %c = {second} fastmath<reassoc,nsz> : f32
      affine.yield %c : f32
    }}
    func.return %r : f32"""
    return f"func.func @f(%x: f32, %y: f32) -> f32 {{ {body} }}"


@pytest.mark.parametrize("operation", ["arith.mulf", "arith.addf"])
def test_operands_that_double_end(operation: str) -> None:
    before = _doubled(40, operation, f"{operation} %b, %y")
    after = _doubled(40, operation, f"{operation} %y, %b")
    other = _doubled(40, operation, f"{operation} %b, %x")
    assert validate(parse_module(before), parse_module(after)).status is Status.VALID
    assert validate(parse_module(before), parse_module(other)).status is not Status.VALID
    few, swapped = (_doubled(8, operation, f"{operation} {of}") for of in ("%b, %y", "%y, %b"))
    assert validate(parse_module(few), parse_module(swapped)).status is Status.VALID
