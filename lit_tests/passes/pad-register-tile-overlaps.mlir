// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2 target-cpu=x86-64-v3}' -o %t.mlir
// RUN: filecheck %s --input-file %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2 target-cpu=x86-64-v3},pad-to-host' -o /dev/null

// Five loads for each result take longer than five additions. Half a vector further on is cheapest;
// what lies after the last vector of the tile is loaded, as it was.
// CHECK-LABEL: @window(
// CHECK: affine.for %[[I:.*]] = 0 to 32 step 16 {
// CHECK-NOT: affine.for
// CHECK: %[[LOWER:.*]] = vector.load %A[
// CHECK: arith.addf %{{.*}}, %[[LOWER]] : vector<8xf32>
// CHECK: %[[LOWER1:.*]] = vector.load %A[
// CHECK: %[[UPPER:.*]] = vector.load %A[
// CHECK-NEXT: %[[A2:.*]] = vector.shuffle %[[LOWER]], %[[UPPER]] [2, 3, 4, 5, 6, 7, 8, 9] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: arith.addf %{{.*}}, %[[A2]] : vector<8xf32>
// CHECK: %[[UPPER1:.*]] = vector.load %A[
// CHECK-NEXT: vector.shuffle %[[LOWER1]], %[[UPPER1]] [2, 3, 4, 5, 6, 7, 8, 9] : vector<8xf32>, vector<8xf32>
// CHECK: %[[A4:.*]] = vector.shuffle %[[LOWER]], %[[UPPER]] [4, 5, 6, 7, 8, 9, 10, 11] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: %[[X:.*]] = arith.addf %{{.*}}, %[[A4]] : vector<8xf32>
// CHECK-NOT: vector.shuffle
// CHECK-COUNT-3: vector.load %A[
// CHECK-NEXT: %[[Y:.*]] = arith.addf
// CHECK-NEXT: vector.store %[[X]], %C[%[[I]]]
// CHECK-NEXT: vector.store %[[Y]], %C[
func.func @window(%A: memref<40xf32>, %C: memref<32xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 32 step 8 {
    %r = affine.for %k = 0 to 5 iter_args(%s = %zero) -> (vector<8xf32>) {
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%x] : memref<40xf32>, vector<8xf32>
      %t = arith.addf %s, %a : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %C[%i] : memref<32xf32>, vector<8xf32>
  }
  func.return
}

// Two rows; what is loaded of each iteration is a number of its own.
// CHECK-LABEL: @rows(
// CHECK: %[[A:.*]] = vector.load %A[%j, %{{.*}}] : memref<2x40xf64>, vector<4xf64>
// CHECK-NEXT: affine.load %W[0]
// CHECK: %[[B:.*]] = vector.load %A[%j, %{{.*}}] : memref<2x40xf64>, vector<4xf64>
// CHECK-NEXT: vector.shuffle %[[A]], %[[B]] [1, 2, 3, 4] : vector<4xf64>, vector<4xf64>
// CHECK-NEXT: affine.load %W[2]
// CHECK-NOT: iter_args
func.func @rows(%A: memref<2x40xf64>, %W: memref<9xf64>, %C: memref<2x32xf64>) {
  %zero = arith.constant dense<0.0> : vector<4xf64>
  affine.for %j = 0 to 2 {
    affine.for %i = 0 to 32 step 4 {
      %r = affine.for %k = 3 to 7 iter_args(%s = %zero) -> (vector<4xf64>) {
        %w = affine.load %W[%k * 2 - 6] : memref<9xf64>
        %v = vector.broadcast %w : f64 to vector<4xf64>
        %x = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 3)>(%i, %k)
        %a = vector.load %A[%j, %x] : memref<2x40xf64>, vector<4xf64>
        %t = math.fma %a, %v, %s : vector<4xf64>
        affine.yield %t : vector<4xf64>
      }
      vector.store %r, %C[%j, %i] : memref<2x32xf64>, vector<4xf64>
    }
  }
  func.return
}
