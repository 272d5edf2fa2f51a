"""The gpu dialect of `dialect/repairs` against xDSL 0.74's, and upstream's where it is there."""

import pytest
from xdsl.dialects import gpu
from xdsl.dialects.builtin import DenseArrayBase, MemRefType, UnitAttr, f32, i32
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.repairs import (
    OperationError,
    parse_module,
    print_module,
    verify_operations,
)
from pad_mlir.dialect.xdsl_compat.operations.gpu_shuffle import ShuffleMode, ShuffleOp

from .test_xdsl_repairs import first, stock_parse

SIZE = "attributes {known_block_size = array<i32: 9, 1, 1>} {"
KERNEL = """builtin.module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" @shared : memref<4xf32, 3 : i64> = uninitialized
    gpu.func @k(%v: vector<4xf32> {test.a}) kernel {SIZE}
      %o16 = arith.constant 16 : i32
      %w32 = arith.constant 32 : i32
      %zero = arith.constant 0.000000e+00 : f32
      %a, %pa = gpu.shuffle xor %zero, %o16, %w32 : f32
      %b, %pb = gpu.shuffle down %o16, %o16, %w32 : i32
      %c, %pc = gpu.shuffle up %zero, %o16, %w32 {test.y} : f32
      %d, %pd = gpu.shuffle idx %v, %o16, %w32 : vector<4xf32>
      %bx = gpu.block_id x
      %by = gpu.block_id y upper_bound 4 {test.b}
      %tz = gpu.thread_id z
      %n = gpu.block_dim x
      %m = gpu.grid_dim x
      %g = gpu.global_id x
      %l = gpu.lane_id upper_bound 32
      %s = gpu.subgroup_id : index
      %e = gpu.subgroup_size : index
      %t = gpu.num_subgroups : index
      gpu.barrier
      gpu.return
    }
    gpu.func @device(%a: f32) -> (f32 {test.r}) {
      gpu.return %a : f32
    }
  }
  gpu.module @empty attributes {test.m} {
  }
}
""".replace("{SIZE}", SIZE)


def test_both_forms() -> None:
    with pytest.raises(ParseError, match="custom format"):
        stock_parse(KERNEL)
    module = parse_module(KERNEL)
    verify_operations(module)
    assert print_module(module) == KERNEL
    again = parse_module(print_module(module, generic=True))
    verify_operations(again)
    assert print_module(again) == print_module(module)


@pytest.mark.parametrize("generic", [False, True])
def test_upstream_reads_the_same(generic: bool) -> None:
    ir = pytest.importorskip("mlir.ir")
    with ir.Context():
        upstream = ir.Module.parse(print_module(parse_module(KERNEL), generic=generic))
        for form in (False, True):
            text = upstream.operation.get_asm(use_local_scope=True, print_generic_op_form=form)
            assert parse_module(text).is_structurally_equivalent(parse_module(KERNEL))


def test_names_of_kernels() -> None:
    """Stock xDSL states kernel and block size in words that upstream ignores."""
    function = gpu.FuncOp("k", ([MemRefType(f32, [4])], []), kernel=True, known_block_size=[32])
    function.body.block.add_op(gpu.ReturnOp([]))
    generic = print_module(function, generic=True)
    assert "<{function_type = (memref<4xf32>) -> ()}>" in generic
    assert "gpu.kernel" in generic
    assert '{sym_name = "k", known_block_size = array<i32: 32>' in generic
    assert "kernel attributes {known_block_size = array<i32: 32>}" in print_module(function)
    read = first(parse_module(KERNEL), "gpu.func")
    assert isinstance(read, gpu.FuncOp)
    assert read.kernel == UnitAttr()
    assert read.known_block_size == DenseArrayBase.from_list(i32, [9, 1, 1])


def test_stock_generic_form_of_a_shuffle_is_unknown() -> None:
    text = print_module(parse_module(KERNEL), generic=True)
    with pytest.raises(ParseError):
        stock_parse(text)


@pytest.mark.parametrize("kind", ["workgroup", "private"])
def test_attributions_are_refused(kind: str) -> None:
    text = f"gpu.module @m {{ gpu.func @k() {kind}(%a: memref<4xf32, 3>) kernel {{ gpu.return }} }}"
    with pytest.raises(ParseError, match=r"use memref\.alloc"):
        parse_module(text)


def test_shuffles_that_are_none() -> None:
    for line, message in (
        (
            '%r, %p = "gpu.shuffle"(%v, %n, %n) <{mode = #gpu<shuffle_mode xor>}>'
            " : (f32, i32, i32) -> (f64, i1)",
            "shuffles f32 to f64",
        ),
        ("%r, %p = gpu.shuffle xor %x, %n, %n : index", "not index"),
    ):
        module = parse_module(f"func.func @f(%v: f32, %n: i32, %x: index) {{ {line} func.return }}")
        with pytest.raises(OperationError, match=message):
            verify_operations(module)


def test_a_block_has_three_sizes() -> None:
    text = "gpu.module @m {{ gpu.func @k() kernel attributes {{{}}} {{ gpu.return }} }}"
    module = parse_module(text.format("known_block_size = array<i32: 32>"))
    with pytest.raises(OperationError, match="three i32"):
        verify_operations(module)


def test_a_shuffle_is_built() -> None:
    read = first(parse_module(KERNEL), "gpu.shuffle")
    value, offset, width = read.operands
    built = ShuffleOp(value, offset, width, ShuffleMode.XOR)
    assert print_module(built).startswith("%0, %1 = gpu.shuffle xor %zero, %o16, %w32 : f32")
    assert built.is_structurally_equivalent(read)
