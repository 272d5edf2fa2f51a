// What TVM's tests of transform_layout ask of axis separators.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 5, i mod 5)" separators="[1]" pad=0}, pad-apply-layouts{pad-writes=if}' --split-input-file 2>/dev/null | filecheck %s

// Question: TestTransformWithAxisSeparators
// TVM: rewritten; the separator stays with the buffer, its padding is written in the producer
// Here: rewritten
// CHECK-LABEL: @separated(%T: memref<3x5xi32> {{.*}}separators = [1]
// CHECK: affine.if
// CHECK: affine.store %x, %T[%{{.*}}, %{{.*}}] : memref<3x5xi32>
// CHECK: } else {
func.func @separated(%T: memref<12xi32>, %x: i32) {
  affine.for %i = 0 to 12 {
    affine.store %x, %T[%i] : memref<12xi32>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestTransformWithAxisSeparatorsOpaqueBlock
// TVM: rewritten; the same of a block that says nothing of its iterators
// Here: rewritten, more: a nest that is affine loses nothing by being given no block
// CHECK-LABEL: @separated_opaquely(%T: memref<3x5xi32> {{.*}}separators = [1]
// CHECK: affine.if
// CHECK: affine.store %x, %T[%{{.*}}, %{{.*}}] : memref<3x5xi32>
// CHECK: } else {
func.func @separated_opaquely(%T: memref<12xi32>, %x: i32) {
  affine.for %i = 0 to 12 {
    affine.store %x, %T[%i] : memref<12xi32>
  }
  func.return
}
