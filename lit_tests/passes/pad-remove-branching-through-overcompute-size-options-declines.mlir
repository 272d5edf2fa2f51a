// The option sizes, and facts about sizes that are not all that is missing.
// RUN: not pad-opt %s -o /dev/null -p 'pad-remove-branching-through-overcompute{sizes="n=4"}' 2>&1 | filecheck %s --check-prefix=FORM
// RUN: not pad-opt %s -o /dev/null -p 'pad-remove-branching-through-overcompute{sizes="n=9..4"}' 2>&1 | filecheck %s --check-prefix=EMPTY
// RUN: not pad-opt %s -o /dev/null -p 'pad-remove-branching-through-overcompute{sizes="n=1..99999999999999999999"}' 2>&1 | filecheck %s --check-prefix=DIGITS
// RUN: not pad-opt %s -o /dev/null -p 'pad-remove-branching-through-overcompute{sizes="k=1..4"}' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not pad-opt %s -o /dev/null -p 'pad-optimize{sizes="k=1..4"}' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute sizes="n=1..100,A.1=1..4"}' -o %t.mlir 2> %t.remarks
// RUN: filecheck %s < %t.mlir
// RUN: filecheck %s --check-prefix=REMARKS < %t.remarks
// RUN: pad-opt %s -p 'pad-optimize{function=waste sizes="n=40..1000","A.1=30..200"}' -o %t.optimized.mlir
// RUN: filecheck %s --check-prefix=OPTIMIZED < %t.optimized.mlir
// RUN: pad-opt %s -p 'pad-optimize{function=both}' -o %t.both.mlir 2> %t.told
// RUN: filecheck %s --check-prefix=TOLD < %t.told

// DIGITS: error: pad-remove-branching-through-overcompute: the sizes of n have more digits than an index
// FORM: error: pad-remove-branching-through-overcompute: the sizes "n=4" cannot be read: write them as "n=1..4096"
// EMPTY: error: pad-remove-branching-through-overcompute: the sizes "n=9..4" are none: they end before they begin
// NAME: there is no size k; there are: n, m, A.0, A.1

// At the ends of what is expected, too many instances would be added.
// CHECK-LABEL: @waste
// CHECK: affine.if
// REMARKS: overcompute would add 63 instances to 1 at n = 1, m = 1{{.*}}, more than max-waste=1 allows; it would be allowed where n mod 4 == 0 and m mod 16 == 0
// OPTIMIZED-LABEL: @waste
// OPTIMIZED-NOT: affine.if
// OPTIMIZED: pad.stage = "compute"
func.func @waste(%A: memref<?x?x4x16xi32> {pad.name = "A", pad.logical = memref<?x?xi32, #pad.layout<[affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 16, d0 mod 4, d1 mod 16)>], ["undef"], {}>>}, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1}]}, %x: i32) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%m] {
      affine.for %ii = 0 to 4 {
        affine.for %jj = 0 to 16 {
          affine.if affine_set<(d0, d1, d2, d3)[s0, s1] : (s0 - 1 - d0 * 4 - d1 >= 0, s1 - 1 - d2 * 16 - d3 >= 0)>(%i, %ii, %j, %jj)[%n, %m] {
            affine.store %x, %A[%i, %j, %ii, %jj] : memref<?x?x4x16xi32>
          }
        }
      }
    }
  } {pad.stage = "compute"}
  %u = pad.undef : i32
  affine.for %i = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%m] {
      affine.for %ii = 0 to 4 {
        affine.for %jj = 0 to 16 {
          %c1 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * 4 + d1 - s0)>(%i, %ii)[%n]
          %c0 = arith.constant 0 : index
          %c2 = affine.apply affine_map<(d0, d1)[s0] -> (d0 * 16 + d1 - s0)>(%j, %jj)[%m]
          %b1 = arith.cmpi sge, %c1, %c0 : index
          %b2 = arith.cmpi sge, %c2, %c0 : index
          %b = arith.ori %b1, %b2 : i1
          scf.if %b {
            affine.store %u, %A[%i, %j, %ii, %jj] : memref<?x?x4x16xi32>
          }
        }
      }
    }
  } {pad.stage = "A_undef", pad.of_padding}
  func.return
}

// Two sizes that have to be equal, and padding that is too much where they are small.
// CHECK-LABEL: @both
// CHECK: affine.if
// REMARKS: out of bounds where A is as small as [{{.*}}]; it would go where n == m and max-waste is greater: state that by pad.size
// TOLD: it would go where n == m and max-waste is greater
func.func @both(%A: memref<?x16xi32> {pad.name = "A", pad.logical = memref<?xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 16, d0 mod 16)>], ["undef"], {}>>}, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index, %x: i32) {
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%m] {
    affine.for %ii = 0 to 16 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 16 - d1 >= 0)>(%io, %ii)[%n] {
        affine.store %x, %A[%io, %ii] : memref<?x16xi32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
    affine.for %ii = 0 to 16 {
      affine.if affine_set<(d0, d1)[s0] : (d0 * 16 + d1 - s0 >= 0)>(%io, %ii)[%n] {
        %u = pad.undef : i32
        affine.store %u, %A[%io, %ii] : memref<?x16xi32>
      }
    }
  } {pad.stage = "A_undef", pad.of_padding}
  func.return
}
