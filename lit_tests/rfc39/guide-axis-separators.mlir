// RFC 39, guide: the axes of a buffer as flat memory, and as 2-d and 3-d memory by separators; (M, N, P, Q) are (2, 3, 4, 8).
// The order of loops is another question (guide-loops.mlir).
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(m, n, p, q) -> (m, n, p, q)"},pad-apply-layouts,pad-flatten-buffers{buffer=B}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=NONE < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(m, n, p, q) -> (m, n, p, q)" separators=2},pad-apply-layouts,pad-flatten-buffers{buffer=B}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=ONE < %t.2.mlir
// RUN: pad-tv %s %t.2.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(m, n, p, q) -> (m, n, p, q)" separators=1,3},pad-apply-layouts,pad-flatten-buffers{buffer=B}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=TWO < %t.3.mlir
// RUN: pad-tv %s %t.3.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(m, n, p, q) -> (m, q floordiv 4, n, p, q mod 4)" separators=3},pad-apply-layouts' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=SPLIT < %t.4.mlir
// RUN: pad-tv %s %t.4.mlir
// RUN: pad-opt %t.4.mlir -p 'pad-flatten-buffers{buffer=B}' -o %t.5.mlir
// RUN: filecheck %s --check-prefix=SPLIT-AND-FLAT < %t.5.mlir
// RUN: pad-tv %t.4.mlir %t.5.mlir

// ORIGINAL-LABEL: @B(%A: memref<2x3x4x8xf32>, %B: memref<2x3x4x8xf32>)
// ORIGINAL: affine.store %{{.*}}, %B[%m, %n, %p, %q]

// The default: (M*N*P*Q,).
// NONE-LABEL: @B(%A: memref<2x3x4x8xf32>, %B: memref<192xf32>
// NONE: affine.store %{{.*}}, %B[%m * 96 + %n * 32 + %p * 8 + %q]

// (M*N, P*Q).
// ONE-LABEL: @B(%A: memref<2x3x4x8xf32>, %B: memref<6x32xf32>
// ONE: affine.store %{{.*}}, %B[%m * 3 + %n, %p * 8 + %q]

// (M, N*P, Q).
// TWO-LABEL: @B(%A: memref<2x3x4x8xf32>, %B: memref<2x12x8xf32>
// TWO: affine.store %{{.*}}, %B[%m, %n * 4 + %p, %q]

// With a reorder and a split: (M, Q/4, N, P, 4), then (M*(Q/4)*N, P*4).
// SPLIT-LABEL: @B(%A: memref<2x3x4x8xf32>, %B: memref<2x2x3x4x4xf32> {{.*}}separators = [3]
// SPLIT: affine.store %{{.*}}, %B[%m, %q floordiv 4, %n, %p, %q mod 4]

// SPLIT-AND-FLAT-LABEL: @B(%A: memref<2x3x4x8xf32>, %B: memref<12x16xf32> {{.*}}separators = [1]
// SPLIT-AND-FLAT: affine.store %{{.*}}, %B[%m * 6 + (%q floordiv 4) * 3 + %n, %p * 4 + %q mod 4]
func.func @B(%A: memref<2x3x4x8xf32>, %B: memref<2x3x4x8xf32>) {
  affine.for %m = 0 to 2 {
    affine.for %n = 0 to 3 {
      affine.for %p = 0 to 4 {
        affine.for %q = 0 to 8 {
          %a = affine.load %A[%m, %n, %p, %q] : memref<2x3x4x8xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %B[%m, %n, %p, %q] : memref<2x3x4x8xf32>
        }
      }
    }
  } {pad.stage = "B"}
  func.return
}
