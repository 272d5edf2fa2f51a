"""Stores, loops and copies dropped, and layouts applied, where that is seen and where not."""

from __future__ import annotations

import pytest

from .rewrites import Twins, check_twins, tiled

_A = "%A: memref<12xi32>, %B: memref<12xi32>"


def _kernel(body: str, extra: str = "") -> str:
    return f"""{extra} func.func @f({_A}) {{
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      {body}
      func.return
    }}"""


def _stores(first: str, between: str, second: str, extra: str = "") -> str:
    """A store, what stands between, and a store that overwrites the first."""
    return _kernel(f"{first} {between} {second}", extra)


_COPY = """affine.for %i = 0 to 12 { %a = affine.load %B[%i] : memref<12xi32>
   affine.store %a, %A[%i] : memref<12xi32> }"""
_ZERO = "affine.for %i = 0 to 12 { affine.store %zero, %A[%i] : memref<12xi32> }"
_READ = "%r = affine.load %A[3] : memref<12xi32> affine.store %r, %B[0] : memref<12xi32>"
_CALL = "func.call @g(%{given}) : (memref<12xi32>) -> ()"
_G = "func.func private @g(memref<12xi32>)"


def _put_back(between: str, *, store: bool) -> str:
    """A cell loaded and stored again."""
    back = "affine.store %x, %A[3] : memref<12xi32>" if store else ""
    return _kernel(f"%x = affine.load %A[3] : memref<12xi32> {between} {back}")


def _known(value: str, *, store: bool) -> str:
    """A store of a zero where a zero is."""
    again = f"affine.store %{value}, %A[1] : memref<4xf32>" if store else ""
    return f"""func.func @f(%A: memref<4xf32>) {{
      %zero = arith.constant 0.0 : f32
      %negative = arith.constant -0.0 : f32
      affine.store %zero, %A[1] : memref<4xf32>
      {again}
      func.return
    }}"""


def _maybe_overwritten(condition: str, *, store: bool) -> str:
    first = "affine.store %one, %A[3] : memref<12xi32>" if store else ""
    return _kernel(f"""%b = affine.load %B[0] : memref<12xi32>
      %c = arith.cmpi {condition} : i32
      {first}
      scf.if %c {{
        affine.store %zero, %A[3] : memref<12xi32>
      }}""")


def _rotated(count: int, *, loop: bool) -> str:
    """A loop without an effect but on the values that it carries."""
    body = f"""%r:2 = affine.for %i = 0 to {count} iter_args(%p = %x, %q = %y) -> (i32, i32) {{
        affine.yield %q, %p : i32, i32
      }}
      affine.store %r#0, %A[0] : memref<12xi32>"""
    stored = body if loop else "affine.store %x, %A[0] : memref<12xi32>"
    loads = "".join(
        f"%{name} = affine.load %B[{k}] : memref<12xi32> " for k, name in enumerate("xy")
    )
    return _kernel(loads + stored)


def _local(size: int, *, store: bool) -> str:
    """A local cell that a copy takes along, or not."""
    stored = "affine.store %one, %L[5] : memref<12xi32>" if store else ""
    return _kernel(f"""%L = memref.alloc() : memref<12xi32>
      affine.for %i = 0 to {size} {{ affine.store %zero, %L[%i] : memref<12xi32> }}
      {stored}
      affine.for %i = 0 to {size} {{
        %a = affine.load %L[%i] : memref<12xi32>
        affine.store %a, %A[%i] : memref<12xi32>
      }}""")


def _box(*indices: str) -> str:
    """A copy into tiles of 4, in rows of 8."""
    layout = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], "
    layout += '["forbidden"], {align = [1, 8]}>'
    stored = ", ".join(indices)
    return f"""func.func @f(%A: memref<12xi32>,
                 %B: memref<3x8xi32> {{pad.logical = memref<12xi32, {layout}>}}) {{
      affine.for %i = 0 to 12 {{
        %a = affine.load %A[%i] : memref<12xi32>
        affine.store %a, %B[{stored}] : memref<3x8xi32>
      }}
      func.return
    }}"""


_LOGICAL = """func.func @f(%A: memref<14xf32>) -> index {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<14xf32>
  func.return %n : index
}"""


def _extent(value: str) -> str:
    return f"""func.func @f({tiled("A", "0.0")}) -> index {{
      %c0 = arith.constant 0 : index
      %n = {value}
      func.return %n : index
    }}"""


