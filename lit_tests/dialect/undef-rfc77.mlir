// RFC 77: "a pure expression that uses undef can be simplified to undef". Not where it takes fewer values than that, or
// the undef is seen twice: each function stays as it is, and what the RFC would make of it is not taken for valid.
// RUN: pad-opt %s -p canonicalize -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: sed 's/func.return %r/func.return %u/' %s > %t.wrong.mlir
// RUN: not pad-tv %s %t.wrong.mlir 2>&1 | filecheck %s --check-prefix=WRONG

// 0 or 1.
// CHECK-LABEL: @remainder
// CHECK: arith.remui
// WRONG: @remainder: not validated
func.func @remainder() -> i32 {
  %c2 = arith.constant 2 : i32
  %u = pad.undef : i32
  %r = arith.remui %u, %c2 : i32
  func.return %r : i32
}

// Even.
// CHECK-LABEL: @twice
// CHECK: arith.addi
// WRONG: @twice: not validated
func.func @twice() -> i32 {
  %u = pad.undef : i32
  %r = arith.addi %u, %u : i32
  func.return %r : i32
}

// At least 5.
// CHECK-LABEL: @maximum
// CHECK: arith.maxsi
// WRONG: @maximum: not validated
func.func @maximum() -> i32 {
  %c5 = arith.constant 5 : i32
  %u = pad.undef : i32
  %r = arith.maxsi %u, %c5 : i32
  func.return %r : i32
}

// Infinite or NaN where x is infinite.
// CHECK-LABEL: @sum
// CHECK: arith.addf
// WRONG: @sum: not validated
func.func @sum(%x: f32) -> f32 {
  %u = pad.undef : f32
  %r = arith.addf %x, %u : f32
  func.return %r : f32
}
