// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2 target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// The order of each sum stays, so no flag is needed; what is left of the rows becomes a loop.
// CHECK-LABEL: @matmul(
// CHECK: affine.for %[[I:.*]] = 0 to 2 step 2 {
// CHECK: affine.load %C[%[[I]], %[[J:.*]]]
// CHECK-NEXT: affine.load %C[%[[I]] + 1, %[[J]]]
// CHECK-NEXT: %[[X:.*]], %[[Y:.*]] = affine.for %[[K:.*]] = 0 to 8 iter_args(%[[S:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}}) -> (f32, f32) {
// CHECK-NEXT: %[[B:.*]] = affine.load %B[%[[K]], %[[J]]]
// CHECK-NEXT: %[[A0:.*]] = affine.load %A[%[[I]], %[[K]]]
// CHECK-NEXT: %[[P0:.*]] = arith.mulf %[[A0]], %[[B]]
// CHECK-NEXT: arith.addf %[[S]], %[[P0]] fastmath<contract> : f32
// CHECK-NEXT: %[[A1:.*]] = affine.load %A[%[[I]] + 1, %[[K]]]
// CHECK-NEXT: %[[P1:.*]] = arith.mulf %[[A1]], %[[B]]
// CHECK-NEXT: arith.addf %[[T]], %[[P1]] fastmath<contract> : f32
// CHECK: affine.store %[[X]], %C[%[[I]], %[[J]]]
// CHECK-NEXT: affine.store %[[Y]], %C[%[[I]] + 1, %[[J]]]
// CHECK: affine.for %{{.*}} = 2 to 3 {
func.func @matmul(%A: memref<3x8xf32>, %B: memref<8x16xf32>, %C: memref<3x16xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 8 {
        %c = affine.load %C[%i, %j] : memref<3x16xf32>
        %a = affine.load %A[%i, %k] : memref<3x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x16xf32>
        %p = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %p fastmath<contract> : f32
        affine.store %s, %C[%i, %j] : memref<3x16xf32>
      }
    }
  }
  func.return
}

// -----

// Two parts, of which one starts at 0; another partial sum may overflow.
// CHECK-LABEL: @sum(
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[X:.*]], %[[Y:.*]] = affine.for {{.*}} = 0 to 20 step 2 iter_args(%[[S:.*]] = %seven, %[[T:.*]] = %[[ZERO]]) -> (i32, i32) {
// CHECK: arith.addi %[[S]], %{{.*}} : i32
// CHECK: arith.addi %[[T]], %{{.*}} : i32
// CHECK: %[[BOTH:.*]] = arith.addi %[[X]], %[[Y]] : i32
// CHECK-NEXT: affine.for {{.*}} = 20 to 21 iter_args(%{{.*}} = %[[BOTH]])
// CHECK-NOT: overflow
func.func @sum(%A: memref<21xi32>) -> i32 {
  %seven = arith.constant 7 : i32
  %r = affine.for %i = 0 to 21 iter_args(%x = %seven) -> (i32) {
    %a = affine.load %A[%i] : memref<21xi32>
    %y = arith.addi %x, %a overflow<nsw> : i32
    affine.yield %y : i32
  }
  func.return %r : i32
}

// -----

// Conditions that differ stay, one for each.
// CHECK-LABEL: @guarded(
// CHECK: affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%[[I:.*]]) -> i32 {
// CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32
// CHECK: affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%{{.*}}) -> i32 {
// CHECK-NEXT: arith.addi %{{.*}}, %{{.*}} : i32
func.func @guarded(%A: memref<6xi32>) -> i32 {
  %seven = arith.constant 7 : i32
  %r = affine.for %i = 0 to 6 iter_args(%x = %seven) -> (i32) {
    %a = affine.load %A[%i] : memref<6xi32>
    %y = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> i32 {
      %z = arith.addi %x, %a overflow<nsw> : i32
      affine.yield %z : i32
    } else {
      affine.yield %x : i32
    }
    affine.yield %y : i32
  }
  func.return %r : i32
}

// -----

// Two iterations are enough.
// CHECK-LABEL: @two_rows(
// CHECK: affine.for %{{.*}} = 0 to 2 step 2 {
func.func @two_rows(%A: memref<2x8xf32>, %B: memref<8x16xf32>, %C: memref<2x16xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 8 {
        %c = affine.load %C[%i, %j] : memref<2x16xf32>
        %a = affine.load %A[%i, %k] : memref<2x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x16xf32>
        %p = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %p fastmath<contract> : f32
        affine.store %s, %C[%i, %j] : memref<2x16xf32>
      }
    }
  }
  func.return
}

// -----

// Of any number of rows, two together while they fit; one may be left.
// CHECK-LABEL: @any_number(
// CHECK: affine.for %[[I:.*]] = 0 to affine_map<()[s0] -> ((s0 floordiv 2) * 2)>()[%n] step 2 {
// CHECK: %{{.*}}, %{{.*}} = affine.for %{{.*}} = 0 to 8 iter_args(
// CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, (s0 floordiv 2) * 2)>()[%n] to %n {
// CHECK-NEXT: affine.load
// CHECK-NEXT: %{{.*}} = affine.for %{{.*}} = 0 to 8 iter_args(%{{.*}} = %{{.*}}) -> (i32) {
func.func @any_number(%A: memref<?x8xi32>, %C: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to 8 {
      %c = affine.load %C[%i] : memref<?xi32>
      %a = affine.load %A[%i, %k] : memref<?x8xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %C[%i] : memref<?xi32>
    }
  }
  func.return
}

// -----

// An even number of rows: none is left.
// CHECK-LABEL: @even_number(
// CHECK: affine.for %[[I:.*]] = 0 to %n step 2 {
// CHECK-NOT: affine.for %{{.*}} = max
func.func @even_number(%A: memref<?x8xi32>, %C: memref<?xi32>,
    %n: index {pad.size = [{of = "A", dim = 0, multiple = 2}, {of = "C", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to 8 {
      %c = affine.load %C[%i] : memref<?xi32>
      %a = affine.load %A[%i, %k] : memref<?x8xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %C[%i] : memref<?xi32>
    }
  }
  func.return
}

// -----

// A reduction of any length that may be none: its cell has been stored by then.
// CHECK-LABEL: @any_length(
// CHECK: %[[X:.*]], %[[Y:.*]] = affine.for %{{.*}} = 0 to %l iter_args(%{{.*}} = %zero, %{{.*}} = %zero) -> (i32, i32) {
// CHECK: affine.store %[[X]], %C
// CHECK-NEXT: affine.store %[[Y]], %C
func.func @any_length(%A: memref<4x?xi32>, %C: memref<4xi32>, %l: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %zero, %C[%i] : memref<4xi32>
    affine.for %k = 0 to %l {
      %c = affine.load %C[%i] : memref<4xi32>
      %a = affine.load %A[%i, %k] : memref<4x?xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %C[%i] : memref<4xi32>
    }
  }
  func.return
}
