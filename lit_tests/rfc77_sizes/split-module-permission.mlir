// RFC 77, "Points of Communication": the undef stores at its end allow the producer to write to the padding; that it may be
// read does not help the consumer's sum.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=MODULE < %t.0.mlir
// RUN: sed 's|// FILL ||' %s > %t.fill.mlir
// RUN: pad-opt %t.fill.mlir -o %t.1.mlir
// RUN: filecheck %s --check-prefix=FILL < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s --verify-diagnostics -p pad-remove-branching-through-overcompute{stage=compute} -o %t.2.mlir
// RUN: filecheck %s --check-prefix=STAYS < %t.2.mlir

// MODULE-LABEL: @transform_A(%A: memref<?xi32> {{.*}}, %B: memref<?x4xi32>
// MODULE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// MODULE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// MODULE-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// MODULE-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// MODULE-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// MODULE-NEXT: }
// MODULE-NEXT: }
// MODULE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// MODULE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// MODULE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// MODULE-NEXT: %[[V:.*]] = pad.undef : i32
// MODULE-NEXT: affine.store %[[V]], %B[%[[IO]], %[[II]]]
// MODULE-LABEL: @compute_C(%B: memref<?x4xi32>{{.*}}, %C: memref<1xi32>, %N: index
// MODULE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// MODULE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// MODULE-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// MODULE-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// MODULE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// MODULE-NEXT: %[[V:.*]] = pad.undef : i32
// MODULE-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// MODULE-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// MODULE-NEXT: pad.assume %[[EITHER]]
// MODULE: affine.store %{{.*}}, %C[0]
// MODULE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// MODULE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// MODULE-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// MODULE-NEXT: %[[S:.*]] = affine.load %C[0]
// MODULE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// MODULE-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// MODULE-NEXT: affine.store %[[T]], %C[0]

// FILL-LABEL: @transform_A(%A: memref<?xi32> {{.*}}, %B: memref<?x4xi32>
// FILL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// FILL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FILL-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// FILL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]]
// FILL-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]]
// FILL-NEXT: } else {
// FILL-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// FILL-NEXT: }
// FILL-NEXT: }
// FILL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// FILL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FILL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// FILL-NEXT: %[[V:.*]] = pad.undef : i32
// FILL-NEXT: affine.store %[[V]], %B[%[[IO]], %[[II]]]

// STAYS-LABEL: @compute_C(%B: memref<?x4xi32>{{.*}}, %C: memref<1xi32>, %N: index
// STAYS: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAYS-NEXT: %[[P:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// STAYS-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[P]], %N
// STAYS-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STAYS-NEXT: %[[V:.*]] = pad.undef : i32
// STAYS-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %[[V]]
// STAYS-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// STAYS-NEXT: pad.assume %[[EITHER]]
// STAYS: affine.store %{{.*}}, %C[0]
// STAYS: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// STAYS-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// STAYS-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// STAYS-NEXT: %[[S:.*]] = affine.load %C[0]
// STAYS-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// STAYS-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[B]]
// STAYS-NEXT: affine.store %[[T]], %C[0]
func.func @transform_A(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?x4xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%io, %ii, %N) {
        %a = affine.load %A[%io * 4 + %ii] : memref<?xi32>
        affine.store %a, %B[%io, %ii] : memref<?x4xi32>
      // FILL } else {
      // FILL   affine.store %zero, %B[%io, %ii] : memref<?x4xi32>
      }
    }
  } {pad.stage = "transform"}
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%io, %ii, %N) {
        %u = pad.undef : i32
        affine.store %u, %B[%io, %ii] : memref<?x4xi32>
      }
    }
  }
  func.return
}
func.func @compute_C(%B: memref<?x4xi32> {pad.name = "B"}, %C: memref<1xi32>, %N: index) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      %p = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
      %valid = arith.cmpi slt, %p, %N : index
      %b = affine.load %B[%io, %ii] : memref<?x4xi32>
      %u = pad.undef : i32
      %any = arith.cmpi eq, %b, %u : i32
      %either = arith.ori %valid, %any : i1
      pad.assume %either : i1
    }
  }
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{is not shown to store the same value in}}
      affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%io, %ii, %N) {
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%io, %ii] : memref<?x4xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
