// The place where a key occurs first, -1 if nowhere.
func.func @first_hit(%A: memref<26xi32> {pad.name = "A"}, %F: memref<1xi32> {pad.name = "found"},
                     %P: memref<1xi32> {pad.name = "place"}, %key: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %nowhere = arith.constant -1 : i32
  affine.store %zero, %F[0] : memref<1xi32>
  affine.store %nowhere, %P[0] : memref<1xi32>
  affine.for %i = 0 to 26 {
    %f = affine.load %F[0] : memref<1xi32>
    %open = arith.cmpi eq, %f, %zero : i32
    %a = affine.load %A[%i] : memref<26xi32>
    %hit = arith.cmpi eq, %a, %key : i32
    %here = arith.index_cast %i : index to i32
    scf.if %open {
      scf.if %hit {
        affine.store %one, %F[0] : memref<1xi32>
        affine.store %here, %P[0] : memref<1xi32>
      }
    }
  } {pad.stage = "search"}
  func.return
}
