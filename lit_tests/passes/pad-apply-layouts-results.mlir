// Results and what regions give: whatever passes a laid-out buffer on has the physical type, and the padding is there
// before it is passed on.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s
// RUN: pad-opt %s -p 'pad-apply-layouts, pad-apply-layouts' | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f64], {}>

// A buffer that is made, padding written after its write stage, and a caller that frees it.
// CHECK-LABEL: func.func private @make(%x: f64) -> (memref<2x4xf64> {pad.logical = memref<6xf64, {{.*}}>})
// CHECK: memref.alloc() {pad.logical = {{.*}}} : memref<2x4xf64>
// CHECK: affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<2x4xf64>
// CHECK: pad.stage = "A_padding"
// CHECK-NEXT: func.return %A : memref<2x4xf64>
func.func private @make(%x: f64) -> memref<6xf64, #zeros> {
  %A = memref.alloc() : memref<6xf64, #zeros>
  affine.for %i = 0 to 6 {
    affine.store %x, %A[%i] : memref<6xf64, #zeros>
  }
  func.return %A : memref<6xf64, #zeros>
}

// CHECK-LABEL: func.func @take(%x: f64) -> f64
// CHECK: %A = func.call @make(%x) : (f64) -> memref<2x4xf64>
// CHECK-NEXT: affine.load %A[1, 1] : memref<2x4xf64>
// CHECK-NEXT: memref.dealloc %A : memref<2x4xf64>
func.func @take(%x: f64) -> f64 {
  %A = func.call @make(%x) : (f64) -> memref<6xf64, #zeros>
  %v = affine.load %A[5] : memref<6xf64, #zeros>
  memref.dealloc %A : memref<6xf64, #zeros>
  func.return %v : f64
}

// Two functions that call one another, and a result that is one of two.
// CHECK-LABEL: func.func @even(%A: memref<2x4xf64>
// CHECK-SAME: -> (memref<2x4xf64> {pad.logical
// CHECK: scf.if %more -> (memref<2x4xf64>) {
// CHECK: func.call @odd(%A, %less) : (memref<2x4xf64>, index) -> memref<2x4xf64>
// CHECK: scf.yield %{{.*}} : memref<2x4xf64>
// CHECK: scf.yield %A : memref<2x4xf64>
func.func @even(%A: memref<6xf64, #zeros>, %n: index) -> memref<6xf64, #zeros> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %zero : index
  %r = scf.if %more -> (memref<6xf64, #zeros>) {
    %less = arith.subi %n, %one : index
    %o = func.call @odd(%A, %less) : (memref<6xf64, #zeros>, index) -> memref<6xf64, #zeros>
    scf.yield %o : memref<6xf64, #zeros>
  } else {
    scf.yield %A : memref<6xf64, #zeros>
  }
  func.return %r : memref<6xf64, #zeros>
}
// CHECK-LABEL: func.func @odd(%A: memref<2x4xf64>
func.func @odd(%A: memref<6xf64, #zeros>, %n: index) -> memref<6xf64, #zeros> {
  %r = func.call @even(%A, %n) : (memref<6xf64, #zeros>, index) -> memref<6xf64, #zeros>
  func.return %r : memref<6xf64, #zeros>
}

// CHECK: func.func private @external(memref<2x4xf64> {pad.logical = {{.*}}}) -> (memref<2x4xf64> {pad.logical = {{.*}}})
func.func private @external(memref<6xf64, #zeros>) -> memref<6xf64, #zeros>

// Regions that give buffers; one that may be written under another name has its padding right after it is made.
// CHECK-LABEL: func.func @regions
// CHECK: memref.alloc()
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "A_padding"
// CHECK: scf.execute_region -> memref<2x4xf64>
// CHECK: scf.index_switch %n -> memref<2x4xf64>
// CHECK: affine.if {{.*}} -> memref<2x4xf64>
// CHECK: scf.for {{.*}} -> (memref<2x4xf64>)
// CHECK: memref.store %x, %{{.*}}[%{{.*}}, %{{.*}}] : memref<2x4xf64>
// CHECK: "memref.atomic_rmw"(%x, %d, %{{.*}}, %{{.*}}) {{.*}} : (f64, memref<2x4xf64>, index, index) -> f64
// CHECK: %rank = arith.constant 1 : index
// CHECK: %size = arith.constant 6 : index
func.func @regions(%B: memref<6xf64, #zeros>, %n: index, %x: f64) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %A = memref.alloc() : memref<6xf64, #zeros>
  %a = scf.execute_region -> memref<6xf64, #zeros> {
    scf.yield %A : memref<6xf64, #zeros>
  }
  %b = scf.index_switch %n -> memref<6xf64, #zeros>
  case 1 {
    scf.yield %a : memref<6xf64, #zeros>
  }
  default {
    scf.yield %B : memref<6xf64, #zeros>
  }
  %c = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) -> memref<6xf64, #zeros> {
    affine.yield %a : memref<6xf64, #zeros>
  } else {
    affine.yield %b : memref<6xf64, #zeros>
  }
  %d = scf.for %i = %zero to %n step %one iter_args(%e = %c) -> (memref<6xf64, #zeros>) {
    scf.yield %e : memref<6xf64, #zeros>
  }
  memref.store %x, %d[%n] : memref<6xf64, #zeros>
  %old = "memref.atomic_rmw"(%x, %d, %n) <{kind = 0 : i64}> : (f64, memref<6xf64, #zeros>, index) -> f64
  %rank = memref.rank %d : memref<6xf64, #zeros>
  %size = memref.dim %d, %zero : memref<6xf64, #zeros>
  %sum = arith.addi %rank, %size : index
  func.return %sum : index
}
