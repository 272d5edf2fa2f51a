// What TVM's tests of transform_layout ask of a pad value.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 5, i mod 5)" pad=0}, pad-apply-layouts{pad-writes=if}, pad-simplify' --split-input-file 2>/dev/null | filecheck %s

// Question: TestPaddedTransformIfThenElse[int32]
// TVM: rewritten; the producer's loops run over the new axes, and choose between padding and value
// Here: rewritten
// CHECK-LABEL: @produced
// CHECK: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 5 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -5 - d1 + 11 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: affine.load %A[%[[IO]] * 5 + %[[II]]]
// CHECK-NEXT: affine.store %{{.*}}, %T[%[[IO]], %[[II]]] : memref<3x5xi32>
// CHECK-NEXT: } else {
// CHECK: affine.store %{{.*}}, %T[%[[IO]], %[[II]]] : memref<3x5xi32>
func.func @produced(%A: memref<12xi32>) {
  %T = memref.alloc() : memref<12xi32>
  affine.for %i = 0 to 12 {
    %a = affine.load %A[%i] : memref<12xi32>
    affine.store %a, %T[%i] : memref<12xi32>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestPaddedTransformIfThenElse[int8]
// TVM: rewritten; the same, with a pad value of the elements' type
// Here: rewritten
// CHECK-LABEL: @produced_i8
// CHECK: arith.constant 0 : i8
// CHECK: affine.store %{{.*}}, %T[%{{.*}}, %{{.*}}] : memref<3x5xi8>
func.func @produced_i8(%A: memref<12xi8>) {
  %T = memref.alloc() : memref<12xi8>
  affine.for %i = 0 to 12 {
    %a = affine.load %A[%i] : memref<12xi8>
    affine.store %a, %T[%i] : memref<12xi8>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestPaddedTransformWithoutLoop
// TVM: rewritten; a store without a loop: the padding is written in a nest after it
// Here: rewritten, sound: the buffer is an argument of which one cell is written, not all: its padding is
//   known on entry, as it is read, and holds still; a nest that writes it again would do nothing
// CHECK-LABEL: @without_loop
// CHECK: affine.store %x, %T[0, 0] : memref<3x5xi32>
func.func @without_loop(%T: memref<12xi32>, %x: i32) {
  affine.store %x, %T[0] : memref<12xi32>
  func.return
}

// -----

// Question: TestPaddedTransformIfThenElseReduction
// TVM: rewritten; loops of a sum run over the new axes, and choose in the initialisation and in each step
// Here: rewritten, more: the sum chooses nothing, as a stage after it writes the padding once
// CHECK-LABEL: @summed
// CHECK: affine.for %{{.*}} = 0 to 12 {
// CHECK: affine.store %{{.*}}, %T[%{{.*}} floordiv 5, %{{.*}} mod 5] : memref<3x5xi32>
// CHECK: } {{.*}}pad.stage = "T_padding"
func.func @summed(%A: memref<12x7xi32>) {
  %T = memref.alloc() : memref<12xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 12 {
    affine.store %zero, %T[%i] : memref<12xi32>
    affine.for %k = 0 to 7 {
      %t = affine.load %T[%i] : memref<12xi32>
      %a = affine.load %A[%i, %k] : memref<12x7xi32>
      %s = arith.addi %t, %a : i32
      affine.store %s, %T[%i] : memref<12xi32>
    }
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestPaddedTransformIfThenElseReductionOpaque
// TVM: rewritten; the same of blocks that say nothing of their iterators
// Here: rewritten, more: as above
// CHECK-LABEL: @summed_opaquely
// CHECK: scf.for %i = %c0 to %c12 step %c1 {
// CHECK: memref.store %{{.*}}, %T[%{{.*}}, %{{.*}}] : memref<3x5xi32>
// CHECK: } {{.*}}pad.stage = "T_padding"
func.func @summed_opaquely(%A: memref<12x7xi32>) {
  %T = memref.alloc() : memref<12xi32>
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    memref.store %zero, %T[%i] : memref<12xi32>
    scf.for %k = %c0 to %c7 step %c1 {
      %t = memref.load %T[%i] : memref<12xi32>
      %a = memref.load %A[%i, %k] : memref<12x7xi32>
      %s = arith.addi %t, %a : i32
      memref.store %s, %T[%i] : memref<12xi32>
    }
  }
  func.return
}

// -----

// Question: TestPaddedTransformPostProcIfRequiredDueToSideEffects
// TVM: rewritten; a nest that stores to another buffer too stays, and a nest after it writes the padding
// Here: rewritten
// CHECK-LABEL: @also_elsewhere
// CHECK: affine.for %{{.*}} = 0 to 12 {
// CHECK: affine.store %{{.*}}, %T[%{{.*}} floordiv 5, %{{.*}} mod 5] : memref<3x5xi32>
// CHECK: affine.store %{{.*}}, %C[-%{{.*}} + 11] : memref<12xi32>
// CHECK: affine.if affine_set<(d0, d1) : (d0 * 5 + d1 - 12 >= 0)>
// CHECK: } {{.*}}pad.stage = "T_padding"
func.func @also_elsewhere(%A: memref<12xi32>, %C: memref<12xi32>) {
  %T = memref.alloc() : memref<12xi32>
  affine.for %i = 0 to 12 {
    %a = affine.load %A[%i] : memref<12xi32>
    affine.store %a, %T[%i] : memref<12xi32>
    affine.store %a, %C[-%i + 11] : memref<12xi32>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestPaddedTransformOfInputCreatesAssumption
// TVM: rewritten; what the padding of an input holds is assumed at the head of the function
// Here: rewritten
// CHECK-LABEL: @given
// CHECK: affine.load %T[%{{.*}}, %{{.*}}] : memref<3x5xi32>
// CHECK: pad.assume
// CHECK: } {{.*}}pad.stage = "T_assume"
// CHECK: affine.load %T[%{{.*}} floordiv 5, %{{.*}} mod 5] : memref<3x5xi32>
func.func @given(%T: memref<12xi32>, %B: memref<12xi32>) {
  affine.for %i = 0 to 12 {
    %t = affine.load %T[%i] : memref<12xi32>
    affine.store %t, %B[%i] : memref<12xi32>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: test_index_map_dtype_legalize
// TVM: rewritten; extents of 64 bits, indices of 32 bits in the map: no error
// Here: rewritten, more: the indices of maps and loops are of the type index, so that none has to be made another
// CHECK-LABEL: @wide_indices
// CHECK: affine.store %{{.*}}, %T[%{{.*}}, %{{.*}}] : memref<7x5xi64>
func.func @wide_indices(%n: i64, %x: i64) {
  %T = memref.alloc() : memref<33xi64>
  affine.for %i = 0 to 33 {
    affine.store %x, %T[%i] : memref<33xi64>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestErrorOnNonMatchingTypes
// TVM: refused; an integer as pad value of floats
// Here: rewritten, more: the number is a value of the type, exactly; one that is not, 0.5 of integers, is refused
// CHECK-LABEL: @integer_for_floats
// CHECK: arith.constant 0.000000e+00 : f32
func.func @integer_for_floats(%x: f32) {
  %T = memref.alloc() : memref<13xf32>
  affine.for %i = 0 to 13 {
    affine.store %x, %T[%i] : memref<13xf32>
  } {pad.stage = "block"}
  func.return
}
