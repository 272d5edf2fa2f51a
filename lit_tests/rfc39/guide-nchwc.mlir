// RFC 39, guide: `s[B].transform_layout(nhwc_to_nchwc)`, from NHWC to NCHWc, and the definition that would produce an
// equivalent physical layout. The RFC leaves the shape open.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: filecheck %s --check-prefix=EQUIVALENT < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)" function=B}, \
// RUN:   pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=KEPT < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)" function=B loops=follow}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.2.mlir
// RUN: pad-tv %s %t.2.mlir

// ORIGINAL-LABEL: @B(%A: memref<2x3x5x8xf32>, %B: memref<2x3x5x8xf32>)
// ORIGINAL: affine.for %[[N:.*]] = 0 to 2 {
// ORIGINAL-NEXT: affine.for %[[H:.*]] = 0 to 3 {
// ORIGINAL-NEXT: affine.for %[[W:.*]] = 0 to 5 {
// ORIGINAL-NEXT: affine.for %[[C:.*]] = 0 to 8 {
// ORIGINAL-NEXT: %[[V:.*]] = affine.load %A[%[[N]], %[[H]], %[[W]], %[[C]]]
// ORIGINAL-NEXT: affine.store %[[V]], %B[%[[N]], %[[H]], %[[W]], %[[C]]]

// KEPT-LABEL: @B(%A: memref<2x3x5x8xf32>, %B: memref<2x2x3x5x4xf32>
// KEPT: affine.for %[[N:.*]] = 0 to 2 {
// KEPT-NEXT: affine.for %[[H:.*]] = 0 to 3 {
// KEPT-NEXT: affine.for %[[W:.*]] = 0 to 5 {
// KEPT-NEXT: affine.for %[[C:.*]] = 0 to 8 {
// KEPT-NEXT: %[[V:.*]] = affine.load %A[%[[N]], %[[H]], %[[W]], %[[C]]]
// KEPT-NEXT: affine.store %[[V]], %B[%[[N]], %[[C]] floordiv 4, %[[H]], %[[W]], %[[C]] mod 4]

// TRANSFORMED-LABEL: @B(%A: memref<2x3x5x8xf32>, %B: memref<2x2x3x5x4xf32>
// TRANSFORMED: affine.for %[[N:.*]] = 0 to 2 {
// TRANSFORMED-NEXT: affine.for %[[CO:.*]] = 0 to 2 {
// TRANSFORMED-NEXT: affine.for %[[H:.*]] = 0 to 3 {
// TRANSFORMED-NEXT: affine.for %[[W:.*]] = 0 to 5 {
// TRANSFORMED-NEXT: affine.for %[[CI:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: %[[V:.*]] = affine.load %A[%[[N]], %[[H]], %[[W]], %[[CO]] * 4 + %[[CI]]]
// TRANSFORMED-NEXT: affine.store %[[V]], %B[%[[N]], %[[CO]], %[[H]], %[[W]], %[[CI]]]
// TRANSFORMED-NOT: affine.if
func.func @B(%A: memref<2x3x5x8xf32>, %B: memref<2x3x5x8xf32>) {
  affine.for %n = 0 to 2 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 5 {
        affine.for %c = 0 to 8 {
          %a = affine.load %A[%n, %h, %w, %c] : memref<2x3x5x8xf32>
          affine.store %a, %B[%n, %h, %w, %c] : memref<2x3x5x8xf32>
        }
      }
    }
  } {pad.stage = "B"}
  func.return
}

// EQUIVALENT-LABEL: @B_equivalent(%A: memref<2x3x5x8xf32>, %B_equivalent: memref<2x2x3x5x4xf32>
// EQUIVALENT: affine.for %[[N:.*]] = 0 to 2 {
// EQUIVALENT-NEXT: affine.for %[[CO:.*]] = 0 to 2 {
// EQUIVALENT-NEXT: affine.for %[[H:.*]] = 0 to 3 {
// EQUIVALENT-NEXT: affine.for %[[W:.*]] = 0 to 5 {
// EQUIVALENT-NEXT: affine.for %[[CI:.*]] = 0 to 4 {
// EQUIVALENT-NEXT: %[[V:.*]] = affine.load %A[%[[N]], %[[H]], %[[W]], %[[CO]] * 4 + %[[CI]]]
// EQUIVALENT-NEXT: affine.store %[[V]], %B_equivalent[%[[N]], %[[CO]], %[[H]], %[[W]], %[[CI]]]
func.func @B_equivalent(%A: memref<2x3x5x8xf32>, %B_equivalent: memref<2x2x3x5x4xf32>) {
  affine.for %n = 0 to 2 {
    affine.for %c_outer = 0 to 2 {
      affine.for %h = 0 to 3 {
        affine.for %w = 0 to 5 {
          affine.for %c_inner = 0 to 4 {
            %a = affine.load %A[%n, %h, %w, 4 * %c_outer + %c_inner] : memref<2x3x5x8xf32>
            affine.store %a, %B_equivalent[%n, %c_outer, %h, %w, %c_inner] : memref<2x2x3x5x4xf32>
          }
        }
      }
    }
  } {pad.stage = "B_equivalent"}
  func.return
}
