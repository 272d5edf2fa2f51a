// A store of what an undef gives stays where it is not each value, or where somebody else sees the undef.
// RUN: pad-opt %s -p pad-remove-undef-store --verify-diagnostics | filecheck %s

// Infinite or NaN where x is.
// CHECK-LABEL: @sum
// CHECK: %[[SUM:.*]] = arith.addf %x, %{{.*}} : f32
// CHECK: affine.store %[[SUM]]
func.func @sum(%B: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    %s = arith.addf %x, %u : f32
    affine.store %s, %B[%i] : memref<8xf32>
  }
  func.return
}

// Never -0.0; never an odd multiple of the least number; never NaN; never negative; no f64 between two f32.
// CHECK-LABEL: @fewer
// CHECK-COUNT-5: affine.store
func.func @fewer(%B: memref<8xf32>, %C: memref<8xf64>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %low = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    %a = arith.addf %u, %zero : f32
    affine.store %a, %B[0] : memref<8xf32>
    %v = pad.undef : f32
    %b = arith.mulf %v, %two : f32
    affine.store %b, %B[1] : memref<8xf32>
    %w = pad.undef : f32
    %c = arith.maxnumf %w, %low : f32
    affine.store %c, %B[2] : memref<8xf32>
    %x = pad.undef : f32
    %d = math.absf %x : f32
    affine.store %d, %B[3] : memref<8xf32>
    %y = pad.undef : f32
    %e = arith.extf %y : f32 to f64
    affine.store %e, %C[%i] : memref<8xf64>
  }
  func.return
}

// One undef for all iterations: the cells are equal.
// CHECK-LABEL: @one_for_all_iterations
// CHECK: arith.negf
// CHECK: affine.store
func.func @one_for_all_iterations(%B: memref<8xf32>) {
  %u = pad.undef : f32
  affine.for %i = 0 to 8 {
    %v = arith.negf %u : f32
    affine.store %v, %B[%i] : memref<8xf32>
  }
  func.return
}

// The undef is seen twice, or the sum of it and itself is taken: the cells are equal, or even.
// CHECK-LABEL: @seen_twice
// CHECK-COUNT-2: affine.store
// CHECK: arith.addf
// CHECK: affine.store
func.func @seen_twice(%B: memref<8xf32>, %C: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    %v = arith.negf %u : f32
    affine.store %v, %B[%i] : memref<8xf32>
    affine.store %v, %C[%i] : memref<8xf32>
    %w = pad.undef : f32
    %s = arith.addf %w, %w : f32
    affine.store %s, %B[0] : memref<8xf32>
  }
  func.return
}

// The flag says nothing of the undef, or what it excludes is not a value of the operand: a NaN that a maximum ignored.
// CHECK-LABEL: @flags
// CHECK-COUNT-2: affine.store
func.func @flags(%B: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    %s = arith.mulf %u, %x fastmath<nsz,contract> : f32
    affine.store %s, %B[0] : memref<8xf32>
    %v = pad.undef : f32
    %m = arith.maxnumf %v, %x : f32
    %n = arith.negf %m fastmath<nnan> : f32
    affine.store %n, %B[%i] : memref<8xf32>
  }
  func.return
}

// A select may choose the other arm.
// CHECK-LABEL: @chosen
// CHECK: arith.select
// CHECK: affine.store
func.func @chosen(%B: memref<8xf32>, %x: f32, %c: i1) {
  affine.for %i = 0 to 8 {
    %u = pad.undef : f32
    %y = arith.addf %x, %x fastmath<nnan> : f32
    %s = arith.addf %u, %x fastmath<nnan> : f32
    %v = arith.select %c, %s, %y : f32
    affine.store %v, %B[%i] : memref<8xf32>
  }
  func.return
}

