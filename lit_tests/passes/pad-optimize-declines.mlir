// RUN: pad-opt %s -p 'pad-optimize{function=f max-waste=0.1}' --split-input-file --verify-diagnostics | filecheck %s

// More waste than allowed: every other cell is added.
// CHECK-LABEL: @f
// CHECK: affine.for %i{{.*}} = 0 to 15 {
// CHECK-NEXT: affine.if
// expected-remark@+1 {{guards left in @f: 1}}
func.func @f(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i * 2 + 1] : memref<16xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{guard kept: overcompute would add 7 instances to 8, more than max-waste=0.1 allows}}
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// So would these; but the loop can end earlier.
// CHECK-LABEL: @f
// CHECK: affine.for %i{{.*}} = 0 to 10
// CHECK-NOT: affine.if
func.func @f(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 10 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{stage 'compute': guard replaced by loop bounds, not by overcompute: overcompute would add 6 instances to 10, more than max-waste=0.1 allows}}
    affine.if affine_set<(d0) : (9 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A condition on data.
// CHECK-LABEL: @f
// CHECK: scf.if
// expected-remark@+1 {{guards left in @f: 1}}
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %less = arith.cmpi slt, %a, %one : i32
    // expected-remark@+1 {{guard kept: its condition is not one on indices alone}}
    scf.if %less {
      affine.store %one, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Moving the condition before the loop would take a copy of the loop: that is no gain for sure.
// CHECK-LABEL: @f
// CHECK: affine.for
// CHECK-NEXT: scf.if %c
// CHECK: affine.store
// CHECK: affine.store
// CHECK-NOT: affine.for
// expected-remark@+1 {{guards left in @f: 1}}
func.func @f(%B: memref<16xi32>, %C: memref<16xi32>, %c: i1) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{stage 'i': guard kept: its condition is not one on indices alone}}
    scf.if %c {
      affine.store %one, %B[%i] : memref<16xi32>
    }
    affine.store %one, %C[%i] : memref<16xi32>
  }
  func.return
}

// -----

func.func @f(%A: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %c3 = arith.constant 3 : index
    %holds = arith.cmpi slt, %i, %c3 : index
    // expected-error@+1 {{the assumed condition is false at iteration [3]}}
    pad.assume %holds : i1
  }
  func.return
}

// -----

// expected-error@+1 {{there is no function @f with a body; there are: @g}}
builtin.module {
  func.func @g() {
    func.return
  }
}

// -----

// There is no guard to drop before the layout is applied.
// CHECK-LABEL: @f
// CHECK: affine.for %i{{.*}} = 0 to 5
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0 : i32], {}>
// expected-remark@+1 {{@f has a buffer whose #pad.layout is not applied yet: what its padding allows is seen after pad-apply-layouts}}
func.func @f(%A: memref<5xi32, #tiles>, %B: memref<1xi32>) {
  affine.for %i = 0 to 5 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<5xi32, #tiles>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// What writes padding has its guard for good: it is told beside others, and no word where it is all there is.
// CHECK-LABEL: @f
// CHECK: scf.if
// CHECK: affine.if
// expected-remark@+1 {{guards left in @f: 1, besides 1 in stages that only treat padding}}
func.func @f(%A: memref<4x4xi32>, %C: memref<4xi1>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %c = affine.load %C[%j] : memref<4xi1>
      // expected-remark@+1 {{stage 'compute': guard kept: its condition is not one on indices alone}}
      scf.if %c {
        affine.store %x, %A[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : ((d0 + d1) mod 3 == 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.of_padding, pad.stage = "A_padding"}
  func.return
}

// -----

// CHECK-LABEL: @f
// CHECK: affine.if
func.func @f(%A: memref<4x4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : ((d0 + d1) mod 3 == 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.of_padding, pad.stage = "A_padding"}
  func.return
}

// -----

// A guard of tiles that must stay: it becomes a bound that is another one in the last tile.
// CHECK-LABEL: @f
// CHECK: affine.for %io{{.*}} = 0 to 8
// CHECK-NEXT: affine.for %ii{{.*}} = 0 to min affine_map<(d0) -> (d0 * -4 + 30, 4)>(%io{{.*}}) {
// CHECK-NOT: affine.if
func.func @f(%A: memref<8x4xi32>, %B: memref<1xi32>) {
  affine.for %io = 0 to 8 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{is not shown to store the same value in B[0]}}
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 29 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<8x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Where the bound is the same for all iterations around, nobody misses anything.
// CHECK-LABEL: @f
// CHECK: affine.for %i{{.*}} = 0 to 30
// CHECK-NOT: affine.if
func.func @f(%A: memref<32xi32>, %B: memref<1xi32>) {
  affine.for %i = 0 to 32 {
    affine.if affine_set<(d0) : (29 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<32xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A guard that cannot go costs no branch in the loop.
// CHECK-LABEL: @f
// CHECK-NOT: affine.if
// CHECK: affine.for %ji = 0 to min affine_map<(d0) -> (d0 * -4 + 14, 4)>(%jo)
// CHECK-NOT: affine.if
func.func @f(%A: memref<16x14xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        // expected-remark@+1 {{stage 'compute': guard replaced by loop bounds, not removed: without the guard, 'affine.load' would access A[0, 14], out of bounds; give A a layout with extents=[16, 16] or more, padded with undef or a constant}}
        affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%jo, %ji) {
          %sum = affine.load %B[%i] : memref<16xf32>
          %a = affine.load %A[%i, %jo * 4 + %ji] : memref<16x14xf32>
          %next = arith.addf %sum, %a : f32
          affine.store %next, %B[%i] : memref<16xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
