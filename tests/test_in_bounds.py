"""Facts that keep accesses and views inside of their buffers, and nothing more."""

from __future__ import annotations

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.accesses.in_bounds import bounds_of
from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.ir.operations import operations_in
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.queries.conditions import is_implied

ROW, ROWS, ANY = "memref<8xf32>", "memref<4x8xf32>", "memref<?xf32>"
LANES = "vector<4xf32>"
MASKED = f"%v = vector.maskedload %A[%five], %m, %w : {ROW}, vector<4xi1>, {LANES} into {LANES}"
CUT = "%v = vector.transfer_read %A[%i, %five], %x {in_bounds = [false]}"
READ = "%v = vector.transfer_read %A[{at}], %x {{in_bounds = [{inside}]}} : {type}, {vector}"
LOADED = "%p = affine.load %P[%i] : memref<8xindex>\n"
THREE = "%three = arith.constant 3 : index\n%m = vector.create_mask %three : vector<4xi1>\n"
EXPAND = "%v = memref.expand_shape %A [[0, 1]] output_shape"
REINTERPRET = "%v = memref.reinterpret_cast %A to offset: [0], sizes: [8], strides: [1]"


def judged(type: str, body: str) -> list[tuple[bool, bool]]:
    """Of each bound of a buffer %A in a loop of 8: whether it certainly holds, and is exact."""
    module = parse_module(f"""
func.func @f(%A: {type}, %S: {ROW}, %D: {ANY}, %P: memref<8xindex>, %n: index, %u: vector<4xi1>) {{
  %five = arith.constant 5 : index
  %x = arith.constant 0.0 : f32
  %w = arith.constant dense<0.0> : {LANES}
  affine.for %i = 0 to 8 {{
    {body}
  }}
  func.return
}}
""")
    (function,) = module.ops
    assert isinstance(function, func.FuncOp)
    reader, buffer = InstanceReader(function.body.block), function.args[0]
    return [
        (is_implied(bound.instances.condition, bound.condition), bound.instances.exact)
        for op in operations_in(function)
        for bound in bounds_of(op, reader)
        if bound.buffer is buffer
    ]


INSIDE, OUTSIDE, UNKNOWN = (True, True), (False, True), (False, False)


@pytest.mark.parametrize(
    ("type", "body", "bounds"),
    [
        (ROW, f"%v = affine.load %A[%i] : {ROW}", [INSIDE]),
        (ROW, f"%v = affine.load %A[%i + 1] : {ROW}", [OUTSIDE]),
        (ROW, f"%v = affine.load %A[%i - 1] : {ROW}", [OUTSIDE]),
        (ROWS, f"%v = affine.load %A[%i, %i] : {ROWS}", [OUTSIDE, INSIDE]),
        (ROWS, f"{LOADED}%v = memref.load %A[%p, %i] : {ROWS}", [UNKNOWN, INSIDE]),
        (ROW, f"%v = vector.load %A[%i] : {ROW}, {LANES}", [OUTSIDE]),
        (ROW, f"%v = vector.load %A[%i] : {ROW}, vector<1xf32>", [INSIDE]),
        (ROW, f"%v = vector.load %A[%five] : {ROW}, vector<3xf32>", [INSIDE]),
        (ROW, f"%v = vector.load %A[%i] : {ROW}, vector<[4]xf32>", [UNKNOWN]),
        (f"memref<8x{LANES}>", f"%v = vector.load %A[%i] : memref<8x{LANES}>, {LANES}", [INSIDE]),
        (ROW, MASKED.replace("%m", "%u"), [UNKNOWN]),
        (ROW, THREE + MASKED, [INSIDE]),
        (ROW, THREE.replace("3", "4") + MASKED, [OUTSIDE]),
        (ROW, READ.format(at="%five", inside="true", type=ROW, vector=LANES), [OUTSIDE]),
        (ROW, READ.format(at="%five", inside="false", type=ROW, vector=LANES), [INSIDE]),
        (ROW, LOADED + READ.format(at="%p", inside="true", type=ROW, vector=LANES), [UNKNOWN]),
        (
            ROWS,
            READ.format(at="%i, %n", inside="false", type=ROWS, vector=LANES),
            [OUTSIDE, OUTSIDE],  # %n may be negative
        ),
    ],
)
def test_accesses(type: str, body: str, bounds: list[tuple[bool, bool]]) -> None:
    assert judged(type, body) == bounds


