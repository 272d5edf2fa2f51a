"""Guards dropped where what they kept out is seen, and where it is not."""

from __future__ import annotations

import pytest

from .rewrites import VALID, Twins, check_twins, guarded, over_tiles, tiled

_GUARD = "affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i)"


def _reduction(op: str, pad: str, element: str = "f32", *, guard: bool) -> str:
    """All elements of A, in tiles, taken into a cell of the caller."""
    body = f"""%s = affine.load %B[0] : memref<1x{element}>
        %a = affine.load %A[%io, %ii] : memref<4x4x{element}>
        %t = arith.{op} %s, %a : {element}
        affine.store %t, %B[0] : memref<1x{element}>"""
    nest = over_tiles(guarded(VALID, body) if guard else body)
    argument = tiled("A", pad, element=element)
    return f"func.func @f({argument}, %B: memref<1x{element}>) {{ {nest} func.return }}"


def _reductions(op: str, neutral: str, other: str, element: str = "f32") -> Twins:
    return Twins(
        f"{op} with {other} in the padding",
        _reduction(op, other, element, guard=True),
        _reduction(op, other, element, guard=False),
        "B[0]: another value",
        _reduction(op, neutral, element, guard=False),
        right_before=_reduction(op, neutral, element, guard=True),
    )


def _loop(
    body: str, *, kind: str = "affine.for %i = 0 to 16", more: str = "", head: str = ""
) -> str:
    """A loop over 16 indices, of which 14 are valid."""
    return f"""{more} func.func @f(%A: memref<16xi32>, %B: memref<16xi32>, %C: memref<16xi32>) {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      {head}
      {kind} {{ {body} }}
      func.return
    }}"""


_COPY = "%a = affine.load %A[%i] : memref<16xi32> affine.store %a, %B[%i] : memref<16xi32>"
_COUNT = """%n = affine.load %C[0] : memref<16xi32>
  %m = arith.addi %n, %one : i32
  affine.store %m, %C[0] : memref<16xi32>"""
_ZERO_TAIL = "affine.for %k = 14 to 16 { affine.store %zero, %A[%k] : memref<16xi32> }"
_SUM = """%s = affine.load %C[0] : memref<16xi32>
  %a = affine.load %A[%i] : memref<16xi32>
  %t = arith.addi %s, %a : i32
  affine.store %t, %C[0] : memref<16xi32>"""
_WRAPPED = """%a = affine.load %A[%i mod 14] : memref<16xi32>
  affine.store %a, %B[%i mod 14] : memref<16xi32>"""


def _clamped(op: str, *, guard: bool) -> str:
    """The index goes no further than the last element."""
    index = "affine.apply affine_map<(d0) -> (d0)>(%i)"
    if not guard:
        index = "affine.min affine_map<(d0) -> (d0, 13)>(%i)"
    body = f"""%k = {index}
      %s = affine.load %C[0] : memref<16xi32>
      %a = memref.load %A[%k] : memref<16xi32>
      %t = arith.{op} %s, %a : i32
      affine.store %t, %C[0] : memref<16xi32>"""
    return _loop(f"{_GUARD} {{ {body} }}" if guard else body)


def _local(first: str, second: str) -> str:
    """A local buffer that is zero, counted up, and summed."""
    return f"""func.func @f(%C: memref<1xi32>) {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %L = memref.alloc() : memref<16xi32>
      affine.for %i = 0 to 16 {{ affine.store %zero, %L[%i] : memref<16xi32> }}
      affine.for %i = 0 to 16 {{ {first} }}
      affine.for %i = 0 to 16 {{ {second} }}
      func.return
    }}"""


_UP = """%x = affine.load %L[%i] : memref<16xi32>
  %y = arith.addi %x, %one : i32
  affine.store %y, %L[%i] : memref<16xi32>"""
_SUM_UP = """%s = affine.load %C[0] : memref<1xi32>
  %x = affine.load %L[%i] : memref<16xi32>
  %t = arith.addi %s, %x : i32
  affine.store %t, %C[0] : memref<1xi32>"""


def _quotients(pad: str, *, guard: bool) -> str:
    """Quotients in a local buffer, of which only the valid ones are copied."""
    body = """%a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %q = arith.divsi %hundred, %a : i32
        affine.store %q, %L[%io, %ii] : memref<4x4xi32>"""
    copy = """%q = affine.load %L[%io, %ii] : memref<4x4xi32>
        affine.store %q, %B[%io * 4 + %ii] : memref<14xi32>"""
    nest = over_tiles(guarded(VALID, body) if guard else body)
    return f"""func.func @f({tiled("A", pad, element="i32")}, %B: memref<14xi32>) {{
      %hundred = arith.constant 100 : i32
      %L = memref.alloc() : memref<4x4xi32>
      {nest} {over_tiles(guarded(VALID, copy))}
      func.return
    }}"""


