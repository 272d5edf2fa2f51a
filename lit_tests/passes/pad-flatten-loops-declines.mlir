// RUN: pad-opt %s -p pad-flatten-loops --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p pad-flatten-loops --split-input-file | filecheck %s

// One value a row: only the outer iterator, which is a division of the one.
// CHECK-LABEL: @outer_only
// CHECK: affine.for %io = 0 to 4 {
// CHECK: affine.for %ii = 0 to 16 {
func.func @outer_only(%A: memref<4x16xf32>, %B: memref<4xf32>) {
  // expected-remark@+1 {{loops io and ii not flattened: B[io] would take a division of the index of one loop}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      %a = affine.load %A[%io, %ii] : memref<4x16xf32>
      affine.store %a, %B[%io] : memref<4xf32>
    }
  }
  func.return
}

// -----

// Rows with something after what the loop visits: not one row of memory.
// CHECK-LABEL: @pitch
// CHECK: affine.for %ii = 0 to 16 {
func.func @pitch(%A: memref<4x17xf32>, %x: f32) {
  // expected-remark@+1 {{loops io and ii not flattened: A[io, ii] would take a division of the index of one loop}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      affine.store %x, %A[%io, %ii] : memref<4x17xf32>
    }
  }
  func.return
}

// -----

// Axes of which only the user of the buffer knows how far apart they are.
// CHECK-LABEL: @strided
// CHECK: affine.for %ii = 0 to 16 {
func.func @strided(%A: memref<4x16xf32, strided<[32, 1]>>, %x: f32) {
  // expected-remark@+1 {{loops io and ii not flattened: A[io, ii] would take a division of the index of one loop}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      affine.store %x, %A[%io, %ii] : memref<4x16xf32, strided<[32, 1]>>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @size_not_known
// CHECK: affine.for %ii = 0 to 16 {
func.func @size_not_known(%A: memref<4x?xf32>, %x: f32) {
  // expected-remark@+1 {{loops io and ii not flattened: A[io, ii] would take a division of the index of one loop}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      affine.store %x, %A[%io, %ii] : memref<4x?xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @condition
// CHECK: affine.if
func.func @condition(%A: memref<4x16xf32>, %x: f32) {
  // expected-remark@+1 {{loops io and ii not flattened: the condition -ii + 12 >= 0 would take a division of the index of one loop}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      affine.if affine_set<(d0) : (12 - d0 >= 0)>(%ii) {
        affine.store %x, %A[%io, %ii] : memref<4x16xf32>
      }
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @bound
// CHECK: affine.for %ii = 0 to 16 {
func.func @bound(%A: memref<4x16xf32>, %x: f32) {
  // expected-remark@+1 {{loops io and ii not flattened: the bound ii + 1 of a loop inside would take a division of the index of one loop}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%ii) {
        affine.store %x, %A[%io, %ii] : memref<4x16xf32>
      }
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @number
// CHECK: arith.index_cast %io
func.func @number(%A: memref<4x16xi32>) {
  // expected-remark@+1 {{loops io and ii not flattened: io, which 'arith.index_cast' takes, would take a division of the index of one loop}}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      %n = arith.index_cast %io : index to i32
      affine.store %n, %A[%io, %ii] : memref<4x16xi32>
    }
  }
  func.return
}

// -----

// Each row starts anew.
// CHECK-LABEL: @carried
// CHECK: affine.for %ii = 0 to 16 iter_args
func.func @carried(%A: memref<4x16xf32>, %zero: f32) {
  // expected-remark@+1 {{loops io and ii not flattened: what the inner one carries starts anew, or is used, between the two}}
  affine.for %io = 0 to 4 {
    %s = affine.for %ii = 0 to 16 iter_args(%t = %zero) -> (f32) {
      %a = affine.load %A[%io, %ii] : memref<4x16xf32>
      %u = arith.addf %t, %a : f32
      affine.store %u, %A[%io, %ii] : memref<4x16xf32>
      affine.yield %u : f32
    }
  }
  func.return
}

// -----

// No pairs, of which nothing is said: something between, bounds, steps, a stage of its own.
// CHECK-LABEL: @no_pairs
// CHECK-COUNT-10: affine.for
func.func @no_pairs(%A: memref<4x16xf32>, %B: memref<4xf32>, %x: f32, %n: index) {
  affine.for %io = 0 to 4 {
    affine.store %x, %B[%io] : memref<4xf32>
    affine.for %ii = 0 to 16 {
      affine.store %x, %A[%io, %ii] : memref<4x16xf32>
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 1 to 16 {
      affine.store %x, %A[%io, %ii] : memref<4x16xf32>
    }
  }
  affine.for %io = 0 to 4 step 2 {
    affine.for %ii = 0 to 16 {
      affine.store %x, %A[%io, %ii] : memref<4x16xf32>
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to %n {
      affine.store %x, %A[%io, %ii] : memref<4x16xf32>
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      affine.store %x, %A[%io, %ii] : memref<4x16xf32>
    } {pad.stage = "row"}
  }
  func.return
}

// -----

// A fact about rows with padding becomes no code, so that it is not worth a word.
// CHECK-LABEL: @assumes
// CHECK: affine.for %i = 0 to 4 {
// CHECK: affine.for %j = 0 to 16 {
func.func @assumes(%A: memref<4x2x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %jo = 0 to 2 {
      affine.for %ji = 0 to 8 {
        %j = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%jo, %ji)
        %c13 = arith.constant 13 : index
        %valid = arith.cmpi slt, %j, %c13 : index
        %a = affine.load %A[%i, %jo, %ji] : memref<4x2x8xf32>
        %zero = arith.constant 0.0 : f32
        %same = arith.cmpf oeq, %a, %zero : f32
        %either = arith.ori %valid, %same : i1
        pad.assume %either : i1
      }
    }
  }
  func.return
}

