// TVM (M9): Simplify with propagate_knowns, and RemoveNoOp with data flow, delete the reduction of a row sum
// over padding that is assumed to hold 0 (or 5): they take what holds in the padding for all cells.
// Right: the sum stays; with 0 the guard goes, with 5 it stays.
// RUN: pad-opt %s --verify-diagnostics -p pad-simplify,pad-remove-no-op,pad-remove-branching-through-overcompute,pad-simplify,canonicalize,pad-remove-no-op -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @zeros
// CHECK: pad.stage = "A_assume"
// CHECK: affine.store %zero, %B
// CHECK-NOT: affine.if
// CHECK: %[[S:.*]] = affine.load %B
// CHECK-NEXT: %[[A:.*]] = affine.load %A
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// CHECK-NEXT: affine.store %[[T]], %B
// CHECK: pad.stage = "compute"
func.func @zeros(%A: memref<2x4x4xf32>, %B: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 2 {
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 4 {
        %j = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
        %c14 = arith.constant 14 : index
        %valid = arith.cmpi slt, %j, %c14 : index
        %a = affine.load %A[%i, %io, %ii] : memref<2x4x4xf32>
        %same = arith.cmpf oeq, %a, %zero : f32
        %either = arith.ori %valid, %same : i1
        pad.assume %either {pad.user} : i1
      }
    }
  } {pad.stage = "A_assume"}
  affine.for %i = 0 to 2 {
    affine.store %zero, %B[%i] : memref<2xf32>
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 4 {
        affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
          %s = affine.load %B[%i] : memref<2xf32>
          %a = affine.load %A[%i, %io, %ii] : memref<2x4x4xf32>
          %t = arith.addf %s, %a : f32
          affine.store %t, %B[%i] : memref<2xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @fives
// CHECK: pad.stage = "A_assume"
// CHECK: affine.store %zero, %B
// CHECK: affine.if
// CHECK-NEXT: %[[S:.*]] = affine.load %B
// CHECK-NEXT: %[[A:.*]] = affine.load %A
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// CHECK-NEXT: affine.store %[[T]], %B
// CHECK: pad.stage = "compute"
func.func @fives(%A: memref<16xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %same = arith.cmpf oeq, %a, %five : f32
    pad.assume %same {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{without the guard, iteration [14] is not shown to store the same value in B[0], which may be read later (A[14] holds 5.000000e+00 : f32)}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<16xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @integers
// CHECK: pad.stage = "A_assume"
// CHECK: affine.store %zero, %B
// CHECK-NOT: affine.if
// CHECK: %[[S:.*]] = affine.load %B
// CHECK-NEXT: %[[A:.*]] = affine.load %A
// CHECK-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// CHECK-NEXT: affine.store %[[T]], %B
// CHECK: pad.stage = "compute"
func.func @integers(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %same = arith.cmpi eq, %a, %zero : i32
    pad.assume %same {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Where all that is read is padding, the sum is known.
// CHECK-LABEL: @padding_alone
// CHECK: pad.stage = "A_assume"
// CHECK: affine.store %zero, %B
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @padding_alone(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %same = arith.cmpi eq, %a, %zero : i32
    pad.assume %same {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 14 to 16 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<16xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
