"""The kernels written by hand on the OpenCL device, against numpy."""

import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels
from pad_mlir.runtime.gpu.opencl import OpenCLProgram, opencl_device
from pad_mlir.runtime.gpu.plan import Kernel

from . import kernels
from .kernels import kernel_module

pytestmark = pytest.mark.gpu
pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

Array = np.ndarray[Any, Any]
F32 = np.float32
TINY, LEAST = np.finfo(F32).tiny, np.finfo(F32).smallest_subnormal


def run(text: str, grid: tuple[int, int, int], *arguments: Array | np.generic) -> list[Array]:
    """Run a kernel; return the arrays after it."""
    device = opencl_device()
    ((name, code),) = lower_kernels(parse_module(text), "opencl").items()
    found = re.search(r"known_block_size = array<i32: (\d+), (\d+), (\d+)>", text)
    assert found is not None
    kernel = Kernel(name, "kernels", (int(found[1]), int(found[2]), int(found[3])), ())
    given = [
        device.upload(a, f"i{8 * a.itemsize}", 16) if isinstance(a, np.ndarray) else a.tobytes()
        for a in arguments
    ]
    OpenCLProgram(device, {kernel: code}).launch(kernel, grid, given)
    results: list[Array] = []
    for array, memory in zip(arguments, given, strict=True):
        if isinstance(array, np.ndarray) and not isinstance(memory, bytes):
            results.append(np.empty_like(array))
            device.download(memory, results[-1])
    return results


def normal(*shape: int) -> Array:
    return np.random.default_rng(0).standard_normal(shape).astype(F32)


def poison(*shape: int) -> Array:
    return np.full(shape, np.nan, F32)


def test_elementwise() -> None:
    a = normal(1000, 1021)
    _, b = run(kernels.ELEMENTWISE, (32, 125, 1), a, poison(1000, 1021))
    np.testing.assert_array_equal(b, 2 * a)


