// A matrix product; the summed axis is the one that gets padding.
func.func @matmul_inner(%A: memref<9x37xf32> {pad.name = "A"},
                        %B: memref<37x11xf32> {pad.name = "B"},
                        %C: memref<9x11xf32> {pad.name = "C"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %m = 0 to 9 {
    affine.for %n = 0 to 11 {
      affine.store %zero, %C[%m, %n] : memref<9x11xf32>
    }
  } {pad.stage = "clear"}
  affine.for %m = 0 to 9 {
    affine.for %n = 0 to 11 {
      affine.for %k = 0 to 37 {
        %c = affine.load %C[%m, %n] : memref<9x11xf32>
        %a = affine.load %A[%m, %k] : memref<9x37xf32>
        %b = affine.load %B[%k, %n] : memref<37x11xf32>
        %p = arith.mulf %a, %b : f32
        %next = arith.addf %c, %p : f32
        affine.store %next, %C[%m, %n] : memref<9x11xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
