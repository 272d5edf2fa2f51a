// A fact about sizes with which a loop could be split ends the remark.
// RUN: pad-opt %s -p 'pad-partition-loops' --split-input-file --verify-diagnostics | filecheck %s

// The middle ends where m is, which need not be on the step.
// CHECK-LABEL: @step
// CHECK: affine.if
func.func @step(%A: memref<?xi32> {pad.name = "A"}, %n: index, %m: index, %x: i32) {
  // expected-remark@+1 {{not proven to start and end at multiples of the step 4; it would be split where m mod 4 == 0: state that by pad.size or a pad.assume}}
  affine.for %i = 0 to %n step 4 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%m] {
      affine.store %x, %A[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// With that stated, it is.
// CHECK-LABEL: @stated
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @stated(%A: memref<?xi32> {pad.name = "A"}, %n: index, %m: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %rest = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%m]
  %none = arith.cmpi eq, %rest, %c0 : index
  pad.assume %none : i1
  // expected-remark@+1 {{loop 'i' split into main, tail}}
  affine.for %i = 0 to %n step 4 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%m] {
      affine.store %x, %A[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
