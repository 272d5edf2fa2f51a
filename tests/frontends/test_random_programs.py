"""Random programs of linalg on tensors, through the front door, against numpy, bit by bit."""

from __future__ import annotations

import os

import numpy as np
import pytest

from pad_mlir.frontends import from_linalg
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

from .random_programs import Program

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
