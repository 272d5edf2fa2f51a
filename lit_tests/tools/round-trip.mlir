// What mlir-opt prints, pad-opt reads, and what pad-opt prints, stock mlir-opt takes and prints as before.
// REQUIRES: mlir
// RUN: mlir-opt %s --mlir-print-local-scope > %t.mlir
// RUN: pad-opt %t.mlir | mlir-opt --mlir-print-local-scope | diff %t.mlir -
// RUN: pad-opt %t.mlir --mlir-print-op-generic | mlir-opt --mlir-print-local-scope | diff %t.mlir -
// RUN: mlir-opt %s --mlir-print-local-scope --mlir-print-op-generic | pad-opt | mlir-opt --mlir-print-local-scope | diff %t.mlir -

func.func private @declared(memref<4xf32> {llvm.noalias}, f32) -> (f32 {llvm.noundef}, i32)
memref.global "private" constant @table : memref<4xf32> = dense<[0.0, -0.0, 0xFF800000, 0x7FC00000]> {alignment = 64 : i64}
memref.global "nested" @nested : memref<4xf32> = uninitialized

func.func @affine(%A: memref<16x14xf32>, %B: memref<16xf32> {llvm.noalias}, %n: index, %m: index, %f: f32) -> f32 {
  affine.for %i = 0 to 14 step 4 {
    affine.for %j = max affine_map<(d0)[s0] -> (0, d0 - s0)>(%i)[%n] to min affine_map<(d0) -> (16, d0 * 4 + 3)>(%i) {
      %x = affine.load %A[%i floordiv 4 - symbol(%n) * 3, %j mod 4] {llvm.x} : memref<16x14xf32>
      affine.store %x, %A[-%i + 13, (%i + %j) ceildiv 2 + symbol(%m)] {llvm.x} : memref<16x14xf32>
      %v = affine.vector_load %B[%j * 4] {llvm.x} : memref<16xf32>, vector<4xf32>
      affine.vector_store %v, %B[symbol(%n) - 1] {llvm.x} : memref<16xf32>, vector<4xf32>
      %a = affine.apply affine_map<(d0)[s0] -> (-d0 - s0 * 2 - 1)>(%j)[%n] {llvm.x}
      %b = affine.min affine_map<(d0)[s0] -> (d0, s0, 4)>(%j)[%n] {llvm.x}
      %c = affine.max affine_map<(d0)[s0] -> (d0, s0, 4)>(%j)[%n] {llvm.x}
      affine.if affine_set<(d0, d1)[s0] : (d0 * 4 + d1 - 14 >= 0, s0 - d0 == 0)>(%i, %j)[%n] {
        affine.store %f, %B[%j] : memref<16xf32>
      } else {
        affine.store %x, %B[%j] : memref<16xf32>
      } {llvm.x}
    } {llvm.x}
  }
  affine.parallel (%i, %j) = (0, max(%n, symbol(%m) - 2)) to (min(%n, 16), 14) step (2, 1) {
    affine.store %f, %A[%i, %j] : memref<16x14xf32>
  } {llvm.x}
  %r:2 = affine.for %i = 0 to %n iter_args(%s = %f, %t = %f) -> (f32, f32) {
    %y:2 = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> (f32, f32) {
      affine.yield %s, %t : f32, f32
    } else {
      affine.yield %f, %t : f32, f32
    }
    affine.yield %y#0, %y#1 : f32, f32
  }
  return %r#1 : f32
}

func.func @scf(%A: memref<?x14xf32, strided<[?, 1], offset: ?>>, %n: index, %f: f32, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %f, %A[%i, %j] {nontemporal = true} : memref<?x14xf32, strided<[?, 1], offset: ?>>
  } {llvm.x}
  %p = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%f) -> f32 {
    scf.reduce(%f : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b fastmath<reassoc> : f32
      scf.reduce.return %s : f32
    }
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %p) -> (f32) {
    %x = scf.if %c -> (f32) {
      scf.yield %s : f32
    } else {
      scf.yield %f : f32
    } {llvm.x}
    scf.yield %x : f32
  } {llvm.x}
  %w = scf.while (%i = %c0) : (index) -> index {
    %less = arith.cmpi slt, %i, %n : index
    scf.condition(%less) %i : index
  } do {
  ^bb0(%i: index):
    %k = arith.addi %i, %c1 overflow<nsw> : index
    scf.yield %k : index
  }
  %e = scf.execute_region -> f32 {
    scf.yield %q : f32
  } {llvm.x}
  scf.execute_region {
    scf.yield
  }
  return %e : f32
}

func.func @memref(%B: memref<16xf32>, %n: index) -> index {
  %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
  %b = memref.alloca() : memref<4xf32, 3>
  %g = memref.get_global @table : memref<4xf32>
  %s = memref.subview %B[%n] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  %e = memref.expand_shape %B [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %c = memref.cast %B : memref<16xf32> to memref<?xf32>
  memref.copy %B, %B : memref<16xf32> to memref<16xf32>
  %r = memref.rank %c : memref<?xf32>
  %d = memref.dim {llvm.x} %c, %r : memref<?xf32>
  memref.dealloc %a : memref<?x4xf32>
  return %d : index
}

func.func @numbers(%x: f32, %h: f16, %v: vector<4xf32>, %w: vector<4xi32>, %i: i32, %n: index, %c: i1) -> i1 {
  %0 = arith.constant 0xFF800000 : f32
  %1 = arith.constant dense<0x7FC0> : vector<2xbf16>
  %2 = arith.constant dense<[[1.5, -0.0], [0.0, 1.0e-7]]> : vector<2x2xf16>
  %3 = arith.constant dense<[0.0, -0.0]> : vector<2xf64>
  %4 = arith.constant dense<0xFF800000> : vector<4xf32>
  %5 = arith.constant dense<[true, false]> : vector<2xi1>
  %6 = arith.constant -9223372036854775808 : i64
  %7 = arith.cmpf ult, %v, %4 fastmath<nnan,ninf> {llvm.x} : vector<4xf32>
  %8 = arith.cmpi sge, %w, %w {llvm.x} : vector<4xi32>
  %9 = arith.select %8, %w, %w : vector<4xi1>, vector<4xi32>
  %10 = arith.select %c, %v, %v : vector<4xf32>
  %11 = arith.maximumf %x, %0 fastmath<fast> : f32
  %12 = arith.extf %h : f16 to f32
  %13 = arith.index_cast %i : i32 to index
  %14 = math.fma %x, %x, %x : f32
  %15 = math.absf %x {llvm.x} : f32
  %16 = vector.broadcast %x : f32 to vector<4xf32>
  %17 = vector.reduction <add>, %16 : vector<4xf32> into f32
  return %c : i1
}

func.func @branches(%c: i1, %n: index) -> index {
  cf.cond_br %c, ^bb1, ^bb2(%n : index)
^bb1:
  %0 = arith.addi %n, %n : index
  cf.br ^bb2(%0 : index)
^bb2(%x: index):
  return %x : index
}

llvm.func @llvm(%p: !llvm.ptr {llvm.noalias}, %n: i64) -> f32 {
  %0 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> f32
  %1 = llvm.fadd %0, %0 {fastmathFlags = #llvm.fastmath<nnan>} : f32
  llvm.store %1, %p : f32, !llvm.ptr
  llvm.return %1 : f32
}
