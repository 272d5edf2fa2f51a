"""Roles of buffers whose sizes are known at run time only."""

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.contracts.roles import Roles, roles
from pad_mlir.dialect.repairs import parse_module

DIM = "%d = memref.dim %B, %c0 : memref<?x4xf32>"
TIED = '{pad.size = [{of = "B", dim = 0}]}'


def roles_of(body: str, tie: str = "") -> Roles:
    module = parse_module(f"""
func.func @f(%B: memref<?x4xf32>, %A: memref<?x4xf32>, %n: index {tie}, %x: f32) {{
  %c0 = arith.constant 0 : index
  {body}
  func.return
}}
""")
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    return roles(function.args[0], (-1, 4))


def nest(size: str, index: str = "%i, %j") -> str:
    return f"""
  affine.for %i = 0 to {size} {{
    affine.for %j = 0 to 4 {{
      affine.store %x, %B[{index}] : memref<?x4xf32>
    }}
  }}"""


@pytest.mark.parametrize(
    ("body", "tie"),
    [(DIM + nest("%d"), ""), (nest("%n"), TIED), (DIM + nest("%d", "%d - 1 - %i, %j"), "")],
    ids=["dim", "tie", "backwards"],
)
def test_write_stages(body: str, tie: str) -> None:
    found = roles_of(body, tie)
    assert (found.is_in, found.is_out, len(found.write_stages)) == (False, True, 1)


@pytest.mark.parametrize(
    ("body", "tie"),
    [
        (nest("%n"), ""),
        (nest("14"), ""),
        (DIM + nest("%d", "%i, 0"), ""),
        (DIM.replace("%B", "%A") + nest("%d"), ""),
        (nest("%n"), TIED.replace('"B"', '"A"')),
    ],
    ids=["any size", "a number", "one column", "another's dim", "another's tie"],
)
def test_not_all_is_written(body: str, tie: str) -> None:
    found = roles_of(body, tie)
    assert (found.is_in, found.is_out, found.write_stages) == (True, True, ())


def test_nothing_is_shown_out_of_bounds() -> None:
    assert roles_of(nest("%n")).out_of_bounds is None
    assert roles_of("affine.store %x, %B[100, 3] : memref<?x4xf32>").out_of_bounds is None


def test_out_of_a_static_axis() -> None:
    found = roles_of("affine.store %x, %B[0, 4] : memref<?x4xf32>").out_of_bounds
    assert found is not None
    assert found.index == (0, 4)
