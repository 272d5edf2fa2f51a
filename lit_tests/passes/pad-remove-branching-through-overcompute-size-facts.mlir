// Facts about sizes that `trust` assumes, and sizes that are expected only, by which waste is judged.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute trust=true max-waste=inf}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir | filecheck %s --check-prefix=VERDICT
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute sizes="n=40..1000","A.1=30..200"}' -o %t.expected.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=EXPECTED < %t.expected.mlir
// RUN: filecheck %s --check-prefix=REMARKS < %t.remarks
// RUN: pad-tv %s %t.expected.mlir | filecheck %s --check-prefix=VALID
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{function=waste stage=compute trust=true}' 2>&1 | filecheck %s --check-prefix=KEPT

// At the head of the function, where anyone can see it; the guard goes, as n is a multiple of 4.
// CHECK-LABEL: @tiles
// CHECK-NEXT: %[[REST:.*]] = affine.apply affine_map<(d0) -> (d0 mod 4)>(%n)
// CHECK-NEXT: %[[NONE:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[REST]], %[[NONE]] : index
// CHECK-NEXT: pad.assume %[[HOLDS]] {pad.user} : i1
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// VERDICT: @tiles: valid under 1 user assume: {{.*}} (at n = 16; n = 0)
// VERDICT-NEXT: skipped, as an assume of the user is false there: n = 13; n = 1
// What sizes are expected to be proves nothing.
// EXPECTED-LABEL: @tiles
// EXPECTED-NOT: pad.assume
// EXPECTED: affine.if
// REMARKS: out of bounds where A is as small as [1]; it would go where n mod 4 == 0:
// VALID: @tiles: valid (at
func.func @tiles(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 4 - d1 >= 0)>(%io, %ii)[%n] {
        affine.store %x, %A[%io * 4 + %ii] : memref<?xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// No formula says how many instances are added in two directions. At the ends of what is expected they are few enough. Trust never
// assumes what only makes them few.
// CHECK-LABEL: @waste
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
// EXPECTED-LABEL: @waste
// EXPECTED-NOT: affine.if
// EXPECTED: pad.stage = "compute"
// VALID: @waste: valid (at
// KEPT: cannot be counted; max-waste=inf allows any number; it would be allowed where n mod 4 == 0 and m mod 16 == 0
// KEPT-LABEL: @waste
// KEPT-NOT: pad.assume
// KEPT: affine.if
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
