// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}' --split-input-file --validate-each | filecheck %s

// Three loops over one row, each with a value of its own: all of them go along it.
// CHECK-LABEL: @softmax_rows(
// CHECK: affine.for %[[I:.*]] = 0 to 5 {
// CHECK-NEXT: %{{.*}} = affine.for %[[JO:.*]] = 0 to 4 iter_args
// CHECK-NEXT: %{{.*}} = affine.for %[[JI:.*]] = 0 to 4 iter_args
// CHECK-NEXT: %{{.*}} = affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[JO]], %[[JI]]) -> f32 {
// CHECK-NEXT: %{{.*}} = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// CHECK-NEXT: %{{.*}} = arith.maximumf
// CHECK: affine.for %[[JO:.*]] = 0 to 4 iter_args
// CHECK-NEXT: %{{.*}} = affine.for %[[JI:.*]] = 0 to 4 iter_args
// CHECK-NEXT: %{{.*}} = affine.if {{.*}}(%[[JO]], %[[JI]]) -> f32 {
// CHECK-NEXT: %{{.*}} = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// CHECK: arith.addf
// CHECK: affine.for %[[JO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if {{.*}}(%[[JO]], %[[JI]]) {
// CHECK-NEXT: %{{.*}} = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// CHECK: affine.store %{{.*}}, %B[%[[I]], %[[JO]] * 4 + %[[JI]]]
// CHECK-NOT: 0 to 14
// CHECK: func.return
func.func @softmax_rows(%A: memref<5x14xf32>, %B: memref<5x14xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    %top = affine.for %j = 0 to 14 iter_args(%m = %lowest) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<5x14xf32>
      %n = arith.maximumf %m, %a : f32
      affine.yield %n : f32
    }
    %sum = affine.for %j = 0 to 14 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<5x14xf32>
      %d = arith.subf %a, %top : f32
      %e = math.exp %d : f32
      %t = arith.addf %s, %e : f32
      affine.yield %t : f32
    }
    affine.for %j = 0 to 14 {
      %a = affine.load %A[%i, %j] : memref<5x14xf32>
      %d = arith.subf %a, %top : f32
      %e = math.exp %d : f32
      %q = arith.divf %e, %sum : f32
      affine.store %q, %B[%i, %j] : memref<5x14xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// In place, with what each row needs from the one before: the second loop reads what the first wrote.
// CHECK-LABEL: @scale_then_shift(
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK: affine.store %{{.*}}, %A[%[[I]], %[[JO:.*]], %[[JI:.*]]]
// CHECK: affine.if
// CHECK: affine.store %{{.*}}, %A[%[[I]], %{{.*}}, %{{.*}}]
// CHECK-NOT: 0 to 10
// CHECK: func.return
func.func @scale_then_shift(%A: memref<6x10xi32>, %k: i32) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      %a = affine.load %A[%i, %j] : memref<6x10xi32>
      %b = arith.muli %a, %k : i32
      affine.store %b, %A[%i, %j] : memref<6x10xi32>
    }
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      affine.for %j = 0 to 10 {
        %a = affine.load %A[%i, %j] : memref<6x10xi32>
        %p = affine.load %A[%i - 1, %j] : memref<6x10xi32>
        %b = arith.addi %a, %p : i32
        affine.store %b, %A[%i, %j] : memref<6x10xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The buffer has no axis for the loop around two others, which stays around them: each of its rounds needs the one before.
// CHECK-LABEL: @rounds(
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK: affine.for %[[T:.*]] = 0 to 2 {
// CHECK: affine.load %A[%[[I]], %[[JO:.*]], %[[JI:.*]]]
// CHECK: affine.store %{{.*}}, %A[%[[I]], %{{.*}}, %{{.*}}]
// CHECK-NOT: 0 to 8
// CHECK: func.return
func.func @rounds(%A: memref<3x8xi32>, %S: memref<3xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %t = 0 to 2 {
      affine.for %j = 0 to 8 {
        %s = affine.load %S[%i] : memref<3xi32>
        %a = affine.load %A[%i, %j] : memref<3x8xi32>
        %n = arith.addi %s, %a : i32
        affine.store %n, %S[%i] : memref<3xi32>
      }
      affine.for %j = 0 to 8 {
        %s = affine.load %S[%i] : memref<3xi32>
        %a = affine.load %A[%i, %j] : memref<3x8xi32>
        %n = arith.muli %s, %a : i32
        affine.store %n, %A[%i, %j] : memref<3x8xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
