// Where a read cannot be kept in bounds, or more than bounds is in the way, the guard and the read stay as they were.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{index=clamp}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{index=extend}' --split-input-file 2>&1 | filecheck %s --check-prefix=EXTEND
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{index=wrap}' --split-input-file 2>&1 | filecheck %s --check-prefix=WRAP

// The value read would be stored where somebody may look.
// CHECK-LABEL: @seen
// CHECK: affine.if
// CHECK-NEXT: affine.load %A[%i] : memref<6xi32>
// WRAP: would access A[6], out of bounds; the option index=wrap does not help: without the guard, iteration {{.*}} is not shown to store the same value in B[6]
// EXTEND: remark: [pad-remove-branching-through-overcompute] stage 'compute': guard kept: without the guard, 'affine.load' would access A[6], out of bounds; the option index=extend does not help: A is not allocated in the function
func.func @seen(%A: memref<6xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'affine.load' would access A[6], out of bounds; the option index=clamp does not help: without the guard, iteration }}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<6xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The cell in bounds that is nearest is forbidden padding.
// CHECK-LABEL: @forbidden
// CHECK: affine.if
// CHECK-NEXT: affine.load %A[%i floordiv 4, %i mod 4]
func.func @forbidden(%A: memref<4x4xi32> {pad.logical = memref<13xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %B: memref<20xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 20 {
    // expected-remark@+1 {{without the guard, 'affine.load' would access A[4, 0], out of bounds; the option index=clamp does not help: without the guard, A[3, 1] would be read, but nothing says what it holds; give the padding of A a value, or undef}}
    affine.if affine_set<(d0) : (12 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xi32>
      affine.store %a, %B[%i] : memref<20xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 13 to 20 {
    affine.store %zero, %B[%i] : memref<20xi32>
  }
  func.return
}

// -----

// A store has no other place.
// CHECK-LABEL: @store
// CHECK: affine.if
func.func @store(%A: memref<6xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'affine.store' would access A[6], out of bounds; the option index=clamp does not help: only a read gets another index by it, and a write by index=wrap}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<6xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A buffer that may be empty has no cell to read instead.
// CHECK-LABEL: @may_be_empty
// CHECK: affine.if
// WRAP: the option index=wrap does not help: without the guard, 'memref.load' would access A[0], out of bounds where A is as small as [0]
func.func @may_be_empty(%A: memref<?xi32>, %n: index {pad.size = [{of = "A", dim = 0, max = 8}]}, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{the option index=clamp does not help: without the guard, 'memref.load' would access A[-1], out of bounds}}
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<?xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// -----

// A copy of the whole buffer ties it to its size; clamped reads leave that alone.
// CHECK-LABEL: @copied
// CHECK-NOT: affine.if
// CHECK: func.return
// EXTEND: the option index=extend does not help: 'memref.copy' uses t as a whole
func.func @copied(%A: memref<6xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloc() : memref<6xi32>
  memref.copy %A, %t : memref<6xi32> to memref<6xi32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %t[%i] : memref<6xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// -----

// No buffer begins before its beginning.
// CHECK-LABEL: @in_front
// CHECK-NOT: affine.if
// CHECK: func.return
// EXTEND: the option index=extend does not help: t would be read before its beginning, or without a last index
func.func @in_front(%A: memref<6xi32>, %B: memref<6xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloc() : memref<6xi32>
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    affine.store %a, %t[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %a = affine.load %t[%i - 1] : memref<6xi32>
      affine.store %a, %B[%i] : memref<6xi32>
    }
  } {pad.stage = "compute"}
  affine.store %zero, %B[0] : memref<6xi32>
  func.return
}

// -----

// A size that is an argument.
// CHECK-LABEL: @sized
// EXTEND: the option index=extend does not help: t has a size that is not known, or a layout of its own
func.func @sized(%n: index, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloc(%n) : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.store %zero, %t[%i] : memref<?xi32>
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{the option index=clamp does not help}}
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %t[%i] : memref<?xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// -----

// A write at another index must leave what that cell holds: here it would add to it.
// CHECK-LABEL: @adds
// CHECK: affine.if
// CHECK: affine.store %{{.*}}, %B[%i] : memref<6xi32>
// WRAP: would access B[6], out of bounds; the option index=wrap does not help: without the guard, iteration {{.*}} is not shown to store the same value in B[0]
func.func @adds(%A: memref<8xi32>, %B: memref<6xi32>) {
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'affine.load' would access B[6], out of bounds}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %b = affine.load %B[%i] : memref<6xi32>
      %a = affine.load %A[%i] : memref<8xi32>
      %s = arith.addi %b, %a : i32
      affine.store %s, %B[%i] : memref<6xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A buffer that is stored itself, to be used from there, keeps its type.
// CHECK-LABEL: @stored
// CHECK: affine.if
// EXTEND: @stored
// EXTEND: memref.alloc() : memref<6xi32>
func.func @stored(%P: memref<1xmemref<6xi32>>, %B: memref<8xi32>, %x: i32) {
  %t = memref.alloc() : memref<6xi32>
  affine.for %i = 0 to 6 {
    affine.store %x, %t[%i] : memref<6xi32>
  }
  affine.store %t, %P[0] : memref<1xmemref<6xi32>>
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{guard kept: }}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %t[%i] : memref<6xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    affine.store %x, %B[%i] : memref<8xi32>
  }
  func.return
}

// -----

// With strides of its own, a longer row would reach into the next one; clamped, it stays.
// CHECK-LABEL: @strided
// CHECK: affine.min
// EXTEND: @strided
// EXTEND: memref.alloc() : memref<4x4xi32, strided<[4, 1]>>
func.func @strided(%A: memref<4x4xi32>, %B: memref<4x6xi32>, %x: i32) {
  %t = memref.alloc() : memref<4x4xi32, strided<[4, 1]>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<4x4xi32>
      affine.store %a, %t[%i, %j] : memref<4x4xi32, strided<[4, 1]>>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.if affine_set<(d0) : (3 - d0 >= 0)>(%j) {
        %a = affine.load %t[%i, %j] : memref<4x4xi32, strided<[4, 1]>>
        affine.store %a, %B[%i, %j] : memref<4x6xi32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 4 {
    affine.for %j = 4 to 6 {
      affine.store %x, %B[%i, %j] : memref<4x6xi32>
    }
  }
  func.return
}

// -----

// What may be read is asked without a formula for the cells, which isl would take long to find.
// CHECK-LABEL: @strides
// CHECK: affine.if
func.func @strides(%X: memref<915xf32>, %Y: memref<3x8x25xf32> {pad.logical = memref<3x7x25xf32, #pad.layout<[affine_map<(g, o, x) -> (g, o, x)>], ["undef"], {extents = [[3, 8, 25]]}>>}) {
  affine.for %g = 0 to 3 {
    affine.for %oo = 0 to 4 {
      affine.for %oi = 0 to 2 {
        // expected-remark@+1 {{stage 'conv': guard kept: without the guard, iteration [0, 3, 1, 0, 0, 0] is not shown to store the same value in Y[0, 7, 0], which may be read later}}
        affine.if affine_set<(d0, d1) : (d0 * -2 - d1 + 6 >= 0)>(%oo, %oi) {
          affine.for %x = 0 to 25 {
            affine.for %c = 0 to 5 {
              affine.for %t = 0 to 5 {
                %a = affine.load %X[%g * 305 + %c * 61 + %t * 3 + %x * 2] : memref<915xf32>
                affine.store %a, %Y[%g, %oo * 2 + %oi, %x] : memref<3x8x25xf32>
              }
            }
          }
        }
      }
    }
  } {pad.stage = "conv"}
  func.return
}

// -----

// What assumes say of undef holds of some value, not of the same in both: nothing is said of %n and %m.
// CHECK-LABEL: @assumed_of_undef
// CHECK: affine.if
func.func @assumed_of_undef(%n: index, %m: index, %x: f32) -> memref<?xf32> {
  %u = pad.undef : index
  %below = arith.cmpi slt, %n, %u : index
  pad.assume %below : i1
  %above = arith.cmpi slt, %u, %m : index
  pad.assume %above : i1
  %B = memref.alloc(%m) : memref<?xf32>
  affine.for %i = 0 to %n {
    // expected-remark@+1 {{without the guard, 'affine.store' would access B[0], out of bounds where B is as small as [0]}}
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%m] {
      affine.store %x, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "s"}
  func.return %B : memref<?xf32>
}

// -----

// By an unknown size, an index is wrapped at most once: of 5 cells, index 10 is none of them then. Of the even sizes, 6 is the first.
// CHECK-LABEL: @two_sizes_beyond
// CHECK: affine.if
// CHECK-NEXT: affine.load %A[%i] : memref<?xi32>
// WRAP: the option index=wrap does not help: without the guard, 'memref.load' would access A[5], out of bounds where A is as small as [5]; it would go where n mod 2 == 0
func.func @two_sizes_beyond(%A: memref<?xi32>, %n: index {pad.size = [{of = "A", dim = 0, min = 5}]}, %B: memref<12xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 12 {
    // expected-remark@+1 {{A is as small as [5]; the option index=clamp does not help: it may add more than max-waste=1 times as many instances}}
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<?xi32>
      affine.store %a, %B[%i] : memref<12xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 5 to 12 {
    affine.store %zero, %B[%i] : memref<12xi32>
  }
  func.return
}

// -----

// Nor has a buffer without cells another cell.
// CHECK-LABEL: @without_cells
// CHECK: affine.if
// WRAP: the option index=wrap does not help: A is empty, and has no other index
func.func @without_cells(%A: memref<0xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{A[0]}}
    affine.if affine_set<(d0) : (-d0 - 1 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<0xi32>
      affine.store %a, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 4 {
    affine.store %zero, %B[%i] : memref<4xi32>
  }
  func.return
}
