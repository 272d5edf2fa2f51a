// RUN: pad-opt %s -p pad-lower-index-arithmetic --split-input-file | filecheck %s

// By a power of two, whatever the sign: no choice, no comparison, no division.
// CHECK-LABEL: @powers_of_two
// CHECK-NOT: {{select|cmpi|div|rem}}
// CHECK: arith.shrui
// CHECK: arith.andi
// CHECK: memref.store
// CHECK: arith.shrsi
// CHECK: func.return
func.func @powers_of_two(%A: memref<16x8xf32>, %B: memref<64xf32>, %n: index, %x: f32) {
  affine.for %i = 2 to 100 {
    affine.store %x, %A[(%i - 2) floordiv 8, (%i - 2) mod 8] : memref<16x8xf32>
  }
  affine.store %x, %B[symbol(%n) floordiv 4 + 32] : memref<64xf32>
  func.return
}

// -----

// By other numbers: unsigned, also where the dividend is below 0, or may be but not by much.
// CHECK-LABEL: @other_numbers
// CHECK-NOT: {{select|cmpi|divsi|remsi}}
// CHECK: arith.divui
// CHECK: arith.remui
// CHECK: memref.store
// CHECK: arith.xori
// CHECK: arith.divui
// CHECK: arith.xori
// CHECK: arith.remui
// CHECK: memref.store
// CHECK: arith.divui
// CHECK: arith.remui
// CHECK: memref.store
// CHECK: arith.divui
// CHECK-NOT: arith.remui
// CHECK: memref.store
// CHECK: func.return
func.func @other_numbers(%A: memref<40x7xf32>, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.store %x, %A[%i floordiv 7, %i mod 7] : memref<40x7xf32>
    affine.store %x, %A[(%i - 100) floordiv 7 + 20, (%i - 100) mod 7] : memref<40x7xf32>
    affine.store %x, %A[(%i - 3) floordiv 7 + 1, (%i - 3) mod 7] : memref<40x7xf32>
    affine.store %x, %A[(%i - 3) ceildiv 7 + 1, 0] : memref<40x7xf32>
  }
  func.return
}

// -----

// What only affine operations take goes with those: an if, a minimum, an index of both; bounds of
// loops stay.
// CHECK-LABEL: @composed
// CHECK: affine.for
// CHECK: %[[Q:.*]] = arith.divui
// CHECK: scf.if
// CHECK: memref.load {{.*}}[%[[Q]]]
// CHECK: scf.yield
// CHECK: affine.for %k = 0 to affine_map<(d0) -> (d0)>(%q_1)
// CHECK: arith.minsi
// CHECK: vector.load
// CHECK: vector.store
func.func @composed(%A: memref<40xf32>, %B: memref<40xf32>, %x: f32) {
  affine.for %i = 0 to 100 {
    %q = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
    %a = affine.if affine_set<(d0) : (d0 mod 3 - 1 == 0, 20 - d0 >= 0)>(%i) -> f32 {
      %b = affine.load %A[%q] : memref<40xf32>
      affine.yield %b : f32
    } else {
      affine.yield %x : f32
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%q) {
      affine.store %a, %B[%k] : memref<40xf32>
    }
    %least = affine.min affine_map<(d0) -> (d0 floordiv 3, 32)>(%i)
    %v = affine.vector_load %A[%q] : memref<40xf32>, vector<4xf32>
    affine.vector_store %v, %B[%i mod 3] : memref<40xf32>, vector<4xf32>
    memref.store %x, %A[%least] : memref<40xf32>
  }
  func.return
}

// -----

// Integers keep their bits; those of a loop have its range.
// CHECK-LABEL: @integers
// CHECK: %f = arith.shrsi %y
// CHECK: %u = arith.shrui %y
// CHECK: %m = arith.andi %y
// CHECK: affine.for
// CHECK: %q = arith.divui %x
// CHECK-NEXT: %r = arith.remui %x
// CHECK-NOT: ceildiv
// CHECK: func.return
func.func @integers(%y: i8, %A: memref<3x100xi8>) -> (i8, i8, i8) {
  %c7 = arith.constant 7 : i8
  %c8 = arith.constant 8 : i8
  %f = arith.floordivsi %y, %c8 : i8
  %u = arith.divui %y, %c8 : i8
  %m = arith.remui %y, %c8 : i8
  affine.for %i = 0 to 100 {
    %x = arith.index_cast %i : index to i8
    %q = arith.floordivsi %x, %c7 : i8
    %r = arith.remsi %x, %c7 : i8
    %c = arith.ceildivsi %x, %c8 : i8
    affine.store %q, %A[0, %i] : memref<3x100xi8>
    affine.store %r, %A[1, %i] : memref<3x100xi8>
    affine.store %c, %A[2, %i] : memref<3x100xi8>
  }
  func.return %f, %u, %m : i8, i8, i8
}

