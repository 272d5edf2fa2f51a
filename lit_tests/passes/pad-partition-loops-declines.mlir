// RUN: pad-opt %s -p pad-partition-loops --split-input-file --verify-diagnostics | filecheck %s

// Data decides.
// CHECK-LABEL: @data
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @data(%A: memref<16xf32>, %B: memref<16xf32>, %z: f32) {
  // expected-remark@+1 {{loop not partitioned: splitting it would decide none of the conditions in its body}}
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<16xf32>
    %c = arith.cmpf olt, %b, %z : f32
    scf.if %c {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Nothing to gain: the loops say what the condition says.
// CHECK-LABEL: @decided
// CHECK: affine.if
func.func @decided(%A: memref<16xf32>, %z: f32) {
  // expected-remark@+1 {{splitting it would decide none of the conditions in its body}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (15 - d0 >= 0)>(%i) {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// No condition, nothing to say.
// CHECK-LABEL: @free
func.func @free(%A: memref<16xf32>, %z: f32) {
  affine.for %i = 0 to 16 {
    affine.store %z, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// Every other iteration.
// CHECK-LABEL: @strided
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @strided(%A: memref<16xf32>, %z: f32) {
  // expected-remark@+1 {{the iterations that do not need the guard are not one range}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Too small a middle.
// CHECK-LABEL: @one
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @one(%A: memref<16xf32>, %B: memref<16xf32>, %z: f32) {
  // expected-remark@+1 {{only 2 of its 16 iterations need no condition; name it to split it}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (7 - d0 >= 0)>(%i) {
      affine.store %z, %A[%i] : memref<16xf32>
    } else {
      affine.store %z, %B[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (d0 - 6 >= 0)>(%i) {
      affine.store %z, %A[%i - 6] : memref<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @unknown_step
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %n {
func.func @unknown_step(%A: memref<16xf32>, %z: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  // expected-remark@+1 {{its bounds cannot be read}}
  scf.for %i = %c0 to %c16 step %n {
    %c = arith.cmpi slt, %i, %c8 : index
    scf.if %c {
      memref.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Where the middle ends depends on a size, and may be between two steps.
// CHECK-LABEL: @step
// CHECK: affine.for %{{.*}} = 0 to 16 step 4 {
func.func @step(%A: memref<16xf32>, %z: f32, %n: index) {
  // expected-remark@+1 {{the range without the guard is not proven to start and end at multiples of the step 4}}
  affine.for %i = 0 to 16 step 4 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// After a middle that ends at the lesser of two sizes, a tail would start at it.
// CHECK-LABEL: @sizes
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @sizes(%A: memref<16xf32>, %z: f32, %n: index, %m: index) {
  // expected-remark@+1 {{the range without the guard has several lower or upper bounds}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0)[s0, s1] : (s0 - d0 - 1 >= 0, s1 - d0 - 1 >= 0)>(%i)[%n, %m] {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// An affine loop takes no value of an scf loop as its bound.
// CHECK-LABEL: @operand
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @operand(%A: memref<16xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  scf.for %k = %c0 to %c2 step %c1 {
    // expected-remark@+1 {{the range without the guard has bounds that are not valid affine operands}}
    affine.for %i = 0 to 16 {
      %d = arith.subi %i, %k : index
      %c = arith.cmpi slt, %d, %c5 : index
      scf.if %c {
        memref.store %z, %A[%i] : memref<16xf32>
      }
    }
  }
  func.return
}
