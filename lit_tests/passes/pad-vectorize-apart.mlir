// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Every second element: two masked vectors, of which the elements between are not read.
// CHECK-LABEL: @halves(
// CHECK: %[[EVEN:.*]] = arith.constant dense<[true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false]> : vector<16xi1>
// CHECK: affine.for %[[I:.*]] = 0 to 32 step 16 {
// CHECK: %[[FIRST:.*]] = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%[[I]])
// CHECK: %[[LOW:.*]] = vector.maskedload %A[%[[FIRST]]], %[[EVEN]], %{{.*}} : memref<65xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK: %[[SECOND:.*]] = affine.apply affine_map<(d0) -> (d0 + 16)>(%[[FIRST]])
// CHECK: %[[HIGH:.*]] = vector.maskedload %A[%[[SECOND]]], %[[EVEN]],
// CHECK: %[[A:.*]] = vector.shuffle %[[LOW]], %[[HIGH]] [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
// CHECK: vector.store %[[A]], %B[%[[I]]]
func.func @halves(%A: memref<65xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[2 * %i + 1] : memref<65xf32>
    affine.store %a, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// A rest of four lanes, whose elements are in three vectors of four.
// CHECK-LABEL: @rest(
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: vector.shuffle {{.*}} [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0]
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29]
// CHECK: affine.for %{{.*}} = 16 to 20 step 4 {
// CHECK: vector.shuffle {{.*}} [0, 3, 6, 0]
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 5]
func.func @rest(%A: memref<60xi32>, %B: memref<21xi32>) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[3 * %i] : memref<60xi32>
    affine.store %a, %B[%i] : memref<21xi32>
  }
  func.return
}

// -----

// In falling order: from the element of the last lane on.
// CHECK-LABEL: @reversed(
// CHECK: affine.for %[[I:.*]] = 0 to 16 step 16 {
// CHECK: %[[LAST:.*]] = affine.apply affine_map<(d0) -> (-d0 + 22)>(%[[I]])
// CHECK: %[[FIRST:.*]] = affine.apply affine_map<(d0) -> (d0 - 15)>(%[[LAST]])
// CHECK: %[[LOADED:.*]] = vector.maskedload %A[%[[FIRST]]]
// CHECK: vector.shuffle %[[LOADED]], %[[LOADED]] [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// The rest of seven: the one lane that is off is the last of the vector.
// CHECK: affine.for %[[J:.*]] = 16 to 23 step 7 {
// CHECK: affine.apply affine_map<(d0) -> (d0 - 6)>
// CHECK: vector.shuffle {{.*}} [6, 5, 4, 3, 2, 1, 0, 0]
func.func @reversed(%A: memref<23xf32>, %B: memref<23xf32>) {
  affine.for %i = 0 to 23 {
    %a = affine.load %A[22 - %i] : memref<23xf32>
    affine.store %a, %B[%i] : memref<23xf32>
  }
  func.return
}

// -----

// What lies between is not written. The mask of the condition is spread as the lanes are.
// CHECK-LABEL: @spread(
// CHECK: %[[OFF:.*]] = arith.constant dense<false> : vector<16xi1>
// CHECK: affine.for
// CHECK: %[[HOLDS:.*]] = arith.cmpf olt,
// CHECK: %[[LOW:.*]] = vector.shuffle %[[HOLDS]], %[[OFF]] [0, 16, 1, 16, 2, 16, 3, 16, 4, 16, 5, 16, 6, 16, 7, 16]
// CHECK: %[[VALUES:.*]] = vector.shuffle %{{.*}} [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0]
// CHECK: vector.maskedstore %B[%{{.*}}], %[[LOW]], %[[VALUES]]
// CHECK: %[[HIGH:.*]] = vector.shuffle %[[HOLDS]], %[[OFF]] [8, 16, 9, 16, 10, 16, 11, 16, 12, 16, 13, 16, 14, 16, 15, 16]
// CHECK: vector.maskedstore %B[%{{.*}}], %[[HIGH]],
func.func @spread(%A: memref<32xf32>, %B: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %holds = arith.cmpf olt, %a, %x : f32
    scf.if %holds {
      affine.store %a, %B[2 * %i] : memref<64xf32>
    }
  }
  func.return
}

