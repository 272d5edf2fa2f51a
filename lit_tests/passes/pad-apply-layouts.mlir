// The two examples of RFC 77, "Enhancement - transform_layout", with its numbers: 14 cells in 4 x 4, padding of -1
// and -2.
// RUN: pad-opt %s -p 'pad-transform-layout{function=caches buffer=A_cache map="(i) -> (i floordiv 4, i mod 4)" pad=-1}, \
// RUN:   pad-transform-layout{function=caches buffer=B_cache map="(i) -> (i floordiv 4, i mod 4)" pad=-2}, \
// RUN:   pad-transform-layout{function=arguments buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=-1}, \
// RUN:   pad-transform-layout{function=arguments buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=-2}, \
// RUN:   pad-apply-layouts' | filecheck %s
// Applied layouts are not applied again.
// RUN: pad-opt %s -p 'pad-transform-layout{function=caches buffer=A_cache map="(i) -> (i floordiv 4, i mod 4)" pad=-1}, \
// RUN:   pad-transform-layout{function=caches buffer=B_cache map="(i) -> (i floordiv 4, i mod 4)" pad=-2}, \
// RUN:   pad-transform-layout{function=arguments buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=-1}, \
// RUN:   pad-transform-layout{function=arguments buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=-2}, \
// RUN:   pad-apply-layouts,pad-apply-layouts' | filecheck %s

// The interface of the function does not change, nor do its loops; a stage after each write stage writes the padding.
// CHECK-LABEL: @caches(%A: memref<14xf32>, %B: memref<14xf32>)
// CHECK: %[[AC:.*]] = memref.alloc() {pad.name = "A_cache", pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [-1.000000e+00 : f32], {}>>} : memref<4x4xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[X:.*]] = affine.load %A[%[[I]]] : memref<14xf32>
// CHECK-NEXT: affine.store %[[X]], %[[AC]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: } {pad.stage = "A_cache"}
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: %[[PAD:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: affine.store %[[PAD]], %[[AC]][%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } {pad.loop = "ii"}
// CHECK-NEXT: } {pad.loop = "io", pad.of_padding, pad.stage = "A_cache_padding"}
// CHECK-NEXT: %[[BC:.*]] = memref.alloc() {pad.name = "B_cache", {{.*}}[-2.000000e+00 : f32]{{.*}}} : memref<4x4xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[AC]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %{{.*}}, %[[X]]
// CHECK-NEXT: affine.store %[[Y]], %[[BC]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: } {pad.stage = "compute"}
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: %[[PAD:.*]] = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: affine.store %[[PAD]], %[[BC]][%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK: {pad.loop = "io", pad.of_padding, pad.stage = "B_cache_padding"}
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[BC]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[X]], %B[%[[I]]] : memref<14xf32>
// CHECK-NEXT: } {pad.stage = "B_cache"}
// CHECK-NEXT: func.return
func.func @caches(%A: memref<14xf32>, %B: memref<14xf32>) {
  %A_cache = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %A_cache[%i] : memref<14xf32>
  } {pad.stage = "A_cache"}
  %B_cache = memref.alloc() : memref<14xf32>
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A_cache[%i] : memref<14xf32>
    %b = arith.mulf %two, %a : f32
    affine.store %b, %B_cache[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  affine.for %i = 0 to 14 {
    %b = affine.load %B_cache[%i] : memref<14xf32>
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "B_cache"}
  func.return
}

// A has no write stage, so its padding is assumed at the head; B is only written, so its padding is not.
// CHECK-LABEL: @arguments(
// CHECK-SAME: %A: memref<4x4xf32> {pad.name = "A", pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [-1.000000e+00 : f32], {}>>}
// CHECK-SAME: %B: memref<4x4xf32> {pad.name = "B", pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [-2.000000e+00 : f32], {}>>}
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// CHECK-NEXT: %[[SIZE:.*]] = arith.constant 14 : index
// CHECK-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[I]], %[[SIZE]] : index
// CHECK-NEXT: %[[CELL:.*]] = affine.load %A[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK-NEXT: %[[PAD:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %[[SAME:.*]] = arith.cmpf oeq, %[[CELL]], %[[PAD]] : f32
// CHECK-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[SAME]] : i1
// CHECK-NEXT: pad.assume %[[EITHER]] : i1
// CHECK-NEXT: } {pad.loop = "ii"}
// CHECK-NEXT: } {pad.loop = "io", pad.of_padding, pad.stage = "A_assume"}
// CHECK-NOT: pad.assume
// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[X:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK: affine.store %{{.*}}, %B[%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: } {pad.stage = "compute"}
// CHECK: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>
// CHECK-NEXT: %[[PAD:.*]] = arith.constant -2.000000e+00 : f32
// CHECK-NEXT: affine.store %[[PAD]], %B
// CHECK: {pad.loop = "io", pad.of_padding, pad.stage = "B_padding"}
// CHECK-NEXT: func.return
func.func @arguments(%A: memref<14xf32>, %B: memref<14xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.mulf %two, %a : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
