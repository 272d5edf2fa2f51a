"""Vector code, run: what it computes, what it relies on, and for which processor it is."""

from __future__ import annotations

import ctypes
import threading
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.host.pad_to_host import lower, prepare
from pad_mlir.passes.vectorize.vector_unit import VectorUnit
from pad_mlir.runtime import Kernel, KernelError, aligned_empty, compile
from pad_mlir.runtime.host import compiler
from pad_mlir.schedule import Schedule
from pad_mlir.upstream.code_generation import assembly
from pad_mlir.upstream.processors import host_processor, processor

F32 = np.dtype(np.float32)

FMA = """
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>, %C: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
  %b = vector.load %B[%c0] : memref<4xf32>, vector<4xf32>
  %c = vector.load %C[%c0] : memref<4xf32>, vector<4xf32>
  %d = vector.fma %a, %b, %c : vector<4xf32>
  vector.store %d, %C[%c0] : memref<4xf32>, vector<4xf32>
  return
}
"""


@pytest.mark.parametrize("cpu", [None, "x86-64-v2"])
def test_fma_rounds_once(cpu: str | None):
    if cpu and host_processor().architecture != "x86_64":
        pytest.skip("a processor of another architecture")
    a = np.full(4, 1 + 2**-12, np.float32)
    c = np.full(4, -(1 + 2**-11), np.float32)
    compile(FMA, target_cpu=cpu)(a, a, c)
    assert c.tolist() == [2**-24] * 4


def test_sums_of_negative_zeros():
    kernel = compile("""
    func.func @f(%A: memref<4xf32>) -> (f32, f32) {
      %c0 = arith.constant 0 : index
      %a = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
      %sum = vector.reduction <add>, %a : vector<4xf32> into f32
      %tree = vector.reduction <add>, %a fastmath<reassoc> : vector<4xf32> into f32
      return %sum, %tree : f32, f32
    }""")
    zeros = np.full(4, -0.0, np.float32)
    assert all(np.signbit(value) for value in kernel(zeros))


def test_affine_accesses_alone():
    kernel = compile("""
    func.func @f(%A: memref<2x8xf32>) {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 step 4 {
          %a = affine.vector_load %A[%i, %j] : memref<2x8xf32>, vector<4xf32>
          %b = arith.addf %a, %a : vector<4xf32>
          affine.vector_store %b, %A[%i, %j] : memref<2x8xf32>, vector<4xf32>
        }
      }
      return
    }""")
    array = np.arange(16, dtype=np.float32).reshape(2, 8)
    kernel(array)
    assert array.reshape(-1).tolist() == [2 * number for number in range(16)]


def test_strict_sums_keep_their_order():
    kernel = compile("""
    func.func @f(%A: memref<4xf32>, %s: f32) -> f32 {
      %c0 = arith.constant 0 : index
      %a = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
      %sum = vector.reduction <add>, %a, %s : vector<4xf32> into f32
      return %sum : f32
    }""")
    assert kernel(np.array([1e30, 1, -1e30, 1], np.float32), 1.0) == 1.0
    assert kernel(np.array([1, 1e30, -1e30, 0], np.float32), 1.0) == 0.0


def test_masks_of_sizes_beyond_32_bits():
    kernel = compile("""
    func.func @f(%A: memref<4xi32>, %n: index) {
      %c0 = arith.constant 0 : index
      %ones = arith.constant dense<1> : vector<4xi32>
      %mask = vector.create_mask %n : vector<4xi1>
      vector.maskedstore %A[%c0], %mask, %ones : memref<4xi32>, vector<4xi1>, vector<4xi32>
      return
    }""")
    for size, stored in ((-1, 0), (0, 0), (3, 3), (4, 4), (2**31, 4), (2**32, 4), (2**40 + 1, 4)):
        array = np.zeros(4, np.int32)
        kernel(array, size)
        assert array.sum() == stored, size


