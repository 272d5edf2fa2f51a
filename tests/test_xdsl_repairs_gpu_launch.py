"""`gpu.launch_func` of `dialect/repairs` against xDSL 0.74's, and upstream's where it is there."""

import pytest
from xdsl.dialects import gpu
from xdsl.utils.exceptions import DiagnosticException, ParseError

from pad_mlir.dialect.repairs import parse_module, print_module, verify_operations

from .test_xdsl_repairs import first, stock_parse

LAUNCHES = """builtin.module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @none() kernel {
      gpu.return
    }
    gpu.func @two(%a: memref<4xf32>, %b: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %A: memref<4xf32>, %x: f32, %s: i32) {
    gpu.launch_func @kernels::@none blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @kernels::@two blocks in (%n, %n, %n) threads in (%n, %n, %n) \
dynamic_shared_memory_size %s args(%A : memref<4xf32>, %x : f32) {test.a}
    func.return
  }
}
"""
ASYNCHRONOUS = """
builtin.module attributes {gpu.container_module} {
  gpu.module @kernels { gpu.func @none() kernel { gpu.return } }
  func.func @f(%n: index) {
    %t = "gpu.launch_func"(%n, %n, %n, %n, %n, %n) <{kernel = @kernels::@none,
      operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
      : (index, index, index, index, index, index) -> !gpu.async.token
    func.return
  }
}
"""


def test_both_forms() -> None:
    with pytest.raises(ParseError):
        stock_parse(LAUNCHES)
    module = parse_module(LAUNCHES)
    verify_operations(module)
    assert print_module(module) == LAUNCHES
    again = parse_module(print_module(module, generic=True))
    verify_operations(again)
    assert again.is_structurally_equivalent(module)


def test_a_launch_that_is_built_prints_alike() -> None:
    module = parse_module(LAUNCHES)
    read = first(module, "gpu.launch_func")
    sizes = list(read.operands)
    assert isinstance(read, gpu.LaunchFuncOp)
    built = gpu.LaunchFuncOp(read.kernel, sizes[:3], sizes[3:])
    assert print_module(built) == print_module(read)


def test_upstream_reads_it() -> None:
    ir = pytest.importorskip("mlir.ir")
    with ir.Context():
        assert "gpu.launch_func" in str(ir.Module.parse(LAUNCHES))


@pytest.mark.parametrize("count", [2, 4])
def test_a_grid_has_three_sizes(count: int) -> None:
    sizes = ", ".join(["%n"] * count)
    text = LAUNCHES.replace("blocks in (%n, %n, %n)", f"blocks in ({sizes})", 1)
    with pytest.raises(ParseError, match=f"expected 3 sizes, got {count}"):
        parse_module(text)


def test_an_asynchronous_launch_is_generic() -> None:
    module = parse_module(ASYNCHRONOUS)
    with pytest.raises(DiagnosticException, match="print with"):
        print_module(module)
    assert "gpu.async.token" in print_module(module, generic=True)
