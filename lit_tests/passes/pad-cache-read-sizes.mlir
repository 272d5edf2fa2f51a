// Copies of buffers whose sizes are known at run time only.
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A at=i map="(i, j) -> (i, j floordiv 4, j mod 4)" pad=0.0}' --split-input-file | filecheck %s --check-prefix=LOOP

// The sizes are the arguments that `pad.size` ties to the buffer. What is read in a loop and has no
// constant extent is a whole axis.
// CHECK-LABEL: func.func @tied
// CHECK:         %A_cache = memref.alloc(%m, %n) {{.*}} : memref<?x?xf32>
// CHECK-NEXT:    affine.for [[I:%.*]] = 0 to %m {
// CHECK-NEXT:      affine.for [[J:%.*]] = 0 to %n {
// CHECK-NEXT:        affine.load %A[[[I]], [[J]]]
// CHECK:         pad.stage = "A_cache"
// CHECK:         affine.load %A_cache[%i, %j]
// CHECK:         memref.dealloc %A_cache
// LOOP-LABEL: func.func @tied
// LOOP:         affine.for %i = 0 to %m {
// LOOP-NEXT:      %A_cache = memref.alloc(%n) {{.*}} : memref<1x?xf32, #pad.layout
// LOOP-NEXT:      affine.for %i0 = 0 to 1 {
// LOOP-NEXT:        affine.for %i1 = 0 to %n {
// LOOP-NEXT:          affine.load %A[%i0 + %i, %i1]
// LOOP:           affine.load %A_cache[0, %j]
func.func @tied(%A: memref<?x?xf32>, %B: memref<?xf32>, %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}, %n: index {pad.size = [{of = "A", dim = 1}]}) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %B[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Without a tie, a size is what memref.dim gives before all else: the one that is there, if one is.
// Whether the loop stays inside of A is not known, nor whether A has a column: the copy has a guard.
// CHECK-LABEL: func.func @untied
// CHECK:         [[COLUMNS:%.*]] = memref.dim %A, %{{.*}} : memref<?x?xf32>
// CHECK-NEXT:    %c0 = arith.constant 0
// CHECK-NEXT:    %m = memref.dim %B, %c0
// CHECK-NEXT:    %rows = memref.dim %A, %c0
// CHECK-NEXT:    %A_cache = memref.alloc(%rows, [[COLUMNS]])
// CHECK:         affine.for %{{.*}} = 0 to %rows {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to [[COLUMNS]] {
// LOOP-LABEL: func.func @untied
// LOOP:         [[COLUMNS:%.*]] = memref.dim %A, %{{.*}} : memref<?x?xf32>
// LOOP:         affine.if affine_set<(d0, d1, d2, d3, d4) : (d2 - d0 - d1 - 1 >= 0, d4 - d3 - 1 >= 0)>(%i0, %i, %rows, %i1, [[COLUMNS]])
func.func @untied(%A: memref<?x?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %B, %c0 : memref<?xf32>
  %rows = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    %a = affine.load %A[%i, 0] : memref<?x?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The copy of a buffer whose layout is applied leaves out forbidden padding, by its logical size.
// CHECK-LABEL: func.func @applied
// CHECK:         [[TILES:%.*]] = memref.dim %A, %{{.*}} : memref<?x4xf32>
// CHECK:         %A_cache = memref.alloc([[TILES]]) {{.*}} : memref<?x4xf32>
// CHECK-NEXT:    affine.for [[O:%.*]] = 0 to [[TILES]] {
// CHECK-NEXT:      affine.for [[I:%.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if affine_set<(d0, d1, d2) : (d2 - d0 * 4 - d1 - 1 >= 0)>([[O]], [[I]], %n)
// CHECK:         affine.load %A_cache[%i floordiv 4, %i mod 4]
func.func @applied(%A: memref<?x4xf32> {pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %B: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<?x4xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
