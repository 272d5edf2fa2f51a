// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// CHECK-LABEL: @loops
func.func @loops(%n: index, %c: i1) {
  %c1 = arith.constant 1 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
    // CHECK: {pad.loop = "ii"}
    } {pad.loop = "ii"}
  // CHECK: {pad.loop = "io", pad.stage = "compute"}
  } {pad.loop = "io", pad.stage = "compute"}
  affine.parallel (%p) = (0) to (4) {
  // CHECK: {pad.loop = "p"}
  } {pad.loop = "p"}
  scf.for %i = %c1 to %n step %c1 {
  // CHECK: {pad.loop = "i"}
  } {pad.loop = "i"}
  scf.parallel (%q) = (%c1) to (%n) step (%c1) {
    scf.reduce
  // CHECK: {pad.loop = "q"}
  } {pad.loop = "q"}
  %r = scf.while (%s = %c) : (i1) -> i1 {
    scf.condition(%s) %s : i1
  } do {
  ^bb0(%s: i1):
    scf.yield %s : i1
  // CHECK: pad.loop = "w"
  } attributes {pad.loop = "w"}
  func.return
}