// -----

// Where the lanes of a loop inside are neighbours, those of the outer one are not taken.
// CHECK-LABEL: @neighbours_first(
// CHECK-NOT: vector.maskedload
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: vector.load %A
func.func @neighbours_first(%A: memref<80xf32>, %B: memref<32xf32>, %C: memref<32x16xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 16 {
      %a = affine.load %A[2 * %i + %j] : memref<80xf32>
      affine.store %a, %C[%i, %j] : memref<32x16xf32>
    }
  }
  func.return
}

// -----

// Each element is loaded three times in a row: three vectors begin anew at the first of them.
// CHECK-LABEL: @repeated(
// CHECK: %[[SIX:.*]] = arith.constant dense<[true, true, true, true, true, true, false, false,
// CHECK: affine.for %[[I:.*]] = 0 to 96 step 48 {
// CHECK: %[[FIRST:.*]] = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%[[I]])
// CHECK: vector.maskedload %A[%[[FIRST]]], %[[SIX]]
// CHECK: vector.shuffle {{.*}} [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5]
// CHECK: vector.shuffle {{.*}} [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5]
// CHECK: vector.shuffle {{.*}} [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]
// CHECK: affine.for %{{.*}} = 96 to 105 step 9 {
func.func @repeated(%A: memref<35xf32>, %B: memref<105xf32>) {
  affine.for %i = 0 to 105 {
    %a = affine.load %A[%i floordiv 3] : memref<35xf32>
    affine.store %a, %B[%i] : memref<105xf32>
  }
  func.return
}

// -----

// The first element is loaded once: what the loop begins with counts.
// CHECK-LABEL: @repeated_from_one(
// CHECK: affine.for %{{.*}} = 1 to 33 step 16 {
// CHECK: vector.shuffle {{.*}} [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
func.func @repeated_from_one(%A: memref<18xf32>, %B: memref<33xf32>) {
  affine.for %i = 1 to 33 {
    %a = affine.load %A[%i floordiv 2 + 1] : memref<18xf32>
    affine.store %a, %B[%i] : memref<33xf32>
  }
  func.return
}

// -----

// Of any size: three vectors while they fit, and the rest one by one.
// CHECK-LABEL: @repeated_any(
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 48) * 48)>()[%n] step 48 {
// CHECK-COUNT-3: vector.shuffle
// CHECK: affine.for
// CHECK-NOT: vector.
func.func @repeated_any(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i floordiv 3] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Of any extent, what whole vectors leave: each call can tell where the last element is.
// CHECK-LABEL: @of_any_size(
// CHECK: affine.for %[[I:.*]] = 0 to affine_map<()[s0] -> ((s0 floordiv 16) * 16)>()[%m] step 16 {
// CHECK: affine.for %[[I:.*]] = max affine_map<()[s0] -> (0, (s0 floordiv 16) * 16)>()[%m] to %m step 16 {
// CHECK: %[[LEFT:.*]] = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%[[I]])[%m]
// CHECK: %[[END:.*]] = affine.apply affine_map<(d0) -> (d0 * 2 - 1)>(%[[LEFT]])
// CHECK: %[[FIRST:.*]] = vector.create_mask %[[END]]
// CHECK: %[[LOW:.*]] = arith.andi %[[FIRST]], %{{.*}} : vector<16xi1>
// CHECK: vector.maskedload %A[%{{.*}}], %[[LOW]]
// CHECK: %[[END:.*]] = affine.apply affine_map<(d0) -> (d0 * 2 - 17)>(%[[LEFT]])
// CHECK: vector.create_mask %[[END]]
// CHECK: vector.maskedstore %B
func.func @of_any_size(%A: memref<?xf32>, %B: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}]},
    %m: index {pad.size = [{of = "B", dim = 0}]}) {
  %half = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%n]
  %fits = arith.cmpi eq, %m, %half : index
  pad.assume %fits : i1
  affine.for %i = 0 to %m {
    %a = affine.load %A[2 * %i + 1] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}
