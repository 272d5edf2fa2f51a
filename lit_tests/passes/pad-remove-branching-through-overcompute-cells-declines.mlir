// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// A row of thirteen -0.0 sums to -0.0, and with the padding to +0.0.
// CHECK-LABEL: @minus_zero_start
// CHECK: affine.if
func.func @minus_zero_start(%A: memref<8x16xf32>, %C: memref<8xf32>) {
  %start = arith.constant -0.0 : f32
  %bits0 = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %k = 13 to 16 {
      %a = affine.load %A[%i, %k] : memref<8x16xf32>
      %ab = arith.bitcast %a : f32 to i32
      %is = arith.cmpi eq, %ab, %bits0 : i32
      pad.assume %is : i1
    }
  }
  affine.for %i = 0 to 8 {
    affine.store %start, %C[%i] : memref<8xf32>
    affine.for %k = 0 to 16 {
      // expected-remark@+1 {{the value loaded from C may be -0.0}}
      affine.if affine_set<(d0) : (12 - d0 >= 0)>(%k) {
        %c = affine.load %C[%i] : memref<8xf32>
        %a = affine.load %A[%i, %k] : memref<8x16xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i] : memref<8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// C may come in as -0.0.
// CHECK-LABEL: @callers_sum
// CHECK: affine.if
func.func @callers_sum(%A: memref<8x16xf32>, %C: memref<8xf32>) {
  %bits0 = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %k = 13 to 16 {
      %a = affine.load %A[%i, %k] : memref<8x16xf32>
      %ab = arith.bitcast %a : f32 to i32
      %is = arith.cmpi eq, %ab, %bits0 : i32
      pad.assume %is : i1
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      // expected-remark@+1 {{the value loaded from C may be -0.0}}
      affine.if affine_set<(d0) : (12 - d0 >= 0)>(%k) {
        %c = affine.load %C[%i] : memref<8xf32>
        %a = affine.load %A[%i, %k] : memref<8x16xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i] : memref<8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Row 6 of C is read later: that row 7 is dead is not enough.
// CHECK-LABEL: @somebody_reads
// CHECK: affine.if
func.func @somebody_reads(%A: memref<8x4xf32>, %total: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %C[%i] : memref<8xf32>
    affine.for %k = 0 to 4 {
      // expected-remark@+1 {{A[6, 0] may hold anything}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %c = affine.load %C[%i] : memref<8xf32>
        %a = affine.load %A[%i, %k] : memref<8x4xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i] : memref<8xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.store %zero, %total[0] : memref<1xf32>
  affine.for %i = 0 to 7 {
    %t = affine.load %total[0] : memref<1xf32>
    %c = affine.load %C[%i] : memref<8xf32>
    %u = arith.addf %t, %c : f32
    affine.store %u, %total[0] : memref<1xf32>
  } {pad.stage = "total"}
  memref.dealloc %C : memref<8xf32>
  func.return
}

// -----

// C[6] and C[7] are uninitialised: reading them is undefined, whatever comes of it.
// CHECK-LABEL: @never_written
// CHECK: affine.if
func.func @never_written(%A: memref<8x4xf32>, %out: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 6 {
    affine.store %zero, %C[%i] : memref<8xf32>
  } {pad.stage = "init_compute"}
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 4 {
      // expected-remark@+1 {{C[6] would be read, but nothing says what it holds}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %c = affine.load %C[%i] : memref<8xf32>
        %a = affine.load %A[%i, %k] : memref<8x4xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i] : memref<8xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 6 {
    %c = affine.load %C[%i] : memref<8xf32>
    affine.store %c, %out[%i] : memref<6xf32>
  } {pad.stage = "copy_out"}
  memref.dealloc %C : memref<8xf32>
  func.return
}

// -----

// D[6, 0] is seen by the caller, and may have come in as anything.
// CHECK-LABEL: @one_row_too_many
// CHECK: affine.if
func.func @one_row_too_many(%A: memref<8x8xf32>, %D: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<8x8xf32>
      %c5 = arith.constant 5 : index
      %in = arith.cmpi slt, %j, %c5 : index
      %is = arith.cmpf oeq, %a, %zero : f32
      %holds = arith.ori %in, %is : i1
      pad.assume %holds : i1
    }
  }
  affine.for %i = 0 to 6 {
    affine.store %zero, %D[%i, 0] : memref<8x8xf32>
  } {pad.stage = "init_compute"}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      // expected-remark@+1 {{D[6, 0]}}
      affine.if affine_set<(d0, d1) : (5 - d0 >= 0, 5 - d1 >= 0)>(%i, %j) {
        %d = affine.load %D[%i, 0] : memref<8x8xf32>
        %a = affine.load %A[%i, %j] : memref<8x8xf32>
        %m = math.absf %a : f32
        %s = arith.addf %d, %m : f32
        %e = arith.subf %s, %a : f32
        affine.store %e, %D[%i, 0] : memref<8x8xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 7 to 8 {
    affine.for %j = 0 to 8 {
      %u = pad.undef : f32
      affine.store %u, %D[%i, %j] : memref<8x8xf32>
    }
  } {pad.of_padding, pad.stage = "D_padding"}
  func.return
}

// -----

// What is computed of C[6] is copied out.
// CHECK-LABEL: @scratch_that_is_read
// CHECK: affine.if
func.func @scratch_that_is_read(%A: memref<8x4xf32>, %out: memref<7xf32>) {
  %zero = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<8xf32>
  %D = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %C[%i] : memref<8xf32>
    affine.for %k = 0 to 4 {
      // expected-remark@+1 {{C[6]}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %c = affine.load %C[%i] : memref<8xf32>
        %a = affine.load %A[%i, %k] : memref<8x4xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i] : memref<8xf32>
      }
    }
    %c = affine.load %C[%i] : memref<8xf32>
    %n = arith.negf %c : f32
    affine.store %n, %D[%i] : memref<8xf32>
  } {pad.stage = "compute"}
  affine.for %i = 0 to 7 {
    %d = affine.load %D[%i] : memref<8xf32>
    affine.store %d, %out[%i] : memref<7xf32>
  } {pad.stage = "copy_out"}
  memref.dealloc %C : memref<8xf32>
  memref.dealloc %D : memref<8xf32>
  func.return
}

