// Globals are named by their symbols; what is given one gets its layout too, as with any buffer that crosses a call.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="@weights" map="(i) -> (i floordiv 4, i mod 4)" pad=0.5}' | filecheck %s
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="@weights" map="(i) -> (i floordiv 4, i mod 4)"}, pad-transform-layout{buffer="@weights" map="(i, j) -> (j, i)"}, pad-apply-layouts' | filecheck %s --check-prefix=TWICE
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="@weights" map="(i) -> (i floordiv 4, i mod 4)" pad=1.0}, pad-apply-layouts, pad-transform-layout{buffer="@weights" map="(i, j) -> (j, i)"}, pad-apply-layouts' | filecheck %s --check-prefix=AGAIN

// CHECK: memref.global "private" constant @weights : memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [5.000000e-01 : f32], {}>> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]>
// TWICE: memref.global "private" constant @weights : memref<4x2xf32> = dense<{{\[\[}}1.000000e+00, 5.000000e+00], [2.000000e+00, 6.000000e+00], [3.000000e+00, 0.000000e+00], [4.000000e+00, 0.000000e+00{{\]\]}}> {pad.logical = memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>], ["forbidden", "forbidden"], {}>>}
// AGAIN: memref.global "private" constant @weights : memref<4x2xf32> = dense<{{\[\[}}1.000000e+00, 5.000000e+00], [2.000000e+00, 6.000000e+00], [3.000000e+00, 1.000000e+00], [4.000000e+00, 1.000000e+00{{\]\]}}> {pad.logical = memref<6xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>], [1.000000e+00 : f32, "forbidden"], {}>>}
memref.global "private" constant @weights : memref<6xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>

// CHECK: func.func private @sum(%P: memref<6xf32, #pad.layout<{{.*}}>> {pad.name = "P"}) -> f32
// TWICE: func.func private @sum(%P: memref<4x2xf32>
func.func private @sum(%P: memref<6xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 6 iter_args(%s = %zero) -> (f32) {
    // TWICE: affine.load %P[%{{.*}} mod 4, %{{.*}} floordiv 4] : memref<4x2xf32>
    %p = affine.load %P[%i] : memref<6xf32>
    %t = arith.addf %s, %p : f32
    affine.yield %t : f32
  }
  func.return %r : f32
}

// CHECK: func.func @weighted(%A: memref<6xf32>) -> f32
// CHECK: %W = memref.get_global @weights : memref<6xf32, #pad.layout<{{.*}}>>
// CHECK: func.call @sum(%W)
// CHECK: pad.pack %A into %A_call
// CHECK-NEXT: func.call @sum(%A_call)
// CHECK-NEXT: memref.dealloc %A_call
func.func @weighted(%A: memref<6xf32>) -> f32 {
  %W = memref.get_global @weights : memref<6xf32>
  %a = func.call @sum(%W) : (memref<6xf32>) -> f32
  %b = func.call @sum(%A) : (memref<6xf32>) -> f32
  %c = arith.addf %a, %b : f32
  func.return %c : f32
}
