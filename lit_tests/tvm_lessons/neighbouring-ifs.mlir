// TVM (section 1): Simplify never merged arms that do the same, or neighbouring ifs on equal or complementary
// conditions; `4 * i + j < 14` is not seen to imply `i < 3 or j < 2` (0.21 needs more than 60 s).
// Right: they are, in no time; ifs on data are not touched.
// RUN: pad-opt %s -p pad-simplify -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @same_arms
// CHECK-NOT: if
// CHECK: affine.store %x, %A
// CHECK-NOT: if
// CHECK: func.return
func.func @same_arms(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<14xf32>
    } else {
      affine.store %x, %A[%i] : memref<14xf32>
    }
  }
  func.return
}

// CHECK-LABEL: @complementary
// CHECK: affine.if
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %y, %A
// CHECK-NOT: if
// CHECK: func.return
func.func @complementary(%A: memref<4x4xf32>, %x: f32, %y: f32) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        affine.store %x, %A[%io, %ii] : memref<4x4xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%io, %ii) {
        affine.store %y, %A[%io, %ii] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// CHECK-LABEL: @implied
// CHECK: affine.if
// CHECK-NOT: if
// CHECK: affine.store %x
func.func @implied(%A: memref<4x4xf32>, %x: f32) {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %full = arith.cmpi slt, %io, %c3 : index
        %head = arith.cmpi slt, %ii, %c2 : index
        %either = arith.ori %full, %head : i1
        scf.if %either {
          affine.store %x, %A[%io, %ii] : memref<4x4xf32>
        }
      }
    }
  }
  func.return
}

// `4 * i + j < 15` does not imply it: [3, 2].
// CHECK-LABEL: @not_implied
// CHECK: affine.if
// CHECK: if
// CHECK: affine.store %x
func.func @not_implied(%A: memref<4x4xf32>, %x: f32) {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (14 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %full = arith.cmpi slt, %io, %c3 : index
        %head = arith.cmpi slt, %ii, %c2 : index
        %either = arith.ori %full, %head : i1
        scf.if %either {
          affine.store %x, %A[%io, %ii] : memref<4x4xf32>
        }
      }
    }
  }
  func.return
}

// What the first does may change the condition of the second.
// CHECK-LABEL: @data
// CHECK: scf.if
// CHECK: scf.if
func.func @data(%A: memref<14xi32>, %x: i32) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    %c = arith.cmpi slt, %a, %x : i32
    scf.if %c {
      affine.store %x, %A[%i] : memref<14xi32>
    }
    %b = affine.load %A[%i] : memref<14xi32>
    %d = arith.cmpi slt, %b, %x : i32
    scf.if %d {
      %t = arith.addi %b, %x : i32
      affine.store %t, %A[%i] : memref<14xi32>
    }
  }
  func.return
}
