// Globals: the data of a laid-out one is packed when the layout is applied, and its padding is written with it.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s
// RUN: pad-opt %s -p 'pad-apply-layouts, pad-apply-layouts' | filecheck %s
// RUN: pad-opt %s -p 'pad-apply-layouts, pad-to-host{stop=affine}' | filecheck %s --check-prefix=HOST

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#wrapped = affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>

// HOST: memref.global "private" constant @weights : memref<2x4xf32> = dense<{{.*}}>
// HOST-NOT: pad.
// CHECK: memref.global "private" constant @weights : memref<2x4xf32> = dense<{{\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00, 5.000000e-01, 5.000000e-01{{\]\]}}> {alignment = 64 : i64, pad.logical = memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [5.000000e-01 : f32], {}>>}
memref.global "private" constant @weights : memref<6xf32, #pad.layout<[#tiles], [0.5 : f32], {}>> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> {alignment = 64 : i64}

// Two steps, the second of the box that the first made; its padding is of another kind.
// CHECK: @twice : memref<4x3xi8> = dense<{{\[\[}}1, 5, 0], [2, 6, 0], [3, 127, 0], [4, 127, 0{{\]\]}}>
memref.global "private" constant @twice : memref<6xi8, #pad.layout<[#tiles, affine_map<(d0, d1) -> (d1, d0)>], ["identity(minsi)", "forbidden"], {extents = [4, 3]}>> = dense<[1, 2, 3, 4, 5, 6]>

// Copies of cells, of a constant; the bits of a NaN are kept.
// CHECK: @wrapped : memref<2x4xf32> = dense<{{\[\[}}0x7fc01234, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00, 0x7fc01234, 2.000000e+00{{\]\]}}>
memref.global "private" constant @wrapped : memref<6xf32, #pad.layout<[#tiles], [#wrapped], {}>> = dense<[0x7fc01234, 2.0, 3.0, 4.0, 5.0, 6.0]>

// A variable keeps its values, and what is not initialised need not be, unless its padding has a value.
// CHECK: memref.global @state : memref<2x4xf64> = dense<{{\[\[}}7.000000e+00, 7.000000e+00, 7.000000e+00, 7.000000e+00], [7.000000e+00, 7.000000e+00, -0.000000e+00, -0.000000e+00{{\]\]}}>
memref.global @state : memref<6xf64, #pad.layout<[#tiles], ["identity(addf)"], {}>> = dense<7.0>
// CHECK: memref.global "private" @scratch : memref<2x4xf32> = uninitialized {pad.logical
memref.global "private" @scratch : memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>> = uninitialized
// CHECK: memref.global "private" @sums : memref<2x4xi32> = dense<{{\[\[}}0, 0, 0, 0], [0, 0, 1, 1{{\]\]}}>
memref.global "private" @sums : memref<6xi32, #pad.layout<[#tiles], [1 : i32], {}>> = uninitialized
// CHECK: memref.global "private" constant @one : memref<3xi1> = dense<[false, false, true]>
memref.global "private" constant @one : memref<i1, #pad.layout<[affine_map<() -> (2)>], [false], {}>> = dense<true>

// CHECK: func.func @f(%B: memref<6xf32>) {
// CHECK-NEXT: %W = memref.get_global @weights : memref<2x4xf32>
// CHECK-NEXT: %S = memref.get_global @scratch : memref<2x4xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: %[[W:.*]] = affine.load %W[%[[I]] floordiv 4, %[[I]] mod 4] : memref<2x4xf32>
// CHECK-NEXT: affine.store %[[W]], %S[%[[I]] floordiv 4, %[[I]] mod 4] : memref<2x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.call @copy(%S, %B) : (memref<2x4xf32>, memref<6xf32>) -> ()
// CHECK-NEXT: func.return
func.func @f(%B: memref<6xf32>) {
  %W = memref.get_global @weights : memref<6xf32, #pad.layout<[#tiles], [0.5 : f32], {}>>
  %S = memref.get_global @scratch : memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>>
  affine.for %i = 0 to 6 {
    %w = affine.load %W[%i] : memref<6xf32, #pad.layout<[#tiles], [0.5 : f32], {}>>
    affine.store %w, %S[%i] : memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>>
  }
  func.call @copy(%S, %B) : (memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>>, memref<6xf32>) -> ()
  func.return
}
func.func private @copy(%S: memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>>, %B: memref<6xf32>) {
  memref.copy %S, %B : memref<6xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<6xf32>
  func.return
}
