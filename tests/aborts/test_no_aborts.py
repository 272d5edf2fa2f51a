"""
No program ends the process inside LLVM or MLIR, or in an internal error; what is refused has a
place.

`PAD_ABORTS_EXAMPLES` says how many programs are drawn, by `PAD_ABORTS_SEED`, of all there are: each
type of the parser in each place, operation, constant and name, at each level.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from .children import HOST_LEVELS, KERNEL_LEVELS, Case, failures
from .programs import host_programs, kernel_programs

EXAMPLES = int(os.environ.get("PAD_ABORTS_EXAMPLES", "120"))
SEED = int(os.environ.get("PAD_ABORTS_SEED", "0"))

HAVE_ENDED_IT = (
    "func.func @f(%A: memref<4611686018427387904x4xf32>) { return }",
    "func.func @f(%A: memref<4611686018427387904x0x4xf32>) { return }",
    "func.func @f() {\n  %A = memref.alloc() : memref<4611686018427387904x4xf32>\n  return\n}",
    'func.func @"a\\00b"(%A: memref<4xf32>) { return }',
    "func.func @llvm.foo(%A: memref<4xf32>) { return }",
    """func.func @f(%n: index) {
      %A = memref.alloc(%n, %n) : memref<?x?xf32, affine_map<(d0, d1) -> (d1, d0)>>
      return
    }""",
    """func.func @f(%n: index, %A: memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>) -> f32 {
      %a = memref.load %A[%n] : memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>
      return %a : f32
    }""",
    'func.func @f() {\n  %A = memref.alloca() : memref<memref<4xf32, "local">>\n  return\n}',
    "func.func @f(%x: !llvm.void) { return }",
    "func.func @f(%x: !llvm.func<void ()>) { return }",
    "func.func @f() {\n  %A = memref.alloc() : memref<4xvector<[4]xf32>>\n  return\n}",
    "func.func @f() {\n  %A = memref.alloc() : memref<4xvector<f32>>\n  return\n}",
    "func.func @f() -> i0 {\n  %u = pad.undef : i0\n  return %u : i0\n}",
    "func.func @f() -> f80 {\n  %u = pad.undef : f80\n  return %u : f80\n}",
    """func.func @f(%v: vector<4xf8E4M3FN>) -> f8E4M3FN {
      %r = vector.reduction <add>, %v : vector<4xf8E4M3FN> into f8E4M3FN
      return %r : f8E4M3FN
    }""",
    """func.func @f(%v: vector<[4]xi8>) -> vector<[4]xi8> {
      %r = math.ctpop %v : vector<[4]xi8>
      return %r : vector<[4]xi8>
    }""",
    """func.func @f() -> i1 {
      %c = arith.constant true
      %r = math.ipowi %c, %c : i1
      return %r : i1
    }""",
    """func.func @f() -> f6E2M3FN {
      %a = arith.constant -1.0 : f6E2M3FN
      %r = math.ceil %a : f6E2M3FN
      return %r : f6E2M3FN
    }""",
    """func.func private @g(%a: memref<4x4xf32, strided<[1]>>) {
      return
    }
    func.func @f(%a: memref<4x4xf32, strided<[1]>>) {
      func.call @g(%a) : (memref<4x4xf32, strided<[1]>>) -> ()
      return
    }""",
    """func.func @f() -> vector<2xf8E3M4> {
      %a = arith.constant dense<0.5> : vector<2xf8E3M4>
      %r = math.roundeven %a : vector<2xf8E3M4>
      return %r : vector<2xf8E3M4>
    }""",
)
KERNEL = """
builtin.module attributes {{gpu.container_module}} {{
  gpu.module @kernels {{
    gpu.func @{}({}) kernel attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
      {}
      gpu.return
    }}
  }}
}}"""
KERNELS_HAVE = (
    KERNEL.format('"a-b"', "", ""),
    KERNEL.format('"a\\00b"', "", ""),
    KERNEL.format("llvm.foo", "", ""),
    KERNEL.format("__nv_expf", "", ""),
    KERNEL.format("k", "%x: i65", ""),
    KERNEL.format("k", "%x: f80", ""),
    KERNEL.format("k", "%A: memref<4294967296xf32>", ""),
    KERNEL.format("k", "%x: f32", "%A = memref.alloc() : memref<4xnone, 3>"),
    KERNEL.format("k", "%A: memref<4611686018427387904x4xf32>", ""),
    KERNEL.format("k", "%x: f8E5M2", "%y = math.log1p %x : f8E5M2"),
    KERNEL.format("k", "%x: vector<2x2xf64>", "%y = vector.fma %x, %x, %x : vector<2x2xf64>"),
)


def _at(texts: tuple[str, ...], levels: tuple[str, ...]) -> list[Case]:
    return [(text, level) for text in texts for level in levels]


def test_what_has_ended_it() -> None:
    levels = ("host=scf", "host=llvm", "code", "compile", "emit=header", "emit=obj")
    assert failures(_at(HAVE_ENDED_IT, levels)) == []


def test_what_has_ended_it_in_kernels() -> None:
    assert failures(_at(KERNELS_HAVE, ("nvvm=nvvm", "nvvm=ptx", "opencl=spirv"))) == []


@pytest.mark.parametrize("side", ["host", "kernel"])
def test_all_types_at_all_levels(side: str) -> None:
    programs, levels = host_programs(), HOST_LEVELS
    if side == "kernel":
        programs, levels = kernel_programs(), KERNEL_LEVELS
    cases = [(text, level) for text in programs for level in levels]
    drawn = Random(SEED).sample(cases, min(EXAMPLES, len(cases)))
    found = failures(drawn)
    assert found == [], f"{len(found)} of {len(drawn)}"
