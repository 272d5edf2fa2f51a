// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// Whole vectors while they fit, then the rest; with n < 10 neither loop runs.
// CHECK-LABEL: @from_ten
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> (((s0 - 10) floordiv 8) * 8)>()[%n] step 8 {
// CHECK: vector.store
// CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, ((s0 - 10) floordiv 8) * 8)>()[%n] to affine_map<()[s0] -> (s0 - 10)>()[%n] {
// CHECK: affine.store
func.func @from_ten(%A: memref<64xf32>, %B: memref<64xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 10)>()[%n] {
    %a = affine.load %A[%i + 10] : memref<64xf32>
    affine.store %a, %B[%i + 10] : memref<64xf32>
  }
  func.return
}

// -----

// A bound that is a multiple of a vector's lanes: there is no rest.
// CHECK-LABEL: @whole_tiles
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> (((s0 + 15) floordiv 16) * 16)>()[%n] step 8 {
// CHECK-NEXT: vector.load
// CHECK-NEXT: vector.store
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @whole_tiles(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (((s0 + 15) floordiv 16) * 16)>()[%n] {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// The same, as its argument says.
// CHECK-LABEL: @whole_vectors
// CHECK: affine.for %{{.*}} = 0 to %n step 8 {
// CHECK-NEXT: vector.load
// CHECK-NEXT: vector.store
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @whole_vectors(%A: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0, multiple = 8}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// A multiple of 4 lanes leaves no rest but vectors of 4.
// CHECK-LABEL: @half_vectors
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 8) * 8)>()[%n] step 8 {
// CHECK: vector<8xf32>
// CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, (s0 floordiv 8) * 8)>()[%n] to %n step 4 {
// CHECK-NEXT: vector.load {{.*}} vector<4xf32>
// CHECK-NEXT: vector.store {{.*}} vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @half_vectors(%A: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0, multiple = 4}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Sums of both widths are added to what comes in.
// CHECK-LABEL: @sum_of_tiles
// CHECK: %[[V:.*]] = affine.for %{{.*}} = 0 to affine_map<()[s0] -> (((s0 * 4) floordiv 8) * 8)>()[%n] step 8 iter_args
// CHECK: %[[WHOLE:.*]] = vector.reduction <add>, %[[V]], %zero : vector<8xi32> into i32
// CHECK: %[[W:.*]] = affine.for %{{.*}} = max {{.*}} to affine_map<()[s0] -> (s0 * 4)>()[%n] step 4 iter_args
// CHECK: %[[SUM:.*]] = vector.reduction <add>, %[[W]], %[[WHOLE]] : vector<4xi32> into i32
// CHECK-NEXT: func.return %[[SUM]] : i32
func.func @sum_of_tiles(%A: memref<?xi32>, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = affine.for %j = 0 to affine_map<()[s0] -> (s0 * 4)>()[%n] iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%j] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.yield %t : i32
  }
  func.return %sum : i32
}

// -----

// A multiple of 2, which is no vector, leaves iterations.
// CHECK-LABEL: @pairs
// CHECK: affine.for %{{.*}} = max {{.*}} to affine_map<()[s0] -> (s0 * 2)>()[%n] {
// CHECK: affine.store
func.func @pairs(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 * 2)>()[%n] {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// A sum of any length, maybe none, in a cell that was stored: it is carried, and stored once.
// CHECK-LABEL: @stored_before
// CHECK: %[[V:.*]] = affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 8) * 8)>()[%n] step 8 iter_args
// CHECK: affine.store %{{.*}}, %S[0]
// CHECK-NEXT: func.return
func.func @stored_before(%A: memref<?xi32>, %S: memref<1xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %S[0] : memref<1xi32>
  affine.for %j = 0 to %n {
    %s = affine.load %S[0] : memref<1xi32>
    %a = affine.load %A[%j] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %S[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// It runs, as the size is at least 1, and so loads the cell.
// CHECK-LABEL: @certainly_runs
// CHECK: affine.load %S[0]
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 8) * 8)>()[%n] step 8 iter_args
func.func @certainly_runs(%A: memref<?xi32>, %S: memref<1xi32>,
    %n: index {pad.size = [{of = "A", dim = 0, min = 1}]}) {
  affine.for %j = 0 to %n {
    %s = affine.load %S[0] : memref<1xi32>
    %a = affine.load %A[%j] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %S[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
