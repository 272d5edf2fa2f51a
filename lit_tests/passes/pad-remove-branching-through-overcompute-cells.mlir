// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// Rows 6 and 7 of C are undef before and after, whatever they hold; rows 0 to 5 start at +0.0. The
// inner guard goes with the outer one in place or without it.
// CHECK-LABEL: @matmul_by_A
// CHECK-NOT: affine.if
// CHECK-NOT: scf.if
// CHECK: pad.stage = "compute"
func.func @matmul_by_A(%A: memref<8x16xf32>, %B: memref<16x6xf32>, %C: memref<8x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %bits0 = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %k = 13 to 16 {
      %a = affine.load %A[%i, %k] : memref<8x16xf32>
      %ab = arith.bitcast %a : f32 to i32
      %is = arith.cmpi eq, %ab, %bits0 : i32
      pad.assume %is : i1
    }
  }
  affine.for %i = 6 to 8 {
    affine.for %k = 0 to 13 {
      %a = affine.load %A[%i, %k] : memref<8x16xf32>
      %u = pad.undef : f32
      %is = arith.cmpf ueq, %a, %u : f32
      pad.assume %is : i1
    }
    affine.for %j = 0 to 6 {
      %c = affine.load %C[%i, %j] : memref<8x6xf32>
      %u = pad.undef : f32
      %is = arith.cmpf ueq, %c, %u : f32
      pad.assume %is : i1
    }
  }
  affine.for %k = 13 to 16 {
    affine.for %j = 0 to 6 {
      %b = affine.load %B[%k, %j] : memref<16x6xf32>
      %bb = arith.bitcast %b : f32 to i32
      %is = arith.cmpi eq, %bb, %bits0 : i32
      pad.assume %is : i1
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.store %zero, %C[%i, %j] : memref<8x6xf32>
    }
  } {pad.stage = "init_compute"}
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        affine.for %j = 0 to 6 {
          affine.if affine_set<(d0) : (12 - d0 >= 0)>(%k) {
            %c = affine.load %C[%i, %j] : memref<8x6xf32>
            %a = affine.load %A[%i, %k] : memref<8x16xf32>
            %b = affine.load %B[%k, %j] : memref<16x6xf32>
            %p = arith.mulf %a, %b : f32
            %s = arith.addf %c, %p : f32
            affine.store %s, %C[%i, %j] : memref<8x6xf32>
          }
        }
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    affine.for %j = 0 to 6 {
      %u = pad.undef : f32
      affine.store %u, %C[%i, %j] : memref<8x6xf32>
    }
  } {pad.of_padding, pad.stage = "C_padding"}
  func.return
}

// -----

// No one reads E[6] and E[7]. Only when the zero is stored there too may the sum read them. A
// difference is -0.0 only of -0.0 and +0.0, so each of its values is none.
// CHECK-LABEL: @energies
// CHECK-NOT: affine.if
// CHECK-NOT: scf.if
// CHECK: pad.stage = "compute"
func.func @energies(%X: memref<8x16xf64>, %out: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  scf.for %r = %c0 to %c8 step %c1 {
    scf.for %c = %c0 to %c16 step %c1 {
      %x = memref.load %X[%r, %c] : memref<8x16xf64>
      %is = arith.cmpf oeq, %x, %zero : f64
      %r_in = arith.cmpi slt, %r, %c6 : index
      %c_in = arith.cmpi slt, %c, %c13 : index
      %in = arith.andi %r_in, %c_in : i1
      %holds = arith.ori %in, %is : i1
      pad.assume %holds : i1
    }
  }
  %E = memref.alloc() : memref<8xf64>
  scf.for %r = %c0 to %c8 step %c1 {
    %row = arith.cmpi slt, %r, %c6 : index
    scf.if %row {
      memref.store %zero, %E[%r] : memref<8xf64>
    }
    scf.for %c = %c0 to %c16 step %c1 {
      %col = arith.cmpi slt, %c, %c13 : index
      %both = arith.andi %row, %col : i1
      scf.if %both {
        %e = memref.load %E[%r] : memref<8xf64>
        %x = memref.load %X[%r, %c] : memref<8x16xf64>
        %n = arith.subf %e, %x : f64
        memref.store %n, %E[%r] : memref<8xf64>
      }
    }
  } {pad.stage = "compute"}
  affine.for %r = 0 to 6 {
    %e = affine.load %E[%r] : memref<8xf64>
    affine.store %e, %out[%r] : memref<6xf64>
  } {pad.stage = "copy_out"}
  memref.dealloc %E : memref<8xf64>
  func.return
}

// -----

// Both arms have a guard of their own, which has to go first.
// CHECK-LABEL: @nested_in_both
// CHECK-NOT: affine.if
// CHECK-NOT: scf.if
// CHECK: pad.stage = "compute"
func.func @nested_in_both(%A: memref<8x16xi32>, %B: memref<8x16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      %a = affine.load %A[%i, %k] : memref<8x16xi32>
      %is = arith.cmpi eq, %a, %zero : i32
      %c6 = arith.constant 6 : index
      %c13 = arith.constant 13 : index
      %row = arith.cmpi slt, %i, %c6 : index
      %column = arith.cmpi slt, %k, %c13 : index
      %in = arith.andi %row, %column : i1
      %holds = arith.ori %in, %is : i1
      pad.assume %holds : i1
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        affine.if affine_set<(d0) : (12 - d0 >= 0)>(%k) {
          %a = affine.load %A[%i, %k] : memref<8x16xi32>
          %t = arith.addi %a, %a : i32
          affine.store %t, %B[%i, %k] : memref<8x16xi32>
        } else {
          affine.store %zero, %B[%i, %k] : memref<8x16xi32>
        }
      } else {
        affine.if affine_set<(d0) : (12 - d0 >= 0)>(%k) {
          affine.store %zero, %B[%i, %k] : memref<8x16xi32>
        } else {
          affine.store %zero, %B[%i, %k] : memref<8x16xi32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// One guard for both: the rows that no one sees again may have started at -0.0.
// CHECK-LABEL: @differences
// CHECK-NOT: affine.if
// CHECK-NOT: scf.if
// CHECK: pad.stage = "compute"
func.func @differences(%A: memref<8x8xf32>, %D: memref<8x8xf32>) {
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
  affine.for %i = 6 to 8 {
    affine.for %j = 0 to 8 {
      %u = pad.undef : f32
      affine.store %u, %D[%i, %j] : memref<8x8xf32>
    }
  } {pad.of_padding, pad.stage = "D_padding"}
  func.return
}

// -----

// The sum of row 6 is read, but only to be stored where no one looks.
// CHECK-LABEL: @scratch_that_nobody_sees
// CHECK-NOT: affine.if
// CHECK-NOT: scf.if
// CHECK: pad.stage = "compute"
func.func @scratch_that_nobody_sees(%A: memref<8x4xf32>, %out: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<8xf32>
  %D = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %C[%i] : memref<8xf32>
    affine.for %k = 0 to 4 {
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
  affine.for %i = 0 to 6 {
    %d = affine.load %D[%i] : memref<8xf32>
    affine.store %d, %out[%i] : memref<6xf32>
  } {pad.stage = "copy_out"}
  memref.dealloc %C : memref<8xf32>
  memref.dealloc %D : memref<8xf32>
  func.return
}
