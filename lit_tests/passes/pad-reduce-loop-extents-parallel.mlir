// RUN: pad-opt %s -p pad-reduce-loop-extents --split-input-file --verify-diagnostics | filecheck %s

// The RFC narrows serial loops and parallel ones.
// CHECK-LABEL: @parallel
// CHECK: %c16 =
// CHECK-NEXT: %[[END:.*]] = arith.constant 13 : index
// CHECK-NEXT: scf.parallel (%[[I:.*]]) = (%c0) to (%[[END]]) step (%c1) {
// CHECK-NEXT: memref.load %A[%[[I]]]
// CHECK-NEXT: memref.store
func.func @parallel(%A: memref<16xf32>, %B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %valid = arith.cmpi slt, %i, %c13 : index
    scf.if %valid {
      %a = memref.load %A[%i] : memref<16xf32>
      memref.store %a, %B[%i] : memref<16xf32>
    }
    scf.reduce
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each iterator by itself: the condition on both stays.
// CHECK-LABEL: @two_iterators
// CHECK: affine.parallel (%[[I:.*]], %[[J:.*]]) = (2, 0) to (8, 9) {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 + d1 - 5 >= 0)>(%[[I]], %[[J]]) {
func.func @two_iterators(%A: memref<8x16xf32>, %x: f32) {
  affine.parallel (%i, %j) = (0, 0) to (8, 16) {
    affine.if affine_set<(d0, d1) : (d0 - 2 >= 0, 8 - d1 >= 0, d0 + d1 - 5 >= 0)>(%i, %j) {
      affine.store %x, %A[%i, %j] : memref<8x16xf32>
    }
  }
  func.return
}

// -----

// A step is kept, and met; the size bounds one iterator, the loop around the other.
// CHECK-LABEL: @sizes
// CHECK: affine.for %[[K:.*]] = 1 to 16 {
// CHECK-NEXT: %[[I:.*]] = arith.constant 7 : index
// CHECK-NEXT: %[[J:.*]] = arith.minsi %[[K]], %n : index
// CHECK-NEXT: scf.parallel (%{{.*}}, %{{.*}}) = (%[[I]], %c0) to (%c16, %[[J]]) step (%c3, %c1) {
// CHECK-NEXT: memref.store
// CHECK-NOT: scf.if
func.func @sizes(%A: memref<16x16xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  affine.for %k = 0 to 16 {
    scf.parallel (%i, %j) = (%c1, %c0) to (%c16, %c16) step (%c3, %c1) {
      %first = arith.cmpi sge, %i, %c7 : index
      %second = arith.cmpi slt, %j, %k : index
      %third = arith.cmpi slt, %j, %n : index
      %both = arith.andi %first, %second : i1
      %all = arith.andi %both, %third : i1
      scf.if %all {
        memref.store %x, %A[%i, %j] : memref<16x16xf32>
      }
      scf.reduce
    }
  }
  func.return
}

// -----

// Nothing can happen.
// CHECK-LABEL: @never
// CHECK-NEXT: func.return
func.func @never(%A: memref<8xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (8) {
    affine.if affine_set<(d0) : (d0 - 9 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  func.return
}

// -----

// The store runs everywhere.
// CHECK-LABEL: @everywhere
// CHECK: affine.parallel (%{{.*}}) = (0) to (8) {
func.func @everywhere(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32) {
  // expected-remark@+1 {{loop bounds not narrowed: 'affine.store' runs in each iteration}}
  affine.parallel (%i) = (0) to (8) {
    affine.store %x, %B[%i] : memref<8xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  func.return
}

// -----

// What each iteration gives counts.
// CHECK-LABEL: @reduction
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%c8) step (%c1)
func.func @reduction(%A: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{loop bounds not narrowed: it combines the values of all iterations}}
  %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%zero) -> i32 {
    %valid = arith.cmpi slt, %i, %c3 : index
    %part = scf.if %valid -> (i32) {
      %a = memref.load %A[%i] : memref<8xi32>
      scf.yield %a : i32
    } else {
      scf.yield %zero : i32
    }
    scf.reduce(%part : i32) {
    ^bb0(%l: i32, %r: i32):
      %t = arith.addi %l, %r : i32
      scf.reduce.return %t : i32
    }
  }
  func.return %sum : i32
}

// -----

// A bound that no affine loop may have.
// CHECK-LABEL: @no_operand
// CHECK: affine.parallel (%{{.*}}) = (0) to (8) {
func.func @no_operand(%A: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    // expected-remark@+1 {{loop bounds not narrowed: the narrower bounds need a value that is not a valid affine operand}}
    affine.parallel (%i) = (0) to (8) {
      %below = arith.cmpi slt, %i, %k : index
      scf.if %below {
        affine.store %x, %A[%i] : memref<8xf32>
      }
    }
  }
  func.return
}
