// Padding that copies cells of the buffer: assumed where it is read, and written again after every
// stage that may write a cell that it copies.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file | filecheck %s

#wrap = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>], {}>

// CHECK-LABEL: func.func @roles
func.func @roles(%A: memref<14xf32, #wrap>, %B: memref<14xf32, #wrap>) {
  // The value is compared bit by bit: a copy of NaN is NaN.
  // CHECK:      affine.for [[IO:%.*]] = 0 to 4 {
  // CHECK-NEXT:   affine.for [[II:%.*]] = 0 to 4 {
  // CHECK-NEXT:     affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>([[IO]], [[II]]) {
  // CHECK-NEXT:       [[A:%.*]] = affine.load %A[[[IO]], [[II]]]
  // CHECK-NEXT:       [[S:%.*]] = affine.load %A[0, [[IO]] * 4 + [[II]] - 14]
  // CHECK-NEXT:       [[AI:%.*]] = arith.bitcast [[A]] : f32 to i32
  // CHECK-NEXT:       [[SI:%.*]] = arith.bitcast [[S]] : f32 to i32
  // CHECK-NEXT:       [[EQ:%.*]] = arith.cmpi eq, [[AI]], [[SI]] : i32
  // CHECK-NEXT:       pad.assume [[EQ]] : i1
  // CHECK:      pad.stage = "A_assume"
  %two = arith.constant 2.0 : f32
  // CHECK: pad.stage = "compute"
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #wrap>
    affine.store %a, %B[%i] : memref<14xf32, #wrap>
  } {pad.stage = "compute"}
  // CHECK:      affine.for [[IO:%.*]] = 0 to 4 {
  // CHECK-NEXT:   affine.for [[II:%.*]] = 0 to 4 {
  // CHECK-NEXT:     affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>([[IO]], [[II]]) {
  // CHECK-NEXT:       [[S:%.*]] = affine.load %B[0, [[IO]] * 4 + [[II]] - 14]
  // CHECK-NEXT:       affine.store [[S]], %B[[[IO]], [[II]]]
  // CHECK:      pad.stage = "B_padding"
  // One that is copied: [0, 1] is copied to [3, 3].
  // CHECK-NEXT: affine.store {{%.*}}, %B[0, 1]
  // CHECK:      affine.load %B[0, {{.*}}]
  // CHECK:      pad.stage = "B_padding_1"
  affine.store %two, %B[1] : memref<14xf32, #wrap>
  // One that is not.
  // CHECK-NEXT: affine.store {{%.*}}, %B[0, 2]
  // CHECK-NEXT: func.return
  affine.store %two, %B[2] : memref<14xf32, #wrap>
  func.return
}

// Who returns a buffer does not write it: nothing is written again after that.
// CHECK-LABEL: func.func @given_back
func.func @given_back(%B: memref<14xf32, #wrap>) -> memref<14xf32, #wrap> {
  // CHECK:      pad.stage = "B_assume"
  // CHECK-NEXT: func.return %B
  func.return %B : memref<14xf32, #wrap>
}

// An argument that is partly written keeps its contract. A local buffer without a write stage gets
// its padding where all that it copies is written.
// CHECK-LABEL: func.func @parts
func.func @parts(%x: f32) {
  // CHECK: memref.alloc
  %B = memref.alloc() : memref<14xf32, #wrap>
  // CHECK-NEXT: affine.store %x, %{{.*}}[0, 0]
  // CHECK-NEXT: affine.store %x, %{{.*}}[0, 1]
  // CHECK-NEXT: affine.for
  affine.store %x, %B[0] : memref<14xf32, #wrap>
  affine.store %x, %B[1] : memref<14xf32, #wrap>
  // CHECK: pad.stage = "B_padding"
  // CHECK-NEXT: memref.dealloc
  memref.dealloc %B : memref<14xf32, #wrap>
  func.return
}

// -----

