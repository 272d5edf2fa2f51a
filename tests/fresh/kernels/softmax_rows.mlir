// Softmax of each row in four stages with three temporaries.
func.func @softmax_rows(%A: memref<6x29xf32> {pad.name = "A"},
                        %B: memref<6x29xf32> {pad.name = "B"}) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %M = memref.alloc() {pad.name = "M"} : memref<6xf32>
  %E = memref.alloc() {pad.name = "E"} : memref<6x29xf32>
  %S = memref.alloc() {pad.name = "S"} : memref<6xf32>
  affine.for %i = 0 to 6 {
    affine.store %low, %M[%i] : memref<6xf32>
    affine.for %j = 0 to 29 {
      %m = affine.load %M[%i] : memref<6xf32>
      %a = affine.load %A[%i, %j] : memref<6x29xf32>
      %next = arith.maximumf %m, %a : f32
      affine.store %next, %M[%i] : memref<6xf32>
    }
  } {pad.stage = "rowmax"}
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 29 {
      %a = affine.load %A[%i, %j] : memref<6x29xf32>
      %m = affine.load %M[%i] : memref<6xf32>
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      affine.store %e, %E[%i, %j] : memref<6x29xf32>
    }
  } {pad.stage = "expo"}
  affine.for %i = 0 to 6 {
    affine.store %zero, %S[%i] : memref<6xf32>
    affine.for %j = 0 to 29 {
      %s = affine.load %S[%i] : memref<6xf32>
      %e = affine.load %E[%i, %j] : memref<6x29xf32>
      %next = arith.addf %s, %e : f32
      affine.store %next, %S[%i] : memref<6xf32>
    }
  } {pad.stage = "total"}
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 29 {
      %e = affine.load %E[%i, %j] : memref<6x29xf32>
      %s = affine.load %S[%i] : memref<6xf32>
      %p = arith.divf %e, %s : f32
      affine.store %p, %B[%i, %j] : memref<6x29xf32>
    }
  } {pad.stage = "normalise"}
  memref.dealloc %M : memref<6xf32>
  memref.dealloc %E : memref<6x29xf32>
  memref.dealloc %S : memref<6xf32>
  func.return
}
