"""Random programs of linalg on tensors, bit by bit against numpy and upstream's own lowering."""

from __future__ import annotations

import os

import numpy as np
import pytest

from pad_mlir.frontends import from_linalg
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

from .random_programs import Array, Program
from .upstream_lowering import UpstreamKernel, same_bits

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

COUNT = int(os.environ.get("PAD_LINALG_PROGRAMS", "20"))
SEED = int(os.environ.get("PAD_LINALG_SEED", "0"))
_CHUNKS = 4


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_as_numpy(chunk: int) -> None:
    for seed in range(SEED + chunk, SEED + COUNT, _CHUNKS):
        program = Program(seed)
        module = from_linalg(program.text, file=f"seed {seed}")
        if seed % 2:
            schedule = Schedule(module)
            schedule.lay_out_borders()
            with collect_remarks():
                schedule.optimize()
            module = schedule.module
        given = [value.array.copy() for value in program.arguments]
        got = compile(module)(*given)
        assert np.array_equal(got, program.result.array), f"seed {seed}\n{program.text}"
        for array, value in zip(given, program.arguments, strict=True):
            assert np.array_equal(array, value.array), f"seed {seed}: an argument is written"


_ODD = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-42, 3e38], np.float32)


def _any_floats(program: Program) -> list[Array]:
    """Numbers whose sums depend on their order; in every third program odd ones among them."""
    random, given = np.random.default_rng(program.seed), list[Array]()
    for value in program.arguments:
        array = random.standard_normal(value.array.shape).astype(np.float32)
        if program.seed % 3 == 0:
            is_odd = random.random(array.shape) < 0.2
            array = np.where(is_odd, random.choice(_ODD, array.shape), array)
        given.append(array)
    return given


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_as_upstream(chunk: int) -> None:
    """With the formulas of these passes in the place of libm, whose last bits are others."""
    for seed in range(SEED + chunk, SEED + COUNT, _CHUNKS):
        program = Program(seed, functions=seed % 5 < 2)
        schedule = Schedule(from_linalg(program.text, math="exact", file=f"seed {seed}"))
        with collect_remarks():
            schedule.optimize(target_cpu="native", layouts="auto" if seed // _CHUNKS % 2 else None)
        given = _any_floats(program)
        got = np.asarray(compile(schedule.module)(*given))
        expected = UpstreamKernel(program.text, "f", formulas=True)(*given)
        assert same_bits(got, expected), f"seed {seed}\n{program.text}"


def test_bits_are_compared() -> None:
    zero, nan = np.zeros(2, np.float32), np.full(2, np.nan, np.float32)
    assert not same_bits(zero, -zero)
    assert not same_bits(zero, np.nextafter(zero, np.float32(1)))
    assert same_bits(nan, -nan)
    assert not same_bits(nan, zero)
