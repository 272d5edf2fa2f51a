// RUN: pad-opt %s -p 'pad-cache-read{buffer=A stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// A copy of the whole buffer reads what was not written, unless the two sizes are one.
// CHECK-LABEL: @f
// CHECK-NOT: A_cache
// expected-remark@+1 {{buffer 'A' not cached: the copy may read cells that are not written before it; it would be cached where m == n: state that by pad.size or a pad.assume}}
func.func @f(%B: memref<?xi32> {pad.name = "B"}, %n: index {pad.size = [{of = "B", dim = 0}]}, %m: index, %x: i32) {
  %A = memref.alloc(%m) {pad.name = "A"} : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "first"}
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi32>
    affine.store %a, %B[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  memref.dealloc %A : memref<?xi32>
  func.return
}
