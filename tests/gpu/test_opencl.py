"""Kernel modules on the OpenCL device, against numpy."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.gpu.opencl import opencl_device
from pad_mlir.runtime.gpu.plan import Kernel

from .kernel_modules import kernel, launch, module
from .modules import CASES, CONSTANTS, Case, dynamic, scale_in_two

Array = np.ndarray[Any, Any]
pytestmark = pytest.mark.gpu

TILED = "affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>"


def rows(kind: str) -> str:
    return f"memref<5x13xf32, #pad.layout<[{TILED}], [{kind}], {{}}>>"


def doubled(read: str, written: str) -> str:
    """B = A + A, in layouts."""
    return f"""
func.func @f(%A: {rows(read)}, %B: {rows(written)}) {{
  affine.for %i = 0 to 5 {{
    affine.for %j = 0 to 13 {{
      %a = affine.load %A[%i, %j] : {rows(read)}
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : {rows(written)}
    }}
  }} {{pad.stage = "compute"}}
  return
}}"""


def random(*shape: int) -> Array:
    return np.asarray(np.random.default_rng(3).standard_normal(shape), np.float32)


def nothing(*shape: int) -> Array:
    return np.full(shape, np.nan, np.float32)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_cases(case: Case) -> None:
    run = compile(case.text, target="opencl")
    for _ in range(2):  # the second call finds used memory
        inputs = [random(*shape) for shape in case.inputs]
        before = [array.copy() for array in inputs]
        wanted = case.wanted(inputs)
        out = nothing(*wanted.shape)
        assert run(*inputs, out) is None
        np.testing.assert_allclose(out, wanted, rtol=1e-4, atol=1e-5)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(inputs, before, strict=True))


def test_code_is_whole() -> None:
    """A SPIR-V module is of words, the last of which may end in zeros."""
    for code in lower_kernels(parse_module(scale_in_two().text), "opencl").values():
        assert len(code) % 4 == 0


@pytest.mark.parametrize("cells", [1, 6, 13])
def test_guards(cells: int) -> None:
    """Intel's runtime loses threads at -t - 4 * b + 13 >= 0, which affine.if is by default."""
    type = f"memref<{cells}xf32>"
    body = f"""
  %b = gpu.block_id x
  %t = gpu.thread_id x
  %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%b, %t)
  affine.if affine_set<(d0) : (-d0 + {cells - 1} >= 0)>(%i) {{
    %v = affine.load %A[%i] : {type}
    affine.store %v, %B[%i] : {type}
  }}"""
    ends = [("%A", type), ("%B", type)]
    call = launch("k", ("%c4", "%c1", "%c1"), ("%c4", "%c1", "%c1"), ends)
    four = "%c4 = arith.constant 4 : index"
    host = f"func.func @f(%A: {type}, %B: {type}) {{{CONSTANTS}{four}\n{call}\nreturn\n}}"
    text = module(host, kernel("k", f"%A: {type}, %B: {type}", (4, 1, 1), body))
    array, out = random(cells), nothing(cells)
    compile(text, target="opencl")(array, out)
    assert (out == array).all()


@pytest.mark.parametrize("size", [0, 1, 127, 128, 129, 1000])
def test_dynamic_sizes(size: int) -> None:
    run = compile(dynamic().text, target="opencl")
    array, out = random(size), nothing(size)
    run(array, out)
    assert (out == 2 * array).all()
    run(array, out, n=size)
    with pytest.raises(KernelError, match="but axis 0 of A has size"):
        run(array, out, n=size + 1)


def test_copies_of_other_shapes() -> None:
    run = compile(dynamic().text, target="opencl")
    with pytest.raises(KernelError, match=r"copies T, shape \(5,\), to B, shape \(6,\)"):
        run(random(5), nothing(6))


def test_arrays_in_any_order() -> None:
    run = compile(scale_in_two().text, target="opencl")
    array, out = random(300), nothing(600)
    run(array[::-1], out[::2])
    assert (out[::2] == 6 * array[::-1]).all()
    assert np.isnan(out[1::2]).all()


def test_layouts_at_each_call() -> None:
    run = compile(doubled("0.0 : f32", "1.0 : f32"), target="opencl")
    array, out = random(5, 13), nothing(5, 13)
    run(array, out)
    assert (out == 2 * array).all()
    assert (run.logical_shape("A"), run.physical_shape("A")) == ((5, 13), (2, 2, 4, 8))


