// REQUIRES: mlir
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s

// Eight vectors are carried over 33 iterations: to write several of these out makes nothing faster.
// CHECK-LABEL: define {{.*}} @filled(
// CHECK: br label %{{.*}}, !llvm.loop ![[MARK:[0-9]+]]
func.func @filled(%A: memref<?xf32>, %v: vector<4xf32>)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %r:8 = affine.for %a = 0 to 33 iter_args(%a0 = %v, %a1 = %v, %a2 = %v, %a3 = %v, %a4 = %v, %a5 = %v, %a6 = %v, %a7 = %v)
      -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %x = vector.load %A[%a] : memref<?xf32>, vector<4xf32>
    %s0 = arith.addf %a0, %x : vector<4xf32>
    %s1 = arith.addf %a1, %x : vector<4xf32>
    %s2 = arith.addf %a2, %x : vector<4xf32>
    %s3 = arith.addf %a3, %x : vector<4xf32>
    %s4 = arith.addf %a4, %x : vector<4xf32>
    %s5 = arith.addf %a5, %x : vector<4xf32>
    %s6 = arith.addf %a6, %x : vector<4xf32>
    %s7 = arith.addf %a7, %x : vector<4xf32>
    affine.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// 32 iterations are few enough for LLVM to write out.
// CHECK-LABEL: define {{.*}} @short(
// CHECK-NOT: !llvm.loop
func.func @short(%A: memref<?xf32>, %v: vector<4xf32>)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %r:8 = affine.for %a = 0 to 32 iter_args(%a0 = %v, %a1 = %v, %a2 = %v, %a3 = %v, %a4 = %v, %a5 = %v, %a6 = %v, %a7 = %v)
      -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %x = vector.load %A[%a] : memref<?xf32>, vector<4xf32>
    %s0 = arith.addf %a0, %x : vector<4xf32>
    %s1 = arith.addf %a1, %x : vector<4xf32>
    %s2 = arith.addf %a2, %x : vector<4xf32>
    %s3 = arith.addf %a3, %x : vector<4xf32>
    %s4 = arith.addf %a4, %x : vector<4xf32>
    %s5 = arith.addf %a5, %x : vector<4xf32>
    %s6 = arith.addf %a6, %x : vector<4xf32>
    %s7 = arith.addf %a7, %x : vector<4xf32>
    affine.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// With seven results some of the next iteration's keep the pipes full.
// CHECK-LABEL: define {{.*}} @few(
// CHECK-NOT: !llvm.loop
func.func @few(%A: memref<?xf32>, %v: vector<4xf32>)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %r:7 = affine.for %a = 0 to 33 iter_args(%a0 = %v, %a1 = %v, %a2 = %v, %a3 = %v, %a4 = %v, %a5 = %v, %a6 = %v)
      -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %x = vector.load %A[%a] : memref<?xf32>, vector<4xf32>
    %s0 = arith.addf %a0, %x : vector<4xf32>
    %s1 = arith.addf %a1, %x : vector<4xf32>
    %s2 = arith.addf %a2, %x : vector<4xf32>
    %s3 = arith.addf %a3, %x : vector<4xf32>
    %s4 = arith.addf %a4, %x : vector<4xf32>
    %s5 = arith.addf %a5, %x : vector<4xf32>
    %s6 = arith.addf %a6, %x : vector<4xf32>
    affine.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// The outer loop would copy the inner one, which is short itself.
// CHECK-LABEL: define {{.*}} @nested(
// CHECK: br label %[[OUTER:[0-9]+]]{{$}}
// CHECK: br label %[[INNER:[0-9]+]]{{$}}
// CHECK: br label %[[INNER]]{{$}}
// CHECK: br label %[[OUTER]], !llvm.loop ![[MARK]]{{$}}
func.func @nested(%A: memref<?xf32>, %v: vector<4xf32>)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %r:8 = affine.for %a = 0 to 2 iter_args(%a0 = %v, %a1 = %v, %a2 = %v, %a3 = %v, %a4 = %v, %a5 = %v, %a6 = %v, %a7 = %v)
      -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %t:8 = affine.for %b = 0 to 17 iter_args(%b0 = %a0, %b1 = %a1, %b2 = %a2, %b3 = %a3, %b4 = %a4, %b5 = %a5, %b6 = %a6, %b7 = %a7)
        -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
      %x = vector.load %A[%b] : memref<?xf32>, vector<4xf32>
      %s0 = arith.addf %b0, %x : vector<4xf32>
      %s1 = arith.addf %b1, %x : vector<4xf32>
      %s2 = arith.addf %b2, %x : vector<4xf32>
      %s3 = arith.addf %b3, %x : vector<4xf32>
      %s4 = arith.addf %b4, %x : vector<4xf32>
      %s5 = arith.addf %b5, %x : vector<4xf32>
      %s6 = arith.addf %b6, %x : vector<4xf32>
      %s7 = arith.addf %b7, %x : vector<4xf32>
      affine.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
    }
    affine.yield %t#0, %t#1, %t#2, %t#3, %t#4, %t#5, %t#6, %t#7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// How many iterations there are is known per run.
