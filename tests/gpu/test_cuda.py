"""Kernels on CUDA devices: what reaches the driver, which is a recording one."""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.gpu.cuda_arrays import cuda_array, stream_handle

from .modules import CASES, dynamic, scale_in_two, time_loop
from .recording_driver import RecordingDriver
from .test_opencl import ASSUMED, doubled

TWO = scale_in_two().text


@pytest.fixture(name="driver")
def _driver(monkeypatch: pytest.MonkeyPatch) -> RecordingDriver:
    driver, load = RecordingDriver(), ctypes.CDLL

    def cdll(name: str, *arguments: Any, **options: Any) -> Any:
        return driver if name == "libcuda.so.1" else load(name, *arguments, **options)

    monkeypatch.setattr(ctypes, "CDLL", cdll)
    return driver


@dataclass
class Given:
    """An array by `__cuda_array_interface__`."""

    pointer: int
    shape: tuple[int, ...]
    typestr: str = "<f4"
    strides: tuple[int, ...] | None = None
    read_only: bool = False
    stream: int | None = None

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface = {
            "data": (self.pointer, self.read_only),
            "shape": self.shape,
            "typestr": self.typestr,
            "strides": self.strides,
            "version": 3,
        }
        return interface if self.stream is None else {**interface, "stream": self.stream}


def new(driver: RecordingDriver, *shape: int, device: int = 0) -> Given:
    return Given(driver.new_array(4 * max(int(np.prod(shape)), 1), device), shape)


def test_two_kernels(driver: RecordingDriver) -> None:
    """In order, with a temporary between them, which the next call takes again."""
    run = compile(TWO, target="cuda")
    a, b = new(driver, 300), new(driver, 300)
    for _ in range(2):
        assert run(a, b) is None
    first, second, third, fourth = driver.launches
    assert (first.kernel, second.kernel) == ("scale", "triple")
    assert first.grid == second.grid == (3, 1, 1)
    assert first.words[0] == a.pointer
    assert second.words[1] == b.pointer
    assert first.words[1] == second.words[0] == third.words[1] == fourth.words[0]
    assert driver.count("cuMemAlloc_v2") == driver.count("cuModuleLoadDataEx") == 1
    assert driver.count("cuCtxPushCurrent_v2") == driver.count("cuCtxPopCurrent_v2")


