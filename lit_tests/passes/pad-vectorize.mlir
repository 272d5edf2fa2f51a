// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// CHECK-LABEL: @double
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 32 step 16 {
// CHECK-NEXT:   %[[A:.*]] = vector.load %A[%[[I]]] : memref<32xf32>, vector<16xf32>
// CHECK-NEXT:   %[[B:.*]] = arith.addf %[[A]], %[[A]] : vector<16xf32>
// CHECK-NEXT:   vector.store %[[B]], %B[%[[I]]] : memref<32xf32>, vector<16xf32>
// CHECK-NEXT: } {pad.stage = "compute"}
func.func @double(%A: memref<32xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<32xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Both have to allow that they are contracted.
// CHECK-LABEL: @fused
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<contract> : vector<16xf32>
// CHECK-NOT: arith.mulf
func.func @fused(%A: memref<32xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[%i] : memref<32xf32>
    %p = arith.mulf %a, %b fastmath<contract,nnan> : f32
    %s = arith.addf %a, %p fastmath<contract> : f32
    affine.store %s, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @kept_apart
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK-NEXT: arith.addf %{{.*}}, %[[P]] fastmath<contract> : vector<16xf32>
func.func @kept_apart(%A: memref<32xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[%i] : memref<32xf32>
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %a, %p fastmath<contract> : f32
    affine.store %s, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @kept_apart_by_the_sum
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : vector<16xf32>
// CHECK-NEXT: arith.addf %{{.*}}, %[[P]] : vector<16xf32>
func.func @kept_apart_by_the_sum(%A: memref<32xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[%i] : memref<32xf32>
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %s = arith.addf %a, %p : f32
    affine.store %s, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// What is the same in all lanes is not a vector, and stays for LLVM to contract.
// CHECK-LABEL: @scalars
// CHECK: arith.mulf %x, %x
// CHECK-NEXT: arith.addf %x, %p fastmath<contract> : f32
func.func @scalars(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %p = arith.mulf %x, %x fastmath<contract> : f32
    %s = arith.addf %x, %p fastmath<contract> : f32
    %t = arith.addf %a, %s : f32
    affine.store %t, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// Rows may lie at any distance, with room after them; the elements of each are neighbours.
// CHECK-LABEL: @strided
// CHECK: %[[A:.*]] = vector.load %A[%[[I:.*]], %[[J:.*]]] : memref<?x32xf32, strided<[?, 1], offset: ?>>, vector<16xf32>
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[A]], %[[A]] : vector<16xf32>
// CHECK-NEXT: vector.store %[[B]], %B[%[[I]], %[[J]]] : memref<?x32xf32, strided<[40, 1]>>, vector<16xf32>
func.func @strided(%A: memref<?x32xf32, strided<[?, 1], offset: ?>>, %B: memref<?x32xf32, strided<[40, 1]>>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i, %j] : memref<?x32xf32, strided<[?, 1], offset: ?>>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<?x32xf32, strided<[40, 1]>>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @strided_part
// CHECK: %[[A:.*]] = vector.load %A[%[[I:.*]]] : memref<?xf32, strided<[1], offset: ?>>, vector<16xf32>
// CHECK-NEXT: vector.store %[[A]], %B[%[[I]]] : memref<?xf32, strided<[1], offset: ?>>, vector<16xf32>
func.func @strided_part(%A: memref<?xf32, strided<[1], offset: ?>>, %B: memref<?xf32, strided<[1], offset: ?>>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32, strided<[1], offset: ?>>
    affine.store %a, %B[%i] : memref<?xf32, strided<[1], offset: ?>>
  }
  func.return
}

// -----

// Views of two arguments, each of which is accessed by its view alone, are two buffers.
// CHECK-LABEL: @views
// CHECK: vector.load %[[A:.*]][%{{.*}}, %{{.*}}] : memref<?x?xf32, strided<[?, 1]>>, vector<16xf32>
// CHECK: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x?xf32, strided<[?, 1]>>, vector<16xf32>
func.func @views(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  %C = memref.reinterpret_cast %A to offset: [0], sizes: [%n, %m], strides: [%m, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %D = memref.reinterpret_cast %B to offset: [0], sizes: [%n, %m], strides: [%m, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %C[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
      affine.store %a, %D[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
    }
  }
  func.return
}

// -----

// So are parts of them that loops around make.
// CHECK-LABEL: @parts
// CHECK: vector.load %[[A:.*]][%{{.*}}, %{{.*}}] : memref<8x32xf32, strided<[64, 1], offset: ?>>, vector<16xf32>
// CHECK: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x32xf32, strided<[64, 1], offset: ?>>, vector<16xf32>
func.func @parts(%A: memref<16x64xf32>, %B: memref<16x64xf32>) {
  affine.for %io = 0 to 16 step 8 {
    affine.for %jo = 0 to 64 step 32 {
      %a = memref.subview %A[%io, %jo] [8, 32] [1, 1] : memref<16x64xf32> to memref<8x32xf32, strided<[64, 1], offset: ?>>
      %b = memref.subview %B[%io, %jo] [8, 32] [1, 1] : memref<16x64xf32> to memref<8x32xf32, strided<[64, 1], offset: ?>>
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 32 {
          %x = affine.load %a[%i, %j] : memref<8x32xf32, strided<[64, 1], offset: ?>>
          affine.store %x, %b[%i, %j] : memref<8x32xf32, strided<[64, 1], offset: ?>>
        }
      }
    }
  }
  func.return
}
