// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file --verify-diagnostics | filecheck %s

// The second nest needs what the first one overwrites, by way of a vector.
// CHECK-LABEL: func.func @overwritten
// CHECK: gpu.launch_func @overwritten_kernels::@one
// CHECK-NOT: gpu.launch_func
func.func @overwritten(%S: memref<64xf32>, %B: memref<64xf32>) {
  // expected-remark@+1 {{loop nest 'two' not mapped to the GPU: what 'affine.load' reads is written before, or in it}}
  %s = affine.load %S[0] : memref<64xf32>
  // expected-remark@+1 {{loop nest '<unnamed>' not mapped to the GPU: the result of 'vector.broadcast' is needed on the host}}
  %v = vector.broadcast %s : f32 to vector<4xf32>
  affine.for %i = 0 to 64 {
    %b = affine.load %B[%i] : memref<64xf32>
    affine.store %b, %S[%i] : memref<64xf32>
  } {pad.stage = "one"}
  // expected-remark@+1 {{loop 'i' not distributed over threads: its iterations [0, 1] and [1, 0] access the same cell of B, first by 'vector.store' and then by 'vector.store'}}
  affine.for %i = 0 to 61 {
    vector.store %v, %B[%i] : memref<64xf32>, vector<4xf32>
  } {pad.stage = "two"}
  func.return
}

// -----

// A call may write any argument.
// CHECK-LABEL: func.func @written_by_a_call
// CHECK: affine.load %S[0]
// CHECK-NEXT: func.call @g
func.func private @g()
func.func @written_by_a_call(%S: memref<1xf32>, %B: memref<64xf32>) {
  %x = affine.load %S[0] : memref<1xf32>
  // expected-remark@+1 {{loop nest 'two' not mapped to the GPU: 'func.call' in it cannot run in lockstep}}
  func.call @g() : () -> ()
  affine.for %i = 0 to 64 {
    affine.store %x, %B[%i] : memref<64xf32>
  } {pad.stage = "two"}
  func.return
}

// -----

// CHECK-LABEL: func.func @shared_by_kernels
// CHECK-NOT: gpu.launch_func
func.func @shared_by_kernels(%A: memref<64xf32>, %C: memref<64xf32>) {
  %T = memref.alloc() : memref<64xf32, 3 : i64>
  // expected-remark@+1 {{loop nest 'one' not mapped to the GPU: it uses a buffer in memory space 3 that is allocated outside of the nest; this memory belongs to a block, so allocate the buffer inside of the nest}}
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    affine.store %a, %T[%i] : memref<64xf32, 3 : i64>
  } {pad.stage = "one"}
  // expected-remark@+1 {{loop nest 'two' not mapped to the GPU: it uses a buffer in memory space 3 that is allocated outside of the nest; this memory belongs to a block, so allocate the buffer inside of the nest}}
  affine.for %i = 0 to 64 {
    %a = affine.load %T[63 - %i] : memref<64xf32, 3 : i64>
    affine.store %a, %C[%i] : memref<64xf32>
  } {pad.stage = "two"}
  memref.dealloc %T : memref<64xf32, 3 : i64>
  func.return
}

// -----

// A buffer that is chosen in an iteration is not its own.
// CHECK-LABEL: func.func @chosen
// CHECK: known_block_size = array<i32: 1, 1, 1>
func.func @chosen(%A: memref<65xf32>, %B: memref<65xf32>, %c: i1) {
  // expected-remark@+1 {{loop 'i' not distributed over threads: its iterations [0] and [1] access the same cell of X, first by 'affine.store' and then by 'affine.load'}}
  affine.for %i = 0 to 64 {
    %X = arith.select %c, %A, %B : memref<65xf32>
    %v = affine.load %X[%i] : memref<65xf32>
    affine.store %v, %X[%i + 1] : memref<65xf32>
  } {pad.stage = "shift"}
  func.return
}

// -----

// CHECK-LABEL: func.func @tiles
// CHECK-NOT: gpu.launch_func
func.func @tiles(%x: vector<2x2xi32>, %C: memref<4xvector<2x2xi32>>) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{loop nest 'tiles' not mapped to the GPU: 'affine.store' in it has a vector of more or less than one axis}}
    affine.store %x, %C[%i] : memref<4xvector<2x2xi32>>
  } {pad.stage = "tiles"}
  func.return
}
