// Memrefs that have an affine map as their layout, as upstream's normalize-memrefs takes them, and what it leaves.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s
// RUN: pad-opt %s -p 'pad-apply-layouts, pad-to-host{stop=affine}' | filecheck %s --check-prefix=HOST

#tile = affine_map<(i) -> (i floordiv 6, i mod 6)>
#swap = affine_map<(i, j) -> (j, i)>
#named = affine_map<(i, j)[pitch, unused] -> (i * 3 + j + pitch)>

// HOST-NOT: pad.
// CHECK: memref.global "private" constant @W : memref<3x2xf32> = dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00{{\]\]}}> {pad.logical = memref<2x3xf32, #pad.layout<[affine_map<(d0, d1) -> (d1, d0)>], ["forbidden"], {}>>}
memref.global "private" constant @W : memref<2x3xf32, #swap> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>

// CHECK-LABEL: func.func @axes_swapped() {
// CHECK-NEXT: memref.alloc() {{.*}} : memref<80x48xf32>
// CHECK: affine.load %A[%j, %i] : memref<80x48xf32>
// CHECK: memref.dealloc %A : memref<80x48xf32>
func.func @axes_swapped() {
  %A = memref.alloc() : memref<48x80xf32, #swap>
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 80 {
      %1 = affine.load %A[%i, %j] : memref<48x80xf32, #swap>
      affine.store %1, %A[%i, %j] : memref<48x80xf32, #swap>
    }
  }
  memref.dealloc %A : memref<48x80xf32, #swap>
  func.return
}

// CHECK-LABEL: func.func @axes_in_one
// CHECK: memref.alloca() {{.*}} : memref<68xf32>
// CHECK: affine.load %A[%i * 5 + %j * 19] : memref<68xf32>
func.func @axes_in_one() {
  %A = memref.alloca() : memref<3x4xf32, affine_map<(d0, d1) -> (5*d0 + 19*d1)>>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %1 = affine.load %A[%i, %j] : memref<3x4xf32, affine_map<(d0, d1) -> (5*d0 + 19*d1)>>
    }
  }
  func.return
}

// Symbols: what the map does not use may be bound to anything, the others to a constant.
// CHECK-LABEL: func.func @symbols
// CHECK: memref.alloc() {alignment = 32 : i64, pad.logical = memref<2x3xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 * 3 + d1 + 5)>], ["forbidden"], {}>>} : memref<11xf32>
// CHECK: affine.store %{{.*}}, %A[%i * 3 + 7] : memref<11xf32>
// CHECK: func.return %A : memref<11xf32>
func.func @symbols(%s: index) -> memref<2x3xf32, #named> {
  %c5 = arith.constant 5 : index
  %x = arith.constant 1.0 : f32
  %A = memref.alloc()[%c5, %s] {alignment = 32 : i64} : memref<2x3xf32, #named>
  affine.for %i = 0 to 2 {
    affine.store %x, %A[%i, 2] : memref<2x3xf32, #named>
  }
  func.return %A : memref<2x3xf32, #named>
}

// CHECK-LABEL: func.func @either(%A: memref<3x6xf64>
// CHECK-SAME: %C: memref<2x6xf64>
// CHECK-SAME: -> (memref<2x6xf64>
// CHECK: func.call @two(%C) : (memref<2x6xf64>) -> (memref<3x6xf64>, memref<2x6xf64>)
func.func @either(%A: memref<18xf64, #tile>, %c: i1, %C: memref<12xf64, #tile>) -> memref<12xf64, #tile> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %long, %short = func.call @two(%C) : (memref<12xf64, #tile>) -> (memref<18xf64, #tile>, memref<12xf64, #tile>)
  func.return %short : memref<12xf64, #tile>
^bb2:
  func.return %C : memref<12xf64, #tile>
}

