"""What contracts say of cells: which may be read, and what padding of globals holds."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.ir import SSAValue

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import all_of, eq, var
from pad_mlir.index.sets.engine import IntSet, engine

TYPE = "memref<4x4xf32>"
LOGICAL = (
    "pad.logical = memref<14xf32, "
    "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{}], {{}}>>"
)
PADDING = [(3, 2), (3, 3)]
ALL = [(row, column) for row in range(4) for column in range(4)]
ELEMENTS = [cell for cell in ALL if cell not in PADDING]


def buffer_and_facts(text: str) -> tuple[SSAValue, BlockFacts]:
    """The buffer with the name %B, and the facts of its function."""
    function = next(op for op in parse_module(text).walk() if isinstance(op, func.FuncOp))
    values = [*function.args, *(value for op in function.walk() for value in op.results)]
    return next(v for v in values if v.name_hint == "B"), BlockFacts(function.body.block)


def cells(points: IntSet) -> list[tuple[int, int]]:
    """Those of a 4x4 buffer."""
    names = var("c0"), var("c1")
    return [cell for cell in ALL if engine().set(all_of(map(eq, names, cell))).is_subset(points)]


@pytest.mark.parametrize(
    ("attribute", "wanted"),
    [
        ("", ALL),
        (LOGICAL.format("0.0 : f32"), ALL),
        (LOGICAL.format('"undef"'), ALL),
        (LOGICAL.format('"forbidden"'), ELEMENTS),
        (
            LOGICAL.format(
                "[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = 0.0 : f32}, "
                '{kind = "forbidden"}]'
            ),
            [*ELEMENTS, (3, 3)],
        ),
    ],
)
def test_cells_that_may_be_read(attribute: str, wanted: list[tuple[int, int]]) -> None:
    text = f"func.func @f(%B: {TYPE} {{{attribute}}}) {{\n func.return\n}}"
    buffer, facts = buffer_and_facts(text)
    assert cells(facts.belonging(buffer)) == sorted(wanted)


@pytest.mark.parametrize(
    "line",
    [
        f"%B = memref.alloc() : {TYPE}",
        # another name of an argument with a contract
        f"%V = memref.collapse_shape %A [[0, 1]] : {TYPE} into memref<16xf32>\n"
        f"%B = memref.expand_shape %V [[0, 1]] output_shape [4, 4] : memref<16xf32> into {TYPE}",
    ],
)
def test_cells_that_no_contract_tells_of(line: str) -> None:
    attribute = LOGICAL.format("0.0 : f32")
    text = f"func.func @f(%A: {TYPE} {{{attribute}}}) {{\n{line}\n func.return\n}}"
    buffer, facts = buffer_and_facts(text)
    assert cells(facts.belonging(buffer)) == []


@pytest.mark.parametrize(
    ("kind", "initial", "attribute", "wanted"),
    [
        ("constant ", " = dense<0.0>", f" {{{LOGICAL.format('0.0 : f32')}}}", PADDING),
        ("constant ", " = dense<0.0>", f" {{{LOGICAL.format('1.0 : f32')}}}", PADDING),
        # a variable may be written anywhere
        ("", " = dense<0.0>", f" {{{LOGICAL.format('0.0 : f32')}}}", []),
        ("constant ", " = dense<0.0>", f" {{{LOGICAL.format(chr(34) + 'undef' + chr(34))}}}", []),
        ("constant ", " = dense<0.0>", "", []),
    ],
)
def test_padding_of_a_global(
    kind: str, initial: str, attribute: str, wanted: list[tuple[int, int]]
) -> None:
    text = f"""
    memref.global "private" {kind}@g : {TYPE}{initial}{attribute}
    func.func @f() {{
      %B = memref.get_global @g : {TYPE}
      func.return
    }}"""
    buffer, facts = buffer_and_facts(text)
    end = facts.scope.last_op
    assert end is not None
    found = facts.before(buffer, end)
    assert [cell for fact in found for cell in cells(fact.cells)] == wanted
    assert len({fact.value for fact in found}) == (1 if wanted else 0)
