// RUN: pad-opt %s -p 'pad-transform-layout{buffer=X map="(c, h, w) -> (c, h floordiv 4, w floordiv 4, h mod 4, w mod 4)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=X}' --validate-each | filecheck %s

// Both nests over a channel become tiles, in their order; the loop between them, which has nothing to do with X, stays.
// CHECK-LABEL: @centre(
// CHECK: affine.for %[[C:.*]] = 0 to 3 {
// CHECK-NEXT: affine.store %zero, %M[%[[C]]]
// CHECK-NEXT: affine.for %[[HO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[WO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[HI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[WI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if
// CHECK: affine.load %X[%[[C]], %[[HO]], %[[WO]], %[[HI]], %[[WI]]]
// CHECK: affine.store %{{.*}}, %M[%[[C]]]
// CHECK: affine.for %[[K:.*]] = 0 to 3 {
// CHECK-NEXT: affine.if {{.*}}(%[[C]], %[[K]]) {
// CHECK: affine.for %[[HO:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[WO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[HI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[WI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if
// CHECK: affine.store %{{.*}}, %X[%[[C]], %[[HO]], %[[WO]], %[[HI]], %[[WI]]]
func.func @centre(%X: memref<3x10x7xi32>, %M: memref<3xi32>, %count: i32) {
  %zero = arith.constant 0 : i32
  affine.for %c = 0 to 3 {
    affine.store %zero, %M[%c] : memref<3xi32>
    affine.for %h = 0 to 10 {
      affine.for %w = 0 to 7 {
        %m = affine.load %M[%c] : memref<3xi32>
        %x = affine.load %X[%c, %h, %w] : memref<3x10x7xi32>
        %t = arith.addi %m, %x : i32
        affine.store %t, %M[%c] : memref<3xi32>
      }
    }
    affine.for %k = 0 to 3 {
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%c, %k) {
        %m = affine.load %M[%k] : memref<3xi32>
        %n = arith.subi %m, %count : i32
        affine.store %n, %M[%k] : memref<3xi32>
      }
    }
    affine.for %h = 0 to 10 {
      affine.for %w = 0 to 7 {
        %m = affine.load %M[%c] : memref<3xi32>
        %x = affine.load %X[%c, %h, %w] : memref<3x10x7xi32>
        %d = arith.subi %x, %m : i32
        affine.store %d, %X[%c, %h, %w] : memref<3x10x7xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
