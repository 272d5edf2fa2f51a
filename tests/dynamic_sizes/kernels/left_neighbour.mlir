// Each cell less the one before it, the first less itself.
func.func @left_neighbour(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %l = affine.max affine_map<(d0) -> (d0 - 1, 0)>(%i)
    %x = memref.load %A[%l] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.subf %a, %x : f32
    affine.store %s, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