// CHECK-LABEL: define {{.*}} @any(
// CHECK: br label %{{.*}}, !llvm.loop ![[MARK]]
func.func @any(%A: memref<?xf32>, %v: vector<4xf32>, %n: index)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %r:8 = affine.for %a = 0 to %n iter_args(%a0 = %v, %a1 = %v, %a2 = %v, %a3 = %v, %a4 = %v, %a5 = %v, %a6 = %v, %a7 = %v)
      -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %x = vector.load %A[%a] : memref<?xf32>, vector<4xf32>
    %s0 = arith.addf %a0, %x : vector<4xf32>
    %s1 = arith.addf %a1, %x : vector<4xf32>
    %s2 = arith.addf %a2, %x : vector<4xf32>
    %s3 = arith.addf %a3, %x : vector<4xf32>
    %s4 = arith.addf %a4, %x : vector<4xf32>
    %s5 = arith.addf %a5, %x : vector<4xf32>
    %s6 = arith.addf %a6, %x : vector<4xf32>
    %s7 = arith.addf %a7, %x : vector<4xf32>
    affine.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// The outer loop would only copy the inner one, which is long.
// CHECK-LABEL: define {{.*}} @frame(
// CHECK: br label %[[OUTER:[0-9]+]]{{$}}
// CHECK: br label %[[INNER:[0-9]+]]{{$}}
// CHECK: br label %[[INNER]]{{$}}
// CHECK: br label %[[OUTER]], !llvm.loop ![[MARK]]{{$}}
func.func @frame(%A: memref<?xf32>, %x: f32) {
  affine.for %a = 0 to 4 {
    affine.for %b = 0 to 33 {
      affine.store %x, %A[33 * %a + %b] : memref<?xf32>
    }
  }
  func.return
}

// Two iterations, each of a long loop, are not written out either.
// CHECK-LABEL: define {{.*}} @two_long_iterations(
// CHECK: !llvm.loop ![[MARK]]{{$}}
func.func @two_long_iterations(%A: memref<2x4096xf32>, %B: memref<2x64xf32>, %x: f32) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4096 {
      affine.store %x, %A[%i, %j] : memref<2x4096xf32>
    }
    affine.for %j = 0 to 64 {
      affine.store %x, %B[%i, %j] : memref<2x64xf32>
    }
  }
  func.return
}

// Each copy of this one is another loop: which stores there are is known in it.
// CHECK-LABEL: define {{.*}} @choice(
// CHECK-NOT: !llvm.loop
func.func @choice(%A: memref<?xf32>, %x: f32) {
  affine.for %a = 0 to 4 {
    affine.for %b = 0 to 33 {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%a) {
        affine.store %x, %A[33 * %a + %b] : memref<?xf32>
      }
    }
  }
  func.return
}

// CHECK-LABEL: define {{.*}} @other_bounds(
// CHECK-NOT: !llvm.loop
func.func @other_bounds(%A: memref<?xf32>, %x: f32) {
  affine.for %a = 0 to 4 {
    affine.for %b = 0 to affine_map<(d0) -> (16 * d0 + 16)>(%a) {
      affine.store %x, %A[64 * %a + %b] : memref<?xf32>
    }
  }
  func.return
}

