// RFC 77, discussion: six implementations of one operator, by what its stages know of the padding. What the crop of the output
// promises is the kind of the output's cache, and told to a function that it becomes.
// With sizes in place of 14 and 16: of few elements, the padding is too many for max-waste.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=IMPLEMENTATION1 < %t.0.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=forbidden}, \
// RUN:   pad-apply-layouts,pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=forbidden}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=A_cache buffer=A_cache}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=IMPLEMENTATION2 < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=forbidden},pad-apply-layouts' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=IMPLEMENTATION3 < %t.2.mlir
// RUN: pad-tv %s %t.2.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute}' -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"},pad-remove-no-op{stage=B_cache_padding}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=IMPLEMENTATION4 < %t.3.mlir
// RUN: pad-tv %s %t.3.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=1}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"}' -o %t.4.mlir
// RUN: pad-tv %s %t.4.mlir
// RUN: pad-opt %t.4.mlir -p 'pad-remove-no-op{stage=B_cache_padding}' -o %t.5.mlir
// RUN: filecheck %s --check-prefix=IMPLEMENTATION5 < %t.5.mlir
// RUN: pad-tv %t.4.mlir %t.5.mlir
// RUN: pad-opt %t.4.mlir -p 'pad-hoist-stage{stage=B_cache new-name=crop}' -o %t.6.mlir
// RUN: filecheck %s --check-prefix=CROP < %t.6.mlir
// RUN: pad-tv %t.4.mlir %t.6.mlir
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"},pad-remove-no-op{stage=B_cache_padding}' -o %t.7.mlir
// RUN: filecheck %s --check-prefix=IMPLEMENTATION6 < %t.7.mlir
// RUN: pad-tv %s %t.7.mlir

// WASTE: it would be allowed where N >= 2

// IMPLEMENTATION1-LABEL: @addone(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// IMPLEMENTATION1: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION1-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// IMPLEMENTATION1-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// IMPLEMENTATION1-NEXT: affine.store %[[B]], %B[%[[I]]]

// IMPLEMENTATION2-LABEL: @addone(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// IMPLEMENTATION2: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION2-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION2-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// IMPLEMENTATION2-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// IMPLEMENTATION2-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION2-NEXT: }
// IMPLEMENTATION2-NEXT: }
// IMPLEMENTATION2: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION2-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION2-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// IMPLEMENTATION2-NEXT: affine.store %[[B]], %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION2-NEXT: }
// IMPLEMENTATION2: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION2-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION2-NEXT: affine.store %[[B]], %B[%[[I]]]
// IMPLEMENTATION2-NOT: affine.for

// IMPLEMENTATION3-LABEL: @addone(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// IMPLEMENTATION3: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION3-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION3-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// IMPLEMENTATION3-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// IMPLEMENTATION3-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// IMPLEMENTATION3-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION3-NEXT: } else {
// IMPLEMENTATION3-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// IMPLEMENTATION3-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION3-NEXT: }
// IMPLEMENTATION3-NEXT: }
// IMPLEMENTATION3: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION3-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION3-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// IMPLEMENTATION3-NEXT: affine.store %[[B]], %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION3-NEXT: }
// IMPLEMENTATION3: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION3-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION3-NEXT: affine.store %[[B]], %B[%[[I]]]
// IMPLEMENTATION3-NOT: affine.for

// IMPLEMENTATION4-LABEL: @addone(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// IMPLEMENTATION4: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION4-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION4-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// IMPLEMENTATION4-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// IMPLEMENTATION4-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// IMPLEMENTATION4-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION4-NEXT: } else {
// IMPLEMENTATION4-NEXT: %[[U:.*]] = pad.undef : i32
// IMPLEMENTATION4-NEXT: affine.store %[[U]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION4-NEXT: }
// IMPLEMENTATION4-NEXT: }
// IMPLEMENTATION4: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION4-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION4-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION4-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// IMPLEMENTATION4-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION4-NEXT: }
// IMPLEMENTATION4-NEXT: }
// IMPLEMENTATION4: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION4-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION4-NEXT: affine.store %[[B]], %B[%[[I]]]
// IMPLEMENTATION4-NOT: affine.for

// IMPLEMENTATION5-LABEL: @addone(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// IMPLEMENTATION5: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION5-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION5-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// IMPLEMENTATION5-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// IMPLEMENTATION5-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// IMPLEMENTATION5-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION5-NEXT: } else {
// IMPLEMENTATION5-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// IMPLEMENTATION5-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION5-NEXT: }
// IMPLEMENTATION5-NEXT: }
// IMPLEMENTATION5: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION5-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION5-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION5-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// IMPLEMENTATION5-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION5-NEXT: }
// IMPLEMENTATION5-NEXT: }
// IMPLEMENTATION5: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION5-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION5-NEXT: affine.store %[[B]], %B[%[[I]]]
// IMPLEMENTATION5-NOT: affine.for

// CROP-LABEL: @crop(%N: index, %B_cache: memref<?x4xi32>
// CROP: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// CROP-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CROP-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// CROP-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[AT]], %N
// CROP-NEXT: %[[B:.*]] = affine.load %B_cache[%[[IO]], %[[II]]]
// CROP-NEXT: %[[V:.*]] = arith.constant 1 : i32
// CROP-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// CROP-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// CROP-NEXT: pad.assume %[[EITHER]]
// CROP: affine.for %[[I:.*]] = 0 to %N {
// CROP-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// CROP-NEXT: affine.store %[[B]], %B[%[[I]]]
// CROP-NOT: affine.for

// IMPLEMENTATION6-LABEL: @addone(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// IMPLEMENTATION6: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION6-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION6-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// IMPLEMENTATION6-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// IMPLEMENTATION6-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// IMPLEMENTATION6-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION6-NEXT: } else {
// IMPLEMENTATION6-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// IMPLEMENTATION6-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION6-NEXT: }
// IMPLEMENTATION6-NEXT: }
// IMPLEMENTATION6: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// IMPLEMENTATION6-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IMPLEMENTATION6-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION6-NEXT: %[[B:.*]] = arith.addi %[[A]], %one
// IMPLEMENTATION6-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// IMPLEMENTATION6-NEXT: }
// IMPLEMENTATION6-NEXT: }
// IMPLEMENTATION6: affine.for %[[I:.*]] = 0 to %N {
// IMPLEMENTATION6-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// IMPLEMENTATION6-NEXT: affine.store %[[B]], %B[%[[I]]]
// IMPLEMENTATION6-NOT: affine.for
func.func @addone(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
