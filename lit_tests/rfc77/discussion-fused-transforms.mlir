// RFC 77, discussion: the inverse of a padded layout, followed by the layout again. It is a copy only if the padding that is
// cropped is known to hold what is padded: the constraint on `Y_write_cache`.
// RUN: sed 's|// KNOWN ||' %s > %t.known.mlir
// RUN: pad-opt %t.known.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.copy.mlir
// RUN: filecheck %s --check-prefix=COPY < %t.copy.mlir
// RUN: pad-tv %t.known.mlir %t.copy.mlir
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.0.mlir
// RUN: filecheck %s --check-prefix=STAYS < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir

// STAYS-LABEL: @fused_inv_transform_Y_transform_Y(%Y_write_cache: memref<3x8xf32>, %Y_read_cache: memref<3x8xf32>)
// STAYS: affine.for %[[IO:.*]] = 0 to 3 {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// STAYS-NEXT: affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 19 >= 0)>(%[[IO]], %[[II]]) {
// STAYS-NEXT: %[[Y:.*]] = affine.load %Y_write_cache[%[[IO]], %[[II]]]
// STAYS-NEXT: affine.store %[[Y]], %Y_read_cache[%[[IO]], %[[II]]]
// STAYS-NEXT: } else {
// STAYS-NEXT: affine.store %zero, %Y_read_cache[%[[IO]], %[[II]]]
// COPY-LABEL: @fused_inv_transform_Y_transform_Y(%Y_write_cache: memref<3x8xf32>, %Y_read_cache: memref<3x8xf32>)
// COPY: pad.assume
// COPY: affine.for %[[IO:.*]] = 0 to 3 {
// COPY-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// COPY-NEXT: %[[Y:.*]] = affine.load %Y_write_cache[%[[IO]], %[[II]]]
// COPY-NEXT: affine.store %[[Y]], %Y_read_cache[%[[IO]], %[[II]]]
// COPY-NEXT: }
// COPY-NOT: affine.for
func.func @fused_inv_transform_Y_transform_Y(%Y_write_cache: memref<3x8xf32>, %Y_read_cache: memref<3x8xf32>) {
  %zero = arith.constant 0.0 : f32
  // KNOWN affine.for %io = 0 to 3 {
  // KNOWN   affine.for %ii = 0 to 8 {
  // KNOWN     affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, 19 - d0 * 8 - d1 >= 0)>(%io, %ii) {
  // KNOWN     } else {
  // KNOWN       %zeros = arith.constant 0 : i32
  // KNOWN       %y = affine.load %Y_write_cache[%io, %ii] : memref<3x8xf32>
  // KNOWN       %bits = arith.bitcast %y : f32 to i32
  // KNOWN       %holds = arith.cmpi eq, %bits, %zeros : i32
  // KNOWN       pad.assume %holds : i1
  // KNOWN     }
  // KNOWN   }
  // KNOWN }
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, 19 - d0 * 8 - d1 >= 0)>(%io, %ii) {
        %y = affine.load %Y_write_cache[%io, %ii] : memref<3x8xf32>
        affine.store %y, %Y_read_cache[%io, %ii] : memref<3x8xf32>
      } else {
        affine.store %zero, %Y_read_cache[%io, %ii] : memref<3x8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