def _else(value: str, *, guard: bool) -> str:
    """A copy whose else arm stores what the padding may hold."""
    body = "%a = affine.load %A[%io, %ii] : memref<4x4xf32> "
    body += "affine.store %a, %B[%io, %ii] : memref<4x4xf32>"
    if guard:
        other = f"affine.store %{value}, %B[%io, %ii] : memref<4x4xf32>"
        body = f"{guarded(VALID, body)} else {{ {other} }}"
    return f"""func.func @f({tiled("A", "0.0")}, %B: memref<4x4xf32>) {{
      %zero = arith.constant 0.0 : f32
      %negative = arith.constant -0.0 : f32
      {over_tiles(body)}
      func.return
    }}"""


_G = "func.func private @g(memref<16xi32>)"


def _after_call(given: str, *, guard: bool) -> str:
    head = f"{_ZERO_TAIL} func.call @g(%{given}) : (memref<16xi32>) -> ()"
    return _loop(f"{_GUARD} {{ {_SUM} }}" if guard else _SUM, head=head, more=_G)


_PARALLEL = "affine.parallel (%i) = (0) to (16)"

TWINS = [
    _reductions("mulf", "1.0", "2.0"),
    _reductions("maximumf", "0xFF800000", "0xFF7FFFFF"),
    _reductions("maxnumf", "0x7FC00000", "0.0"),
    _reductions("minimumf", "0x7F800000", "0x7FC00000"),
    _reductions("andi", "-1", "0", "i32"),
    _reductions("minsi", "2147483647", "0", "i32"),
    _reductions("maxui", "0", "-1", "i32"),
    _reductions("addf", "-0.0", "0.0"),
    Twins(
        "a count behind the same guard",
        _loop(f"{_GUARD} {{ {_SUM} {_COUNT.replace('C[0]', 'C[1]')} }}", head=_ZERO_TAIL),
        _loop(f"{_SUM} {_COUNT.replace('C[0]', 'C[1]')}", head=_ZERO_TAIL),
        "C[1]: another value",
        _loop(f"{_SUM} {_GUARD} {{ {_COUNT.replace('C[0]', 'C[1]')} }}", head=_ZERO_TAIL),
    ),
    Twins(
        "an inserted write that a later stage reads",
        _local(f"{_GUARD} {{ {_UP} }}", _SUM_UP),
        _local(_UP, _SUM_UP),
        "C[0]: another value",
        _local(_UP, f"{_GUARD} {{ {_SUM_UP} }}"),
        right_before=_local(f"{_GUARD} {{ {_UP} }}", f"{_GUARD} {{ {_SUM_UP} }}"),
    ),
    Twins(
        "an inserted write of what is there, in a parallel loop",
        _loop(f"{_GUARD} {{ {_WRAPPED} }}", kind=_PARALLEL),
        _loop(_WRAPPED, kind=_PARALLEL),
        "two iterations of a parallel loop access B[0]",
        _loop(_WRAPPED),
        right_before=_loop(f"{_GUARD} {{ {_WRAPPED} }}"),
    ),
    Twins(
        "the last element counted again",
        _clamped("addi", guard=True),
        _clamped("addi", guard=False),
        "C[0]: another value",
        _clamped("maxsi", guard=False),
        right_before=_clamped("maxsi", guard=True),
    ),
    Twins(
        "division by what the padding holds",
        _quotients("0", guard=True),
        _quotients("0", guard=False),
        "undefined behaviour that the original doesn't have",
        _quotients("1", guard=False),
        right_before=_quotients("1", guard=True),
    ),
    Twins(
        "an else arm that stores the other zero",
        _else("negative", guard=True),
        _else("negative", guard=False),
        "B[3, 2]: another value",
        _else("zero", guard=False),
        right_before=_else("zero", guard=True),
    ),
    Twins(
        "a fact that a call may have ended",
        _after_call("A", guard=True),
        _after_call("A", guard=False),
        "C[0]: another value",
        _after_call("B", guard=False),
        right_before=_after_call("B", guard=True),
    ),
]


@pytest.mark.parametrize("twins", TWINS, ids=lambda twins: twins.name)
def test_wrong_guards(twins: Twins) -> None:
    check_twins(twins)
