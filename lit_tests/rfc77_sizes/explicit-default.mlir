// RFC 77, "Explicitly write next operator's desired default at end of function": the producer writes the zeros that the
// consumer's sum leaves as it is. The RFC keeps the name `i` where the loops run over `io` and `ii`; here it is `4*io + ii`.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-merge-adjacent-loops{function=producer stages=compute,A_padding}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=MERGED < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p pad-simplify -o %t.4.mlir
// RUN: filecheck %s --check-prefix=SIMPLIFIED < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir
// RUN: pad-opt %t.4.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.4.mlir -p 'pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"}' -o %t.5.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.5.mlir
// RUN: pad-tv %t.4.mlir %t.5.mlir

// WASTE: it would be allowed where N >= 2

// ORIGINAL-LABEL: @producer(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// ORIGINAL-NEXT: %[[V:.*]] = arith.addi %{{.*}}, %[[N]]
// ORIGINAL-NEXT: affine.store %[[V]], %A[%[[I]]]
// ORIGINAL-LABEL: @consumer(
// ORIGINAL: affine.store %{{.*}}, %B[0]
// ORIGINAL-NEXT: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[S:.*]] = affine.load %B[0]
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ORIGINAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// ORIGINAL-NEXT: affine.store %[[T]], %B[0]

// TRANSFORMED-LABEL: @producer(
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// TRANSFORMED-NEXT: %[[V:.*]] = arith.addi %{{.*}}, %[[N]]
// TRANSFORMED-NEXT: affine.store %[[V]], %A[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: }
// TRANSFORMED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// TRANSFORMED-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// TRANSFORMED-NEXT: affine.store %[[PAD]], %A[%[[IO]], %[[II]]]
// TRANSFORMED-LABEL: @consumer(
// TRANSFORMED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// TRANSFORMED-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// TRANSFORMED-NEXT: %[[V:.*]] = arith.constant 0 : i32
// TRANSFORMED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// TRANSFORMED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// TRANSFORMED-NEXT: pad.assume %[[EITHER]]
// TRANSFORMED: affine.store %{{.*}}, %B[0]
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[S:.*]] = affine.load %B[0]
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// TRANSFORMED-NEXT: affine.store %[[T]], %B[0]

// SEQUENTIAL-LABEL: @producer(
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// SEQUENTIAL-NEXT: %[[V:.*]] = arith.addi %{{.*}}, %[[N]]
// SEQUENTIAL-NEXT: affine.store %[[V]], %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: }
// SEQUENTIAL-NEXT: }
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// SEQUENTIAL-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// SEQUENTIAL-NEXT: affine.store %[[PAD]], %A[%[[IO]], %[[II]]]
// SEQUENTIAL-LABEL: @consumer(
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[V:.*]] = arith.constant 0 : i32
// SEQUENTIAL-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// SEQUENTIAL-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SEQUENTIAL-NEXT: pad.assume %[[EITHER]]
// SEQUENTIAL: affine.store %{{.*}}, %B[0]
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[S:.*]] = affine.load %B[0]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SEQUENTIAL-NEXT: affine.store %[[T]], %B[0]

// MERGED-LABEL: @producer(
// MERGED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// MERGED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// MERGED-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// MERGED-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// MERGED-NEXT: %[[V:.*]] = arith.addi %{{.*}}, %[[N]]
// MERGED-NEXT: affine.store %[[V]], %A[%[[IO]], %[[II]]]
// MERGED-NEXT: }
// MERGED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// MERGED-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// MERGED-NEXT: affine.store %[[PAD]], %A[%[[IO]], %[[II]]]
// MERGED-NOT: affine.for
// MERGED-LABEL: @consumer(
// MERGED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// MERGED-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// MERGED-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// MERGED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// MERGED-NEXT: %[[V:.*]] = arith.constant 0 : i32
// MERGED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// MERGED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// MERGED-NEXT: pad.assume %[[EITHER]]
// MERGED: affine.store %{{.*}}, %B[0]
// MERGED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// MERGED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// MERGED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// MERGED-NEXT: %[[S:.*]] = affine.load %B[0]
// MERGED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// MERGED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// MERGED-NEXT: affine.store %[[T]], %B[0]

// SIMPLIFIED-LABEL: @producer(
// SIMPLIFIED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SIMPLIFIED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SIMPLIFIED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SIMPLIFIED-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SIMPLIFIED-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// SIMPLIFIED-NEXT: %[[V:.*]] = arith.addi %{{.*}}, %[[N]]
// SIMPLIFIED-NEXT: affine.store %[[V]], %A[%[[IO]], %[[II]]]
// SIMPLIFIED-NEXT: } else {
// SIMPLIFIED-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// SIMPLIFIED-NEXT: affine.store %[[PAD]], %A[%[[IO]], %[[II]]]
// SIMPLIFIED-NEXT: }
// SIMPLIFIED-NEXT: }
// SIMPLIFIED-NOT: affine.for
// SIMPLIFIED-LABEL: @consumer(
// SIMPLIFIED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SIMPLIFIED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SIMPLIFIED-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SIMPLIFIED-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// SIMPLIFIED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SIMPLIFIED-NEXT: %[[V:.*]] = arith.constant 0 : i32
// SIMPLIFIED-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// SIMPLIFIED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// SIMPLIFIED-NEXT: pad.assume %[[EITHER]]
// SIMPLIFIED: affine.store %{{.*}}, %B[0]
// SIMPLIFIED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SIMPLIFIED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SIMPLIFIED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SIMPLIFIED-NEXT: %[[S:.*]] = affine.load %B[0]
// SIMPLIFIED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SIMPLIFIED-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SIMPLIFIED-NEXT: affine.store %[[T]], %B[0]

// OVERCOMPUTE-LABEL: @producer(
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// OVERCOMPUTE-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// OVERCOMPUTE-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// OVERCOMPUTE-NEXT: %[[V:.*]] = arith.addi %{{.*}}, %[[N]]
// OVERCOMPUTE-NEXT: affine.store %[[V]], %A[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: } else {
// OVERCOMPUTE-NEXT: %[[PAD:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: affine.store %[[PAD]], %A[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NEXT: }
// OVERCOMPUTE-NOT: affine.for
// OVERCOMPUTE-LABEL: @consumer(
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// OVERCOMPUTE-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[V:.*]] = arith.constant 0 : i32
// OVERCOMPUTE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[A]], %[[V]]
// OVERCOMPUTE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// OVERCOMPUTE-NEXT: pad.assume %[[EITHER]]
// OVERCOMPUTE: affine.store %{{.*}}, %B[0]
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %B[0]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %B[0]
// OVERCOMPUTE-NOT: affine.for
func.func @producer(%A: memref<?xi32> {pad.name = "A"}, %N: index {pad.size = [{of = "A", dim = 0}]}) {
  %c1000 = arith.constant 1000 : i32
  affine.for %i = 0 to %N {
    %n = arith.index_cast %i : index to i32
    %v = arith.addi %c1000, %n : i32
    affine.store %v, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

func.func @consumer(%A: memref<?xi32> {pad.name = "A"}, %B: memref<1xi32>, %N: index {pad.size = [{of = "A", dim = 0}]}) {
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
