"""Hand-written kernels in Oclgrind: the right ones pass, and seeded defects are reported."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from .modules import SMALL
from .oclgrind import RUNTIME, Call, reports
from .test_opencl import doubled

pytestmark = [pytest.mark.gpu, pytest.mark.usefixtures("installed_oclgrind")]


def call(name: str, *edits: tuple[str, str]) -> Call:
    """A call of a small case, each text replaced once."""
    case = SMALL[name]
    text = case.text
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    rng = np.random.default_rng(0)
    inputs = [rng.standard_normal(shape).astype(np.float32) for shape in case.inputs]
    out = np.full(case.wanted(inputs).shape, np.nan, np.float32)
    return Call(text, (*inputs, out))


def test_right_kernels() -> None:
    arrays = np.ones((5, 13), np.float32), np.ones((5, 13), np.float32)
    laid_out = Call(doubled("0.0 : f32", "1.0 : f32"), arrays)
    calls = [*map(call, SMALL), laid_out]
    assert reports(calls) == [[]] * len(calls)


BARRIER = "  gpu.barrier\n"
ALWAYS = "%yes = arith.constant true\n  scf.if %yes {"
DEFECTS: dict[str, tuple[Call, str]] = {
    "guard dropped": (call("scale", ("scf.if %in {", ALWAYS)), "Invalid (read|write)"),
    "guard of the tile dropped": (
        call("matmul", ("arith.andi %ii, %kai", "arith.andi %ii, %ii")),
        "Invalid read",
    ),
    "first barrier dropped": (call("row sum", (BARRIER, "")), "(?i)uninitialized|race"),
    "barrier in the tree dropped": (
        call("row sum", ("    }\n    gpu.barrier\n", "    }\n")),
        "data race",
    ),
    "barrier of the tiles dropped": (
        call("matmul", ("    gpu.barrier\n    scf.yield", "    scf.yield")),
        "data race",
    ),
    "two threads write one cell": (
        call("scale", ("memref.store %w, %B[%i]", "memref.store %w, %B[%bx]")),
        "data race",
    ),
    "barrier that some threads reach": (
        call("row sum", ("    }\n    gpu.barrier\n", "      gpu.barrier\n    }\n")),
        "divergence",
    ),
    "shared cell that nobody wrote": (
        call(
            "row sum",
            (
                "  memref.store %s, %sh[%tx]",
                "  %two = arith.constant 2 : index\n  %skip = arith.cmpi ne, %tx, %two : index\n"
                "  scf.if %skip {\n  memref.store %s, %sh[%tx]",
            ),
            ("3 : i64>\n  gpu.barrier", "3 : i64>\n  }\n  gpu.barrier"),
        ),
        "(?i)uninitialized",
    ),
    "off by one": (
        call(
            "scale",
            ("memref.load %A[%i]", "memref.load %A[%j]"),
            (
                "scf.if %in {",
                "%one = arith.constant 1 : index\n%j = arith.addi %i, %one : index\nscf.if %in {",
            ),
        ),
        "Invalid read",
    ),
}


@pytest.fixture(scope="module", name="found")
def _found() -> dict[str, list[str]]:
    calls = [defect for defect, _ in DEFECTS.values()]
    return dict(zip(DEFECTS, reports(calls), strict=True))


@pytest.mark.parametrize("name", DEFECTS)
def test_defects(name: str, found: dict[str, Any]) -> None:
    _, pattern = DEFECTS[name]
    assert any(re.search(pattern, line) for line in found[name]), found[name][:5]


def test_what_does_not_run() -> None:
    with pytest.raises(RuntimeError, match="does not run in Oclgrind"):
        reports([Call("func.func @f() { return }", (1,))])


def test_devices_without_spirv() -> None:
    ask = "from pad_mlir.runtime.gpu.opencl import opencl_device\nopencl_device()"
    environment = {**os.environ, "OCL_ICD_VENDORS": str(RUNTIME)}
    done = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, env=environment, check=False
    )
    assert "no OpenCL device takes SPIR-V, of those there are: Oclgrind Simulator" in done.stderr
