// RUN: pad-opt %s -p 'pad-optimize{target-cpu="x86-64-v3:l1=2:l2=9"}' --split-input-file | filecheck %s

// B[y] takes four rows of T: two are computed before, then two more for each row of B.
// CHECK-LABEL: @halve(
// CHECK: affine.for %{{.*}} = 0 to 128 step 8 {
// CHECK: affine.for %{{.*}} = 0 to 19 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 + 2)>
// CHECK: vector.store %{{.*}}, %T[
// CHECK: affine.for %{{.*}} = 0 to 64 step 8 {
// CHECK: vector.load %T[
// CHECK: vector.store %{{.*}}, %B[
// What is left of T.
// CHECK: affine.for %{{.*}} = 2560 to 2624 step 8 {
// CHECK-NOT: vector.load %T[
func.func @halve(%A: memref<41x64xf32>, %B: memref<19x64xf32>) {
  %T = memref.alloc() : memref<41x64xf32>
  affine.for %y = 0 to 41 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<41x64xf32>
      %t = arith.addf %a, %a : f32
      affine.store %t, %T[%y, %x] : memref<41x64xf32>
    }
  } {pad.stage = "first"}
  affine.for %y = 0 to 19 {
    affine.for %x = 0 to 64 {
      %t0 = affine.load %T[%y * 2, %x] : memref<41x64xf32>
      %t3 = affine.load %T[%y * 2 + 3, %x] : memref<41x64xf32>
      %b = arith.addf %t0, %t3 : f32
      affine.store %b, %B[%y, %x] : memref<19x64xf32>
    }
  } {pad.stage = "second"}
  memref.dealloc %T : memref<41x64xf32>
  func.return
}

// -----

// The second loop begins with a later row, and takes one from the block just before it.
// CHECK-LABEL: @later(
// CHECK: affine.for %{{.*}} = 0 to 384 step 8 {
// CHECK: affine.for %{{.*}} = 0 to 31 {
// CHECK: affine.apply affine_map<(d0) -> (d0 + 6)>
// CHECK: vector.store %{{.*}}, %T[
// CHECK: affine.apply affine_map<(d0) -> (d0 + 4)>
// CHECK: vector.load %T[
func.func @later(%A: memref<37x64xf32>, %B: memref<37x64xf32>, %T: memref<37x64xf32>) {
  affine.for %y = 0 to 37 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<37x64xf32>
      affine.store %a, %T[%y, %x] : memref<37x64xf32>
    }
  }
  affine.for %y = 5 to 36 {
    affine.for %x = 0 to 64 {
      %above = affine.load %T[%y - 1, %x] : memref<37x64xf32>
      %below = affine.load %T[%y + 1, %x] : memref<37x64xf32>
      %b = arith.addf %above, %below : f32
      affine.store %b, %B[%y, %x] : memref<37x64xf32>
    }
  }
  func.return
}
