// RUN: pad-opt %s -p pad-remove-no-op --split-input-file | filecheck %s

// The sum of which one cell is not overwritten; a sum that another stage reads first.
// CHECK-LABEL: @sum
// CHECK: affine.store %zero, %B
// CHECK: affine.store %{{.*}}, %B
// CHECK: affine.store %x, %B
func.func @sum(%A: memref<16x4xf32>, %B: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %j = 0 to 4 {
      %b = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i, %j] : memref<16x4xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 15 {
    affine.store %x, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// The value also goes where it is seen.
// CHECK-LABEL: @escapes
// CHECK: affine.store %zero, %T[0]
// CHECK: affine.store %{{.*}}, %T[0]
// CHECK: affine.store %{{.*}}, %A[%{{.*}}]
func.func @escapes(%A: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<1xf32>
  affine.store %zero, %T[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    %t = affine.load %T[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<16xf32>
    %s = arith.addf %t, %a : f32
    affine.store %s, %T[0] : memref<1xf32>
    affine.store %s, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// An assume still speaks of what was stored; a copy and a call read it.
// CHECK-LABEL: @readers
// CHECK: affine.store %x, %B[0]
// CHECK: affine.store %y, %B[0]
// CHECK: affine.store %x, %B[0]
// CHECK: affine.store %y, %B[0]
func.func private @work()
func.func @readers(%A: memref<1xi32>, %B: memref<1xi32>, %x: i32, %y: i32) {
  %zero = arith.constant 0 : i32
  affine.for %t = 0 to 2 {
    affine.store %x, %B[0] : memref<1xi32>
    %b = affine.load %B[0] : memref<1xi32>
    %holds = arith.cmpi eq, %b, %zero : i32
    pad.assume %holds : i1
    affine.store %y, %B[0] : memref<1xi32>
    memref.copy %B, %A : memref<1xi32> to memref<1xi32>
    affine.store %x, %B[0] : memref<1xi32>
    func.call @work() : () -> ()
    affine.store %y, %B[0] : memref<1xi32>
  }
  func.return
}

// -----

// The next iteration of scf.while reads it.
// CHECK-LABEL: @while
// CHECK: affine.store %zero, %B[0]
// CHECK: affine.store %{{.*}}, %B[0]
// CHECK: affine.store %n, %B[0]
func.func @while(%A: memref<1xi32>, %B: memref<1xi32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  %w = scf.while (%v = %n) : (i32) -> i32 {
    %b = affine.load %B[0] : memref<1xi32>
    affine.store %b, %A[0] : memref<1xi32>
    %c = arith.cmpi slt, %b, %v : i32
    scf.condition(%c) %v : i32
  } do {
  ^body(%v: i32):
    %a = affine.load %A[0] : memref<1xi32>
    %s = arith.addi %a, %one : i32
    affine.store %s, %B[0] : memref<1xi32>
    scf.yield %v : i32
  }
  affine.store %n, %B[0] : memref<1xi32>
  func.return
}

// -----

// A local buffer whose loop goes on with what it left.
// CHECK-LABEL: @carried
// CHECK: affine.load %T[0]
// CHECK: affine.store %{{.*}}, %T[0]
func.func @carried(%A: memref<16xf32>, %x: f32) {
  %T = memref.alloc() : memref<1xf32>
  affine.store %x, %T[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    %t = affine.load %T[0] : memref<1xf32>
    affine.store %t, %A[%i] : memref<16xf32>
    %a = affine.load %A[15 - %i] : memref<16xf32>
    affine.store %a, %T[0] : memref<1xf32>
  }
  func.return
}

// -----

// Not what the cell holds: +0.0 over -0.0; another cell was loaded; the cell was written since, in
// an earlier iteration; undef is another one each time.
// CHECK-LABEL: @differs
// CHECK: affine.store %minus, %C[0]
// CHECK: affine.load %A[3]
// CHECK: affine.store %zero, %C[0]
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %A[3]
// CHECK: affine.store %x, %A[%{{.*}}]
// CHECK: affine.store %{{.*}}, %B[%{{.*}} + 1]
func.func @differs(%A: memref<16xf32>, %B: memref<17xf32>, %C: memref<2xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  affine.store %minus, %C[0] : memref<2xf32>
  %c = affine.load %C[0] : memref<2xf32>
  affine.store %c, %C[1] : memref<2xf32>
  %a = affine.load %A[3] : memref<16xf32>
  affine.store %zero, %C[0] : memref<2xf32>
  affine.for %i = 0 to 16 {
    affine.store %a, %A[3] : memref<16xf32>
    affine.store %x, %A[%i] : memref<16xf32>
    %b = affine.load %B[%i] : memref<17xf32>
    affine.store %b, %B[%i + 1] : memref<17xf32>
  }
  func.return
}
