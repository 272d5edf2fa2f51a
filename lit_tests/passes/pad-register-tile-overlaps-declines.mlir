// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2 target-cpu=x86-64-v3}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2 target-cpu=x86-64-v4}' --split-input-file | filecheck %s --check-prefix=REGISTERS

// What is loaded may be what has been stored just before.
// CHECK-LABEL: @stores(
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args
// CHECK-NOT: vector.shuffle
func.func @stores(%A: memref<40xf32>, %B: memref<5x32xf32>, %C: memref<32xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 32 step 8 {
    %r = affine.for %k = 0 to 5 iter_args(%s = %zero) -> (vector<8xf32>) {
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%x] : memref<40xf32>, vector<8xf32>
      vector.store %a, %B[%k, %i] : memref<5x32xf32>, vector<8xf32>
      %t = arith.addf %s, %a : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %C[%i] : memref<32xf32>, vector<8xf32>
  }
  func.return
}

// -----

// 2, 4 or 6 bytes further on: many instructions.
// CHECK-LABEL: @bytes(
// CHECK: affine.for %{{.*}} = 0 to 4 iter_args
// CHECK-NOT: vector.shuffle
func.func @bytes(%A: memref<40xf16>, %C: memref<32xf16>) {
  %zero = arith.constant dense<0.0> : vector<8xf16>
  affine.for %i = 0 to 32 step 8 {
    %r = affine.for %k = 0 to 4 iter_args(%s = %zero) -> (vector<8xf16>) {
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%x] : memref<40xf16>, vector<8xf16>
      %t = arith.addf %s, %a : vector<8xf16>
      affine.yield %t : vector<8xf16>
    }
    vector.store %r, %C[%i] : memref<32xf16>, vector<8xf16>
  }
  func.return
}

// -----

// Two operations for each load: these take longer.
// CHECK-LABEL: @computes(
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args
// CHECK-NOT: vector.shuffle
func.func @computes(%A: memref<40xf32>, %C: memref<32xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 32 step 8 {
    %r = affine.for %k = 0 to 5 iter_args(%s = %zero) -> (vector<8xf32>) {
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%x] : memref<40xf32>, vector<8xf32>
      %b = arith.mulf %a, %a : vector<8xf32>
      %t = arith.addf %s, %b : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %C[%i] : memref<32xf32>, vector<8xf32>
  }
  func.return
}

// -----

// Three loads for each result: the memory after takes longer.
// CHECK-LABEL: @memory(
// CHECK: affine.for %{{.*}} = 0 to 3 iter_args
// CHECK-NOT: vector.shuffle
func.func @memory(%A: memref<40xf32>, %C: memref<32xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 32 step 8 {
    %r = affine.for %k = 0 to 3 iter_args(%s = %zero) -> (vector<8xf32>) {
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%x] : memref<40xf32>, vector<8xf32>
      %t = arith.addf %s, %a : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %C[%i] : memref<32xf32>, vector<8xf32>
  }
  func.return
}

// -----

// Nothing is known of how far apart the iterations load.
// CHECK-LABEL: @loaded(
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args
// CHECK-NOT: vector.shuffle
func.func @loaded(%A: memref<40xf32>, %I: memref<5xindex>, %C: memref<32xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 32 step 8 {
    %r = affine.for %k = 0 to 5 iter_args(%s = %zero) -> (vector<8xf32>) {
      %j = affine.load %I[%k] : memref<5xindex>
      %h = arith.addi %i, %j : index
      %x = arith.addi %h, %k : index
      %a = vector.load %A[%x] : memref<40xf32>, vector<8xf32>
      %t = arith.addf %s, %a : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %C[%i] : memref<32xf32>, vector<8xf32>
  }
  func.return
}

// -----

// All weights would live at once: 16 registers do not hold them, 32 do.
// CHECK-LABEL: @weights(
// CHECK: affine.for %{{.*}} = 0 to 15 iter_args
// CHECK-NOT: vector.shuffle
// REGISTERS-LABEL: @weights(
// REGISTERS-NOT: iter_args
// REGISTERS: vector.shuffle
func.func @weights(%A: memref<48xf32>, %W: memref<15xf32>, %C: memref<32xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %i = 0 to 32 step 8 {
    %r = affine.for %k = 0 to 15 iter_args(%s = %zero) -> (vector<8xf32>) {
      %w = affine.load %W[%k] : memref<15xf32>
      %v = vector.broadcast %w : f32 to vector<8xf32>
      %x = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %a = vector.load %A[%x] : memref<48xf32>, vector<8xf32>
      %t = math.fma %a, %v, %s : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    vector.store %r, %C[%i] : memref<32xf32>, vector<8xf32>
  }
  func.return
}
