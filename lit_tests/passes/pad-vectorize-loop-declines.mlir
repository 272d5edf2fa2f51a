// RUN: pad-opt %s -p 'pad-vectorize{loop=i target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @triangle
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @triangle(%A: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{loop 'i' not vectorized: the bounds of a loop in it depend on the iteration}}
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = affine.load %A[%i] : memref<16xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @vectors
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @vectors(%A: memref<32xf32>, %B: memref<16xf32>, %C: memref<32xf32>) {
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<16xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: there are vectors in it already}}
    %a = vector.load %A[%i] : memref<32xf32>, vector<4xf32>
    vector.store %a, %C[%i] : memref<32xf32>, vector<4xf32>
    affine.store %b, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @spread
// CHECK: affine.for %{{.*}} = 0 to 16 {
func.func @spread(%B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %b = affine.load %B[%i] : memref<16xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: 'vector.broadcast' in it cannot be vectorized}}
    %v = vector.broadcast %b : f32 to vector<4xf32>
    %s = vector.reduction <add>, %v fastmath<reassoc> : vector<4xf32> into f32
    affine.store %s, %B[%i] : memref<16xf32>
  }
  func.return
}

// -----

func.func @no_affine(%A: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  // expected-error@+1 {{the loop i is not an affine.for}}
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @facts
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: pad.assume
func.func @facts(%A: memref<16xf32>) {
  %z = arith.constant 0.0 : f32
  // expected-remark@+1 {{loop 'i' not vectorized: no operation in it has an effect}}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %c = arith.cmpf oge, %a, %z : f32
    pad.assume %c : i1
  }
  func.return
}
