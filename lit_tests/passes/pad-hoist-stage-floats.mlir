// What is known of floats crosses the call: that they are finite, or no NaN.
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK: func.func {{.*}}compute(
// CHECK: %[[F:.*]] = affine.load %F
// CHECK: %[[MAGNITUDE:.*]] = math.absf %[[F]]
// CHECK: %[[FINITE:.*]] = arith.cmpf olt, %[[MAGNITUDE]]
// CHECK: %[[EITHER:.*]] = arith.ori %{{.*}}, %[[FINITE]]
// CHECK-NEXT: pad.assume %[[EITHER]]
// CHECK: %[[G:.*]] = affine.load %G
// CHECK: arith.cmpf ord, %[[G]], %[[G]]
// CHECK: pad.stage = "compute"
func.func @f(%A: memref<4xf32>, %G: memref<4xf32>, %F: memref<4xf32>, %B: memref<4xf32>) {
  %infinity = arith.constant 0x7F800000 : f32
  affine.for %i = 2 to 4 {
    %f = affine.load %F[%i] : memref<4xf32>
    %magnitude = math.absf %f : f32
    %finite = arith.cmpf olt, %magnitude, %infinity : f32
    pad.assume %finite : i1
    %g = affine.load %G[%i] : memref<4xf32>
    %number = arith.cmpf ord, %g, %g : f32
    pad.assume %number : i1
  }
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %f = affine.load %F[%i] : memref<4xf32>
    %g = affine.load %G[%i] : memref<4xf32>
    %m = arith.maximumf %a, %g : f32
    %p = arith.mulf %f, %m : f32
    affine.store %p, %B[%i] : memref<4xf32>
  } {pad.stage = "compute"}
  func.return
}
