// Remarks go to stderr, the exit code stays 0.
// RUN: pad-opt %s -p pad-remove-undef-store 2> %t.err | filecheck %s
// RUN: filecheck %s --check-prefix=REMARK < %t.err
// RUN: pad-opt %s -p pad-remove-undef-store --verify-diagnostics | filecheck %s

// CHECK: func.func @f
func.func @f() -> f32 {
  %c = arith.constant 0 : index
  %u = pad.undef : f32
  %A = memref.alloc() : memref<4xf32>
  // REMARK: remarks.mlir:[[# @LINE + 2]]:3: remark: [pad-remove-undef-store] store of undef to 'A' replaced by a store of 0:
  // expected-remark@+1 {{store of undef to 'A' replaced by a store of 0: the cell may be read}}
  affine.store %u, %A[%c] : memref<4xf32>
  %x = affine.load %A[%c] : memref<4xf32>
  return %x : f32
}
