// TVM (section 1): UseAssumeToReduceBranches matches guard and assume as texts (`not (14 <= j)` is found, `j < 14` is
// not), and only where a stored value is an if_then_else in a function marked elementwise. Right: sets of cells are
// compared, under any name, in ifs, selects and reductions; a guard that is in earnest stays.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// The assume says 4 * io + ii >= 14, the guard io < 3 or ii < 2.
// CHECK-LABEL: @reduction
// CHECK: pad.assume
// CHECK-NOT: if
// CHECK: func.return
func.func @reduction(%A: memref<4x4xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %j = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
      %c14 = arith.constant 14 : index
      %valid = arith.cmpi slt, %j, %c14 : index
      %a = affine.load %A[%io, %ii] : memref<4x4xi32>
      %same = arith.cmpi eq, %a, %zero : i32
      %either = arith.ori %valid, %same : i1
      pad.assume %either {pad.user} : i1
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %full = arith.cmpi slt, %io, %c3 : index
      %head = arith.cmpi slt, %ii, %c2 : index
      %valid = arith.ori %full, %head : i1
      scf.if %valid {
        %s = affine.load %C[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// `not (14 <= j)` and `j < 14`, around a select and around a store.
// CHECK-LABEL: @elementwise
// CHECK: pad.assume
// CHECK-NOT: arith.select
// CHECK: pad.stage = "compute"
func.func @elementwise(%A: memref<16xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %c14 = arith.constant 14 : index
  affine.for %j = 14 to 16 {
    %a = affine.load %A[%j] : memref<16xi32>
    %same = arith.cmpi eq, %a, %zero : i32
    pad.assume %same {pad.user} : i1
  }
  affine.for %j = 0 to 16 {
    %behind = arith.cmpi sle, %c14, %j : index
    %valid = arith.xori %behind, %true : i1
    %a = affine.load %A[%j] : memref<16xi32>
    %d = arith.addi %a, %a : i32
    %b = arith.select %valid, %d, %zero : i32
    affine.store %b, %B[%j] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}

// One cell more than the padding is cut off: A[13] may be anything.
// CHECK-LABEL: @too_much
// CHECK: pad.assume
// CHECK: affine.if
func.func @too_much(%A: memref<16xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 14 to 16 {
    %a = affine.load %A[%j] : memref<16xi32>
    %same = arith.cmpi eq, %a, %zero : i32
    pad.assume %same {pad.user} : i1
  }
  affine.for %j = 0 to 16 {
    // expected-remark@+1 {{without the guard, iteration [13] is not shown to store the same value in C[0], which may be read later (A[13] may hold anything)}}
    affine.if affine_set<(d0) : (12 - d0 >= 0)>(%j) {
      %s = affine.load %C[0] : memref<1xi32>
      %a = affine.load %A[%j] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %C[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
