"""Kernels that are right, and what is said of those that cannot be judged."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

from .kernels import A_AND_B, N, function, guard, kernels, launch, program
from .rewrites import judge

_LOOP = f"""affine.for %i = 0 to {N} {{
  %a = affine.load %A[%i] : memref<{N}xf32>
  %s = arith.addf %a, %a : f32
  affine.store %s, %B[%i] : memref<{N}xf32>
}}"""
_TWICE = f"""%a = affine.load %A[%i] : memref<{N}xf32>
  %s = arith.addf %a, %a : f32
  affine.store %s, %B[%i] : memref<{N}xf32>"""
_INSIDE = f"{N - 1} - d0 >= 0"
_IDS = {"R": "memref<2x3x4x5xindex>"}


def _ids(body: str) -> str:
    """Compute values from the linear numbers of block and thread, and the thread along y."""
    return f"""%f = affine.apply affine_map<(d0, d1, d2) -> (d0 * 100 + d1 * 10 + d2)>({body})
      affine.store %f, %R[%bz, %bx, %ty, %tx] : memref<2x3x4x5xindex>"""


_LOOPS_OF_IDS = function(
    f"""affine.for %bz = 0 to 2 {{ affine.for %bx = 0 to 3 {{
      affine.for %ty = 0 to 4 {{ affine.for %tx = 0 to 5 {{
      %gx = affine.apply affine_map<(d0, d1) -> (d0 * 5 + d1)>(%bx, %tx)
      {_ids("%gx, %bz, %ty")} }} }} }} }}""",
    _IDS,
)


def _of_ids(operands: str) -> str:
    ids = """%bx = gpu.block_id x
      %bz = gpu.block_id z
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %gx = gpu.global_id x
      %gz = gpu.global_id z
      %nx = gpu.grid_dim x
      %dx = gpu.block_dim x"""
    return program(f"{ids} {_ids(operands)}", _IDS, blocks=(3, 1, 2), threads=(5, 4))


def _threads_of(name: str) -> str:
    """Each thread has one cell of its own, and private memory."""
    body = f"""%p = memref.alloca() : memref<2xf32>
      affine.for %k = 0 to 2 {{
        %a = affine.load %A[%i] : memref<{N}xf32>
        affine.store %a, %p[%k] : memref<2xf32>
      }}
      %x = affine.load %p[0] : memref<2xf32>
      %y = affine.load %p[1] : memref<2xf32>
      %s = arith.addf %x, %y : f32
      affine.store %s, %{name}[%i] : memref<{N}xf32>"""
    return program(guard(_INSIDE, body))


def _views() -> str:
    body = f"""%m = memref.expand_shape %A [[0, 1]] output_shape [7, 10]
        : memref<{N}xf32> into memref<7x10xf32>
      %j = affine.apply affine_map<(d0) -> (d0 floordiv 10)>(%i)
      %k = affine.apply affine_map<(d0) -> (d0 mod 10)>(%i)
      %a = affine.load %m[%j, %k] : memref<7x10xf32>
      %c = memref.collapse_shape %m [[0, 1]] : memref<7x10xf32> into memref<{N}xf32>
      %a2 = affine.load %c[%i] : memref<{N}xf32>
      %s = arith.addf %a, %a2 : f32
      affine.store %s, %B[%i] : memref<{N}xf32>"""
    return program(guard(_INSIDE, body))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(function(_LOOP), program(guard(_INSIDE, _TWICE)), id="guarded"),
        pytest.param(
            function(_LOOP), program(guard(_INSIDE, _TWICE), blocks=(10,), threads=(7,)), id="exact"
        ),
        pytest.param(
            function(f"affine.for %t = 0 to 3 {{ {_LOOP} }}"),
            function(f"affine.for %t = 0 to 3 {{ {launch()} }}") + kernels(guard(_INSIDE, _TWICE)),
            id="in-a-loop",
        ),
        pytest.param(_LOOPS_OF_IDS, _of_ids("%gx, %bz, %ty"), id="ids"),
        pytest.param(_LOOPS_OF_IDS, _of_ids("%gx, %gz, %ty"), id="global-ids"),
        pytest.param(function(_LOOP), _threads_of("B"), id="private-memory"),
        pytest.param(function(_LOOP), _views(), id="views"),
        pytest.param(
            function(_LOOP),
            program(guard(_INSIDE, _TWICE))
            .replace("@kernels::@kernel", '@kernels::@"a.b"')
            .replace("@kernel(", '@"a.b"('),
            id="name-with-a-dot",
        ),
        pytest.param(function(""), program(_TWICE, blocks=(0,)), id="no-blocks"),
    ],
)
def test_valid(before: str, after: str) -> None:
    verdict = judge(before, after)
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize(
    ("operands", "says"),
    [
        ("%gx, %bz, %tx", "another value"),
        ("%dx, %bz, %ty", "another value"),
        ("%gx, %nx, %ty", "another value"),
    ],
)
def test_other_ids(operands: str, says: str) -> None:
    verdict = judge(_LOOPS_OF_IDS, _of_ids(operands))
    assert verdict.status is Status.REFUTED
    assert says in str(verdict)


_RACE_BY_DATA = f"""%a = affine.load %A[%i] : memref<{N}xf32>
  %zero = arith.constant 0.0 : f32
  %is = arith.cmpf olt, %a, %zero : f32
  scf.if %is {{ affine.store %a, %B[0] : memref<{N}xf32> }}"""


@pytest.mark.parametrize(
    ("after", "says"),
    [
        (function(launch()), "the kernel @kernels::kernel is unknown"),
        (
            function(launch()) + kernels("", {"A": "memref<?xf32>", "B": A_AND_B["B"]}),
            "the launch gives @kernels::kernel other types than it takes",
        ),
        (program("%l = gpu.lane_id"), "the operation gpu.lane_id is not understood"),
        (program("scf.execute_region { gpu.barrier scf.yield }"), "that threads meet in it"),
        (program("%m = memref.alloc() : memref<4xf32>"), "is not in memory space 3"),
        (
            program(guard("d0 == 0", "%m = memref.alloc() : memref<4xf32, 3 : i64>")),
            "not of the whole kernel",
        ),
        (
            program(_RACE_BY_DATA, threads=(8,)),
            "(0, 0, 0) and (1, 0, 0), which meet nowhere in between, access B[0] depends on the "
            "data",
        ),
    ],
)
def test_not_understood(after: str, says: str) -> None:
    verdict = judge(function(_LOOP), after)
    assert verdict.status is Status.NOT_VALIDATED, verdict
    assert says in str(verdict)


def test_a_race_in_the_original_is_told() -> None:
    racy = program(f"affine.store %x, %B[0] : memref<{N}xf32>".replace("%x", "%c"))
    racy = racy.replace("%b = gpu", "%c = arith.constant 0.0 : f32 %b = gpu")
    verdict = judge(racy, racy)
    assert verdict.status is Status.NOT_VALIDATED
    assert "the original is undefined: the threads (0, 0, 0) and (1, 0, 0)" in str(verdict)


@pytest.mark.parametrize(("element", "status"), [("%a", Status.REFUTED), ("%s", Status.TESTED)])
def test_too_large(element: str, status: Status) -> None:
    after = program(guard(_INSIDE, _TWICE.replace("store %s", f"store {element}")))
    verdict = validate(parse_module(function(_LOOP)), parse_module(after), budget=400)
    assert verdict.status is status, verdict
