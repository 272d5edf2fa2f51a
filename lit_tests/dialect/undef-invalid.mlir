// An undef value may not be an index, a bound or a condition to branch on.
// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @load(%A: memref<4xf32>) -> f32 {
  // expected-error@+1 {{'memref.load' uses an undef value as its index, which is not allowed; store it, or select on a condition that is known}}
  %u = pad.undef : index
  %a = memref.load %A[%u] : memref<4xf32>
  func.return %a : f32
}

// -----

func.func @store(%A: memref<4xf32>, %x: f32) {
  // expected-error@+1 {{'memref.store' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  memref.store %x, %A[%u] : memref<4xf32>
  func.return
}

// -----

func.func @affine_load(%A: memref<4xf32>) -> f32 {
  // expected-error@+1 {{'affine.load' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  %a = affine.load %A[%u] : memref<4xf32>
  func.return %a : f32
}

// -----

func.func @affine_store(%A: memref<4xf32>, %x: f32) {
  // expected-error@+1 {{'affine.store' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  affine.store %x, %A[%u + 1] : memref<4xf32>
  func.return
}

// -----

func.func @apply() -> index {
  // expected-error@+1 {{'affine.apply' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  %i = affine.apply affine_map<(d0) -> (d0 + 1)>(%u)
  func.return %i : index
}

// -----

func.func @dim(%A: memref<4x4xf32>) -> index {
  // expected-error@+1 {{'memref.dim' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  %d = memref.dim %A, %u : memref<4x4xf32>
  func.return %d : index
}

// -----

func.func @alloc() {
  // expected-error@+1 {{'memref.alloc' uses an undef value as its size, which is not allowed}}
  %u = pad.undef : index
  %a = memref.alloc(%u) : memref<?xf32>
  func.return
}

// -----

func.func @if(%c: i1) {
  // expected-error@+1 {{'scf.if' uses an undef value as its branch condition, which is not allowed}}
  %u = pad.undef : i1
  scf.if %u {
  }
  func.return
}

// -----

func.func @affine_if() {
  // expected-error@+1 {{'affine.if' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  affine.if affine_set<(d0) : (d0 >= 0)>(%u) {
  }
  func.return
}

// -----

func.func @branch() {
  // expected-error@+1 {{'cf.cond_br' uses an undef value as its branch condition, which is not allowed}}
  %u = pad.undef : i1
  cf.cond_br %u, ^bb1, ^bb1
^bb1:
  func.return
}

// -----

func.func @switch() {
  // expected-error@+1 {{'scf.index_switch' uses an undef value as its branch condition, which is not allowed}}
  %u = pad.undef : index
  scf.index_switch %u
  case 2 {
    scf.yield
  }
  default {
    scf.yield
  }
  func.return
}

// -----

func.func @while(%c: i1) {
  %r = scf.while (%s = %c) : (i1) -> i1 {
    // expected-error@+1 {{'scf.condition' uses an undef value as its branch condition, which is not allowed}}
    %u = pad.undef : i1
    scf.condition(%u) %s : i1
  } do {
  ^bb0(%s: i1):
    scf.yield %s : i1
  }
  func.return
}

// -----

func.func @for(%c0: index, %c1: index) {
  // expected-error@+1 {{'scf.for' uses an undef value as its loop bound, which is not allowed}}
  %u = pad.undef : index
  scf.for %i = %c0 to %u step %c1 {
  }
  func.return
}

// -----

func.func @affine_for() {
  // expected-error@+1 {{'affine.for' uses an undef value as its loop bound, which is not allowed}}
  %u = pad.undef : index
  affine.for %i = 0 to %u {
  }
  func.return
}

// -----

func.func @affine_parallel() {
  // expected-error@+1 {{'affine.parallel' uses an undef value as its loop bound, which is not allowed}}
  %u = pad.undef : index
  affine.parallel (%i) = (0) to (%u) {
  }
  func.return
}

// -----

// What is computed from it is undef as well.
func.func @computed(%A: memref<4xf32>, %i: index, %c: i1) -> f32 {
  // expected-error@+1 {{'memref.load' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : i32
  %j = arith.index_cast %u : i32 to index
  %k = arith.addi %i, %j : index
  %l = arith.select %c, %i, %k : index
  %a = memref.load %A[%l] : memref<4xf32>
  func.return %a : f32
}

// -----

// So is a comparison with it.
func.func @compared(%x: f32) {
  // expected-error@+1 {{'scf.if' uses an undef value as its branch condition, which is not allowed}}
  %u = pad.undef : f32
  %less = arith.cmpf olt, %x, %u : f32
  scf.if %less {
  }
  func.return
}

// -----

// A value that a loop carries or an undef that is an arm of a branch is not followed: it may be another one by
// then. The initial value of a loop is not a bound of it.
func.func @carried(%c: i1) -> index {
  %u = pad.undef : index
  %r = affine.for %i = 0 to 4 iter_args(%s = %u) -> (index) {
    affine.yield %i : index
  }
  func.return %r : index
}
