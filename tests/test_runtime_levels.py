"""Modules that come back from upstream print as text that means the same to upstream."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module, print_module, verify_operations
from pad_mlir.upstream.bridge import UpstreamModule

ir: Any = import_module("mlir.ir")

# Attributes that xDSL 0.74 has no property for, and operations with many ways to be written.
SOURCES = {
    "non-temporal accesses": """
func.func @f(%A: memref<16xf32>, %i: index) {
  %x = memref.load %A[%i] {nontemporal = true, alignment = 64 : i64} : memref<16xf32>
  memref.store %x, %A[%i] {nontemporal = true, alignment = 64 : i64} : memref<16xf32>
  %v = vector.load %A[%i] {nontemporal = true, alignment = 64 : i64}
    : memref<16xf32>, vector<8xf32>
  vector.store %v, %A[%i] {nontemporal = true, alignment = 64 : i64}
    : memref<16xf32>, vector<8xf32>
  return
}""",
    "vector": """
func.func @f(%A: memref<16xf32>, %v: vector<8xf32>, %i: index) {
  %zero = arith.constant 0.0 : f32
  %mask = vector.create_mask %i : vector<8xi1>
  %read = vector.transfer_read %A[%i], %zero : memref<16xf32>, vector<8xf32>
  %wide = vector.broadcast %zero : f32 to vector<8xf32>
  %fma = vector.fma %v, %v, %wide : vector<8xf32>
  %masked = vector.maskedload %A[%i], %mask, %v
    : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %shuffled = vector.shuffle %v, %v [0, 1, 8] : vector<8xf32>, vector<8xf32>
  %sum = vector.reduction <add>, %v, %zero fastmath<reassoc> : vector<8xf32> into f32
  return
}""",
    "memref": """
func.func @f(%A: memref<16xf32>, %i: index) {
  %view = memref.subview %A[%i] [4] [2]
    : memref<16xf32> to memref<4xf32, strided<[2], offset: ?>>
  %cast = memref.cast %A : memref<16xf32> to memref<?xf32>
  %dim = memref.dim %cast, %i : memref<?xf32>
  %square = memref.expand_shape %A [[0, 1]] output_shape [4, 4]
    : memref<16xf32> into memref<4x4xf32>
  %flat = memref.collapse_shape %square [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  %stack = memref.alloca() {alignment = 32 : i64} : memref<4xf32>
  %heap = memref.alloc(%i) {alignment = 64 : i64} : memref<?xf32>
  %again = memref.reinterpret_cast %A to offset: [0], sizes: [4, 4], strides: [4, 1]
    : memref<16xf32> to memref<4x4xf32>
  %aligned = memref.assume_alignment %A, 64 : memref<16xf32>
  memref.copy %A, %flat : memref<16xf32> to memref<16xf32>
  memref.dealloc %heap : memref<?xf32>
  return
}""",
    "scf": """
func.func @f(%i: index, %n: index, %c: i1) {
  scf.parallel (%a, %b) = (%i, %i) to (%n, %n) step (%n, %n) {
    scf.reduce
  }
  %swapped:2 = scf.while (%x = %i, %y = %n) : (index, index) -> (index, index) {
    scf.condition(%c) %x, %y : index, index
  } do {
  ^bb0(%x: index, %y: index):
    scf.yield %y, %x : index, index
  }
  %same = scf.for %k = %i to %n step %n iter_args(%z = %i) -> (index) {
    scf.yield %z : index
  } {test.loop}
  return
}""",
    "arith": """
func.func @f(%x: i32, %y: f32, %c: i1) {
  %a = arith.addi %x, %x overflow<nsw, nuw> : i32
  %b = arith.shli %x, %x overflow<nsw> : i32
  %d = arith.cmpf ugt, %y, %y fastmath<nnan> : f32
  %e = arith.negf %y fastmath<nsz> : f32
  %g = arith.maximumf %y, %y fastmath<nnan,nsz> : f32
  %h = arith.select %c, %y, %g : f32
  %i = arith.constant -1 : i32
  %j = math.exp %y fastmath<afn> : f32
  %k = math.fma %y, %y, %y fastmath<contract> : f32
  return
}""",
    "cf": """
func.func @f(%c: i1, %i: i32) -> i32 {
  "cf.cond_br"(%c, %i, %i) [^a, ^b]
    <{operandSegmentSizes = array<i32: 1, 1, 1>}> {branch_weights = array<i32: 1, 2>}
    : (i1, i32, i32) -> ()
^a(%x: i32):
  cf.switch %i : i32, [
    default: ^b(%x : i32),
    1: ^b(%i : i32)
  ]
^b(%y: i32):
  cf.assert %c, "it holds"
  return %y : i32
}""",
    "affine": """
func.func @f(%A: memref<16xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.vector_load %A[%i + symbol(%n)] : memref<16xf32>, vector<4xf32>
    affine.vector_store %v, %A[%i] : memref<16xf32>, vector<4xf32>
  }
  affine.parallel (%a, %b) = (0, 0) to (%n, 4) step (2, 1) {
    %m = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%a)[%n]
  }
  return
}""",
    "functions": """
module attributes {test.module = 1 : i32} {
  func.func private @g(memref<4xf32> {llvm.noalias}) -> (f32 {llvm.noundef})
    attributes {test.name = "x", llvm.linkage = #llvm.linkage<external>}
  func.func @f() attributes {llvm.emit_c_interface} {
    return
  }
  memref.global "private" constant @h : memref<4xf32> = dense<1.0> {alignment = 64 : i64}
  memref.global "nested" @u : memref<2xi32> = uninitialized
}""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_printed_text_means_the_same_upstream(name: str):
    ctx = new_context(allow_unregistered=True)
    given = UpstreamModule(parse_module(SOURCES[name], context=ctx))
    back = given.take_back(ctx)
    verify_operations(back)
    assert _generic(print_module(back)) == _generic(given.generic_text())


def _generic(text: str) -> str:
    with ir.Context():
        return ir.Module.parse(text).operation.get_asm(
            print_generic_op_form=True, use_local_scope=True
        )
