// Dynamic sizes are sampled, within what `pad.size` allows, or given.
// RUN: sed 's/(s0)>/(s0 floordiv 8 * 8)>/' %s > %t.mlir
// RUN: pad-tv %s %t.mlir | filecheck %s
// RUN: pad-tv --size n=24 %s %t.mlir | filecheck %s --check-prefix=GIVEN
// RUN: not pad-tv --size n=5 %s %t.mlir 2>&1 | filecheck %s --check-prefix=RULED-OUT
// CHECK: {{^}}@fill: valid (at n = 16; n = 8; n = 24; n = 72; n = 80; n = 64)
// GIVEN: {{^}}@fill: valid (at n = 24)
// RULED-OUT: {{^}}pad-tv: error: --size n=5: pad.size rules it out

func.func @fill(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, min = 1, multiple = 8}]}) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to affine_map<()[s0] -> (s0)>()[%n] {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  func.return
}
