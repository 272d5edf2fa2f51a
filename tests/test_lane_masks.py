"""The reading of a mask agrees with its lanes; it is None if it is not known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from xdsl.dialects import func, vector

from pad_mlir.analysis.accesses.lane_masks import chosen_lanes
from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import Expr, var
from pad_mlir.tools.tv.memory.roles import is_plainly_decided

COUNT = 6
NUMBERS = range(-3, 9)


def with_types(code: str) -> str:
    for name, element in {"LANES": "index", "MASK": "i1", "I32S": "i32"}.items():
        code = code.replace(name, f"vector<{COUNT}x{element}>")
    return code


def mask(code: str) -> tuple[vector.MaskedLoadOp, InstanceReader]:
    """The load of the lanes that `%m` takes, after the code."""
    (function,) = operations_of(
        parse_module(f"""
func.func @f(%A: memref<{COUNT}xf32>, %M: memref<{COUNT}xi1>, %n: index, %w: vector<{COUNT}xi32>) {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %none = arith.constant dense<0.0> : vector<{COUNT}xf32>
  %lanes = arith.constant dense<[0, 1, 2, 3, 4, 5]> : vector<{COUNT}xindex>
  %ns = vector.broadcast %n : index to vector<{COUNT}xindex>
  %twos = vector.broadcast %c2 : index to vector<{COUNT}xindex>
  %below = vector.create_mask %n : vector<{COUNT}xi1>
  {with_types(code)}
  %a = vector.maskedload %A[%c0], %m, %none
    : memref<{COUNT}xf32>, vector<{COUNT}xi1>, vector<{COUNT}xf32> into vector<{COUNT}xf32>
  func.return
}}
{{-# dialect_resources: {{ builtin: {{ bits: "0x0100000001" }} }} #-}}"""),
        func.FuncOp,
    )
    (load,) = operations_of(function, vector.MaskedLoadOp)
    return load, InstanceReader(function.body.blocks[0])


def read(code: str) -> Expr | None:
    """When `%m` takes `lane`, over the names of what is given."""
    load, reader = mask(code)
    return chosen_lanes(load.mask, [var("lane")], reader)


def taken(condition: Expr, n: int) -> Sequence[bool]:
    names = {*condition.variables()} - {"lane"}
    assert len(names) <= 1, "only %n is asked for"
    given = dict.fromkeys(names, n)
    return [bool(condition.evaluate({**given, "lane": lane})) for lane in range(COUNT)]


MASKS: list[tuple[str, Callable[[int, int], bool]]] = [
    (
        """%off = arith.constant dense<false> : MASK
           %m = vector.shuffle %below, %off [0, 6, 1, 6, 2, 6] : MASK, MASK""",
        lambda lane, n: lane % 2 == 0 and lane // 2 < n,
    ),
    (
        """%on = arith.constant dense<true> : MASK
           %m = vector.shuffle %on, %below [5, 11, 4, 10, 3, 6] : MASK, MASK""",
        lambda lane, n: lane % 2 == 0 or (5, 4, 0)[lane // 2] < n,
    ),
    ("%m = vector.create_mask %n : MASK", lambda lane, n: lane < n),
    (
        "%m = arith.constant dense<[1, 1, 0, 1, 0, 1]> : MASK",
        lambda lane, _: lane in (0, 1, 3, 5),
    ),
    ("%m = arith.constant dense<[0, 1, 1, 1, 1, 0]> : MASK", lambda lane, _: 0 < lane < 5),
    ("%m = arith.constant dense<false> : MASK", lambda _lane, _n: False),
    ("%m = arith.constant dense<true> : MASK", lambda _lane, _n: True),
    (
        "%c = arith.cmpi slt, %n, %c2 : index\n%m = vector.broadcast %c : i1 to MASK",
        lambda _, n: n < 2,
    ),
    ("%m = arith.cmpi slt, %lanes, %ns : LANES", lambda lane, n: lane < n),
    ("%m = arith.cmpi sge, %lanes, %twos : LANES", lambda lane, _: lane >= 2),
    ("%m = arith.cmpi eq, %lanes, %ns : LANES", lambda lane, n: lane == n),
    (
        "%k = arith.addi %lanes, %twos : LANES\n%m = arith.cmpi sle, %k, %ns : LANES",
        lambda lane, n: lane + 2 <= n,
    ),
    (
        "%k = arith.subi %ns, %lanes : LANES\n%m = arith.cmpi sgt, %k, %twos : LANES",
        lambda lane, n: n - lane > 2,
    ),
    (
        "%k = arith.muli %lanes, %twos : LANES\n%m = arith.cmpi slt, %k, %ns : LANES",
        lambda lane, n: 2 * lane < n,
    ),
    (
        "%k = arith.floordivsi %lanes, %twos : LANES\n%m = arith.cmpi eq, %k, %ns : LANES",
        lambda lane, n: lane // 2 == n,
    ),
    (
        """%k = arith.constant dense<[7, 5, 3, 1, -1, -3]> : LANES
           %m = arith.cmpi slt, %k, %ns : LANES""",
        lambda lane, n: 7 - 2 * lane < n,
    ),
    (
        "%k = arith.constant dense<3> : LANES\n%m = arith.cmpi slt, %k, %ns : LANES",
        lambda _, n: n > 3,
    ),
    (
        "%s = arith.cmpi sge, %lanes, %twos : LANES\n%m = arith.andi %s, %below : MASK",
        lambda lane, n: 2 <= lane < n,
    ),
    (
        "%s = arith.cmpi sge, %lanes, %twos : LANES\n%m = arith.ori %s, %below : MASK",
        lambda lane, n: lane >= 2 or lane < n,
    ),
    (
        "%s = arith.cmpi sge, %lanes, %twos : LANES\n%m = arith.xori %s, %below : MASK",
        lambda lane, n: (lane >= 2) != (lane < n),
    ),
    (
        """%c = arith.cmpi slt, %n, %c2 : index
           %s = arith.cmpi sge, %lanes, %twos : LANES
           %m = arith.select %c, %s, %below : MASK""",
        lambda lane, n: lane >= 2 if n < 2 else lane < n,
    ),
    (
        """%t = arith.constant dense<[1, 1, 1, 0, 0, 0]> : MASK
           %s = arith.cmpi sge, %lanes, %twos : LANES
           %m = arith.select %t, %s, %below : MASK, MASK""",
        lambda lane, n: lane >= 2 if lane < 3 else lane < n,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("code", "takes"), MASKS)
def test_what_a_mask_takes(code: str, takes: Callable[[int, int], bool]) -> None:
    condition = read(code)
    assert condition is not None
    for n in NUMBERS:
        assert taken(condition, n) == [takes(lane, n) for lane in range(COUNT)], (n, condition)


_UNKNOWN = "%u = vector.load %M[%c0] : memref<6xi1>, MASK\n"


@pytest.mark.parametrize(
    "code",
    [
        "%m = vector.load %M[%c0] : memref<6xi1>, MASK",
        f"{_UNKNOWN}%m = arith.andi %u, %below : MASK",
        f"{_UNKNOWN}%m = arith.ori %below, %u : MASK",
        f"{_UNKNOWN}%m = arith.select %u, %below, %below : MASK, MASK",
        f"{_UNKNOWN}%c = arith.cmpi slt, %n, %c2 : index\n%m = arith.select %c, %below, %u : MASK",
        # Numbers of a width may wrap, and mean others than an index.
        "%m = arith.cmpi slt, %w, %w : I32S",
        "%k = arith.constant dense<3> : I32S\n%m = arith.cmpi slt, %k, %k : I32S",
        "%o = arith.constant 1 : i32\n%k = vector.broadcast %o : i32 to I32S\n"
        "%m = arith.cmpi slt, %k, %k : I32S",
        "%m = arith.constant dense_resource<bits> : MASK",
        "%k = arith.constant dense<[0, 1, 2, 3, 4, 6]> : LANES\n"
        "%m = arith.cmpi slt, %k, %ns : LANES",
        "%k = arith.muli %lanes, %ns : LANES\n%m = arith.cmpi slt, %k, %twos : LANES",
        "%k = arith.floordivsi %lanes, %ns : LANES\n%m = arith.cmpi slt, %k, %twos : LANES",
        "%k = arith.maxsi %lanes, %ns : LANES\n%m = arith.cmpi slt, %k, %twos : LANES",
    ],
)
def test_a_mask_that_is_not_known(code: str) -> None:
    assert read(code) is None


def test_each_axis_of_a_mask_has_its_lane() -> None:
    module = parse_module("""
func.func @f(%n: index, %k: index, %x: vector<4x8xi1>) {
  %m = vector.create_mask %n, %k : vector<4x8xi1>
  func.return
}""")
    (op,) = operations_of(module, vector.CreateMaskOp)
    assert op.parent is not None
    reader, lanes = InstanceReader(op.parent), [var("a"), var("b")]
    condition = chosen_lanes(op.results[0], lanes, reader)
    assert condition is not None
    sizes = [str(reader.index(size)) for size in op.mask_dim_sizes]
    for a, b in ((1, 2), (2, 2), (1, 3), (2, 3)):
        at = {"a": a, "b": b, sizes[0]: 2, sizes[1]: 3}
        assert bool(condition.evaluate(at)) is (a < 2 and b < 3)
    assert chosen_lanes(op.results[0], lanes[:1], reader) is None
    assert chosen_lanes(op.parent.args[2], lanes, reader) is None


def _doubled(times: int) -> str:
    """A mask whose condition is twice as long for each of its operations."""
    lines = [f"%m{k + 1} = arith.xori %m{k}, %below : MASK" for k in range(times)]
    lines = [line.replace("%below", line.split()[3][:-1]) for line in lines]
    return "%m0 = arith.andi %below, %below : MASK\n" + "\n".join(lines)


def test_a_mask_of_many_operations_is_not_read() -> None:
    """As a tree it has more than there is time for; pad-tv expects that nobody reads it."""
    many = f"{_doubled(60)}\n%m = arith.ori %m60, %m60 : MASK"
    assert read(many) is None
    assert not is_plainly_decided([mask(many)[0].mask])
    few = f"{_doubled(3)}\n%m = arith.ori %m3, %m3 : MASK"
    assert read(few) is not None
    assert is_plainly_decided([mask(few)[0].mask])


def test_shuffles_of_shuffles() -> None:
    """Each takes the lanes of the one before in falling order; of two the order is as it was."""
    turned = "vector.shuffle %m{0}, %m{0} [5, 4, 3, 2, 1, 0] : MASK, MASK"
    lines = [f"%m{k + 1} = {turned.format(k)}" for k in range(4)]
    code = "%m0 = arith.andi %below, %below : MASK\n" + "\n".join(lines)
    condition = read(f"{code}\n%m = arith.andi %m4, %m4 : MASK")
    assert condition is not None
    assert taken(condition, 2) == [True, True, False, False, False, False]
