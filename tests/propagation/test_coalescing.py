"""Whether a buffer and a copy of it can be one: by the order of their uses."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.ops import PackOp, UnpackOp
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.propagation.coalescing import Copy, obstacle_to_dropping

LAID_OUT = (
    "memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>"
)
TYPES = {"S": LAID_OUT, "T": LAID_OUT, "P": "memref<14xf32>"}


def write(name: str) -> str:
    return f"affine.store %x, %{name}[0] : {TYPES[name]}"


def read(name: str) -> str:
    return f"affine.for %i = 0 to 14 {{\n%a = affine.load %{name}[%i] : {TYPES[name]}\n}}"


def obstacle(dropped: str, *lines: str, between: str = "", local: str = "") -> str | None:
    """
    What keeps S, or T, from being the other one where S is unpacked and packed into T.

    The lines are around that: `lines[0]` before, `lines[1]` after; `local` buffers are allocated.
    """
    arguments = ", ".join(f"%{name}: {TYPES[name]}" for name in "ST" if name not in local)
    allocated = "\n".join(f"%{name} = memref.alloc() : {TYPES[name]}" for name in local)
    text = f"""
    func.func @f({arguments}{", " * bool(arguments)}%x: f32) {{
      {allocated}
      %P = memref.alloc() : {TYPES["P"]}
      {lines[0]}
      pad.unpack %S into %P : {LAID_OUT} into {TYPES["P"]}
      {between}
      pad.pack %P into %T : {TYPES["P"]} into {LAID_OUT}
      {lines[1]}
      func.return
    }}"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    (unpack,) = (op for op in function.walk() if isinstance(op, UnpackOp))
    (pack,) = (op for op in function.walk() if isinstance(op, PackOp))
    copy = Copy(unpack.source, pack.target, unpack, pack)
    found = obstacle_to_dropping(copy, copy.source if dropped == "S" else copy.target)
    return None if found is None else found.text


BOTH = (write("S"), read("T"))


@pytest.mark.parametrize(
    ("dropped", "lines", "between", "local", "wanted"),
    [
        ("S", BOTH, "", "S", None),
        ("T", BOTH, "", "T", None),
        ("T", BOTH, "", "ST", None),
        # an argument that is kept is seen when the function ends
        ("T", (write("S"), write("T")), "", "T", "'affine.store' may write T"),
        ("T", (write("S"), write("T")), "", "ST", None),
        ("T", (write("S"), write("S")), "", "T", None),
        ("T", (write("S"), f"{write('S')}\n{read('T')}"), "", "T", "'affine.store' may write S"),
        ("T", (write("S"), f"{read('T')}\n{write('S')}"), "", "T", None),
        ("S", (write("S"), f"{write('S')}\n{read('T')}"), "", "S", "'affine.store' may write S"),
        ("S", (write("S"), f"{write('T')}\n{read('S')}"), "", "S", "'affine.store' may write T"),
        ("S", (write("S"), f"{read('S')}\n{write('T')}"), "", "S", None),
        # the target is used before the copy
        ("T", (f"{read('T')}\n{write('S')}", read("T")), "", "T", "'affine.load' uses T"),
        ("S", (f"{read('T')}\n{write('S')}", read("T")), "", "S", None),
        ("S", (f"{write('S')}\n{read('T')}", read("T")), "", "S", "'affine.load' uses T"),
        # and between its two operations
        ("S", BOTH, read("S"), "S", None),
        ("S", BOTH, write("S"), "S", "'affine.store' may write S between"),
        ("S", BOTH, read("T"), "S", "'affine.load' uses T"),
        ("S", BOTH, write("T"), "S", "'affine.store' uses T"),
        ("T", BOTH, read("T"), "T", "'affine.load' uses T"),
        ("T", BOTH, write("T"), "ST", "'affine.store' uses T"),
    ],
)
def test_order(
    dropped: str, lines: tuple[str, str], between: str, local: str, wanted: str | None
) -> None:
    found = obstacle(dropped, *lines, between=between, local=local)
    assert (found is None) == (wanted is None), found
    assert found is None or found.startswith(wanted or "")
