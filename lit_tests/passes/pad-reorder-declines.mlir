// RUN: pad-opt %s -p 'pad-reorder{loops=j,i}' --split-input-file --verify-diagnostics
// RUN: not pad-opt %S/pad-reorder.mlir --split-input-file -p 'pad-reorder{loops=i,i}' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not pad-opt %S/pad-reorder.mlir --split-input-file -p 'pad-reorder{loops}' 2>&1 | filecheck %s --check-prefix=NONE

// RUN: not pad-opt %s -p 'pad-reorder{loops=j,i}' --split-input-file 2>&1 | filecheck %s --check-prefix=HINT

// TWICE: error: a loop is named twice
// NONE: error: loops names no loop; give all of a band in their new order

// (i, j) reads what (i - 1, j + 1) wrote: with j outside, that would come later.
// HINT: access the same cell of A, and would change order{{$}}
func.func @antidiagonal(%A: memref<4x5xf32>) {
  // expected-error@+1 {{iteration [1, 1] and 'affine.load' in iteration [2, 0] access the same cell of A, and would change order}}
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<4x5xf32>
      affine.store %a, %A[%i, %j] : memref<4x5xf32>
    }
  }
  func.return
}

// -----

// The order of a strict float sum is part of its value.
// HINT: access the same cell of B, and would change order; these float sums may be reordered only with fastmath<reassoc>{{$}}
func.func @strict(%A: memref<4x8xf32>, %B: memref<1xf32>) {
  // expected-error@+1 {{these float sums may be reordered only with fastmath<reassoc>}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      %s = affine.load %B[0] : memref<1xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  }
  func.return
}

// -----

// So is that of a carried one.
// HINT: access the same cell, and would change order; these float sums may be reordered only with fastmath<reassoc>{{$}}
func.func @carried(%A: memref<4x8xf32>, %zero: f32) -> f32 {
  // expected-error@+1 {{would change order; these float sums may be reordered only with fastmath<reassoc>}}
  %r = affine.for %i = 0 to 4 iter_args(%o = %zero) -> (f32) {
    %q = affine.for %j = 0 to 8 iter_args(%s = %o) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      %t = arith.addf %s, %a : f32
      affine.yield %t : f32
    }
    affine.yield %q : f32
  }
  func.return %r : f32
}

// -----

// What the sum has reached is stored a second time, in a cell of its own: no sum whose order is free.
// HINT: access the same cell of B, and would change order{{$}}
func.func @partial_sums(%A: memref<4x8xf32>, %B: memref<1xf32>, %C: memref<4x8xf32>) {
  // expected-error@+1 {{iteration [0, 1] and 'affine.store' in iteration [1, 0] access the same cell of B, and would change order}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      %s = affine.load %B[0] : memref<1xf32>
      %t = arith.addf %s, %a fastmath<reassoc> : f32
      affine.store %t, %B[0] : memref<1xf32>
      affine.store %t, %C[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}

// -----

// expected-error@+1 {{@one, @other have a loop j; say which by `function`, of the pass or of the Schedule}}
func.func @one(%A: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}
func.func @other(%A: memref<8xf32>, %x: f32) {
  affine.for %j = 0 to 8 {
    affine.store %x, %A[%j] : memref<8xf32>
  }
  func.return
}

// -----

// Another order of an integer sum may overflow where this one does not: no flag on floats helps.
// HINT: 'affine.load' in iteration [0, 1] and 'affine.store' in iteration [1, 0] access the same cell of B, and would change order{{$}}
func.func @without_overflow(%A: memref<4x8xi32>, %B: memref<1xi32>) {
  // expected-error@+1 {{would change order}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a overflow<nsw> : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  }
  func.return
}

// -----

// Nor does one where the sum is not all that stands in the way.
// HINT: access the same cell of B, and would change order{{$}}
func.func @sum_of_a_moving_front(%A: memref<5x8xf32>, %B: memref<1xf32>) {
  // expected-error@+1 {{would change order}}
  affine.for %i = 1 to 5 {
    affine.for %j = 0 to 7 {
      %a = affine.load %A[%i - 1, %j + 1] : memref<5x8xf32>
      %s = affine.load %B[0] : memref<1xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
      affine.store %a, %A[%i, %j] : memref<5x8xf32>
    }
  }
  func.return
}

// -----

// A guard with another branch does not go inside.
func.func @either(%A: memref<8x8xf32>, %x: f32) {
  // expected-error@+1 {{i does not hold j directly: 'affine.if' at}}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.for %j = 0 to 8 {
        affine.store %x, %A[%i, %j] : memref<8x8xf32>
      }
    } else {
      affine.store %x, %A[0, %i] : memref<8x8xf32>
    }
  }
  func.return
}

// -----

// Nor does one that holds a store beside the loop.
func.func @beside(%A: memref<8x8xf32>, %x: f32) {
  // expected-error@+1 {{stands between them}}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %A[0, %i] : memref<8x8xf32>
      affine.for %j = 0 to 8 {
        affine.store %x, %A[%i, %j] : memref<8x8xf32>
      }
    }
  }
  func.return
}

// -----

// Nor one that knows the bounds.
func.func @bounds(%A: memref<8x24xf32>, %x: f32) {
  // expected-error@+1 {{stands between them}}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      %n = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%n) {
        affine.store %x, %A[%i, %j] : memref<8x24xf32>
      }
    }
  }
  func.return
}

// -----

func.func @other_loop(%A: memref<8x8xf32>, %x: f32) {
  // expected-error@+1 {{stands between them; name it too}}
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.store %x, %A[%i, %j] : memref<8x8xf32>
      }
    }
  }
  func.return
}

// -----

// What has an effect between the loops: where it can go.
func.func @behind(%A: memref<4x8xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
    // expected-error@+1 {{'affine.store' stands between the loops i and j, which may hold nothing else that has an effect; give it a loop of its own after them, or}}
    affine.store %x, %B[%i] : memref<4xf32>
  }
  func.return
}

// -----

func.func @needed_inside(%A: memref<4x8xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{'affine.load' stands between the loops i and j, which may hold nothing else that has an effect; move it into j, or order the loops by a buffer: pad-sequential-buffer-access does so}}
    %b = affine.load %B[%i] : memref<4xf32>
    affine.for %j = 0 to 8 {
      affine.store %b, %A[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}

// -----

func.func private @next(i32) -> i32
func.func @calls(%A: memref<4x5xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      // expected-error@+1 {{'func.call' in the stage cannot be put in another order, as it may access anything; put what @next does in its place, or keep the order}}
      %y = func.call @next(%x) : (i32) -> i32
      affine.store %y, %A[%i, %j] : memref<4x5xi32>
    }
  }
  func.return
}

// -----

func.func @waits(%A: memref<4x5xi32>, %x: i32, %go: i1) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      // expected-error@+1 {{'scf.while' in the stage cannot be put in another order, as it may access anything; put it into a loop of its own, or keep the order}}
      scf.while : () -> () {
        scf.condition(%go)
      } do {
        scf.yield
      }
      affine.store %x, %A[%i, %j] : memref<4x5xi32>
    }
  }
  func.return
}

// -----

func.func @parallel(%A: memref<4x5xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      // expected-error@+1 {{'affine.parallel' in the stage cannot be put in another order, as it may access anything; make it affine.for loops}}
      affine.parallel (%k) = (0) to (3) {
        affine.store %x, %A[%i, %j] : memref<4x5xi32>
      }
    }
  }
  func.return
}
