// What is known of some buffers is told to a function made of a stage, of others not.
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=compute function=half_known facts="B:access,C:none"},pad-hoist-stage{stage=compute function=laid_out}' -o %t.mlir
// RUN: filecheck %s --check-prefixes=ACCESS < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=compute facts="none,B:all"}' -o %t.all.mlir
// RUN: filecheck %s --check-prefixes=ALL < %t.all.mlir
// RUN: pad-tv %s %t.all.mlir
// RUN: pad-opt %t.all.mlir -p 'pad-remove-branching-through-overcompute{stage=compute function=half_known_compute}' | filecheck %s --check-prefix=STAYS

// B[3, 2] is +0.0; B[3, 3] is whatever was stored. That C[0] is 0.0 is not told.
// ACCESS-LABEL: @half_known_compute
// ACCESS-NOT: pad.stage = "C_assume"
// ACCESS: pad.undef
// ACCESS: pad.stage = "B_assume"
// ALL-LABEL: @half_known_compute
// ALL-NOT: pad.stage = "C_assume"
// ALL: %[[TWO:.*]] = arith.constant 2 : index
// ALL: arith.cmpi ne, %{{.*}}, %[[TWO]]
// ALL: %[[BITS:.*]] = arith.bitcast
// ALL: %[[ZERO:.*]] = arith.constant 0 : i32
// ALL: arith.cmpi eq, %[[BITS]], %[[ZERO]]
// ALL: pad.assume
// ALL-NOT: pad.assume
// ALL: pad.stage = "B_assume"
// STAYS-LABEL: @half_known_compute
// STAYS: affine.if
func.func @half_known(%A: memref<14xf32>, %C: memref<1xf32>, %clear: i1, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %B = memref.alloc() {pad.name = "B"} : memref<4x4xf32>
  affine.for %ii = 2 to 4 {
    affine.store %zero, %B[3, %ii] : memref<4x4xf32>
  } {pad.of_padding, pad.stage = "B_padding"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io * 4 + %ii] : memref<14xf32>
        affine.store %a, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "transform"}
  scf.if %clear {
    affine.store %x, %B[3, 3] : memref<4x4xf32>
  }
  affine.store %zero, %C[0] : memref<1xf32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %c = affine.load %C[0] : memref<1xf32>
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %t = arith.addf %c, %b : f32
        affine.store %t, %C[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  memref.dealloc %B : memref<4x4xf32>
  func.return
}

// The stage that leaves a laid-out buffer's padding alone may not touch it, if nothing is said of it; by default it may.
// ACCESS-LABEL: private @laid_out_compute
// ACCESS-SAME: (%A: memref<4x4xi32> {pad.name = "A"}, %B: memref<4x4xi32> {pad.name = "B", pad.logical =
// ACCESS-SAME: ["forbidden"]
// ALL-LABEL: private @laid_out_compute
// ALL-SAME: (%A: memref<4x4xi32> {pad.name = "A", pad.logical =
// ALL-SAME: ["forbidden"]
// ALL-SAME: %B: memref<4x4xi32>
// ALL-SAME: ["forbidden"]
func.func @laid_out(%A: memref<4x4xi32> {pad.name = "A", pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>}, %B: memref<4x4xi32> {pad.name = "B", pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %C: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        affine.store %a, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  %zero = arith.constant 0 : i32
  affine.store %zero, %C[0] : memref<1xi32>
  func.return
}
