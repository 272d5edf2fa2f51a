// Flags that promise nothing of inserted instances: no iteration that runs anyway makes poison of what they exclude, or not
// of all that the inserted ones get to.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// The padding of B is not a cell that other iterations write.
// CHECK-LABEL: @other_cells
// CHECK: affine.if
func.func @other_cells(%S: memref<6xf32>, %A: memref<6x8xf32>, %B: memref<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 6 to 8 {
      affine.store %zero, %A[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 6 to 8 {
      affine.store %zero, %B[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      // expected-remark@+1 {{the value loaded from S may be infinite or NaN (fastmath<nnan,ninf> on 'arith.mulf' speaks only of the original iterations)}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %s = affine.load %S[%i] : memref<6xf32>
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %p = arith.mulf %s, %a fastmath<nnan,ninf,nsz> : f32
        affine.store %p, %B[%i, %j] : memref<6x8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Where A is negative, the product is dropped, and its poison too.
// CHECK-LABEL: @dropped
// CHECK: affine.if
func.func @dropped(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>) {
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
      // expected-remark@+1 {{the value loaded from S may be infinite or NaN (fastmath<nnan,ninf> on 'arith.mulf' speaks only of the original iterations)}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %s = affine.load %S[%i] : memref<6xf32>
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %p = arith.mulf %s, %a fastmath<nnan,ninf> : f32
        %q = arith.addf %t, %p : f32
        %negative = arith.cmpf olt, %a, %zero : f32
        %n = arith.select %negative, %t, %q : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each factor is in other sums.
// CHECK-LABEL: @other_sums
// CHECK: affine.if
func.func @other_sums(%S: memref<8xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>) {
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
      // expected-remark@+1 {{the value loaded from S may be infinite or NaN}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %s = affine.load %S[%j] : memref<8xf32>
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

// The sum is looked at before an iteration runs that would run anyway.
// CHECK-LABEL: @looked_at
// CHECK: affine.if
func.func @looked_at(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>, %P: memref<6x8xf32>) {
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
      // expected-remark@+1 {{the value loaded from S may be infinite or NaN (fastmath<nnan,ninf> on 'arith.mulf' speaks only of the original iterations)}}
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%j) {
        %s = affine.load %S[%i] : memref<6xf32>
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %p = arith.mulf %s, %a fastmath<nnan,ninf> : f32
        %n = arith.addf %t, %p : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
      %so_far = affine.load %acc[%i] : memref<6xf32>
      affine.store %so_far, %P[%i, %j] : memref<6x8xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Poison that a store ends is not in what comes after it.
// CHECK-LABEL: @begun_again
// CHECK: affine.if
func.func @begun_again(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>) {
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
      // expected-remark@+1 {{the value loaded from S may be infinite or NaN (fastmath<nnan,ninf> on 'arith.mulf' speaks only of the original iterations)}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %s = affine.load %S[%i] : memref<6xf32>
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %p = arith.mulf %s, %a fastmath<nnan,ninf> : f32
        %n = arith.addf %t, %p : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
      // expected-remark@+1 {{is not shown to store the same value in acc[0]}}
      affine.if affine_set<(d0) : (d0 - 5 == 0)>(%j) {
        affine.store %zero, %acc[%i] : memref<6xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Perhaps nothing runs anyway.
// CHECK-LABEL: @none
// CHECK: affine.if
func.func @none(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>, %count: index) {
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
      // expected-remark@+1 {{the value loaded from S may be infinite or NaN (fastmath<nnan,ninf> on 'arith.mulf' speaks only of the original iterations)}}
      affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0, 5 - d0 >= 0)>(%j)[%count] {
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

// The factor changes in between.
// CHECK-LABEL: @changes
// CHECK: affine.if
func.func @changes(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>, %F: memref<8xf32>) {
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
      // expected-remark@+1 {{the value loaded from S may be infinite or NaN (fastmath<nnan,ninf> on 'arith.mulf' speaks only of the original iterations)}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %s = affine.load %S[%i] : memref<6xf32>
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %p = arith.mulf %s, %a fastmath<nnan,ninf> : f32
        %n = arith.addf %t, %p : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
      %next = affine.load %F[%j] : memref<8xf32>
      affine.store %next, %S[%i] : memref<6xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Another operation than the one with the flag leaves the sign of the sum.
// CHECK-LABEL: @sign
// CHECK: affine.if
func.func @sign(%S: memref<6xf32>, %A: memref<6x8xf32>, %acc: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 6 to 8 {
      affine.store %zero, %A[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      // expected-remark@+1 {{the value loaded from acc may be -0.0 (fastmath<nsz> on 'arith.addf' speaks only of the original iterations)}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
        %a = affine.load %A[%i, %j] : memref<6x8xf32>
        %t = affine.load %acc[%i] : memref<6xf32>
        %n = arith.addf %t, %a fastmath<nsz> : f32
        affine.store %n, %acc[%i] : memref<6xf32>
      }
      // expected-remark@+1 {{is not shown to store the same value in acc[0]}}
      affine.if affine_set<(d0) : (d0 - 5 == 0)>(%j) {
        %c = affine.load %S[%i] : memref<6xf32>
        affine.store %c, %acc[%i] : memref<6xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
