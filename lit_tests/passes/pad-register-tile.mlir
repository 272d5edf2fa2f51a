// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// Eight sums at once, each with its row of A; B serves them all.
// CHECK-LABEL: @mac
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 step 8 {
// CHECK: affine.for %{{.*}} = 0 to 32 iter_args(
// CHECK-NEXT: affine.load %B
// CHECK-COUNT-8: affine.load %A
// CHECK-NOT: affine.load
// CHECK-COUNT-8: affine.store
func.func @mac(%A: memref<8x32xi32>, %B: memref<32xi32>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 32 {
      %c = affine.load %C[%i] : memref<8xi32>
      %a = affine.load %A[%i, %k] : memref<8x32xi32>
      %b = affine.load %B[%k] : memref<32xi32>
      %p = arith.muli %a, %b : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Both loops carry the sums: a cell is read before them and written after it.
// CHECK-LABEL: @two_loops
// CHECK-COUNT-8: affine.load %C
// CHECK: affine.for %{{.*}} = 0 to 4 iter_args(
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 iter_args(
// CHECK-NOT: %C[
// CHECK-COUNT-2: affine.yield
// CHECK-COUNT-8: affine.store %{{.*}}, %C[
// CHECK-NOT: %C[
func.func @two_loops(%A: memref<8x4x32xi32>, %B: memref<32xi32>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 32 {
        %c = affine.load %C[%i] : memref<8xi32>
        %a = affine.load %A[%i, %jo, %ji] : memref<8x4x32xi32>
        %b = affine.load %B[%ji] : memref<32xi32>
        %p = arith.muli %a, %b : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i] : memref<8xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is stored is apart from what is loaded, by the range of the loop around.
// CHECK-LABEL: @halves
// CHECK: affine.for %k = 0 to 4 step 2 iter_args({{.*}}) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
func.func @halves(%A: memref<8xi32>, %B: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 4 {
      %s = affine.for %k = 0 to 4 iter_args(%x = %zero) -> (i32) {
        %a = affine.load %A[%t] : memref<8xi32>
        %b = affine.load %B[%i, %k] : memref<4x4xi32>
        %p = arith.muli %a, %b : i32
        %y = arith.addi %x, %p : i32
        affine.yield %y : i32
      }
      affine.store %s, %A[%i + 4] : memref<8xi32>
    }
  }
  func.return
}

// -----

// The loop around two reductions has no copies: with those of the first, 64 sums would be carried.
// CHECK-LABEL: @shared
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 step 8 {
// CHECK: affine.for %{{.*}} = 0 to 32 iter_args({{.*}}) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
// CHECK: affine.for %{{.*}} = 0 to 32 step 8 iter_args({{.*}}) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
func.func @shared(%A: memref<8x32xi32>, %B: memref<8x32xi32>, %C: memref<8x8xi32>, %D: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 32 {
        %c = affine.load %C[%i, %j] : memref<8x8xi32>
        %a = affine.load %A[%i, %k] : memref<8x32xi32>
        %b = affine.load %B[%j, %k] : memref<8x32xi32>
        %p = arith.muli %a, %b : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<8x8xi32>
      }
    }
    affine.for %l = 0 to 32 {
      %d = affine.load %D[%i] : memref<8xi32>
      %a = affine.load %A[%i, %l] : memref<8x32xi32>
      %b = affine.load %B[0, %l] : memref<8x32xi32>
      %p = arith.muli %a, %b : i32
      %s = arith.addi %d, %p : i32
      affine.store %s, %D[%i] : memref<8xi32>
    }
  }
  func.return
}
