// What dropping a guard adds is told: in numbers, as a formula of sizes, or that it cannot be counted.
// RUN: pad-opt %s -p 'pad-optimize{max-waste=inf}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @numbers
// CHECK-NOT: affine.if
func.func @numbers(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{stage 'compute': guard removed: 2 instances are added to the original 14}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @formula
// CHECK-NOT: affine.if
func.func @formula(%A: memref<?x16xi32>, %B: memref<1xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
    affine.for %ii = max affine_map<(d0)[s0] -> (0, s0 - d0 * 16)>(%io)[%n] to 16 {
      affine.store %zero, %A[%io, %ii] : memref<?x16xi32>
    }
  }
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
    affine.for %ii = 0 to 16 {
      // expected-remark@+1 {{stage 'compute': guard removed: 16*((n + 15) // 16) - n instances are added to the original n}}
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 16 - d1 >= 0)>(%io, %ii)[%n] {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<?x16xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A triangle of n x n: its size is not a quasi-affine function.
// CHECK-LABEL: @uncounted
// CHECK-NOT: affine.if
func.func @uncounted(%A: memref<?x?xi32>, %B: memref<1xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n] to %n {
      affine.store %zero, %A[%i, %j] : memref<?x?xi32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      // expected-remark@+1 {{stage 'compute': guard removed: how many instances are added cannot be counted}}
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 - d1 >= 0)>(%i, %j)[%n] {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
