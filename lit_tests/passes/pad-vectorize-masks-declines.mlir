// RUN: pad-opt %s -p 'pad-vectorize{loop=i target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// No lane loads A[j] where j is 16 or more.
// CHECK-LABEL: @beyond
// CHECK: affine.if
// CHECK-NEXT: affine.load %A
func.func @beyond(%A: memref<16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        // expected-remark@+1 {{loop 'i' not vectorized: an access of one cell may happen for none of the iterations}}
        %a = affine.load %A[%j] : memref<16xf32>
        affine.store %a, %B[%i] : memref<16xf32>
      }
    }
  }
  func.return
}

// -----

// Whether any lane loads depends on the data.
// CHECK-LABEL: @perhaps
// CHECK: scf.if
// CHECK-NEXT: affine.load %A
func.func @perhaps(%A: memref<16xf32>, %B: memref<16xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<16xf32>
    %c = arith.cmpf olt, %b, %z : f32
    scf.if %c {
      // expected-remark@+1 {{loop 'i' not vectorized: an access of one cell may happen for none of the iterations}}
      %a = affine.load %A[3] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @one_cell
// CHECK: affine.if
// CHECK-NEXT: affine.store
func.func @one_cell(%B: memref<16xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      // expected-remark@+1 {{loop 'i' not vectorized: an access of one cell may happen for none of the iterations}}
      affine.store %z, %B[7] : memref<16xf32>
    }
  }
  func.return
}

// -----

// From the second lane on, cells are neighbours of one another, not of A[0, 15].
// CHECK-LABEL: @crossing
// CHECK: affine.if
// CHECK-NEXT: affine.load %A
func.func @crossing(%A: memref<2x20xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      // expected-remark@+1 {{loop 'i' not vectorized: consecutive iterations do not access neighbours of A, but [(i + 15) // 16, (i + 15) % 16]}}
      %a = affine.load %A[(%i + 15) floordiv 16, (%i + 15) mod 16] : memref<2x20xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Lanes that are masked off divide too.
// CHECK-LABEL: @divides
// CHECK: scf.if
// CHECK-NEXT: arith.divsi
func.func @divides(%A: memref<16xi32>, %B: memref<16xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %b = affine.load %B[%i] : memref<16xi32>
    %c = arith.cmpi ne, %a, %z : i32
    scf.if %c {
      // expected-remark@+1 {{loop 'i' not vectorized: 'arith.divsi' would run in masked lanes too, where it may trap}}
      %q = arith.divsi %b, %a : i32
      affine.store %q, %B[%i] : memref<16xi32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @divides_by_index
// CHECK: affine.if
// CHECK-NEXT: arith.divsi
func.func @divides_by_index(%B: memref<16xi32>) {
  %c64 = arith.constant 64 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      // expected-remark@+1 {{loop 'i' not vectorized: 'arith.divsi' would run in masked lanes too, where it may trap}}
      %q = arith.divsi %c64, %i : index
      %x = arith.index_cast %q : index to i32
      affine.store %x, %B[%i] : memref<16xi32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @never
// CHECK: affine.if
func.func @never(%A: memref<16xf32>, %B: memref<16xf32>) {
  // expected-remark@+1 {{loop 'i' not vectorized: a condition in it is not a comparison of indices: false}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (-1 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @remainder
// CHECK: affine.if
func.func @remainder(%A: memref<16xf32>, %B: memref<16xf32>) {
  // expected-remark@+1 {{loop 'i' not vectorized: a condition in it is not linear in the loop: i % 3 - 1 >= 0}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 mod 3 - 1 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Where no lane is active, what would decide may be poison: %x may be 32 or more then.
// CHECK-LABEL: @inner_choice
// CHECK: scf.if
func.func @inner_choice(%A: memref<16xi32>, %B: memref<16xi32>, %x: i32) {
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %c = arith.cmpi slt, %a, %three : i32
    scf.if %c {
      %s = arith.shli %x, %x : i32
      %d = arith.cmpi slt, %s, %three : i32
      // expected-remark@+1 {{loop 'i' not vectorized: 'scf.if' in its body could run with all lanes masked off and a poison operand}}
      scf.if %d {
        affine.store %x, %A[%i] : memref<16xi32>
      }
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @least
// CHECK: affine.if
func.func @least(%A: memref<16xf32>, %B: memref<16xf32>, %n: index) {
  %c9 = arith.constant 9 : index
  %m = arith.minsi %n, %c9 : index
  // expected-remark@+1 {{loop 'i' not vectorized: a condition in it is not affine: min(n, 9) - i - 1 + 1}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%m] {
      %a = affine.load %A[%i] : memref<16xf32>
      affine.store %a, %B[%i] : memref<16xf32>
    }
  }
  func.return
}
