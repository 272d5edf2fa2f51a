// After pad-to-host there are no buffers.
// RUN: pad-opt %s -p 'pad-to-host,pad-transform-layout{buffer=A map="(i) -> (i)"}' --verify-diagnostics

// expected-error@+1 {{there is no buffer 'A' in the module, where no buffer has a name; the functions are already lowered to LLVM: apply layouts before pad-to-host}}
func.func @f(%A: memref<14xf32>, %x: f32) {
  affine.store %x, %A[0] : memref<14xf32>
  func.return
}
