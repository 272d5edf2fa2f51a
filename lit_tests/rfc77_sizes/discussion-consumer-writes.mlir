// RFC 77, discussion: a consumer that writes the padding itself, so that it knows it. Nothing tells that the store changes
// nothing, so it stays; with undef stored at the end nobody sees it, and it goes.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -p pad-remove-no-op -o %t.0.mlir
// RUN: filecheck %s --check-prefix=WRITES < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: sed 's|// UNDEF ||' %s > %t.1.mlir
// RUN: pad-opt %t.1.mlir -o %t.2.mlir
// RUN: filecheck %s --check-prefix=BOTH < %t.2.mlir
// RUN: pad-opt %t.1.mlir -p pad-remove-no-op,pad-remove-undef-store -o %t.3.mlir
// RUN: filecheck %s --check-prefix=LOWERED < %t.3.mlir
// RUN: pad-tv %t.1.mlir %t.3.mlir

// WRITES-LABEL: @func(%AC: memref<?x4xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// WRITES: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// WRITES-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// WRITES-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// WRITES-NEXT: affine.store %zero, %AC[%[[IO]], %[[II]]]
// WRITES: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// WRITES-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// WRITES-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// WRITES-NEXT: %[[A:.*]] = affine.load %AC[%[[IO]], %[[II]]]
// WRITES-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// WRITES-NEXT: affine.store %[[B]], %B[%[[IO]] * 4 + %[[II]]]
// WRITES-NOT: affine.for

// BOTH-LABEL: @func(%AC: memref<?x4xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// BOTH: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// BOTH-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// BOTH-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// BOTH-NEXT: affine.store %zero, %AC[%[[IO]], %[[II]]]
// BOTH: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// BOTH-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// BOTH-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// BOTH-NEXT: %[[A:.*]] = affine.load %AC[%[[IO]], %[[II]]]
// BOTH-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// BOTH-NEXT: affine.store %[[B]], %B[%[[IO]] * 4 + %[[II]]]
// BOTH: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// BOTH-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// BOTH-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// BOTH-NEXT: %[[U:.*]] = pad.undef : i32
// BOTH-NEXT: affine.store %[[U]], %AC[%[[IO]], %[[II]]]

// LOWERED-LABEL: @func(%AC: memref<?x4xi32> {{.*}}, %B: memref<?xi32> {{.*}}, %N: index
// LOWERED-NOT: %AC[
// LOWERED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// LOWERED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// LOWERED-NEXT: affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%[[IO]], %[[II]], %N) {
// LOWERED-NEXT: %[[A:.*]] = affine.load %AC[%[[IO]], %[[II]]]
// LOWERED-NEXT: %[[B:.*]] = arith.muli %{{.*}}, %[[A]]
// LOWERED-NEXT: affine.store %[[B]], %B[%[[IO]] * 4 + %[[II]]]
// LOWERED-NOT: affine.for
func.func @func(%AC: memref<?x4xi32> {pad.name = "AC"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "B", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%io, %ii, %N) {
        affine.store %zero, %AC[%io, %ii] : memref<?x4xi32>
      }
    }
  } {pad.stage = "AC_padding"}
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>(%io, %ii, %N) {
        %a = affine.load %AC[%io, %ii] : memref<?x4xi32>
        %b = arith.muli %two, %a : i32
        affine.store %b, %B[%io * 4 + %ii] : memref<?xi32>
      }
    }
  } {pad.stage = "compute"}
  // UNDEF affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
  // UNDEF   affine.for %ii = 0 to 4 {
  // UNDEF     affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%io, %ii, %N) {
  // UNDEF       %u = pad.undef : i32
  // UNDEF       affine.store %u, %AC[%io, %ii] : memref<?x4xi32>
  // UNDEF     }
  // UNDEF   }
  // UNDEF }
  func.return
}
