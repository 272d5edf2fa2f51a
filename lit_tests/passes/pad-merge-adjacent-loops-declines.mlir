// RUN: pad-opt %s -p pad-merge-adjacent-loops --split-input-file --verify-diagnostics | filecheck %s

// RFC 77: the second loop reads what a later iteration of the first writes.
// CHECK-LABEL: @reads_later
// CHECK: affine.for
// CHECK: affine.for
func.func @reads_later(%A: memref<16xindex>) {
  affine.for %i = 0 to 16 {
    affine.store %i, %A[%i] : memref<16xindex>
  }
  // expected-remark@+1 {{loops not merged: iteration [2] of the first loop writes A[2], which iteration [1] of the second loop reads; merged, the second of these would run first}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0, 14 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i - 1] : memref<16xindex>
      %b = affine.load %A[%i + 1] : memref<16xindex>
      %c = arith.addi %a, %b : index
      affine.store %c, %A[%i] : memref<16xindex>
    }
  }
  func.return
}

// -----

// The first loop still needs what the second overwrites (the RFC's second condition compares the
// second loop with itself).
// CHECK-LABEL: @overwrites
// CHECK: affine.for
// CHECK: affine.for
func.func @overwrites(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[15 - %i] : memref<16xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  // expected-remark@+1 {{iteration [8] of the first loop reads A[7], which iteration [7] of the second loop writes}}
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// Wrap-around padding before it: it reads the last rows, which are not written yet.
// CHECK-LABEL: @front
// CHECK: affine.for
// CHECK: affine.for
func.func @front(%A: memref<18xf32>, %x: f32) {
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<18xf32>
    }
  }
  // expected-remark@+1 {{iteration [16] of the first loop writes A[16], which iteration [0] of the second loop reads}}
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i + 16] : memref<18xf32>
      affine.store %a, %A[%i] : memref<18xf32>
    }
  }
  func.return
}

// -----

// The outer loops may become one, the inner ones not.
// CHECK-LABEL: @rows
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: affine.for
func.func @rows(%A: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
  }
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{iteration [4] of the first loop writes A, which iteration [3] of the second loop reads}}
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, 7 - %j] : memref<4x8xf32>
      affine.store %a, %A[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}

// -----

// Another order of the iterators.
// CHECK-LABEL: @order
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
func.func @order(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %A[%i, %j] : memref<4x4xf32>
    }
  }
  // expected-remark@+1 {{iteration [1, 0] of the first loop writes A[1, 0], which iteration [0, 1] of the second loop reads}}
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<4x4xf32>
      affine.store %a, %B[%i, %j] : memref<4x4xf32>
    }
  }
  func.return
}

// -----

