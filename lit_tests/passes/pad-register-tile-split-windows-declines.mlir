// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=znver4}' --split-input-file | filecheck %s

// Without `reassoc` the order of a sum stays.
// CHECK-LABEL: @in_order(
// CHECK: affine.for %{{.*}} = 0 to 31 iter_args(
func.func @in_order(%A: memref<126xf32>, %F: memref<31xf32>, %B: memref<96xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 96 step 8 {
    %r = affine.for %k = 0 to 31 iter_args(%s = %zero) -> (vector<8xf32>) {
      %place = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%place] : memref<126xf32>, vector<8xf32>
      %f = affine.load %F[%k] : memref<31xf32>
      %all = vector.broadcast %f : f32 to vector<8xf32>
      %t = math.fma %a, %all, %s fastmath<contract> : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %B[%i] : memref<96xf32>, vector<8xf32>
  }
  func.return
}

// -----

// What takes longer to compute than to load stays, as do loads of rows that no other result loads.
// CHECK-LABEL: @computing(
// CHECK: affine.for %{{.*}} = 0 to 31 iter_args(
func.func @computing(%A: memref<126xf32>, %B: memref<96xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 96 step 8 {
    %r = affine.for %k = 0 to 31 iter_args(%s = %zero) -> (vector<8xf32>) {
      %place = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%place] : memref<126xf32>, vector<8xf32>
      %root = math.sqrt %a : vector<8xf32>
      %t = arith.addf %root, %s fastmath<reassoc> : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %B[%i] : memref<96xf32>, vector<8xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @rows(
// CHECK: affine.for %{{.*}} = 0 to 31 iter_args(
func.func @rows(%A: memref<31x96xf32>, %B: memref<96xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 96 step 8 {
    %r = affine.for %k = 0 to 31 iter_args(%s = %zero) -> (vector<8xf32>) {
      %a = vector.load %A[%k, %i] : memref<31x96xf32>, vector<8xf32>
      %t = arith.addf %a, %s fastmath<reassoc> : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %B[%i] : memref<96xf32>, vector<8xf32>
  }
  func.return
}
