// A copy before where a buffer is read.
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A}' | filecheck %s
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A stage=compute at=jo memory-space=3 function=rows}' | filecheck %s --check-prefix=LOOP
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A function=rows map="(i, j) -> (i, j floordiv 16, j mod 16)" pad=0.0}' | filecheck %s --check-prefix=LAYOUT

// CHECK-LABEL: func.func @rows(%A: memref<12x50xf32>, %B: memref<12xf32>)
// CHECK:         [[C:%.*]] = memref.alloc() {alignment = 64 : i64, pad.name = "A_cache"} : memref<12x50xf32>
// CHECK-NEXT:    affine.for [[I:%.*]] = 0 to 12 {
// CHECK-NEXT:      affine.for [[J:%.*]] = 0 to 50 {
// CHECK-NEXT:        [[V:%.*]] = affine.load %A[[[I]], [[J]]]
// CHECK-NEXT:        affine.store [[V]], [[C]][[[I]], [[J]]]
// CHECK-NEXT:      } {pad.loop = "i1"}
// CHECK-NEXT:    } {pad.loop = "i0", pad.stage = "A_cache"}
// CHECK:         affine.load [[C]][%i, %jo * 16 + %ji]
// CHECK:         } {pad.stage = "compute"}
// CHECK-NEXT:    memref.dealloc [[C]]

// In a loop the cache holds what an iteration reads; what the last one would read past the end is
// not copied.
// LOOP-LABEL: func.func @rows
// LOOP:         affine.for %jo = 0 to 4 {
// LOOP-NEXT:      [[C:%.*]] = memref.alloc() {alignment = 64 : i64, pad.name = "A_cache"} : memref<1x16xf32, 3 : i64>
// LOOP-NEXT:      affine.for [[I:%.*]] = 0 to 1 {
// LOOP-NEXT:        affine.for [[J:%.*]] = 0 to 16 {
// LOOP-NEXT:          affine.if affine_set<(d0, d1) : (d0 * -16 - d1 + 49 >= 0)>(%jo, [[J]]) {
// LOOP-NEXT:            [[V:%.*]] = affine.load %A[[[I]] + %i, %jo * 16 + [[J]]]
// LOOP-NEXT:            affine.store [[V]], [[C]][[[I]], [[J]]]
// LOOP:           pad.stage = "A_cache"
// LOOP:           affine.load [[C]][0, %ji]
// LOOP:           memref.dealloc [[C]]
// LOOP-NEXT:    }

// LAYOUT: pad.name = "A_cache"} : memref<12x50xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 16, d1 mod 16)>], [0.000000e+00 : f32], {}>>
// LAYOUT: affine.store %{{.*}}, %A_cache[%{{.*}}, %{{.*}}] : memref<12x50xf32, #pad.layout
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

// Both stages that read it, and what is between them; scf loops, memref accesses, and a local
// buffer that is written before.
// CHECK-LABEL: func.func @stages
// CHECK:         pad.stage = "fill"
// CHECK-NEXT:    [[C:%.*]] = memref.alloc() {{.*}}pad.name = "A_cache"
// CHECK:         pad.stage = "A_cache"
// CHECK:         memref.load [[C]][%{{.*}}]
// CHECK:         affine.load [[C]][%{{.*}} * 2 + 1]
// CHECK:         memref.dealloc [[C]]
// CHECK-NEXT:    func.return
func.func @stages(%x: f32, %B: memref<14xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %A = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.stage = "fill"}
  scf.for %i = %c0 to %c14 step %c1 {
    %a = memref.load %A[%i] : memref<14xf32>
    memref.store %a, %B[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 7 {
    %a = affine.load %A[%i * 2 + 1] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// Padding that an applied layout forbids is not copied.
// CHECK-LABEL: func.func @padded
// CHECK:         [[C:%.*]] = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK:             affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>([[IO:%.*]], [[II:%.*]]) {
// CHECK-NEXT:          affine.load %A[[[IO]], [[II]]]
// CHECK:         pad.stage = "A_cache"
func.func @padded(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}
