// Stages as functions of their own (RFC 77, "Points of Communication").
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=transform},pad-hoist-stage{stage=compute}' | filecheck %s
// RUN: pad-opt %s -p 'pad-hoist-stage{stage=transform},pad-hoist-stage{stage=compute},pad-remove-branching-through-overcompute{stage=compute}' 2>/dev/null | filecheck %s --check-prefix=BRANCHES

// Nothing looks at the padding of B, so that the producer may leave anything there; its consumer
// may read it, but knows nothing of it.
// CHECK-LABEL: func.func @unknown(%A: memref<14xi32>, %C: memref<1xi32>)
// CHECK:         func.call @unknown_transform(%A, %B) : (memref<14xi32>, memref<4x4xi32>) -> ()
// CHECK:           [[U:%.*]] = pad.undef : i32
// CHECK-NEXT:      arith.cmpi eq, %{{.*}}, [[U]]
// CHECK:         pad.stage = "B_assume"
// CHECK:         func.call @unknown_compute(%C, %B) : (memref<1xi32>, memref<4x4xi32>) -> ()
// CHECK-NEXT:    func.return

// CHECK-LABEL: func.func private @unknown_compute(%C: memref<1xi32> {pad.name = "C"}, %B: memref<4x4xi32> {pad.name = "B"})
// CHECK:           [[Z:%.*]] = arith.constant 0 : i32
// CHECK-NEXT:      arith.cmpi eq, %{{.*}}, [[Z]] : i32
// CHECK:         pad.stage = "C_assume"
// CHECK:           [[L:%.*]] = affine.load %B
// CHECK-NEXT:      [[U:%.*]] = pad.undef : i32
// CHECK-NEXT:      arith.cmpi eq, [[L]], [[U]] : i32
// CHECK:         pad.stage = "B_assume"
// CHECK:         pad.stage = "compute"
// CHECK-NEXT:    func.return

// CHECK-LABEL: func.func private @unknown_transform(
// CHECK-NOT:     pad.assume
// CHECK:         pad.stage = "transform"
// CHECK:             affine.if affine_set<(d0, d1) : (d0 - 2 >= 0, d1 - 3 == 0)>([[II:%.*]], [[IO:%.*]]) {
// CHECK-NEXT:          [[U:%.*]] = pad.undef : i32
// CHECK-NEXT:          affine.store [[U]], %B[[[IO]], [[II]]]
// CHECK:         pad.stage = "B_undef"
// CHECK-NEXT:    func.return

// That is not enough to drop the guard.
// BRANCHES-LABEL: func.func private @unknown_compute
// BRANCHES: affine.if
// BRANCHES: pad.stage = "compute"
// BRANCHES-LABEL: func.func private @unknown_transform
func.func @unknown(%A: memref<14xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %B = memref.alloc() : memref<4x4xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io * 4 + %ii] : memref<14xi32>
        affine.store %a, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "transform"}
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// A known value is assumed, and may be relied on.
// CHECK-LABEL: func.func private @zero_compute
// CHECK:         pad.stage = "C_assume"
// CHECK:           [[L:%.*]] = affine.load %B
// CHECK-NEXT:      [[Z:%.*]] = arith.constant 0 : i32
// CHECK-NEXT:      arith.cmpi eq, [[L]], [[Z]] : i32
// CHECK:         pad.stage = "B_assume"
// CHECK-LABEL: func.func private @zero_transform
// CHECK:         [[ZERO:%.*]] = arith.constant 0 : i32
// CHECK:         affine.store [[ZERO]], %B
// CHECK:         pad.stage = "transform"
// CHECK-NEXT:    func.return

// BRANCHES-LABEL: func.func private @zero_compute
// BRANCHES: pad.stage = "B_assume"
// BRANCHES-NOT: affine.if
// BRANCHES: pad.stage = "compute"
// BRANCHES-LABEL: func.func private @zero_transform
func.func @zero(%A: memref<14xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %B = memref.alloc() : memref<4x4xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io * 4 + %ii] : memref<14xi32>
        affine.store %a, %B[%io, %ii] : memref<4x4xi32>
      } else {
        affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "transform"}
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Results, scalars, constants and buffers that are arguments of the caller: nothing of them is
// dead. Forbidden padding stays forbidden.
// CHECK-LABEL: func.func @values
// CHECK:         %r = func.call @values_compute(%n, %A, %x) : (index, memref<4x4xf32>, f32) -> f32
// CHECK-NEXT:    func.return %r : f32
// CHECK-LABEL: func.func private @values_compute(%n: index, %A: memref<4x4xf32> {pad.name = "A", pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %x: f32) -> f32 {
// CHECK-NEXT:    [[ZERO:%.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    [[R:%.*]] = affine.for %i = 0 to %n iter_args
// CHECK:         func.return [[R]] : f32
func.func @values(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %n: index, %x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to %n iter_args(%s = %zero) -> (f32) {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    %t = arith.addf %s, %a : f32
    affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    affine.yield %t : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// A buffer of a size that is known at run time only, with padding that must not be touched.
// CHECK-LABEL: func.func @sizes
// CHECK:         func.call @sizes_compute(%n, %x, %A) : (index, f32, memref<?x4xf32>) -> ()
// CHECK-LABEL: func.func private @sizes_compute(%n: index, %x: f32, %A: memref<?x4xf32> {pad.name = "A", pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>})
func.func @sizes(%A: memref<?x4xf32> {pad.name = "A", pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %n: index {pad.size = [{of = "A", dim = 0}]}, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<?x4xf32>
  } {pad.stage = "compute"}
  func.return
}
