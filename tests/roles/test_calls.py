"""Roles of buffers that are passed on to functions with a body."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.contracts.callee_roles import CalleeRoles
from pad_mlir.analysis.contracts.contracts import contracts_of
from pad_mlir.analysis.contracts.roles import Roles, roles
from pad_mlir.dialect.repairs import parse_module, verify_operations
from pad_mlir.index.expr import var

from .bodies import load, loop, store

M = "memref<14xf32>"
FILL, PART = loop("%i = 0 to 14", store("%i")), loop("%i = 0 to 13", store("%i"))
HALF = loop("%i = 0 to 7", "affine.store %x, %B[%i] : memref<7xf32>")
READ = load("3")
ROW = "memref<7xf32, strided<[1]>>"


def function(name: str, body: str, attributes: str = "", type: str = M) -> str:
    return f"""
func.func @{name}(%B: {type}, %O: {M}, %x: f32) {attributes} {{
{body}
  func.return
}}
"""


def call(name: str, buffer: str = "%B", other: str = "%O", type: str = M) -> str:
    return f"func.call @{name}({buffer}, {other}, %x) : ({type}, {M}, f32) -> ()"


def roles_of(*functions: str, cells: int = 14) -> Roles:
    """The roles of %B in @f, the last one."""
    module = parse_module("\n".join(functions))
    verify_operations(module)
    found = [op for op in module.walk() if isinstance(op, func.FuncOp)][-1]
    return roles(found.args[0], (14,), var("c0") < cells, CalleeRoles())


@pytest.mark.parametrize(
    ("functions", "expected"),
    [
        ([function("g", FILL), function("f", call("g"))], (False, True, 1)),
        ([function("g", READ), function("f", call("g"))], (True, False, 0)),
        ([function("g", PART), function("f", call("g"))], (True, True, 0)),
        ([function("g", ""), function("f", call("g"))], (True, False, 0)),
        ([function("g", FILL), function("f", READ + call("g"))], (True, True, 1)),
        ([function("g", FILL), function("f", call("g") + READ)], (False, True, 1)),
        ([function("g", READ + FILL), function("f", call("g"))], (True, True, 0)),
        # Of one stage, and of one that never happens.
        (
            [function("g", FILL), function("f", loop("%k = 0 to 3", call("g")))],
            (False, True, 1),
        ),
        (
            [function("g", FILL), function("f", loop("%k = 0 to 0", call("g")))],
            (True, False, 0),
        ),
        (
            [function("g", FILL), function("h", call("g")), function("f", call("h"))],
            (False, True, 1),
        ),
        # What may be any buffer, or is not known.
        (
            [function("g", FILL, "attributes {pad.may_alias}"), function("f", call("g"))],
            (True, True, 0),
        ),
        ([f"func.func private @g({M}, {M}, f32)", function("f", call("g"))], (True, True, 0)),
        ([function("f", READ + call("f"))], (True, True, 0)),
        ([function("g", FILL + call("g")), function("f", call("g"))], (True, True, 0)),
        # A write that happens before its own call of unknown effect counts.
        ([function("f", FILL + call("f"))], (False, True, 1)),
        # For two parameters that are read, and as the other parameter.
        ([function("g", READ), function("f", call("g", "%O", "%B"))], (True, True, 0)),
        ([function("g", ""), function("f", call("g", "%B", "%B"))], (True, False, 0)),
        # Under another name.
        (
            [
                function("g", FILL),
                function(
                    "f",
                    f"%c = memref.cast %B : {M} to {M}\n" + call("g", "%c"),
                ),
            ],
            (False, True, 1),
        ),
        # A part of it.
        (
            [
                function("g", HALF, type="memref<7xf32>"),
                function(
                    "f",
                    f"%s = memref.subview %B[0] [7] [1] : {M} to memref<7xf32>\n"
                    + call("g", "%s", type="memref<7xf32>"),
                ),
            ],
            (True, True, 0),
        ),
        # All of it and a part: what the callee does to the part counts too, and is not followed.
        (
            [
                f"func.func @g(%B: {M}, %O: {ROW}, %x: f32) {{\n{FILL}\nfunc.return\n}}",
                function(
                    "f",
                    f"%s = memref.subview %B[0] [7] [1] : {M} to {ROW}\n"
                    f"func.call @g(%B, %s, %x) : ({M}, {ROW}, f32) -> ()",
                ),
            ],
            (True, True, 0),
        ),
    ],
)
def test_roles(functions: list[str], expected: tuple[bool, bool, int]) -> None:
    found = roles_of(*functions)
    assert (found.is_in, found.is_out, len(found.write_stages)) == expected


def test_a_buffer_of_which_a_call_uses_one_name_in_an_unknown_way() -> None:
    text = f"func.func private @g({M}, {M}, f32)\n" + function("f", call("g", "%B", "%B"))
    found = [op for op in parse_module(text).walk() if isinstance(op, func.FuncOp)][-1]
    written = Roles(is_in=False, is_out=True, write_stages=(), out_of_bounds=None)

    def at_calls(_: object, position: int, __: object) -> Roles | None:
        return None if position else written

    of_both = roles(found.args[0], (14,), at_calls=at_calls)
    assert (of_both.is_in, of_both.write_stages) == (True, ())


def test_only_cells_that_count_have_to_be_written() -> None:
    functions = function("g", PART), function("f", call("g"))
    assert roles_of(*functions, cells=13).write_stages
    assert not roles_of(*functions, cells=14).write_stages


def test_chains_may_be_longer_than_the_stack() -> None:
    chain = [function(f"g{k}", call(f"g{k + 1}")) for k in range(600)]
    module = parse_module("\n".join([*chain, function("g600", FILL)]))
    assert {contract.buffers[0].role for contract in contracts_of(module)} == {"out"}
