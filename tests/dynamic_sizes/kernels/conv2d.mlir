// A 3 x 3 convolution in NHWC form, of two images with any height, width and number of channels.
func.func @conv2d(%A: memref<2x?x?x?xf32>, %F: memref<3x3x?x20xf32>, %B: memref<2x?x?x20xf32>,
    %height: index {pad.size = [{of = "A", dim = 1}]},
    %width: index {pad.size = [{of = "A", dim = 2}]},
    %channels: index {pad.size = [{of = "A", dim = 3}, {of = "F", dim = 2}]},
    %rows: index {pad.size = [{of = "B", dim = 1}]},
    %columns: index {pad.size = [{of = "B", dim = 2}]}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %last_row = arith.addi %rows, %c2 : index
  %no_rows = arith.cmpi eq, %rows, %c0 : index
  %rows_fit = arith.cmpi sle, %last_row, %height : index
  %rows_fact = arith.ori %no_rows, %rows_fit : i1
  pad.assume %rows_fact : i1
  %last_column = arith.addi %columns, %c2 : index
  %no_columns = arith.cmpi eq, %columns, %c0 : index
  %columns_fit = arith.cmpi sle, %last_column, %width : index
  %columns_fact = arith.ori %no_columns, %columns_fit : i1
  pad.assume %columns_fact : i1
  affine.for %n = 0 to 2 {
    affine.for %y = 0 to %rows {
      affine.for %x = 0 to %columns {
        affine.for %k = 0 to 20 {
          affine.store %zero, %B[%n, %y, %x, %k] : memref<2x?x?x20xf32>
          affine.for %r = 0 to 3 {
            affine.for %s = 0 to 3 {
              affine.for %c = 0 to %channels {
                %b = affine.load %B[%n, %y, %x, %k] : memref<2x?x?x20xf32>
                %a = affine.load %A[%n, %y + %r, %x + %s, %c] : memref<2x?x?x?xf32>
                %f = affine.load %F[%r, %s, %c, %k] : memref<3x3x?x20xf32>
                %p = arith.mulf %a, %f : f32
                %t = arith.addf %b, %p : f32
                affine.store %t, %B[%n, %y, %x, %k] : memref<2x?x?x20xf32>
              }
            }
          }
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
