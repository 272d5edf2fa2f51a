"""Where a division is computed, and which loop repeats it with other operands."""

from __future__ import annotations

import pytest
from xdsl.dialects import arith, func

from pad_mlir.analysis.instances.point_reader import PointReader
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.index_arithmetic.carried_quotients import find_place

DIVISION = "%q = arith.divsi %{}, %d : index"


def counted(name: str, *lines: str) -> str:
    body = "\n".join(lines)
    return f"scf.for %{name} = %zero to %n step %one {{\n{body}\n}} {{{name}}}"


def within(head: str, *lines: str) -> str:
    body = "\n".join(lines)
    return f"{head} {{\n{body}\n}} {{within}}"


@pytest.mark.parametrize(
    ("body", "place", "loop", "is_hoisted"),
    [
        (DIVISION.format("n"), "divsi", None, False),
        (counted("i", DIVISION.format("i")), "divsi", "i", False),
        # operands from before a loop
        (counted("i", DIVISION.format("n")), "i", None, True),
        (counted("i", counted("j", DIVISION.format("i"))), "j", "i", True),
        (counted("i", counted("j", DIVISION.format("j"))), "divsi", "j", False),
        (counted("i", counted("j", DIVISION.format("n"))), "i", None, True),
        # an if runs at most once
        (within("scf.if %c", DIVISION.format("n")), "within", None, False),
        (counted("i", within("scf.if %c", DIVISION.format("i"))), "within", "i", False),
        (counted("i", within("scf.if %c", DIVISION.format("n"))), "i", None, True),
        (
            counted("i", within("scf.if %c", counted("j", DIVISION.format("i")))),
            "within",
            "i",
            True,
        ),
        # what runs in an order of its own, or not in order
        (
            counted("i", within("scf.execute_region", DIVISION.format("i"), "scf.yield")),
            "divsi",
            None,
            False,
        ),
        (
            counted("i", within("scf.execute_region", DIVISION.format("n"), "scf.yield")),
            "divsi",
            None,
            False,
        ),
    ],
)
def test_places(body: str, place: str, loop: str | None, is_hoisted: bool) -> None:
    (function,) = parse_module(f"""
    func.func @f(%n: index, %d: index, %zero: index, %one: index, %c: i1) {{
      {body}
      func.return
    }}""").ops
    assert isinstance(function, func.FuncOp)
    division = next(op for op in function.walk() if isinstance(op, arith.DivSIOp))
    reader = PointReader(function.body.block)
    operands = [reader.index(operand) for operand in division.operands]
    found = find_place(division, [each for each in operands if each is not None], reader)
    marks = {"divsi": division} | {name: op for op in function.walk() for name in op.attributes}
    assert found.op is marks[place]
    assert found.loop is (None if loop is None else marks[loop])
    assert found.is_hoisted == is_hoisted
