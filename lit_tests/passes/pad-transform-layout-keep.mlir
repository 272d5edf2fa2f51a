// `interface=keep`: the signature stays, and copies inside have the layout.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A interface=keep map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-transform-layout{buffer=B interface=keep map="(i) -> (i floordiv 8, i mod 8)" pad=undef}' | filecheck %s

// CHECK-LABEL: func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
// CHECK:         [[A:%.*]] = memref.alloc() {{.*}}pad.name = "A_cache"} : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.000000e+00 : f32], {}>>
// CHECK:         affine.load %A[
// CHECK:         pad.stage = "A_cache"
// CHECK:         [[B:%.*]] = memref.alloc() {{.*}}pad.name = "B_cache"} : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 8, d0 mod 8)>], ["undef"], {}>>
// CHECK:         affine.load [[A]][%i]
// CHECK:         affine.store %{{.*}}, [[B]][%i]
// CHECK:         pad.stage = "compute"
// CHECK:         affine.store %{{.*}}, %B[
// CHECK:         pad.stage = "B_cache"
func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// In place, and partly: the copy starts with what the argument holds. The caller stays as it is.
// CHECK-LABEL: func.func @in_place(%A: memref<14xf32>, %B: memref<14xf32>) {
// CHECK:         pad.stage = "A_cache_in"
// CHECK:         affine.load %A_cache[%i * 2]
// CHECK:         affine.store %{{.*}}, %A_cache[%i * 2]
// CHECK:         pad.stage = "A_cache"
func.func @in_place(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 7 {
    %a = affine.load %A[%i * 2] : memref<14xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i * 2] : memref<14xf32>
    affine.store %b, %B[%i] : memref<14xf32>
  }
  func.return
}
// CHECK-LABEL: func.func @caller(%X: memref<14xf32>, %Y: memref<14xf32>) {
// CHECK-NEXT:    func.call @in_place(%X, %Y) : (memref<14xf32>, memref<14xf32>) -> ()
func.func @caller(%X: memref<14xf32>, %Y: memref<14xf32>) {
  func.call @in_place(%X, %Y) : (memref<14xf32>, memref<14xf32>) -> ()
  func.return
}

// A local buffer gets the layout itself.
// CHECK-LABEL: func.func @local
// CHECK:         memref.alloc() {pad.name = "A"} : memref<14xf32, #pad.layout
// CHECK-NOT:     A_cache
func.func @local(%B: memref<14xf32>) {
  %A = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32>
  }
  func.return
}
