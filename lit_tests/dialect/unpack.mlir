// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @unpack
func.func @unpack(%p: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %a: memref<14xf32>) {
  // CHECK-NEXT: pad.unpack %p into %a : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>> into memref<14xf32>
  // GENERIC: "pad.unpack"(%p, %a) : (memref<14xf32, #pad.layout<{{.*}}>>, memref<14xf32>) -> ()
  pad.unpack %p into %a : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> into memref<14xf32>
  // CHECK-NEXT: pad.unpack %p into %a {pad.stage = "A_out"} : memref<14xf32, #pad.layout<{{.*}}>> into memref<14xf32>
  pad.unpack %p into %a {pad.stage = "A_out"} : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> into memref<14xf32>
  func.return
}
