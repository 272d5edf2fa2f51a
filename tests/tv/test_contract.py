"""Layouts evaluated forward against the dialect's derived shapes and predicates."""

from __future__ import annotations

import re
from itertools import product
from typing import Any, cast

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.attributes import LaidOutType, place
from pad_mlir.dialect.repairs import new_context
from pad_mlir.dialect.xdsl_compat.parser import RepairedParser
from pad_mlir.tools.tv import Status
from pad_mlir.tools.tv.contracts.layouts import Contract, Unspecified, contract_of
from pad_mlir.tools.tv.machine.program import Program
from pad_mlir.tools.tv.memory.buffers import unravel
from pad_mlir.tools.tv.values.errors import BadInput

from .rewrites import judge


def _type(shape: str, maps: str, pads: str, options: str = "") -> LaidOutType:
    layout = f"#pad.layout<[{maps}], [{pads}], {{{options}}}>"
    text = f"memref<{shape}xf32, {layout}>"
    return cast("LaidOutType", RepairedParser(new_context(), text).parse_type())


_TILES = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"
_CASES = [
    _type("14", _TILES, "0.0 : f32"),
    _type("3", _TILES, "0.0 : f32"),  # the inner extent is that of the map, 4
    _type("16", _TILES, '"undef"'),
    _type("0", _TILES, '"undef"'),
    # Without a cell, but the first axis has four indices.
    _type("4x0", "affine_map<(d0, d1) -> (d0, d1 mod 4)>", "0.0 : f32"),
    _type("4x0x3", "affine_map<(d0, d1, d2) -> (d2 * 2, d1, d0 + d2)>", "0.0 : f32"),
    _type("14", "affine_map<(d0) -> ((d0 + 2) floordiv 8, (d0 + 2) mod 8)>", '"forbidden"'),
    _type("14", "affine_map<(d0) -> (2 * d0)>", "1.0 : f32"),
    _type("14", "affine_map<(d0) -> ((13 - d0) floordiv 4, (13 - d0) mod 4)>", "1.0 : f32"),
    _type("5x6", "affine_map<(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)>", "1.0 : f32"),
    _type("5x6", "affine_map<(d0, d1) -> (d0 * 8 + d1)>", "1.0 : f32"),
    _type("5x6", "affine_map<(d0, d1) -> (d0 floordiv 2, (d0 mod 2) * 8 + d1)>", "1.0 : f32"),
    _type("14", _TILES, "1.0 : f32", "align = [1, 16]"),
    _type("14", _TILES, "1.0 : f32", "extents = [5, 8]"),
    _type(
        "14",
        f"{_TILES}, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>",
        '"undef", 2.0 : f32',
    ),
    _type(
        "14",
        f"{_TILES}, affine_map<(d0, d1) -> (d1, d0)>",
        '0.0 : f32, "forbidden"',
        "align = [[1, 8], [3, 1]]",
    ),
]


def _expected_kind(type: LaidOutType, cell: tuple[int, ...]) -> str:
    placed = place(type)
    values = dict(zip(placed.physical_names, cell, strict=True))
    return next(str(kind) for where, kind in placed.padding_pieces if where.evaluate(values))


@pytest.mark.parametrize("type", _CASES, ids=str)
def test_layouts_agree_with_the_dialect(type: LaidOutType) -> None:
    placed = place(type)
    contract = contract_of(type, type.get_shape(), None)
    assert contract.physical_shape == placed.physical_shape
    for logical, cell in enumerate(contract.cells):
        index = unravel(logical, contract.logical_shape)
        assert unravel(cell, contract.physical_shape) == placed.physical_index(index)
    _check_padding(type, contract)


def _check_padding(type: LaidOutType, contract: Contract) -> None:
    placed = place(type)
    for number, cell in enumerate(product(*map(range, contract.physical_shape))):
        values = dict(zip(placed.physical_names, cell, strict=True))
        assert (number in contract.kinds) == bool(placed.padding.evaluate(values))
        if number in contract.kinds:
            kind = contract.kinds[number]
            text = kind.value if isinstance(kind, Unspecified) else str(kind)
            assert text == _expected_kind(type, cell)


@pytest.mark.parametrize(
    ("type", "physical", "says"),
    [
        (_type("14", "affine_map<(d0) -> (d0 floordiv 2)>", '"undef"'), None, "two cells in one"),
        (_type("14", _TILES, '"undef"', "extents = [2, 4]"), None, "leaves the box"),
        (_type("14", _TILES, '"undef"'), (4, 5), "is stored as [4, 4], not as [4, 5]"),
    ],
)
def test_what_no_layout_is(type: LaidOutType, physical: Any, says: str) -> None:
    with pytest.raises(BadInput, match=re.escape(says)):
        contract_of(type, type.get_shape(), physical)


def test_a_pad_function_is_read_once_for_all_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    functions: list[str] = []
    read = Program.of

    def counted(function: func.FuncOp, *rest: Any) -> Program:
        functions.append(function.sym_name.data)
        return read(function, *rest)

    layout = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 64, d0 mod 64)>], [@ramp], {}>"
    text = f"""
      func.func private @ramp(%o: index, %i: index) -> f32 {{
        %integer = arith.index_cast %i : index to i64
        %r = arith.sitofp %integer : i64 to f32
        func.return %r : f32
      }}
      func.func @f(%A: memref<2x64xf32> {{pad.logical = memref<65xf32, {layout}>}},
                   %B: memref<f32>) {{
        %a = affine.load %A[1, 63] : memref<2x64xf32>
        affine.store VALUE, %B[] : memref<f32>
        func.return
      }}"""
    loaded, constant = text.replace("VALUE", "%a"), "%c = arith.constant 63.0 : f32"
    known = text.replace("VALUE", "%c").replace("%a =", f"{constant}\n%a =")
    monkeypatch.setattr(Program, "of", counted)
    assert judge(loaded, known).status is Status.VALID
    assert functions.count("ramp") <= 4, "twice a side, though there are 63 cells"
    assert judge(loaded, known.replace("63.0", "62.0")).status is Status.REFUTED
