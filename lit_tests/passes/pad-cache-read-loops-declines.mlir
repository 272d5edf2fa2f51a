// Where pad-cache-read leaves a buffer alone that is to be cached in a loop, or in one stage.
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A at=i}' --split-input-file --verify-diagnostics

// expected-remark@+1 {{buffer 'A' not cached: what is accessed along axis 0 of A has no constant extent there}}
func.func @unbounded(%A: memref<14xf32>, %B: memref<14xf32>, %n: index) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%j] : memref<14xf32>
      affine.store %a, %B[%i] : memref<14xf32>
    }
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'A' not cached: A is not accessed there}}
func.func @elsewhere(%A: memref<14xf32>, %B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  affine.for %j = 0 to 14 {
    %a = affine.load %A[%j] : memref<14xf32>
    affine.store %a, %B[%j] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'A' not cached: A is not accessed there}}
func.func @nothing(%A: memref<14xf32>) {
  affine.for %i = 0 to 14 {
  }
  func.return
}

// -----

// expected-error@+1 {{there is no loop 'i' in @f; its loops are: j}}
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %j = 0 to 14 {
    %a = affine.load %A[%j] : memref<14xf32>
    affine.store %a, %B[%j] : memref<14xf32>
  }
  func.return
}
