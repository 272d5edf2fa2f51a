// A copy of a buffer that is written instead of it, and brought back after it.
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B}' | filecheck %s
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B at=i function=rows}' | filecheck %s --check-prefix=LOOP
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B at=jo function=rows memory-space=3}' | filecheck %s --check-prefix=FILLED
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B function=rows map="(i) -> (i floordiv 8, i mod 8)" pad=undef}' | filecheck %s --check-prefix=LAYOUT

// CHECK-LABEL: func.func @rows(%A: memref<12x50xf32>, %B: memref<12xf32>)
// CHECK:         [[C:%.*]] = memref.alloc() {alignment = 64 : i64, pad.name = "B_cache"} : memref<12xf32>
// CHECK-NEXT:    affine.for %i = 0 to 12 {
// CHECK-NEXT:      affine.store %zero, [[C]][%i]
// CHECK:             affine.load [[C]][%i]
// CHECK:             affine.store %t, [[C]][%i]
// CHECK:         pad.stage = "compute"
// CHECK-NEXT:    affine.for [[I:%.*]] = 0 to 12 {
// CHECK-NEXT:      [[V:%.*]] = affine.load [[C]][[[I]]]
// CHECK-NEXT:      affine.store [[V]], %B[[[I]]]
// CHECK-NEXT:    } {pad.loop = "i0", pad.stage = "B_cache"}
// CHECK-NEXT:    memref.dealloc [[C]]

// One cell for each row: written first in it, so that it need not be filled.
// LOOP:      affine.for %i = 0 to 12 {
// LOOP-NEXT:   [[C:%.*]] = memref.alloc() {{.*}} : memref<1xf32>
// LOOP-NEXT:   affine.store %zero, [[C]][0]
// LOOP:        affine.store %t, [[C]][0]
// LOOP:        affine.for [[I:%.*]] = 0 to 1 {
// LOOP-NEXT:     [[V:%.*]] = affine.load [[C]][[[I]]]
// LOOP-NEXT:     affine.store [[V]], %B[[[I]] + %i]
// LOOP-NEXT:   } {pad.loop = "i0", pad.stage = "B_cache"}
// LOOP-NEXT:   memref.dealloc [[C]]

// One for each tile of a row starts with what the tile before left.
// FILLED:      affine.for %jo = 0 to 4 {
// FILLED-NEXT:   [[C:%.*]] = memref.alloc() {{.*}} : memref<1xf32, 3 : i64>
// FILLED-NEXT:   affine.for [[I:%.*]] = 0 to 1 {
// FILLED-NEXT:     [[V:%.*]] = affine.load %B[[[I]] + %i]
// FILLED-NEXT:     affine.store [[V]], [[C]][[[I]]]
// FILLED-NEXT:   } {pad.loop = "i0", pad.stage = "B_cache_in"}
// FILLED:        pad.stage = "B_cache"}

// LAYOUT: pad.name = "B_cache"} : memref<12xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 8, d0 mod 8)>], ["undef"], {}>>
func.func @rows(%A: memref<12x50xf32>, %B: memref<12xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 12 {
    affine.store %zero, %B[%i] : memref<12xf32>
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 16 {
        affine.if affine_set<(d0, d1) : (49 - d0 * 16 - d1 >= 0)>(%jo, %ji) {
          %s = affine.load %B[%i] : memref<12xf32>
          %a = affine.load %A[%i, %jo * 16 + %ji] : memref<12x50xf32>
          %t = arith.addf %s, %a : f32
          affine.store %t, %B[%i] : memref<12xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// An argument that is partly written: what is not is brought back as it was.
// CHECK-LABEL: func.func @partly
// CHECK:         [[C:%.*]] = memref.alloc()
// CHECK:         pad.stage = "B_cache_in"
// CHECK:         affine.store %x, [[C]][%i * 2]
// CHECK:         pad.stage = "B_cache"
func.func @partly(%B: memref<12xf32>, %x: f32) {
  affine.for %i = 0 to 6 {
    affine.store %x, %B[%i * 2] : memref<12xf32>
  }
  func.return
}

// Two stages share the copy; what an assume says is about what was stored.
// CHECK-LABEL: func.func @stages
// CHECK:         [[C:%.*]] = memref.alloc()
// CHECK:         affine.store %x, [[C]][%i]
// CHECK:         [[L:%.*]] = affine.load [[C]][0]
// CHECK-NEXT:    arith.cmpf oeq, [[L]], %x
// CHECK:         affine.load [[C]]
// CHECK:         affine.store %{{.*}}, [[C]]
// CHECK:         pad.stage = "B_cache"
func.func @stages(%B: memref<12xf32>, %x: f32) {
  affine.for %i = 0 to 12 {
    affine.store %x, %B[%i] : memref<12xf32>
  }
  %l = affine.load %B[0] : memref<12xf32>
  %e = arith.cmpf oeq, %l, %x : f32
  pad.assume %e {pad.user} : i1
  affine.for %i = 0 to 12 {
    %b = affine.load %B[%i] : memref<12xf32>
    %t = arith.addf %b, %b : f32
    affine.store %t, %B[%i] : memref<12xf32>
  }
  func.return
}
