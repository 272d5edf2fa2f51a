// Layouts that wait on a function (RFC 39, layout_transform_map): applied in order, with forbidden padding, and removed,
// so that applying them again does nothing.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s
// RUN: pad-opt %s -p 'pad-apply-layouts, pad-apply-layouts' | filecheck %s
// RUN: pad-opt %s -p 'pad-transform-layout{function=other buffer=X map="(i) -> (i)"}' | filecheck %s --check-prefix=TYPES

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// 14 elements in 4 tiles of 4, and these transposed.
// CHECK: func.func @f(%A: memref<4x4xf32> {pad.name = "A", pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>], ["forbidden", "forbidden"], {}>>}, %B: memref<14xf32>) {
// CHECK-NOT: pad.layouts
// CHECK: %[[T:.*]] = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[I]] mod 4, %[[I]] floordiv 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[A]], %[[T]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: %[[C:.*]] = affine.load %[[T]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[C]], %B[%[[I]]] : memref<14xf32>
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: func.return
// TYPES: func.func @f(%A: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>], ["forbidden", "forbidden"], {}>> {pad.name = "A"}, %B: memref<14xf32>) {
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) attributes {pad.layouts = {A = [#tiles, #swap], T = [#tiles]}} {
  %T = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %T[%i] : memref<14xf32>
    %c = affine.load %T[%i] : memref<14xf32>
    affine.store %c, %B[%i] : memref<14xf32>
  }
  memref.dealloc %T : memref<14xf32>
  func.return
}

// One that the type has already comes first.
// CHECK: func.func @more(%A: memref<4x2x2xf32> {pad.name = "A", pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>], ["undef", "forbidden"], {}>>}) {
func.func @more(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) attributes {pad.layouts = {A = [affine_map<(d0, d1) -> (d0, d1 floordiv 2, d1 mod 2)>]}} {
  func.return
}

// A caller copies; the callee of a function with the attribute gets the layout of what it is passed.
// CHECK: func.func @caller(%X: memref<14xf32>, %Y: memref<14xf32>) {
// CHECK: pad.stage = "X_call_pack"
// CHECK: func.call @f(%X_call, %Y) : (memref<4x4xf32>, memref<14xf32>) -> ()
func.func @caller(%X: memref<14xf32>, %Y: memref<14xf32>) {
  func.call @f(%X, %Y) : (memref<14xf32>, memref<14xf32>) -> ()
  func.return
}

// CHECK: func.func @passes_on(%X: memref<4x4xf32>
// CHECK: func.call @callee(%X) : (memref<4x4xf32>) -> ()
// CHECK: func.func private @callee(%Z: memref<4x4xf32>
func.func @passes_on(%X: memref<14xf32>) attributes {pad.layouts = {X = [#tiles]}} {
  func.call @callee(%X) : (memref<14xf32>) -> ()
  func.return
}
func.func private @callee(%Z: memref<14xf32>) {
  func.return
}

// Caller and callee may both have it.
// CHECK: func.func @agrees(%X: memref<4x4xf32>
// CHECK: func.call @f(%X, %Y) : (memref<4x4xf32>, memref<14xf32>) -> ()
func.func @agrees(%X: memref<14xf32>, %Y: memref<14xf32>) attributes {pad.layouts = {X = [#tiles, #swap]}} {
  func.call @f(%X, %Y) : (memref<14xf32>, memref<14xf32>) -> ()
  func.return
}

// CHECK: func.func @other
func.func @other(%X: memref<3xf32>) {
  func.return
}
