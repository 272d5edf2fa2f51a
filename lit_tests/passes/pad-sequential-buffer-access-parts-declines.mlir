// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j mod 4, j floordiv 4)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}' --split-input-file --verify-diagnostics --validate-each | filecheck %s

// What is stored of a sum on the way tells its order, so this loop stays as it is; a maximum is the same in any order.
// CHECK-LABEL: @normalise_interleaved(
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK: affine.load %A[%[[I]], %[[JI:.*]], %[[JO:.*]]]
// CHECK-NEXT: %{{.*}} = arith.maximumf
// CHECK: affine.for %[[J:.*]] = 0 to 12 iter_args
// CHECK-NEXT: %{{.*}} = affine.load %A[%[[I]], %[[J]] mod 4, %[[J]] floordiv 4]
// CHECK: } {pad.loop = "scan"}
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 3 {
// CHECK-NEXT: %{{.*}} = affine.load %A[%[[I]], %[[JI]], %[[JO]]]
func.func @normalise_interleaved(%A: memref<6x12xf64>, %scan: memref<6x12xf64>, %B: memref<6x12xf64>) {
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  affine.for %i = 0 to 6 {
    %top = affine.for %j = 0 to 12 iter_args(%m = %lowest) -> (f64) {
      %a = affine.load %A[%i, %j] : memref<6x12xf64>
      %n = arith.maximumf %m, %a : f64
      affine.yield %n : f64
    }
    // expected-remark@below {{loop 'scan' does not follow 'A': the stage cannot run in the order of A: 'affine.for' in iteration [1] and 'affine.for' in iteration [4] access the same cell, and would change order}}
    %sum = affine.for %j = 0 to 12 iter_args(%s = %zero) -> (f64) {
      %a = affine.load %A[%i, %j] : memref<6x12xf64>
      %t = arith.addf %s, %a : f64
      affine.store %t, %scan[%i, %j] : memref<6x12xf64>
      affine.yield %t : f64
    } {pad.loop = "scan"}
    affine.for %j = 0 to 12 {
      %a = affine.load %A[%i, %j] : memref<6x12xf64>
      %d = arith.subf %a, %top : f64
      %q = arith.divf %d, %sum : f64
      affine.store %q, %B[%i, %j] : memref<6x12xf64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// It stands first.
// CHECK-LABEL: @scan_first(
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK: affine.for %[[J:.*]] = 0 to 12 iter_args
// CHECK: } {pad.loop = "scan"}
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 3 {
// CHECK-NEXT: %{{.*}} = affine.load %A[%[[I]], %[[JI]], %[[JO]]]
func.func @scan_first(%A: memref<6x12xf64>, %scan: memref<6x12xf64>, %B: memref<6x12xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 6 {
    // expected-remark@below {{loop 'scan' does not follow 'A'}}
    %sum = affine.for %j = 0 to 12 iter_args(%s = %zero) -> (f64) {
      %a = affine.load %A[%i, %j] : memref<6x12xf64>
      %t = arith.addf %s, %a : f64
      affine.store %t, %scan[%i, %j] : memref<6x12xf64>
      affine.yield %t : f64
    } {pad.loop = "scan"}
    affine.for %j = 0 to 12 {
      %a = affine.load %A[%i, %j] : memref<6x12xf64>
      %q = arith.divf %a, %sum : f64
      affine.store %q, %B[%i, %j] : memref<6x12xf64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// In the order of A the loops of the second part change places, but a cell of C is written between them.
// CHECK-LABEL: @between(
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to 3 {
// CHECK-NEXT: %{{.*}} = affine.load %A[%[[I]], %[[JI]], %[[JO]]]
// CHECK: affine.for %[[O:.*]] = 0 to 3 {
// CHECK-NEXT: affine.store %{{.*}}, %C[%[[I]], %[[O]]]
// CHECK: } {pad.loop = "outer"}
func.func @between(%A: memref<6x12xf64>, %C: memref<6x3xf64>, %D: memref<6x12xf64>, %x: f64) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 12 {
      %a = affine.load %A[%i, %j] : memref<6x12xf64>
      %q = arith.addf %a, %x : f64
      affine.store %q, %D[%i, %j] : memref<6x12xf64>
    }
    // expected-remark@below {{loop 'outer' does not follow 'A': what stands between its loops has an effect}}
    affine.for %o = 0 to 3 {
      affine.store %x, %C[%i, %o] : memref<6x3xf64>
      affine.for %n = 0 to 4 {
        %a = affine.load %A[%i, %o * 4 + %n] : memref<6x12xf64>
        affine.store %a, %D[%i, %o * 4 + %n] : memref<6x12xf64>
      }
    } {pad.loop = "outer"}
  } {pad.stage = "compute"}
  func.return
}