@pytest.mark.parametrize("shape", [(1, 1), (9, 33), (1000, 1021)])
def test_dynamic(shape: tuple[int, int]) -> None:
    a, sizes = normal(*shape), [np.int64(n) for n in shape]
    grid = (-(-shape[1] // 32), -(-shape[0] // 8), 1)
    _, b = run(kernels.DYNAMIC, grid, a, *sizes, poison(*shape), *sizes)
    np.testing.assert_array_equal(b, 2 * a)


@pytest.mark.parametrize(
    ("text", "blocks"), [(kernels.ROW_SUM, 1000), (kernels.ROW_SUM_BY_SHUFFLES, 125)]
)
def test_row_sums(text: str, blocks: int) -> None:
    a = normal(1000, 67)
    _, r = run(text, (blocks, 1, 1), a, poison(1000))
    np.testing.assert_allclose(r, a.sum(1, dtype=np.float64), rtol=1e-4, atol=1e-4)


def test_sums_of_lanes_are_in_order() -> None:
    a, wanted = normal(1000, 68), np.zeros(1000, F32)
    for column in a.T:
        wanted = wanted + column
    _, r = run(kernels.ROW_SUM_IN_VECTORS, (8, 1, 1), a, poison(1000))
    np.testing.assert_array_equal(r, wanted)


def test_vectors() -> None:
    a = normal(64, 1024)
    _, b = run(kernels.DOUBLE_IN_VECTORS, (64, 1, 1), a, poison(64, 1024))
    np.testing.assert_array_equal(b, 2 * a)


def test_vectors_that_are_not_aligned() -> None:
    text = kernels.DOUBLE_IN_VECTORS.replace("{alignment = 16 : i64}", "")
    a = normal(64, 1021)
    text = text.replace("64x1024", "64x1021").replace("256, 1, 1", "255, 1, 1")
    _, b = run(text, (64, 1, 1), a, np.zeros((64, 1021), F32))
    np.testing.assert_array_equal(b[:, :1020], 2 * a[:, :1020])


def test_matmul() -> None:
    a, b = normal(128, 64), normal(64, 144)
    *_, c = run(kernels.MATMUL, (9, 8, 1), a, b, poison(128, 144))
    np.testing.assert_allclose(c, a @ b, rtol=1e-4, atol=1e-4)


def test_softmax() -> None:
    a = normal(77, 259)
    _, b = run(kernels.SOFTMAX, (77, 1, 1), a, poison(77, 259))
    e = np.exp(a - a.max(1, keepdims=True))
    np.testing.assert_allclose(b, e / e.sum(1, keepdims=True), rtol=1e-5)


def test_views() -> None:
    a, c, d = normal(4, 6, 8), normal(192), normal(1)
    _, b, *_ = run(kernels.VIEWS, (1, 1, 1), a, poison(24, 8), np.int64(24), c, d)
    np.testing.assert_array_equal(b.ravel(), (a.ravel() + c[43]) + d)


def test_masks() -> None:
    a, given = normal(8, 16), np.array([1, 2, 3, 4], F32)
    stored, loaded = run(kernels.MASKS, (8, 1, 1), a, poison(8, 16))
    inside = np.arange(16) < 13
    np.testing.assert_array_equal(loaded, 2 * np.where(inside, a, np.tile(given, 4)))
    np.testing.assert_array_equal(stored, np.where(inside, np.tile(given, 4), a))


def test_conditions() -> None:
    a = np.random.default_rng(0).integers(0, 2, 64).astype(np.int8)
    zeros = np.zeros(64, np.int64)
    _, b, i = run(
        kernels.CONDITIONS, (1, 1, 1), a, np.zeros(64, np.int8), np.int8(1), np.int64(99), zeros
    )
    np.testing.assert_array_equal(b, 1 - a)
    np.testing.assert_array_equal(i, np.where(b == 1, 99, np.arange(64)))


def test_loops_that_do_not_run() -> None:
    text = kernel_module(
        "%A: memref<128xf32>, %B: memref<128xf32>",
        """
      %t = gpu.thread_id x
      %seven = arith.constant 7.0 : f32
      %c3 = arith.constant 3 : index
      %c1 = arith.constant 1 : index
      %s = scf.for %j = %t to %c3 step %c1 iter_args(%acc = %seven) -> (f32) {
        %v = memref.load %A[%j] : memref<128xf32>
        %n = arith.addf %v, %v : f32
        scf.yield %n : f32
      }
      memref.store %s, %B[%t] : memref<128xf32>""",
    )
    a = normal(128)
    _, b = run(text, (1, 1, 1), a, poison(128))
    np.testing.assert_array_equal(b, np.where(np.arange(128) < 3, 2 * a[2], F32(7)))


def test_a_barrier_is_for_global_memory_too() -> None:
    text = kernel_module(
        "%A: memref<64x128xf32>, %B: memref<64x128xf32>",
        """
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %a = affine.load %A[%b, %t] : memref<64x128xf32>
      affine.store %a, %B[%b, %t] : memref<64x128xf32>
      gpu.barrier
      %c = affine.load %B[%b, 127 - %t] : memref<64x128xf32>
      gpu.barrier
      affine.store %c, %B[%b, %t] : memref<64x128xf32>""",
    )
    a = normal(64, 128)
    _, b = run(text, (64, 1, 1), a, poison(64, 128))
    np.testing.assert_array_equal(b, a[:, ::-1])


@pytest.mark.parametrize("mode", ["xor", "down", "up", "idx"])
def test_shuffles(mode: str) -> None:
    text = kernel_module(
        "%A: memref<32xf32>, %B: memref<32xf32>, %V: memref<32xi1>",
        f"""
      %t = gpu.thread_id x
      %o = arith.constant 5 : i32
      %w = arith.constant 32 : i32
      %a = memref.load %A[%t] : memref<32xf32>
      %b, %v = gpu.shuffle {mode} %a, %o, %w : f32
      memref.store %b, %B[%t] : memref<32xf32>
      memref.store %v, %V[%t] : memref<32xi1>""",
        (32, 1, 1),
    )
    a, n = normal(32), np.arange(32)
    _, b, valid = run(text, (1, 1, 1), a, poison(32), np.zeros(32, np.int8))
    source = {"xor": n ^ 5, "down": n + 5, "up": n - 5, "idx": n * 0 + 5}[mode]
    there = (source >= 0) & (source < 32)
    np.testing.assert_array_equal(valid == 1, there)
    np.testing.assert_array_equal(b, a[np.where(there, source, n)])


SPECIAL = np.array(
    [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 0.5, -2.5, 3.7, TINY, -LEAST, 1e-8, -1e-5, 30, -30],
    F32,
)


def apply(operation: str, type: str, *columns: Array) -> Array:
    """An operation on `%x` and `%y`, which gives `%r`, elementwise."""
    size = len(columns[0])
    text = kernel_module(
        f"%X: memref<{size}x{type}>, %Y: memref<{size}x{type}>, %R: memref<{size}x{type}>",
        f"""
      %t = gpu.thread_id x
      %x = memref.load %X[%t] : memref<{size}x{type}>
      %y = memref.load %Y[%t] : memref<{size}x{type}>
      {operation}
      memref.store %r, %R[%t] : memref<{size}x{type}>""",
        (size, 1, 1),
    )
    *_, r = run(text, (1, 1, 1), columns[0], columns[-1], np.zeros_like(columns[0]))
    return r


@pytest.mark.parametrize("kind", ["maximumf", "minimumf"])
def test_extrema(kind: str) -> None:
    x, y = (a.ravel() for a in np.meshgrid(SPECIAL, SPECIAL))
    r = apply(f"%r = arith.{kind} %x, %y : f32", "f32", x, y)
    wanted = (np.maximum if kind == "maximumf" else np.minimum)(x, y)
    np.testing.assert_array_equal(r, wanted)
    zeros = (x == 0) & (y == 0)
    combined = np.logical_and if kind == "maximumf" else np.logical_or
    signs = combined(np.signbit(x), np.signbit(y))
    np.testing.assert_array_equal(np.signbit(r)[zeros], signs[zeros])


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("expm1", np.expm1), ("log1p", np.log1p), ("exp2", np.exp2), ("trunc", np.trunc)],
)
def test_functions(name: str, wanted: np.ufunc) -> None:
    exponents = np.arange(-40, 6, dtype=F32)
    x = np.concatenate([SPECIAL, F32(1.37) * np.exp2(exponents), -F32(0.9) * np.exp2(exponents)])
    r = apply(f"%r = math.{name} %x : f32", "f32", x)
    with np.errstate(all="ignore"):
        expected = wanted(x.astype(np.float64)).astype(F32)
    normal = ~(np.abs(expected) < TINY)
    np.testing.assert_allclose(r[normal], expected[normal], rtol=2e-6)


