"""Rewrites that are right, of all kinds that the design speaks of; most with a wrong twin."""

from __future__ import annotations

import pytest

from .rewrites import VALID, Twins, check_twins, guarded, over_tiles, tiled


def _rows(compute: str, start: str = "0.0", pad: str = "0.0") -> str:
    """RFC 77's row sum over 16 rows of 14 columns in tiles, hand-written, with its assumes."""
    return f"""
  func.func @row_summation(%A: memref<16x4x4xf32>, %B: memref<16xf32>) {{
    %limit = arith.constant 14 : index
    %pad = arith.constant {pad} : f32
    affine.for %i = 0 to 16 {{
      {
        over_tiles('''
        %j = affine.apply affine_map<(d0, d1) -> (4 * d0 + d1)>(%io, %ii)
        %valid = arith.cmpi slt, %j, %limit : index
        %a = affine.load %A[%i, %io, %ii] : memref<16x4x4xf32>
        %is_pad = arith.cmpf oeq, %a, %pad : f32
        %holds = arith.ori %valid, %is_pad : i1
        pad.assume %holds : i1''')
    }
    }}
    %start = arith.constant {start} : f32
    affine.for %i = 0 to 16 {{
      affine.store %start, %B[%i] : memref<16xf32>
      {compute}
    }}
    func.return
  }}"""


_ADD = """
        %b = affine.load %B[%i] : memref<16xf32>
        %a = affine.load %A[%i, %io, %ii] : memref<16x4x4xf32>
        %c = arith.addf %b, %a : f32
        affine.store %c, %B[%i] : memref<16xf32>"""
_SELECTED = """
        %j = affine.apply affine_map<(d0, d1) -> (4 * d0 + d1)>(%io, %ii)
        %valid = arith.cmpi slt, %j, %limit : index
        %b = affine.load %B[%i] : memref<16xf32>
        %a = affine.load %A[%i, %io, %ii] : memref<16x4x4xf32>
        %sum = arith.addf %b, %a : f32
        %c = arith.select %valid, %sum, %b : f32
        affine.store %c, %B[%i] : memref<16xf32>"""
_CARRIED = """
      %r = scf.for %io = %c0 to %c4 step %c1 iter_args(%s = %start) -> (f32) {
        %t = scf.for %ii = %c0 to %c4 step %c1 iter_args(%u = %s) -> (f32) {
          %a = memref.load %A[%i, %io, %ii] : memref<16x4x4xf32>
          %c = arith.addf %u, %a : f32
          scf.yield %c : f32
        }
        scf.yield %t : f32
      }
      affine.store %r, %B[%i] : memref<16xf32>"""


def _carried(pad: str = "0.0") -> str:
    constants = "".join(f"%c{k} = arith.constant {k} : index " for k in (0, 1, 4))
    return _rows(_CARRIED, pad=pad).replace("%start = ", f"{constants} %start = ")


_GUARDED, _FREE = over_tiles(guarded(VALID, _ADD)), over_tiles(_ADD)

ROW_SUMS = [
    Twins(
        "guard and no guard",
        _rows(_GUARDED, pad="1.0"),
        _rows(_FREE, pad="1.0"),
        "B[0]: another value",
        _rows(_FREE),
        right_before=_rows(_GUARDED),
    ),
    Twins(
        "the accumulator starts at -0.0",
        _rows(_GUARDED, start="-0.0"),
        _rows(_FREE, start="-0.0"),
        "B[0]: another value",
        _rows(_FREE, start="5.0"),
        right_before=_rows(_GUARDED, start="5.0"),
    ),
    Twins(
        "a select for the guard",
        _rows(over_tiles(_SELECTED)),
        _rows(over_tiles(_SELECTED.replace("%sum, %b", "%b, %sum"))),
        "B[0]: another value",
        _rows(_FREE),
    ),
    Twins(
        "iter_args and scf loops",
        _rows(_GUARDED),
        _carried().replace("%c, %u", "%c, %c").replace("yield %t", "yield %s"),
        "B[0]: another value",
        _carried(),
    ),
]


@pytest.mark.parametrize("twins", ROW_SUMS, ids=lambda twins: twins.name)
def test_row_sums(twins: Twins) -> None:
    check_twins(twins)


def _on_data(body: str, arguments: str = "%A: memref<4xf32>, %B: memref<4xf32>") -> str:
    return f"""
  func.func @f({arguments}) {{
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    affine.for %i = 0 to 4 {{
      %a = affine.load %A[%i] : memref<4xf32>
      %less = arith.cmpf olt, %a, %zero : f32
      {body}
    }}
    func.return
  }}"""


_STORE = "affine.store %{}, %B[%i] : memref<4xf32>"
_CLAMP_TWICE = """
      scf.if %less {
        %c = arith.addf %a, %one : f32
        affine.store %c, %A[%i] : memref<4xf32>
      }
      """
_CHECK_AGAIN = """
      %b = affine.load %A[%i] : memref<4xf32>
      %still = arith.cmpf olt, %b, %zero : f32
      scf.if %still { affine.store %zero, %A[%i] : memref<4xf32> }"""
