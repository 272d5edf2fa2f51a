// RFC 77, "Allocate internal buffer containing transformation padding": a cache with zeros in its padding, summed
// without a guard.
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
// RUN: pad-opt %t.3.mlir -p pad-remove-branching-through-overcompute -o %t.4.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir

// ORIGINAL-LABEL: @func(%A: memref<14xi32>, %B: memref<1xi32>)
// ORIGINAL: affine.store %{{.*}}, %B[0]
// ORIGINAL-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// ORIGINAL-NEXT: %[[S:.*]] = affine.load %B[0]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ORIGINAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// ORIGINAL-NEXT: affine.store %[[T]], %B[0]

// CACHED-LABEL: @func(%A: memref<14xi32>, %B: memref<1xi32>)
// CACHED: affine.store %{{.*}}, %B[0]
// CACHED: %A_cache = memref.alloc() {{.*}}: memref<14xi32>
// CACHED: affine.for %[[I:.*]] = 0 to 14 {
// CACHED-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// CACHED-NEXT: affine.store %[[A]], %A_cache[%[[I]]]
// CACHED-NEXT: }
// CACHED: affine.for %[[I:.*]] = 0 to 14 {
// CACHED-NEXT: %[[S:.*]] = affine.load %B[0]
// CACHED-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]]]
// CACHED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// CACHED-NEXT: affine.store %[[T]], %B[0]

// TRANSFORMED-LABEL: @func(%A: memref<14xi32>, %B: memref<1xi32>)
// TRANSFORMED: affine.store %{{.*}}, %B[0]
// TRANSFORMED: %A_cache = memref.alloc() {{.*}}: memref<4x4xi32>
// TRANSFORMED: affine.for %[[I:.*]] = 0 to 14 {
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// TRANSFORMED-NEXT: affine.store %[[A]], %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: }
// TRANSFORMED: affine.for %[[IO:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[IO]], %[[II]]) {
// TRANSFORMED-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// TRANSFORMED-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// TRANSFORMED: affine.for %[[I:.*]] = 0 to 14 {
// TRANSFORMED-NEXT: %[[S:.*]] = affine.load %B[0]
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// TRANSFORMED-NEXT: affine.store %[[T]], %B[0]

// SEQUENTIAL-LABEL: @func(%A: memref<14xi32>, %B: memref<1xi32>)
// SEQUENTIAL: affine.store %{{.*}}, %B[0]
// SEQUENTIAL: %A_cache = memref.alloc() {{.*}}: memref<4x4xi32>
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// SEQUENTIAL-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: }
// SEQUENTIAL-NEXT: }
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// SEQUENTIAL-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[S:.*]] = affine.load %B[0]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SEQUENTIAL-NEXT: affine.store %[[T]], %B[0]

// OVERCOMPUTE-LABEL: @func(%A: memref<14xi32>, %B: memref<1xi32>)
// OVERCOMPUTE: affine.store %{{.*}}, %B[0]
// OVERCOMPUTE: %A_cache = memref.alloc() {{.*}}: memref<4x4xi32>
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// OVERCOMPUTE-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[IO]], %[[II]]) {
// OVERCOMPUTE-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %B[0]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %B[0]
// OVERCOMPUTE-NOT: affine.for
func.func @func(%A: memref<14xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