def test_functions_and_conversions():
    kernel = compile("""
    func.func @f(%A: memref<8xf32>, %B: memref<8xi8>, %C: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %a = vector.load %A[%c0] : memref<8xf32>, vector<8xf32>
      %b = vector.load %B[%c0] : memref<8xi8>, vector<8xi8>
      %e = math.exp %a : vector<8xf32>
      %wide = arith.extsi %b : vector<8xi8> to vector<8xi32>
      %f = arith.sitofp %wide : vector<8xi32> to vector<8xf32>
      %s = arith.addf %e, %f : vector<8xf32>
      vector.store %s, %C[%c0] : memref<8xf32>, vector<8xf32>
      return
    }""")
    a, b = np.linspace(-3, 3, 8, dtype=np.float32), np.arange(-4, 4, dtype=np.int8)
    c = np.empty(8, np.float32)
    kernel(a, b, c)
    np.testing.assert_allclose(c, np.exp(a) + b, rtol=1e-6)


@pytest.mark.parametrize("name", ["log1p", "expm1", "exp2", "cbrt", "atan", "asinh"])
def test_functions_of_libm(name: str):
    kernel = compile(f"""
    func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {{
      %c0 = arith.constant 0 : index
      %a = vector.load %A[%c0] : memref<8xf32>, vector<8xf32>
      %b = math.{name} %a : vector<8xf32>
      vector.store %b, %B[%c0] : memref<8xf32>, vector<8xf32>
      return
    }}""")
    a, b = np.linspace(0.1, 0.9, 8, dtype=np.float32), np.empty(8, np.float32)
    kernel(a, b)
    np.testing.assert_allclose(
        b, getattr(np, {"atan": "arctan", "asinh": "arcsinh"}.get(name, name))(a), rtol=1e-6
    )


def test_masked_booleans():
    kernel = compile("""
    func.func @f(%A: memref<4xi1>, %B: memref<4xi1>) {
      %c0 = arith.constant 0 : index
      %mask = arith.constant dense<[true, false, true, false]> : vector<4xi1>
      %other = arith.constant dense<[false, true, false, true]> : vector<4xi1>
      %ones = arith.constant dense<true> : vector<4xi1>
      %a = vector.maskedload %A[%c0], %mask, %other
        : memref<4xi1>, vector<4xi1>, vector<4xi1> into vector<4xi1>
      vector.store %a, %B[%c0] : memref<4xi1>, vector<4xi1>
      vector.maskedstore %A[%c0], %other, %ones : memref<4xi1>, vector<4xi1>, vector<4xi1>
      return
    }""")
    a, b = np.array([True, False, False, False]), np.zeros(4, np.bool_)
    kernel(a, b)
    assert b.tolist() == [True, True, False, True]
    assert a.tolist() == [True, True, False, True]


def misaligned(size: int) -> np.ndarray[Any, Any]:
    """Floats whose address is a multiple of 4, but not of 8."""
    return aligned_empty((size + 1,), F32)[1:]


def aligned_kernel(packed: bool) -> Kernel:
    return compile(
        """
        func.func @f(%A: memref<16xf32> {llvm.align = 64 : i64},
                     %B: memref<16xf32> {llvm.align = 64 : i64}) {
          %c0 = arith.constant 0 : index
          %a = vector.load %A[%c0] {alignment = 64 : i64} : memref<16xf32>, vector<16xf32>
          vector.store %a, %B[%c0] {alignment = 64 : i64} : memref<16xf32>, vector<16xf32>
          return
        }""",
        packed=packed,
    )


def test_logical_arrays_that_are_not_aligned_are_copied():
    kernel = aligned_kernel(packed=False)
    a, b = misaligned(16), misaligned(16)
    a[:], b[:] = np.arange(16), 0
    kernel(a, b)
    assert b.tolist() == a.tolist() == list(range(16))


