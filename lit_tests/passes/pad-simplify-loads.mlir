// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// What was stored is not loaded again, out of loops and ifs too.
// CHECK-LABEL: @stored
// CHECK: affine.store %x, %B[0]
// CHECK-NOT: affine.load
// CHECK: affine.store %x, %A[%{{.*}}]
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.store %x, %C[%{{.*}}]
// CHECK-NOT: affine.load
// CHECK: func.return
func.func @stored(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  affine.store %x, %B[0] : memref<16xf32>
  affine.for %i = 0 to 16 {
    %b = affine.load %B[0] : memref<16xf32>
    affine.store %b, %A[%i] : memref<16xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %C[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Over writes of other cells, in this iteration and in earlier ones.
// CHECK-LABEL: @over
// CHECK: affine.for
// CHECK-NEXT: affine.store %x, %A[%[[I:.*]]]
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %y, %A[%[[I]] + %{{.*}} + 1]
// CHECK-NEXT: affine.store %x, %B[%[[I]]]
func.func @over(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<32xf32>
    affine.for %j = 0 to 4 {
      affine.store %y, %A[%i + %j + 1] : memref<32xf32>
      %a = affine.load %A[%i] : memref<32xf32>
      affine.store %a, %B[%i] : memref<32xf32>
    }
  }
  func.return
}

// -----

// A constant from an earlier stage, in a stage that overwrites it after it was read; to add 0 does nothing.
// CHECK-LABEL: @constant
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NEXT: %[[A:.*]] = affine.load %A
// CHECK-NEXT: affine.store %[[A]], %B
func.func @constant(%A: memref<16xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %b = affine.load %B[%i] : memref<16xi32>
    %s = arith.addi %b, %a : i32
    affine.store %s, %B[%i] : memref<16xi32>
  }
  func.return
}

// -----

// The access of a global goes with a condition that never holds, between looks for other buffers.
memref.global "private" constant @w : memref<4xi32> = dense<[1, 2, 3, 4]>
// CHECK-LABEL: @gone
// CHECK-NOT: get_global
// CHECK: affine.store %{{.*}}, %B[%i]
// CHECK-NEXT: affine.load %B[0]
func.func @gone(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %c0, %A[%i] : memref<8xi32>
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      %w = memref.get_global @w : memref<4xi32>
      %x = affine.load %w[0] : memref<4xi32>
      affine.store %x, %B[%i] : memref<8xi32>
    }
    %a = affine.load %A[%i] : memref<8xi32>
    affine.store %a, %B[%i] : memref<8xi32>
    %z = affine.load %B[0] : memref<8xi32>
    affine.store %z, %A[%i] : memref<8xi32>
  }
  func.return
}
