// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Neighbours of a row whose ends repeat: only the first and the last iteration clamp an index.
// CHECK-LABEL: @repeated_ends(
// CHECK: affine.for %[[FIRST:.*]] = 0 to 1 {
// CHECK: affine.max affine_map<(d0) -> (d0 - 1, 0)>(%[[FIRST]])
// CHECK: affine.for %[[I:.*]] = 1 to 33 step 16 {
// CHECK-NOT: affine.max
// CHECK-NOT: affine.min
// CHECK: vector.load %A[%{{.*}}] : memref<38xf32>, vector<16xf32>
// CHECK: vector.store %{{.*}}, %B[%[[I]]] : memref<40xf32>, vector<16xf32>
// CHECK: affine.for %[[REST:.*]] = 33 to 39 step 6 {
// CHECK: vector.maskedload
// CHECK: affine.for %[[LAST:.*]] = 39 to 40 {
// CHECK: affine.min affine_map<(d0) -> (d0, 37)>
func.func @repeated_ends(%A: memref<38xf32>, %B: memref<40xf32>) {
  affine.for %i = 0 to 40 {
    %low = affine.max affine_map<(d0) -> (d0 - 1, 0)>(%i)
    %at = affine.min affine_map<(d0) -> (d0, 37)>(%low)
    %a = memref.load %A[%at] : memref<38xf32>
    affine.store %a, %B[%i] : memref<40xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A window that is clamped: the loop over it has constant bounds. Rows are clamped too, which needs
// no split: all lanes are of one row.
// CHECK-LABEL: @window(
// CHECK: affine.for %[[Y:.*]] = 0 to 5 {
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %[[X:.*]] = 2 to 18 step 16 {
// CHECK: affine.for %{{.*}} = 0 to 3
// CHECK: affine.min affine_map<(d0) -> (d0 + 1, 4)>(%[[Y]])
// CHECK: vector.load %A[
// CHECK: affine.for %{{.*}} = 18 to 20 {
func.func @window(%A: memref<5x18xi32>, %B: memref<5x20xi32>) {
  affine.for %y = 0 to 5 {
    affine.for %x = 0 to 20 {
      affine.for %j = 0 to 3 {
        %row = affine.min affine_map<(d0) -> (d0 + 1, 4)>(%y)
        %low = affine.max affine_map<(d0, d1) -> (d0 + d1 - 2, 0)>(%x, %j)
        %column = affine.min affine_map<(d0) -> (d0, 17)>(%low)
        %a = memref.load %A[%row, %column] : memref<5x18xi32>
        %b = affine.load %B[%y, %x] : memref<5x20xi32>
        %s = arith.addi %a, %b : i32
        affine.store %s, %B[%y, %x] : memref<5x20xi32>
      }
    }
  }
  func.return
}

// -----

// Rows of a window are clamped in each iteration along the row that is stored: the loop over rows is
// split too, and nothing is computed again and again in most of its iterations. All three parts of
// it have vectors.
// CHECK-LABEL: @rows_of_window(
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: affine.for %{{.*}} = 0 to 3
// CHECK: affine.max
// CHECK: vector.load %A[
// CHECK: affine.for %{{.*}} = 1 to 8 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: affine.for %{{.*}} = 0 to 3
// CHECK-NOT: affine.m{{ax|in}}
// CHECK: vector.load %A[
// CHECK: affine.for %{{.*}} = 8 to 9 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: affine.min
// CHECK: vector.load %A[
func.func @rows_of_window(%A: memref<9x16xi32>, %B: memref<9x16xi32>) {
  affine.for %y = 0 to 9 {
    affine.for %x = 0 to 16 {
      affine.for %i = 0 to 3 {
        %low = affine.max affine_map<(d0, d1) -> (d0 + d1 - 1, 0)>(%y, %i)
        %row = affine.min affine_map<(d0) -> (d0, 8)>(%low)
        %a = memref.load %A[%row, %x] : memref<9x16xi32>
        %b = affine.load %B[%y, %x] : memref<9x16xi32>
        %s = arith.addi %a, %b : i32
        affine.store %s, %B[%y, %x] : memref<9x16xi32>
      }
    }
  }
  func.return
}

// -----

// The end of the row is known at run time only: a row of three cells is all ends.
// CHECK-LABEL: @any_extent(
// CHECK: affine.for %{{.*}} = 0 to min affine_map<()[s0] -> (s0, 1)>()[%n] {
// CHECK: affine.for %{{.*}} = 1 to affine_map<()[s0] -> (((s0 - 3) floordiv 16) * 16 + 1)>()[%n] step 16 {
// CHECK-NOT: affine.max
// CHECK-NOT: affine.min
// CHECK: vector.load %A[
// CHECK: affine.for %[[LAST:.*]] = max affine_map<()[s0] -> (1, s0 - 2)>()[%n] to %n {
// CHECK: affine.min affine_map<(d0)[s0] -> (d0, s0 - 1)>
func.func @any_extent(%A: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %low = affine.max affine_map<(d0, d1) -> (d0 + d1 - 1, 0)>(%i, %j)
      %at = affine.min affine_map<(d0)[s0] -> (d0, s0 - 1)>(%low)[%n]
      %a = memref.load %A[%at] : memref<?xf32>
      %b = affine.load %B[%i] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A choice of two indices clamps as well: vectors begin at the index of their first lane.
// CHECK-LABEL: @chosen_index(
// CHECK: affine.for %{{.*}} = 0 to 32 step 16 {
// CHECK: %[[K:.*]] = arith.select %{{.*}} : vector<16xi1>, vector<16xindex>
// CHECK-NEXT: %[[FIRST:.*]] = vector.extract %[[K]][0] : index from vector<16xindex>
// CHECK-NEXT: vector.load %A[%[[FIRST]]] : memref<33xf32>, vector<16xf32>
func.func @chosen_index(%A: memref<33xf32>, %B: memref<33xf32>) {
  %one = arith.constant 1 : index
  %last = arith.constant 32 : index
  affine.for %i = 0 to 33 {
    %next = arith.addi %i, %one : index
    %past = arith.cmpi sgt, %next, %last : index
    %k = arith.select %past, %last, %next : index
    %a = memref.load %A[%k] : memref<33xf32>
    affine.store %a, %B[%i] : memref<33xf32>
  }
  func.return
}

// -----

// Of two results that move alike, one is never greater, and as great in the last iteration.
// CHECK-LABEL: @equal_in_one_iteration(
// CHECK: affine.for %{{.*}} = 0 to 36 step 36 {
// CHECK-NOT: affine.min
// CHECK: vector.load %A[
// CHECK: affine.for %[[LAST:.*]] = 36 to 40 {
// CHECK: affine.min affine_map<(d0, d1) -> (d0 + d1, d0 + 3, 38)>(%[[LAST]], %{{.*}})
func.func @equal_in_one_iteration(%A: memref<44xf32>, %B: memref<40xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 4 {
      %at = affine.min affine_map<(d0, d1) -> (d0 + d1, d0 + 3, 38)>(%i, %j)
      %a = memref.load %A[%at] : memref<44xf32>
      %b = affine.load %B[%i] : memref<40xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<40xf32>
    }
  }
  func.return
}
