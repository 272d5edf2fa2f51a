// What is expected and does not come, and what comes and is not expected, is an error.
// RUN: not pad-opt %s --split-input-file --verify-diagnostics 2>&1 | filecheck %s

// CHECK: verify-diagnostics-fails.mlir:[[# @LINE + 1]]:4: error: expected error "not there" was not produced
// expected-error@below {{not there}}
func.func @missing() {
  return
}

// -----

func.func @unexpected(%A: memref<4xf32>) {
  // CHECK: verify-diagnostics-fails.mlir:[[# @LINE + 1]]:8: error: unexpected error: 'affine.load' op expected 1 indices
  %0 = affine.load %A[] : memref<4xf32>
  return
}

// -----

func.func @other_line(%A: memref<4xf32>) {
  // CHECK: verify-diagnostics-fails.mlir:[[# @LINE + 2]]:8: error: unexpected error
  // CHECK: verify-diagnostics-fails.mlir:[[# @LINE + 1]]:44: error: expected error "1 indices" was not produced
  %0 = affine.load %A[] : memref<4xf32> // expected-error@+1 {{1 indices}}
  return
}

// -----

func.func @remark_is_no_error(%A: memref<4xf32>) {
  // CHECK: verify-diagnostics-fails.mlir:[[# @LINE + 1]]:8: error: unexpected error
  %0 = affine.load %A[] : memref<4xf32> // expected-remark {{1 indices}}
  return
}
// CHECK: expected remark "1 indices" was not produced
