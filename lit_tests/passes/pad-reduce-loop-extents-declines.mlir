// RUN: pad-opt %s -p pad-reduce-loop-extents --split-input-file --verify-diagnostics | filecheck %s

// An effect outside of the condition.
// CHECK-LABEL: @outside
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.if affine_set<(d0) : (-d0 + 12 >= 0)>
func.func @outside(%A: memref<16xf32>, %B: memref<16xf32>, %z: f32) {
  // expected-remark@+1 {{loop bounds not narrowed: 'affine.store' runs in each iteration}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (12 - d0 >= 0)>(%i) {
      affine.store %z, %A[%i] : memref<16xf32>
    }
    affine.store %z, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// An assume is a statement that may not be lost.
// CHECK-LABEL: @assumed
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @assumed(%A: memref<16xf32>, %z: f32) {
  // expected-remark@+1 {{'pad.assume' runs in each iteration}}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %c = arith.cmpf oeq, %a, %z : f32
    pad.assume %c : i1
    affine.if affine_set<(d0) : (12 - d0 >= 0)>(%i) {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// What the loop carries changes elsewhere too.
// CHECK-LABEL: @carried
// CHECK: affine.for %{{.*}} = 0 to 16 iter_args
func.func @carried(%A: memref<16xi32>) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{it carries a value that changes in each iteration}}
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> (i32) {
    %n = affine.if affine_set<(d0) : (10 - d0 >= 0)>(%i) -> i32 {
      %a = affine.load %A[%i] : memref<16xi32>
      affine.yield %a : i32
    } else {
      %t = arith.addi %s, %one : i32
      affine.yield %t : i32
    }
    affine.yield %n : i32
  }
  func.return %r : i32
}

// -----

// A condition on data.
// CHECK-LABEL: @data
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @data(%A: memref<16xf32>, %B: memref<16xf32>, %z: f32) {
  // expected-remark@+1 {{the condition of an 'scf.if' in it cannot be read}}
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

// A step that is not known.
// CHECK-LABEL: @step
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %n {
func.func @step(%A: memref<16xf32>, %z: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  // expected-remark@+1 {{loop bounds not narrowed: they cannot be read}}
  scf.for %i = %c0 to %c16 step %n {
    %c = arith.cmpi slt, %i, %c8 : index
    scf.if %c {
      memref.store %z, %A[%i] : memref<16xf32>
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
  %c16 = arith.constant 16 : index
  scf.for %k = %c0 to %c16 step %c1 {
    // expected-remark@+1 {{the narrower bounds need a value that is not a valid affine operand}}
    affine.for %i = 0 to 16 {
      %c = arith.cmpi slt, %i, %k : index
      scf.if %c {
        memref.store %z, %A[%i] : memref<16xf32>
      }
    }
  }
  func.return
}

// -----

// The range around the condition is the whole loop: nothing to say.
// CHECK-LABEL: @stride
// CHECK: affine.for %{{.*}} = 0 to 15 {
func.func @stride(%A: memref<16xf32>, %z: f32) {
  affine.for %i = 0 to 15 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %z, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// The last iteration is the greater of two sizes, which no bound of a loop can say.
// CHECK-LABEL: @cases
// CHECK: scf.for %{{.*}} = %c0 to %k step %c1 {
func.func @cases(%A: memref<?xf32>, %z: f32, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop bounds not narrowed: narrower bounds depend on cases}}
  scf.for %i = %c0 to %k step %c1 {
    %a = arith.cmpi slt, %i, %n : index
    %b = arith.cmpi slt, %i, %m : index
    %c = arith.ori %a, %b : i1
    scf.if %c {
      memref.store %z, %A[%i] : memref<?xf32>
    }
  }
  func.return
}

// -----

// A product of indices: which bound it gives depends on the sign of n.
// CHECK-LABEL: @product
func.func @product(%A: memref<?xf32>, %z: f32, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nm = arith.muli %n, %m : index
  // expected-remark@+1 {{loop bounds not narrowed: narrower bounds depend on cases}}
  scf.for %i = %c0 to %k step %c1 {
    %in = arith.muli %i, %n : index
    %a = arith.cmpi slt, %in, %nm : index
    scf.if %a {
      memref.store %z, %A[%i] : memref<?xf32>
    }
  }
  func.return
}

// -----

// A square of an index is beyond linear bounds.
// CHECK-LABEL: @square
func.func @square(%A: memref<?xf32>, %z: f32, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nm = arith.muli %n, %m : index
  // expected-remark@+1 {{loop bounds not narrowed: the condition of an 'scf.if' in it cannot be read}}
  scf.for %i = %c0 to %k step %c1 {
    %in = arith.muli %i, %i : index
    %a = arith.cmpi slt, %in, %nm : index
    scf.if %a {
      memref.store %z, %A[%i] : memref<?xf32>
    }
  }
  func.return
}

// -----

// A parallel loop up to what is read from memory, again in each iteration around.
// CHECK-LABEL: @parallel_bounds
// CHECK: scf.parallel
// CHECK: scf.if
func.func @parallel_bounds(%A: memref<14xf32>, %S: memref<4xindex>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 4 {
    %n = affine.load %S[%i] : memref<4xindex>
    // expected-remark@+1 {{loop bounds not narrowed: they cannot be read}}
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %c = arith.cmpi sge, %j, %c2 : index
      scf.if %c {
        memref.store %x, %A[%j] : memref<14xf32>
      }
      scf.reduce
    }
  }
  func.return
}

// -----

// The extent in memory, which a narrower bound would be made of, is computed after the loop.
// CHECK-LABEL: @known_later
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%m) {
// CHECK-NEXT: affine.for %{{.*}} = affine_map<(d0, d1) -> (d0 - d1 * 4)>(%m, %{{.*}}) to 4 {
func.func @known_later(%B: memref<?x4xf32> {pad.name = "B", pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>},
    %m: index {pad.size = [{of = "B", dim = 0 : i64}]}) {
  %zero = arith.constant 0 : index
  %x = arith.constant 0.0 : f32
  // expected-remark@+1 {{loop bounds not narrowed: the narrower bounds need a value that is not a valid affine operand}}
  affine.for %jo = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%m) {
    affine.for %ji = 0 to 4 {
      affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%jo, %ji, %m) {
        affine.store %x, %B[%jo, %ji] : memref<?x4xf32>
      }
    } {pad.loop = "ji"}
  } {pad.loop = "jo", pad.stage = "padding"}
  %rows = memref.dim %B, %zero : memref<?x4xf32>
  affine.for %i = 0 to %rows {
    affine.store %x, %B[%i, 0] : memref<?x4xf32>
  }
  func.return
}
