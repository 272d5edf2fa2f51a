// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// The cells after the 61 that are added are there: what they hold reaches no cell of B.
// CHECK-LABEL: @rest(
// CHECK: %[[MASK:.*]] = arith.constant dense<[true, {{.*}}, false, false, false]> : vector<16xi1>
// CHECK-NEXT: affine.for %[[J:.*]] = 48 to 61
// CHECK-NEXT: %[[A:.*]] = vector.load %A[%[[J]]] : memref<64xf32>, vector<16xf32>
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: vector.maskedstore %B[%[[J]]], %[[MASK]], %[[B]]
func.func @rest(%A: memref<64xf32>, %B: memref<61xf32>) {
  affine.for %j = 0 to 61 {
    %a = affine.load %A[%j] : memref<64xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%j] : memref<61xf32>
  }
  func.return
}

// -----

// Padding that may hold anything may be read.
// CHECK-LABEL: @padding(
// CHECK: affine.for %[[J:.*]] = 48 to 61
// CHECK-NEXT: %[[A:.*]] = vector.load %A[%[[J]]]
// CHECK-NEXT: vector.maskedstore %B[%[[J]]], %{{.*}}, %[[A]]
func.func @padding(%A: memref<64xf32> {pad.logical = memref<61xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["undef"], {extents = [64]}>>}, %B: memref<61xf32>) {
  affine.for %j = 0 to 61 {
    %a = affine.load %A[%j] : memref<64xf32>
    affine.store %a, %B[%j] : memref<61xf32>
  }
  func.return
}

// -----

// The same mask keeps the lanes that are off as they were.
// CHECK-LABEL: @sum(
// CHECK: affine.for %[[J:.*]] = 48 to 61
// CHECK-NEXT: %[[A:.*]] = vector.load %A[%[[J]]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[C:.*]], %[[A]]
// CHECK-NEXT: arith.select %{{.*}}, %[[S]], %[[C]]
func.func @sum(%A: memref<64xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %j = 0 to 61 iter_args(%c = %zero) -> (f32) {
    %a = affine.load %A[%j] : memref<64xf32>
    %b = arith.addf %c, %a fastmath<reassoc> : f32
    affine.yield %b : f32
  }
  affine.store %s, %B[0] : memref<1xf32>
  func.return
}
