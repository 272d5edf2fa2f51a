// Buffers whose sizes are known at run time: the first axis of each group may be one of these.
// RUN: pad-opt %s -p pad-flatten-buffers --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-flatten-buffers{elide=true}' --split-input-file | filecheck %s --check-prefix=ELIDED

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>

// The factors of the index are constants, and an extent in memory is what it was, divided.
// CHECK-LABEL: @rows
// CHECK-SAME: %A: memref<?xf32>
// CHECK-SAME: affine_map<(d0, d1) -> (d0 * 4 + d1)>], [0.000000e+00 : f32, "forbidden"]
// CHECK-SAME: %B: memref<?xf32> {{.*}}pad.logical = memref<?x3xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 * 3 + d1)>]
// CHECK: %[[FLAT:.*]] = memref.dim %A, %{{.*}} : memref<?xf32>
// CHECK-NEXT: %tiles = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%[[FLAT]])
// CHECK: affine.for %io = 0 to %tiles
// CHECK: affine.load %A[%io * 4 + %ii] : memref<?xf32>
// CHECK: affine.store %{{.*}}, %B[%io * 3] : memref<?xf32>
// ELIDED-LABEL: @rows
func.func @rows(%A: memref<?x4xf32> {pad.name = "A", pad.logical = memref<?xf32, #tiles>}, %B: memref<?x3xf32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "B", dim = 0}]}) {
  %c0 = arith.constant 0 : index
  %tiles = memref.dim %A, %c0 : memref<?x4xf32>
  affine.for %io = 0 to %tiles {
    affine.for %ii = 0 to 4 {
      %a = affine.load %A[%io, %ii] : memref<?x4xf32>
      affine.store %a, %B[%io, 0] : memref<?x3xf32>
    }
  }
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>], ["forbidden"], {separators = [1]}>

// A separator before an axis whose size is known at run time; local buffers are as large as they were.
// CHECK-LABEL: @separated
// CHECK-SAME: %A: memref<?x?xf32>
// CHECK: %[[TILES:.*]] = affine.apply
// CHECK-NEXT: %[[SIZE:.*]] = affine.apply affine_map<(d0) -> (d0 * 4)>(%[[TILES]])
// CHECK-NEXT: %L = memref.alloc(%m, %[[SIZE]])
// CHECK-SAME: : memref<?x?xf32>
// CHECK: affine.load %A[%i, %j] : memref<?x?xf32>
// CHECK: affine.store %{{.*}}, %L[%i, %j] : memref<?x?xf32>
// ELIDED-LABEL: @separated
// ELIDED-SAME: %A: memref<?x?xf32>
// ELIDED-SAME: #pad.layout<[affine_map<(d0, d1) -> (d0, d1)>], ["forbidden"], {separators = [1]}>
// ELIDED: affine.load %A[%i, %j] : memref<?x?xf32>
// ELIDED: affine.store %{{.*}}, %L[%i, %j] : memref<?x?xf32>
func.func @separated(%A: memref<?x?x4xf32> {pad.name = "A", pad.logical = memref<?x?xf32, #tiles>}, %m: index {pad.size = [{of = "A", dim = 0}]}, %n: index {pad.size = [{of = "A", dim = 1}]}) {
  %tiles = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n)
  %L = memref.alloc(%m, %tiles) {pad.name = "L", pad.logical = memref<?x?xf32, #tiles>} : memref<?x?x4xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j floordiv 4, %j mod 4] : memref<?x?x4xf32>
      affine.store %a, %L[%i, %j floordiv 4, %j mod 4] : memref<?x?x4xf32>
    }
  }
  memref.dealloc %L : memref<?x?x4xf32>
  func.return
}

// -----

// A caller and a callee, without layouts. A flat buffer of one axis stays as it is.
// CHECK-LABEL: @caller
// CHECK-SAME: %A: memref<?xf32>
// CHECK-SAME: %C: memref<?xf32>, %n
// CHECK-NEXT: func.call @callee(%A, %n) : (memref<?xf32>, index) -> ()
// CHECK-LABEL: func.func private @callee
// CHECK: memref.store %{{.*}}, %X[
// ELIDED-LABEL: @caller
func.func @caller(%A: memref<?x5xf32>, %C: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  func.call @callee(%A, %n) : (memref<?x5xf32>, index) -> ()
  func.return
}
func.func private @callee(%X: memref<?x5xf32>, %n: index {pad.size = [{of = "X", dim = 0}]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %X[%i, %c1] : memref<?x5xf32>
  }
  func.return
}

// -----

// Views: an extent of one is its operand, and cells in row-major order are told apart by the inner sizes.
// CHECK-LABEL: @views
// CHECK-SAME: %A: memref<?xf32>
// CHECK-NOT: memref.subview
// CHECK-NOT: memref.reinterpret_cast
// CHECK: affine.for %i = 0 to %less {
// CHECK: affine.store %x, %A[%i * 4 + %j + 4] : memref<?xf32>
// CHECK: affine.store %x, %A[%i{{.*}} * 4 + 1] : memref<?xf32>
// ELIDED-LABEL: @views
func.func @views(%A: memref<?x4xf32> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0, min = 1}]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %less = arith.subi %n, %c1 : index
  %V = memref.subview %A[%c1, 0] [%less, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  %rows = memref.dim %V, %c0 : memref<?x4xf32, strided<[4, 1], offset: ?>>
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to 4 {
      affine.store %x, %V[%i, %j] : memref<?x4xf32, strided<[4, 1], offset: ?>>
    }
  }
  %R = memref.reinterpret_cast %A to offset: [0], sizes: [%n, 2], strides: [4, 1] : memref<?x4xf32> to memref<?x2xf32, strided<[4, 1]>>
  affine.for %i = 0 to %n {
    affine.store %x, %R[%i, 1] : memref<?x2xf32, strided<[4, 1]>>
  }
  func.return
}
