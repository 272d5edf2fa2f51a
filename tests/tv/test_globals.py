"""Globals with layouts: where their cells went, and what their padding has to hold."""

import pytest

from .rewrites import Twins, check_twins

_TILES = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"


def _contract(kind: str) -> str:
    return f"{{pad.logical = memref<6xf32, #pad.layout<[{_TILES}], [{kind}], {{}}>>}}"


def _logical(kind: str, data: str) -> str:
    return f"""
  memref.global "private" {kind} @g : memref<6xf32> = {data}
  func.func @f(%B: memref<6xf32>) {{
    %g = memref.get_global @g : memref<6xf32>
    affine.for %i = 0 to 6 {{
      %b = affine.load %B[%i] : memref<6xf32>
      %a = affine.load %g[%i] : memref<6xf32>
      affine.store %a, %B[%i] : memref<6xf32>
      {"" if kind else "affine.store %b, %g[%i] : memref<6xf32>"}
    }}
    func.return
  }}"""


def _physical(kind: str, data: str, padding: str, behind: str = "", given: str = "") -> str:
    return f"""
  memref.global "private" {kind} @g : memref<2x4xf32> = {data} {_contract(padding)}
  func.func @f(%B: memref<6xf32>) {{
    %g = memref.get_global @g : memref<2x4xf32>
    affine.for %i = 0 to 6 {{
      %b = affine.load %B[%i] : memref<6xf32>
      %a = affine.load %g[%i floordiv 4, %i mod 4] : memref<2x4xf32>
      affine.store %a, %B[%i] : memref<6xf32>
      {"" if kind else "affine.store %b, %g[%i floordiv 4, %i mod 4] : memref<2x4xf32>"}
    }}
    {behind}
    func.return
  }}"""


_DATA = "dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>"
_PACKED = "dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 0.5, 0.5]]>"
_TRANSPOSED = "dense<[[1.0, 3.0, 5.0, 0.5], [2.0, 4.0, 6.0, 0.5]]>"
_CHANGED = """
    %one = arith.constant 1.0 : f32
    affine.store %one, %g[1, 3] : memref<2x4xf32>"""
_KEPT = """
    %half = arith.constant 0.5 : f32
    affine.store %half, %g[1, 3] : memref<2x4xf32>"""
_SHOWN = """
    %p = affine.load %g[1, 2] : memref<2x4xf32>
    %zero = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %d = arith.subf %p, %half : f32
    %l = affine.load %B[5] : memref<6xf32>
    %s = arith.addf %l, %d : f32
    affine.store %s, %B[5] : memref<6xf32>"""

_VARIABLE = _logical("", _DATA)
TWINS = [
    Twins(
        "constant-packed-wrongly",
        _logical("constant", _DATA),
        _physical("constant", _TRANSPOSED, "0.5 : f32"),
        "B[1]",
        _physical("constant", _PACKED, "0.5 : f32"),
    ),
    Twins(
        "variable-packed-wrongly",
        _VARIABLE,
        _physical("", _TRANSPOSED, '"forbidden"'),
        "@g: it has another initial value after",
        _physical("", _PACKED, '"forbidden"'),
    ),
    Twins(
        "not-initialised-any-more",
        _VARIABLE,
        _physical("", "uninitialized", '"undef"'),
        "@g: it has another initial value after",
        _physical("", _PACKED, '"undef"'),
    ),
    Twins(
        "padding-of-a-variable-is-written",
        _VARIABLE,
        _physical("", _PACKED, "0.5 : f32", _CHANGED),
        "the padding has to hold",
        _physical("", _PACKED, "0.5 : f32", _KEPT),
    ),
    Twins(
        "forbidden-padding-is-written",
        _VARIABLE,
        _physical("", _PACKED, '"forbidden"', _KEPT),
        "@g[1, 3]",
        _physical("", _PACKED, "0.5 : f32", _KEPT),
    ),
    Twins(
        "padding-of-a-variable-is-relied-on",
        _VARIABLE,
        _physical("", _PACKED, '"undef"', _SHOWN),
        "B[5]",
        _physical("", _PACKED, "0.5 : f32"),
    ),
    Twins(
        "undef-padding-of-one-layout-is-the-same",
        _physical("", _PACKED, '"undef"', _SHOWN),
        _physical("", _PACKED, "0.5 : f32", _SHOWN),
        "B[5]",
        _physical("", _PACKED, '"undef"', _SHOWN),
    ),
]


def _shifted(shape: str, index: str) -> str:
    """Reads a variable into B, then puts B into it."""
    return f"""
  memref.global "private" @g : memref<{shape}xf32> = dense<0.0>
  func.func @f(%B: memref<2x3xf32>) {{
    %g = memref.get_global @g : memref<{shape}xf32>
    affine.for %i = 0 to 2 {{
      affine.for %j = 0 to 3 {{
        %b = affine.load %B[%i, %j] : memref<2x3xf32>
        %a = affine.load %g[{index}] : memref<{shape}xf32>
        affine.store %a, %B[%i, %j] : memref<2x3xf32>
        affine.store %b, %g[{index}] : memref<{shape}xf32>
      }}
    }}
    func.return
  }}"""


TWINS.append(
    Twins(
        "what-a-flat-variable-holds-at-entry-is-in-row-major-order",
        _shifted("2x3", "%i, %j"),
        _shifted("6", "%j * 2 + %i"),
        "another value",
        _shifted("6", "%i * 3 + %j"),
    )
)


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.name)
def test_wrong_is_refuted_and_right_is_proven(twins: Twins) -> None:
    check_twins(twins)
