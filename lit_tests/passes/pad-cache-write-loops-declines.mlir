// Where pad-cache-write leaves a buffer alone in a loop.
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B at=i}' --split-input-file --verify-diagnostics

// expected-remark@+1 {{buffer 'B' not cached: what is accessed along axis 0 of B has no constant extent there}}
func.func @unbounded(%B: memref<14xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to %n {
      affine.store %x, %B[%j] : memref<14xf32>
    }
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'B' not cached: the copy back would also write cells that may not be written there, and other iterations of the parallel loop may write those at the same time}}
func.func @parallel(%B: memref<4x14xf32>, %x: f32) {
  affine.parallel (%k) = (0) to (4) {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 7 {
        affine.store %x, %B[%k, %j * 2] : memref<4x14xf32>
      }
    }
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'B' not cached: it is not written there}}
func.func @reads(%B: memref<14xf32>, %A: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'B' not cached: B is not accessed there}}
func.func @elsewhere(%B: memref<14xf32>, %A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'B' not cached: B is not accessed there}}
func.func @nothing(%B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'B' not cached: B lives inside of the loop}}
func.func @local(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    %B = memref.alloc() : memref<1xf32>
    affine.store %x, %B[0] : memref<1xf32>
    %b = affine.load %B[0] : memref<1xf32>
    affine.store %b, %A[%i] : memref<14xf32>
    memref.dealloc %B : memref<1xf32>
  }
  func.return
}
