// Counts the even numbers in each column.
func.func @count_even(%A: memref<22x5xi32> {pad.name = "A"}, %N: memref<5xi32> {pad.name = "N"}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %j = 0 to 5 {
    affine.store %zero, %N[%j] : memref<5xi32>
  } {pad.stage = "clear"}
  affine.for %i = 0 to 22 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%i, %j] : memref<22x5xi32>
      %odd = arith.andi %a, %one : i32
      %even = arith.xori %odd, %one : i32
      %n = affine.load %N[%j] : memref<5xi32>
      %next = arith.addi %n, %even : i32
      affine.store %next, %N[%j] : memref<5xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
