// RUN: pad-opt %s -p 'pad-optimize{target-cpu="x86-64-v3:l1=1:l2=3"}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-optimize{target-cpu="x86-64-v3:l1=1:l2=3"}' --split-input-file 2>&1 | filecheck %s --check-prefix=SAID

// Three rows of T are in use at a time: of four, each takes the place of the one four rows before.
// SAID: remark: [pad-optimize] T has 4 rows, used in turn: no more of its 25 are in use at a time
// CHECK-LABEL: @window(
// CHECK: %T = memref.alloc() {{.*}}: memref<4x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 23 {
// CHECK: affine.apply affine_map<(d0) -> ((d0 + 2) mod 4)>
// CHECK: vector.store %{{.*}}, %T[
// CHECK: affine.apply affine_map<(d0) -> (d0 mod 4)>
// CHECK: affine.apply affine_map<(d0) -> ((d0 + 2) mod 4)>
// CHECK: vector.store %{{.*}}, %B[
// CHECK: memref.dealloc %T : memref<4x32xf32>
func.func @window(%A: memref<25x32xf32>, %B: memref<23x32xf32>) {
  %T = memref.alloc() : memref<25x32xf32>
  affine.for %y = 0 to 25 {
    affine.for %x = 0 to 32 {
      %a = affine.load %A[%y, %x] : memref<25x32xf32>
      %t = arith.addf %a, %a : f32
      affine.store %t, %T[%y, %x] : memref<25x32xf32>
    }
  } {pad.stage = "first"}
  affine.for %y = 0 to 23 {
    affine.for %x = 0 to 32 {
      %t0 = affine.load %T[%y, %x] : memref<25x32xf32>
      %t2 = affine.load %T[%y + 2, %x] : memref<25x32xf32>
      %b = arith.addf %t0, %t2 : f32
      affine.store %b, %B[%y, %x] : memref<23x32xf32>
    }
  } {pad.stage = "second"}
  memref.dealloc %T : memref<25x32xf32>
  func.return
}

// -----

// A row is stored and loaded by one iteration: one is enough, whatever the loop is over.
// SAID: remark: [pad-optimize] T has 1 rows, used in turn: no more of its 25 are in use at a time
// CHECK-LABEL: @row(
// CHECK: %T = memref.alloc() {{.*}}: memref<1x32xf32>
// CHECK-NOT: mod
func.func @row(%A: memref<25x32xf32>, %B: memref<25x32xf32>) {
  %T = memref.alloc() : memref<25x32xf32>
  affine.for %y = 0 to 25 {
    affine.for %x = 0 to 32 {
      %a = affine.load %A[%y, %x] : memref<25x32xf32>
      %t = arith.addf %a, %a : f32
      affine.store %t, %T[%y, %x] : memref<25x32xf32>
    }
    affine.for %x = 0 to 32 {
      %t = affine.load %T[%y, 31 - %x] : memref<25x32xf32>
      affine.store %t, %B[%y, %x] : memref<25x32xf32>
    }
  } {pad.stage = "both"}
  memref.dealloc %T : memref<25x32xf32>
  func.return
}