// A copy of padding that comes later takes a second pass.
#mixed = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [[{where = affine_map<(d0, d1) -> (2 - d1)>, kind = affine_map<(d0, d1) -> (3, 3)>}, {kind = 7.0 : f32}]], {}>

// CHECK-LABEL: func.func @two_passes
func.func @two_passes(%B: memref<14xf32, #mixed>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32, #mixed>
  }
  // CHECK: arith.constant 7.0
  // CHECK: pad.stage = "B_padding"
  // CHECK: affine.load %B[3, 3]
  // CHECK: pad.stage = "B_padding_1"
  // CHECK-NEXT: func.return
  func.return
}

// -----

// What a function computes is inlined.
func.func private @ramp(%io: index, %ii: index) -> i32 {
  %sum = arith.addi %io, %ii : index
  %r = arith.index_cast %sum : index to i32
  func.return %r : i32
}
#ramp = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [@ramp], {}>

// CHECK-LABEL: func.func @computed
func.func @computed(%A: memref<14xi32, #ramp>, %B: memref<14xi32, #ramp>) {
  // CHECK: [[A:%.*]] = affine.load %A
  // CHECK-NEXT: [[SUM:%.*]] = arith.addi
  // CHECK-NEXT: [[R:%.*]] = arith.index_cast [[SUM]]
  // CHECK-NEXT: [[EQ:%.*]] = arith.cmpi eq, [[A]], [[R]] : i32
  // CHECK-NEXT: pad.assume [[EQ]]
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32, #ramp>
    affine.store %a, %B[%i] : memref<14xi32, #ramp>
  } {pad.stage = "compute"}
  // CHECK: pad.stage = "compute"
  // CHECK: [[SUM:%.*]] = arith.addi
  // CHECK-NEXT: [[R:%.*]] = arith.index_cast [[SUM]]
  // CHECK-NEXT: affine.store [[R]], %B
  func.return
}

// A call that writes all cells writes the padding too; what is written after it is followed by new copies, calls are not.
// CHECK-LABEL: @calls
// CHECK: func.call @fills(%[[L:.*]], %x)
// CHECK-NEXT: affine.store %x, %[[L]][0, 0]
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "L_padding"
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: func.call @writes_one(%[[L]], %x)
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[L]]
#calls = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>], {}>
func.func @calls(%x: f32) {
  %L = memref.alloc() : memref<6xf32, #calls>
  func.call @fills(%L, %x) : (memref<6xf32, #calls>, f32) -> ()
  affine.store %x, %L[0] : memref<6xf32, #calls>
  affine.for %k = 0 to 2 {
    func.call @writes_one(%L, %x) : (memref<6xf32, #calls>, f32) -> ()
  }
  memref.dealloc %L : memref<6xf32, #calls>
  func.return
}
func.func private @fills(%A: memref<6xf32, #calls>, %x: f32) {
  affine.for %i = 0 to 6 {
    affine.store %x, %A[%i] : memref<6xf32, #calls>
  }
  func.return
}
func.func private @writes_one(%A: memref<6xf32, #calls>, %x: f32) {
  affine.store %x, %A[0] : memref<6xf32, #calls>
  func.return
}

// -----

// What a local buffer's padding copies is written in both arms of an if, in whatever order.
// CHECK-LABEL: @either
// CHECK: scf.if
// CHECK: pad.stage = "L_padding"
// CHECK: memref.dealloc
#either = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>], {}>
func.func @either(%c: i1, %x: f32, %B: memref<6xf32>) {
  %L = memref.alloc() : memref<6xf32, #either>
  scf.if %c {
    affine.for %i = 0 to 6 {
      affine.store %x, %L[%i] : memref<6xf32, #either>
    }
  } else {
    affine.for %i = 0 to 6 {
      affine.store %x, %L[5 - %i] : memref<6xf32, #either>
    }
  }
  affine.for %i = 0 to 6 {
    %l = affine.load %L[%i] : memref<6xf32, #either>
    affine.store %l, %B[%i] : memref<6xf32>
  }
  memref.dealloc %L : memref<6xf32, #either>
  func.return
}