def test_other_streams_have_other_temporaries(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    a, b = new(driver, 300), new(driver, 300)
    run(a, b)
    run(a, b, stream=7)
    assert [launch.stream for launch in driver.launches] == [0, 0, 7, 7]
    assert driver.launches[0].words[1] != driver.launches[2].words[1]


def test_all_is_given_back(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    run(new(driver, 300), new(driver, 300))
    del run
    assert driver.count("cuMemFree_v2") == driver.count("cuModuleUnload") == 1


def test_dynamic_sizes(driver: RecordingDriver) -> None:
    """An array is followed by its dynamic sizes."""
    run = compile(dynamic().text, target="cuda")
    a, b = new(driver, 301), new(driver, 301)
    run(a, b)
    (launch,) = driver.launches
    temporary = launch.words[2]
    assert launch.words == [a.pointer, 301, temporary, 301, 301]
    assert launch.grid == (3, 1, 1)
    assert ("copy", temporary, b.pointer, 1204, 0) in driver.calls
    driver.calls.clear()
    run(Given(0, (0,)), Given(0, (0,)))
    assert not driver.launches


def test_time_loop(driver: RecordingDriver) -> None:
    run = compile(time_loop().text, target="cuda")
    a, b = new(driver, 100), new(driver, 100)
    run(a, b, stream=9)
    copies: list[Any] = [call for call in driver.calls if isinstance(call, tuple)]
    assert len(driver.launches) == 5
    assert len(copies) == 7
    temporary = driver.launches[0].words[0]
    assert copies[:2] == [("copy", a.pointer, end, 400, 9) for end in (temporary, b.pointer)]
    assert set(copies[2:]) == {("copy", b.pointer, temporary, 400, 9)}


def test_arrays_are_packed_by_kernels(driver: RecordingDriver) -> None:
    run = compile(doubled("0.0 : f32", "1.0 : f32"), target="cuda")
    a, b = new(driver, 5, 13), new(driver, 5, 13)
    run(a, b)
    names = [launch.kernel for launch in driver.launches]
    assert names[:4] == ["pack_A", "A_padding", "pack_B", "B_padding"]
    assert names[-1] == "unpack_B"
    computing = next(launch for launch in driver.launches if launch.kernel == "compute")
    assert driver.launches[0].words == [a.pointer, computing.words[0]]
    assert driver.launches[-1].words == [computing.words[1], b.pointer]
    assert run.physical_shape("A") == (2, 2, 4, 8)


WIDE = """
func.func @f(%A: memref<8x128xf32>, %B: memref<8x128xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 128 {
      %a = affine.load %A[%i, %j] : memref<8x128xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<8x128xf32>
    }
  } {pad.stage = "compute"}
  return
}
"""


def test_arrays_start_where_vectors_may(driver: RecordingDriver) -> None:
    run = compile(WIDE, target="cuda")
    a, b = new(driver, 8, 128), new(driver, 8, 128)
    run(a, b)
    a.pointer += 4
    with pytest.raises(
        KernelError, match=r"argument A of @f: wanted an array whose address is a multiple of 16"
    ):
        run(a, b)


def test_packed_arrays(driver: RecordingDriver) -> None:
    run = compile(doubled("0.0 : f32", '"forbidden"'), target="cuda", packed=True)
    a, b = new(driver, 2, 2, 4, 8), new(driver, 2, 2, 4, 8)
    run(a, b)
    assert [launch.kernel for launch in driver.launches] == ["compute"]
    assert driver.launches[0].words == [a.pointer, b.pointer]
    with pytest.raises(KernelError, match=r"the physical shape \(2, 2, 4, 8\), got \(2, 2, 4, 7\)"):
        run(new(driver, 2, 2, 4, 7), b)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_cases_reach_the_driver(case: Any, driver: RecordingDriver) -> None:
    run = compile(case.text, target="cuda")
    inputs = [np.zeros(shape, np.float32) for shape in case.inputs]
    with np.errstate(all="ignore"):
        out = case.wanted(inputs).shape
    run(*(new(driver, *array.shape) for array in inputs), new(driver, *out))
    assert driver.launches


BAD = {
    "dtype": ({"typestr": "<f8"}, r"wanted elements of type float32 \(f32\), got f64"),
    "unknown dtype": ({"typestr": "<c8"}, "got <c8"),
    "rank": ({"shape": (30, 10)}, "wanted 1 axis"),
    "shape": ({"shape": (299,)}, r"wanted shape \(300,\), got \(299,\)"),
    "strides": ({"strides": (8,)}, r"contiguous array, got strides \(2,\)"),
    "odd strides": ({"strides": (6,)}, "contiguous array"),
    "host": ({"pointer": 4096}, "one in memory of the host"),
}


@pytest.mark.parametrize(("change", "message"), BAD.values(), ids=BAD)
def test_refused_arrays(change: dict[str, Any], message: str, driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    a, b = new(driver, 300), new(driver, 300)
    for name, value in change.items():
        setattr(a, name, value)
    with pytest.raises(KernelError, match=f"argument A of @f: .*{message}"):
        run(a, b)
    assert not driver.launches


def test_refused_calls(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    a, b = new(driver, 300), new(driver, 300)
    for given, message in (
        ((a,), r"takes 2 arguments \(A, B\), got 1"),
        ((a, [1.0]), "wanted an array on a CUDA device, got list"),
        ((a, np.zeros(300, np.float32)), "got ndarray on another one: copy it"),
        ((a, a), "A and B overlap in memory, but the kernel writes B"),
        ((a, Given(b.pointer, (300,), read_only=True)), "the array is read-only"),
    ):
        with pytest.raises(KernelError, match=message):
            run(*given)
    run(Given(a.pointer, (300,), read_only=True), b)


def test_arrays_next_to_each_other(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    start = driver.new_array(2400)
    run(Given(start, (300,)), Given(start + 1200, (300,)))
    with pytest.raises(KernelError, match="overlap"):
        run(Given(start, (300,)), Given(start + 1196, (300,)))


def test_devices(driver: RecordingDriver) -> None:
    """The code is loaded on the device of the arrays."""
    driver.devices = 2
    run = compile(TWO, target="cuda")
    a, b = new(driver, 300, device=1), new(driver, 300, device=1)
    run(a, b)
    assert len(driver.launches) == 2
    with pytest.raises(KernelError, match="one CUDA device, got A on 0, B on 1"):
        run(new(driver, 300), b)


@pytest.mark.parametrize(("capability", "chip"), [(80, 80), (89, 80), (90, 90), (120, 100)])
def test_architectures(capability: int, chip: int, driver: RecordingDriver) -> None:
    driver.capability = capability
    compile(TWO, target="cuda")(new(driver, 300), new(driver, 300))
    assert driver.loaded == [f"sm_{chip}"]


def test_older_devices(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda", target_cpu="sm_90")
    driver.capability = 89
    with pytest.raises(KernelError, match=r"of compute capability 8\.9: compile for sm_80"):
        run(new(driver, 300), new(driver, 300))


def test_architectures_that_there_are_not(driver: RecordingDriver) -> None:
    with pytest.raises(KernelError, match="no CUDA architecture 'sm_42'; there are sm_80"):
        compile(TWO, target="cuda", target_cpu="sm_42")
    driver.capability = 75
    with pytest.raises(KernelError, match=r"compute capability 7.5 is older"):
        compile(TWO, target="cuda")


def test_the_log_of_the_compiler(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    driver.failing["jit"] = 218
    with pytest.raises(KernelError, match=r"NUMBER_218 \(218\); the log: ptxas: line 3: no such"):
        run(new(driver, 300), new(driver, 300))


def test_registers_limit_the_block(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    driver.failing["threads"] = 64
    with pytest.raises(KernelError, match="it takes 64 threads of this kernel"):
        run(new(driver, 300), new(driver, 300))


def test_no_memory(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    driver.failing["cuMemAlloc_v2"] = 2
    with pytest.raises(KernelError, match="no 1200 bytes of memory on CUDA device 0"):
        run(new(driver, 300), new(driver, 300))


def test_failed_launch(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    driver.failing["cuLaunchKernel"] = 716
    with pytest.raises(KernelError, match=r"\(716\); an access is not aligned"):
        run(new(driver, 300), new(driver, 300))


def test_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    def cdll(name: str) -> Any:
        raise OSError(f"{name}: not found")

    monkeypatch.setattr(ctypes, "CDLL", cdll)
    with pytest.raises(KernelError, match="no NVIDIA driver on this machine"):
        compile(TWO, target="cuda")


def test_assumes_are_checked(driver: RecordingDriver) -> None:
    """On the host, with what the device has: zeros, from this driver."""
    run = compile(ASSUMED, target="cuda", check_assumes=True)
    run(new(driver, 8), new(driver, 8))
    assert driver.count("cuMemcpyDtoH_v2") == 2
    assert driver.launches


def test_waits_for_who_made_an_array(driver: RecordingDriver) -> None:
    run = compile(TWO, target="cuda")
    a, b = new(driver, 300), new(driver, 300)
    a.stream = 5
    run(a, b, stream=6)
    assert [c for c in driver.calls if isinstance(c, tuple)] == [("record", 5), ("wait", 6)]


class _Stream:
    def __init__(self, name: str, value: Any):
        setattr(self, name, value)


def test_streams() -> None:
    assert stream_handle(None, [1]) == 0
    assert stream_handle(5, []) == 5
    assert stream_handle(_Stream("cuda_stream", 6), []) == 6
    assert stream_handle(_Stream("ptr", 7), []) == 7
    assert stream_handle(_Stream("__cuda_stream__", lambda: (0, 8)), []) == 8
    with pytest.raises(KernelError, match="wanted a CUDA stream or its handle, got str"):
        stream_handle("a", [])


@pytest.mark.parametrize("name", ["torch", "cupy"])
def test_streams_of_libraries(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current stream on the device of the first array, if that is one of theirs."""

    class Cuda:
        @staticmethod
        def current_stream(device: int) -> _Stream:
            return _Stream("cuda_stream", 10 + device)

        @staticmethod
        def get_current_stream() -> _Stream:
            return _Stream("ptr", 13)

    library = ModuleType(name)
    monkeypatch.setattr(library, "cuda", Cuda, raising=False)
    monkeypatch.setitem(sys.modules, name, library)
    array = type("Array", (), {"__module__": f"{name}.arrays", "is_cuda": True, "device": 3})()
    assert stream_handle(None, [1.5, array]) == 13
    assert stream_handle(5, [array]) == 5


class Tensor:
    """An array by DLPack alone, as torch's bf16 is."""

    def __init__(self, pointer: int, shape: tuple[int, ...], code: int, bits: int):
        rank = len(shape)
        self._shape = (ctypes.c_int64 * rank)(*shape)
        self._words = (ctypes.c_uint64 * 6)(
            pointer - 8,
            2,  # on device 0 of kind 2
            rank | (code | bits << 8 | 1 << 16) << 32,
            ctypes.addressof(self._shape),
            0,
            8,
        )
        self.stream = None

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __dlpack__(self, stream: int | None = None) -> Any:
        self.stream = stream
        make = ctypes.pythonapi.PyCapsule_New
        make.restype = ctypes.py_object
        make.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return make(ctypes.addressof(self._words), b"dltensor", None)


def test_dlpack(driver: RecordingDriver) -> None:
    tensor = Tensor(0x5000, (3, 4), 4, 16)
    found = cuda_array(tensor, 0)
    assert (found.pointer, found.element, found.shape) == (0x5000, "bf16", (3, 4))
    assert found.is_contiguous
    assert tensor.stream == 1
    assert cuda_array(Tensor(0x5000, (3,), 2, 32), 9).element == "f32"
    assert "code 5" in cuda_array(Tensor(0x5000, (3,), 5, 64), 9).element
    run = compile(TWO, target="cuda")
    given = Tensor(new(driver, 300).pointer, (300,), 2, 32)
    run(given, new(driver, 300), stream=4)
    assert given.stream == 4
