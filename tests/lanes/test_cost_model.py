"""The cost model of register tiles: the table of docs/register-tiling.md, and what it chooses."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod
from random import Random

import pytest
from xdsl.dialects import affine

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.register_tile.cost_model import (
    MOST_COPIES,
    Body,
    best_tile,
    body_of,
    computes,
    cost_of,
    has_halves,
    most_copies,
    registers_of,
    unit_for,
)
from pad_mlir.passes.register_tile.pad_register_tile import PadRegisterTile
from pad_mlir.passes.register_tile.windows import Window
from pad_mlir.passes.vectorize.pad_vectorize import PadVectorize
from pad_mlir.passes.vectorize.vector_unit import VectorUnit

ZEN4 = VectorUnit(64, 32, True, 1, 1, 4, True, halves=True)
AVX512 = VectorUnit(64, 32, True, 2, 2, 4, True)
AVX2 = VectorUnit(32, 16, False, 2, 2, 4, True)


def matmul(rows: int, vectors: int) -> Body:
    """C[i, j] += A[i, k] * B[k, j] with loops k, j, i, inside out."""
    return Body(
        trips=127,
        steps=127,
        extents=(127, vectors, rows),
        loads=((True, False, True), (True, True, False)),
        scalars=((True, False, True),),
        operations=((True, True, True),),
        accumulators=((False, True, True),),
    )


@pytest.mark.parametrize(
    ("rows", "cycles", "rests", "traffic", "registers"),
    [
        (1, 4.02, 0, 1.125, 3),
        (4, 1.01, 0, 0.375, 11),
        (8, 1.0, 0, 0.25, 19),
        (14, 1.02, 1, 0.203125, 31),
    ],
)
def test_table_of_the_docs(
    rows: int, cycles: float, rests: int, traffic: float, registers: int
) -> None:
    cost = cost_of(matmul(128, 2), (1, 2, rows), ZEN4)
    assert (cost.rests, cost.traffic) == (rests, traffic)
    assert round(cost.cycles, 2) == cycles
    assert registers_of(matmul(128, 2), (1, 2, rows)) == registers


def test_a_loop_around_others_has_no_more_copies_than_their_registers_take() -> None:
    # Two sums and two values that serve all copies; the loads of each copy need one register.
    body = replace(
        matmul(128, 2),
        extents=(128,),
        loads=((True,), (False,), (False,)),
        scalars=((True,),),
        operations=((True,), (True,)),
        accumulators=((True,), (True,)),
    )
    for copies in range(1, 40):
        fits = registers_of(body, (copies,)) <= 30
        assert (copies <= most_copies(body, ZEN4)) == (fits and copies <= MOST_COPIES)
    alone = replace(body, accumulators=((True,),) * 16)
    assert most_copies(alone, ZEN4) == 1
    assert best_tile(matmul(128, 2), ZEN4, (127, 2, 3))[1:] == (2, 3)
    # Straight code, of which LLVM loads all early: 5 copies of 5 loads and a sum.
    short = replace(alone, trips=1, loads=((True,),) * 5, accumulators=((True,),))
    assert most_copies(short, ZEN4) == 4


def test_rows_that_divide_are_preferred() -> None:
    assert best_tile(matmul(128, 2), ZEN4, ()) == (1, 2, 8)


def test_sixteen_registers_take_a_smaller_tile() -> None:
    tile = best_tile(matmul(126, 2), AVX2, ())
    assert tile == (1, 2, 6)
    assert registers_of(matmul(126, 2), tile) == 15


def test_a_lonely_reduction_gets_several_accumulators() -> None:
    row = Body(
        trips=64,
        steps=64,
        extents=(64,),
        loads=((True,),),
        scalars=(),
        operations=((True,),),
        accumulators=((True,),),
        splits=True,
    )
    assert best_tile(row, ZEN4, ())[0] >= 8


def test_what_no_tile_has_registers_for_stays_as_it_is() -> None:
    many = replace(matmul(128, 2), accumulators=((False, True, True),) * 40)
    assert registers_of(many, (1, 1, 1)) > 32
    assert best_tile(many, ZEN4, ()) == (1, 1, 1)


def convolution(taps: int) -> Body:
    """B[i] += A[i + k] * F[k], with vectors of i."""
    return Body(
        trips=taps,
        steps=taps,
        extents=(taps, 8192),
        loads=((True, True), (True, False)),
        scalars=((True, False),),
        operations=((True, True),),
        accumulators=((True, True),),
        once=((True, False),),
        splits=True,
    )


@pytest.mark.parametrize(("taps", "side_by_side"), [(7, 14), (15, 8)])
def test_few_taps_and_their_loads_stay_in_registers(taps: int, side_by_side: int) -> None:
    half = VectorUnit(64, 32, True, 2, 2, 4, True)
    assert best_tile(convolution(taps), half, ()) == (1, side_by_side)


@pytest.mark.parametrize(("arrays", "accumulators"), [(1, 4), (2, 1)])
def test_memory_gives_no_more_to_more_accumulators(arrays: int, accumulators: int) -> None:
    loads = ((True,),) * arrays
    row = Body(
        trips=64,
        steps=64,
        extents=(64,),
        loads=loads,
        scalars=(),
        operations=((True,),),
        accumulators=((True,),),
        splits=True,
        streams=loads,
    )
    assert best_tile(row, ZEN4, ()) == (accumulators,)


def test_vectors_of_half_a_line_wait_less_for_memory() -> None:
    """A dot product: one accumulator of halves of lines waits for its own sums."""
    loads = ((True,), (True,))
    row = Body(64, 64, (64,), loads, (), ((True,),), ((True,),), streams=loads, splits=True)
    assert best_tile(row, AVX2, ()) == (1,)
    assert best_tile(replace(row, share=0.5), AVX2, ())[0] >= 2


@pytest.mark.parametrize("vectors", [126, 127])
def test_rows_that_go_through_memory_are_read_one_by_one(vectors: int) -> None:
    """The sums of rows, of which two side by side would leave nothing of 127 vectors."""
    rows = Body(
        trips=vectors,
        steps=vectors,
        extents=(vectors, 1024),
        loads=((True, True),),
        scalars=(),
        operations=((True, True),),
        accumulators=((False, True),),
        splits=True,
        streams=((True, True),),
        beside=((False, True),),
    )
    assert best_tile(rows, ZEN4, ())[1] == 1


def test_columns_that_go_through_memory_are_taken_side_by_side() -> None:
    """The sums of columns: vectors next to one another in a row, for each row."""
    columns = Body(
        trips=10000,
        steps=10000,
        extents=(10000, 12),
        loads=((True, True),),
        scalars=(),
        operations=((True, True),),
        accumulators=((False, True),),
        splits=True,
        streams=((True, True),),
        rows=((True, False),),
    )
    rows, side_by_side = best_tile(columns, ZEN4, ())
    assert rows == 1
    assert side_by_side >= 6


def test_a_window_of_cells_needs_no_tile() -> None:
    window = Body(
        trips=3,
        steps=9,
        extents=(3, 56),
        loads=((True, True),),
        scalars=(),
        operations=((True, True),),
        accumulators=((True, True),),
        splits=True,
    )
    assert best_tile(window, ZEN4, ()) == (1, 1)


def five_taps(*, apart: bool) -> Body:
    """`B[y] += W[i, j] * A[y + i, x + j]` of any number of rows: i, j and y."""
    window = Window(1, 1, apart)
    return Body(
        trips=5,
        steps=25,
        extents=(5, 5, None),
        loads=((True, True, True), (True, True, False)),
        scalars=((True, True, False),),
        operations=((True, True, True),),
        accumulators=((False, False, True),),
        splits=True,
        windows=(((True, True, True), 2, window),),
        expected=(5, 5, 131),
        carrying=2,
    )


@pytest.mark.parametrize(("rows", "is_straight"), [(6, True), (8, False)])
def test_straight_code_has_few_rows_that_lie_anywhere(rows: int, *, is_straight: bool) -> None:
    """
    The address of each is computed by itself, and LLVM makes straight code of so much only, in
    which five iterations load some rows once.
    """
    near, far = (cost_of(five_taps(apart=apart), (1, 1, rows), AVX512) for apart in (False, True))
    assert (near.cycles == far.cycles) == is_straight
    assert near.cycles <= far.cycles


def test_parts_of_a_sum_are_begun_and_combined() -> None:
    """Each time that the loop inside runs: of 3 x 4 sums for 5 steps of it."""
    body = five_taps(apart=False)
    without = replace(body, carrying=0)
    more = cost_of(body, (1, 3, 4), AVX512).cycles - cost_of(without, (1, 3, 4), AVX512).cycles
    assert more > 0
    assert cost_of(body, (1, 1, 4), AVX512) == cost_of(without, (1, 1, 4), AVX512)


def total_cost(body: Body, factors: Sequence[int], unit: VectorUnit) -> float:
    """The cost by its definition, of all tiles one after another."""
    cycles = traffic = 0.0
    for sizes in all_sizes(body, factors):
        loaded, operations = in_tile(body.loads, sizes), in_tile(body.operations, sizes)
        traffic += loaded - 0.75 * in_tile(body.scalars, sizes)
        if 0 < body.trips * operations <= 128:
            loaded -= in_tile(body.once, sizes)
        busy = max(operations / unit.fmas, loaded / unit.loads)
        streams, rows = in_tile(body.streams, sizes), in_tile(body.rows, sizes)
        streamed = 2.5 * (body.share * streams + rows)
        latency = unit.latency if streamed > busy else max(unit.latency, 8 / unit.fmas)
        cycles += max(busy, streamed, latency) + 6 / body.steps
    extents = extents_of(body)
    rests = sum(extent % factor > 0 for extent, factor in zip(extents, factors, strict=True))
    reach = sum(place for place, factor in enumerate(factors) if factor > 1)
    percents = 0.3 * live(body, factors) + rests + 1.5 * reach + (body.splits and factors[0] > 1)
    return (cycles * (1 + percents / 100) + 0.2 * traffic) / prod(extents)


def extents_of(body: Body) -> tuple[int, ...]:
    """Where all are known."""
    return tuple(extent for extent in body.extents if extent is not None)


def all_sizes(body: Body, factors: Sequence[int]) -> list[tuple[int, ...]]:
    ranges = [
        [min(factor, extent - first) for first in range(0, extent, factor)]
        for extent, factor in zip(extents_of(body), factors, strict=True)
    ]
    return list(product(*ranges))


def in_tile(entries: Sequence[Sequence[bool]], sizes: Sequence[int]) -> int:
    return sum(size_of(entry, sizes) for entry in entries)


def size_of(entry: Sequence[bool], sizes: Sequence[int]) -> int:
    return prod(size for size, varies in zip(sizes, entry, strict=True) if varies)


def live(body: Body, factors: Sequence[int]) -> int:
    loads = [size_of(entry, factors) for entry in body.loads]
    kept = [size for size in loads if size < prod(factors)]
    return in_tile(body.accumulators, factors) + sum(kept) - max(kept, default=0) + 1


def fits(body: Body, factors: Sequence[int], unit: VectorUnit) -> bool:
    most = unit.registers - unit.registers // 16
    if prod(factors) == 1:
        return True
    needed = in_tile(body.accumulators, factors) + in_tile(body.loads, factors)
    is_rolled = body.trips * in_tile(body.operations, factors) > 128
    return live(body, factors) <= most and (is_rolled or needed < most)


def some_body(random: Random) -> Body:
    extents = tuple(random.randint(1, 7) for _ in range(random.randint(1, 3)))

    def entries(most: int) -> tuple[tuple[bool, ...], ...]:
        count = random.randint(0, most)
        return tuple(tuple(random.random() < 0.6 for _ in extents) for _ in range(count))

    trips = random.choice([1, 3, 8, 32, 100])
    loads, operations = entries(3), entries(3)
    return Body(
        trips,
        trips * random.choice([1, 4]),
        extents,
        loads,
        loads[:1],
        operations,
        entries(2),
        loads[1:2],
        loads[2:],
        random.random() < 0.5,
        tuple((False, *entry[1:]) for entry in loads[2:]),
    )


@pytest.mark.parametrize("seed", range(40))
def test_costs_are_those_of_all_tiles(seed: int) -> None:
    body, unit = some_body(Random(seed)), (ZEN4, AVX2)[seed % 2]
    for factors in product(*(range(1, extent + 1) for extent in extents_of(body))):
        total = cost_of(body, factors, unit).total
        assert total == pytest.approx(total_cost(body, factors, unit), rel=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_the_best_tile_costs_least(seed: int) -> None:
    body, unit = some_body(Random(seed)), (ZEN4, AVX2)[seed % 2]
    tile = best_tile(body, unit, ())
    in_flight = body.steps * len(body.operations + body.loads) <= 64
    if all(map(all, body.loads)) and in_flight and not body.rows:
        assert set(tile) == {1}
        return
    found = [
        total_cost(body, factors, unit)
        for factors in product(*(range(1, extent + 1) for extent in extents_of(body)))
        if fits(body, factors, unit)
    ]
    assert fits(body, tile, unit)
    assert total_cost(body, tile, unit) == pytest.approx(min(found), rel=1e-9)


@pytest.mark.parametrize("seed", range(60))
def test_the_best_tile_costs_least_where_extents_are_not_known(seed: int) -> None:
    """Loops that vary like others are left out of most tiles: of unknown extents, and of equal."""
    random = Random(seed)
    body, unit, most = some_body(random), (ZEN4, AVX2)[seed % 2], random.choice([3, 4, 6])
    extents = tuple(random.choice([None, None, 3]) for _ in body.extents)
    body = replace(body, extents=extents, expected=(random.choice([5, 64, 1003]),) * len(extents))
    tile = best_tile(body, unit, (most,) * len(extents))
    in_flight = body.steps * len(body.operations + body.loads) <= 64
    if all(map(all, body.loads)) and in_flight and not body.rows:
        assert set(tile) == {1}
        return
    found = [
        cost_of(body, factors, unit).total
        for factors in product(*(range(1, min(most, e or most) + 1) for e in extents))
        if fits(body, factors, unit)
    ]
    assert cost_of(body, tile, unit).total == pytest.approx(min(found), rel=1e-12)


@pytest.mark.parametrize(("extent", "wanted"), [(32, 32), (33, 11)])
def test_no_factor_is_above_32(extent: int, wanted: int) -> None:
    row = replace(matmul(1, 1), extents=(1, 1, extent), loads=(), scalars=(), accumulators=())
    assert best_tile(row, ZEN4, ()) == (1, 1, wanted)


@pytest.mark.parametrize(("trips", "wanted"), [(32, 2), (33, 4)])
def test_what_straight_code_loads_has_to_fit(trips: int, wanted: int) -> None:
    """128 operations are straight code, which loads all before: 32 values for a tile of 4."""
    loads = ((True,),) * 7
    row = Body(trips, trips, (4,), loads, (), ((True,),), ((True,),))
    assert best_tile(row, ZEN4, ()) == (wanted,)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("%r = arith.constant 1.0 : f32", False),
        ("%r = arith.mulf %x, %x : f32", True),
        ("%r, %o = arith.addui_extended %k, %k : i32, i1", False),
        ("%r = math.sqrt %x : f32", True),
        ("%r = pad.undef : f32", False),
        ("%r = memref.load %A[] : memref<f32>", False),
        ("%r = vector.broadcast %x : f32 to vector<4xf32>", False),
    ],
)
def test_what_computes(text: str, wanted: bool) -> None:
    module = parse_module(f"func.func @f(%A: memref<f32>, %x: f32, %k: i32) {{ {text}\n return }}")
    (function,) = module.ops
    assert computes(next(iter(function.regions[0].block.ops))) == wanted


NEST = """
func.func @f(%A: memref<4x{lanes}xf32>, %B: memref<8x4xf32>, %C: memref<8x{lanes}xf32>) {{
  affine.for %i = 0 to 8 {{
    %z = arith.constant dense<0.0> : vector<{lanes}xf32>
    %o = arith.constant 0 : index
    %r = affine.for %k = 0 to 4 iter_args(%s = %z) -> (vector<{lanes}xf32>) {{
      %a = vector.load %A[%k, %o] : memref<4x{lanes}xf32>, vector<{lanes}xf32>
      %b = affine.load %B[%i, %k] : memref<8x4xf32>
      %v = vector.broadcast %b : f32 to vector<{lanes}xf32>
      %p = arith.mulf %a, %v : vector<{lanes}xf32>
      %t = arith.addf %s, %p : vector<{lanes}xf32>
      affine.yield %t : vector<{lanes}xf32>
    }}
    vector.store %r, %C[%i, %o] : memref<8x{lanes}xf32>, vector<{lanes}xf32>
  }}
  func.return
}}
"""


def loops(lanes: int) -> tuple[affine.ForOp, affine.ForOp]:
    module = parse_module(NEST.format(lanes=lanes))
    outer, inner = (op for op in module.walk() if isinstance(op, affine.ForOp))
    return outer, inner


def test_the_body_of_a_nest() -> None:
    outer, inner = loops(16)
    body = body_of(inner, [inner, outer])
    assert (body.trips, body.steps, body.extents, body.splits) == (4, 4, (4, 8), True)
    assert body.loads == ((True, False), (True, True))
    assert body.scalars == ((True, True),)
    assert body.accumulators == ((True, True),)
    assert body.once == ((True, False),)
    assert not body_of(inner, [outer]).splits


@pytest.mark.parametrize(("lanes", "times"), [(16, 1), (9, 1), (8, 2), (4, 2)])
def test_twice_as_many_vectors_of_half_the_width(lanes: int, times: int) -> None:
    unit = unit_for(loops(lanes)[1], ZEN4)
    assert (unit.fmas, unit.loads) == (times * ZEN4.fmas, times * ZEN4.loads)
    assert unit_for(loops(lanes)[1], AVX2) == AVX2


@pytest.mark.parametrize("seed", range(20))
def test_half_of_what_may_be_left_over_is_of_any_extent(seed: int) -> None:
    body, unit = some_body(Random(seed)), (ZEN4, AVX2)[seed % 2]
    for factors in product(range(1, 5), repeat=len(body.extents)):
        found = replace(body, extents=(None, *factors[1:]), expected=(100,) * len(factors))
        rests = {1: 0.0, 2: 0.5, 3: 1.0, 4: 1.5}[factors[0]]
        sizes = {4: [(0.5, 2), (0.5, 1)]}.get(factors[0], [(rests, 1)])
        cycles = 0.0
        for times, size in [((100 - rests) / factors[0], factors[0]), *sizes]:
            tile = (size, *factors[1:])
            of_tile = cost_of(replace(body, extents=tile), tile, unit)
            cycles += times * of_tile.cycles * prod(tile)
        cost = cost_of(found, factors, unit)
        assert cost.cycles * 100 * prod(factors[1:]) == pytest.approx(cycles, rel=1e-9)
        assert cost.rests == int(factors[0] > 1)


def choice(rows: int, kind: str) -> Body:
    """The place of each column's largest element, as a number of `kind`."""
    cast = "" if kind == "index" else f"%p = arith.index_cast %k : index to {kind}"
    module = parse_module(f"""
func.func @f(%X: memref<{rows}x64xf32>, %x: vector<8xf32>, %at: vector<8x{kind}>) {{
  affine.for %i = 0 to 7 {{
    %r:2 = affine.for %k = 0 to {rows} iter_args(%b = %x, %a = %at)
        -> (vector<8xf32>, vector<8x{kind}>) {{
      {cast}
      %v = vector.load %X[%k, %i] : memref<{rows}x64xf32>, vector<8xf32>
      %n = vector.broadcast {"%p" if cast else "%k"} : {kind} to vector<8x{kind}>
      %is = arith.cmpf ogt, %v, %b : vector<8xf32>
      %best = arith.select %is, %v, %b : vector<8xi1>, vector<8xf32>
      %place = arith.select %is, %n, %a : vector<8xi1>, vector<8x{kind}>
      affine.yield %best, %place : vector<8xf32>, vector<8x{kind}>
    }}
  }}
  func.return
}}""")
    outer, inner = (op for op in module.walk() if isinstance(op, affine.ForOp))
    return body_of(inner, [inner, outer])


