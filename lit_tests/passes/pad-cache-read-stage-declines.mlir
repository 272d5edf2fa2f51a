// Where pad-cache-read leaves a buffer alone in one stage.
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A stage=fill}' --verify-diagnostics
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A stage=fill}' 2>/dev/null | filecheck %s

// CHECK-NOT: A_cache

// expected-remark@+1 {{[pad-cache-read] buffer 'A' not cached: it is not read there; use pad-cache-write for what is written}}
func.func @only_written(%A: memref<14xf32>, %B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.stage = "fill"}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  } {pad.stage = "copy"}
  func.return
}
