// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=znver4}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=znver5}' --split-input-file | filecheck %s --check-prefix=WIDE

// Tap k of a vector loads what tap k - 8 of the next one does: taps 8 apart go inside, where they
// are straight code. Of 31 taps, the last of each 8 comes once less.
// CHECK-LABEL: @taps(
// CHECK: affine.for %{{.*}} = 0 to 7 iter_args(
// CHECK-NEXT: affine.for %[[O:.*]] = 0 to 4 iter_args(
// CHECK: affine.for %[[P:.*]] = 0 to 3 iter_args(
// CHECK-NEXT: affine.apply affine_map<(d0) -> (d0 * 8 + 7)>(%[[P]])
func.func @taps(%A: memref<126xf32>, %F: memref<31xf32>, %B: memref<96xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 96 step 8 {
    %r = affine.for %k = 0 to 31 iter_args(%s = %zero) -> (vector<8xf32>) {
      %place = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%place] : memref<126xf32>, vector<8xf32>
      %f = affine.load %F[%k] : memref<31xf32>
      %all = vector.broadcast %f : f32 to vector<8xf32>
      %t = math.fma %a, %all, %s fastmath<reassoc,contract> : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %B[%i] : memref<96xf32>, vector<8xf32>
  }
  func.return
}

// -----

// 32 taps from 4 on leave nothing over. No part of the sum is known to be a number.
// CHECK-LABEL: @whole(
// CHECK: affine.for %{{.*}} = 4 to 12 iter_args(
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 iter_args(
// CHECK-NOT: nnan
// CHECK-NOT: affine.for %{{.*}} = 12
func.func @whole(%A: memref<132xf32>, %F: memref<36xf32>, %B: memref<96xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 96 step 8 {
    %r = affine.for %k = 4 to 36 iter_args(%s = %zero) -> (vector<8xf32>) {
      %place = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%place] : memref<132xf32>, vector<8xf32>
      %f = affine.load %F[%k] : memref<36xf32>
      %all = vector.broadcast %f : f32 to vector<8xf32>
      %t = math.fma %a, %all, %s fastmath<reassoc,contract,nnan> : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %B[%i] : memref<96xf32>, vector<8xf32>
  }
  func.return
}

// -----

// Vectors of whole lines lie across two of them: taps half a vector apart go inside, as every second
// vector of these is made of those beside it. Of 19 taps, three come three times.
// WIDE-LABEL: @half_a_vector_apart(
// WIDE: affine.for %{{.*}} = 0 to 3 iter_args(
// WIDE-NOT: affine.for
// WIDE: vector.shuffle %{{.*}} [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]
func.func @half_a_vector_apart(%A: memref<146xf32>, %F: memref<19xf32>, %B: memref<128xf32>) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  affine.for %i = 0 to 128 step 16 {
    %r = affine.for %k = 0 to 19 iter_args(%s = %zero) -> (vector<16xf32>) {
      %place = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%place] : memref<146xf32>, vector<16xf32>
      %f = affine.load %F[%k] : memref<19xf32>
      %all = vector.broadcast %f : f32 to vector<16xf32>
      %t = math.fma %a, %all, %s fastmath<reassoc,contract> : vector<16xf32>
      affine.yield %t : vector<16xf32>
    }
    vector.store %r, %B[%i] : memref<128xf32>, vector<16xf32>
  }
  func.return
}
