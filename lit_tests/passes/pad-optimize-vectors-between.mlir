// RUN: pad-opt %s -p 'pad-optimize{target-cpu=znver5}' | filecheck %s
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=znver4}' | filecheck %s --check-prefix=OTHER

// The vectors from x + 1 and x + 2 on lie between those from x and x + 16 on.
// CHECK-LABEL: @three(
// CHECK: affine.for %[[X:.*]] = 0 to 64 step 16 {
// CHECK: vector.load %A[%[[X]]]
// CHECK: %[[NEXT:.*]] = affine.apply affine_map<(d0) -> (d0 + 16)>(%[[X]])
// CHECK: vector.load %A[%[[NEXT]]]
// CHECK-NOT: vector.load
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]
// OTHER-LABEL: @three(
// OTHER-NOT: vector.shuffle
func.func @three(%A: memref<80xf32>, %B: memref<64xf32>) {
  affine.for %x = 0 to 64 {
    %a0 = affine.load %A[%x] : memref<80xf32>
    %a1 = affine.load %A[%x + 1] : memref<80xf32>
    %a2 = affine.load %A[%x + 2] : memref<80xf32>
    %s = arith.addf %a0, %a1 : f32
    %b = arith.subf %s, %a2 : f32
    affine.store %b, %B[%x] : memref<64xf32>
  }
  func.return
}

// Of two vectors of a row, as many would be loaded as there are.
// CHECK-LABEL: @two(
// CHECK: affine.for %{{.*}} = 0 to 32 step 8 {
// CHECK-COUNT-2: vector.load %A
// CHECK-NOT: vector.shuffle
func.func @two(%A: memref<40xf64>, %B: memref<32xf64>) {
  affine.for %x = 0 to 32 {
    %a0 = affine.load %A[%x] : memref<40xf64>
    %a1 = affine.load %A[%x + 3] : memref<40xf64>
    %s = arith.addf %a0, %a1 : f64
    affine.store %s, %B[%x] : memref<32xf64>
  }
  func.return
}

// Two rows together: of the row that both load, each vector is there once.
// CHECK-LABEL: @rows(
// CHECK: affine.for %{{.*}} = 0 to 8 step {{[24]}} {
// CHECK: affine.for %{{.*}} = 0 to 32 step 8 {
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [3, 4, 5, 6, 7, 8, 9, 10]
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [5, 6, 7, 8, 9, 10, 11, 12]
func.func @rows(%A: memref<10x40xf64>, %B: memref<8x32xf64>) {
  affine.for %y = 0 to 8 {
    affine.for %x = 0 to 32 {
      %a0 = affine.load %A[%y, %x] : memref<10x40xf64>
      %a1 = affine.load %A[%y, %x + 3] : memref<10x40xf64>
      %a2 = affine.load %A[%y, %x + 5] : memref<10x40xf64>
      %a3 = affine.load %A[%y + 1, %x] : memref<10x40xf64>
      %a4 = affine.load %A[%y + 1, %x + 3] : memref<10x40xf64>
      %a5 = affine.load %A[%y + 1, %x + 5] : memref<10x40xf64>
      %s = arith.addf %a0, %a1 : f64
      %t = arith.subf %a2, %a3 : f64
      %u = arith.mulf %a4, %a5 : f64
      %v = arith.mulf %s, %t : f64
      %b = arith.subf %v, %u : f64
      affine.store %b, %B[%y, %x] : memref<8x32xf64>
    }
  }
  func.return
}
