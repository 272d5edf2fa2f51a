// Fills a board, has another function look at a cell of it, fills it again.
func.func private @probe(%B: memref<12xf32>, %S: memref<1xf32>) {
  %b = affine.load %B[3] : memref<12xf32>
  affine.store %b, %S[0] : memref<1xf32>
  func.return
}
func.func @probe_call(%A: memref<12xf32> {pad.name = "A"}, %B: memref<12xf32> {pad.name = "board"},
                      %S: memref<1xf32> {pad.name = "seen"}) {
  %first = arith.constant 2.5 : f32
  affine.for %i = 0 to 12 {
    affine.store %first, %B[%i] : memref<12xf32>
  } {pad.stage = "first"}
  func.call @probe(%B, %S) : (memref<12xf32>, memref<1xf32>) -> ()
  affine.for %i = 0 to 12 {
    %a = affine.load %A[%i] : memref<12xf32>
    affine.store %a, %B[%i] : memref<12xf32>
  } {pad.stage = "second"}
  func.return
}
