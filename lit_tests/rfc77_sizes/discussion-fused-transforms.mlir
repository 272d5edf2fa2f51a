// RFC 77, discussion: the inverse of a padded layout, followed by the layout again. It is a copy only where the padding that
// is cropped is known to hold what is padded: the constraint on `Y_write_cache`, here the kind of its padding.
// The copy leaves the padding as it has to be, so that nothing else stores it.
// With sizes in place of 18: the copy of the padding is no waste from 8 on, as the remark says.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=Y_write_cache map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=forbidden}, \
// RUN:   pad-transform-layout{buffer=Y_read_cache map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0}, \
// RUN:   pad-apply-layouts{pad-writes=if},pad-sequential-buffer-access{stage=compute buffer=Y_read_cache},pad-simplify' -o %t.0.mlir
// RUN: filecheck %s --check-prefix=FUSED < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=STAYS < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=Y_write_cache map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=Y_read_cache map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=Y_read_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute},pad-remove-no-op,pad-remove-assume' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=COPY < %t.2.mlir
// RUN: pad-tv %s %t.2.mlir
// RUN: sed 's/min = 8/min = 1/' %s > %t.small.mlir
// RUN: pad-opt %t.small.mlir -p 'pad-transform-layout{buffer=Y_write_cache map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0}, \
// RUN:   pad-transform-layout{buffer=Y_read_cache map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=Y_read_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute}' -o %t.3.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=WASTE < %t.remarks

// WASTE: stage 'compute': {{.*}}it would be allowed where N >= 8

// FUSED-LABEL: @fused_inv_transform_Y_transform_Y(%Y_write_cache: memref<?x8xf32>{{.*}}, %Y_read_cache: memref<?x8xf32>
// FUSED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// FUSED-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// FUSED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 8 + d1 - 2 >= 0, d2 - d0 * 8 - d1 + 1 >= 0)>(%[[IO]], %[[II]], %N) {
// FUSED-NEXT: %[[Y:.*]] = affine.load %Y_write_cache[%[[IO]], %[[II]]]
// FUSED-NEXT: affine.store %[[Y]], %Y_read_cache[%[[IO]], %[[II]]]
// FUSED-NEXT: } else {
// FUSED-NEXT: %[[PAD:.*]] = arith.constant 0.000000e+00 : f32
// FUSED-NEXT: affine.store %[[PAD]], %Y_read_cache[%[[IO]], %[[II]]]

// STAYS-LABEL: @fused_inv_transform_Y_transform_Y(%Y_write_cache: memref<?x8xf32>{{.*}}, %Y_read_cache: memref<?x8xf32>
// STAYS: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// STAYS-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 8 + d1 - 2 >= 0, d2 - d0 * 8 - d1 + 1 >= 0)>(%[[IO]], %[[II]], %N) {
// STAYS-NEXT: %[[Y:.*]] = affine.load %Y_write_cache[%[[IO]], %[[II]]]
// STAYS-NEXT: affine.store %[[Y]], %Y_read_cache[%[[IO]], %[[II]]]
// STAYS-NEXT: } else {
// STAYS-NEXT: %[[PAD:.*]] = arith.constant 0.000000e+00 : f32
// STAYS-NEXT: affine.store %[[PAD]], %Y_read_cache[%[[IO]], %[[II]]]

// COPY-LABEL: @fused_inv_transform_Y_transform_Y(%Y_write_cache: memref<?x8xf32>{{.*}}, %Y_read_cache: memref<?x8xf32>
// COPY: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// COPY-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// COPY-NEXT: %[[Y:.*]] = affine.load %Y_write_cache[%[[IO]], %[[II]]]
// COPY-NEXT: affine.store %[[Y]], %Y_read_cache[%[[IO]], %[[II]]]
// COPY-NEXT: }
// COPY-NEXT: }
// COPY-NOT: affine.for
func.func @fused_inv_transform_Y_transform_Y(%Y_write_cache: memref<?xf32> {pad.name = "Y_write_cache"}, %Y_read_cache: memref<?xf32> {pad.name = "Y_read_cache"}, %N: index {pad.size = [{of = "Y_write_cache", dim = 0, min = 8}, {of = "Y_read_cache", dim = 0}]}) {
  affine.for %i = 0 to %N {
    %y = affine.load %Y_write_cache[%i] : memref<?xf32>
    affine.store %y, %Y_read_cache[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