// Eight rows that lie at any distance: in this order LLVM does not add it up from row to row.
// CHECK-LABEL: define {{.*}} @rows(
// CHECK: mul nuw nsw i64 0, %
// CHECK: mul nuw nsw i64 2, %
// CHECK: mul nuw nsw i64 1, %
// CHECK: mul nuw nsw i64 4, %
// CHECK: mul nuw nsw i64 3, %
// CHECK: mul nuw nsw i64 6, %
// CHECK: mul nuw nsw i64 5, %
// CHECK: mul nuw nsw i64 7, %
// CHECK: br label %{{.*}}, !llvm.loop ![[MARK]]
func.func @rows(%A: memref<9x?xf32>, %v: vector<4xf32>, %n: index)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %r:8 = affine.for %a = 0 to %n iter_args(%a0 = %v, %a1 = %v, %a2 = %v, %a3 = %v, %a4 = %v, %a5 = %v, %a6 = %v, %a7 = %v)
      -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %x0 = affine.load %A[0, %a] : memref<9x?xf32>
    %b0 = vector.broadcast %x0 : f32 to vector<4xf32>
    %s0 = arith.addf %a0, %b0 : vector<4xf32>
    %x1 = affine.load %A[1, %a] : memref<9x?xf32>
    %b1 = vector.broadcast %x1 : f32 to vector<4xf32>
    %s1 = arith.addf %a1, %b1 : vector<4xf32>
    %x2 = affine.load %A[2, %a] : memref<9x?xf32>
    %b2 = vector.broadcast %x2 : f32 to vector<4xf32>
    %s2 = arith.addf %a2, %b2 : vector<4xf32>
    %x3 = affine.load %A[3, %a] : memref<9x?xf32>
    %b3 = vector.broadcast %x3 : f32 to vector<4xf32>
    %s3 = arith.addf %a3, %b3 : vector<4xf32>
    %x4 = affine.load %A[4, %a] : memref<9x?xf32>
    %b4 = vector.broadcast %x4 : f32 to vector<4xf32>
    %s4 = arith.addf %a4, %b4 : vector<4xf32>
    %x5 = affine.load %A[5, %a] : memref<9x?xf32>
    %b5 = vector.broadcast %x5 : f32 to vector<4xf32>
    %s5 = arith.addf %a5, %b5 : vector<4xf32>
    %x6 = affine.load %A[6, %a] : memref<9x?xf32>
    %b6 = vector.broadcast %x6 : f32 to vector<4xf32>
    %s6 = arith.addf %a6, %b6 : vector<4xf32>
    %x7 = affine.load %A[7, %a] : memref<9x?xf32>
    %b7 = vector.broadcast %x7 : f32 to vector<4xf32>
    %s7 = arith.addf %a7, %b7 : vector<4xf32>
    affine.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// One value is of two rows, so it waits for both. A store leaves the order as it is.
// CHECK-LABEL: define {{.*}} @row_of_two(
// CHECK: mul nuw nsw i64 0, %
// CHECK: mul nuw nsw i64 2, %
// CHECK: mul nuw nsw i64 1, %
// CHECK: fadd
// CHECK: mul nuw nsw i64 3, %
// CHECK: fadd
// CHECK-LABEL: define {{.*}} @stored_rows(
// CHECK: mul nuw nsw i64 0, %
// CHECK: mul nuw nsw i64 1, %
// CHECK: mul nuw nsw i64 2, %
// CHECK: mul nuw nsw i64 3, %
func.func @row_of_two(%A: memref<9x?xf32>, %n: index, %v: f32) -> (f32, f32) {
  %r:2 = affine.for %a = 0 to %n iter_args(%a0 = %v, %a1 = %v) -> (f32, f32) {
    %x0 = affine.load %A[0, %a] : memref<9x?xf32>
    %x1 = affine.load %A[1, %a] : memref<9x?xf32>
    %s0 = arith.addf %x0, %x1 : f32
    %x2 = affine.load %A[2, %a] : memref<9x?xf32>
    %x3 = affine.load %A[3, %a] : memref<9x?xf32>
    %s1 = arith.addf %x2, %x3 : f32
    affine.yield %s0, %s1 : f32, f32
  }
  func.return %r#0, %r#1 : f32, f32
}

func.func @stored_rows(%A: memref<9x?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %a = 0 to %n {
    %x0 = affine.load %A[0, %a] : memref<9x?xf32>
    %x1 = affine.load %A[1, %a] : memref<9x?xf32>
    %x2 = affine.load %A[2, %a] : memref<9x?xf32>
    %x3 = affine.load %A[3, %a] : memref<9x?xf32>
    %s0 = arith.addf %x0, %x1 : f32
    %s1 = arith.addf %x2, %x3 : f32
    %s = arith.mulf %s0, %s1 : f32
    affine.store %s, %B[%a] : memref<?xf32>
  }
  func.return
}

