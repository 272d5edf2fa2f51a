// How much of what is known a function made of a stage is told.
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=total}' -o %t.all.mlir
// RUN: filecheck %s --check-prefixes=BOTH,ALL < %t.all.mlir
// RUN: pad-tv %s %t.all.mlir
// RUN: pad-opt %t.all.mlir -p 'pad-remove-branching-through-overcompute{stage=total function=stencil_energy_total}' | filecheck %s --check-prefix=FREE
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=total facts=access}' -o %t.access.mlir
// RUN: filecheck %s --check-prefixes=BOTH,ACCESS < %t.access.mlir
// RUN: pad-tv %s %t.access.mlir
// RUN: pad-opt %t.access.mlir -p 'pad-remove-branching-through-overcompute{stage=total function=stencil_energy_total}' | filecheck %s --check-prefix=STAYS
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=total facts=none}' -o %t.none.mlir
// RUN: filecheck %s --check-prefixes=BOTH,NONE < %t.none.mlir
// RUN: pad-tv %s %t.none.mlir
// RUN: pad-opt %t.none.mlir -p 'pad-remove-branching-through-overcompute{stage=total function=stencil_energy_total}' | filecheck %s --check-prefix=STAYS
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=square function=stencil_energy facts=none}' -o %t.square.mlir
// RUN: filecheck %s --check-prefix=SQUARE < %t.square.mlir
// RUN: pad-tv %s %t.square.mlir

// The three split modules of RFC 77: "NOT a valid transformation of compute_C" without facts, "safe to access .., but that isn't
// enough" with undef, "a valid transformation of compute_C" with the value. Asked of `@half_known`, a value is not told of the
// cell that may be overwritten.
// BOTH-LABEL: @stencil_energy(
// BOTH: pad.stage = "square"
// BOTH-NOT: pad.assume
// BOTH: func.call @stencil_energy_total(%C, %B)
// BOTH-NEXT: memref.dealloc
// BOTH: @stencil_energy_total
// ALL: %[[B:.*]] = affine.load %B
// ALL: %[[ZERO:.*]] = arith.constant 0 : i64
// ALL: arith.cmpi eq, %[[B]], %[[ZERO]]
// ALL: pad.stage = "B_assume"
// ACCESS: %[[B:.*]] = affine.load %B
// ACCESS: %[[ANY:.*]] = pad.undef : i64
// ACCESS: arith.cmpi eq, %[[B]], %[[ANY]]
// ACCESS: pad.stage = "B_assume"
// NONE-NOT: pad.assume
// BOTH: affine.if
// BOTH: pad.stage = "total"
// FREE-LABEL: @stencil_energy_total
// FREE-NOT: affine.if
// FREE: pad.stage = "total"
// STAYS-LABEL: @stencil_energy_total
// STAYS: affine.if
// STAYS: pad.stage = "total"
// SQUARE-LABEL: @stencil_energy(
// SQUARE: func.call @stencil_energy_square(
// SQUARE-NEXT: affine.for
// SQUARE-LABEL: private @stencil_energy_square
// SQUARE: affine.store %zero, %B
// SQUARE-NOT: pad.undef
// SQUARE: func.return
func.func @stencil_energy(%A: memref<3x14xi64>, %C: memref<3xi64>) {
  %zero = arith.constant 0 : i64
  %B = memref.alloc() {pad.name = "B"} : memref<3x4x4xi64>
  affine.for %p = 0 to 3 {
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%jo, %ji) {
          %a = affine.load %A[%p, %jo * 4 + %ji] : memref<3x14xi64>
          %s = arith.muli %a, %a : i64
          affine.store %s, %B[%p, %jo, %ji] : memref<3x4x4xi64>
        } else {
          affine.store %zero, %B[%p, %jo, %ji] : memref<3x4x4xi64>
        }
      }
    }
  } {pad.stage = "square"}
  affine.for %p = 0 to 3 {
    affine.store %zero, %C[%p] : memref<3xi64>
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%jo, %ji) {
          %c = affine.load %C[%p] : memref<3xi64>
          %b = affine.load %B[%p, %jo, %ji] : memref<3x4x4xi64>
          %t = arith.addi %c, %b : i64
          affine.store %t, %C[%p] : memref<3xi64>
        }
      }
    }
  } {pad.stage = "total"}
  memref.dealloc %B : memref<3x4x4xi64>
  func.return
}

// What is known of one buffer is told, of the other not; so with all others.
// BOTH-LABEL: @two_inputs(
// ALL: pad.stage = "A_assume"
// ALL: pad.stage = "B_assume"
// ACCESS: pad.stage = "A_assume"
// ACCESS: pad.stage = "B_assume"
func.func @two_inputs(%x: i32, %R: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %A = memref.alloc() {pad.name = "A"} : memref<8xi32>
  %B = memref.alloc() {pad.name = "B"} : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  } {pad.stage = "zeros"}
  affine.for %i = 0 to 8 {
    affine.store %one, %B[%i] : memref<8xi32>
  } {pad.stage = "ones"}
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %b = affine.load %B[%i] : memref<8xi32>
    %s = arith.addi %a, %b : i32
    %t = arith.addi %s, %x : i32
    affine.store %t, %R[0] : memref<1xi32>
  } {pad.stage = "total"}
  memref.dealloc %A : memref<8xi32>
  memref.dealloc %B : memref<8xi32>
  func.return
}
