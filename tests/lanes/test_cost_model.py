"""The cost model of register tiles: the table of docs/register-tiling.md, and what it chooses."""

from dataclasses import replace

import pytest

from pad_mlir.passes.register_tile.cost_model import Body, best_tile, cost_of, registers_of
from pad_mlir.passes.vectorize.vector_unit import VectorUnit

ZEN4 = VectorUnit(64, 32, True, 1, 1, 4, True, halves=True)
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


def test_rows_that_divide_are_preferred() -> None:
    assert best_tile(matmul(128, 2), ZEN4) == (1, 2, 8)


def test_sixteen_registers_take_a_smaller_tile() -> None:
    tile = best_tile(matmul(126, 2), AVX2)
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
    assert best_tile(row, ZEN4)[0] >= 8


def test_what_no_tile_has_registers_for_stays_as_it_is() -> None:
    many = replace(matmul(128, 2), accumulators=((False, True, True),) * 40)
    assert registers_of(many, (1, 1, 1)) > 32
    assert best_tile(many, ZEN4) == (1, 1, 1)


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
    assert best_tile(convolution(taps), half) == (1, side_by_side)


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
    assert best_tile(row, ZEN4) == (accumulators,)


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
    assert best_tile(window, ZEN4) == (1, 1)