def subview(first: str, count: str, step: int) -> str:
    result = f"memref<{count}xf32, strided<[{step}], offset: {first}>>"
    return f"%v = memref.subview %A[{first}] [{count}] [{step}] : {ROW} to {result}"


@pytest.mark.parametrize(
    ("type", "body", "bounds"),
    [
        (ROW, subview("2", "6", 1), [INSIDE]),
        (ROW, subview("2", "7", 1), [OUTSIDE]),
        (ROW, subview("2", "3", 2), [INSIDE]),
        (ROW, subview("2", "4", 2), [OUTSIDE]),
        (ROW, subview("9", "0", 1), [INSIDE]),
        (ROW, f"memref.copy %S, %A : {ROW} to {ROW}", [INSIDE]),
        (ROW, f"memref.copy %D, %A : {ANY} to {ROW}", [OUTSIDE]),
        (ROW, f"%v = memref.cast %A : {ROW} to {ANY}", [INSIDE]),
        (ANY, f"%v = memref.cast %A : {ANY} to {ROW}", [OUTSIDE]),
        (ROW, f"{EXPAND} [2, 4] : {ROW} into memref<2x4xf32>", [INSIDE]),
        (ANY, f"{EXPAND} [%n, 4] : {ANY} into memref<?x4xf32>", [OUTSIDE]),
        (ROW, f"{REINTERPRET} : {ROW} to memref<8xf32, strided<[1]>>", [UNKNOWN]),
    ],
)
def test_views(type: str, body: str, bounds: list[tuple[bool, bool]]) -> None:
    assert judged(type, body) == bounds


LOCAL = "%q = affine.load %P[%i] : memref<8xindex>\n%L = memref.alloc(%q) : memref<?xf32>\n"


@pytest.mark.parametrize(
    "body",
    [
        f"%v = affine.load %L[%i] : {ANY}",
        f"memref.copy %S, %L : {ROW} to {ANY}",
        f"memref.copy %L, %S : {ANY} to {ROW}",
        f"%v = memref.cast %L : {ANY} to {ROW}",
        f"%v = memref.subview %L[0] [1] [1] : {ANY} to memref<1xf32, strided<[1]>>",
        f"%v = memref.subview %S[%q] [1] [1] : {ROW} to memref<1xf32, strided<[1], offset: ?>>",
        f"%v = memref.subview %S[0] [%q] [1] : {ROW} to memref<?xf32, strided<[1]>>",
        f"%v = memref.subview %S[0] [1] [%q] : {ROW} to memref<1xf32, strided<[?]>>",
        f"%v = memref.expand_shape %L [[0, 1]] output_shape [2, 4] : {ANY} into memref<2x4xf32>",
        f"%v = memref.expand_shape %S [[0, 1]] output_shape [%q, 4] : {ROW} into memref<?x4xf32>",
    ],
)
def test_sizes_that_are_others_each_time(body: str) -> None:
    """Of one bound nothing is known, that of the load of the size and of the views aside."""
    module = parse_module(f"""
func.func @f(%S: {ROW}, %P: memref<8xindex>) {{
  affine.for %i = 0 to 8 {{
    {LOCAL}{body}
  }}
  func.return
}}
""")
    (function,) = module.ops
    assert isinstance(function, func.FuncOp)
    reader = InstanceReader(function.body.block)
    ops = [op for op in operations_in(function) if not op.name.endswith(("alloc", "affine.load"))]
    ops += [op for op in operations_in(function) if op.operands and op.operands[0].name_hint == "L"]
    (bound,) = {id(op): [*bounds_of(op, reader)] for op in ops if [*bounds_of(op, reader)]}.values()
    assert [each.instances.exact for each in bound] == [False]
    assert not is_implied(bound[0].instances.condition, bound[0].condition)
