// Channels lie side by side; the guards of windows stay, and the loops are partitioned beside that.
// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3 layouts=auto}' | filecheck %s

// CHECK: func.func @pool(%X: memref<?x?x8xf32> {
// CHECK: pad.loop = "x.head"
// CHECK: affine.for %{{.*}} = 1 to affine_map<{{.*}}>(%{{.*}}) {
// CHECK: vector.load %X
// CHECK: pad.loop = "x.tail"
func.func @pool(%X: memref<?x?xf32>, %Y: memref<?x?xf32>,
    %channels: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]},
    %width: index {pad.size = [{of = "X", dim = 1}]}, %w: index {pad.size = [{of = "Y", dim = 1}]}) {
  %lowest = arith.constant 0xFF800000 : f32
  %half = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%width]
  %fits = arith.cmpi eq, %w, %half : index
  pad.assume %fits : i1
  affine.for %c = 0 to %channels {
    affine.for %x = 0 to %w {
      affine.store %lowest, %Y[%c, %x] : memref<?x?xf32>
      affine.for %j = 0 to 3 {
        affine.if affine_set<(d0, d1)[s0] : (d0 * 2 + d1 - 1 >= 0, -d0 * 2 - d1 + s0 >= 0)>(%x, %j)[%width] {
          %a = affine.load %X[%c, %x * 2 + %j - 1] : memref<?x?xf32>
          %m = affine.load %Y[%c, %x] : memref<?x?xf32>
          %next = arith.maximumf %m, %a : f32
          affine.store %next, %Y[%c, %x] : memref<?x?xf32>
        }
      }
    }
  } {pad.stage = "pool"}
  func.return
}