@pytest.mark.parametrize("kind", ['"forbidden"', '"undef"', "1.0 : f32"])
def test_packed_arrays(kind: str) -> None:
    """Padding that holds a value holds it afterwards; what is forbidden is as it was."""
    run = compile(doubled('"forbidden"', kind), target="opencl", packed=True)
    logical = random(5, 13)
    array, out = nothing(2, 2, 4, 8), nothing(2, 2, 4, 8)
    i, j = np.indices((5, 13))
    cells = (i // 4, j // 8, i % 4, j % 8)
    array[cells] = logical
    before = array.tobytes()
    run(array, out)
    assert (out[cells] == 2 * logical).all()
    assert array.tobytes() == before
    padding = np.ones(out.shape, bool)
    padding[cells] = False
    if kind == '"forbidden"':
        assert np.isnan(out[padding]).all()
    if kind == "1.0 : f32":
        assert (out[padding] == 1).all()


SCALARS = {"f32": 1.5, "f64": -2.5, "i32": -7, "i64": 1 << 40, "i1": True, "index": 12}


@pytest.mark.parametrize("element", SCALARS)
def test_numbers(element: str) -> None:
    stored = "i64" if element == "index" else element
    cast = "%v = arith.index_cast %x : index to i64\n" if element == "index" else ""
    body = f"""
  %c0 = arith.constant 0 : index
  {cast}memref.store {"%v" if cast else "%x"}, %A[%c0] : memref<1x{stored}>"""
    call = launch(
        "k",
        ("%c1", "%c1", "%c1"),
        ("%c1", "%c1", "%c1"),
        [("%A", f"memref<1x{stored}>"), ("%x", element)],
    )
    parameters = f"%A: memref<1x{stored}>, %x: {element}"
    text = module(
        f"func.func @f({parameters}) {{{CONSTANTS}{call}\nreturn\n}}",
        kernel("k", parameters, (1, 1, 1), body),
    )
    types = {"i1": "?", "index": "i8", "i64": "i8", "i32": "i4"}
    array = np.zeros(1, types.get(element, element.replace("f32", "f4").replace("f64", "f8")))
    compile(text, target="opencl")(array, SCALARS[element])
    assert array[0] == SCALARS[element]


ASSUMED = """
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %zero = arith.constant 0.0 : f32
    %is = arith.cmpf oge, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %B[%i] : memref<8xf32>
  } {pad.stage = "compute"}
  return
}
"""


def test_assumes_are_checked() -> None:
    run = compile(ASSUMED, target="opencl", check_assumes=True)
    array, out = np.arange(8, dtype=np.float32), nothing(8)
    run(array, out)
    assert (out == array).all()
    array[5] = -1
    with pytest.raises(KernelError, match=r"A\[5\] holds -1.0"):
        run(array, out)


def test_overlap() -> None:
    run = compile(scale_in_two().text, target="opencl")
    array = random(400)
    with pytest.raises(KernelError, match="overlap in memory"):
        run(array[:300], array[100:])


def test_blocks_that_are_too_large() -> None:
    with pytest.raises(KernelError, match=r"the blocks of k, \(9000, 1, 1\), are too large"):
        opencl_device().load(Kernel("k", "m", (9000, 1, 1), ()), None)


def test_code_that_does_not_build() -> None:
    with pytest.raises(KernelError, match="kernels do not build for"):
        opencl_device().build(b"\x03\x02\x23\x07" + bytes(16))


def test_memory_that_is_not_there() -> None:
    with pytest.raises(KernelError, match="has no room for"):
        opencl_device().allocate("f32", (1 << 45,), 64)


def test_processors_are_not_chosen() -> None:
    with pytest.raises(KernelError, match="PYOPENCL_CTX"):
        compile(scale_in_two().text, target="opencl", target_cpu="x86-64-v3")


ASK = "from pad_mlir.runtime.gpu.opencl import opencl_device\nopencl_device()"


def _last_line(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 1
    return done.stderr.strip().splitlines()[-1]


def test_no_device() -> None:
    line = _last_line(ASK, OCL_ICD_VENDORS="/nowhere")
    assert "no OpenCL device" in line
    assert "pip install 'pad-mlir[opencl]'" in line


def test_no_pyopencl() -> None:
    line = _last_line(f"import sys\nsys.modules['pyopencl'] = None\n{ASK}")
    assert "pip install 'pad-mlir[opencl]'" in line
