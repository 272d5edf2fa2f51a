// RUN: pad-opt %s -p pad-merge-adjacent-loops --split-input-file --verify-diagnostics | filecheck %s

// RFC 77: element-wise loops.
// CHECK-LABEL: @elementwise
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: affine.store %y, %A[%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @elementwise(%A: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  affine.for %j = 0 to 16 {
    affine.store %y, %A[%j] : memref<16xf32>
  }
  func.return
}

// -----

// RFC 77: the second loop reads what earlier iterations wrote.
// CHECK-LABEL: @reads_earlier
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%[[I]])
// CHECK: affine.load %A[%[[I]] - 1]
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @reads_earlier(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %a = affine.load %A[%i - 1] : memref<16xf32>
      %b = arith.addf %a, %x : f32
      affine.store %b, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// A padding that is a copy of an earlier row, over a size.
// CHECK-LABEL: @wrap
// CHECK: affine.for %[[I:.*]] = 0 to %n {
// CHECK-NEXT: affine.store %x, %A[%[[I]] + 2]
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.load %A[%[[I]] + 1]
// CHECK-NEXT: affine.store %{{.*}}, %A[0]
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @wrap(%A: memref<16xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i + 2] : memref<16xf32>
  }
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 1 == 0)>(%i) {
      %a = affine.load %A[%i + 1] : memref<16xf32>
      affine.store %a, %A[0] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Nests, as deep as it goes; attributes of the first, and of the second where the first has none.
// CHECK-LABEL: @nests
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: affine.load %A
// CHECK-NEXT: affine.store %{{.*}}, %B
// CHECK-NEXT: } {pad.loop = "ii"}
// CHECK-NEXT: } {pad.loop = "io", pad.stage = "compute"}
// CHECK-NEXT: func.return
func.func @nests(%A: memref<4x8xf32>, %B: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    } {pad.loop = "ii"}
  } {pad.stage = "compute"}
  // expected-remark@+1 {{stage 'copy' became part of 'compute', and has no name any more}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      affine.store %a, %B[%i, %j] : memref<4x8xf32>
    } {pad.loop = "k"}
  } {pad.loop = "io", pad.stage = "copy"}
  func.return
}

// -----

