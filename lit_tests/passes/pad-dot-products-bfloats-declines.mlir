// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --split-input-file 2>/dev/null | filecheck %s
// CHECK-NOT: llvm.call_intrinsic
// CHECK-NOT: vector.

// What a layout of pairs would make possible is slower there than plain vectors.
func.func @columns(%A: memref<4xbf16>, %B: memref<4x16xbf16>, %C: memref<16xf32>) {
  // expected-remark@+1 {{products in loop 'j' not grouped: the processor's instruction for bf16 is slower than sums and products of f32}}
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xf32>
      %a = affine.load %A[%k] : memref<4xbf16>
      %b = affine.load %B[%k, %j] : memref<4x16xbf16>
      %x = arith.extf %a : bf16 to f32
      %y = arith.extf %b : bf16 to f32
      %p = arith.mulf %x, %y fastmath<fast> : f32
      %s = arith.addf %c, %p fastmath<fast> : f32
      affine.store %s, %C[%j] : memref<16xf32>
    }
  }
  func.return
}
