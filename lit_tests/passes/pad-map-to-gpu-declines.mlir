// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file --verify-diagnostics | filecheck %s

// One thread for a loop that none can share.
// CHECK-LABEL: func.func @cumsum
// CHECK: gpu.launch_func
// CHECK: known_block_size = array<i32: 1, 1, 1>
func.func @cumsum(%A: memref<64xf32>, %B: memref<64xf32>) {
  // expected-remark@+1 {{loop 'i' not distributed over threads: its iterations [1] and [2] access the same cell of B, first by 'affine.store' and then by 'affine.load'}}
  affine.for %i = 1 to 64 {
    %l = affine.load %B[%i - 1] : memref<64xf32>
    %r = affine.load %A[%i] : memref<64xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %B[%i] : memref<64xf32>
  } {pad.stage = "scan"}
  func.return
}

// -----

// A sum of floats in its order, by each thread for itself; the first one stores it.
// CHECK-LABEL: func.func @ordered
// CHECK: affine.for %j = 0 to 64 iter_args(
// CHECK: affine.if affine_set<(d0) : (d0 == 0)>
// CHECK-NEXT: affine.store %{{.*}}, %B
func.func @ordered(%A: memref<4x64xf32>, %B: memref<4xf32>, %C: memref<4x64xf32>) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{loop 'j' not distributed over threads: 'arith.addf' may be reordered only with fastmath<reassoc>}}
    affine.for %j = 0 to 64 {
      %b = affine.load %B[%i] : memref<4xf32>
      %a = affine.load %A[%i, %j] : memref<4x64xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<4xf32>
    }
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<4x64xf32>
      affine.store %a, %C[%i, %j] : memref<4x64xf32>
    }
  } {pad.stage = "sum"}
  func.return
}

// -----

// CHECK-LABEL: func.func @result_on_the_host
// CHECK-NOT: gpu.launch
// CHECK: affine.for
func.func @result_on_the_host(%A: memref<64xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{loop nest 'sum' not mapped to the GPU: the result of 'affine.for' is needed on the host}}
  %r = affine.for %i = 0 to 64 iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<64xi32>
    %n = arith.addi %s, %a : i32
    affine.yield %n : i32
  } {pad.stage = "sum"}
  func.return %r : i32
}

// -----

// CHECK-LABEL: func.func @local_buffer
// CHECK-NOT: gpu.launch
func.func @local_buffer(%A: memref<4x64xf32>, %B: memref<4x64xf32>) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{loop nest 'rows' not mapped to the GPU: a buffer of one block has to be in memory space 3}}
    %T = memref.alloc() : memref<64xf32>
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<4x64xf32>
      affine.store %a, %T[%j] : memref<64xf32>
    }
    affine.for %j = 0 to 64 {
      %t = affine.load %T[63 - %j] : memref<64xf32>
      affine.store %t, %B[%i, %j] : memref<4x64xf32>
    }
    memref.dealloc %T : memref<64xf32>
  } {pad.stage = "rows"}
  func.return
}

// -----

// CHECK-LABEL: func.func @call
// CHECK-NOT: gpu.launch
func.func private @g(f32) -> f32
func.func @call(%A: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    // expected-remark@+1 {{loop nest 'calls' not mapped to the GPU: 'func.call' in it cannot run in lockstep}}
    %b = func.call @g(%a) : (f32) -> f32
    affine.store %b, %A[%i] : memref<64xf32>
  } {pad.stage = "calls"}
  func.return
}

// -----

// Two arguments that may be one buffer.
// CHECK-LABEL: func.func @one_buffer
// CHECK: known_block_size = array<i32: 1, 1, 1>
func.func @one_buffer(%A: memref<65xf32>, %B: memref<65xf32>) attributes {pad.may_alias} {
  // expected-remark@+1 {{loop 'i' not distributed over threads: its iterations}}
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i + 1] : memref<65xf32>
    affine.store %a, %B[%i] : memref<65xf32>
  } {pad.stage = "copy"}
  func.return
}

// -----

// CHECK-LABEL: func.func @empty
// CHECK-NOT: gpu.launch
func.func @empty(%zero: index, %many: index, %one: index) {
  // expected-remark@+1 {{loop nest '<unnamed>' not mapped to the GPU: no operation in it has an effect}}
  scf.for %i = %zero to %many step %one {
  }
  func.return
}

// -----

// A module of kernels has no function of the name.
// CHECK-LABEL: func.func @computed_padding
// CHECK-NOT: gpu.launch
#padded = #pad.layout<[affine_map<(d0) -> (d0)>], [@number], {extents = [8]}>
func.func private @number(%i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  func.return %zero : f32
}
func.func @computed_padding(%A: memref<6xf32, #padded>) {
  affine.for %i = 0 to 6 {
    // expected-remark@+1 {{loop nest 'i' not mapped to the GPU: @number computes padding of A: run pad-apply-layouts first}}
    %a = affine.load %A[%i] : memref<6xf32, #padded>
    affine.store %a, %A[%i] : memref<6xf32, #padded>
  }
  func.return
}