def test_physical_arrays_have_to_be_aligned():
    kernel = aligned_kernel(packed=True)
    a, b = aligned_empty((16,), F32), misaligned(16)
    a[:] = np.arange(16)
    wanted = "argument B of @f: wanted an array whose address is a multiple of 64, got one at 0x"
    with pytest.raises(KernelError, match=wanted):
        kernel(a, b)
    b = aligned_empty((16,), F32)
    kernel(a, b)
    assert b.tolist() == list(range(16))


def test_packed_arrays_are_aligned():
    kernel = compile("""
    func.func @f(%A: memref<3x16xf32> {llvm.align = 64 : i64, pad.logical = memref<41xf32,
        #pad.layout<[affine_map<(d0) -> (d0 floordiv 16, d0 mod 16)>], [0.0 : f32], {}>>}) -> f32 {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %a = vector.load %A[%c2, %c0] {alignment = 64 : i64} : memref<3x16xf32>, vector<16xf32>
      %s = vector.reduction <add>, %a : vector<16xf32> into f32
      return %s : f32
    }""")
    a = misaligned(41)
    a[:] = 1
    assert kernel(a) == 9.0


def test_what_is_read_through_a_view_is_not_written():
    kernel = compile("""
    func.func @f(%A: memref<2x4xf32>, %B: memref<2x4xf32>) -> f32 {
      %c0 = arith.constant 0 : index
      %a = memref.collapse_shape %A [[0, 1]] : memref<2x4xf32> into memref<8xf32>
      %b = memref.collapse_shape %B [[0, 1]] : memref<2x4xf32> into memref<8xf32>
      %v = vector.load %a[%c0] : memref<8xf32>, vector<8xf32>
      vector.store %v, %b[%c0] : memref<8xf32>, vector<8xf32>
      %s = vector.reduction <add>, %v : vector<8xf32> into f32
      return %s : f32
    }""")
    a, b = np.ones((2, 4), np.float32), np.zeros((2, 4), np.float32)
    a.flags.writeable = False
    assert kernel(a, b) == 8.0
    assert b.sum() == 8.0
    with pytest.raises(KernelError, match="argument B of @f: the array is read-only"):
        kernel(b, a)


ROWS = 4096


def test_what_is_stored_past_the_caches():
    """The stores of 16 MiB and some are non-temporal; another thread sees what they stored."""
    shape = (ROWS + 1, 1024)
    type = f"memref<{ROWS + 1}x1024xf32>"
    kernel = compile(
        f"""
        func.func @f(%A: memref<1024xf32>, %B: {type} {{llvm.align = 64 : i64}}) {{
          affine.for %i = 0 to {ROWS + 1} {{
            affine.for %j = 0 to 1024 step 16 {{
              %a = vector.load %A[%j] : memref<1024xf32>, vector<16xf32>
              vector.store %a, %B[%i, %j] {{alignment = 64 : i64}} : {type}, vector<16xf32>
            }}
          }}
          return
        }}""",
        packed=True,
    )
    a, b = np.arange(1024, dtype=np.float32), aligned_empty(shape, F32)
    b[...] = -1
    wrong: list[bool] = []
    stored = threading.Event()

    def look() -> None:
        stored.wait()
        wrong.append(not (b == a).all())

    thread = threading.Thread(target=look)
    thread.start()
    kernel(a, b)
    stored.set()
    thread.join()
    assert wrong == [False]


def add_first_of(a: str, function: str = "") -> str:
    """A[0, 0] is added to all of B, both seen through views; `a` is the type of A's second axis."""
    return f"""
    func.func @f(%A: memref<1x{a}xf32>, %B: memref<8x16xf32>) {function} {{
      %c0 = arith.constant 0 : index
      %a = memref.collapse_shape %A [[0, 1]] : memref<1x{a}xf32> into memref<{a}xf32>
      %b = memref.collapse_shape %B [[0, 1]] : memref<8x16xf32> into memref<128xf32>
      affine.for %i = 0 to 128 step 4 {{
        %s = memref.load %a[%c0] : memref<{a}xf32>
        %x = vector.broadcast %s : f32 to vector<4xf32>
        %y = vector.load %b[%i] : memref<128xf32>, vector<4xf32>
        %z = arith.addf %x, %y : vector<4xf32>
        vector.store %z, %b[%i] : memref<128xf32>, vector<4xf32>
      }}
      return
    }}"""


