// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' --split-input-file --verify-diagnostics --validate-each | filecheck %s
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute,pad-vectorize{target-cpu=x86-64-v3}' --split-input-file --validate-each | filecheck %s --check-prefix=LANES

// The guard that goes becomes a condition of the assume: of the padding, which is 0, it says nothing.
// CHECK-LABEL: @positive_total(
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: affine.if
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[HERE:.*]] = arith.cmpi sge
// CHECK-NOT: affine.if
// CHECK: %[[OK:.*]] = arith.cmpi sgt
// CHECK-NEXT: %[[SAID:.*]] = arith.select %[[HERE]], %[[OK]], %[[TRUE]] : i1
// CHECK-NEXT: pad.assume %[[SAID]] {pad.user} : i1
// CHECK-NOT: affine.if
// CHECK: func.return
// LANES-LABEL: @positive_total(
// LANES: arith.select %{{.*}} : vector<8xi1>, vector<8xi1>
// LANES-NEXT: vector.reduction <and>
// LANES-NEXT: pad.assume %{{.*}} {pad.user} : i1
func.func @positive_total(%A: memref<4x8xi32>, %S: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ji = 4 to 8 {
    %a = affine.load %A[3, %ji] : memref<4x8xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    pad.assume %is : i1
  }
  affine.for %jo = 0 to 4 {
    affine.for %ji = 0 to 8 {
      affine.if affine_set<(d0, d1) : (27 - d0 * 8 - d1 >= 0)>(%jo, %ji) {
        %a = affine.load %A[%jo, %ji] : memref<4x8xi32>
        %ok = arith.cmpi sgt, %a, %zero : i32
        pad.assume %ok {pad.user} : i1
        %s = affine.load %S[0] : memref<1xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two guards, one in the other, go one after the other.
// CHECK-LABEL: @nested(
// CHECK-NOT: affine.if
// CHECK: %[[INNER:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i1
// CHECK-NOT: affine.if
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK: func.return
// LANES-LABEL: @nested(
// LANES: pad.assume %{{.*}} {pad.user} : i1
func.func @nested(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %k: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%i, %j) {
        affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 1 >= 0)>(%i, %j) {
          %a = affine.load %A[%i, %j] : memref<4x4xi32>
          %ok = arith.cmpi sgt, %a, %k : i32
          pad.assume %ok {pad.user} : i1
          affine.store %a, %B[%i, %j] : memref<4x4xi32>
        }
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %k, %B[%i, %j] : memref<4x4xi32>
    }
  } {pad.stage = "again"}
  func.return
}

// -----

// Where the condition is a value, the assume takes that.
// CHECK-LABEL: @value(
// CHECK: %[[IN:.*]] = arith.cmpi slt
// CHECK-NOT: scf.if
// CHECK: arith.select %[[IN]], %{{.*}}, %{{.*}} : i1
// CHECK-NEXT: pad.assume %{{.*}} : i1
// CHECK-NOT: scf.if
// CHECK: func.return
// LANES-LABEL: @value(
func.func @value(%A: memref<16xf32>, %B: memref<16xf32>) {
  %c14 = arith.constant 14 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %in = arith.cmpi slt, %i, %c14 : index
    scf.if %in {
      %a = affine.load %A[%i] : memref<16xf32>
      %ok = arith.cmpf oge, %a, %zero fastmath<nnan> : f32
      pad.assume %ok {pad.user} : i1
      %r = math.sqrt %a : f32
      affine.store %r, %B[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 14 to 16 {
    %u = pad.undef : f32
    affine.store %u, %B[%i] : memref<16xf32>
  } {pad.stage = "B_padding", pad.of_padding}
  func.return
}

// -----

// With the second arm the user's assume would go; the first may not replace it, nor the second the first.
// CHECK-LABEL: @other_arm(
// CHECK: affine.if
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// LANES-LABEL: @other_arm(
// LANES: pad.assume %{{.*}} {pad.user} : i1
func.func @other_arm(%A: memref<16xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    // expected-remark@below {{the other arm, which would go, holds an assume of the user}}
    affine.if affine_set<(d0) : (9 - d0 >= 0)>(%i) {
      affine.store %a, %B[%i] : memref<16xi32>
    } else {
      %ok = arith.cmpi sgt, %a, %zero : i32
      pad.assume %ok {pad.user} : i1
      affine.store %a, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