// CHECK-LABEL: func.func @two(%C: memref<2x6xf64>
func.func @two(%C: memref<12xf64, #tile>) -> (memref<18xf64, #tile>, memref<12xf64, #tile>) {
  %a = memref.alloc() : memref<12xf64, #tile>
  %b = memref.alloc() : memref<18xf64, #tile>
  %f = arith.constant false
  %chosen = func.call @either(%b, %f, %a) : (memref<18xf64, #tile>, i1, memref<12xf64, #tile>) -> memref<12xf64, #tile>
  func.return %b, %a : memref<18xf64, #tile>, memref<12xf64, #tile>
}

// CHECK: func.func private @external(memref<3x6xf64> {pad.logical = {{.*}}}, f64) -> (memref<2x6xf64> {pad.logical = {{.*}}})
func.func private @external(memref<18xf64, #tile>, f64) -> (memref<12xf64, #tile>)

// What upstream leaves alone.
// CHECK-LABEL: func.func @chosen
// CHECK: arith.select %c, %A, %B : memref<2x6xf64>
// CHECK: scf.if %c -> (memref<2x6xf64>)
// CHECK: affine.for {{.*}} iter_args({{.*}}) -> (memref<2x6xf64>)
// CHECK: scf.while ({{.*}}) : (memref<2x6xf64>) -> memref<2x6xf64>
// CHECK: affine.load {{.*}}[0, 3] : memref<2x6xf64>
// CHECK: memref.get_global @W : memref<3x2xf32>
func.func @chosen(%c: i1, %A: memref<12xf64, #tile>, %B: memref<12xf64, #tile>) -> f64 {
  %s = arith.select %c, %A, %B : memref<12xf64, #tile>
  %t = scf.if %c -> (memref<12xf64, #tile>) {
    scf.yield %s : memref<12xf64, #tile>
  } else {
    scf.yield %B : memref<12xf64, #tile>
  }
  %u = affine.for %i = 0 to 3 iter_args(%x = %t) -> (memref<12xf64, #tile>) {
    affine.yield %x : memref<12xf64, #tile>
  }
  %w = scf.while (%x = %u) : (memref<12xf64, #tile>) -> memref<12xf64, #tile> {
    scf.condition(%c) %x : memref<12xf64, #tile>
  } do {
  ^bb0(%y: memref<12xf64, #tile>):
    scf.yield %y : memref<12xf64, #tile>
  }
  %v = affine.load %w[3] : memref<12xf64, #tile>
  %W = memref.get_global @W : memref<2x3xf32, #swap>
  func.return %v : f64
}

// Types of views, and of symbols that nothing binds, say where cells are; they stay.
// CHECK-LABEL: func.func @views(%A: memref<4x8xf32>, %B: memref<4x8xf32, affine_map<(d0, d1)[s0] -> (d0 * 10 + d1 + s0)>>)
// CHECK: memref.subview %A{{.*}} to memref<2x2xf32, affine_map<(d0, d1) -> (d0 * 8 + d1 + 9)>>
func.func @views(%A: memref<4x8xf32>, %B: memref<4x8xf32, affine_map<(d0, d1)[s0] -> (d0 * 10 + d1 + s0)>>) {
  %V = memref.subview %A[1, 1] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, affine_map<(d0, d1) -> (d0 * 8 + d1 + 9)>>
  func.return
}

// Strides of an allocation, if they are known; on an argument they stay.
// CHECK-LABEL: func.func @strides(%A: memref<4x8xf32, strided<[10, 1]>>)
// CHECK: memref.alloc() {pad.logical = memref<4x8xf32, #pad.layout<[affine_map<(d0, d1) -> (d0 * 9 + 2 + d1)>], ["forbidden"], {}>>} : memref<37xf32>
// CHECK: affine.store %{{.*}}, %B[%i + 2] : memref<37xf32>
func.func @strides(%A: memref<4x8xf32, strided<[10, 1]>>) {
  %B = memref.alloc() : memref<4x8xf32, strided<[9, 1], offset: 2>>
  %x = affine.load %A[0, 0] : memref<4x8xf32, strided<[10, 1]>>
  affine.for %i = 0 to 8 {
    affine.store %x, %B[0, %i] : memref<4x8xf32, strided<[9, 1], offset: 2>>
  }
  func.return
}
