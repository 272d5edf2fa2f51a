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

// -----

// What the groups of 8 leave of a row asks for no copies of the rows.
// CHECK-LABEL: @rest_of_any
// CHECK: affine.for %i = 0 to %m {
// CHECK: affine.for {{.*}} step 16 iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>) {
// CHECK: affine.for {{.*}} step 8 iter_args({{.*}}) -> (vector<8xf32>) {
// CHECK: affine.for {{.*}} iter_args({{.*}}) -> (f32) {
// CHECK-NOT: affine.for
func.func @rest_of_any(%A: memref<?x?xf32>, %B: memref<?xf32>, %m: index, %n: index) {
  %least = arith.constant 0xFF800000 : f32
  %leasts = arith.constant dense<0xFF800000> : vector<8xf32>
  affine.for %i = 0 to %m {
    %v = affine.for %j = 0 to affine_map<()[s0] -> (s0 floordiv 8 * 8)>()[%n] step 8
        iter_args(%u = %leasts) -> (vector<8xf32>) {
      %a = vector.load %A[%i, %j] : memref<?x?xf32>, vector<8xf32>
      %t = arith.maximumf %u, %a fastmath<nnan,nsz> : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    %w = vector.reduction <maximumf>, %v, %least fastmath<nnan,nsz> : vector<8xf32> into f32
    %x = affine.for %j = max affine_map<()[s0] -> (0, s0 floordiv 8 * 8)>()[%n] to %n
        iter_args(%u = %w) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.maximumf %u, %a fastmath<nnan,nsz> : f32
      affine.yield %t : f32
    }
    affine.store %x, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Nor do functions, of which one keeps the pipes full.
// CHECK-LABEL: @functions
// CHECK: affine.for %{{.*}} = 0 to 512 step 8 iter_args({{.*}}) -> (vector<8xf32>) {
// CHECK: affine.for %{{.*}} = 0 to 512 step 64 iter_args(
func.func @functions(%A: memref<512xf32>, %B: memref<512xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %e = affine.for %j = 0 to 512 step 8 iter_args(%s = %zeros) -> (vector<8xf32>) {
    %a = vector.load %A[%j] : memref<512xf32>, vector<8xf32>
    %b = math.exp %a : vector<8xf32>
    %t = arith.addf %s, %b fastmath<reassoc> : vector<8xf32>
    affine.yield %t : vector<8xf32>
  }
  %f = affine.for %j = 0 to 512 step 8 iter_args(%s = %zeros) -> (vector<8xf32>) {
    %a = vector.load %A[%j] : memref<512xf32>, vector<8xf32>
    %b = math.absf %a : vector<8xf32>
    %t = arith.addf %s, %b fastmath<reassoc> : vector<8xf32>
    affine.yield %t : vector<8xf32>
  }
  func.return %e, %f : vector<8xf32>, vector<8xf32>
}
