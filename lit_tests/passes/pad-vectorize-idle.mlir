// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file --verify-diagnostics | filecheck %s

// A loop that only assumes stays, the one beside it becomes vectors.
// CHECK-LABEL: @assumes
// CHECK: affine.for %j = 0 to 16 {
// CHECK: pad.assume
// CHECK: affine.for %k = 0 to 16 step 8 {
// CHECK: vector.store
func.func @assumes(%X: memref<9x16xf32>, %Y: memref<9x16xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 16 {
      %a = affine.load %X[%i, %j] : memref<9x16xf32>
      %c = arith.cmpf oge, %a, %z : f32
      pad.assume %c : i1
    }
    affine.for %k = 0 to 16 {
      %a = affine.load %X[%i, %k] : memref<9x16xf32>
      affine.store %a, %Y[%i, %k] : memref<9x16xf32>
    }
  } {pad.stage = "c"}
  func.return
}

// -----

// CHECK-LABEL: @empty
// CHECK: affine.for %j = 0 to 16 step 8 {
// CHECK: affine.for %k = 0 to 16 {
func.func @empty(%X: memref<9x16xf32>, %Y: memref<9x16xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 16 {
      %a = affine.load %X[%i, %j] : memref<9x16xf32>
      affine.store %a, %Y[%i, %j] : memref<9x16xf32>
    }
    affine.for %k = 0 to 16 {
    }
  }
  func.return
}

// -----

// A loop inside, of which nothing is used, is gone with the first vectors.
// CHECK-LABEL: @unused
// CHECK: affine.for %j = 0 to 16 step 8 {
// CHECK-NEXT: vector.load
// CHECK-NEXT: vector.store
func.func @unused(%X: memref<9x16xf32>, %Y: memref<9x16xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 16 {
      %a = affine.load %X[%i, %j] : memref<9x16xf32>
      %b = arith.addf %a, %a : f32
      affine.for %k = 0 to 16 {
        %d = arith.addf %b, %a : f32
      }
      affine.store %a, %Y[%i, %j] : memref<9x16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @unused_all
// CHECK-NOT: vector
// CHECK: func.return
func.func @unused_all(%X: memref<9x16xf32>, %S: memref<9xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 16 {
      %a = affine.load %X[%i, %j] : memref<9x16xf32>
      %b = arith.addf %a, %a : f32
    }
  }
  affine.for %i = 0 to 9 {
    %r = affine.for %k = 0 to 16 iter_args(%s = %z) -> (f32) {
      %a = affine.load %X[%i, %k] : memref<9x16xf32>
      // expected-remark@+1 {{loop 'k' not vectorized: 'arith.addf' may be reordered only with fastmath<reassoc>}}
      %t = arith.addf %s, %a : f32
      affine.yield %t : f32
    }
    affine.for %j = 0 to 16 {
      %c = arith.cmpf oge, %r, %z : f32
      pad.assume %c : i1
    }
    affine.store %r, %S[%i] : memref<9xf32>
  }
  func.return
}
