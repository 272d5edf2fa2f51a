// Names that pad-hoist-stage refuses.
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=compute}' --split-input-file --verify-diagnostics

// expected-error@+1 {{there is no stage 'compute' in @unknown; its stages are: fill}}
func.func @unknown(%A: memref<14xf32>, %x: f32) {
  affine.for %j = 0 to 14 {
    affine.store %x, %A[%j] : memref<14xf32>
  } {pad.stage = "fill"}
  func.return
}

// -----

func.func private @taken_compute()
func.func @taken(%A: memref<14xf32>, %x: f32) {
  // expected-error@+1 {{there is a function @taken_compute already; give another `new-name`}}
  affine.for %j = 0 to 14 {
    affine.store %x, %A[%j] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

memref.global "private" constant @taken_compute : memref<2xf32> = dense<[1.0, 2.0]>
func.func @taken(%A: memref<14xf32>, %x: f32) {
  // expected-error@+1 {{there is a memref.global @taken_compute already; give another `new-name`}}
  affine.for %j = 0 to 14 {
    affine.store %x, %A[%j] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @two_stages(%A: memref<14xf32>, %x: f32) {
  // expected-error@+1 {{there are 2 stages 'compute' in @two_stages, and a function is made of one; give each a pad.stage of its own; they are at}}
  affine.for %j = 0 to 14 {
    affine.store %x, %A[%j] : memref<14xf32>
  } {pad.stage = "compute"}
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
