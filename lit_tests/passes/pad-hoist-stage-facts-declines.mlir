// Choices of what to tell that pad-hoist-stage refuses.
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=total facts="A:access,X:none"}' --split-input-file --verify-diagnostics
// RUN: not pad-opt %s -p 'pad-hoist-stage{stage=total facts=some}' 2>&1 | filecheck %s --check-prefix=WORD
// RUN: not pad-opt %s -p 'pad-hoist-stage{stage=total facts=":none"}' 2>&1 | filecheck %s --check-prefix=NOBODY

// WORD: error: `facts` is 'some', and should be all, access or none, or that for each of some buffers: B:access,C:none
// NOBODY: error: `facts` is ':none', and should be all, access or none, or that for each of some buffers: B:access,C:none
func.func @unknown(%A: memref<14xf32>, %x: f32) {
  // expected-error@+1 {{the stage has no buffer 'X' to expose facts of; its buffers are: A}}
  affine.for %j = 0 to 14 {
    affine.store %x, %A[%j] : memref<14xf32>
  } {pad.stage = "total"}
  func.return
}

// -----

func.func @nameless(%0: memref<14xf32>, %x: f32) {
  // expected-error@+1 {{the stage has no buffer 'A' to expose facts of; it names none}}
  affine.for %j = 0 to 14 {
    affine.store %x, %0[%j] : memref<14xf32>
  } {pad.stage = "total"}
  func.return
}
