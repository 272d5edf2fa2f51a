// A layout on a buffer that was laid out before is one more step: the contract names both, the padding of the first step
// is not written again, and that of the second is.
// RUN: pad-opt %s -p 'pad-apply-layouts, \
// RUN:   pad-transform-layout{function=f buffer=A map="(i, j) -> (i floordiv 3, i mod 3, j)" pad=2.0}, \
// RUN:   pad-transform-layout{function=f buffer=B map="(i, j) -> (i floordiv 3, i mod 3, j)" pad=4.0}, \
// RUN:   pad-transform-layout{function=f buffer=c map="(i, j) -> (i, j)" align="[1, 8]" pad=6.0}, \
// RUN:   pad-apply-layouts' | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK: func.func @f(
// CHECK-SAME: %A: memref<2x3x4xf32> {{.*}}pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>], [1.000000e+00 : f32, 2.000000e+00 : f32], {}>>
// CHECK-SAME: %B: memref<2x3x4xf32> {{.*}}pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>], [3.000000e+00 : f32, 4.000000e+00 : f32], {}>>

// The second step's padding is rows 4 and 5 of 2 x 3.
// CHECK: %[[ROW:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>
// CHECK: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: arith.cmpi slt, %[[ROW]], %[[FOUR]]
// CHECK: arith.constant 2.000000e+00 : f32
// CHECK: pad.of_padding, pad.stage = "A_assume_1"

// Each stage has a name of its own. What was stated about the first step's is stated about the same cells, where they are now.
// CHECK: affine.load %A[%[[IO:.*]] floordiv 3, %[[IO]] mod 3, %{{.*}}] : memref<2x3x4xf32>
// CHECK: arith.constant 1.000000e+00 : f32
// CHECK: pad.of_padding, pad.stage = "A_assume"
// CHECK-NOT: B_assume

// CHECK: memref.alloc() {{.*}}pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0, d1)>], [5.000000e+00 : f32, 6.000000e+00 : f32], {align = [1, 8]}>>{{.*}}} : memref<4x8xf32>
// CHECK-NOT: B_assume

// The stage that wrote all cells still does, so the new padding is written after it; then comes that of the first step.
// CHECK: affine.store %{{.*}}, %c[%[[I:.*]] floordiv 4, %[[I]] mod 4] : memref<4x8xf32>
// CHECK: affine.store %{{.*}}, %B[(%[[I]] floordiv 4) floordiv 3, (%[[I]] floordiv 4) mod 3, %[[I]] mod 4] : memref<2x3x4xf32>
// CHECK: } {pad.stage = "compute"}
// CHECK: affine.if affine_set<(d0) : (d0 - 4 >= 0)>
// CHECK: arith.constant 6.000000e+00 : f32
// CHECK: pad.stage = "c_padding_1"
// CHECK: affine.if affine_set<(d0, d1) : (d0 * 3 + d1 - 4 >= 0)>
// CHECK: arith.constant 4.000000e+00 : f32
// CHECK: pad.stage = "B_padding_1"
// CHECK: arith.constant 5.000000e+00 : f32
// CHECK: pad.stage = "c_padding"
// CHECK: arith.constant 3.000000e+00 : f32
// CHECK-NEXT: affine.store %{{.*}}, %B[%[[IO:.*]] floordiv 3, %[[IO]] mod 3, %{{.*}}] : memref<2x3x4xf32>
// CHECK: pad.stage = "B_padding"
// CHECK-NOT: _padding
// CHECK: func.return
func.func @f(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %B: memref<14xf32, #pad.layout<[#tiles], [3.0 : f32], {}>>) {
  %c = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [5.0 : f32], {}>>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    affine.store %a, %c[%i] : memref<14xf32, #pad.layout<[#tiles], [5.0 : f32], {}>>
    affine.store %a, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [3.0 : f32], {}>>
  } {pad.stage = "compute"}
  func.return
}