// -----

// What is computed of C[6] decides whether D[0] is written.
// CHECK-LABEL: @scratch_that_decides
// CHECK: affine.if
func.func @scratch_that_decides(%A: memref<8x4xf32>, %out: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<8xf32>
  %D = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %D[%i] : memref<8xf32>
  } {pad.stage = "init"}
  affine.for %i = 0 to 8 {
    affine.store %zero, %C[%i] : memref<8xf32>
    affine.for %k = 0 to 4 {
      // expected-remark@+1 {{C[6]}}
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %c = affine.load %C[%i] : memref<8xf32>
        %a = affine.load %A[%i, %k] : memref<8x4xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i] : memref<8xf32>
      }
    }
    %c = affine.load %C[%i] : memref<8xf32>
    %positive = arith.cmpf ogt, %c, %zero : f32
    // expected-remark@+1 {{its condition is not one on indices alone}}
    scf.if %positive {
      affine.store %c, %D[0] : memref<8xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 6 {
    %d = affine.load %D[%i] : memref<8xf32>
    affine.store %d, %out[%i] : memref<6xf32>
  } {pad.stage = "copy_out"}
  memref.dealloc %C : memref<8xf32>
  memref.dealloc %D : memref<8xf32>
  func.return
}

// -----

// Where n is 2 or 3, nothing is cleared: the last cell may hold anything.
// CHECK-LABEL: @cleared_from_the_larger_of_two
// CHECK: affine.if
func.func @cleared_from_the_larger_of_two(%A: memref<?xf32>, %B: memref<1xf32>, %n: index {pad.size = [{of = "A", dim = 0, min = 2}]}) {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %last = affine.apply affine_map<(d0) -> (d0 - 1)>(%n)
  %from = arith.maxsi %last, %c3 : index
  scf.for %i = %from to %n step %c1 {
    memref.store %zero, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    // expected-remark@+1 {{iteration [1] is not shown to store the same value in B[0], which may be read later (A[1] may hold anything)}}
    affine.if affine_set<(d0)[s0] : (s0 - 2 - d0 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<?xf32>
      %s = affine.load %B[0] : memref<1xf32>
      %t = arith.addf %s, %a fastmath<nsz> : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