// -----

// A remainder that the program corrects, though the sign is known.
// CHECK-LABEL: @corrected
// CHECK-NOT: arith.select
// CHECK: arith.remui
// CHECK-NOT: arith.select
// CHECK: func.return
func.func @corrected(%A: memref<7xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  affine.for %i = 0 to 100 {
    %r = arith.remsi %i, %c7 : index
    %negative = arith.cmpi slt, %r, %c0 : index
    %more = arith.addi %r, %c7 : index
    %m = arith.select %negative, %more, %r : index
    memref.store %x, %A[%m] : memref<7xf32>
  }
  func.return
}

// -----

// The loop carries both; the size is at least 0, and where it is 0 there is no iteration.
// CHECK-LABEL: @carried
// CHECK-NOT: {{div|rem[su]i}}
// CHECK: scf.for {{.*}} iter_args(%remainder = {{.*}}, %quotient = {{.*}})
// CHECK-NEXT: memref.load %A[%remainder, %quotient]
// CHECK-NOT: {{div|rem[su]i}}
// CHECK: func.return
func.func @carried(%A: memref<?x?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "A", dim = 1}]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.muli %n, %n : index
  scf.for %i = %c0 to %size step %c1 {
    %q = arith.floordivsi %i, %n : index
    %p = arith.muli %q, %n : index
    %r = arith.subi %i, %p : index
    %a = memref.load %A[%r, %q] : memref<?x?xf32>
    memref.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Any first value, and any step: both are divided before the loop, by 1 where nothing would be.
// CHECK-LABEL: @any_start
// CHECK: %[[N:.*]] = arith.maxsi %n
// CHECK: arith.remui {{.*}}, %[[N]]
// CHECK: arith.divui {{.*}}, %[[N]]
// CHECK: affine.for
// CHECK-NOT: {{div|rem[su]i}}
// CHECK: arith.cmpi uge
// CHECK: affine.yield
// CHECK: func.return
func.func @any_start(%A: memref<64x64xf32>, %B: memref<?x?xf32>, %low: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %B, %c1 : memref<?x?xf32>
  %natural = arith.cmpi sge, %low, %c0 : index
  pad.assume %natural : i1
  affine.for %i = %low to 20 step 3 {
    %j = affine.apply affine_map<(d0) -> (d0 * 2 + 5)>(%i)
    %q = arith.divsi %j, %n : index
    %r = arith.remsi %j, %n : index
    memref.store %x, %A[%q, %r] : memref<64x64xf32>
  }
  func.return
}

// -----

// Three axes: what the quotient of the quotient grows by is 1 at most.
// CHECK-LABEL: @three_axes
// CHECK-NOT: {{div|rem[su]i}}
// CHECK: scf.for {{.*}} -> (index, index, index)
// CHECK-NOT: {{div|rem[su]i}}
// CHECK: func.return
func.func @three_axes(%A: memref<?x?x?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %l = memref.dim %A, %c0 : memref<?x?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?x?xf32>
  %n = memref.dim %A, %c2 : memref<?x?x?xf32>
  %rows = arith.muli %l, %m : index
  %size = arith.muli %rows, %n : index
  scf.for %i = %c0 to %size step %c1 {
    %q = arith.divsi %i, %n : index
    %k = arith.remsi %i, %n : index
    %h = arith.divsi %q, %m : index
    %j = arith.remsi %q, %m : index
    %a = memref.load %A[%h, %j, %k] : memref<?x?x?xf32>
    memref.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// What no loop changes is divided once, and where an if is between as well.
// CHECK-LABEL: @hoisted
// CHECK: %[[N:.*]] = arith.maxsi %n
// CHECK-NEXT: arith.divui %m, %[[N]]
// CHECK-NEXT: affine.for
// CHECK-NOT: div
// CHECK: func.return
func.func @hoisted(%A: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    %some = arith.cmpi sgt, %m, %i : index
    scf.if %some {
      %q = arith.divsi %m, %n : index
      memref.store %x, %A[%q, %i] : memref<?x?xf32>
    }
  }
  func.return
}
