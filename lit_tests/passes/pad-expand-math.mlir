// RUN: pad-opt %s -p pad-expand-math --split-input-file | filecheck %s

// An error function of f32 is computed in f64, without flags, and what has to be rounded once by math.fma.
// CHECK-LABEL: @lanes
// CHECK-NOT: math.erf
// CHECK: arith.extf %{{.*}} : vector<4xf32> to vector<4xf64>
// CHECK: math.fma %{{.*}} : vector<4xf64>
// CHECK: arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
// CHECK-NOT: fastmath
func.func @lanes(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %i = 0 to 8 step 4 {
    %a = vector.load %A[%i] : memref<8xf32>, vector<4xf32>
    %b = math.erf %a : vector<4xf32>
    vector.store %b, %B[%i] : memref<8xf32>, vector<4xf32>
  }
  func.return
}

// -----

// With afn in f32.
// CHECK-LABEL: @free
// CHECK-NOT: math.tanh
// CHECK-NOT: f64
// CHECK: math.fma %{{.*}} : f32
// CHECK-NOT: f64
// CHECK: func.return
func.func @free(%a: f32) -> f32 {
  %b = math.tanh %a fastmath<afn> : f32
  func.return %b : f32
}

// -----

// CHECK-LABEL: @narrow
// CHECK-NEXT: arith.extf %a : bf16 to f32
// CHECK-NOT: math.log
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK-NEXT: func.return
func.func @narrow(%a: bf16) -> bf16 {
  %b = math.log %a : bf16
  func.return %b : bf16
}

// -----

// Lanes branch together, where one of them is large.
// CHECK-LABEL: @large
// CHECK-NOT: math.sin
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %{{.*}} : vector<2xi1> into i1
// CHECK-NEXT: scf.if %[[ANY]]
// CHECK: arith.select
// CHECK: scf.yield
func.func @large(%a: vector<2xf32>) -> vector<2xf32> {
  %b = math.sin %a : vector<2xf32>
  func.return %b : vector<2xf32>
}

// -----

// Of a large f64 the angle is another one, by integers, whose sine and cosine are those of others.
// CHECK-LABEL: @large_f64
// CHECK-NOT: math.cos
// CHECK: scf.if %{{.*}} -> (i64, f64)
// CHECK: arith.muli
// CHECK: scf.yield
// CHECK-NOT: math.cos
// CHECK: func.return
func.func @large_f64(%a: f64) -> f64 {
  %b = math.cos %a : f64
  func.return %b : f64
}

// -----

// What is around a function, and another one of it, is proven as ever.
// CHECK-LABEL: @two_in_a_row
// CHECK-NOT: math.log1p
// CHECK-NOT: math.powf
func.func @two_in_a_row(%a: f32, %b: f32) -> f32 {
  %c = math.log1p %a : f32
  %d = math.powf %c, %b : f32
  %e = arith.mulf %d, %a : f32
  func.return %e : f32
}

// -----

// Where a is NaN the quotient is poison, and nobody looks at its sine: a branch on it would be undefined behaviour.
// CHECK-LABEL: @poison
// CHECK-NOT: math.sin
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @poison(%a: f32, %b: f32, %zero: f32) -> f32 {
  %x = arith.divf %a, %b fastmath<nnan> : f32
  %s = math.sin %x : f32
  %is_nan = arith.cmpf uno, %a, %b : f32
  %r = arith.select %is_nan, %zero, %s : f32
  func.return %r : f32
}

// -----

// The same of a number that another function leaves in memory.
// CHECK-LABEL: @put
// CHECK-LABEL: @of_memory
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @put(%A: memref<1xf32>, %a: f32, %b: f32) {
  %x = arith.divf %a, %b fastmath<ninf> : f32
  affine.store %x, %A[0] : memref<1xf32>
  func.return
}
func.func @of_memory(%A: memref<1xf32>, %a: f32, %b: f32) -> f32 {
  func.call @put(%A, %a, %b) : (memref<1xf32>, f32, f32) -> ()
  %x = affine.load %A[0] : memref<1xf32>
  %s = math.sin %x : f32
  func.return %s : f32
}
