"""Functions without a body that are given laid-out buffers, and one buffer for two parameters."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import PADDING, VALID, Twins, check_twins, guarded, judge, over_tiles

_TILES = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{}], {{}}>"
_COPY_IN = """
        %a = affine.load %A[%io * 4 + %ii] : memref<14xf32>
        affine.store %a, %P[%io, %ii] : memref<4x4xf32>"""
_COPY_OUT = """
        %p = affine.load %P[%io, %ii] : memref<4x4xf32>
        affine.store %p, %A[%io * 4 + %ii] : memref<14xf32>"""


def _before(kind: str) -> str:
    laid_out = f"memref<14xf32, {_TILES.format(kind)}>"
    return f"""
  func.func private @g({laid_out})
  func.func @f(%A: memref<14xf32>, %B: memref<1xf32>) {{
    %zero = arith.constant 0.0 : f32
    %P = memref.alloc() : {laid_out}
    pad.pack %A into %P : memref<14xf32> into {laid_out}
    func.call @g(%P) : ({laid_out}) -> ()
    pad.unpack %P into %A : {laid_out} into memref<14xf32>
    affine.store %zero, %B[0] : memref<1xf32>
    func.return
  }}"""


def _after(kind: str, padding: str = "", stored: str = "%zero") -> str:
    """The same, physical: what is written to the padding, and stored in B."""
    contract = f"{{pad.logical = memref<14xf32, {_TILES.format(kind)}>}}"
    return f"""
  func.func private @g(memref<4x4xf32> {contract})
  func.func @f(%A: memref<14xf32>, %B: memref<1xf32>) {{
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %P = memref.alloc() {contract} : memref<4x4xf32>
    {over_tiles(guarded(VALID, _COPY_IN))}
    {over_tiles(guarded(PADDING, padding)) if padding else ""}
    func.call @g(%P) : (memref<4x4xf32>) -> ()
    {over_tiles(guarded(VALID, _COPY_OUT))}
    %held = affine.load %P[3, 3] : memref<4x4xf32>
    affine.store {stored}, %B[0] : memref<1xf32>
    func.return
  }}"""


def _fill(value: str) -> str:
    return f"affine.store {value}, %P[%io, %ii] : memref<4x4xf32>"


_ZEROS, _UNDEF = "0.0 : f32", '"undef"'
_STORE_UNDEF = "%u = pad.undef : f32\n" + _fill("%u")

TWINS = [
    Twins(
        "the value that the callee needs",
        _before(_ZEROS),
        _after(_ZEROS, _fill("%one")),
        "the padding P[3, 2] at call 0, of @g: the callee needs it",
        _after(_ZEROS, _fill("%zero")),
    ),
    Twins(
        "what the callee needs is written at all",
        _before(_ZEROS),
        _after(_ZEROS, _STORE_UNDEF),
        "the padding P[3, 2] at call 0, of @g: the callee needs it",
        _after(_ZEROS, _fill("%zero")),
    ),
    Twins(
        "the callee leaves the value",
        _before(_ZEROS),
        _after(_UNDEF, _fill("%zero"), "%held"),
        "B[0]: another value",
        _after(_ZEROS, _fill("%zero"), "%held"),
    ),
    Twins(
        "undef needs nothing",
        _before(_UNDEF),
        _after(_UNDEF, _STORE_UNDEF, "%held"),
        "B[0]: another value",
        _after(_UNDEF, _STORE_UNDEF),
    ),
]


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.name)
def test_laid_out(twins: Twins) -> None:
    check_twins(twins)


def _twice(store: str, attributes: str = "") -> str:
    return f"""
  func.func private @g(%A: memref<4xf32>, %B: memref<4xf32>, %C: memref<4xf32>) {attributes} {{
    %a = affine.load %A[0] : memref<4xf32>
    %b = affine.load %B[1] : memref<4xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, {store}[2] : memref<4xf32>
    func.return
  }}
  func.func @f(%X: memref<4xf32>, %Y: memref<4xf32>) {{
    %x = affine.load %Y[0] : memref<4xf32>
    affine.store %x, %X[0] : memref<4xf32>
    func.call @g(%X, %X, %Y) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    func.return
  }}"""


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (_twice("%C"), Status.VALID),
        (_twice("%B"), Status.NOT_VALIDATED),
        (_twice("%B", "attributes {pad.may_alias}"), Status.VALID),
    ],
    ids=["read", "written", "declared"],
)
def test_one_buffer_for_two_parameters(text: str, status: Status) -> None:
    assert judge(text, text).status is status
