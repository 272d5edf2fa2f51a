// Sums of rows as another compiler has them: in linalg, which xDSL's passes and ours do not take.
func.func @row_sum(%A: memref<64x61xf32> {pad.name = "A"}, %B: memref<64xf32> {pad.name = "B"})
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%B : memref<64xf32>)
  linalg.reduce ins(%A : memref<64x61xf32>) outs(%B : memref<64xf32>) dimensions = [1]
    (%a: f32, %sum: f32) {
      %next = arith.addf %sum, %a : f32
      linalg.yield %next : f32
    }
  return
}
