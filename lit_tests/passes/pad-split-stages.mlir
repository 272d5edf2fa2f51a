// RUN: pad-opt %s -p 'pad-split{loop="second.i" factor=4}' | filecheck %s

// Two loops of one name are told apart by their stages.
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: } {pad.stage = "first"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK: } {pad.loop = "io", pad.stage = "second"}
func.func @named(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  } {pad.stage = "first"}
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  } {pad.stage = "second"}
  func.return
}
