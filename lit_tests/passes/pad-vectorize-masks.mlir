// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// How many lanes are left is the mask.
// CHECK-LABEL: @up_to(
// CHECK: %[[LEFT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%n, %[[I:.*]])
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<16xi1>
// CHECK-NEXT: %[[A:.*]] = vector.maskedload %A[%[[I]]], %[[MASK]], 
// CHECK-NEXT: vector.maskedstore %B[%[[I]]], %[[MASK]], %[[A]] :
func.func @up_to(%A: memref<24xf32>, %B: memref<24xf32>, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<24xf32>
      affine.store %a, %B[%i] : memref<24xf32>
    }
  }
  func.return
}

// -----

// The first lane would be before the start of A: where the condition fails, nothing is loaded.
// CHECK-LABEL: @from(
// CHECK: %[[STEPS:.*]] = arith.constant dense<[0, -1, -2, -3, -4, {{.*}}, -15]> : vector<16xindex>
// CHECK: %[[FIRST:.*]] = affine.apply affine_map<(d0) -> (d0 - 3)>(%[[I:.*]])
// CHECK-NEXT: %[[ALL:.*]] = vector.broadcast %[[FIRST]]
// CHECK-NEXT: %[[MASK:.*]] = arith.cmpi sge, %[[ALL]], %[[STEPS]]
// CHECK-NEXT: vector.maskedload %A[%[[FIRST]]], %[[MASK]], 
// CHECK-NEXT: vector.maskedstore %B[%[[I]]], %[[MASK]], 
func.func @from(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %a = affine.load %A[%i - 3] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @several(
// CHECK: arith.constant dense<[0, 2, 4, 6, {{.*}}, 30]> : vector<16xindex>
// CHECK: %[[FROM:.*]] = arith.cmpi sge
// CHECK: %[[TO:.*]] = arith.cmpi sge
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[FROM]], %[[TO]] : vector<16xi1>
// CHECK-NEXT: vector.maskedload %A[{{.*}}], %[[BOTH]], 
// CHECK-NEXT: vector.maskedstore %B[{{.*}}], %[[BOTH]], 
func.func @several(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0, -2 * d0 + 17 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Both arms run; what an inner condition says of lanes that it does not concern may be poison.
// CHECK-LABEL: @either(
// CHECK: %[[ALL:.*]] = arith.constant dense<true> : vector<16xi1>
// CHECK-NEXT: %[[NONE:.*]] = arith.constant dense<false> : vector<16xi1>
// CHECK: %[[A:.*]] = vector.load %A
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpf olt, %[[A]], 
// CHECK-NEXT: %[[NOT:.*]] = arith.xori %[[LESS]], %[[ALL]]
// CHECK-NEXT: %[[B:.*]] = vector.maskedload %B[{{.*}}], %[[LESS]], 
// CHECK-NEXT: %[[INNER:.*]] = arith.cmpf olt, %[[B]], %[[A]]
// CHECK-NEXT: %[[BOTH:.*]] = arith.select %[[LESS]], %[[INNER]], %[[NONE]]
// CHECK-NEXT: vector.maskedstore %C[{{.*}}], %[[BOTH]], %[[B]]
// CHECK-NEXT: vector.maskedstore %A[{{.*}}], %[[NOT]], 
// CHECK-NEXT: %[[R:.*]] = arith.select %[[LESS]], %[[B]], %[[A]]
// CHECK-NEXT: vector.store %[[R]], %B
func.func @either(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %p: i1) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %is_less = arith.cmpf olt, %a, %z : f32
    %r = scf.if %is_less -> (f32) {
      %b = affine.load %B[%i] : memref<16xf32>
      %c = arith.cmpf olt, %b, %a : f32
      scf.if %c {
        affine.store %b, %C[%i] : memref<16xf32>
      }
      scf.yield %b : f32
    } else {
      affine.store %z, %A[%i] : memref<16xf32>
      scf.yield %a : f32
    }
    affine.store %r, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// A condition that holds in every iteration.
// CHECK-LABEL: @always
// CHECK: %[[ALL:.*]] = arith.constant dense<true> : vector<16xi1>
// CHECK: vector.maskedstore %B[%{{.*}}], %[[ALL]]
func.func @always(%A: memref<32xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    affine.if affine_set<(d0) : (0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<32xf32>
      affine.store %a, %B[%i] : memref<32xf32>
    }
  }
  func.return
}

// -----

// `%n - %i + 1` lanes would be none where %n is the greatest index.
// CHECK-LABEL: @up_to_and_with(
// CHECK: %[[FIRST:.*]] = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%n, %{{.*}})
// CHECK-NEXT: %[[ALL:.*]] = vector.broadcast %[[FIRST]] : index to vector<16xindex>
// CHECK-NEXT: arith.cmpi sge, %[[ALL]], %{{.*}} : vector<16xindex>
func.func @up_to_and_with(%A: memref<32xf32>, %B: memref<32xf32>, %n: index) {
  affine.for %i = 0 to 32 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<32xf32>
      affine.store %a, %B[%i] : memref<32xf32>
    }
  }
  func.return
}
