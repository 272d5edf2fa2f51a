// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file --verify-diagnostics -o /dev/null

func.func @shared_of_unknown_size(%n: index, %A: memref<8x64xf32>) {
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{loop nest 'compute' not mapped to the GPU: the size of a shared buffer has to be known}}
    %T = memref.alloc(%n) : memref<?xf32, 3 : i64>
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<8x64xf32>
      affine.store %a, %T[%j] : memref<?xf32, 3 : i64>
    }
    affine.for %j = 0 to 64 {
      %a = affine.load %T[63 - %j] : memref<?xf32, 3 : i64>
      affine.store %a, %A[%i, %j] : memref<8x64xf32>
    }
    memref.dealloc %T : memref<?xf32, 3 : i64>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @buffer_of_a_thread(%A: memref<8x64xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 64 {
      // expected-remark@+1 {{loop nest 'compute' not mapped to the GPU: a thread cannot run 'memref.alloc' in it}}
      %T = memref.alloc() : memref<2xf32>
      %a = affine.load %A[%i, %j] : memref<8x64xf32>
      affine.store %a, %T[1] : memref<2xf32>
      %b = affine.load %T[1] : memref<2xf32>
      affine.store %b, %A[%i, %j] : memref<8x64xf32>
      memref.dealloc %T : memref<2xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @stores_and_gives(%A: memref<8x64xf32>, %B: memref<8x64xf32>, %C: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{loop nest 'compute' not mapped to the GPU: it stores, and all threads need its result}}
    %r = affine.for %j = 0 to 64 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<8x64xf32>
      %n = arith.addf %s, %a : f32
      affine.store %n, %B[%i, %j] : memref<8x64xf32>
      affine.yield %n : f32
    }
    affine.for %j = 0 to 64 {
      affine.store %r, %A[%i, %j] : memref<8x64xf32>
    }
    affine.store %r, %C[%i] : memref<8xf32>
  } {pad.stage = "compute"}
  func.return
}