def loads_of_scalars(text: str) -> int:
    module = parse_module(text)
    prepare(new_context(), module)
    code = assembly(lower(module, "llvm").to_llvm_ir(), processor("x86-64-v3"))
    return code.count("vbroadcastss")


@pytest.mark.parametrize("size", ["4", "?"])
def test_distinct_arguments_stay_so_through_views(size: str):
    """A's cell is loaded once, before the loop, by bare pointers and by descriptors."""
    assert loads_of_scalars(add_first_of(size)) == 1
    assert loads_of_scalars(add_first_of(size, "attributes {pad.may_alias}")) > 1


def test_address():
    kernel = compile(FMA)
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(kernel.address)
    a, b, c = (np.full(4, value, np.float32) for value in (2, 3, 4))
    function(a.ctypes.data, b.ctypes.data, c.ctypes.data)
    assert c.tolist() == [10] * 4


def test_address_of_what_takes_descriptors():
    kernel = compile("func.func @f(%A: memref<?xf32>) {\n  return\n}")
    with pytest.raises(KernelError, match=r"@f takes descriptors.*dynamic shape"):
        _ = kernel.address


@pytest.mark.skipif(host_processor().architecture != "x86_64", reason="names of x86")
def test_processors():
    module = FMA.replace("f32", "f64")
    schedule = Schedule(module)
    for kernel in (compile(module, target_cpu="x86-64-v2"), schedule.compile(target_cpu="x86-64")):
        a, b = np.full(4, 2.0), np.full(4, 3.0)
        kernel(a, a, b)
        assert b.tolist() == [7] * 4
    with pytest.raises(KernelError, match="neoverse-n1 is of aarch64, this machine of x86_64"):
        compile(module, target_cpu="neoverse-n1")
    with pytest.raises(KernelError, match="no processor 'znver0'"):
        compile(module, target_cpu="znver0")


def test_a_processor_with_more_than_this_machine_has(monkeypatch: pytest.MonkeyPatch):
    wide = VectorUnit(64, 32, True, 2, 2, 4, has_fma=True)
    narrow = VectorUnit(16, 16, False, 2, 2, 4, has_fma=False)

    def unit(cpu: str | None = None) -> VectorUnit:
        return narrow if cpu is None else wide

    monkeypatch.setattr(compiler, "vector_unit", unit)
    name = host_processor().name
    with pytest.raises(KernelError, match=f"lacks vector instructions that {name} has"):
        compile(FMA, target_cpu=name)


@pytest.mark.parametrize("bits", [1, 12, 16, 24])
def test_elements_of_any_width_are_read_where_they_are(bits: int) -> None:
    s = Schedule(
        f"""
        func.func @f(%A: memref<32xi32>, %B: memref<32xi32>) {{
          %T = memref.alloc() : memref<32xi{bits}>
          affine.for %i = 0 to 32 {{
            %a = affine.load %A[%i] : memref<32xi32>
            %t = arith.trunci %a : i32 to i{bits}
            affine.store %t, %T[%i] : memref<32xi{bits}>
          }} {{pad.stage = "write"}}
          affine.for %i = 0 to 32 {{
            %t = affine.load %T[%i] : memref<32xi{bits}>
            %b = arith.extui %t : i{bits} to i32
            affine.store %b, %B[%i] : memref<32xi32>
          }} {{pad.stage = "read"}}
          memref.dealloc %T : memref<32xi{bits}>
          func.return
        }}"""
    )
    s.vectorize("read")  # of i12 and i24 the elements lie apart in memory, but not in a vector
    numbers, found = np.arange(32, dtype=np.int32) * 7919, np.zeros(32, np.int32)
    s.compile()(numbers, found)
    np.testing.assert_array_equal(found, numbers % (1 << bits))