// A local cell that is read must hold one value.
// CHECK-LABEL: @read
// CHECK: memref.store
func.func @read(%i: index, %x: f32) -> f32 {
  %b = memref.alloc() : memref<4xf32>
  %u = pad.undef : f32
  %n = arith.addf %x, %u fastmath<nnan> : f32
  // expected-remark@+1 {{store of undef to 'b' replaced by a store of 0: the cell may be read}}
  memref.store %n, %b[%i] : memref<4xf32>
  %a = memref.load %b[%i] : memref<4xf32>
  func.return %a : f32
}

// One reason each.
// CHECK-LABEL: @not_arbitrary
// CHECK: %[[SUM:.*]] = arith.addf %x,
// CHECK-NEXT: affine.store %[[SUM]], %B
// CHECK: affine.store %{{.*}}, %C
// CHECK: affine.store %{{.*}}, %D
// CHECK: affine.store %{{.*}}, %E
// CHECK: affine.store %{{.*}}, %F
// CHECK: affine.store %{{.*}}, %G
// CHECK: affine.store %{{.*}}, %H
func.func @not_arbitrary(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf64>, %E: memref<16xf32>, %F: memref<16xf32>,
    %G: memref<16xf32>, %H: memref<16xf32>, %x: f32, %pick: i1) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  // (a) one undef for all iterations: the cells have to agree
  %tie = pad.undef : f32
  %ntie = arith.negf %tie : f32
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{other places see the same undef}}
    affine.store %ntie, %A[%i] : memref<16xf32>
    // (b) x may be NaN, then so is the sum
    %u1 = pad.undef : f32
    %b = arith.addf %x, %u1 : f32
    affine.store %b, %B[%i] : memref<16xf32>
    // (c) never -0.0
    %u2 = pad.undef : f32
    %c = arith.addf %u2, %zero : f32
    affine.store %c, %C[%i] : memref<16xf32>
    // (d) only f64 values that are f32 values
    %u3 = pad.undef : f32
    %d = arith.extf %u3 : f32 to f64
    affine.store %d, %D[%i] : memref<16xf64>
    // (e) the NaN is gone before the flag sees it: maxnumf(x, NaN) is x
    %u4 = pad.undef : f32
    %e0 = arith.maxnumf %x, %u4 : f32
    %e = arith.addf %e0, %one fastmath<nnan> : f32
    affine.store %e, %E[%i] : memref<16xf32>
    // (f) used twice: E[i] and F[i] style pairs have to agree
    %u5 = pad.undef : f32
    %f = arith.negf %u5 : f32
    affine.store %f, %F[%i] : memref<16xf32>
    %g = arith.mulf %f, %one : f32
    affine.store %g, %G[%i] : memref<16xf32>
    // (h) poison only where pick: elsewhere x is stored
    %u6 = pad.undef : f32
    %p = arith.addf %u6, %two fastmath<nnan> : f32
    %h = arith.select %pick, %p, %x : f32
    affine.store %h, %H[%i] : memref<16xf32>
  }
  func.return
}

// Made in an outer loop, stored in an inner one; made in a loop that may not run.
// CHECK-LABEL: @trapped
// CHECK: memref.store %{{.*}}, %out
// CHECK: affine.store %{{.*}}, %A[0]
func.func @trapped(%A: memref<4xf32>, %out: memref<6x2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 6 {
    %u = pad.undef : f32
    %v = arith.negf %u : f32
    scf.for %k = %c0 to %n step %c1 {
      // expected-remark@+1 {{other places see the same undef}}
      memref.store %v, %out[%i, %k] : memref<6x2xf32>
    }
  }
  %w = affine.for %i = 0 to 6 iter_args(%last = %n) -> (index) {
    affine.yield %last : index
  }
  %start = arith.constant 0.0 : f32
  %t = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (f32) {
    %u = pad.undef : f32
    %neg = arith.negf %u : f32
    scf.yield %neg : f32
  }
  affine.store %t, %A[0] : memref<4xf32>
  func.return
}
