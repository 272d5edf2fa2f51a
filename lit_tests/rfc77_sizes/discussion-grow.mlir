// RFC 77, discussion: stages that pad the input and crop the output, then each a function of its own. The discussion's `crop`
// has loops over `io, ii in T.grid(14)`; here it has one loop.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute}' -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts{pad-writes=if}, \
// RUN:   pad-cache-write{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0}, \
// RUN:   pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A_cache}, \
// RUN:   pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"}' -o %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p 'pad-remove-no-op{stage=B_cache_padding}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=STAGES < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-hoist-stage{stage=A_cache new-name=pad},pad-hoist-stage{stage=B_cache new-name=crop_with_pad_assume}, \
// RUN:   pad-hoist-stage{stage=compute new-name=grow_packed}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=FUNCTIONS < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// WASTE: it would be allowed where N >= 2

// STAGES-LABEL: @grow(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// STAGES: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STAGES-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAGES-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// STAGES-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// STAGES-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// STAGES-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// STAGES-NEXT: } else {
// STAGES-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// STAGES-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// STAGES-NEXT: }
// STAGES-NEXT: }
// STAGES: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STAGES-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAGES-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// STAGES-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// STAGES-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// STAGES-NEXT: }
// STAGES-NEXT: }
// STAGES: affine.for %[[I:.*]] = 0 to %N {
// STAGES-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// STAGES-NEXT: affine.store %[[B]], %B[%[[I]]]
// STAGES-NOT: affine.for

// FUNCTIONS-LABEL: @grow(%A: memref<?xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// FUNCTIONS: call @pad(%N, %A, %A_cache)
// FUNCTIONS: call @grow_packed(%N, %A_cache, %B_cache)
// FUNCTIONS: call @crop_with_pad_assume(%N, %B_cache, %B)
// FUNCTIONS-LABEL: @grow_packed(%N: index, %A_cache: memref<?x4xi32> {{.*}}, %B_cache: memref<?x4xi32>
// FUNCTIONS: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// FUNCTIONS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FUNCTIONS-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// FUNCTIONS-NEXT: %[[VALID:.*]] = arith.cmpi sgt, %N, %[[AT]]
// FUNCTIONS-NEXT: %[[B:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// FUNCTIONS-NEXT: %[[V:.*]] = arith.constant 0 : i32
// FUNCTIONS-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// FUNCTIONS-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// FUNCTIONS-NEXT: pad.assume %[[EITHER]]
// FUNCTIONS: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// FUNCTIONS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FUNCTIONS-NEXT: %[[A:.*]] = affine.load %A_cache[%[[IO]], %[[II]]]
// FUNCTIONS-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// FUNCTIONS-NEXT: affine.store %[[B]], %B_cache[%[[IO]], %[[II]]]
// FUNCTIONS-LABEL: @crop_with_pad_assume(%N: index, %B_cache: memref<?x4xi32> {{.*}}, %B: memref<?xi32>
// FUNCTIONS: affine.for %[[IO:.*]] = 0 to %{{.*}} {
// FUNCTIONS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FUNCTIONS-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// FUNCTIONS-NEXT: %[[VALID:.*]] = arith.cmpi sgt, %N, %[[AT]]
// FUNCTIONS-NEXT: %[[B:.*]] = affine.load %B_cache[%[[IO]], %[[II]]]
// FUNCTIONS-NEXT: %[[V:.*]] = arith.constant 0 : i32
// FUNCTIONS-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// FUNCTIONS-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// FUNCTIONS-NEXT: pad.assume %[[EITHER]]
// FUNCTIONS: affine.for %[[I:.*]] = 0 to %N {
// FUNCTIONS-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// FUNCTIONS-NEXT: affine.store %[[B]], %B[%[[I]]]
// FUNCTIONS-LABEL: @pad(%N: index, %A: memref<?xi32> {{.*}}, %A_cache: memref<?x4xi32>
// FUNCTIONS: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// FUNCTIONS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FUNCTIONS-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// FUNCTIONS-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// FUNCTIONS-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// FUNCTIONS-NEXT: affine.store %[[A]], %A_cache[%[[IO]], %[[II]]]
// FUNCTIONS-NEXT: } else {
// FUNCTIONS-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// FUNCTIONS-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// FUNCTIONS-NEXT: }
// FUNCTIONS-NEXT: }
func.func @grow(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.muli %two, %a : i32
    affine.store %b, %B[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
