// Where pad-hoist-stage leaves a stage where it is.
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-NOT: func.call

func.func @inside(%A: memref<4x14xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{[pad-hoist-stage] stage 'compute' not hoisted: it is inside of another operation}}
    affine.for %j = 0 to 14 {
      affine.store %x, %A[%i, %j] : memref<4x14xf32>
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

func.func @frees(%c: i1) {
  %A = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{stage 'compute' not hoisted: it deallocates A, which is allocated outside of it}}
  scf.if %c {
    memref.dealloc %A : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @alias(%A: memref<14xf32>, %B: memref<14xf32>, %c: i1, %x: f32) {
  %C = arith.select %c, %A, %B : memref<14xf32>
  // expected-remark@+1 {{stage 'compute' not hoisted: A may be one with another buffer that it uses, and arguments are distinct}}
  affine.for %j = 0 to 14 {
    %a = affine.load %A[%j] : memref<14xf32>
    affine.store %a, %C[%j] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @on_stack
// CHECK: memref.alloca()
func.func @on_stack(%A: memref<4xi32>, %x: i32) {
  // expected-remark@+1 {{stage 'compute' not hoisted: a buffer that it returns may be on its stack, which ends with its function}}
  %T = memref.alloca() {pad.stage = "compute"} : memref<4xi32>
  affine.store %x, %T[0] : memref<4xi32>
  %t = affine.load %T[0] : memref<4xi32>
  affine.store %t, %A[0] : memref<4xi32>
  func.return
}

// -----

// CHECK-LABEL: @end
func.func @end(%A: memref<4xi32>) {
  // expected-remark@+1 {{stage 'compute' not hoisted: it is the end of the function}}
  func.return {pad.stage = "compute"}
}

// -----

// A buffer that may be any is no other argument's, where there is none.
// CHECK-LABEL: @one_vague_buffer(
// CHECK: func.call @one_vague_buffer_compute(%x, %{{.*}})
func.func @one_vague_buffer(%A: memref<14xf32>, %B: memref<14xf32>, %c: i1, %x: f32) {
  %C = arith.select %c, %A, %B : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %C[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
