"""Iterations in another order, where that is seen and where it is not."""

from __future__ import annotations

import pytest

from .rewrites import Twins, check_twins

_A = "%A: memref<12xi32>, %B: memref<12xi32>"


def _kernel(body: str) -> str:
    return f"""func.func @f({_A}) {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      {body}
      func.return
    }}"""


def _sums(cell: str, first: int, *, backwards: bool = False) -> str:
    """To each element of B the element `cell` of A is added, from `first` on."""
    text = f"""affine.for %i = {first} to 12 {{
        %s = affine.load %A[{cell}] : memref<12xi32>
        %b = affine.load %B[%i] : memref<12xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %A[%i] : memref<12xi32>
      }}"""
    last = f"{first + 11} - %i"
    return _kernel(text.replace("%i", last).replace(f"for {last}", "for %i") if backwards else text)


def _last(value: str, index: str) -> str:
    """The contents of a cell at the end of a loop over all elements."""
    return _kernel(f"""affine.for %i = 0 to 12 {{
      %s = affine.load %B[0] : memref<12xi32>
      %a = affine.load %A[{index}] : memref<12xi32>
      %t = arith.{value} : i32
      affine.store %t, %B[0] : memref<12xi32>
    }}""")


def _nest(source: str, *, swapped: bool) -> str:
    """A[i, j] made of another element, rows first or columns first."""
    loops = ["affine.for %i = 1 to 4", "affine.for %j = 1 to 4"]
    outer, inner = reversed(loops) if swapped else loops
    type = "memref<5x5xi32>"
    return f"""func.func @f(%A: {type}) {{
      {outer} {{ {inner} {{
        %x = affine.load %A[{source}] : {type}
        %y = arith.addi %x, %x : i32
        affine.store %y, %A[%i, %j] : {type}
      }} }}
      func.return
    }}"""


def _total(element: str, *, swapped: bool) -> str:
    op = "addf" if element == "f32" else "addi"
    outer, inner = ("%j", "%i") if swapped else ("%i", "%j")
    return f"""func.func @f(%A: memref<3x4x{element}>, %B: memref<1x{element}>) {{
      affine.for {outer} = 0 to {4 if swapped else 3} {{
        affine.for {inner} = 0 to {3 if swapped else 4} {{
          %s = affine.load %B[0] : memref<1x{element}>
          %a = affine.load %A[%i, %j] : memref<3x4x{element}>
          %t = arith.{op} %s, %a : {element}
          affine.store %t, %B[0] : memref<1x{element}>
        }}
      }}
      func.return
    }}"""


def _initialised(source: str, *, apart: bool) -> str:
    """Rows summed, each from zero, with the zeros in a loop of their own or not."""
    zero = "affine.store %zero, %A[%i] : memref<12xi32>"
    split = "} affine.for %i = 0 to 12 {" if apart else ""
    return _kernel(f"""affine.for %i = 0 to 12 {{ {zero} {split}
      affine.for %j = 0 to 3 {{
        %s = affine.load %A[%i] : memref<12xi32>
        %b = affine.load %{source} : memref<12xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %A[%i] : memref<12xi32>
      }}
    }}""")


def _split(index: str, outer: int = 3) -> str:
    return _kernel(f"""affine.for %io = 0 to {outer} {{
      affine.for %ii = 0 to 4 {{
        %a = affine.load %A[{index}] : memref<12xi32>
        affine.store %a, %B[{index}] : memref<12xi32>
      }}
    }}""")


def _fused(outer: str, inner: str) -> str:
    return f"""func.func @f(%A: memref<3x4xi32>, %B: memref<3x4xi32>) {{
      affine.for %k = 0 to 12 {{
        %a = affine.load %A[{outer}, {inner}] : memref<3x4xi32>
        affine.store %a, %B[{outer}, {inner}] : memref<3x4xi32>
      }}
      func.return
    }}"""


ORDERS = [
    Twins(
        "a running sum backwards",
        _sums("%i - 1", 1),
        _sums("%i - 1", 1, backwards=True),
        "A[2]: another value",
        _sums("%i", 0, backwards=True),
        right_before=_sums("%i", 0),
    ),
    Twins(
        "the last of all values, backwards",
        _last("addi %a, %a", "%i"),
        _last("addi %a, %a", "11 - %i"),
        "B[0]: another value",
        _last("maxsi %a, %s", "11 - %i"),
        right_before=_last("maxsi %a, %s", "%i"),
    ),
    Twins(
        "loops swapped over a diagonal",
        _nest("%i - 1, %j + 1", swapped=False),
        _nest("%i - 1, %j + 1", swapped=True),
        "another value",
        _nest("%i - 1, %j - 1", swapped=True),
        right_before=_nest("%i - 1, %j - 1", swapped=False),
    ),
    Twins(
        "a transposition in place, columns first",
        _nest("%j, %i", swapped=False),
        _nest("%j, %i", swapped=True),
        "another value",
        _nest("%i, %j", swapped=True),
        right_before=_nest("%i, %j", swapped=False),
    ),
    Twins(
        "a float sum over columns first",
        _total("f32", swapped=False),
        _total("f32", swapped=True),
        "B[0]: another value",
        _total("i32", swapped=True),
        right_before=_total("i32", swapped=False),
    ),
    Twins(
        "zeros split off where a later row is read",
        _initialised("A[(%i + 1) mod 12]", apart=False),
        _initialised("A[(%i + 1) mod 12]", apart=True),
        "another value",
        _initialised("B[%i]", apart=True),
        right_before=_initialised("B[%i]", apart=False),
    ),
    Twins(
        "split by another factor",
        _split("%io * 4 + %ii"),
        _split("%io * 3 + %ii"),
        "B[10]: another value",
        _split("%io + %ii * 3"),
    ),
    Twins(
        "split without the last tile",
        _split("%io * 4 + %ii"),
        _split("%io * 4 + %ii", 2),
        "B[8]: another value",
        _split("(2 - %io) * 4 + %ii"),
    ),
    Twins(
        "fused by the extent of the other loop",
        _fused("%k floordiv 4", "%k mod 4"),
        _fused("%k floordiv 4", "%k mod 3"),
        "B[0, 3]: another value",
        _fused("%k mod 3", "%k floordiv 3"),
    ),
]


@pytest.mark.parametrize("twins", ORDERS, ids=lambda twins: twins.name)
def test_wrong_orders(twins: Twins) -> None:
    check_twins(twins)
