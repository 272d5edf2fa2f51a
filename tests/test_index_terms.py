"""Index arithmetic before the loops that leave it as it is, each product computed once."""

from __future__ import annotations

import pytest
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.hoist.index_terms import hoist_index_terms

MODULE = """
func.func @f(%P: memref<?xindex>, %n: index, %m: index, %zero: index, %one: index) {{
  %p = memref.load %P[%zero] : memref<?xindex>
  %q = memref.load %P[%one] : memref<?xindex>
  scf.for %i = %zero to %n step %one {{
    scf.for %j = %zero to %m step %one {{
      {}
    }}
  }}
  func.return
}}"""


def used(name: str) -> str:
    return f"\nmemref.store %{name}, %P[%zero] : memref<?xindex>"


def arithmetic(body: str) -> tuple[list[str], list[int]]:
    """The kinds of operations after the rewrite, and how many loops are around each."""
    (function,) = parse_module(MODULE.format(body)).ops
    assert isinstance(function, func.FuncOp)
    hoist_index_terms(next(op for op in function.walk() if isinstance(op, scf.ForOp)))
    function.verify()
    found = [
        op for op in function.walk() if isinstance(op, arith.AddiOp | arith.SubiOp | arith.MuliOp)
    ]
    return [op.name.removeprefix("arith.") for op in found], list(map(_loops, found))


def _loops(op: Operation) -> int:
    parent = op.parent_op()
    return 0 if parent is None else isinstance(parent, scf.ForOp) + _loops(parent)


@pytest.mark.parametrize(
    ("body", "kinds", "depths"),
    [
        # i * n + j * m: one product goes out of the inner loop
        (
            "%a = arith.muli %i, %n : index\n%b = arith.muli %j, %m : index\n"
            "%c = arith.addi %a, %b : index" + used("c"),
            ["muli", "muli", "addi"],
            [1, 2, 2],
        ),
        # (i + j) + n: n + i is outside of the inner loop
        (
            "%a = arith.addi %i, %j : index\n%b = arith.addi %a, %n : index" + used("b"),
            ["addi", "addi"],
            [1, 2],
        ),
        # what two loads gave is one product, in whatever order it is written
        (
            "%a = arith.muli %p, %q : index\n%b = arith.muli %q, %p : index\n"
            "%c = arith.addi %a, %b : index\n%d = arith.addi %c, %j : index" + used("d"),
            ["muli", "muli", "addi"],
            [0, 0, 2],
        ),
        # x - x is 0
        (
            "%a = arith.addi %j, %n : index\n%b = arith.subi %a, %j : index" + used("b"),
            [],
            [],
        ),
        # nothing is gained
        ("%a = arith.addi %i, %j : index" + used("a"), ["addi"], [2]),
        ("%a = arith.muli %j, %j : index" + used("a"), ["muli"], [2]),
        # (i + n) * (j + m) as a sum has more products
        (
            "%a = arith.addi %i, %n : index\n%b = arith.addi %j, %m : index\n"
            "%c = arith.muli %a, %b : index" + used("c"),
            ["addi", "addi", "muli"],
            [2, 2, 2],
        ),
    ],
)
def test_sums_of_products(body: str, kinds: list[str], depths: list[int]) -> None:
    assert arithmetic(body) == (kinds, depths)


def test_numbers_of_other_types_stay() -> None:
    """They may wrap."""
    line = "%a = arith.addi %x, %x : i32\n%b = arith.subi %a, %x : i32"
    text = MODULE.format(line).replace("%one: index", "%one: index, %x: i32")
    (function,) = parse_module(text).ops
    before = str(function)
    hoist_index_terms(function)
    assert str(function) == before


@pytest.mark.parametrize("blocks", [1, 2, 3])
def test_of_several_blocks_none_is_known_to_be_first(blocks: int) -> None:
    jumps = "\n".join(f"cf.br ^next{k}\n^next{k}:" for k in range(1, blocks))
    text = f"""
    func.func @f(%P: memref<?xindex>, %n: index, %zero: index) {{
      {jumps}
      %a = arith.addi %n, %zero : index
      %b = arith.subi %a, %zero : index
      memref.store %b, %P[%zero] : memref<?xindex>
      func.return
    }}"""
    (function,) = parse_module(text).ops
    hoist_index_terms(function)
    left = [op for op in function.walk() if isinstance(op, arith.AddiOp | arith.SubiOp)]
    assert len(left) == (0 if blocks == 1 else 2)
    assert all(op.results[0].type == IndexType() for op in left)
