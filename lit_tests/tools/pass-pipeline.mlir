// Three spellings of the option, blanks after commas, mlir-opt's wrapper.
// RUN: pad-opt %s -p cse,dce | filecheck %s
// RUN: pad-opt %s --passes=cse,dce | filecheck %s
// RUN: pad-opt %s --pass-pipeline="  cse , dce " | filecheck %s
// RUN: pad-opt %s --pass-pipeline='builtin.module(cse, dce)' | filecheck %s

// Values with other characters are quoted; a list has commas, with blanks or without, and brackets or none.
// RUN: pad-opt %s -p 'pad-transform-layout{ buffer=A map="(i) -> (i floordiv 4, i mod 4)"  pad=-0.0 }, pad-remove-assume' | filecheck %s --check-prefix=LAYOUT
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="A" map="(i) -> (i)" align=16 pad="undef"}' | filecheck %s --check-prefix=ALIGN
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="A" map="(i) -> (i)" align=[16] pad="undef"}' | filecheck %s --check-prefix=ALIGN
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="A" map="(i) -> (i, 0)" extents=[16, 2] pad="undef"}' | filecheck %s --check-prefix=LIST

// CHECK:      func.func @f(%A: memref<14xf32>) -> index {
// CHECK-NEXT:   %0 = arith.constant 1 : index
// CHECK-NEXT:   func.return %0 : index

// LAYOUT: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [-0.000000e+00 : f32], {}>>
// LIST: {extents = [16, 2]}>>
// ALIGN: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["undef"], {align = [16]}>>
func.func @f(%A: memref<14xf32>) -> index {
  %0 = arith.constant 1 : index
  %1 = arith.constant 1 : index
  %2 = arith.addi %0, %1 : index
  return %1 : index
}
