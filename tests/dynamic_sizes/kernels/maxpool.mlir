// The largest of each 2 x 2 window; windows at the end of an odd size have only one row or column.
func.func @maxpool(%A: memref<?x?x?xf32>, %B: memref<?x?x?xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = memref.dim %A, %c0 : memref<?x?x?xf32>
  %w = memref.dim %A, %c1 : memref<?x?x?xf32>
  %channels = memref.dim %A, %c2 : memref<?x?x?xf32>
  %rows = memref.dim %B, %c0 : memref<?x?x?xf32>
  %columns = memref.dim %B, %c1 : memref<?x?x?xf32>
  %channels_of_B = memref.dim %B, %c2 : memref<?x?x?xf32>
  %same = arith.cmpi eq, %channels, %channels_of_B : index
  pad.assume %same : i1
  %half_h = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%h]
  %all_rows = arith.cmpi eq, %rows, %half_h : index
  pad.assume %all_rows : i1  // fits
  %half_w = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%w]
  %all_columns = arith.cmpi eq, %columns, %half_w : index
  pad.assume %all_columns : i1  // fits
  affine.for %p = 0 to %rows {
    affine.for %q = 0 to %columns {
      affine.for %c = 0 to %channels {
        %m = affine.for %y = 0 to 2 iter_args(%u = %least) -> (f32) {
          %n = affine.for %x = 0 to 2 iter_args(%v = %u) -> (f32) {
            %t = affine.if affine_set<(d0, d1, d2, d3)[s0, s1] : (
                s0 - 1 - 2 * d0 - d1 >= 0, s1 - 1 - 2 * d2 - d3 >= 0)>(%p, %y, %q, %x)[%h, %w]
                -> f32 {
              %a = affine.load %A[2 * %p + %y, 2 * %q + %x, %c] : memref<?x?x?xf32>
              %b = arith.maximumf %v, %a : f32
              affine.yield %b : f32
            } else {
              affine.yield %v : f32
            }
            affine.yield %t : f32
          }
          affine.yield %n : f32
        }
        affine.store %m, %B[%p, %q, %c] : memref<?x?x?xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
