// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file --validate-each | filecheck %s
// RUN: pad-opt %s -p 'pad-map-to-gpu{reduce=shuffle}' --split-input-file | filecheck %s --check-prefix=SHUFFLE

// Lanes that are put together in their order, after those of all threads.
// CHECK-LABEL: gpu.func @ordered(
// CHECK-NOT: vector.reduction
// CHECK: gpu.barrier
// CHECK: vector.reduction <add>, %{{.*}} : vector<4xf32> into f32
// SHUFFLE-LABEL: gpu.func @ordered(
// SHUFFLE-NOT: gpu.shuffle
func.func @ordered(%A: memref<4x512xf32>, %B: memref<4xf32>) {
  %z = arith.constant dense<-0.0> : vector<4xf32>
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 512 step 4 iter_args(%s = %z) -> (vector<4xf32>) {
      %a = vector.load %A[%i, %j] : memref<4x512xf32>, vector<4xf32>
      %n = arith.addf %s, %a fastmath<reassoc> : vector<4xf32>
      affine.yield %n : vector<4xf32>
    }
    %t = vector.reduction <add>, %r : vector<4xf32> into f32
    affine.store %t, %B[%i] : memref<4xf32>
  } {pad.stage = "ordered"}
  func.return
}

// -----

// Lanes that one thread puts together, in an arm.
// CHECK-LABEL: gpu.func @in_an_arm(
// CHECK: gpu.barrier
// CHECK: scf.if %c
// CHECK-NEXT: vector.reduction <add>
// SHUFFLE-LABEL: gpu.func @in_an_arm(
func.func @in_an_arm(%A: memref<4x512xi32>, %B: memref<4xi32>, %c: i1) {
  %z = arith.constant dense<0> : vector<4xi32>
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 512 step 4 iter_args(%s = %z) -> (vector<4xi32>) {
      %a = vector.load %A[%i, %j] : memref<4x512xi32>, vector<4xi32>
      %n = arith.addi %s, %a : vector<4xi32>
      affine.yield %n : vector<4xi32>
    }
    scf.if %c {
      %t = vector.reduction <add>, %r : vector<4xi32> into i32
      affine.store %t, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "in_an_arm"}
  func.return
}

// -----

// Indices are not numbers that threads shuffle.
// CHECK-LABEL: gpu.func @indices(
// SHUFFLE-LABEL: gpu.func @indices(
// SHUFFLE-NOT: gpu.shuffle
// SHUFFLE: memref<{{.*}}xindex, 3 : i64>
func.func @indices(%A: memref<4x64xindex>, %C: memref<4xindex>) {
  %z = arith.constant 0 : index
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 64 iter_args(%s = %z) -> (index) {
      %a = affine.load %A[%i, %j] : memref<4x64xindex>
      %n = arith.addi %s, %a : index
      affine.yield %n : index
    }
    affine.store %r, %C[%i] : memref<4xindex>
  } {pad.stage = "indices"}
  func.return
}

// -----

// A function of the module that calls another one gives it buffers that begin anywhere, or what it has allocated.
// CHECK-LABEL: func.func @called(
// CHECK-SAME: %X: memref<4xf32>, %Y: memref<4xf32> {llvm.align = 16 : i64})
// CHECK: gpu.func @called(
// CHECK-NOT: vector.load
// CHECK: gpu.func @wide(
// CHECK: vector.load
// SHUFFLE-LABEL: gpu.func @called(
func.func @called(%X: memref<4xf32>, %Y: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %X[%i] : memref<4xf32>
    affine.store %x, %X[%i] : memref<4xf32>
  } {pad.stage = "called"}
  affine.for %i = 0 to 4 {
    %y = affine.load %Y[%i] : memref<4xf32>
    %z = arith.addf %y, %y : f32
    affine.store %z, %Y[%i] : memref<4xf32>
  } {pad.stage = "wide"}
  func.return
}
func.func @caller(%B: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %T[%i] : memref<4xf32>
  } {pad.stage = "zeros"}
  func.call @called(%B, %T) : (memref<4xf32>, memref<4xf32>) -> ()
  func.return
}
