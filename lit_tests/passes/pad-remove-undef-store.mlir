// RUN: pad-opt %s -p pad-remove-undef-store 2>&1 | filecheck %s
// A second time there is nothing to do.
// RUN: pad-opt %s -p pad-remove-undef-store,pad-remove-undef-store | filecheck %s

// The padding of an output may hold anything, so nothing is stored, and no loop is left.
// CHECK-LABEL: @padding
// CHECK-NEXT: func.return
func.func @padding(%B: memref<4x4xf32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        %u = pad.undef : f32
        affine.store %u, %B[%io, %ii] : memref<4x4xf32>
      }
    } {pad.loop = "ii"}
  } {pad.loop = "io", pad.stage = "B_padding"}
  func.return
}

// scf, memref, and a guard on two sides.
// CHECK-LABEL: @scf
// CHECK-NEXT: func.return
func.func @scf(%B: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c18 = arith.constant 18 : index
  %c24 = arith.constant 24 : index
  scf.for %i = %c0 to %c24 step %c1 {
    %before = arith.cmpi slt, %i, %c2 : index
    %after = arith.cmpi sge, %i, %c18 : index
    %padding = arith.ori %before, %after : i1
    scf.if %padding {
      %u = pad.undef : f32
      memref.store %u, %B[%i] : memref<24xf32>
    }
  }
  func.return
}

// What else the loop does stays, and so does what fed the index of the store as well as something else.
// CHECK-LABEL: @beside
// CHECK: affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT: %[[J:.*]] = affine.apply {{.*}}(%[[I]])
// CHECK-NEXT: memref.store %x, %A[%[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @beside(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    memref.store %x, %A[%j] : memref<8xf32>
    %u = pad.undef : f32
    memref.store %u, %B[%j] : memref<8xf32>
  }
  func.return
}

// Values that are not undef are stored.
// CHECK-LABEL: @values
// CHECK: affine.store %x, %B[0]
func.func @values(%B: memref<8xf32>, %x: f32) {
  affine.store %x, %B[0] : memref<8xf32>
  func.return
}

// A local cell that nobody reads needs no value.
// CHECK-LABEL: @local
// CHECK-NOT: affine.store %{{.*}}, %b[3]
// CHECK: affine.load %b[0]
func.func @local(%x: f32) -> f32 {
  %b = memref.alloc() : memref<4xf32>
  affine.store %x, %b[0] : memref<4xf32>
  %u = pad.undef : f32
  affine.store %u, %b[3] : memref<4xf32>
  %b0 = affine.load %b[0] : memref<4xf32>
  func.return %b0 : f32
}

// An undef that is left is 0, of any type.
// CHECK-LABEL: @left
// CHECK-DAG: %[[F:.*]] = arith.constant 0.000000e+00 : bf16
// CHECK-DAG: %[[I:.*]] = arith.constant 0 : i8
// CHECK-DAG: %[[B:.*]] = arith.constant false
// CHECK-DAG: %[[N:.*]] = arith.constant 0 : index
// CHECK-NOT: pad.undef
// CHECK: func.return %[[F]], %[[I]], %[[B]], %[[N]]
func.func @left() -> (bf16, i8, i1, index) {
  %f = pad.undef : bf16
  %i = pad.undef : i8
  %b = pad.undef : i1
  %n = pad.undef : index
  func.return %f, %i, %b, %n : bf16, i8, i1, index
}

// What is computed from an undef is not undef: the sum may be stored with any undef, but with one.
// CHECK-LABEL: @computed
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[SUM:.*]] = arith.addf %x, %[[ZERO]]
// CHECK: affine.store %[[SUM]]
func.func @computed(%B: memref<8xf32>, %x: f32) {
  %u = pad.undef : f32
  %sum = arith.addf %x, %u : f32
  affine.store %sum, %B[0] : memref<8xf32>
  func.return
}

// In an assume an undef is whatever makes it hold; 0 would say what the cell holds.
// CHECK-LABEL: @assumed
// CHECK: %[[U:.*]] = pad.undef : i32
// CHECK-NEXT: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %[[U]] : i32
// CHECK-NEXT: pad.assume %[[SAME]]
// CHECK: %[[V:.*]] = scf.if
// CHECK-NEXT: pad.undef
// CHECK: arith.cmpi eq, %{{.*}}, %[[V]]
func.func @assumed(%A: memref<16xi32>, %c: i1) {
  %zero = arith.constant 0 : i32
  %a = affine.load %A[14] : memref<16xi32>
  %u = pad.undef : i32
  %same = arith.cmpi eq, %a, %u : i32
  pad.assume %same : i1
  %v = scf.if %c -> (i32) {
    %w = pad.undef : i32
    scf.yield %w : i32
  } else {
    scf.yield %zero : i32
  }
  %either = arith.cmpi eq, %a, %v : i32
  pad.assume %either : i1
  func.return
}

// All lanes of a vector are 0.
// CHECK-LABEL: @lanes
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[LANES:.*]] = vector.broadcast %[[ZERO]] : f32 to vector<4xf32>
// CHECK-NEXT: func.return %[[LANES]]
func.func @lanes() -> vector<4xf32> {
  %u = pad.undef : vector<4xf32>
  func.return %u : vector<4xf32>
}
