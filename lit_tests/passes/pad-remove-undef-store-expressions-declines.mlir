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
