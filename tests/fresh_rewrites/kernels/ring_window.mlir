// Weighted windows of four over a ring of 13.
func.func @ring_window(%A: memref<13xi32> {pad.name = "A"}, %W: memref<4xi32> {pad.name = "W"},
                       %B: memref<13xi32> {pad.name = "B"}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 13 {
    %sum = affine.for %f = 0 to 4 iter_args(%acc = %zero) -> (i32) {
      %next = affine.if affine_set<(d0, d1) : (-d0 - d1 + 12 >= 0)>(%i, %f) -> i32 {
        %a = affine.load %A[%i + %f] : memref<13xi32>
        %w = affine.load %W[%f] : memref<4xi32>
        %p = arith.muli %a, %w : i32
        %t = arith.addi %acc, %p : i32
        affine.yield %t : i32
      } else {
        %a = affine.load %A[%i + %f - 13] : memref<13xi32>
        %w = affine.load %W[%f] : memref<4xi32>
        %p = arith.muli %a, %w : i32
        %t = arith.addi %acc, %p : i32
        affine.yield %t : i32
      }
      affine.yield %next : i32
    }
    affine.store %sum, %B[%i] : memref<13xi32>
  } {pad.stage = "compute"}
  func.return
}