def test_products_and_sums_stay_apart() -> None:
    x, y = normal(256), normal(256)[::-1].copy()
    exact = apply("%p = arith.mulf %x, %y : f32\n %r = arith.addf %p, %x : f32", "f32", x, y)
    np.testing.assert_array_equal(exact, (x * y) + x)
    fused = apply("%r = math.fma %x, %y, %x : f32", "f32", x, y)
    wide = x.astype(np.float64)
    np.testing.assert_array_equal(fused, (wide * y + wide).astype(F32))
    assert not np.array_equal(exact, fused)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_integers(bits: int) -> None:
    dtype = np.dtype(f"int{bits}")
    numbers = np.array([1, 2, 3, 7, -1, -3, -7, 100], dtype)
    x, y = (a.ravel() for a in np.meshgrid(numbers, numbers))
    for kind, wanted in (
        ("floordivsi", np.floor_divide(x, y)),
        ("divsi", np.trunc(x / y).astype(dtype)),
        ("remsi", np.fmod(x, y)),
        ("maxsi", np.maximum(x, y)),
        ("muli", x * y),
    ):
        r = apply(f"%r = arith.{kind} %x, %y : i{bits}", f"i{bits}", x, y)
        np.testing.assert_array_equal(r, wanted, err_msg=kind)


@pytest.mark.parametrize(("type", "dtype"), [("f16", np.float16), ("f64", np.float64)])
def test_floats(type: str, dtype: type[np.floating[Any]]) -> None:
    x, y = normal(64).astype(dtype), normal(64)[::-1].astype(dtype)
    np.testing.assert_array_equal(apply(f"%r = arith.addf %x, %y : {type}", type, x, y), x + y)


