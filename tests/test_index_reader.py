"""Which values are index expressions, and what they are."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func
from xdsl.dialects.test import TestOp as User

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.analysis.instances.sizes import known_sizes
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import Expr, all_of, conjuncts, eq, var


def shown(loop: str, op: str) -> str | None:
    """The expression of what `%x`, computed of a loop's `%i`, is."""
    module = parse_module(f"""
      func.func @f(%n: index) {{
        %c4 = arith.constant 4 : index
        affine.for %i = {loop} {{
          %x = {op} : index
          "test.op"(%x) : (index) -> ()
        }}
        func.return
      }}
    """)
    user = next(op for op in module.walk() if isinstance(op, User))
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    reader = InstanceReader(function.body.block)
    index = reader.index(user.operands[0])
    return None if index is None else reader.shown(index)


@pytest.mark.parametrize(
    ("op", "wanted"),
    [
        ("arith.remsi %i, %c4", "i % 4"),
        ("arith.remui %i, %c4", "i % 4"),
        ("arith.divsi %i, %c4", "i // 4"),
        ("arith.divui %i, %c4", "i // 4"),
        ("arith.floordivsi %i, %c4", "i // 4"),
    ],
)
def test_division_towards_zero_is_one_of_natural_numbers(op: str, wanted: str) -> None:
    assert shown("0 to 9", op) == wanted
    for loop in ("-1 to 9", "affine_map<(d0) -> (d0)>(%n) to 9"):
        found = shown(loop, op)
        if "floordivsi" in op:
            assert found == wanted, loop
        elif op.startswith("arith.divui") or op.startswith("arith.remui"):
            assert found is None, loop
        else:
            negative = "-(-i // 4)" if "div" in op else "-(-i % 4)"
            assert found == f"select(i >= 0, {wanted}, {negative})", loop


def test_what_is_granted_may_be_left_out() -> None:
    """What is left of a condition says the same wherever the rest is granted, inside loops too."""
    (function,) = parse_module("""
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
  }
  func.return
}""").ops
    assert isinstance(function, func.FuncOp)
    reader = InstanceReader(function.body.block)
    load = next(op for op in function.walk() if op.name == "affine.load")
    n = reader.index(function.args[1])
    assert n is not None
    granted = [n >= 1, eq(n % 8, 0), var("m") > n]
    reader.take_for_granted(all_of(granted))
    instances = reader.instances(load)
    assert instances is not None
    renamed = instances.renamed("_2")
    for own in (instances, renamed):
        left = own.without_granted(own.condition)
        assert {*conjuncts(left)} == {*conjuncts(own.condition)} - {*granted} != set()
        assert own.without_granted(all_of([*granted, n > 5])) == (n > 5)


_SIZED = """
#rows = #pad.layout<[affine_map<(d0) -> (d0 + 1)>], ["undef"], {{align = [2]}}>
func.func @f(%A: memref<?xf32> {{pad.name = "A", pad.logical = memref<?xf32, #rows>}},
    %B: memref<?xf32>, %n: index {{pad.size = [{{of = "A", dim = 0, min = {least}}}]}}) {{
  affine.for %i = 0 to %n {{
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }}
  func.return
}}
"""


def _sizes(least: int, *, reads_first: bool = False) -> Expr:
    """What is known of sizes in a loop, by a reader that has read others before or not."""
    module = parse_module(_SIZED.format(least=least))
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    loop = next(op for op in module.walk() if isinstance(op, affine.ForOp))
    reader = InstanceReader(function.body.block)
    if reads_first:
        reader.instances(next(iter(loop.body.block.ops)))
        reader.extent(function.args[1], 0)
    known = known_sizes(loop, reader)
    assert "extent" not in reader.shown(known), "a reader knows all names in what it gives"
    return known


def test_all_readers_know_the_same_of_sizes_in_the_same_names() -> None:
    for least in (0, 5, 0):
        known = _sizes(least)
        assert known is _sizes(least, reads_first=True)
        assert (known == _sizes(5)) == (least == 5)
        assert any(part.op == "==" for part in conjuncts(known))


def test_arguments_of_two_functions_are_two_names() -> None:
    module = parse_module("""
      func.func private @f(%n: index, %A: memref<?xf32>) {
        func.return
      }
      func.func private @g(%m: index, %B: memref<?xf32>) {
        func.return
      }
    """)
    first, second = (op.args for op in module.walk() if isinstance(op, func.FuncOp))
    reader = InstanceReader(first[0].block)
    assert len({reader.index(first[0]), reader.index(second[0])}) == 2
    assert len({reader.extent(first[1], 0), reader.extent(second[1], 0)}) == 2
    assert len({reader.logical_size(first[1], 0), reader.logical_size(second[1], 0)}) == 2
