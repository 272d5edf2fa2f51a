// RFC 77, "Allocate internal buffer containing transformation padding": a cache with zeros in its padding, summed
// without a guard.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=CACHED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-transform-layout{buffer=A_cache map="(i) -> (i floordiv 4, i mod 4)" pad=0}, \
// RUN:   pad-apply-layouts' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-sequential-buffer-access{stage=A_cache buffer=A_cache}, \
// RUN:   pad-sequential-buffer-access{stage=compute buffer=A_cache}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p pad-remove-branching-through-overcompute -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.3.mlir -p 'pad-remove-branching-through-overcompute{sizes="N=2..4096"}' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir

// WASTE: it would be allowed where N >= 2

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.store %{{.*}}, %B[0]
// ORIGINAL-NEXT: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[S:.*]] = affine.load %B[0]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ORIGINAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// ORIGINAL-NEXT: affine.store %[[T]], %B[0]

// CACHED-LABEL: @func(
// CACHED: affine.store %{{.*}}, %B[0]
// CACHED: %A_cache = memref.alloc({{.*}}) {{.*}}: memref<?xi32>
// CACHED: affine.for %[[I:.*]] = 0 to %N {
// CACHED-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// CACHED-NEXT: affine.store %[[A]], %A_cache[%[[I]]]
// CACHED-NEXT: }
// CACHED: affine.for %[[I:.*]] = 0 to %N {
// CACHED-NEXT: %[[S:.*]] = affine.load %B[0]
// CACHED-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]]]
// CACHED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// CACHED-NEXT: affine.store %[[T]], %B[0]

// TRANSFORMED-LABEL: @func(
// TRANSFORMED: affine.store %{{.*}}, %B[0]
// TRANSFORMED: %A_cache = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// TRANSFORMED-NEXT: affine.store %[[A]], %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: }
// TRANSFORMED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// TRANSFORMED-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// TRANSFORMED-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[S:.*]] = affine.load %B[0]
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// TRANSFORMED-NEXT: affine.store %[[T]], %B[0]

// SEQUENTIAL-LABEL: @func(
// SEQUENTIAL: affine.store %{{.*}}, %B[0]
// SEQUENTIAL: %A_cache = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// SEQUENTIAL-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: }
// SEQUENTIAL-NEXT: }
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// SEQUENTIAL-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// SEQUENTIAL-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[S:.*]] = affine.load %B[0]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SEQUENTIAL-NEXT: affine.store %[[T]], %B[0]

// OVERCOMPUTE-LABEL: @func(
// OVERCOMPUTE: affine.store %{{.*}}, %B[0]
// OVERCOMPUTE: %A_cache = memref.alloc({{.*}}) {{.*}}: memref<?x4xi32>
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// OVERCOMPUTE-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// OVERCOMPUTE-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %B[0]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %B[0]
// OVERCOMPUTE-NOT: affine.for
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %B: memref<1xi32>, %N: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to %N {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
