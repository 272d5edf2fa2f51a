// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --validate-each | filecheck %s
// RUN: pad-opt %s -p 'pad-register-tile' --split-input-file --validate-each | filecheck %s --check-prefix=TILE
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s --check-prefix=TARGET
// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4},pad-to-host{stop=scf}' --split-input-file | filecheck %s --check-prefix=HOST
// HOST-NOT: pad.assume

// The user's assume is one on all lanes.
// CHECK-LABEL: @roots(
// CHECK: affine.for %{{.*}} = 0 to 32 step 16 {
// CHECK: %[[OK:.*]] = arith.cmpf oge, %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK-NEXT: %[[ALL:.*]] = vector.reduction <and>, %[[OK]] : vector<16xi1> into i1
// CHECK-NEXT: pad.assume %[[ALL]] {pad.user} : i1
// TILE-LABEL: @roots(
// TILE: pad.assume %{{.*}} {pad.user} : i1
// TARGET-LABEL: @roots(
// TARGET: vector.reduction <and>
// TARGET-NEXT: pad.assume %{{.*}} {pad.user} : i1
func.func @roots(%A: memref<6x32xf32>, %B: memref<6x32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 32 {
      %a = affine.load %A[%r, %c] : memref<6x32xf32>
      %ok = arith.cmpf oge, %a, %zero : f32
      pad.assume %ok {pad.user} : i1
      %b = math.sqrt %a : f32
      affine.store %b, %B[%r, %c] : memref<6x32xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Of lanes that are masked off it says nothing, whatever they load. What stands in a loop that may not run stays there.
// CHECK-LABEL: @safe_inverse(
// CHECK: %[[TRUE:.*]] = arith.constant dense<true> : vector<16xi1>
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[POS:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK-NEXT: %[[HERE:.*]] = arith.select %[[MASK]], %[[POS]], %[[TRUE]] : vector<16xi1>, vector<16xi1>
// CHECK-NEXT: %[[ALL:.*]] = vector.reduction <and>, %[[HERE]] : vector<16xi1> into i1
// CHECK-NEXT: pad.assume %[[ALL]] {pad.user} : i1
// CHECK: scf.for
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK-NEXT: memref.store
// TARGET-LABEL: @safe_inverse(
// TARGET: affine.for %{{.*}} = 0 to min affine_map<(d0) -> (d0, 16)>(%n) {
// TARGET: pad.assume %{{.*}} {pad.user} : i1
// TARGET: affine.for
// TARGET: pad.assume %{{.*}} {pad.user} : i1
func.func @safe_inverse(%A: memref<24xi32>, %B: memref<24xi32>, %step: i32, %n: index, %trips: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<24xi32>
      %pos = arith.cmpi sgt, %a, %zero : i32
      pad.assume %pos {pad.user} : i1
      %b = arith.muli %a, %three : i32
      affine.store %b, %B[%i] : memref<24xi32>
    }
  } {pad.stage = "compute"}
  scf.for %k = %c0 to %trips step %c1 {
    %good = arith.cmpi sgt, %step, %zero : i32
    pad.assume %good {pad.user} : i1
    memref.store %step, %B[%c0] : memref<24xi32>
  }
  func.return
}

// -----

// What is the same in all lanes is still assumed only where some lane gets there; so is what the second arm assumes.
// CHECK-LABEL: @both_arms(
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[OTHER:.*]] = arith.xori %[[MASK]]
// CHECK: %[[K:.*]] = vector.broadcast %{{.*}} : i1 to vector<16xi1>
// CHECK-NEXT: %[[HERE:.*]] = arith.select %[[MASK]], %[[K]], %{{.*}} : vector<16xi1>, vector<16xi1>
// CHECK-NEXT: vector.reduction <and>, %[[HERE]]
// CHECK: arith.select %[[OTHER]], %{{.*}} : vector<16xi1>, vector<16xi1>
// CHECK-NEXT: vector.reduction <and>
// CHECK-NEXT: pad.assume %{{.*}} {pad.user} : i1
func.func @both_arms(%A: memref<32xi32>, %B: memref<32xi32>, %k: i32, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xi32>
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %ok = arith.cmpi sgt, %k, %zero : i32
      pad.assume %ok {pad.user} : i1
      %b = arith.addi %a, %k : i32
      affine.store %b, %B[%i] : memref<32xi32>
    } else {
      %ok = arith.cmpi sgt, %a, %zero : i32
      pad.assume %ok {pad.user} : i1
      affine.store %a, %B[%i] : memref<32xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The rest of the iterations is a masked vector; a sum that the user knows something of in the end only.
// CHECK-LABEL: @rest(
// CHECK: pad.assume %{{.*}} {pad.user} : i1
// CHECK: vector.reduction <add>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi1>
// CHECK-NEXT: vector.reduction <and>
// CHECK-NEXT: pad.assume %{{.*}} {pad.user} : i1
// CHECK: vector.reduction <add>
// CHECK: pad.assume %{{.*}} {pad.user} : i1
func.func @rest(%A: memref<19xi32>, %S: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %sum = affine.for %i = 0 to 19 iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<19xi32>
    %ok = arith.cmpi sge, %a, %zero : i32
    pad.assume %ok {pad.user} : i1
    %t = arith.addi %s, %a : i32
    affine.yield %t : i32
  } {pad.stage = "compute"}
  %fine = arith.cmpi sge, %sum, %zero : i32
  pad.assume %fine {pad.user} : i1
  affine.store %sum, %S[0] : memref<1xi32>
  func.return
}
