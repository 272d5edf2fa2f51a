// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// An earlier iteration of the loop wrote the cell.
// CHECK-LABEL: @accumulated
// CHECK: affine.load %B[0]
func.func @accumulated(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 16 {
    %b = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<16xi32>
    %s = arith.addi %b, %a : i32
    affine.store %s, %B[0] : memref<1xi32>
  }
  func.return
}

// -----

// The same in a stage: iteration 3 reads what iteration 2 wrote.
// CHECK-LABEL: @shifted
// CHECK: affine.load %B
func.func @shifted(%B: memref<17xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 17 {
    affine.store %zero, %B[%i] : memref<17xi32>
  }
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<17xi32>
    %s = arith.addi %b, %one : i32
    affine.store %s, %B[%i + 1] : memref<17xi32>
  }
  func.return
}

// -----

// A call in between; a store to a cell that may be the same; a store that not always runs.
// CHECK-LABEL: @between
// CHECK: affine.load %A[0]
// CHECK: affine.load %A[0]
// CHECK: affine.load %A[0]
// CHECK: affine.load %A[0]
func.func private @change(memref<4xf32>)
func.func @between(%A: memref<4xf32>, %x: f32, %y: f32, %n: index, %c: i1) -> (f32, f32, f32, f32) {
  affine.store %x, %A[0] : memref<4xf32>
  func.call @change(%A) : (memref<4xf32>) -> ()
  %a = affine.load %A[0] : memref<4xf32>
  affine.store %x, %A[0] : memref<4xf32>
  affine.store %y, %A[%n] : memref<4xf32>
  %b = affine.load %A[0] : memref<4xf32>
  affine.store %x, %A[0] : memref<4xf32>
  scf.if %c {
    affine.store %y, %A[0] : memref<4xf32>
  }
  %d = affine.load %A[0] : memref<4xf32>
  affine.store %x, %A[%n] : memref<4xf32>
  %e = affine.load %A[0] : memref<4xf32>
  func.return %a, %b, %d, %e : f32, f32, f32, f32
}

// -----

// A call that knows the buffer without being given it; another name for the buffer.
// CHECK-LABEL: @hidden
// CHECK: affine.load %A[0]
func.func private @work()
func.func @hidden(%A: memref<4xf32>, %x: f32) -> f32 {
  affine.store %x, %A[0] : memref<4xf32>
  func.call @work() : () -> ()
  %a = affine.load %A[0] : memref<4xf32>
  func.return %a : f32
}

// -----

// CHECK-LABEL: @alias
// CHECK: affine.load %A[0]
func.func @alias(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %y: f32) -> f32 attributes {pad.may_alias} {
  affine.store %x, %A[0] : memref<4xf32>
  affine.store %y, %B[0] : memref<4xf32>
  %a = affine.load %A[0] : memref<4xf32>
  func.return %a : f32
}

// -----

// Iterations of scf.while and of a parallel loop have no order that is known.
// CHECK-LABEL: @unordered
// CHECK: affine.load %B[0]
// CHECK: affine.load %B[0]
func.func @unordered(%B: memref<1xi32>, %n: i32) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  %w = scf.while (%v = %n) : (i32) -> i32 {
    %b = affine.load %B[0] : memref<1xi32>
    %c = arith.cmpi slt, %b, %v : i32
    scf.condition(%c) %v : i32
  } do {
  ^body(%v: i32):
    affine.store %v, %B[0] : memref<1xi32>
    scf.yield %v : i32
  }
  affine.store %zero, %B[0] : memref<1xi32>
  affine.parallel (%i) = (0) to (4) {
    %b = affine.load %B[0] : memref<1xi32>
    %s = arith.addi %b, %n : i32
    affine.store %s, %B[0] : memref<1xi32>
  }
  func.return
}

// -----

// RFC 77: the body of the first if may change the condition of the second.
// CHECK-LABEL: @data_dependent
// CHECK: scf.if
// CHECK: scf.if
func.func @data_dependent(%A: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %c = arith.cmpf olt, %a, %zero : f32
    scf.if %c {
      %s = arith.addf %a, %one : f32
      affine.store %s, %A[%i] : memref<16xf32>
    }
    %b = affine.load %A[%i] : memref<16xf32>
    %d = arith.cmpf olt, %b, %zero : f32
    scf.if %d {
      affine.store %zero, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Neither equal nor complementary: i = 8 is in both. Something stands between. The arms differ.
// CHECK-LABEL: @apart
// CHECK: affine.if
// CHECK: affine.if
// CHECK: affine.store
// CHECK: affine.if
// CHECK: affine.if
// CHECK: else
func.func @apart(%A: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (8 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %y, %A[%i] : memref<16xf32>
    }
    affine.store %x, %A[0] : memref<16xf32>
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %y, %A[15 - %i] : memref<16xf32>
    }
    affine.store %x, %A[0] : memref<16xf32>
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    } else {
      affine.store %x, %A[%i + 1] : memref<16xf32>
    }
  }
  func.return
}

// -----

// An assume speaks of what is after it.
// CHECK-LABEL: @in_front
// CHECK: affine.store %x, %A[%n mod 8]
// CHECK: pad.assume
// CHECK: affine.store %x, %A[%n]
func.func @in_front(%A: memref<8xf32>, %x: f32, %n: index) {
  affine.store %x, %A[%n mod 8] : memref<8xf32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %low = arith.cmpi sge, %n, %c0 : index
  %high = arith.cmpi slt, %n, %c8 : index
  %both = arith.andi %low, %high : i1
  pad.assume %both : i1
  affine.store %x, %A[%n mod 8] : memref<8xf32>
  func.return
}
