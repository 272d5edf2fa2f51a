"""Two versions of a function on a GPU: its host code tests the sizes, and launches one of them."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects import func, gpu

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.schedule import Schedule

from .oclgrind import Call, reports

TILES = '#pad.layout<[affine_map<(d0) -> (d0 floordiv 16, d0 mod 16)>], ["forbidden"], {}>'
TEXT = f"""
func.func @scale(%A: memref<?xf32, {TILES}> {{pad.name = "A"}},
                 %B: memref<?xf32, {TILES}> {{pad.name = "B"}},
                 %n: index {{pad.size = [{{of = "A", dim = 0}}, {{of = "B", dim = 0}}]}}) {{
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %n {{
    %a = affine.load %A[%i] : memref<?xf32, {TILES}>
    %b = arith.mulf %a, %two : f32
    affine.store %b, %B[%i] : memref<?xf32, {TILES}>
  }} {{pad.stage = "compute"}}
  func.return
}}"""
SIZES = (0, 1, 15, 16, 17, 48, 50)


def schedule(*, mapped: bool) -> Schedule:
    """Both versions, on the device already or not."""
    s = Schedule(TEXT)
    s.sequential_buffer_access("compute", "A")
    s.optimize(versions="n mod 16 == 0")
    assert len(operations_of(s.module, func.CallOp)) == 2
    if mapped:
        for name in ("scale_fits", "scale_any", "scale"):
            s = Schedule(str(s), function=name)
            s.map_to_gpu()
            assert not s.remarks
    return s


def test_each_version_has_a_kernel() -> None:
    functions = operations_of(schedule(mapped=True).module, func.FuncOp)
    launches = {f.sym_name.data: len(operations_of(f, gpu.LaunchFuncOp)) for f in functions}
    assert launches == {"scale": 0, "scale_fits": 1, "scale_any": 1}


@pytest.mark.gpu
@pytest.mark.parametrize("mapped", [False, True])
def test_right_at_all_sizes(mapped: bool) -> None:
    run = schedule(mapped=mapped).compile(target="opencl")
    for n in SIZES:
        given, found = np.arange(n, dtype=np.float32), np.full(n, np.nan, np.float32)
        run(given, found)
        np.testing.assert_array_equal(found, 2 * given)


@pytest.mark.usefixtures("installed_oclgrind")
def test_nothing_to_report() -> None:
    text = str(schedule(mapped=True))
    arrays = [(np.arange(n, dtype=np.float32), np.zeros(n, np.float32)) for n in SIZES]
    assert reports([Call(text, each) for each in arrays]) == [[] for _ in SIZES]
