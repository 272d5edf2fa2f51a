// RUN: pad-opt %s -p 'pad-simplify,pad-transform-layout{buffer=maxelem map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, \
// RUN:   pad-transform-layout{buffer=x map="(i, j, k, l) -> (i, j, k, l floordiv 4, l mod 4)" pad=-inf}, \
// RUN:   pad-transform-layout{buffer=y map="(i, j, k, l) -> (i, j, k, l floordiv 4, l mod 4)" pad=undef},pad-apply-layouts,pad-simplify, \
// RUN:   pad-sequential-buffer-access{stage=compute buffer=x},pad-remove-branching-through-overcompute{max-waste=inf}' -o %t.mlir
// RUN: filecheck %s --check-prefix=PADDED < %t.mlir
// RUN: pad-tv --size d0=2 --size d1=3 --size d2=1 --size d3=5 --size rows=6 %s %t.mlir

// "Better simplify support for dynamic boundary check": the softmax with sizes as parameters, its buffers padded: the maxima in
// blocks, x and y along their rows, with -inf after x and anything after the others. No check is left in what computes: neither
// the three of the first kernel nor those of the rows' tiles. That the largest of a row is finite is needed for any softmax.
// PADDED-LABEL: @padded_softmax
// PADDED: pad.stage = "x_assume"
// PADDED-NOT: .if
// PADDED: affine.for %block
// PADDED: memref.store %lowest, %maxelem[%block, %thread]
// PADDED: pad.stage = "maxelem"
// PADDED-NOT: scf.if
// PADDED: pad.of_padding, pad.stage = "maxelem_padding"
// PADDED-NOT: .if
// PADDED: maximumf
// PADDED-NOT: .if
// PADDED: math.exp
// PADDED-NOT: .if
// PADDED: divf
// PADDED-NOT: .if
// PADDED: pad.stage = "compute"
func.func @padded_softmax(%x: memref<?x?x?x?xf32> {pad.name = "x"}, %y: memref<?x?x?x?xf32> {pad.name = "y"}, %maxelem: memref<?xf32> {pad.name = "maxelem"},
    %d0: index {pad.size = [{of = "x", dim = 0}, {of = "y", dim = 0}]}, %d1: index {pad.size = [{of = "x", dim = 1}, {of = "y", dim = 1}]},
    %d2: index {pad.size = [{of = "x", dim = 2}, {of = "y", dim = 2}]}, %d3: index {pad.size = [{of = "x", dim = 3, min = 1}, {of = "y", dim = 3}]},
    %rows: index {pad.size = [{of = "maxelem", dim = 0}]}) {
  %lowest = arith.constant -3.40282e+38 : f32
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %d01 = arith.muli %d0, %d1 : index
  %d012 = arith.muli %d01, %d2 : index
  %same = arith.cmpi eq, %rows, %d012 : index
  pad.assume %same : i1
  affine.for %block = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%rows] {
    affine.for %thread = 0 to 4 {
      %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%block, %thread)
      %row = arith.floordivsi %i, %d2 : index
      %plane = arith.floordivsi %row, %d1 : index
      %in_planes = arith.cmpi slt, %plane, %d0 : index
      scf.if %in_planes {
        %in_rows = arith.cmpi slt, %row, %d01 : index
        scf.if %in_rows {
          %in_all = arith.cmpi slt, %i, %d012 : index
          scf.if %in_all {
            memref.store %lowest, %maxelem[%i] : memref<?xf32>
          }
        }
      }
    }
  } {pad.stage = "maxelem"}
  affine.for %i = 0 to %d0 {
    affine.for %j = 0 to %d1 {
      affine.for %k = 0 to %d2 {
        %max = affine.for %l = 0 to %d3 iter_args(%s = %least) -> (f32) {
          %a = affine.load %x[%i, %j, %k, %l] : memref<?x?x?x?xf32>
          %t = arith.maximumf %s, %a : f32
          affine.yield %t : f32
        }
        %magnitude = math.absf %max : f32
        %finite = arith.cmpf olt, %magnitude, %inf : f32
        pad.assume %finite : i1
        %sum = affine.for %l = 0 to %d3 iter_args(%s = %zero) -> (f32) {
          %a = affine.load %x[%i, %j, %k, %l] : memref<?x?x?x?xf32>
          %d = arith.subf %a, %max : f32
          %e = math.exp %d : f32
          %t = arith.addf %s, %e : f32
          affine.yield %t : f32
        }
        affine.for %l = 0 to %d3 {
          %a = affine.load %x[%i, %j, %k, %l] : memref<?x?x?x?xf32>
          %d = arith.subf %a, %max : f32
          %e = math.exp %d : f32
          %q = arith.divf %e, %sum : f32
          affine.store %q, %y[%i, %j, %k, %l] : memref<?x?x?x?xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