// Other bounds.
// CHECK-LABEL: @bounds
// CHECK-COUNT-3: affine.for
func.func @bounds(%A: memref<16xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  // expected-remark@+1 {{loops not merged: the bounds differ: i = 0 to 16 and j = 1 to min(n, 16)}}
  affine.for %j = 1 to min affine_map<()[s0] -> (s0, 16)>()[%n] {
    affine.store %x, %A[%j] : memref<16xf32>
  }
  // expected-remark@+1 {{the bounds differ: j = 1 to min(n, 16) and k = 0 to 16 step 2}}
  affine.for %k = 0 to 16 step 2 {
    affine.store %x, %A[%k] : memref<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @unknown_bounds
// CHECK-COUNT-2: scf.for
func.func @unknown_bounds(%A: memref<16xf32>, %x: f32, %step: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %step {
    memref.store %x, %A[%i] : memref<16xf32>
  }
  // expected-remark@+1 {{the bounds of the loop over i cannot be expressed}}
  scf.for %j = %c0 to %c16 step %step {
    memref.store %x, %A[%j] : memref<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @integers
// CHECK-COUNT-2: scf.for
func.func @integers(%A: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    affine.store %x, %A[0] : memref<1xf32>
  }
  // expected-remark@+1 {{the loop over i runs over 'i32', not over indices}}
  scf.for %j = %c0 to %c4 step %c1 : i32 {
    affine.store %x, %A[0] : memref<1xf32>
  }
  func.return
}

// -----

// What stands between reads what the first writes, and writes what the second reads.
// CHECK-LABEL: @between
// CHECK: affine.for
// CHECK: memref.copy
// CHECK: affine.for
func.func @between(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  memref.copy %A, %B : memref<16xf32> to memref<16xf32>
  // expected-remark@+1 {{'memref.copy' between the loops writes B, which iteration [0] of the second loop reads, perhaps}}
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<16xf32>
    affine.store %b, %C[%i] : memref<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @needs
// CHECK: affine.for
// CHECK: affine.for
func.func @needs(%A: memref<16xf32>, %x: f32) -> f32 {
  %s = affine.for %i = 0 to 16 iter_args(%sum = %x) -> (f32) {
    %a = affine.load %A[%i] : memref<16xf32>
    %t = arith.addf %sum, %a : f32
    affine.yield %t : f32
  }
  %d = arith.divf %s, %x : f32
  // expected-remark@+1 {{the second needs a result of the first}}
  affine.for %i = 0 to 16 {
    affine.store %d, %A[%i] : memref<16xf32>
  }
  func.return %s : f32
}

// -----

// CHECK-LABEL: @stuck
// CHECK: affine.for
// CHECK: affine.if
// CHECK: affine.for
func.func @stuck(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  %b = affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] -> f32 {
    %a = affine.load %A[0] : memref<16xf32>
    affine.yield %a : f32
  } else {
    affine.yield %x : f32
  }
  // expected-remark@+1 {{'affine.if' between the loops, which one of them needs, cannot move}}
  affine.for %i = 0 to 16 {
    affine.store %b, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @call
// CHECK: affine.for
// CHECK: affine.for
func.func private @print(f32)
func.func @call(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  // expected-remark@+1 {{what 'func.call' reads and writes is not known}}
  affine.for %i = 0 to 16 {
    func.call @print(%x) : (f32) -> ()
  }
  func.return
}

// -----

// Two names, perhaps of one buffer.
// CHECK-LABEL: @alias
// CHECK: affine.for
// CHECK: affine.for
func.func @alias(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) attributes {pad.may_alias} {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  // expected-remark@+1 {{iteration [1] of the first loop writes A[1], which iteration [0] of the second loop reads under another name, perhaps}}
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<16xf32>
    affine.store %b, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// The loop between reads what the last one overwrites, and writes what it reads.
// CHECK-LABEL: @not_over_another_loop
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
func.func @not_over_another_loop(%A: memref<16xf32>, %C: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  // expected-remark@+1 {{the bounds differ: i = 0 to 16 and k = 0 to 4}}
  affine.for %k = 0 to 4 {
    %a = affine.load %A[%k * 4] : memref<16xf32>
    affine.store %a, %C[%k] : memref<4xf32>
  }
  // expected-remark@+1 {{'affine.load' between the loops reads A[0], which iteration [0] of the second loop writes}}
  affine.for %i = 0 to 16 {
    %c = affine.load %C[%i floordiv 4] : memref<4xf32>
    affine.store %c, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// Whether the first loop writes is data: the remark claims no more than that it may.
// CHECK-LABEL: @writes_on_data
// CHECK: affine.for
// CHECK: affine.for
func.func @writes_on_data(%A: memref<16xindex>, %C: memref<16xi1>, %B: memref<15xindex>) {
  affine.for %i = 0 to 15 {
    %c = affine.load %C[%i] : memref<16xi1>
    scf.if %c {
      affine.store %i, %A[%i] : memref<16xindex>
    }
  }
  // expected-remark@+1 {{iteration [1] of the first loop may write A[1], which iteration [0] of the second loop reads}}
  affine.for %i = 0 to 15 {
    %a = affine.load %A[%i + 1] : memref<16xindex>
    affine.store %a, %B[%i] : memref<15xindex>
  }
  func.return
}
