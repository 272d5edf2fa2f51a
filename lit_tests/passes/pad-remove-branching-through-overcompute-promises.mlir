// Flags of products that run in any case, and whose poison is in the sum: facts at the inserted instances too.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file | filecheck %s

// S[i] is a factor of A[i, 0], say: were it infinite, acc[i] would be poison.
// CHECK-LABEL: @rows
// CHECK-NOT: affine.if
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<nnan,ninf>
func.func @rows(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 6 to 8 {
      affine.store %zero, %A[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.store %zero, %acc[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %s = affine.load %S[%i] : memref<6xf32>
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %p = arith.mulf %s, %a fastmath<nnan,ninf> : f32
        %n = arith.addf %t, %p : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The iterations that run anyway may come later, and the factor be computed from what is loaded.
// CHECK-LABEL: @first_iterations
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @first_iterations(%S: memref<6xf16>, %A: memref<6x8xf32>, %acc: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 6 to 8 {
      affine.store %zero, %A[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.store %zero, %acc[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    affine.store %zero, %A[%i, 0] : memref<6x8xf32>
    affine.store %zero, %A[%i, 1] : memref<6x8xf32>
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%j) {
        %h = affine.load %S[%i] : memref<6xf16>
        %s = arith.extf %h : f16 to f32
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %p = arith.mulf %s, %a fastmath<nnan,ninf> : f32
        %n = arith.addf %t, %p : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What the caller left in acc[i] may be -0.0, but the sign of its zero does not matter once a sum with nsz is in it.
// CHECK-LABEL: @sign
// CHECK-NOT: affine.if
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<nsz>
func.func @sign(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 6 to 8 {
      affine.store %zero, %A[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %n = arith.addf %t, %a fastmath<nsz> : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A sum that two loops carry, and a scalar factor.
// CHECK-LABEL: @carried
// CHECK-NOT: arith.select
// CHECK: func.return
func.func @carried(%alpha: f32, %A: memref<6x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6 : index
  affine.for %i = 0 to 6 {
    affine.for %j = 6 to 8 {
      affine.store %zero, %A[%i, %j] : memref<6x8xf32>
    }
  }
  %r = affine.for %i = 0 to 6 iter_args(%outer = %zero) -> (f32) {
    %row = affine.for %j = 0 to 8 iter_args(%acc = %outer) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<6x8xf32>
      %p = arith.mulf %alpha, %a fastmath<nnan,ninf> : f32
      %n = arith.addf %acc, %p : f32
      %inside = arith.cmpi slt, %j, %six : index
      %new = arith.select %inside, %n, %acc : f32
      affine.yield %new : f32
    }
    affine.yield %row : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}
