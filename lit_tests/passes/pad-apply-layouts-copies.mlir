// Copies between layouts are loops over the logical indices; what they fill gets its padding after them.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @pack
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[A:.*]] = affine.load %a[%[[I]]] : memref<14xf32>
// CHECK-NEXT: affine.store %[[A]], %p[%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: } {{{.*}}pad.stage = "p_pack"}
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "p_padding"
// CHECK-NEXT: func.return
func.func @pack(%a: memref<14xf32>, %p: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  pad.pack %a into %p : memref<14xf32> into memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.return
}

// CHECK-LABEL: @unpack
// CHECK: pad.stage = "p_assume"
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[A:.*]] = affine.load %p[%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[A]], %a[%[[I]]] : memref<14xf32>
// CHECK-NEXT: } {{{.*}}pad.stage = "a_unpack"}
// CHECK-NEXT: func.return
func.func @unpack(%p: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %a: memref<14xf32>) {
  pad.unpack %p into %a : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> into memref<14xf32>
  func.return
}

// The name of the copy is the stage's.
// CHECK-LABEL: @named
// CHECK: pad.stage = "A_cache"
// CHECK: pad.stage = "p_padding"
func.func @named(%a: memref<14xf32>, %p: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  pad.pack %a into %p {pad.stage = "A_cache"} : memref<14xf32> into memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.return
}

// memref.copy copies what is stored, not how: between two layouts, too.
// CHECK-LABEL: @copy
// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[X:.*]] = affine.load %p[%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[X]], %q[%[[I]] floordiv 8, %[[I]] mod 8] : memref<2x8xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[X:.*]] = affine.load %p[%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[X]], %a[%[[I]]] : memref<14xf32>
// CHECK: memref.copy %a, %b : memref<14xf32> to memref<14xf32>
#wide = affine_map<(d0) -> (d0 floordiv 8, d0 mod 8)>
func.func @copy(%p: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %q: memref<14xf32, #pad.layout<[#wide], ["forbidden"], {}>>, %a: memref<14xf32>, %b: memref<14xf32>) {
  memref.copy %p, %q : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<14xf32, #pad.layout<[#wide], ["forbidden"], {}>>
  memref.copy %p, %a : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<14xf32>
  memref.copy %a, %b : memref<14xf32> to memref<14xf32>
  func.return
}

// Rank 0 is one load and one store.
// CHECK-LABEL: @rank_0
// CHECK-NEXT: %[[X:.*]] = affine.load %a[] : memref<f32>
// CHECK-NEXT: affine.store %[[X]], %p[0] : memref<4xf32>
// CHECK-NEXT: func.return
func.func @rank_0(%a: memref<f32>, %p: memref<f32, #pad.layout<[affine_map<() -> (0)>], ["forbidden"], {extents = [4]}>>) {
  pad.pack %a into %p : memref<f32> into memref<f32, #pad.layout<[affine_map<() -> (0)>], ["forbidden"], {extents = [4]}>>
  func.return
}