def _callee(*, unpacked: bool) -> str:
    """A function that changes what it is given, called with a copy."""
    back = "pad.unpack %T into %A : {} into memref<14xf32>" if unpacked else ""
    layout = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>"
    type = f"memref<14xf32, {layout}>"
    return f"""func.func private @g(%T: {type}) {{
      %one = arith.constant 1.0 : f32
      affine.store %one, %T[3] : {type}
      func.return
    }}
    func.func @f(%A: memref<14xf32>) {{
      %T = memref.alloc() : {type}
      pad.pack %A into %T : memref<14xf32> into {type}
      func.call @g(%T) : ({type}) -> ()
      {back.format(type)}
      func.return
    }}"""


_CALLED = """func.func private @g(%T: memref<14xf32>) {
  %one = arith.constant 1.0 : f32
  affine.store %one, %T[3] : memref<14xf32>
  func.return
}
func.func @f(%A: memref<14xf32>) {
  func.call @g(%A) : (memref<14xf32>) -> ()
  func.return
}"""


REMOVALS = [
    Twins(
        "an overwritten stage that is read between",
        _stores(_COPY, _READ, _ZERO),
        _stores("", _READ, _ZERO),
        "B[0]: another value",
        _stores("", "", _ZERO),
        right_before=_stores(_COPY, "", _ZERO),
    ),
    Twins(
        "a stage that is overwritten in part",
        _stores(_COPY, "", _ZERO.replace("to 12", "to 11")),
        _stores("", "", _ZERO.replace("to 12", "to 11")),
        "A[11]: another value",
        _stores(_COPY.replace("to 12", "to 11"), "", _ZERO),
        right_before=_stores(_COPY, "", _ZERO),
    ),
    Twins(
        "a stage that a call reads",
        _stores(_COPY, _CALL.format(given="A"), _ZERO, _G),
        _stores("", _CALL.format(given="A"), _ZERO, _G),
        "A[0] at call 0, of @g: another value",
        _stores("", _CALL.format(given="B"), _ZERO, _G),
        right_before=_stores(_COPY, _CALL.format(given="B"), _ZERO, _G),
    ),
    Twins(
        "a loaded value put back after another store",
        _put_back("affine.store %one, %A[3] : memref<12xi32>", store=True),
        _put_back("affine.store %one, %A[3] : memref<12xi32>", store=False),
        "A[3]: another value",
        _put_back("affine.store %one, %A[4] : memref<12xi32>", store=False),
        right_before=_put_back("affine.store %one, %A[4] : memref<12xi32>", store=True),
    ),
    Twins(
        "a zero stored over the other zero",
        _known("negative", store=True),
        _known("negative", store=False),
        "A[1]: another value",
        _known("zero", store=False),
        right_before=_known("zero", store=True),
    ),
    Twins(
        "a store that is overwritten under a condition",
        _maybe_overwritten("slt, %b, %one", store=True),
        _maybe_overwritten("slt, %b, %one", store=False),
        "A[3]: another value",
        _maybe_overwritten("sle, %b, %b", store=False),
        right_before=_maybe_overwritten("sle, %b, %b", store=True),
    ),
    Twins(
        "a loop that only swaps two values, an odd number of times",
        _rotated(5, loop=True),
        _rotated(5, loop=False),
        "A[0]: another value",
        _rotated(6, loop=False),
        right_before=_rotated(6, loop=True),
    ),
    Twins(
        "a store to a local cell that is copied out",
        _local(12, store=True),
        _local(12, store=False),
        "A[5]: another value",
        _local(5, store=False),
        right_before=_local(5, store=True),
    ),
]
LAYOUTS = [
    Twins(
        "rows as long as the tile, not as the box",
        _box("%i floordiv 4", "%i mod 4"),
        _box("%i floordiv 8", "%i mod 8"),
        "forbidden padding",
        _box("(%i floordiv 2) floordiv 2", "%i mod 4"),
    ),
    Twins(
        "the extent of the box for the size of the buffer",
        _LOGICAL,
        _extent("arith.constant 16 : index"),
        "result 0: another value",
        _extent("arith.constant 14 : index"),
    ),
    Twins(
        "what a callee wrote not unpacked",
        _CALLED,
        _callee(unpacked=False),
        "A[3]: another value",
        _callee(unpacked=True),
    ),
]


@pytest.mark.parametrize("twins", [*REMOVALS, *LAYOUTS], ids=lambda twins: twins.name)
def test_wrong_removals(twins: Twins) -> None:
    check_twins(twins)
