// Two kinds of padding that disagree at a call: undef is not a value.
// RUN: not pad-opt %s -p pad-apply-layouts 2>&1 | filecheck %s
// CHECK: kinds-disagree.mlir:10:8: error: @g needs 1.000000e+00 : f32 in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is undef
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func private @g(memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>)
func.func @f(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @g(%B) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