// One loop of affine and one of scf, with bounds that agree once simplified.
// CHECK-LABEL: @forms
// CHECK: affine.for %[[I:.*]] = 0 to affine_map<(d0) -> ((d0 * 4 + 8) floordiv 4)>(%n) {
// CHECK-NEXT: memref.store %x, %A[%[[I]]]
// CHECK-NEXT: affine.store %x, %B[%[[I]]]
// CHECK-NOT: for
// CHECK: func.return
func.func @forms(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %m = arith.addi %n, %c2 : index
  scf.for %i = %c0 to %m step %c1 {
    memref.store %x, %A[%i] : memref<32xf32>
  }
  affine.for %i = 0 to affine_map<(d0) -> ((d0 * 4 + 8) floordiv 4)>(%n) {
    affine.store %x, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// Both carry a value; what is between uses one of them.
// CHECK-LABEL: @carried
// CHECK: %[[S:.*]], %[[P:.*]] = affine.for %[[I:.*]] = 0 to 16 iter_args(%[[SUM:.*]] = %x, %[[PRODUCT:.*]] = %y) -> (f32, f32) {
// CHECK: %[[T:.*]] = arith.addf %[[SUM]], %{{.*}} : f32
// CHECK: %[[Q:.*]] = arith.mulf %[[PRODUCT]], %{{.*}} : f32
// CHECK-NEXT: affine.yield %[[T]], %[[Q]] : f32, f32
// CHECK: affine.store %[[S]], %B[0]
// CHECK: func.return %[[P]]
func.func @carried(%A: memref<16xf32>, %B: memref<1xf32>, %x: f32, %y: f32) -> f32 {
  %s = affine.for %i = 0 to 16 iter_args(%sum = %x) -> (f32) {
    %a = affine.load %A[%i] : memref<16xf32>
    %t = arith.addf %sum, %a : f32
    affine.yield %t : f32
  }
  affine.store %s, %B[0] : memref<1xf32>
  %p = affine.for %i = 0 to 16 iter_args(%product = %y) -> (f32) {
    %a = affine.load %A[%i] : memref<16xf32>
    %q = arith.mulf %product, %a : f32
    affine.yield %q : f32
  }
  func.return %p : f32
}

// -----

// The second loop needs what stands between, which needs all of B as it was: the first moves down.
// CHECK-LABEL: @down
// CHECK: memref.copy %B, %C
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: affine.load %C
// CHECK-NEXT: affine.store %{{.*}}, %B
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @down(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  memref.copy %B, %C : memref<16xf32> to memref<16xf32>
  affine.for %i = 0 to 16 {
    %c = affine.load %C[15 - %i] : memref<16xf32>
    affine.store %c, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// The loop before it has other bounds, the one before that has not; what is between shares
// nothing with the two, or stays where it is.
// CHECK-LABEL: @over_another_loop
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: affine.load %A
// CHECK-NEXT: affine.store %{{.*}}, %B
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.load %A
// CHECK-NEXT: affine.store %{{.*}}, %C
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @over_another_loop(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  // expected-remark@+1 {{loops not merged: the bounds differ: i = 0 to 16 and k = 0 to 4}}
  affine.for %k = 0 to 4 {
    %a = affine.load %A[%k * 4] : memref<16xf32>
    affine.store %a, %C[%k] : memref<4xf32>
  }
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// Two loops that do nothing are one, and the loop around stays.
// CHECK-LABEL: @empty
// CHECK-NEXT: affine.for
// CHECK-NEXT: arith.constant 0
// CHECK-NEXT: arith.constant 1
// CHECK-NEXT: arith.constant 16
// CHECK-NEXT: scf.for
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @empty() {
  affine.for %i = 0 to 16 {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %many = arith.constant 16 : index
    scf.for %j = %zero to %many step %one {
    }
    %last = arith.constant 16 : index
    scf.for %j = %zero to %last step %one {
    }
  }
  func.return
}

// -----

// What only assumes what padding holds gives its names up, before other work and after it.
// CHECK-LABEL: @of_padding
// CHECK: affine.for %row
// CHECK-NEXT: affine.for %column
// CHECK: pad.assume
// CHECK: affine.store
// CHECK: affine.load
// CHECK-NEXT: }
// CHECK-NEXT: } {pad.stage = "copy"}
// CHECK-NEXT: func.return
func.func @of_padding(%A: memref<4x8xf32>, %B: memref<4x8xf32>, %x: f32) {
  affine.for %i0 = 0 to 4 {
    affine.for %i1 = 0 to 8 {
      %a = affine.load %A[%i0, %i1] : memref<4x8xf32>
      %c = arith.cmpf oeq, %a, %x : f32
      pad.assume %c : i1
    } {pad.loop = "i1"}
  } {pad.loop = "i0", pad.of_padding, pad.stage = "A_assume"}
  affine.for %row = 0 to 4 {
    affine.for %column = 0 to 8 {
      %a = affine.load %A[%row, %column] : memref<4x8xf32>
      affine.store %a, %B[%row, %column] : memref<4x8xf32>
    }
  } {pad.stage = "copy"}
  affine.for %i0 = 0 to 4 {
    affine.for %i1 = 0 to 8 {
      %b = affine.load %B[%i0, %i1] : memref<4x8xf32>
    } {pad.loop = "i1"}
  } {pad.loop = "i0", pad.of_padding, pad.stage = "B_assume"}
  func.return
}

// -----

// The loop that the user wrote is not a stage, and does not become one.
// CHECK-LABEL: @of_no_stage
// CHECK: affine.for %row = 0 to 4 {
// CHECK-NEXT: affine.store
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @of_no_stage(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i0 = 0 to 4 {
    affine.store %x, %A[%i0] : memref<4xf32>
  } {pad.loop = "i0", pad.of_padding, pad.stage = "A_padding"}
  affine.for %row = 0 to 4 {
    affine.store %x, %B[%row] : memref<4xf32>
  }
  func.return
}
