// REQUIRES: mlir
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s

// The inner loop may never run: LLVM would copy the outer one for that case, and make vectors of it.
// CHECK-LABEL: define {{.*}} @rows(
// CHECK: br label %[[OUTER:[0-9]+]]{{$}}
// CHECK: br label %[[INNER:[0-9]+]]{{$}}
// CHECK: br label %[[INNER]]{{$}}
// CHECK: br label %[[OUTER]], !llvm.loop ![[MARK:[0-9]+]]{{$}}
func.func @rows(%A: memref<?x?xf32>, %B: memref<?x4xf32>, %v: vector<4xf32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    %s = affine.for %j = 0 to %n iter_args(%t = %v) -> (vector<4xf32>) {
      %x = vector.load %A[%i, %j] : memref<?x?xf32>, vector<4xf32>
      %u = arith.addf %t, %x : vector<4xf32>
      affine.yield %u : vector<4xf32>
    }
    %zero = arith.constant 0 : index
    vector.store %s, %B[%i, %zero] : memref<?x4xf32>, vector<4xf32>
  }
  func.return
}

// Three iterations of the inner loop are written out, and then those of the outer one may be too.
// CHECK-LABEL: define {{.*}} @three(
// CHECK-NOT: !llvm.loop
func.func @three(%A: memref<?x?xf32>, %B: memref<?x4xf32>, %v: vector<4xf32>, %m: index) {
  affine.for %i = 0 to %m {
    %s = affine.for %j = 0 to 3 iter_args(%t = %v) -> (vector<4xf32>) {
      %x = vector.load %A[%i, %j] : memref<?x?xf32>, vector<4xf32>
      %u = arith.addf %t, %x : vector<4xf32>
      affine.yield %u : vector<4xf32>
    }
    %zero = arith.constant 0 : index
    vector.store %s, %B[%i, %zero] : memref<?x4xf32>, vector<4xf32>
  }
  func.return
}

// How often this outer loop runs is known: what LLVM makes of it is left to it.
// CHECK-LABEL: define {{.*}} @forty(
// CHECK-NOT: !llvm.loop
func.func @forty(%A: memref<?x?xf32>, %B: memref<?x4xf32>, %v: vector<4xf32>, %n: index) {
  affine.for %i = 0 to 40 {
    %s = affine.for %j = 0 to %n iter_args(%t = %v) -> (vector<4xf32>) {
      %x = vector.load %A[%i, %j] : memref<?x?xf32>, vector<4xf32>
      %u = arith.addf %t, %x : vector<4xf32>
      affine.yield %u : vector<4xf32>
    }
    %zero = arith.constant 0 : index
    vector.store %s, %B[%i, %zero] : memref<?x4xf32>, vector<4xf32>
  }
  func.return
}

// Where no vectors are made before, LLVM may find some: it may do without the inner loop.
// CHECK-LABEL: define {{.*}} @scalars(
// CHECK-NOT: !llvm.loop
func.func @scalars(%A: memref<?xi32>, %one: i32, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    %zero = arith.constant 0 : i32
    %s = affine.for %j = 0 to %n iter_args(%t = %zero) -> (i32) {
      %u = arith.addi %t, %one : i32
      affine.yield %u : i32
    }
    affine.store %s, %A[%i] : memref<?xi32>
  }
  func.return
}

// CHECK: ![[MARK]] = distinct !{![[MARK]], ![[NONE:[0-9]+]]}
// CHECK: ![[NONE]] = !{!"llvm.loop.disable_nonforced"}
