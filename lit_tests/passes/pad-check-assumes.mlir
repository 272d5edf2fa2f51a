// RUN: pad-opt %s -p pad-check-assumes | filecheck %s
// RUN: pad-opt %s --check-assumes -p 'pad-to-host{stop=affine}' | filecheck %s --check-prefix=HOST
// RUN: pad-opt %s -p pad-check-assumes,pad-check-assumes | filecheck %s --check-prefix=TWICE

// What the caller promises, in a loop and with a condition, is tested where it is assumed.
// CHECK-LABEL: @user
// CHECK: %[[BIG:.*]] = arith.cmpi sge, %n, %{{.*}} : index
// CHECK-NEXT: cf.assert %[[BIG]], "{{.*}}pad-check-assumes.mlir:31:3: the assumed condition does not hold"
// CHECK-NEXT: pad.assume %[[BIG]] : i1
// CHECK: affine.for
// CHECK: %[[EITHER:.*]] = arith.ori
// CHECK-NEXT: cf.assert %[[EITHER]], "{{.*}}pad-check-assumes.mlir:37:5: A is assumed to hold 0.0"
// CHECK-NEXT: pad.assume %[[EITHER]] : i1
// CHECK: affine.for

// Lowering drops the assumes, and leaves what is asserted, with what it is computed from.
// HOST-LABEL: @user
// HOST-NOT: pad.assume
// HOST: %[[EITHER:.*]] = arith.ori
// HOST-NEXT: cf.assert %[[EITHER]]
// HOST-NOT: pad.assume

// TWICE-LABEL: @user
// TWICE-COUNT-2: cf.assert
// TWICE-NOT: cf.assert
func.func @user(%A: memref<16xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %c14 = arith.constant 14 : index
  %big = arith.cmpi sge, %n, %c3 : index
  pad.assume %big : i1
  affine.for %i = 0 to 16 {
    %valid = arith.cmpi slt, %i, %c14 : index
    %a = affine.load %A[%i] : memref<16xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    %either = arith.ori %valid, %holds : i1
    pad.assume %either : i1
  }
  affine.for %i = 0 to 16 {
    affine.store %zero, %A[%i] : memref<16xf32>
  }
  func.return
}
