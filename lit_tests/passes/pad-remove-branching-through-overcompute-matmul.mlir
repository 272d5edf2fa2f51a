// Strict floats: C starts at +0.0 in the stage, so that neither what is stored to it later nor what it held before matters.
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p 'pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=C},pad-split{loop=k factor=16},pad-remove-branching-through-overcompute{stage=compute}' | filecheck %s

#zeros = #pad.layout<[affine_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>], [0.0 : f32], {}>
#undef = #pad.layout<[affine_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>], ["undef"], {}>

// All three buffers in tiles of 16, on 127 x 127.
// CHECK-LABEL: @matmul
// CHECK:       pad.stage = "A_assume"
// CHECK:       affine.for %[[IO:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for %[[JO:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.for %[[II:.*]] = 0 to 16 {
// CHECK-NEXT:        affine.for %[[JI:.*]] = 0 to 16 {
// CHECK-NEXT:          affine.store %zero, %C[%[[IO]], %[[JO]], %[[II]], %[[JI]]]
// CHECK-NEXT:          affine.for %[[KO:.*]] = 0 to 8 {
// CHECK-NEXT:            affine.for %[[KI:.*]] = 0 to 16 {
// CHECK-NEXT:              affine.load %A[%[[IO]], %[[KO]], %[[II]], %[[KI]]]
// CHECK-NEXT:              affine.load %B[%[[KO]], %[[JO]], %[[KI]], %[[JI]]]
// CHECK:                   affine.store %{{.*}}, %C[%[[IO]], %[[JO]], %[[II]], %[[JI]]]
// CHECK:       pad.stage = "C_padding"
func.func @matmul(%A: memref<127x127xf32, #zeros>, %B: memref<127x127xf32, #zeros>, %C: memref<127x127xf32, #undef>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 127 {
      affine.store %zero, %C[%i, %j] : memref<127x127xf32, #undef>
      affine.for %k = 0 to 127 {
        %a = affine.load %A[%i, %k] : memref<127x127xf32, #zeros>
        %b = affine.load %B[%k, %j] : memref<127x127xf32, #zeros>
        %c = affine.load %C[%i, %j] : memref<127x127xf32, #undef>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<127x127xf32, #undef>
      } {pad.loop = "k"}
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

#zeros = #pad.layout<[affine_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>], [0.0 : f32], {}>

// Without the initialisation, a caller's -0.0 would become +0.0.
// CHECK-LABEL: @accumulated
// CHECK:       affine.if
func.func @accumulated(%A: memref<20x20xf32, #zeros>, %B: memref<20x20xf32, #zeros>, %C: memref<20x20xf32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 20 {
      // expected-remark@+1 {{without the guard, iteration [0, 0, 1, 4] is not shown to store the same value in C[0, 0], which may be read later}}
      affine.for %k = 0 to 20 {
        %a = affine.load %A[%i, %k] : memref<20x20xf32, #zeros>
        %b = affine.load %B[%k, %j] : memref<20x20xf32, #zeros>
        %c = affine.load %C[%i, %j] : memref<20x20xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<20x20xf32>
      } {pad.loop = "k"}
    }
  } {pad.stage = "compute"}
  func.return
}
