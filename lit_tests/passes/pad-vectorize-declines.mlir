// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// Each element needs the one before it.
// CHECK-LABEL: @cumsum
// CHECK: affine.for %{{.*}} = 1 to 32 {
func.func @cumsum(%A: memref<32xf32>) {
  affine.for %i = 1 to 32 {
    %p = affine.load %A[%i - 1] : memref<32xf32>
    %a = affine.load %A[%i] : memref<32xf32>
    %s = arith.addf %p, %a : f32
    // expected-remark@+1 {{loop 'i' not vectorized: its iterations [1] and [2] access the same cell of A, first by 'affine.store'}}
    affine.store %s, %A[%i] : memref<32xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @may_alias
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @may_alias(%A: memref<32xf32>, %B: memref<32xf32>) attributes {pad.may_alias} {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: its iterations [0] and [1] access what may be one buffer, first by 'affine.store' and then by 'affine.load'}}
    affine.store %a, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @column
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @column(%A: memref<32x4xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    // expected-remark@+1 {{loop 'i' not vectorized: consecutive iterations do not access neighbours of A, but [i, 1]}}
    %a = affine.load %A[%i, 1] : memref<32x4xf32>
    affine.store %a, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @gather
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @gather(%A: memref<32xf32>, %I: memref<32xindex>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %k = affine.load %I[%i] : memref<32xindex>
    // expected-remark@+1 {{loop 'i' not vectorized: its cell is not a quasi-affine function of the loops}}
    %a = memref.load %A[%k] : memref<32xf32>
    affine.store %a, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @strided
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @strided(%A: memref<16xf32, strided<[2]>>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{loop 'i' not vectorized: the elements of a row of A are 2 apart in memory}}
    %a = affine.load %A[%i] : memref<16xf32, strided<[2]>>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// Upstream's bufferization gives arguments such types by default.
// CHECK-LABEL: @any_stride
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @any_stride(%A: memref<?x?xf32, strided<[?, ?], offset: ?>>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{loop 'i' not vectorized: the innermost stride of A is not known to be 1: give it a type that says so, such as strided<[?, 1], offset: ?>}}
    %a = affine.load %A[0, %i] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @map
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @map(%A: memref<16xf32, affine_map<(d0) -> (d0 * 2)>>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{loop 'i' not vectorized: the buffer has a layout of its own}}
    %a = affine.load %A[%i] : memref<16xf32, affine_map<(d0) -> (d0 * 2)>>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// The last one would have to win.
// CHECK-LABEL: @last
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @last(%A: memref<16xf32>, %B: memref<1xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: iterations may store different values to one cell}}
    affine.store %a, %B[0] : memref<1xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @short
// CHECK: affine.for %{{.*}} = 0 to 3 {
func.func @short(%A: memref<3xf32>) {
  // expected-remark@+1 {{loop 'i' not vectorized: its 3 iterations are too few for a vector}}
  affine.for %i = 0 to 3 {
    %a = affine.load %A[%i] : memref<3xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<3xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @bounds
// CHECK: affine.for %{{.*}} = 0 to min
func.func @bounds(%A: memref<64xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  // expected-remark@+1 {{loop 'i' not vectorized: the lower bound is not constant, or the upper bound has several results}}
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 40)>()[%n] {
    affine.store %z, %A[%i] : memref<64xf32>
  }
  func.return
}

// -----

// Rows of another length for each lane; and of each row, cells too far apart.
// CHECK-LABEL: @triangle
// CHECK: affine.for %{{.*}} = 0 to 8 {
func.func @triangle(%A: memref<8x40xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      // expected-remark@+1 {{loop 'j' not vectorized: consecutive iterations do not access neighbours of A, but [i, 5*j + 2]}}
      %a = affine.load %A[%i, 5 * %j + 2] : memref<8x40xf32>
      affine.store %a, %B[%j] : memref<8xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @calls
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func private @next(f32) -> f32
func.func @calls(%A: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: 'func.call' in it cannot run in lockstep}}
    %b = func.call @next(%a) : (f32) -> f32
    affine.store %b, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// An index that is not an index of a loop.
// CHECK-LABEL: @applied
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @applied(%B: memref<16xi32>) {
  // expected-remark@+1 {{loop 'i' not vectorized: an index in it is used as data, and not linear in the loop}}
  affine.for %i = 0 to 16 {
    %m = affine.apply affine_map<(d0) -> (d0 mod 3)>(%i)
    %x = arith.index_cast %m : index to i32
    affine.store %x, %B[%i] : memref<16xi32>
  }
  func.return
}

// -----

// Not of a width that lies in memory as it lies in a vector.
// CHECK-LABEL: @odd
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @odd(%A: memref<16xi32>) {
  // expected-remark@+1 {{loop 'i' not vectorized: i24 is not a vectorizable element type}}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %b = arith.trunci %a : i32 to i24
    %c = arith.extsi %b : i24 to i32
    affine.store %c, %A[%i] : memref<16xi32>
  }
  func.return
}

// -----

// Nor where they are only loaded, or stored.
// CHECK-LABEL: @odd_copy
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @odd_copy(%A: memref<16xi24>, %B: memref<16xi32>, %C: memref<16xi24>) {
  // expected-remark@+1 {{loop 'i' not vectorized: i24 is not a vectorizable element type}}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi24>
    %b = arith.extui %a : i24 to i32
    affine.store %b, %B[%i] : memref<16xi32>
    affine.store %a, %C[%i] : memref<16xi24>
  }
  func.return
}

// -----

// CHECK-LABEL: @complex
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @complex(%A: memref<16xcomplex<f32>>, %B: memref<16xcomplex<f32>>) {
  // expected-remark@+1 {{loop 'i' not vectorized: no operation has a vectorizable element type}}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xcomplex<f32>>
    affine.store %a, %B[%i] : memref<16xcomplex<f32>>
  }
  func.return
}