// At a known distance it is part of the address.
// CHECK-LABEL: define {{.*}} @known_rows(
// CHECK: br label %{{.*}}, !llvm.loop ![[MARK]]
func.func @known_rows(%A: memref<9x99xf32>, %v: vector<4xf32>, %n: index)
    -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %r:8 = affine.for %a = 0 to %n iter_args(%a0 = %v, %a1 = %v, %a2 = %v, %a3 = %v, %a4 = %v, %a5 = %v, %a6 = %v, %a7 = %v)
      -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %x0 = affine.load %A[0, %a] : memref<9x99xf32>
    %b0 = vector.broadcast %x0 : f32 to vector<4xf32>
    %s0 = arith.addf %a0, %b0 : vector<4xf32>
    %x1 = affine.load %A[1, %a] : memref<9x99xf32>
    %b1 = vector.broadcast %x1 : f32 to vector<4xf32>
    %s1 = arith.addf %a1, %b1 : vector<4xf32>
    %x2 = affine.load %A[2, %a] : memref<9x99xf32>
    %b2 = vector.broadcast %x2 : f32 to vector<4xf32>
    %s2 = arith.addf %a2, %b2 : vector<4xf32>
    %x3 = affine.load %A[3, %a] : memref<9x99xf32>
    %b3 = vector.broadcast %x3 : f32 to vector<4xf32>
    %s3 = arith.addf %a3, %b3 : vector<4xf32>
    %x4 = affine.load %A[4, %a] : memref<9x99xf32>
    %b4 = vector.broadcast %x4 : f32 to vector<4xf32>
    %s4 = arith.addf %a4, %b4 : vector<4xf32>
    %x5 = affine.load %A[5, %a] : memref<9x99xf32>
    %b5 = vector.broadcast %x5 : f32 to vector<4xf32>
    %s5 = arith.addf %a5, %b5 : vector<4xf32>
    %x6 = affine.load %A[6, %a] : memref<9x99xf32>
    %b6 = vector.broadcast %x6 : f32 to vector<4xf32>
    %s6 = arith.addf %a6, %b6 : vector<4xf32>
    %x7 = affine.load %A[7, %a] : memref<9x99xf32>
    %b7 = vector.broadcast %x7 : f32 to vector<4xf32>
    %s7 = arith.addf %a7, %b7 : vector<4xf32>
    affine.yield %s0, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// What whole groups leave is neither vectorized nor unrolled, and nor are the loops in it.
// CHECK-LABEL: define {{.*}} @rest(
// CHECK: br label %{{.*}}, !llvm.loop ![[REST:[0-9]+]]
// CHECK: br label %{{.*}}, !llvm.loop ![[REST]]
// CHECK-NOT: !llvm.loop
func.func @rest(%A: memref<?x7xf32>, %m: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %a = max affine_map<()[s0] -> (0, s0 floordiv 16 * 16)>()[%m] to %m {
    affine.for %b = 0 to 7 {
      affine.store %zero, %A[%a, %b] : memref<?x7xf32>
    }
  }
  func.return
}

// These may be many: a loop from n on, and one of which more than 64 iterations are left.
// CHECK-LABEL: define {{.*}} @no_rest(
// CHECK-NOT: !llvm.loop
// CHECK: ret
func.func @no_rest(%A: memref<?xf32>, %m: index, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %a = max affine_map<()[s0] -> (0, s0 floordiv 16 * 16)>()[%n] to %m {
    affine.store %zero, %A[%a] : memref<?xf32>
  }
  affine.for %a = max affine_map<()[s0] -> (0, s0 floordiv 66 * 66)>()[%m] to %m {
    affine.store %zero, %A[%a] : memref<?xf32>
  }
  func.return
}

