"""What is asked for early of panels lies in their buffers, and is what comes next."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import IntegerAttr, MemRefType, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.hints import isa

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.host.early_lines import ask_for_panels
from pad_mlir.passes.vectorize.vector_unit import vector_unit

SEED, EXAMPLES, AHEAD = 7102, 60, 4


def _module(rng: random.Random) -> ModuleOp:
    """Sums of panels that begin at an index of their own, in rows of some length."""
    panels, rows, lanes = rng.randint(1, 3), rng.randint(9, 40), rng.choice([16, 32, 33])
    lower, step = rng.choice([0, 1, 3]), rng.choice([1, 1, 2])
    first = rng.choice([0, 0, 1])
    shape = f"{panels + first}x{rows + lower}x{lanes + 16}"
    offset = rng.randint(0, lanes)
    return parse_module(f"""
func.func @f(%B: memref<{shape}xf32>, %zero: vector<16xf32>, %C: memref<64x16xf32>) {{
  %at = arith.constant {offset} : index
  affine.for %p = 0 to {panels} {{
    %panel = affine.apply affine_map<(d0) -> (d0 + {first})>(%p)
    affine.for %i = 0 to 2 {{
      %sums = affine.for %l = {lower} to {rows + lower} step {step} iter_args(%s = %zero)
          -> (vector<16xf32>) {{
        %b = vector.load %B[%panel, %l, %at] : memref<{shape}xf32>, vector<16xf32>
        %t = arith.addf %s, %b : vector<16xf32>
        affine.yield %t : vector<16xf32>
      }}
      vector.store %sums, %C[%i, %at] : memref<64x16xf32>, vector<16xf32>
    }}
  }}
  func.return
}}""")


def _evaluated(value: SSAValue, known: dict[SSAValue, int]) -> int:
    if value in known:
        return known[value]
    op = value.owner
    assert isinstance(op, Operation)
    operands = [_evaluated(operand, known) for operand in op.operands]
    match op:
        case arith.ConstantOp() if isinstance(op.value, IntegerAttr):
            return op.value.value.data
        case affine.ApplyOp():
            return op.map.data.eval(operands, [])[0]
        case arith.AddiOp():
            return operands[0] + operands[1]
        case arith.MuliOp():
            return operands[0] * operands[1]
        case arith.MinSIOp():
            return min(operands)
        case _:
            raise AssertionError(f"{op.name} is not evaluated here")


def _iterations(op: Operation) -> list[dict[SSAValue, int]]:
    """The iterators of the loops around an operation, in each iteration."""
    loops = list[affine.ForOp]()
    block = op.parent
    while isinstance(block, Block) and isinstance(loop := block.parent_op(), affine.ForOp):
        loops.append(loop)
        block = loop.parent
    bounds = [
        range(
            loop.lowerBoundMap.data.eval([], [])[0],
            loop.upperBoundMap.data.eval([], [])[0],
            loop.step.value.data,
        )
        for loop in loops
    ]
    arguments = [loop.body.block.args[0] for loop in loops]
    return [dict(zip(arguments, values, strict=True)) for values in product(*bounds)]


@pytest.mark.parametrize("seed", range(SEED, SEED + EXAMPLES))
def test_lines_are_in_bounds(seed: int) -> None:
    module = _module(random.Random(seed))
    unit = replace(vector_unit("znver4"), caches=(0, 64))
    ask_for_panels(module, unit)
    asked = [op for op in module.walk() if op.attributes.get("isDataCache") is not None]
    assert bool(asked) == ("memref<1x" not in str(module))
    for op in asked:
        load = op.next_op
        while load is not None and load.name != "vector.load":
            load = load.next_op
        assert load is not None
        type = load.operands[0].type
        assert isa(type, MemRefType)
        shape = type.get_shape()
        for known in _iterations(op):
            place = _evaluated(op.operands[1], known)
            assert 0 <= place < shape[0] * shape[1] * shape[2]
            panel, row, at = (_evaluated(index, known) for index in load.operands[1:])
            here = (panel * shape[1] + row) * shape[2] + at
            loop = op.parent_op()
            assert isinstance(loop, affine.ForOp)
            then = here + AHEAD * loop.step.value.data * shape[2]
            assert place == then or (panel == shape[0] - 1 and here <= place < then)
