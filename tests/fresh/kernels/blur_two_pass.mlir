// Sums over 3 x 3 windows, halved twice in each direction: a horizontal and a vertical pass with
// a temporary between them.
func.func @blur_two_pass(%A: memref<14x23xf32> {pad.name = "A"},
                         %B: memref<12x21xf32> {pad.name = "B"}) {
  %weight = arith.constant 0.25 : f32
  %T = memref.alloc() {pad.name = "T"} : memref<14x21xf32>
  affine.for %y = 0 to 14 {
    affine.for %x = 0 to 21 {
      %a = affine.load %A[%y, %x] : memref<14x23xf32>
      %b = affine.load %A[%y, %x + 1] : memref<14x23xf32>
      %c = affine.load %A[%y, %x + 2] : memref<14x23xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      %t = arith.mulf %abc, %weight : f32
      affine.store %t, %T[%y, %x] : memref<14x21xf32>
    }
  } {pad.stage = "horizontal"}
  affine.for %y = 0 to 12 {
    affine.for %x = 0 to 21 {
      %a = affine.load %T[%y, %x] : memref<14x21xf32>
      %b = affine.load %T[%y + 1, %x] : memref<14x21xf32>
      %c = affine.load %T[%y + 2, %x] : memref<14x21xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      %t = arith.mulf %abc, %weight : f32
      affine.store %t, %B[%y, %x] : memref<12x21xf32>
    }
  } {pad.stage = "vertical"}
  memref.dealloc %T : memref<14x21xf32>
  func.return
}
