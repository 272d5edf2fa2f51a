// With --check-assumes, what is left of the entry's assumes when they would be dropped is asserted.
// RUN: pad-opt %s --check-assumes -p 'pad-to-host{stop=affine}' | filecheck %s
// RUN: pad-opt %s --check-assumes -p 'pad-to-host{stop=affine}' | mlir-opt | filecheck %s
// RUN: pad-opt %s --check-assumes -p pad-to-host | filecheck %s --check-prefix=LLVM
// RUN: pad-opt %s --check-assumes -p pad-remove-assume | filecheck %s
// RUN: pad-opt %s --check-assumes | filecheck %s --check-prefix=KEPT
// RUN: pad-opt %s -p pad-remove-assume | filecheck %s --check-prefix=NONE
// REQUIRES: mlir

// CHECK-LABEL: @f
// CHECK: arith.cmpf
// CHECK-NEXT: cf.assert %{{.*}}, "{{.*}}check-assumes.mlir:26:5: A is assumed to hold 0.0"
// CHECK-NOT: pad.assume

// LLVM: @abort

// KEPT: cf.assert
// KEPT-NEXT: pad.assume

// NONE-NOT: cf.assert
func.func @f(%A: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 2 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    pad.assume %holds : i1
  }
  func.return
}