// 26 operations on vectors are too many for copies to save time, for any number of iterations.
// CHECK-LABEL: define {{.*}} @long(
// CHECK: br label %{{.*}}, !llvm.loop ![[MARK]]{{$}}
func.func @long(%A: memref<?xf32>, %m: index, %x: vector<4xf32>) {
  affine.for %a = 0 to %m step 4 {
    %s0 = vector.load %A[%a] : memref<?xf32>, vector<4xf32>
    %s1 = arith.addf %s0, %x : vector<4xf32>
    %s2 = arith.addf %s1, %x : vector<4xf32>
    %s3 = arith.addf %s2, %x : vector<4xf32>
    %s4 = arith.addf %s3, %x : vector<4xf32>
    %s5 = arith.addf %s4, %x : vector<4xf32>
    %s6 = arith.addf %s5, %x : vector<4xf32>
    %s7 = arith.addf %s6, %x : vector<4xf32>
    %s8 = arith.addf %s7, %x : vector<4xf32>
    %s9 = arith.addf %s8, %x : vector<4xf32>
    %s10 = arith.addf %s9, %x : vector<4xf32>
    %s11 = arith.addf %s10, %x : vector<4xf32>
    %s12 = arith.addf %s11, %x : vector<4xf32>
    %s13 = arith.addf %s12, %x : vector<4xf32>
    %s14 = arith.addf %s13, %x : vector<4xf32>
    %s15 = arith.addf %s14, %x : vector<4xf32>
    %s16 = arith.addf %s15, %x : vector<4xf32>
    %s17 = arith.addf %s16, %x : vector<4xf32>
    %s18 = arith.addf %s17, %x : vector<4xf32>
    %s19 = arith.addf %s18, %x : vector<4xf32>
    %s20 = arith.addf %s19, %x : vector<4xf32>
    %s21 = arith.addf %s20, %x : vector<4xf32>
    %s22 = arith.addf %s21, %x : vector<4xf32>
    %s23 = arith.addf %s22, %x : vector<4xf32>
    %s24 = arith.addf %s23, %x : vector<4xf32>
    vector.store %s24, %A[%a] : memref<?xf32>, vector<4xf32>
  }
  func.return
}

// Of one fewer they may.
// CHECK-LABEL: define {{.*}} @shorter(
// CHECK-NOT: !llvm.loop
// CHECK: ret
func.func @shorter(%A: memref<?xf32>, %m: index, %x: vector<4xf32>) {
  affine.for %a = 0 to %m step 4 {
    %s0 = vector.load %A[%a] : memref<?xf32>, vector<4xf32>
    %s1 = arith.addf %s0, %x : vector<4xf32>
    %s2 = arith.addf %s1, %x : vector<4xf32>
    %s3 = arith.addf %s2, %x : vector<4xf32>
    %s4 = arith.addf %s3, %x : vector<4xf32>
    %s5 = arith.addf %s4, %x : vector<4xf32>
    %s6 = arith.addf %s5, %x : vector<4xf32>
    %s7 = arith.addf %s6, %x : vector<4xf32>
    %s8 = arith.addf %s7, %x : vector<4xf32>
    %s9 = arith.addf %s8, %x : vector<4xf32>
    %s10 = arith.addf %s9, %x : vector<4xf32>
    %s11 = arith.addf %s10, %x : vector<4xf32>
    %s12 = arith.addf %s11, %x : vector<4xf32>
    %s13 = arith.addf %s12, %x : vector<4xf32>
    %s14 = arith.addf %s13, %x : vector<4xf32>
    %s15 = arith.addf %s14, %x : vector<4xf32>
    %s16 = arith.addf %s15, %x : vector<4xf32>
    %s17 = arith.addf %s16, %x : vector<4xf32>
    %s18 = arith.addf %s17, %x : vector<4xf32>
    %s19 = arith.addf %s18, %x : vector<4xf32>
    %s20 = arith.addf %s19, %x : vector<4xf32>
    %s21 = arith.addf %s20, %x : vector<4xf32>
    %s22 = arith.addf %s21, %x : vector<4xf32>
    %s23 = arith.addf %s22, %x : vector<4xf32>
    vector.store %s23, %A[%a] : memref<?xf32>, vector<4xf32>
  }
  func.return
}

// CHECK: ![[MARK]] = distinct !{![[MARK]], ![[OFF:[0-9]+]]}
// CHECK: ![[OFF]] = !{!"llvm.loop.unroll.disable"}
// CHECK: ![[REST]] = distinct !{![[REST]], ![[ALONE:[0-9]+]]}
// CHECK: ![[ALONE]] = !{!"llvm.loop.disable_nonforced"}
