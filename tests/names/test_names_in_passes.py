"""Names that pad-to-host and pad-to-gpu leave, change or refuse."""

from __future__ import annotations

import re

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.gpu.lowering.pad_to_gpu import Stop as GpuStop
from pad_mlir.passes.gpu.mapping.pad_map_to_gpu import PadMapToGpu
from pad_mlir.passes.gpu.modules.gpu_targets import Target
from pad_mlir.passes.host.pad_to_host import PadToHost, Stop
from pad_mlir.passes.pad_to_gpu import PadToGpu
from pad_mlir.runtime import KernelError
from pad_mlir.runtime.ahead_of_time import emit

TANH = """
func.func {}@tanhf(%x: f32) -> f32 {{
  func.return %x : f32
}}
func.func @f(%x: f32) -> f32 {{
  %t = math.tanh %x : f32
  %u = func.call @tanhf(%t) : (f32) -> f32
  func.return %u : f32
}}"""


def _lowered(text: str, stop: Stop = "llvm") -> str:
    module = parse_module(text)
    PadToHost(stop=stop).apply(new_context(), module)
    return print_module(module)


def _names(text: str) -> list[str]:
    return re.findall(r'sym_name = "([^"]*)"', text)


def test_private_functions_get_other_names() -> None:
    text = _lowered(TANH.format("private "))
    assert sorted(_names(text)) == ["f", "pad_mlir.tanhf"]
    assert "callee = @pad_mlir.tanhf" in text
    assert "@pad_mlir.tanhf" not in _lowered(TANH.format("private "), "scf")


def test_public_functions_keep_theirs_or_are_refused() -> None:
    with pytest.raises(PadError, match="@tanhf is reserved by LLVM, compilers or the C library"):
        _lowered(TANH.format(""))
    assert "@tanhf" in _lowered(TANH.format(""), "cf")


def test_two_names_that_become_one() -> None:
    text = _lowered(
        """
      func.func private @"a b"(%x: f32) -> f32 { func.return %x : f32 }
      func.func private @"a_b"(%x: f32) -> f32 { func.return %x : f32 }
      func.func @"pad_mlirxa_b"(%x: f32) -> f32 {
        %y = func.call @"a b"(%x) : (f32) -> f32
        %z = func.call @a_b(%y) : (f32) -> f32
        func.return %z : f32
      }""".replace("pad_mlirx", "x")
    )
    assert sorted(_names(text)) == ["pad_mlir.a_b", "pad_mlir.a_b.2", "xa_b"]


def test_names_in_a_lowered_module() -> None:
    lowered = _lowered(TANH.format("private "))
    opaque = Context(allow_unregistered=True)
    opaque.load_dialect(Builtin)
    emit(parse_module(lowered, context=opaque), "obj")
    for name in ("memset", "llvm.foo"):
        module = parse_module(lowered.replace("pad_mlir.tanhf", name), context=opaque)
        with pytest.raises(KernelError, match=f"@{name} is reserved by LLVM"):
            emit(module, "obj")


KERNEL = """
builtin.module attributes {{gpu.container_module}} {{
  gpu.module @kernels {{
    memref.global "private" @"{data}" : memref<4xf32, 3> = uninitialized
    gpu.func @"{name}"(%A: memref<128xf32>) kernel
        attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
      %t = gpu.thread_id x
      %s = memref.alloc() : memref<32xf32, 3>
      %a = affine.load %A[%t] : memref<128xf32>
      %b = math.tanh %a : f32
      affine.store %b, %s[%t] : memref<32xf32, 3>
      gpu.barrier
      %c = affine.load %s[%t] : memref<32xf32, 3>
      affine.store %c, %A[%t] : memref<128xf32>
      gpu.return
    }}
  }}
}}"""


_TIMES = r"\w+InMs = \d+"


def _on_device(name: str, data: str, target: Target, stop: GpuStop) -> ModuleOp:
    module = parse_module(KERNEL.format(name=name, data=data))
    PadToGpu(target=target, stop=stop).apply(new_context(), module)
    return module


@pytest.mark.parametrize(
    ("name", "target", "said"),
    [
        ("__nv_tanhf", "nvvm", "is reserved by libraries and compilers of devices"),
        ("malloc", "nvvm", "is reserved by libraries and compilers of devices"),
        ("tanhf", "opencl", "is reserved by libraries and compilers of devices"),
        ("llvm.exp.f32", "nvvm", '"llvm.exp.f32" cannot be the name of a device function'),
        ("a-b", "nvvm", '"a-b" cannot be the name of a device function'),
        ("a\\00b", "opencl", '00b" cannot be the name of a device function'),
        ("", "nvvm", '"" cannot be the name of a device function'),
    ],
)
def test_kernels(name: str, target: Target, said: str) -> None:
    with pytest.raises(PadError, match=said):
        _on_device(name, "g", target, "gpu")


@pytest.mark.parametrize("data", ["__nv_tanhf", "copy_shared_0", "a\\00b", "llvm.x", "tanhf"])
def test_globals_of_kernels(data: str) -> None:
    wanted = print_module(_on_device("copy", "g", "nvvm", "ptx"))
    text = print_module(_on_device("copy", data, "nvvm", "ptx"))
    text = text.replace("copy_shared_0_2", "copy_shared_0")
    assert re.sub(_TIMES, "", text) == re.sub(_TIMES, "", wanted)


def test_generated_kernels_have_names_of_devices() -> None:
    module = parse_module("""
      func.func @exp(%A: memref<512xf32>) {
        affine.for %i = 0 to 512 {
          %a = affine.load %A[%i] : memref<512xf32>
          %b = math.exp %a : f32
          affine.store %b, %A[%i] : memref<512xf32>
        } {pad.stage = "expf"}
        affine.for %i = 0 to 512 {
          %a = affine.load %A[%i] : memref<512xf32>
          %b = math.exp %a : f32
          affine.store %b, %A[%i] : memref<512xf32>
        } {pad.stage = "2 a-b"}
        func.return
      }""")
    with collect_remarks():
        PadMapToGpu().apply(new_context(), module)
        assert re.findall(r"gpu\.func @(\S+?)\(", print_module(module)) == [
            "kernel_expf",
            "kernel_2_a_b",
        ]
        PadToGpu().apply(new_context(), module)
