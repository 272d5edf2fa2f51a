"""Functions that compute what padding holds, from the physical index."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import IndexType, ModuleOp, VectorType, f32, i8
from xdsl.ir import Attribute

from pad_mlir.index.expr import var
from pad_mlir.passes.layout.options.formula_text import Formula
from pad_mlir.passes.layout.options.padding_formulas import add_formula

LANES = Formula(("io", "ii"), var("ii"))
TILES = Formula(("io", "ii"), var("io"))


@pytest.mark.parametrize(
    ("type", "conversions"),
    [
        (IndexType(), []),
        (i8, ["arith.index_cast"]),
        (f32, ["arith.index_cast", "arith.sitofp"]),
        (VectorType(IndexType(), [4]), ["vector.broadcast"]),
    ],
    ids=str,
)
def test_the_value_is_of_the_type_of_the_elements(type: Attribute, conversions: list[str]) -> None:
    module = ModuleOp([])
    assert add_formula(module, "ramp", LANES, type) == "ramp"
    module.verify()
    (function,) = module.ops
    assert isinstance(function, func.FuncOp)
    assert [op.name for op in function.body.block.ops] == [*conversions, "func.return"]


def test_another_function_of_the_name_stays() -> None:
    module = ModuleOp([])
    names = [add_formula(module, "ramp", formula, i8) for formula in (LANES, TILES, LANES, TILES)]
    assert names == ["ramp", "ramp_1", "ramp", "ramp_1"]
