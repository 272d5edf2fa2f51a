// Two layouts that disagree at a call.
// RUN: not pad-opt %s 2>&1 | filecheck %s
// CHECK: layouts-disagree.mlir:10:3: error: argument 0 of @g is laid out as (i) -> (i // 4, i % 4) on [14]
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func private @g(memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>)
func.func @f(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  func.call @g(%A) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
