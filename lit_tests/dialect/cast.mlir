// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: pad-opt %s -p canonicalize | filecheck %s --check-prefix=FOLDED

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @kinds
// FOLDED-LABEL: @kinds
func.func @kinds(%a: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) -> memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> {
  // CHECK-NEXT: %[[U:.*]] = pad.cast %a : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.000000e+00 : f32], {}>> to memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>
  // GENERIC: "pad.cast"(%a) : (memref<14xf32, #pad.layout<{{.*}}>>) -> memref<14xf32, #pad.layout<{{.*}}>>
  // FOLDED-NEXT: %[[U:.*]] = pad.cast %a
  %u = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  // CHECK-NEXT: func.return %[[U]]
  // FOLDED-NEXT: func.return %[[U]]
  func.return %u : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
}

// A cast to the type it has folds.
// FOLDED-LABEL: @same
// FOLDED-NEXT: func.return %a
func.func @same(%a: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> {
  %u = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return %u : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
}

// 0.0 and -0.0 are two values.
// FOLDED-LABEL: @zeros
// FOLDED-NEXT: pad.cast
func.func @zeros(%a: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) -> memref<14xf32, #pad.layout<[#tiles], [-0.0 : f32], {}>> {
  %u = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], [-0.0 : f32], {}>>
  func.return %u : memref<14xf32, #pad.layout<[#tiles], [-0.0 : f32], {}>>
}

// A cast of a cast is one; there and back is none.
// FOLDED-LABEL: @twice
// FOLDED-NEXT: %[[F:.*]] = pad.cast %a : {{.*}}[0.000000e+00 : f32]{{.*}} to {{.*}}["forbidden"]
// FOLDED-NEXT: func.return %[[F]], %a
func.func @twice(%a: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) -> (memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) {
  %u = pad.cast %a : memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  %f = pad.cast %u : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  %back = pad.cast %u : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
  func.return %f, %back : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
}
