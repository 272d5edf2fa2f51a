// What selects, ifs, loops, blocks and results pass on has one layout, whichever of the buffers it is given to.
// RUN: pad-opt %s -p 'pad-transform-layout{function=make buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, pad-apply-layouts' | filecheck %s
// RUN: pad-opt %s -p 'pad-transform-layout{function=chosen buffer=L map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, pad-apply-layouts' | filecheck %s
// RUN: pad-opt %s -p 'pad-transform-layout{function=chosen buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, pad-apply-layouts' | filecheck %s
// RUN: pad-opt %s -p 'pad-transform-layout{function=chosen buffer=B map="(i) -> (i floordiv 4, i mod 4)"}, pad-transform-layout{function=make buffer=A map="(i, j) -> (j, i)"}, pad-apply-layouts' | filecheck %s --check-prefix=TWICE

// CHECK: func.func private @make(%x: f32) -> (memref<4x4xf32> {pad.logical = memref<14xf32, {{.*}}>})
// TWICE: func.func private @make(%x: f32) -> (memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d1, d0)>], ["forbidden", "forbidden"], {}>>})
// CHECK: pad.stage = "A_padding"
// CHECK-NEXT: func.return %A : memref<4x4xf32>
func.func private @make(%x: f32) -> memref<14xf32> {
  %A = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  func.return %A : memref<14xf32>
}

// CHECK: func.func @chosen(%B: memref<4x4xf32>
// TWICE: func.func @chosen(%B: memref<4x4xf32>
// CHECK: func.call @make(%x) {{.*}}: (f32) -> memref<4x4xf32>
// CHECK: arith.select %c, %B, %M : memref<4x4xf32>
// CHECK: scf.if %c -> (memref<4x4xf32>)
// CHECK: memref.alloc()
// CHECK: scf.for {{.*}} -> (memref<4x4xf32>, memref<4x4xf32>)
// CHECK: scf.while {{.*}} : (memref<4x4xf32>) -> memref<4x4xf32>
// CHECK: scf.execute_region -> memref<4x4xf32>
// CHECK: cf.br ^{{.*}}(%w : memref<4x4xf32>)
// CHECK: affine.store %x, %k[0, 3] : memref<4x4xf32>
// TWICE: affine.store %x, %k[3, 0] : memref<4x4xf32>
func.func @chosen(%B: memref<14xf32>, %c: i1, %x: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %M = func.call @make(%x) : (f32) -> memref<14xf32>
  %s = arith.select %c, %B, %M : memref<14xf32>
  %t = scf.if %c -> (memref<14xf32>) {
    scf.yield %s : memref<14xf32>
  } else {
    %L = memref.alloc() : memref<14xf32>
    memref.copy %B, %L : memref<14xf32> to memref<14xf32>
    scf.yield %L : memref<14xf32>
  }
  %u, %v = scf.for %i = %zero to %two step %one iter_args(%p = %t, %q = %M) -> (memref<14xf32>, memref<14xf32>) {
    scf.yield %q, %p : memref<14xf32>, memref<14xf32>
  }
  %w = scf.while (%y = %u) : (memref<14xf32>) -> memref<14xf32> {
    %f = arith.constant false
    scf.condition(%f) %y : memref<14xf32>
  } do {
  ^bb0(%z: memref<14xf32>):
    scf.yield %z : memref<14xf32>
  }
  %k = scf.execute_region -> memref<14xf32> {
    cf.br ^next(%w : memref<14xf32>)
  ^next(%n: memref<14xf32>):
    scf.yield %n : memref<14xf32>
  }
  affine.store %x, %k[3] : memref<14xf32>
  %r = affine.load %v[2] : memref<14xf32>
  func.return %r : f32
}

// A caller that passes a buffer of its own packs it.
// CHECK: func.func @caller(%X: memref<14xf32>, %c: i1, %x: f32) -> f32
// CHECK: func.call @chosen(%X_call, %c, %x) : (memref<4x4xf32>, i1, f32) -> f32
func.func @caller(%X: memref<14xf32>, %c: i1, %x: f32) -> f32 {
  %r = func.call @chosen(%X, %c, %x) : (memref<14xf32>, i1, f32) -> f32
  func.return %r : f32
}
