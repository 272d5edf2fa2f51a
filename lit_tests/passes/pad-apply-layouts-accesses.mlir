// Accesses of every form get physical indices: affine maps are composed, other indices computed before it.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @affine
// CHECK: affine.for %[[I:.*]] = 0 to 5 {
// CHECK-NEXT: affine.load %A[(%[[I]] * 2 + 1) floordiv 4, (%[[I]] * 2 + 1) mod 4] : memref<4x4xf32>
// CHECK-NEXT: affine.store %{{.*}}, %A[(-%[[I]] + 13) floordiv 4, (-%[[I]] + 13) mod 4] : memref<4x4xf32>
// CHECK: affine.load %A[3, 1] : memref<4x4xf32>
func.func @affine(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) -> f32 {
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i * 2 + 1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
    affine.store %a, %A[13 - %i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  %a = affine.load %A[13] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.return %a : f32
}

// The axes of a transposing map, and symbols in the access.
// CHECK-LABEL: @two_axes
// CHECK: affine.load %A[%[[J:.*]] floordiv 8, %[[I:.*]] + symbol(%n), %[[J]] mod 8] : memref<4x14x8xf32>
#blocks = affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>
func.func @two_axes(%A: memref<14x30xf32, #pad.layout<[#blocks], ["forbidden"], {}>>, %n: index) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 30 {
      %a = affine.load %A[%i + symbol(%n), %j] : memref<14x30xf32, #pad.layout<[#blocks], ["forbidden"], {}>>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<14x30xf32, #pad.layout<[#blocks], ["forbidden"], {}>>
    }
  }
  func.return
}

// Indices that affine operations take are applied to, constants among them.
// CHECK-LABEL: @memref
// CHECK: %[[IO:.*]] = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%n)
// CHECK-NEXT: %[[II:.*]] = affine.apply affine_map<(d0) -> (d0 mod 4)>(%n)
// CHECK-NEXT: memref.load %A[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK: affine.for %[[J:.*]] = 0 to 7 {
// CHECK-NEXT: %[[K:.*]] = affine.apply affine_map<(d0) -> (d0 * 2)>(%[[J]])
// CHECK-NEXT: %[[KO:.*]] = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%[[K]])
// CHECK-NEXT: %[[KI:.*]] = affine.apply affine_map<(d0) -> (d0 mod 4)>(%[[K]])
// CHECK-NEXT: memref.store %{{.*}}, %A[%[[KO]], %[[KI]]] : memref<4x4xf32>
func.func @memref(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %n: index) {
  %a = memref.load %A[%n] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  affine.for %j = 0 to 7 {
    %k = affine.apply affine_map<(d0) -> (d0 * 2)>(%j)
    memref.store %a, %A[%k] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// Others are computed: an index in bounds is not negative, so unsigned division does.
// CHECK-LABEL: @scf
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %n
// CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[IO:.*]] = arith.divui %[[I]], %[[FOUR]] : index
// CHECK-NEXT: %[[II:.*]] = arith.remui %[[I]], %[[FOUR]] : index
// CHECK-NEXT: memref.load %A[%[[IO]], %[[II]]] : memref<4x4xf32>
func.func @scf(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
    memref.store %a, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// In a guard, the index is computed where it is in bounds, not before.
// CHECK-LABEL: @guarded
// CHECK: scf.if
// CHECK-NEXT: arith.constant 4
// CHECK-NEXT: arith.divui
func.func @guarded(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %n to %c14 step %c1 {
    %positive = arith.cmpi sge, %i, %c1 : index
    scf.if %positive {
      memref.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
    }
  }
  func.return
}

// i - 7 is negative for half the indices: rounded down, with the remainder that belongs to that.
// CHECK-LABEL: @negative
// CHECK: scf.for %[[I:.*]] = %c0
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: %[[SHIFTED:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK: arith.floordivsi %[[SHIFTED]], %{{.*}} : index
// CHECK: %[[QUOTIENT:.*]] = arith.floordivsi %[[SHIFTED2:.*]], %[[FOUR:.*]] : index
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.muli %[[QUOTIENT]], %[[FOUR]] : index
// CHECK-NEXT: %[[REST:.*]] = arith.subi %[[SHIFTED2]], %[[PRODUCT]] : index
// CHECK: memref.load %A[%{{.*}}, %[[REST]]]
#negative = affine_map<(d0) -> ((d0 - 7) floordiv 4 + 2, (d0 - 7) mod 4)>
func.func @negative(%A: memref<14xf32, #pad.layout<[#negative], ["forbidden"], {}>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c14 step %c1 {
    %a = memref.load %A[%i] : memref<14xf32, #pad.layout<[#negative], ["forbidden"], {}>>
    memref.store %a, %A[%i] : memref<14xf32, #pad.layout<[#negative], ["forbidden"], {}>>
  }
  func.return
}

// An index from memory, and one that a loop carries.
// CHECK-LABEL: @data
// CHECK: %[[K:.*]] = affine.load %I
// CHECK: %[[KO:.*]] = arith.divui %[[K]], %{{.*}} : index
// CHECK: %[[KI:.*]] = arith.remui %[[K]], %{{.*}} : index
// CHECK: memref.load %A[%[[KO]], %[[KI]]]
func.func @data(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %I: memref<5xindex>, %B: memref<5xf32>) {
  affine.for %j = 0 to 5 {
    %k = affine.load %I[%j] : memref<5xindex>
    %a = memref.load %A[%k] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
    affine.store %a, %B[%j] : memref<5xf32>
  }
  func.return
}

// A size is the logical one.
// CHECK-LABEL: @dim
// CHECK: %[[FOURTEEN:.*]] = arith.constant 14 : index
// CHECK-NOT: memref.dim
// CHECK: func.return %[[FOURTEEN]]
func.func @dim(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %A, %c0 : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.return %d : index
}

// A buffer under another name: the choice, the loop and the branch that carry it get the physical type.
// CHECK-LABEL: @names
// CHECK: %[[C:.*]] = arith.select %c, %A, %B : memref<4x4xf32>
// CHECK: scf.if %c -> (memref<4x4xf32>)
// CHECK: affine.load %[[C]][0, 3] : memref<4x4xf32>
func.func @names(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %c: i1) -> f32 {
  %C = arith.select %c, %A, %B : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  %D = scf.if %c -> (memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
    scf.yield %A : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  } else {
    scf.yield %C : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  %a = affine.load %C[3] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  %d = affine.load %D[3] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  %s = arith.addf %a, %d : f32
  func.return %s : f32
}