// -----

// How often the loop runs is not known: its cell may not be loaded at all, as S may have none.
func.func @sum_of_any_size(%A: memref<?xi32>, %S: memref<?xi32>, %n: index) {
  affine.for %j = 0 to %n {
    %s = affine.load %S[0] : memref<?xi32>
    %a = affine.load %A[%j] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    // expected-remark@+1 {{loop 'j' not vectorized: its iterations [0] and [1] access the same cell of S, first by 'affine.store' and then by 'affine.load'; a cell is kept in a value where the loop certainly runs, or the cell was stored before: use iter_args}}
    affine.store %t, %S[0] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The last k reads the cell that the first j writes.
// CHECK-LABEL: @halves_that_meet
// CHECK: affine.for %{{.*}} = 0 to 8 {
func.func @halves_that_meet(%A: memref<16xf64>) {
  affine.for %k = 0 to 9 {
    affine.for %j = 0 to 8 {
      %l = affine.load %A[%k] : memref<16xf64>
      %a = affine.load %A[%j + 8] : memref<16xf64>
      %n = arith.addf %a, %l : f64
      // expected-remark@+1 {{loop 'j' not vectorized: its iterations [0] and [1] access the same cell of A, first by 'affine.store'}}
      affine.store %n, %A[%j + 8] : memref<16xf64>
    }
  }
  func.return
}

// -----

// Whether they are is a matter of data.
// CHECK-LABEL: @perhaps
// CHECK: affine.for %{{.*}} = 0 to 8 {
func.func @perhaps(%A: memref<16xf64>, %M: memref<8xi1>) {
  affine.for %j = 0 to 8 {
    %l = affine.load %A[0] : memref<16xf64>
    %m = affine.load %M[%j] : memref<8xi1>
    scf.if %m {
      // expected-remark@+1 {{loop 'j' not vectorized: its iterations [0] and [1] may access the same cell of A, first by 'affine.store'}}
      affine.store %l, %A[%j] : memref<16xf64>
    }
  }
  func.return
}

// -----

// Division by zero has no value to speak of.
// CHECK-LABEL: @by_zero
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @by_zero(%A: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 16 {
    %q = arith.floordivsi %i, %zero : index
    // expected-remark@+1 {{its cell is not a quasi-affine function of the loops}}
    memref.store %x, %A[%q] : memref<16xf32>
  }
  func.return
}

// -----

// Every second cell: a later iteration reads what an earlier one wrote.
// CHECK-LABEL: @other_factor
// CHECK-NOT: vector
func.func @other_factor(%B: memref<64xf32>) {
  affine.for %i = 0 to 32 {
    %b = affine.load %B[%i] : memref<64xf32>
    // expected-remark@+1 {{its iterations [1] and [2] access the same cell of B, first by 'affine.store' and then by 'affine.load'}}
    affine.store %b, %B[%i * 2] : memref<64xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @other_rest
// CHECK-NOT: vector
func.func @other_rest(%B: memref<64xf32>) {
  affine.for %j = 0 to 16 {
    affine.for %i = 0 to 32 {
      %b = affine.load %B[%i] : memref<64xf32>
      // expected-remark@+1 {{its iterations [0] and [1] access the same cell of B, first by 'affine.store' and then by 'affine.load'}}
      affine.store %b, %B[%i + %j] : memref<64xf32>
    }
  }
  func.return
}

// -----

// In falling order under a condition: the first element might be before the buffer.
// CHECK-LABEL: @reversed_under_condition
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @reversed_under_condition(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<16xf32>
    %holds = arith.cmpf olt, %b, %x : f32
    scf.if %holds {
      // expected-remark@+1 {{loop 'i' not vectorized: a condition in it keeps some iterations from an access in falling order}}
      %a = affine.load %A[15 - %i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Which of the iterations that load one element comes first is not known.
// CHECK-LABEL: @repeated_elsewhere
// CHECK-NOT: vector<
func.func @repeated_elsewhere(%A: memref<24xf32>, %B: memref<48xf32>, %r: index) {
  affine.for %i = 0 to 48 {
    // expected-remark@+1 {{consecutive iterations do not access neighbours of A, but [(i + r) // 3]}}
    %a = affine.load %A[(%i + symbol(%r)) floordiv 3] : memref<24xf32>
    affine.store %a, %B[%i] : memref<48xf32>
  }
  func.return
}

// -----

// A condition may keep the first of the iterations that load one element from it.
// CHECK-LABEL: @repeated_under_condition
// CHECK-NOT: vector<
func.func @repeated_under_condition(%A: memref<24xf32>, %B: memref<48xf32>, %C: memref<48xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 48 {
    %c = affine.load %C[%i] : memref<48xf32>
    %holds = arith.cmpf ogt, %c, %zero : f32
    scf.if %holds {
      // expected-remark@+1 {{loop 'i' not vectorized: a condition in it keeps some iterations from an access of one element by several of them}}
      %a = affine.load %A[%i floordiv 2] : memref<24xf32>
      affine.store %a, %B[%i] : memref<48xf32>
    }
  }
  func.return
}

// -----

// The elements that are loaded several times are not next to one another in memory.
// CHECK-LABEL: @repeated_of_columns
// CHECK-NOT: vector<
func.func @repeated_of_columns(%A: memref<24xf32, strided<[5]>>, %B: memref<48xf32>) {
  affine.for %i = 0 to 48 {
    // expected-remark@+1 {{loop 'i' not vectorized: the elements of a row of A are 5 apart in memory}}
    %a = affine.load %A[%i floordiv 2] : memref<24xf32, strided<[5]>>
    affine.store %a, %B[%i] : memref<48xf32>
  }
  func.return
}

// -----

// Two views of one buffer may have cells in common.
// CHECK-LABEL: @two_views
// CHECK-NOT: vector<
func.func @two_views(%A: memref<?xf32>, %o: index) {
  %C = memref.subview %A[0] [32] [1] : memref<?xf32> to memref<32xf32, strided<[1]>>
  %D = memref.subview %A[%o] [32] [1] : memref<?xf32> to memref<32xf32, strided<[1], offset: ?>>
  affine.for %i = 0 to 32 {
    %a = affine.load %C[%i] : memref<32xf32, strided<[1]>>
    // expected-remark@+1 {{loop 'i' not vectorized: its iterations [0] and [1] access what may be one buffer, first by 'affine.store' and then by 'affine.load'}}
    affine.store %a, %D[%i] : memref<32xf32, strided<[1], offset: ?>>
  }
  func.return
}

// -----

// Rows of which nobody says that they end before the next one begins.
// CHECK-LABEL: @rows_may_overlap
// CHECK-NOT: vector<
func.func @rows_may_overlap(%A: memref<?xf32>, %n: index, %m: index, %k: index) {
  %C = memref.reinterpret_cast %A to offset: [0], sizes: [%n, %m], strides: [%k, 1] : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
  affine.for %i = 0 to 32 {
    %a = affine.load %C[0, %i] : memref<?x?xf32, strided<[?, 1]>>
    // expected-remark@+1 {{loop 'i' not vectorized: its iterations [0] and [1] access the same cell of C, first by 'affine.store' and then by 'affine.load'}}
    affine.store %a, %C[1, %i] : memref<?x?xf32, strided<[?, 1]>>
  }
  func.return
}
