// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @pack
func.func @pack(%a: memref<14xf32>, %p: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) {
  // CHECK-NEXT: pad.pack %a into %p : memref<14xf32> into memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.000000e+00 : f32], {}>>
  // GENERIC: "pad.pack"(%a, %p) : (memref<14xf32>, memref<14xf32, #pad.layout<{{.*}}>>) -> ()
  pad.pack %a into %p : memref<14xf32> into memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
  // CHECK-NEXT: pad.pack %a into %p {pad.stage = "A_cache"} : memref<14xf32> into memref
  pad.pack %a into %p {pad.stage = "A_cache"} : memref<14xf32> into memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
  func.return
}

// The sides may lie in different memory spaces, and have rank 0.
// CHECK-LABEL: @spaces
func.func @spaces(%a: memref<f32>, %p: memref<f32, #pad.layout<[affine_map<() -> (0)>], ["undef"], {extents = [4]}>, 3>) {
  // CHECK-NEXT: pad.pack %a into %p : memref<f32> into memref<f32, #pad.layout<{{.*}}>, 3 : i64>
  pad.pack %a into %p : memref<f32> into memref<f32, #pad.layout<[affine_map<() -> (0)>], ["undef"], {extents = [4]}>, 3>
  func.return
}

// Its writes are seen: it is neither dead nor done once.
// RUN: pad-opt %s -p canonicalize,cse,dce | filecheck %s --check-prefix=KEPT
// KEPT-LABEL: @pack
// KEPT: pad.pack
// KEPT: pad.pack
