// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @types(%x: i32) -> i64 {
  // expected-error@+1 {{'func.return' op Expected arguments to have the same types as the function output types}}
  return %x : i32
}

// -----

// xDSL raises a plain exception here.
func.func @rank(%A: memref<4x4xf32>, %n: index) {
  // expected-error@+1 {{'memref.load' op expected an index for each dimension}}
  %0 = memref.load %A[%n] : memref<4x4xf32>
  return
}

// -----

func.func @dominance(%n: index) -> index {
  // expected-error@+1 {{'arith.addi' op operand #1 does not dominate this use}}
  %0 = arith.addi %n, %later : index
  %later = arith.addi %n, %n : index
  return %0 : index
}

// -----

func.func @dominance_of_blocks(%c: i1, %n: index) -> index {
  cf.cond_br %c, ^left, ^right
^left:
  %0 = arith.addi %n, %n : index
  cf.br ^end
^right:
  cf.br ^end
^end:
  // expected-error@+1 {{'func.return' op operand #0 does not dominate this use}}
  return %0 : index
}

// -----

func.func @affine_rank(%A: memref<4x4xf32>, %n: index) {
  // expected-error@+1 {{'affine.load' op expected 2 indices for memref<4x4xf32>, got 1}}
  %0 = affine.load %A[%n] : memref<4x4xf32>
  return
}

// -----

func.func @operand_count(%n: index) {
  // expected-error@+1 {{'affine.apply' op affine.apply expects 2 operands, but got 1}}
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)
  return
}

// -----

func.func @dimension(%A: memref<4xf32>, %n: index, %c: index) {
  scf.for %i = %c to %n step %c {
    // expected-error@+1 {{'affine.load' op %i cannot be a dimension}}
    %0 = affine.load %A[%i] : memref<4xf32>
  }
  return
}

// -----

func.func @symbol(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{'affine.load' op %i cannot be a symbol}}
    %0 = affine.load %A[symbol(%i)] : memref<4xf32>
  }
  return
}

// -----

func.func @step() {
  // expected-error@+1 {{'affine.for' op expected positive steps, got 0}}
  affine.for %i = 0 to 4 step 0 { }
  return
}

// -----

func.func @yield(%x: f32) {
  // expected-error@+1 {{'affine.for' op expected the region to yield f32, got index}}
  %0 = affine.for %i = 0 to 4 iter_args(%s = %x) -> (f32) {
    affine.yield %i : index
  }
  return
}

// -----

func.func @else(%x: f32, %n: index) {
  // expected-error@+1 {{'affine.if' op expected an else region, as it has results}}
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @comparison(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.cmpi' op expected a result of type vector<4xi1>, got i1}}
  %0 = "arith.cmpi"(%x, %x) <{predicate = 2 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
  return
}

// -----

func.func @callee() {
  // expected-error@+1 {{could not be found in symbol table}}
  func.call @nobody() : () -> ()
  return
}

// -----

module {
  // expected-error@+1 {{contains empty block in single-block region that expects at least a terminator}}
  "func.func"() <{sym_name = "f", function_type = () -> ()}> ({
  ^bb0:
  }) : () -> ()
}

// -----

// expected-error@+1 {{symbol declaration cannot have public visibility; make it private}}
func.func @elsewhere(f32)
