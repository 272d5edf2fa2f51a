// What functions ask of their buffers on entry and leave in them, as JSON (docs/contracts.schema.json), in place of the
// module: of layouts in types, and of applied ones.
// RUN: pad-opt %s --contracts | filecheck %s
// RUN: pad-opt %s --contracts -p pad-apply-layouts | filecheck %s --check-prefix=APPLIED

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zero = #pad.layout<[#tiles], [0.0 : f32], {}>
#undef = #pad.layout<[#tiles], ["undef"], {separators = [1]}>

// CHECK: "version": 1,
// CHECK: "name": "copy",
// CHECK: "name": "A",
// CHECK-NEXT: "role": "in",
// CHECK-NEXT: "position": 0,
// CHECK-NEXT: "form": "logical",
// CHECK-NEXT: "type": "memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.000000e+00 : f32], {}>>",
// CHECK-NEXT: "map": "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>",
// CHECK-NEXT: "index_map": "(i) -> (i // 4, i % 4)",
// CHECK: "logical_shape": [
// CHECK-NEXT: 14
// CHECK: "physical_shape": [
// CHECK-NEXT: 4,
// CHECK-NEXT: 4
// CHECK: "padding": [
// CHECK-NEXT: {
// CHECK-NEXT: "cells": "4*io + ii >= 14",
// CHECK-NEXT: "kind": "constant",
// CHECK-NEXT: "holds": "0.0",
// CHECK-NEXT: "on_entry": "value",
// CHECK-NEXT: "at_exit": "value",
// CHECK-NEXT: "accepts": "any"
// CHECK: "alignment": 64,

// CHECK: "name": "B",
// CHECK-NEXT: "role": "out",
// CHECK: "separators": [
// CHECK-NEXT: 1
// CHECK: "kind": "undef",
// CHECK-NEXT: "holds": null,
// CHECK-NEXT: "on_entry": "arbitrary",
// CHECK-NEXT: "at_exit": "arbitrary",
// CHECK-NEXT: "accepts": "readable"

// The sum reads the padding of A now, and leaves what it finds.
// APPLIED: "form": "physical",
// APPLIED: "name": "sum",
// APPLIED: "kind": "constant",
// APPLIED-NEXT: "holds": "0.0",
// APPLIED-NEXT: "on_entry": "value",
// APPLIED-NEXT: "at_exit": "value",
// APPLIED-NEXT: "accepts": "declared"

// Sizes, and a function without a body.
// CHECK: "name": "declared",
// CHECK-NEXT: "public": false,
// CHECK-NEXT: "declaration": true,
// CHECK: "role": "in-out",
// CHECK: "logical_shape": [
// CHECK-NEXT: "arg1",
// CHECK: "sizes": [
// CHECK: "argument": "arg1",
// CHECK-NEXT: "axis": 0,
// CHECK-NEXT: "min": 1,
// CHECK-NEXT: "max": null,
// CHECK-NEXT: "multiple": 8
func.func @copy(%A: memref<14xf32, #zero> {llvm.align = 64}, %B: memref<14xf32, #undef>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #zero>
    affine.store %a, %B[%i] : memref<14xf32, #undef>
  } {pad.stage = "compute"}
  func.return
}

func.func @sum(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #zero>}) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %io = 0 to 4 iter_args(%s = %zero) -> (f32) {
    %r = affine.for %ii = 0 to 4 iter_args(%t = %s) -> (f32) {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %u = arith.addf %t, %a : f32
      affine.yield %u : f32
    }
    affine.yield %r : f32
  }
  func.return %sum : f32
}

func.func private @declared(memref<?x14xf32> {pad.name = "A"}, index {pad.size = [{of = "A", dim = 0, min = 1, multiple = 8}]})