def test_what_is_chosen_leaves_two_registers_without_masks() -> None:
    body = choice(100, "i32")
    assert body.chooses
    assert best_tile(replace(body, chooses=False), AVX2, ()) == (1, 7)
    assert best_tile(body, AVX2, ()) == (1, 4)


def test_halves_of_tiles_where_one_loop_leaves_something() -> None:
    assert has_halves([None, 64], (9, 2))
    assert has_halves([None, None], (9, 1))
    assert not has_halves([None, None], (9, 2))
    assert not has_halves([64, 64], (9, 2))


_NEVER = """
func.func @f(%A: memref<40x40xf32>, %W: memref<3x3xf32>, %C: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to affine_map<(i) -> (i - i)>(%i) {
          %a = affine.load %A[%i + %k, %j + %l] : memref<40x40xf32>
          %w = affine.load %W[%k, %l] : memref<3x3xf32>
          %c = affine.load %C[%i, %j] : memref<32x32xf32>
          %p = arith.mulf %a, %w fastmath<contract,reassoc> : f32
          %s = arith.addf %c, %p fastmath<contract,reassoc> : f32
          affine.store %s, %C[%i, %j] : memref<32x32xf32>
        }
      }
    }
  }
  func.return
}
"""


def test_a_loop_that_never_runs_has_a_tile() -> None:
    module, context = parse_module(_NEVER), new_context()
    PadVectorize("f", target_cpu="x86-64-v4").apply(context, module)
    PadRegisterTile("f", target_cpu="x86-64-v4").apply(context, module)
    module.verify()
