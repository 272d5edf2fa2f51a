// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @undeclared(%n: index) -> index {
  // expected-error@+1 {{use of undeclared SSA value %m}}
  %0 = arith.addi %n, %m : index
  return %0 : index
}

// -----

func.func @out_of_scope(%n: index) -> index {
  affine.for %i = 0 to 10 {
    %z = arith.addi %n, %n : index
  }
  // expected-error@+1 {{use of undeclared SSA value %z}}
  return %z : index
}

// -----

func.func @unknown_operation() {
  // expected-error@+1 {{operation 'foo.bar' is not registered (--allow-unregistered-dialect}}
  %0 = foo.bar
  return
}

// -----

// Upstream's parser, which is asked elsewhere, does not know our dialect.
func.func @no_pretty_form(%A: memref<4xf32>, %f: f32, %n: index) {
  %u = pad.undef : f32
  // expected-error@+1 {{xDSL has no pretty form of 'memref.atomic_rmw'; give it in its generic form}}
  %0 = memref.atomic_rmw addf %f, %A[%n] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @semi_affine(%n: index, %m: index) {
  // expected-error@+1 {{semi-affine expression: one operand of 'floordiv' has to be a constant}}
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%n)[%m]
  return
}

// -----

func.func @semi_affine_product(%A: memref<4xf32>, %n: index, %m: index) {
  // expected-error@+1 {{semi-affine expression: one operand of '*' has to be a constant}}
  %0 = affine.load %A[%n * %m] : memref<4xf32>
  return
}

// -----

func.func @division_by_zero(%n: index) {
  // expected-error@+1 {{'mod' expects a positive divisor, got 0}}
  %0 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%n)
  return
}

// -----

func.func @too_many_bits() {
  // expected-error@+1 {{hexadecimal literal has more bits than f32}}
  %0 = arith.constant dense<0x123456789> : vector<2xf32>
  return
}

// -----

func.func @attribute_of_wrong_type() {
  %u = pad.undef : f32
  // expected-error@+1 {{the number does not fit its type}}
  %0 = arith.constant 1.0e10 : f16
  return
}

// -----

// expected-error@+1 {{expected non-empty function body}}
func.func @empty_body() {}

// -----

// expected-error@+1 {{expected all arguments to be named, or none}}
func.func private @half_named(%a: f32, f32)

// -----

memref.global "private" @elsewhere : memref<4xf32>
// expected-error@+1 {{xDSL can't hold a memref.global that is defined elsewhere}}
func.func private @f()

// -----

func.func @reduction(%f: f32) {
  // expected-error@+1 {{affine.parallel with a reduction can't be held by xDSL}}
  %r = affine.parallel (%a) = (0) to (16) reduce ("addf") -> f32 { affine.yield %f : f32 }
  return
}

// -----

// expected-error@below {{expected operation}}
}

// -----

func.func @unfinished() {
  return
// expected-error@+2 {{expected operation or '}'}}

// -----

// -----

func.func @negative_divisor(%A: memref<32xf32>) {
  affine.for %i = 0 to 14 {
    // expected-error@+1 {{'floordiv' expects a positive divisor, got -2}}
    %a = affine.load %A[16 + %i floordiv -2] : memref<32xf32>
  }
  func.return
}

// -----

func.func @negative_divisor_in_a_set(%A: memref<32xf32>) {
  affine.for %i = 0 to 14 {
    // expected-error@+1 {{'ceildiv' expects a positive divisor, got -3}}
    affine.if affine_set<(d0) : (6 + d0 ceildiv -3 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<32xf32>
    }
  }
  func.return
}

// -----

func.func @hint(%A: memref<32xf32>) {
  affine.for %i = 0 to 14 {
    // expected-error@+1 {{operation 'affine.prefetch' is not registered}}
    affine.prefetch %A[%i + 1], read, locality<3>, data : memref<32xf32>
    %a = affine.load %A[%i] : memref<32xf32>
  }
  func.return
}

// -----

// Of unsigned numbers -5 is a large one: the loop never runs, and readers of signed bounds would take it to.
func.func @unsigned_bounds(%B: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant -5 : index
  // expected-error@+1 {{'scf.for' op compares its iterator as an unsigned number (unsignedCmp), which is not supported; compare signed numbers}}
  scf.for %i = %m to %c1 step %c1 {
    memref.store %x, %B[%c0] : memref<1xf32>
  } {unsignedCmp}
  return
}
