"""From which buffer to which a layout may go, on which axes; what reduces a buffer's elements."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.propagation.layout_flow import flows_into, flows_out_of, reductions_of

MODULE = """
func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4xf32>, %I: memref<4xindex>,
             %x: f32, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  {}
  func.return
}}"""
BAND = "affine.for %i = 0 to 4 {{\naffine.for %j = 0 to 4 {{\n{}\n}}\n}}"
COUNTED = BAND.replace("affine.for", "scf.for").replace("0 to 4", "%c0 to %c4 step %c1")
TYPES = {
    "A": "memref<4x4xf32>",
    "B": "memref<4x4xf32>",
    "C": "memref<4xf32>",
    "I": "memref<4xindex>",
}


def load(buffer: str, index: str, result: str = "a", dialect: str = "affine") -> str:
    return f"%{result} = {dialect}.load %{buffer}[{index}] : {TYPES[buffer]}"


def store(buffer: str, index: str, value: str = "a", dialect: str = "affine") -> str:
    return f"{dialect}.store %{value}, %{buffer}[{index}] : {TYPES[buffer]}"


def function(body: str) -> func.FuncOp:
    (found,) = parse_module(MODULE.format(body)).ops
    assert isinstance(found, func.FuncOp)
    return found


@pytest.mark.parametrize(
    ("loaded", "stored", "axes"),
    [
        ("%i, %j", ("B", "%i, %j"), (0, 1)),
        ("%j, %i", ("B", "%j, %i"), (0, 1)),
        ("%i, %j", ("C", "%i"), (0,)),
        ("%i, %j", ("C", "%j"), (1,)),
        # in another order, at one index twice, and at computed ones
        ("%i, %j", ("B", "%j, %i"), None),
        ("%i, %i", ("C", "%i"), None),
        ("%i, %i", ("B", "%i, %i"), None),
        ("%i, %j", ("B", "%i, 0"), None),
        ("%i, 0", ("C", "%i"), None),
        ("%i, %j", ("B", "%i, 3 - %j"), None),
        # at an index that is of no loop
        ("%n, %j", ("C", "%j"), None),
        ("%n, %j", ("B", "%n, %j"), None),
        ("%i, %j", ("C", "%n"), None),
        # into itself
        ("%i, %j", ("A", "%i, %j"), None),
    ],
)
def test_flows(loaded: str, stored: tuple[str, str], axes: tuple[int, ...] | None) -> None:
    """Those into a buffer are those out of the other one."""
    found = function(BAND.format(f"{load('A', loaded)}\n{store(*stored)}"))
    source, target = found.args[0], found.args["ABC".index(stored[0])]
    out = [*flows_out_of(source)]
    assert [(f.axes, f.source, f.target) for f in out] == (
        [] if axes is None else [(axes, source, target)]
    )
    assert [*flows_into(target)] == out


def test_a_flow_of_counted_loops() -> None:
    lines = [load("A", "%i, %j", dialect="memref"), store("B", "%i, %j", dialect="memref")]
    found = function(COUNTED.format("\n".join(lines)))
    assert [flow.axes for flow in flows_out_of(found.args[0])] == [(0, 1)]


SUM = "%s = arith.addf {} : f32"


def _sum_into(buffer: str, index: str, *, of: str = "", at: str = "") -> str:
    """A band that adds elements of A to cells of a buffer, or to those of another one."""
    first, cell = load("A", "%i, %j"), load(buffer, index, "c")
    last = store(of or buffer, at or index, "s")
    return BAND.format("\n".join([first, cell, SUM.format("%c, %a"), last]))


CARRIED = (
    "%r = affine.for %i = 0 to 4 iter_args(%acc = %x) -> (f32) {{\n{}\naffine.yield %s : f32\n}}"
)


@pytest.mark.parametrize(
    ("buffer", "body", "wanted"),
    [
        # of a value that is carried
        ("C", CARRIED.format(load("C", "%i") + "\n" + SUM.format("%acc, %a")), ["addf"]),
        ("C", CARRIED.format(load("C", "%i") + "\n" + SUM.format("%a, %acc")), ["addf"]),
        ("C", CARRIED.format(load("C", "%i") + "\n" + SUM.format("%a, %x")), []),
        ("C", CARRIED.format(load("C", "%i") + "\n" + SUM.format("%a, %a")), []),
        # of a cell that is met again
        ("A", _sum_into("C", "%i"), ["addf"]),
        ("A", _sum_into("C", "%i", of="B", at="%i, %j"), []),
        ("A", _sum_into("B", "%i, %j"), []),
        # with an iterator, and with a constant
        (
            "I",
            "affine.for %i = 0 to 4 {\n" + load("I", "%i") + "\n%s = arith.muli %a, %i : index\n}",
            [],
        ),
        (
            "I",
            "affine.for %i = 0 to 4 {\n" + load("I", "%i") + "\n%s = arith.muli %a, %c4 : index\n}",
            [],
        ),
    ],
)
def test_reductions(buffer: str, body: str, wanted: list[str]) -> None:
    assert [*reductions_of(function(body).args["ABCI".index(buffer)])] == wanted
