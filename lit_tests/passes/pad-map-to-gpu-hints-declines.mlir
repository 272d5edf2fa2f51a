// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=scan threads=j}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: pad-opt %s -p 'pad-map-to-gpu{stage=scan blocks=i,j}' --split-input-file 2>&1 | filecheck %s --check-prefix=BLOCKS

// BLOCKS: remark: [pad-map-to-gpu] loop nest 'scan' not mapped to the GPU: the loop 'j' cannot be mapped to the grid: its iterations [1] and [2] access the same cell of B
// BLOCKS: remark: [pad-map-to-gpu] loop nest 'scan' not mapped to the GPU: nothing in j is for threads to share

// CHECK-LABEL: func.func @rows
// CHECK-NOT: gpu.launch
func.func @rows(%A: memref<8x64xf32>, %B: memref<8x64xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 64 {
      %l = affine.load %B[%i, %j - 1] : memref<8x64xf32>
      // expected-remark@+1 {{loop nest 'scan' not mapped to the GPU: the loop 'j' cannot be mapped to the grid: its iterations [1] and [2] access the same cell of B, first by 'affine.store' and then by 'affine.load'}}
      affine.store %l, %B[%i, %j] : memref<8x64xf32>
    }
  } {pad.stage = "scan"}
  func.return
}

// -----

// CHECK-LABEL: func.func @imperfect
// CHECK: gpu.launch_func
func.func @imperfect(%A: memref<8x64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 64 {
      affine.store %zero, %A[%i, %j] : memref<8x64xf32>
    }
  } {pad.stage = "scan"}
  func.return
}

// -----

// One thread has the one row, as asked for: nothing to say of the loop that several could share.
// CHECK-LABEL: func.func @one_row
// CHECK: known_block_size = array<i32: 1, 1, 1>
func.func @one_row(%A: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 1 {
    affine.store %zero, %A[%j] : memref<64xf32>
    affine.for %i = 1 to 64 {
      affine.store %zero, %A[%i] : memref<64xf32>
    }
  } {pad.stage = "scan"}
  func.return
}
