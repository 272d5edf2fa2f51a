// TVM (M11): `undef - undef` is folded to 0, though two undefs are two values, and stay two even where the
// text is the same (RFC 77). Right: their difference is undef; 0 is the difference of one undef and itself.
// RUN: pad-opt %s -p canonicalize,cse,pad-simplify,canonicalize -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @two
// CHECK-NEXT: %[[U:.*]] = pad.undef : i32
// CHECK-NEXT: func.return %[[U]] : i32
func.func @two() -> i32 {
  %u = pad.undef : i32
  %v = pad.undef : i32
  %d = arith.subi %u, %v : i32
  func.return %d : i32
}

// CHECK-LABEL: @one
// CHECK-NOT: func.return %[[U]]
// CHECK: arith.subi %[[U:.*]], %[[U]]
// CHECK: func.return
func.func @one() -> i32 {
  %u = pad.undef : i32
  %d = arith.subi %u, %u : i32
  func.return %d : i32
}

// Two cells that hold undef, and the cell of two undef stores.
// CHECK-LABEL: @cells
// CHECK: arith.subi
func.func @cells(%x: i32) -> i32 {
  %T = memref.alloc() : memref<2xi32>
  affine.for %i = 0 to 2 {
    %u = pad.undef : i32
    affine.store %u, %T[%i] : memref<2xi32>
  }
  %a = affine.load %T[0] : memref<2xi32>
  %b = affine.load %T[1] : memref<2xi32>
  %d = arith.subi %a, %b : i32
  %s = arith.muli %d, %x : i32
  memref.dealloc %T : memref<2xi32>
  func.return %s : i32
}

// As floats: inf - inf is NaN, and x - x is NaN for them too.
// CHECK-LABEL: @floats
// CHECK: arith.subf
func.func @floats() -> f32 {
  %u = pad.undef : f32
  %v = pad.undef : f32
  %d = arith.subf %u, %v : f32
  func.return %d : f32
}

// An integer zero times any value is zero.
// CHECK-LABEL: @zero_times
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: func.return %[[ZERO]]
func.func @zero_times() -> i32 {
  %zero = arith.constant 0 : i32
  %u = pad.undef : i32
  %p = arith.muli %u, %zero : i32
  func.return %p : i32
}
