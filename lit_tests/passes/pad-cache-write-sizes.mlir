// Copies that are written, of buffers whose sizes are known at run time only.
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B}' --split-input-file | filecheck %s

// All of B is certainly written, whatever its size is: nothing fills the copy.
// CHECK-LABEL: func.func @written
// CHECK-NEXT:    %B_cache = memref.alloc(%n)
// CHECK-NEXT:    affine.for %i = 0 to %n {
// CHECK-NEXT:      affine.store %x, %B_cache[%i]
// CHECK:         affine.for %i0 = 0 to %n {
// CHECK-NEXT:      affine.load %B_cache[%i0]
// CHECK-NEXT:      affine.store %{{.*}}, %B[%i0]
func.func @written(%B: memref<?xf32>, %x: f32, %n: index {pad.size = [{of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// B may be longer than 14, and even cells alone are not all of them: the copy is filled first.
// CHECK-LABEL: func.func @some
// CHECK:         pad.stage = "B_cache_in"
// CHECK:         affine.store %x, %B_cache[%i * 2]
// CHECK:         pad.stage = "B_cache"
func.func @some(%B: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to 7 {
    affine.store %x, %B[2 * %i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A local buffer has the sizes that it is allocated with.
// CHECK-LABEL: func.func @local
// CHECK:         %B = memref.alloc(%n)
// CHECK:         %B_cache = memref.alloc(%n)
// CHECK-NOT:     pad.stage = "B_cache_in"
// CHECK:         affine.load %B_cache[%i]
// CHECK:         pad.stage = "B_cache"
func.func @local(%C: memref<?xf32>, %x: f32, %n: index {pad.size = [{of = "C", dim = 0}]}) {
  %B = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %B[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    affine.store %b, %C[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  memref.dealloc %B : memref<?xf32>
  func.return
}
