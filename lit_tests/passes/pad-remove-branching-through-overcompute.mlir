// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file | filecheck %s

// RFC 77, row sum: 0.0 in the padding, assumed by the RFC's nest; the accumulator starts at +0.0 and
// is never -0.0, so that no flag is needed.
// CHECK-LABEL: @row_sum
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: affine.if
// CHECK: affine.store %zero, %B
// CHECK: affine.load %A[%{{.*}}, %{{.*}}, %{{.*}}]
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @row_sum(%A: memref<16x4x4xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 4 {
        %j = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
        %c14 = arith.constant 14 : index
        %valid = arith.cmpi slt, %j, %c14 : index
        %a = affine.load %A[%i, %io, %ii] : memref<16x4x4xf32>
        %bits = arith.bitcast %a : f32 to i32
        %c0 = arith.constant 0 : i32
        %same = arith.cmpi eq, %bits, %c0 : i32
        %either = arith.ori %valid, %same : i1
        pad.assume %either : i1
      }
    }
  } {pad.stage = "A_assume"}
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 4 {
        affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
          %s = affine.load %B[%i] : memref<16xf32>
          %a = affine.load %A[%i, %io, %ii] : memref<16x4x4xf32>
          %t = arith.addf %s, %a : f32
          affine.store %t, %B[%i] : memref<16xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Guards that give values: an if, a select of sums, a select of what is added; a condition by `or`.
// CHECK-LABEL: @selects
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: scf.if
// CHECK-NOT: arith.select
// CHECK: func.return
func.func @selects(%A: memref<4x4xi32>) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %same = arith.cmpi eq, %a, %zero : i32
    pad.assume %same : i1
  } {pad.stage = "A_assume"}
  %r:3 = affine.for %io = 0 to 4 iter_args(%p = %zero, %q = %zero, %r = %zero) -> (i32, i32, i32) {
    %n:3 = affine.for %ii = 0 to 4 iter_args(%x = %p, %y = %q, %z = %r) -> (i32, i32, i32) {
      %full = arith.cmpi slt, %io, %c3 : index
      %head = arith.cmpi slt, %ii, %c2 : index
      %valid = arith.ori %full, %head : i1
      %x2 = scf.if %valid -> (i32) {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %x, %a : i32
        scf.yield %t : i32
      } else {
        scf.yield %x : i32
      }
      %b = affine.load %A[%io, %ii] : memref<4x4xi32>
      %u = arith.addi %y, %b : i32
      %y2 = arith.select %valid, %u, %y : i32
      %v = arith.select %valid, %b, %zero : i32
      %z2 = arith.addi %z, %v : i32
      affine.yield %x2, %y2, %z2 : i32, i32, i32
    }
    affine.yield %n#0, %n#1, %n#2 : i32, i32, i32
  } {pad.stage = "compute"}
  func.return %r#0, %r#1, %r#2 : i32, i32, i32
}

// -----

// RFC 77, "Apply operator element-wise over the transformation padding": the added stores are dead,
// because undef is stored after them.
// CHECK-LABEL: @element_wise
// CHECK: affine.for
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
// CHECK: affine.if
// CHECK: pad.undef
func.func @element_wise(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %two = arith.constant 2 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %b = arith.muli %a, %two overflow<nsw> : i32
        affine.store %b, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (4 * d0 + d1 - 14 >= 0)>(%io, %ii) {
        %u = pad.undef : i32
        affine.store %u, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "B_padding"}
  func.return
}

// -----

// A temporary whose padding a stage of this function writes (RFC 77, an internal buffer).
// CHECK-LABEL: @temporary
// CHECK: pad.stage = "T_padding"
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @temporary(%A: memref<14xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %T = memref.alloc() : memref<4x4xi32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %T[%i floordiv 4, %i mod 4] : memref<4x4xi32>
  } {pad.stage = "transform"}
  affine.for %ii = 2 to 4 {
    affine.store %zero, %T[3, %ii] : memref<4x4xi32>
  } {pad.stage = "T_padding"}
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %C[0] : memref<1xi32>
        %t = affine.load %T[%io, %ii] : memref<4x4xi32>
        %n = arith.addi %s, %t : i32
        affine.store %n, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  memref.dealloc %T : memref<4x4xi32>
  func.return
}