_MERGED = """
      scf.if %less {
        %c = arith.addf %a, %one : f32
        affine.store %c, %A[%i] : memref<4xf32>
        affine.store %zero, %A[%i] : memref<4xf32>
      }"""
_NEXT = "affine.store %one, %B[%i + 1] : memref<4xf32>"
_INSIDE = "affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i)"

ON_DATA = [
    Twins(
        "if and else as a select",
        _on_data(f"scf.if %less {{ {_STORE.format('zero')} }} else {{ {_STORE.format('a')} }}"),
        _on_data(f"%s = arith.select %less, %a, %zero : f32 {_STORE.format('s')}"),
        "B[0]: another value",
        _on_data(f"%s = arith.select %less, %zero, %a : f32 {_STORE.format('s')}"),
    ),
    Twins(
        "an if without else as a select of the old value",
        _on_data(f"scf.if %less {{ {_STORE.format('zero')} }}"),
        _on_data(f"%s = arith.select %less, %zero, %one : f32 {_STORE.format('s')}"),
        "B[0]: another value",
        _on_data(
            f"""%old = affine.load %B[%i] : memref<4xf32>
            %s = arith.select %less, %zero, %old : f32 {_STORE.format("s")}"""
        ),
    ),
    Twins(
        "two ifs on one condition, merged (RFC 77, Simplify)",
        _on_data(_CLAMP_TWICE + _CHECK_AGAIN),
        _on_data(_MERGED),
        "A[0]: another value",
        _on_data(
            f"scf.if %less {{ {_STORE.format('zero')} affine.store %a, %A[%i] : memref<4xf32> }}"
        ),
        right_before=_on_data(
            f"""scf.if %less {{ {_STORE.format("zero")} }}
            scf.if %less {{ affine.store %a, %A[%i] : memref<4xf32> }}"""
        ),
    ),
    Twins(
        "negated condition",
        _on_data(f"scf.if %less {{ {_STORE.format('zero')} }}"),
        _on_data(
            f"""%not = arith.cmpf oge, %a, %zero : f32
            scf.if %not {{ }} else {{ {_STORE.format("zero")} }}"""
        ),
        "A[0] = nan",
        _on_data(
            f"""%not = arith.cmpf uge, %a, %zero : f32
            scf.if %not {{ }} else {{ {_STORE.format("zero")} }}"""
        ),
    ),
    Twins(
        "undefined behaviour under a condition",
        _on_data(f"scf.if %less {{ {_NEXT} }}"),
        _on_data(f"{_INSIDE} {{ {_NEXT} }}"),
        "B[1]: another value",
        _on_data(f"{_INSIDE} {{ scf.if %less {{ {_NEXT} }} }}"),
    ),
]


@pytest.mark.parametrize("twins", ON_DATA, ids=lambda twins: twins.name)
def test_conditions_on_the_data(twins: Twins) -> None:
    check_twins(twins)


def _products(compute: str) -> str:
    """A sum of products with a filter that may be infinite."""
    return f"""
  func.func @f({tiled("A", "0.0")}, %F: memref<1xf32>, %B: memref<1xf32>) {{
    %f = affine.load %F[0] : memref<1xf32>
    %start = arith.constant 0.0 : f32
    affine.store %start, %B[0] : memref<1xf32>
    {over_tiles(compute)}
    func.return
  }}"""


_PRODUCT = """
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %p = arith.mulf %a, %f : f32
        %b = affine.load %B[0] : memref<1xf32>
        %c = arith.addf %b, %p : f32
        affine.store %c, %B[0] : memref<1xf32>"""
_FLAGS = "fastmath<nnan,ninf,nsz>"
_FLAGGED = _PRODUCT.replace(" : f32\n        %b", f" {_FLAGS} : f32\n        %b").replace(
    "%b, %p", f"%b, %p {_FLAGS}"
)
_FINITE = """%large = arith.constant 0x7F800000 : f32
    %size = math.absf %f : f32
    %finite = arith.cmpf olt, %size, %large : f32
    pad.assume %finite : i1"""


def _with_finite(text: str) -> str:
    load = "%f = affine.load %F[0] : memref<1xf32>"
    return text.replace(load, f"{load} {_FINITE}")


PRODUCTS = [
    Twins(
        "zero times a filter, with flags",
        _products(guarded(VALID, _PRODUCT)),
        _products(_PRODUCT),
        "B[0]: another value",
        _products(_FLAGGED),
        right_before=_products(guarded(VALID, _FLAGGED)),
    ),
    Twins(
        "zero times a filter, assumed to be finite",
        _products(guarded(VALID, _PRODUCT)),
        _products(_PRODUCT),
        "B[0]: another value",
        _with_finite(_products(_PRODUCT)),
        right_before=_with_finite(_products(guarded(VALID, _PRODUCT))),
    ),
    Twins(
        "zero times a filter, fp=relaxed",
        _products(guarded(VALID, _PRODUCT)),
        _products(_PRODUCT).replace("%b, %p", "%p, %f"),
        "B[0]: another value",
        _products(_PRODUCT),
        fp="relaxed",
    ),
]


@pytest.mark.parametrize("twins", PRODUCTS, ids=lambda twins: twins.name)
def test_products_with_padding(twins: Twins) -> None:
    check_twins(twins)
