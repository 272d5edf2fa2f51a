"""Which buffers are followed: by one name, or by all the names that views give them."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.ir import SSAValue

from pad_mlir.analysis.accesses.aliasing import followed_names, is_tracked
from pad_mlir.dialect.repairs import parse_module

TYPE = "memref<4x4xf32>"
ROW = "memref<16xf32>"
VIEW = f"%V = memref.collapse_shape %B [[0, 1]] : {TYPE} into memref<16xf32>"
STORE = f"memref.store %x, %B[%i, %i] : {TYPE}"
STORE_V = "memref.store %x, %V[%i] : memref<16xf32>"
CALL = f"func.call @given(%B) : ({TYPE}) -> ()"
GIVES = f"%G = func.call @gives() : () -> {TYPE}"
LOCAL = f"%B = memref.alloc() : {TYPE}"
GLOBAL = f"%B = memref.get_global @g : {TYPE}"
CHOSEN = f"%B = arith.select %c, %A, %D : {TYPE}"


def buffer(*lines: str, attributes: str = "") -> SSAValue:
    """The buffer with the name %B: an argument, unless a line makes it."""
    body = "\n".join(lines)
    name = "Z" if "%B = " in body else "B"
    arguments = ", ".join(f"%{each}: {TYPE}" for each in (name, "A", "D"))
    module = parse_module(f"""
    memref.global "private" @g : {TYPE} = dense<0.0>
    func.func private @given({TYPE})
    func.func private @gives() -> {TYPE}
    func.func @f({arguments}, %x: f32, %i: index, %c: i1) {attributes} {{
      {body}
      func.return
    }}""")
    *_, function = module.ops
    assert isinstance(function, func.FuncOp)
    blocks = [block for op in function.walk() for region in op.regions for block in region.blocks]
    values = [*(a for block in blocks for a in block.args)]
    values += [value for op in function.walk() for value in op.results]
    (found,) = (value for value in values if value.name_hint == "B")
    return found


def in_loop(*lines: str) -> str:
    body = "\n".join(lines)
    return (
        f"%r = scf.for %k = %i to %i step %i iter_args(%B = %A) -> ({TYPE}) {{\n"
        f"{body}\nscf.yield %B : {TYPE}\n}}"
    )


ALIAS = "attributes {pad.may_alias}"


@pytest.mark.parametrize(
    ("lines", "attributes", "wanted"),
    [
        ([], "", True),
        ([STORE], "", True),
        ([STORE, CALL], "", True),
        ([LOCAL, STORE], "", True),
        ([LOCAL, STORE], ALIAS, True),
        # another name
        ([STORE], ALIAS, False),
        ([STORE, VIEW], "", False),
        ([GLOBAL, STORE], "", False),
        ([CHOSEN, STORE], "", False),
        ([in_loop(STORE)], "", False),
        # what a call gives may be each buffer that is known outside
        ([STORE, GIVES], "", False),
        ([LOCAL, STORE, GIVES], "", True),
        ([LOCAL, STORE, CALL, GIVES], "", False),
    ],
)
def test_buffers_of_one_name(lines: list[str], attributes: str, wanted: bool) -> None:
    assert is_tracked(buffer(*lines, attributes=attributes)) == wanted


@pytest.mark.parametrize(
    ("lines", "attributes", "names"),
    [
        ([STORE], "", 0),
        ([VIEW, STORE_V], "", 2),
        ([VIEW, STORE, STORE_V, CALL], "", 2),
        ([LOCAL, VIEW, STORE_V], "", 2),
        ([LOCAL, VIEW, STORE_V], ALIAS, 2),
        ([VIEW, STORE_V], ALIAS, 0),
        ([GLOBAL, VIEW, STORE_V], "", 0),
        ([CHOSEN, VIEW, STORE_V], "", 0),
        ([in_loop(VIEW, STORE_V)], "", 0),
        # a name that goes elsewhere
        (
            [VIEW, STORE_V, f"%o = arith.select %c, %B, %A : {TYPE}"],
            "",
            0,
        ),
        (
            [
                VIEW,
                STORE_V,
                f"%p = memref.alloc() : memref<1x{ROW}>",
                f"memref.store %V, %p[%i] : memref<1x{ROW}>",
            ],
            "",
            0,
        ),
        ([VIEW, STORE_V, GIVES], "", 0),
        ([LOCAL, VIEW, STORE_V, GIVES], "", 2),
    ],
)
def test_buffers_of_several_names(lines: list[str], attributes: str, names: int) -> None:
    found = followed_names(buffer(*lines, attributes=attributes))
    assert (0 if found is None else len([*found])) == names
