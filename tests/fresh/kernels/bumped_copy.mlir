// Copies a 5 x 8 box with zeros behind its 37 numbers, adds one everywhere, sums what is valid.
func.func @bumped_copy(%A: memref<5x8xi32> {pad.name = "A"}, %S: memref<5xi32> {pad.name = "S"}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c37 = arith.constant 37 : index
  affine.for %io = 0 to 5 {
    affine.for %ii = 0 to 8 {
      %flat = affine.apply affine_map<(d0, d1) -> (8 * d0 + d1)>(%io, %ii)
      %valid = arith.cmpi slt, %flat, %c37 : index
      %a = affine.load %A[%io, %ii] : memref<5x8xi32>
      %holds = arith.cmpi eq, %a, %zero : i32
      %fact = arith.ori %valid, %holds : i1
      pad.assume %fact : i1
    }
  } {pad.stage = "A_assume"}
  %T = memref.alloc() {pad.name = "T"} : memref<5x8xi32>
  affine.for %io = 0 to 5 {
    affine.for %ii = 0 to 8 {
      %a = affine.load %A[%io, %ii] : memref<5x8xi32>
      affine.store %a, %T[%io, %ii] : memref<5x8xi32>
    }
  } {pad.stage = "copy"}
  affine.for %io = 0 to 5 {
    affine.for %ii = 0 to 8 {
      %t = affine.load %T[%io, %ii] : memref<5x8xi32>
      %u = arith.addi %t, %one : i32
      affine.store %u, %T[%io, %ii] : memref<5x8xi32>
    }
  } {pad.stage = "bump"}
  affine.for %io = 0 to 5 {
    affine.store %zero, %S[%io] : memref<5xi32>
    affine.for %ii = 0 to 8 {
      affine.if affine_set<(d0, d1) : (-8 * d0 - d1 + 36 >= 0)>(%io, %ii) {
        %s = affine.load %S[%io] : memref<5xi32>
        %t = affine.load %T[%io, %ii] : memref<5x8xi32>
        %next = arith.addi %s, %t : i32
        affine.store %next, %S[%io] : memref<5xi32>
      }
    }
  } {pad.stage = "compute"}
  memref.dealloc %T : memref<5x8xi32>
  func.return
}