// -----

// No view is free of this division; that of the other axis of the loop could be, but not alone.
// CHECK-LABEL: @wraps
// CHECK-NOT: collapse_shape
// CHECK: affine.load %A[(%i + 1) mod 14]
// CHECK: affine.load %C[%i floordiv 4, %i mod 8]
func.func @wraps(%A: memref<14xf32>, %C: memref<4x8xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[(%i + 1) mod 14] : memref<14xf32>
    %c = affine.load %C[%i floordiv 4, %i mod 8] : memref<4x8xf32>
    %s = arith.addf %a, %c : f32
    affine.store %s, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// What is given out is not what the inner loop gives: it starts anew each time.
// CHECK-LABEL: @gives_another
// CHECK: affine.for %ii = 0 to 16
func.func @gives_another(%A: memref<4x16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{loops io and ii not flattened: what the inner one carries starts anew, or is used, between the two}}
  %sum = affine.for %io = 0 to 4 iter_args(%s = %zero) -> (f32) {
    %inner = affine.for %ii = 0 to 16 iter_args(%t = %s) -> (f32) {
      %a = affine.load %A[%io, %ii] : memref<4x16xf32>
      %u = arith.addf %t, %a : f32
      affine.yield %u : f32
    }
    affine.yield %zero : f32
  }
  func.return %sum : f32
}

// -----

// Only the sum of the last row is given out.
// CHECK-LABEL: @starts_anew
// CHECK: affine.for %ii = 0 to 16
func.func @starts_anew(%A: memref<4x16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{loops io and ii not flattened: what the inner one carries starts anew, or is used, between the two}}
  %sum = affine.for %io = 0 to 4 iter_args(%s = %zero) -> (f32) {
    %inner = affine.for %ii = 0 to 16 iter_args(%t = %zero) -> (f32) {
      %a = affine.load %A[%io, %ii] : memref<4x16xf32>
      %u = arith.addf %t, %a : f32
      affine.yield %u : f32
    }
    affine.yield %inner : f32
  }
  func.return %sum : f32
}

// -----

// A bound and a first value, both of the one index.
// CHECK-LABEL: @bound_and_first_value
// CHECK: affine.for %[[I:.*]] = 0 to 64 {
// CHECK-NEXT: affine.for %k = 0 to affine_map<(d0) -> (d0)>(%[[I]]) iter_args(%x = %[[I]]) -> (index) {
func.func @bound_and_first_value(%A: memref<4x16xindex>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      %j = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%io, %ii)
      %last = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) iter_args(%x = %j) -> (index) {
        %next = arith.addi %x, %k : index
        affine.yield %next : index
      }
      affine.store %last, %A[%io, %ii] : memref<4x16xindex>
    }
  }
  func.return
}

// -----

// A first value alone.
// CHECK-LABEL: @first_value
// CHECK: affine.for %[[I:.*]] = 0 to 64 {
// CHECK-NEXT: affine.for %k = 0 to 4 iter_args(%x = %[[I]]) -> (index) {
func.func @first_value(%A: memref<4x16xindex>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 16 {
      %j = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%io, %ii)
      %last = affine.for %k = 0 to 4 iter_args(%x = %j) -> (index) {
        %next = arith.addi %x, %k : index
        affine.yield %next : index
      }
      affine.store %last, %A[%io, %ii] : memref<4x16xindex>
    }
  }
  func.return
}

// -----

// The last tile may end early, but there may be fewer tiles than the one loop would have.
// CHECK-LABEL: @too_few_tiles
// CHECK: affine.for %io = 0 to %m
// CHECK-NEXT: affine.for %ii = 0 to min
func.func @too_few_tiles(%n: index, %m: index, %A: memref<?xf32>) {
  affine.for %io = 0 to %m {
    affine.for %ii = 0 to min affine_map<(d0)[s0] -> (16, s0 - d0 * 16)>(%io)[%n] {
      %a = affine.load %A[%io * 16 + %ii] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%io * 16 + %ii] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Each tile, not only the last one, ends a little earlier than the one before.
// CHECK-LABEL: @shrinking_tiles
// CHECK: affine.for %io = 0 to
// CHECK-NEXT: affine.for %ii = 0 to min
func.func @shrinking_tiles(%n: index, %A: memref<?xf32>) {
  affine.for %io = 0 to affine_map<()[s0] -> ((s0 + 15) floordiv 16)>()[%n] {
    affine.for %ii = 0 to min affine_map<(d0)[s0] -> (16, s0 - d0 * 17)>(%io)[%n] {
      %a = affine.load %A[%io * 16 + %ii] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%io * 16 + %ii] : memref<?xf32>
    }
  }
  func.return
}
