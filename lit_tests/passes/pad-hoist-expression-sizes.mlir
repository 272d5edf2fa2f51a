// Divisions that run, or divide by what is not 0, by the facts about sizes.
// RUN: pad-opt %s -p pad-hoist-expression --validate-each | filecheck %s

// The loop runs.
// CHECK-LABEL: @runs
// CHECK: arith.divsi
// CHECK: scf.if
// CHECK-NEXT: affine.for
func.func @runs(%A: memref<?xindex> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0, min = 1}]}, %d: index, %x: index) {
  affine.for %i = 0 to %n {
    %q = arith.divsi %x, %d : index
    %c = arith.cmpi slt, %q, %n : index
    scf.if %c {
      affine.store %q, %A[%i] : memref<?xindex>
    }
  } {pad.stage = "compute"}
  func.return
}

// The divisor is a size that is not 0; a divisor that may be 0 stays where it was.
// CHECK-LABEL: @divisor
// CHECK: arith.remsi %x, %m
// CHECK: affine.for
// CHECK-NEXT: arith.divui %x, %d
func.func @divisor(%A: memref<?x?xindex> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1, min = 1}]}, %d: index, %x: index) {
  affine.for %i = 0 to %n {
    %r = arith.remsi %x, %m : index
    %q = arith.divui %x, %d : index
    %s = arith.addi %r, %q : index
    affine.store %s, %A[%i, 0] : memref<?x?xindex>
  } {pad.stage = "compute"}
  func.return
}
