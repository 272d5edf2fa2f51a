// What makes guards go, case by case. All are on the physical form; -layouts.mlir starts from the logical one.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s --enable-var-scope

// The assume nest of RFC 77, and a guard made of arith.ori.
// CHECK-LABEL: @assumed
// CHECK:       pad.assume
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      %[[SUM:.*]] = affine.load %B[0]
// CHECK-NEXT:      %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// CHECK-NEXT:      %[[NEXT:.*]] = arith.addi %[[SUM]], %[[A]] : i32
// CHECK-NEXT:      affine.store %[[NEXT]], %B[0]
// CHECK-NEXT:    }
// CHECK-NEXT:  } {pad.stage = "compute"}
func.func @assumed(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : index
  %two = arith.constant 2 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %front = arith.cmpi slt, %io, %three : index
      %left = arith.cmpi slt, %ii, %two : index
      %valid = arith.ori %front, %left : i1
      %a = affine.load %A[%io, %ii] : memref<4x4xi32>
      %padding = arith.cmpi eq, %a, %zero : i32
      %either = arith.ori %valid, %padding : i1
      pad.assume %either : i1
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %front = arith.cmpi slt, %io, %three : index
      %left = arith.cmpi slt, %ii, %two : index
      %valid = arith.ori %front, %left : i1
      scf.if %valid {
        %sum = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %next = arith.addi %sum, %a : i32
        affine.store %next, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A float sum that starts at +0.0 is never -0.0, so adding +0.0 changes nothing. No flag is needed.
// CHECK-LABEL: @sum_in_memory
// CHECK-NOT:   affine.if
func.func @sum_in_memory(%A: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %sum = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %next = arith.addf %sum, %a : f32
      affine.store %next, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @initialised_in_the_nest
// CHECK-NOT:   affine.if
func.func @initialised_in_the_nest(%A: memref<8x4xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %r = 0 to 8 {
    affine.store %zero, %A[%r, 3] : memref<8x4xf32>
  }
  affine.for %r = 0 to 8 {
    affine.store %zero, %B[%r] : memref<8xf32>
    affine.for %i = 0 to 4 {
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %sum = affine.load %B[%r] : memref<8xf32>
        %a = affine.load %A[%r, %i] : memref<8x4xf32>
        %next = arith.addf %sum, %a : f32
        affine.store %next, %B[%r] : memref<8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @carried
// CHECK:       affine.for %[[I:.*]] = 0 to 4 iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32) {
// CHECK-NEXT:    %[[A:.*]] = memref.load %A[%[[I]]]
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addf %[[ACC]], %[[A]] : f32
// CHECK-NEXT:    affine.yield %[[NEXT]]
func.func @carried(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (f32) {
    %new = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> f32 {
      %a = memref.load %A[%i] : memref<4xf32>
      %next = arith.addf %acc, %a : f32
      affine.yield %next : f32
    } else {
      affine.yield %acc : f32
    }
    affine.yield %new : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// select(valid, acc + a, acc), and what only computed its condition
// CHECK-LABEL: @select_of_the_sum
// CHECK:       affine.for %[[I:.*]] = 0 to 4 iter_args(%[[ACC:.*]] = %{{.*}}) -> (f32) {
// CHECK-NEXT:    %[[A:.*]] = affine.load %A[%[[I]]]
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addf %[[ACC]], %[[A]] : f32
// CHECK-NEXT:    affine.yield %[[NEXT]]
func.func @select_of_the_sum(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3 : index
  affine.store %zero, %A[3] : memref<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<4xf32>
    %next = arith.addf %acc, %a : f32
    %valid = arith.cmpi slt, %i, %three : index
    %new = arith.select %valid, %next, %acc : f32
    affine.yield %new : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// acc + select(valid, a, 0.0)
// CHECK-LABEL: @select_of_the_summand
// CHECK:         %[[A:.*]] = affine.load %A[%{{.*}}]
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addf %{{.*}}, %[[A]] : f32
func.func @select_of_the_summand(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3 : index
  affine.store %zero, %A[3] : memref<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<4xf32>
    %valid = arith.cmpi slt, %i, %three : index
    %summand = arith.select %valid, %a, %zero : f32
    %next = arith.addf %acc, %summand : f32
    affine.yield %next : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// A sum under a flag for it may start anywhere; -0.0 is neutral without one, and so are 1.0, -inf and the like.
// CHECK-LABEL: @other_neutral_values
// CHECK-NOT:   affine.if
func.func @other_neutral_values(%A: memref<5x4xf32>, %B: memref<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  affine.store %zero, %A[0, 3] : memref<5x4xf32>
  affine.store %minus, %A[1, 3] : memref<5x4xf32>
  affine.store %one, %A[2, 3] : memref<5x4xf32>
  affine.store %low, %A[3, 3] : memref<5x4xf32>
  affine.store %nan, %A[4, 3] : memref<5x4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s0 = affine.load %B[0] : memref<5xf32>
      %a0 = affine.load %A[0, %i] : memref<5x4xf32>
      %n0 = arith.addf %s0, %a0 fastmath<nsz> : f32
      affine.store %n0, %B[0] : memref<5xf32>
      %s1 = affine.load %B[1] : memref<5xf32>
      %a1 = affine.load %A[1, %i] : memref<5x4xf32>
      %n1 = arith.addf %a1, %s1 : f32
      affine.store %n1, %B[1] : memref<5xf32>
      %s2 = affine.load %B[2] : memref<5xf32>
      %a2 = affine.load %A[2, %i] : memref<5x4xf32>
      %n2 = arith.mulf %s2, %a2 : f32
      affine.store %n2, %B[2] : memref<5xf32>
      %s3 = affine.load %B[3] : memref<5xf32>
      %a3 = affine.load %A[3, %i] : memref<5x4xf32>
      %n3 = arith.maximumf %s3, %a3 : f32
      affine.store %n3, %B[3] : memref<5xf32>
      %s4 = affine.load %B[4] : memref<5xf32>
      %a4 = affine.load %A[4, %i] : memref<5x4xf32>
      %n4 = arith.minnumf %s4, %a4 : f32
      affine.store %n4, %B[4] : memref<5xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @integers
// CHECK-NOT:   affine.if
func.func @integers(%A: memref<6x4xi8>, %B: memref<6xi8>) {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %ones = arith.constant -1 : i8
  %least = arith.constant -128 : i8
  %most = arith.constant 127 : i8
  affine.store %zero, %A[0, 3] : memref<6x4xi8>
  affine.store %one, %A[1, 3] : memref<6x4xi8>
  affine.store %ones, %A[2, 3] : memref<6x4xi8>
  affine.store %least, %A[3, 3] : memref<6x4xi8>
  affine.store %most, %A[4, 3] : memref<6x4xi8>
  affine.store %ones, %A[5, 3] : memref<6x4xi8>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s0 = affine.load %B[0] : memref<6xi8>
      %a0 = affine.load %A[0, %i] : memref<6x4xi8>
      %n0 = arith.xori %s0, %a0 : i8
      affine.store %n0, %B[0] : memref<6xi8>
      %s1 = affine.load %B[1] : memref<6xi8>
      %a1 = affine.load %A[1, %i] : memref<6x4xi8>
      %n1 = arith.muli %s1, %a1 : i8
      affine.store %n1, %B[1] : memref<6xi8>
      %s2 = affine.load %B[2] : memref<6xi8>
      %a2 = affine.load %A[2, %i] : memref<6x4xi8>
      %n2 = arith.andi %s2, %a2 : i8
      affine.store %n2, %B[2] : memref<6xi8>
      %s3 = affine.load %B[3] : memref<6xi8>
      %a3 = affine.load %A[3, %i] : memref<6x4xi8>
      %n3 = arith.maxsi %s3, %a3 : i8
      affine.store %n3, %B[3] : memref<6xi8>
      %s4 = affine.load %B[4] : memref<6xi8>
      %a4 = affine.load %A[4, %i] : memref<6x4xi8>
      %n4 = arith.minsi %s4, %a4 : i8
      affine.store %n4, %B[4] : memref<6xi8>
      %s5 = affine.load %B[5] : memref<6xi8>
      %a5 = affine.load %A[5, %i] : memref<6x4xi8>
      %n5 = arith.minui %s5, %a5 : i8
      affine.store %n5, %B[5] : memref<6xi8>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A product with one factor's padding: 0 * x on integers; the flags of what is speculated go.
// CHECK-LABEL: @product
// CHECK-NOT:   affine.if
// CHECK:       %[[T:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CHECK:       %[[P:.*]] = arith.muli %[[T]], %{{.*}} : i32
// CHECK-NEXT:  arith.addi %{{.*}}, %[[P]] : i32
func.func @product(%A: memref<4xi32>, %C: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    %c = affine.load %C[%i] : memref<4xi32>
    %t = arith.addi %c, %c overflow<nsw> : i32
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %sum = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %p = arith.muli %t, %a overflow<nsw> : i32
      %next = arith.addi %sum, %p overflow<nsw> : i32
      affine.store %next, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Where all that is inserted is dead, poison does no harm: the flag stays.
// CHECK-LABEL: @dead
// CHECK-NOT:   affine.if
// CHECK:       arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i32
// CHECK:       pad.undef
func.func @dead(%A: memref<4xi32>, %B: memref<4xi32>) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %b = arith.muli %a, %two overflow<nsw> : i32
      affine.store %b, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 3 to 4 {
    %u = pad.undef : i32
    affine.store %u, %B[%i] : memref<4xi32>
  }
  func.return
}

// -----

// Each store leaves what its cell holds, so that later ones may rely on it: 2 * 0.0 is 0.0, in place too.
// CHECK-LABEL: @in_place
// CHECK-NOT:   affine.if
func.func @in_place(%A: memref<4xf32>) {
  %two = arith.constant 2.0 : f32
  %bits = arith.constant 0 : i32
  affine.for %i = 3 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %is = arith.bitcast %a : f32 to i32
    %zero = arith.cmpi eq, %is, %bits : i32
    pad.assume %zero : i1
  }
  affine.for %t = 0 to 5 {
    affine.for %i = 0 to 4 {
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %a = affine.load %A[%i] : memref<4xf32>
        %b = arith.mulf %a, %two : f32
        affine.store %b, %A[%i] : memref<4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The padding of both is 0 before: what is stored there is 0 again.
// CHECK-LABEL: @holds_it_already
// CHECK-NOT:   affine.if
func.func @holds_it_already(%A: memref<4xf16>, %B: memref<4xf32>) {
  %small = arith.constant 0.0 : f16
  %zero = arith.constant 0.0 : f32
  affine.store %small, %A[3] : memref<4xf16>
  affine.store %zero, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf16>
      %wide = arith.extf %a : f16 to f32
      %b = arith.maximumf %wide, %zero : f32
      affine.store %b, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A local buffer between two stages: only original reads of it count, and nobody looks at it in the end.
// CHECK-LABEL: @temporary
// CHECK-NOT:   affine.if
// CHECK:       pad.stage = "compute"
func.func @temporary(%A: memref<4xf32>, %B: memref<3xf32>) {
  %t = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      affine.store %a, %t[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 3 {
    %b = affine.load %t[%i] : memref<4xf32>
    affine.store %b, %B[%i] : memref<3xf32>
  }
  memref.dealloc %t : memref<4xf32>
  func.return
}

// -----

// What an inserted instance wrote before it is there to be read.
// CHECK-LABEL: @scratch
// CHECK-NOT:   affine.if
func.func @scratch(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %t = memref.alloca() : memref<1xf32>
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      affine.store %a, %t[0] : memref<1xf32>
      %b = affine.load %t[0] : memref<1xf32>
      affine.store %b, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 3 to 4 {
    %u = pad.undef : f32
    affine.store %u, %B[%i] : memref<4xf32>
  }
  func.return
}

// -----

// Nested guards, outermost first; a condition that always holds needs no proof of anything else.
// CHECK-LABEL: @nested
// CHECK-NOT:   affine.if
func.func @nested(%A: memref<4x4xi32>, %B: memref<1xi32>, %C: memref<4xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %zero, %A[%i, 3] : memref<4x4xi32>
    affine.store %zero, %A[3, %i] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(d0) : (2 - d0 >= 0)>(%j) {
          %sum = affine.load %B[0] : memref<1xi32>
          %a = affine.load %A[%i, %j] : memref<4x4xi32>
          %next = arith.addi %sum, %a : i32
          affine.store %next, %B[0] : memref<1xi32>
        }
      }
    }
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      affine.store %x, %C[%i] : memref<4xi32>
    } else {
      affine.store %zero, %C[0] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The stage is the guard itself.
// CHECK-LABEL: @guard_is_the_stage
// CHECK-NOT:   affine.if
// CHECK:       } {pad.stage = "compute"}
func.func @guard_is_the_stage(%A: memref<4xi32>, %x: i32) {
  affine.if affine_set<() : (1 >= 0)>() {
    affine.for %i = 0 to 4 {
      affine.store %x, %A[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Constant globals may be read everywhere.
// CHECK-LABEL: @weights
// CHECK-NOT:   affine.if
memref.global "private" constant @w : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @weights(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  %w = memref.get_global @w : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %sum = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %f = affine.load %w[%i] : memref<4xi32>
      %p = arith.muli %a, %f : i32
      %next = arith.addi %sum, %p : i32
      affine.store %next, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A zero times what is finite, by the flags of original products of it, is a zero; added to a sum that is never -0.0 its sign does not matter.
// CHECK-LABEL: @finite_product
// CHECK-NOT:   affine.if
// CHECK:       arith.mulf %{{.*}}, %{{.*}} fastmath<nnan,ninf> : f32
func.func @finite_product(%A: memref<4xf32>, %C: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (f32) {
    %new = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<4xf32>
      %c = affine.load %C[0] : memref<4xf32>
      %p = arith.mulf %a, %c fastmath<nnan,ninf> : f32
      %next = arith.addf %acc, %p : f32
      affine.yield %next : f32
    } else {
      affine.yield %acc : f32
    }
    affine.yield %new : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// Only the function with the stage is concerned.
// CHECK-LABEL: @concerned
// CHECK-NOT:   affine.if
// CHECK-LABEL: @another
// CHECK:       affine.if
func.func @concerned(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
func.func @another(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<4xi32>
    }
  } {pad.stage = "init"}
  func.return
}

// -----

// A division by what the padding is known to hold; the quotient is dead.
// CHECK-LABEL: @division_by_padding
// CHECK-NOT:   affine.if
func.func @division_by_padding(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  %two = arith.constant 2 : i32
  affine.store %two, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.remsi %x, %a : i32
      affine.store %t, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  affine.store %two, %B[3] : memref<4xi32>
  func.return
}

// -----

// Where the padding makes both sides of a select equal, it does not matter which is taken.
// CHECK-LABEL: @either_side
// CHECK-NOT: affine.if
func.func @either_side(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      %more = arith.cmpi sgt, %x, %s : i32
      %next = arith.select %more, %t, %s : i32
      affine.store %next, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Unless the condition may be poison: so is the result then.
// CHECK-LABEL: @neither_side
// CHECK: affine.if
func.func @neither_side(%A: memref<4xi32>, %B: memref<1xi32>, %x: f32) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in B[0]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      %whole = arith.fptosi %x : f32 to i32
      %more = arith.cmpi sgt, %whole, %s : i32
      %next = arith.select %more, %t, %s : i32
      affine.store %next, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// That a shift loses no bits was promised where the guard held only.
// CHECK-LABEL: @exact
// CHECK-NOT: affine.if
// CHECK: arith.shrui %{{.*}}, %{{.*}} : i32
func.func @exact(%A: memref<8xi32>, %X: memref<8xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<8xi32>
      %x = affine.load %X[%i] : memref<8xi32>
      %half = arith.shrui %x, %one {isExact} : i32
      %p = arith.muli %a, %half : i32
      %t = arith.addi %s, %p : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
