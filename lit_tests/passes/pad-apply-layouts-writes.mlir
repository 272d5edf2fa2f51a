// Where a producer's padding is written: in a stage after it, in one before it, in both, or in its own nest.
// RUN: pad-opt %s -p 'pad-apply-layouts{pad-writes=stage}' | filecheck %s --check-prefix=STAGE
// RUN: pad-opt %s -p 'pad-apply-layouts{pad-writes=before}' | filecheck %s --check-prefix=BEFORE
// RUN: pad-opt %s -p 'pad-apply-layouts{pad-writes=both}' | filecheck %s --check-prefix=BOTH
// RUN: pad-opt %s -p 'pad-apply-layouts{pad-writes=if}' 2>&1 | filecheck %s --check-prefix=IF

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// STAGE-LABEL: @produce
// STAGE-NOT: B_padding
// STAGE: pad.stage = "compute"
// STAGE: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>
// STAGE: pad.stage = "B_padding"
// STAGE-NEXT: func.return

// BEFORE-LABEL: @produce
// BEFORE: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>
// BEFORE: pad.stage = "B_padding"
// BEFORE: pad.stage = "compute"
// BEFORE-NEXT: func.return

// BOTH-LABEL: @produce
// BOTH: pad.stage = "B_padding"
// BOTH: pad.stage = "compute"
// BOTH: pad.stage = "B_padding_1"
// BOTH-NEXT: func.return

// The nest runs over the physical box; the body sees the index that it saw, and is in the arm of the valid cells.
// IF-NOT: remark
// IF-LABEL: @produce
// IF: affine.for %[[IO:.*]] = 0 to 4 {
// IF-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// IF-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// IF-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// IF-NEXT: %[[A:.*]] = affine.load %A[%[[I]]] : memref<14xf32>
// IF-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]] : memref<4x4xf32>
// IF-NEXT: } else {
// IF-NEXT: %[[PAD:.*]] = arith.constant 1.000000e+00 : f32
// IF-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]] : memref<4x4xf32>
// IF-NEXT: }
// IF-NEXT: } {pad.loop = "ii"}
// IF-NEXT: } {pad.loop = "io", pad.stage = "compute"}
// IF-NEXT: func.return
func.func @produce(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  } {pad.stage = "compute"}
  func.return
}

// A nest with another order, start and step: i = 2 to 16 in steps of 2, j = 0 and 1, cell 13 - (i - 2 + j).
// IF-LABEL: @reversed
// IF: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO:.*]], %[[II:.*]]) {
// IF-NEXT: %[[I:.*]] = affine.apply affine_map<{{.*}}>(%[[IO]], %[[II]])
// IF-NEXT: %[[J:.*]] = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1 + 1) mod 2)>(%[[IO]], %[[II]])
// IF-NEXT: affine.load %A[%[[I]] + %[[J]] - 2]
// IF-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]] : memref<4x4xf32>
// IF: pad.stage = "compute"
func.func @reversed(%A: memref<14xf32>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  affine.for %i = 2 to 16 step 2 {
    affine.for %j = 0 to 2 {
      %a = affine.load %A[%i + %j - 2] : memref<14xf32>
      affine.store %a, %B[15 - %i - %j] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  } {pad.stage = "compute"}
  func.return
}

// Two kinds: the arm of the padding tells them apart.
// IF-LABEL: @steps
// IF: affine.if affine_set<(d0, d1, d2) : (d0 * -12 - d1 * 4 - d2 + 13 >= 0)>
// IF: } else {
// IF-NEXT: affine.if
// IF-NEXT: arith.constant 1.000000e+00 : f32
// IF: affine.if
// IF-NEXT: pad.undef : f32
#steps = affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>
func.func @steps(%B: memref<14xf32, #pad.layout<[#tiles, #steps], [1.0 : f32, "undef"], {}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles, #steps], [1.0 : f32, "undef"], {}>>
  }
  func.return
}

// A hole in the middle: where the valid cells are a disjunction, two guards do for an if with an else.
// IF-LABEL: @hole(%B: memref<18xf32>
// IF: affine.for %[[P:.*]] = 0 to 18 {
// IF: %[[VALID:.*]] = arith.ori
// IF-NEXT: scf.if %[[VALID]] {
// IF: affine.store %x, %B[%[[P]]]
// IF-NEXT: }
// IF-NEXT: affine.if affine_set<(d0) : ({{.*}})>(%[[P]]) {
// IF-NEXT: arith.constant 1.000000e+00
// IF-NEXT: affine.store %{{.*}}, %B[%[[P]]]
#hole = affine_map<(d0) -> (d0 + (d0 floordiv 7) * 4)>
func.func @hole(%B: memref<14xf32, #pad.layout<[#hole], [1.0 : f32], {}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#hole], [1.0 : f32], {}>>
  }
  func.return
}

// Where there is no padding to write, the nest stays as it is.
// IF-LABEL: @forbidden
// IF: affine.for %[[I:.*]] = 0 to 14 {
// IF-NEXT: affine.store %x, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// IF-NEXT: }
// IF-NEXT: func.return
func.func @forbidden(%B: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// What is computed of the index is found from where it is written: the old nest is gone by then.
// IF-LABEL: @computed
// IF: affine.if
// IF: } else {
// IF-NEXT: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// IF-NEXT: %[[T:.*]] = arith.index_cast %[[S]] : index to i32
// IF-NEXT: affine.store %[[T]], %B
func.func private @sum(%i: index, %j: index) -> i32 {
  %s = arith.addi %i, %j : index
  %t = arith.index_cast %s : index to i32
  func.return %t : i32
}
func.func @computed(%B: memref<14xi32, #pad.layout<[#tiles], [@sum], {}>>, %x: i32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xi32, #pad.layout<[#tiles], [@sum], {}>>
  }
  func.return
}