def test_high_rank() -> None:
    shape = (2,) * 16
    zeros = ", ".join(["%c0"] * 14)
    type = f"memref<{'x'.join(map(str, shape))}xf32>"
    text = kernel_module(
        f"%A: {type}, %B: {type}",
        f"""
      %c0 = arith.constant 0 : index
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %a = memref.load %A[%y, {zeros}, %x] : {type}
      memref.store %a, %B[%x, {zeros}, %y] : {type}""",
        (2, 2, 1),
    )
    a = normal(*shape)
    _, b = run(text, (1, 1, 1), a, np.zeros(shape, F32))
    corner = (slice(None), *[0] * 14, slice(None))
    np.testing.assert_array_equal(b[corner], a[corner].T)


@pytest.mark.parametrize("type", ["i8", "i64", "f16", "f64"])
def test_shuffles_of_types(type: str) -> None:
    text = kernel_module(
        f"%A: memref<32x{type}>",
        f"""
      %t = gpu.thread_id x
      %o = arith.constant 1 : i32
      %w = arith.constant 32 : i32
      %a = memref.load %A[%t] : memref<32x{type}>
      %b, %v = gpu.shuffle xor %a, %o, %w : {type}
      memref.store %b, %A[%t] : memref<32x{type}>""",
        (32, 1, 1),
    )
    kind = "int" if type[0] == "i" else "float"
    a = np.arange(32, dtype=f"{kind}{type[1:]}")
    (b,) = run(text, (1, 1, 1), a)
    np.testing.assert_array_equal(b, a[np.arange(32) ^ 1])


def rounded(a: Array) -> Array:
    """To bf16 and back."""
    return a.astype(ml_dtypes.bfloat16).astype(F32)


def test_bfloats() -> None:
    text = kernel_module(
        "%A: memref<64xbf16>, %B: memref<64xbf16>, %C: memref<64xbf16>, %half: bf16",
        """
      %s = memref.alloc() : memref<64xbf16, 3 : i64>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %w = arith.constant 32 : i32
      %one = arith.constant 1 : i32
      %zero = arith.constant 0.0 : bf16
      %ones = arith.constant dense<[1.0, -2.0]> : vector<2xbf16>
      %t = gpu.thread_id x
      %a = memref.load %A[%t] : memref<64xbf16>
      %b = memref.load %B[%t] : memref<64xbf16>
      %product = arith.mulf %a, %b : bf16
      memref.store %product, %s[%t] : memref<64xbf16, 3 : i64>
      %p = memref.load %s[%t] : memref<64xbf16, 3 : i64>
      %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %zero) -> (bf16) {
        %n = arith.addf %acc, %p : bf16
        scf.yield %n : bf16
      }
      %less = arith.cmpf olt, %sum, %half : bf16
      %chosen = arith.select %less, %sum, %half : bf16
      %other, %valid = gpu.shuffle xor %chosen, %one, %w : bf16
      %wide = arith.extf %other : bf16 to f64
      %narrow = arith.truncf %wide : f64 to bf16
      %minus = vector.extract %ones[1] : bf16 from vector<2xbf16>
      %scaled = arith.mulf %narrow, %minus : bf16
      memref.store %scaled, %C[%t] : memref<64xbf16>""",
        (64, 1, 1),
    )
    bf16 = np.dtype(ml_dtypes.bfloat16)
    a, b = rounded(normal(64)), rounded(normal(64)[::-1])
    total = np.zeros(64, F32)
    for _ in range(4):
        total = rounded(total + rounded(a * b))
    wanted = -2 * np.minimum(total, F32(0.5))[np.arange(64) ^ 1]
    half = np.int16(0x3F00)  # the bits of 0.5
    *_, c = run(text, (1, 1, 1), a.astype(bf16), b.astype(bf16), np.zeros(64, bf16), half)
    np.testing.assert_array_equal(c.astype(F32), wanted)


def test_vectors_of_halves() -> None:
    text = kernel_module(
        "%A: memref<64xf16>, %B: memref<64xf16>",
        """
      %t = gpu.thread_id x
      %k = affine.apply affine_map<(d0) -> (d0 * 8)>(%t)
      %v = vector.load %A[%k] {alignment = 16 : i64} : memref<64xf16>, vector<8xf16>
      %w = arith.addf %v, %v : vector<8xf16>
      vector.store %w, %B[%k] {alignment = 16 : i64} : memref<64xf16>, vector<8xf16>""",
        (8, 1, 1),
    )
    a = normal(64).astype(np.float16)
    _, b = run(text, (1, 1, 1), a, np.zeros_like(a))
    np.testing.assert_array_equal(b, a + a)
