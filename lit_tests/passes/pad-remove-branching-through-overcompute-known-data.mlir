// RUN: pad-opt %s -p pad-remove-branching-through-overcompute --split-input-file --verify-diagnostics | filecheck %s

// A guard on data that always holds adds nothing where it goes: an i1 that is assumed, in an if and in a select.
// CHECK-LABEL: @assumed
// CHECK-NOT: scf.if
// CHECK: affine.store %{{.*}}, %A
// CHECK: func.return
func.func @assumed(%A: memref<8xf32>, %x: f32, %c: i1) {
  pad.assume %c : i1
  affine.for %i = 0 to 8 {
    scf.if %c {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  } {pad.stage = "fill"}
  func.return
}

// -----

// What is assumed of a cell, loaded again in a loop that does not write it.
// CHECK-LABEL: @loaded
// CHECK-NOT: scf.if
// CHECK: affine.store %x, %A
// CHECK: func.return
func.func @loaded(%A: memref<8xf32>, %depth: memref<1xi32>, %x: f32) {
  %four = arith.constant 4 : i32
  %ten = arith.constant 10 : i32
  %d = affine.load %depth[0] : memref<1xi32>
  %shallow = arith.cmpi slt, %d, %four : i32
  pad.assume %shallow : i1
  affine.for %i = 0 to 8 {
    %again = affine.load %depth[0] : memref<1xi32>
    %fits = arith.cmpi slt, %again, %ten : i32
    scf.if %fits {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  } {pad.stage = "fill"}
  func.return
}

// -----

// As somebody else asked for it from the text of the RFC: three assumes that determine a number together.
// CHECK-LABEL: @tile_sum
// CHECK-COUNT-3: pad.assume
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @tile_sum(%A: memref<4x8xi64>, %S: memref<1xi64>, %used: i32) {
  %zero = arith.constant 0 : i64
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  %rest = arith.remsi %used, %c8 : i32
  %none = arith.constant 0 : i32
  %whole = arith.cmpi eq, %rest, %none : i32
  pad.assume %whole : i1
  %c24 = arith.constant 24 : i32
  %least = arith.cmpi sgt, %used, %c24 : i32
  pad.assume %least : i1
  %notmore = arith.cmpi sle, %used, %c32 : i32
  pad.assume %notmore : i1
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
      %ati = arith.index_cast %at : index to i32
      %in = arith.cmpi slt, %ati, %used : i32
      scf.if %in {
        %s = affine.load %S[0] : memref<1xi64>
        %a = affine.load %A[%i, %j] : memref<4x8xi64>
        %t = arith.addi %s, %a : i64
        affine.store %t, %S[0] : memref<1xi64>
      }
    }
  } {pad.stage = "total"}
  func.return
}

// -----

// Nothing says that it holds, or it did not for a cell that the loop writes.
// CHECK-LABEL: @open
// CHECK-COUNT-2: scf.if
func.func @open(%A: memref<8xf32>, %depth: memref<1xi32>, %x: f32, %c: i1) {
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %ten = arith.constant 10 : i32
  %d = affine.load %depth[0] : memref<1xi32>
  %shallow = arith.cmpi slt, %d, %four : i32
  pad.assume %shallow : i1
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{stage 'fill': guard kept: its condition is not one on indices alone}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<8xf32>
    }
    %again = affine.load %depth[0] : memref<1xi32>
    %fits = arith.cmpi slt, %again, %ten : i32
    // expected-remark@+1 {{stage 'fill': guard kept: its condition is not one on indices alone}}
    scf.if %fits {
      affine.store %x, %A[%i] : memref<8xf32>
    }
    %next = arith.addi %again, %one : i32
    affine.store %next, %depth[0] : memref<1xi32>
  } {pad.stage = "fill"}
  func.return
}
