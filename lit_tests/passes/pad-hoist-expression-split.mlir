// RUN: pad-opt %s -p 'pad-hoist-expression{split=true}' --split-input-file | filecheck %s

// RFC 77's convolution from its affine condition: 8*io + ii >= 2 always holds where io >= 1.
// CHECK-LABEL: @conv1d
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT:   affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%[[IO]]) {
// CHECK-NEXT:     affine.if affine_set<(d0) : (d0 - 1 == 0)>(%[[IO]]) {
// CHECK-NEXT:       affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:         affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:           affine.load %A
// CHECK:          } else {
// CHECK-NEXT:       affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:         affine.if affine_set<(d0) : (-d0 + 1 >= 0)>(%[[II]]) {
// CHECK-NEXT:           affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:             affine.load %A
// CHECK:        } else {
// CHECK-NEXT:     affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:       affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%[[II]]) {
// CHECK-NEXT:         affine.for %[[FI:.*]] = 0 to 3 {
// CHECK-NEXT:           affine.load %A
// CHECK:      } {pad.stage = "compute"}
func.func @conv1d(%A: memref<3x8xf32>, %F: memref<3xf32>, %B: memref<3x8xf32>) {
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.for %fi = 0 to 3 {
        affine.if affine_set<(d0, d1, d2) : (8 * d0 + d1 - 2 >= 0, 17 - 8 * d0 - d1 >= 0, 8 * d0 + d1 + d2 - 2 >= 0, 19 - 8 * d0 - d1 - d2 >= 0)>(%io, %ii, %fi) {
          %a = affine.load %A[%io, %ii] : memref<3x8xf32>
          %f = affine.load %F[%fi] : memref<3xf32>
          %b = affine.load %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
          %m = arith.mulf %a, %f : f32
          %s = arith.addf %b, %m : f32
          affine.store %s, %B[%io + (%ii + %fi) floordiv 8, (%ii + %fi) mod 8] : memref<3x8xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A size that is asked for after the loop only decides nothing before it.
// CHECK-LABEL: @later_size
// CHECK:      affine.for
// CHECK-NEXT:   scf.if
// CHECK:      memref.dim
func.func @later_size(%n: index, %x: f32) {
  %false = arith.constant false
  %c0 = arith.constant 0 : index
  %L = memref.alloc(%n, %c0) : memref<?x?x1xf32>
  affine.for %io = 0 to min affine_map<(d0) -> (1, d0)>(%n) {
    scf.if %false {
      affine.store %x, %L[%io, %c0, %c0] : memref<?x?x1xf32>
    }
  }
  %size = memref.dim %L, %c0 : memref<?x?x1xf32>
  func.return
}
