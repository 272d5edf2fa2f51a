// What mlir-opt prints of vector code, pad-opt reads, and what pad-opt prints, stock mlir-opt takes and prints as before.
// REQUIRES: mlir
// RUN: mlir-opt %s --mlir-print-local-scope > %t.mlir
// RUN: pad-opt %t.mlir | mlir-opt --mlir-print-local-scope | diff %t.mlir -
// RUN: pad-opt %t.mlir --mlir-print-op-generic | mlir-opt --mlir-print-local-scope | diff %t.mlir -
// RUN: mlir-opt %s --mlir-print-local-scope --mlir-print-op-generic | pad-opt | mlir-opt --mlir-print-local-scope | diff %t.mlir -
// RUN: pad-opt %s | filecheck %s

// The pretty form is MLIR's.
// CHECK: vector.load %A[%i, %i] {alignment = 64 : i64} : memref<8x16xf32>, vector<16xf32>
// CHECK: vector.maskedload %A[%i, %i], %m, %v {alignment = 64 : i64} : memref<8x16xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
// CHECK: arith.sitofp %n : vector<16xi32> to vector<16xf32>
// CHECK: vector.reduction <add>, %exp, %r0 fastmath<reassoc> : vector<16xf32> into f32

func.func @constants() {
  %zero = arith.constant dense<-0.0> : vector<16xf32>
  %infinity = arith.constant dense<0xFF800000> : vector<16xf32>
  %lanes = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
  %splat = arith.constant dense<7> : vector<4xindex>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %all = arith.constant dense<true> : vector<4xi1>
  %bytes = arith.constant dense<[1, -1, 127, -128]> : vector<4xi8>
  return
}

func.func @accesses(%A: memref<8x16xf32>, %i: index, %m: vector<16xi1>, %v: vector<16xf32>) {
  %a = vector.load %A[%i, %i] : memref<8x16xf32>, vector<16xf32>
  %b = vector.load %A[%i, %i] {alignment = 64 : i64} : memref<8x16xf32>, vector<16xf32>
  vector.store %a, %A[%i, %i] : memref<8x16xf32>, vector<16xf32>
  vector.store %b, %A[%i, %i] {alignment = 64 : i64, nontemporal = true} : memref<8x16xf32>, vector<16xf32>
  %c = vector.maskedload %A[%i, %i], %m, %v {alignment = 64 : i64} : memref<8x16xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  vector.maskedstore %A[%i, %i], %m, %c {alignment = 64 : i64} : memref<8x16xf32>, vector<16xi1>, vector<16xf32>
  %mask = vector.create_mask %i : vector<16xi1>
  %flat = memref.collapse_shape %A [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %d = vector.load %flat[%i] : memref<128xf32>, vector<16xf32>
  return
}

func.func @arithmetic(%s: f32, %c: i1, %v: vector<16xf32>, %n: vector<16xi32>, %k: i32) {
  %b = vector.broadcast %s : f32 to vector<16xf32>
  %fma = vector.fma %b, %v, %v : vector<16xf32>
  %mul = arith.mulf %fma, %v fastmath<contract> : vector<16xf32>
  %add = arith.addf %mul, %v fastmath<reassoc,contract> : vector<16xf32>
  %max = arith.maximumf %add, %v fastmath<nnan,nsz> : vector<16xf32>
  %less = arith.cmpf olt, %max, %v fastmath<nnan> : vector<16xf32>
  %lane = arith.select %less, %max, %v : vector<16xi1>, vector<16xf32>
  %either = arith.select %c, %lane, %v : vector<16xf32>
  %exp = math.exp %either : vector<16xf32>
  %float = arith.sitofp %n : vector<16xi32> to vector<16xf32>
  %byte = arith.trunci %n : vector<16xi32> to vector<16xi8>
  %product = arith.muli %n, %n overflow<nsw> : vector<16xi32>
  %r0 = vector.reduction <add>, %exp : vector<16xf32> into f32
  %r1 = vector.reduction <add>, %exp, %r0 fastmath<reassoc> : vector<16xf32> into f32
  %r2 = vector.reduction <maximumf>, %exp, %r1 fastmath<nnan,nsz> : vector<16xf32> into f32
  %r3 = vector.reduction <maxsi>, %n, %k : vector<16xi32> into i32
  return
}

func.func @accumulators(%v: vector<16xf32>, %n: index) -> vector<16xf32> {
  %sums:2 = affine.for %i = 0 to 4 iter_args(%a = %v, %b = %v) -> (vector<16xf32>, vector<16xf32>) {
    %sum = arith.addf %a, %b : vector<16xf32>
    affine.yield %sum, %a : vector<16xf32>, vector<16xf32>
  }
  %result = scf.for %i = %n to %n step %n iter_args(%a = %sums#0) -> (vector<16xf32>) {
    %sum = arith.addf %a, %sums#1 : vector<16xf32>
    scf.yield %sum : vector<16xf32>
  }
  return %result : vector<16xf32>
}
