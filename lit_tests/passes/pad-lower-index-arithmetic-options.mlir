// RUN: pad-opt %s -p 'pad-lower-index-arithmetic{carry=false}' | filecheck %s --check-prefix=DIVIDED
// RUN: pad-opt %s -p 'pad-lower-index-arithmetic{narrow}' | filecheck %s --check-prefix=NARROW
// RUN: pad-opt %s -p 'pad-lower-index-arithmetic{function=narrowed}' | filecheck %s --check-prefix=ONE

// DIVIDED-LABEL: @flatten
// DIVIDED: scf.for
// DIVIDED-NEXT: arith.divui
// DIVIDED-NEXT: arith.remui
// ONE-LABEL: @flatten
// ONE: arith.floordivsi
func.func @flatten(%A: memref<?x?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %size = arith.muli %n, %n : index
  scf.for %i = %c0 to %size step %c1 {
    %q = arith.floordivsi %i, %n : index
    %r = arith.remsi %i, %n : index
    %a = memref.load %A[%r, %q] : memref<?x?xf32>
    memref.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// The second dividend may be too large.
// NARROW-LABEL: @narrowed
// NARROW: arith.divui {{.*}} : i32
// NARROW: arith.divui {{.*}} : index
func.func @narrowed(%A: memref<1000xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %natural = arith.cmpi sge, %n, %c0 : index
  pad.assume %natural : i1
  affine.for %i = 0 to 3000 {
    affine.store %x, %A[%i floordiv 3] : memref<1000xf32>
  }
  affine.store %x, %A[symbol(%n) floordiv 3] : memref<1000xf32>
  func.return
}
