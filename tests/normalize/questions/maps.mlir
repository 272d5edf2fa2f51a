// asks: permute
// expects: alike
// The axes of a local buffer change places; it is written, read and freed.
#turned = affine_map<(row, column) -> (column, row)>
func.func @run(%in: memref<6x10xf32>, %out: memref<6x10xf32>) {
  %T = memref.alloc() : memref<6x10xf32, #turned>
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 10 {
      %v = affine.load %in[%r, %c] : memref<6x10xf32>
      affine.store %v, %T[%r, %c] : memref<6x10xf32, #turned>
    }
  }
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 10 {
      %v = affine.load %T[-%r + 5, %c] : memref<6x10xf32, #turned>
      affine.store %v, %out[%r, %c] : memref<6x10xf32>
    }
  }
  memref.dealloc %T : memref<6x10xf32, #turned>
  func.return
}

// -----

// asks: shift
// expects: alike
// Cells before the first one, and an index that is a symbol.
#three_free = affine_map<(x) -> (x + 3)>
func.func private @copy_cell(%in: memref<9xi32>, %at: index, %out: memref<9xi32>) {
  %S = memref.alloc() : memref<9xi32, #three_free>
  affine.for %x = 0 to 9 {
    %v = affine.load %in[%x] : memref<9xi32>
    affine.store %v, %S[%x] : memref<9xi32, #three_free>
  }
  %v = affine.load %S[symbol(%at)] : memref<9xi32, #three_free>
  affine.store %v, %out[0] : memref<9xi32>
  memref.dealloc %S : memref<9xi32, #three_free>
  func.return
}
func.func @run(%in: memref<9xi32>, %out: memref<9xi32>) {
  %at = arith.constant 7 : index
  func.call @copy_cell(%in, %at, %out) : (memref<9xi32>, index, memref<9xi32>) -> ()
  func.return
}

// -----

// asks: high_dim_permute
// expects: alike
// Four axes in another order.
#nhwc = affine_map<(n, c, h, w) -> (n, h, w, c)>
func.func @run(%in: memref<2x3x4x5xf32>, %out: memref<2x3x4x5xf32>) {
  %I = memref.alloc() : memref<2x3x4x5xf32, #nhwc>
  affine.for %n = 0 to 2 {
    affine.for %c = 0 to 3 {
      affine.for %h = 0 to 4 {
        affine.for %w = 0 to 5 {
          %v = affine.load %in[%n, %c, %h, %w] : memref<2x3x4x5xf32>
          affine.store %v, %I[%n, -%c + 2, %h, %w] : memref<2x3x4x5xf32, #nhwc>
        }
      }
    }
  }
  affine.for %n = 0 to 2 {
    affine.for %c = 0 to 3 {
      affine.for %h = 0 to 4 {
        affine.for %w = 0 to 5 {
          %v = affine.load %I[%n, %c, %h, %w] : memref<2x3x4x5xf32, #nhwc>
          affine.store %v, %out[%n, %c, %h, %w] : memref<2x3x4x5xf32>
        }
      }
    }
  }
  func.return
}

// -----

// asks: invalid_map
// expects: neither
// Indices that are negative for every element. Why: upstream says nothing; ours names an index, and
// asks for an offset.
#below = affine_map<(x, y) -> (-x - 1, y)>
func.func @run() {
  %N = memref.alloc() : memref<4x7xf32, #below>
  func.return
}

// -----

// asks: data_tiling
// expects: alike
// Tiles that divide the shape; one value is the index on both axes.
#tiled = affine_map<(x, y) -> (x floordiv 3, y floordiv 5, x mod 3, y mod 5)>
func.func private @diagonal(%in: memref<12x20xf64>, %at: index, %out: memref<1xf64>) {
  %D = memref.alloc() : memref<12x20xf64, #tiled>
  affine.for %x = 0 to 12 {
    affine.for %y = 0 to 20 {
      %v = affine.load %in[%x, %y] : memref<12x20xf64>
      affine.store %v, %D[%x, %y] : memref<12x20xf64, #tiled>
    }
  }
  %v = affine.load %D[%at, %at] : memref<12x20xf64, #tiled>
  affine.store %v, %out[0] : memref<1xf64>
  func.return
}
func.func @run(%in: memref<12x20xf64>, %out: memref<1xf64>) {
  %at = arith.constant 10 : index
  func.call @diagonal(%in, %at, %out) : (memref<12x20xf64>, index, memref<1xf64>) -> ()
  func.return
}

// -----

// asks: strided
// expects: alike
// Steps of three and two: most cells hold nothing.
#spread = affine_map<(x, y) -> (x * 3, y * 2)>
func.func @run(%in: memref<5x6xi32>, %out: memref<5x6xi32>) {
  %S = memref.alloc() : memref<5x6xi32, #spread>
  affine.for %x = 0 to 5 {
    affine.for %y = 0 to 6 {
      %v = affine.load %in[%x, %y] : memref<5x6xi32>
      affine.store %v, %S[%x, %y] : memref<5x6xi32, #spread>
    }
  }
  affine.for %x = 0 to 5 {
    affine.for %y = 0 to 6 {
      %v = affine.load %S[%x, -%y + 5] : memref<5x6xi32, #spread>
      affine.store %v, %out[%x, %y] : memref<5x6xi32>
    }
  }
  func.return
}

// -----

// asks: strided_cumulative
// expects: alike
// One axis for two, with a row pitch that leaves cells free.
#pitch = affine_map<(x, y) -> (11 * x + 2 * y)>
func.func @run(%in: memref<4x5xf32>, %out: memref<4x5xf32>) {
  %P = memref.alloc() : memref<4x5xf32, #pitch>
  affine.for %x = 0 to 4 {
    affine.for %y = 0 to 5 {
      %v = affine.load %in[%x, %y] : memref<4x5xf32>
      affine.store %v, %P[%x, %y] : memref<4x5xf32, #pitch>
    }
  }
  affine.for %x = 0 to 4 {
    affine.for %y = 0 to 5 {
      %v = affine.load %P[-%x + 3, %y] : memref<4x5xf32, #pitch>
      affine.store %v, %out[%x, %y] : memref<4x5xf32>
    }
  }
  func.return
}

// -----

// asks: symbolic_operands
// expects: alike
// A symbol that the map has and does not use is bound to a value that is not known.
#row_major = affine_map<(x, y)[unused] -> (x * 7 + y)>
func.func private @through(%in: memref<3x7xf32>, %any: index, %out: memref<3x7xf32>) {
  %R = memref.alloc()[%any] : memref<3x7xf32, #row_major>
  affine.for %x = 0 to 3 {
    affine.for %y = 0 to 7 {
      %v = affine.load %in[%x, %y] : memref<3x7xf32>
      affine.store %v, %R[%x, %y] : memref<3x7xf32, #row_major>
    }
  }
  affine.for %x = 0 to 3 {
    affine.for %y = 0 to 7 {
      %v = affine.load %R[%x, %y] : memref<3x7xf32, #row_major>
      affine.store %v, %out[%x, -%y + 6] : memref<3x7xf32>
    }
  }
  func.return
}
func.func @run(%in: memref<3x7xf32>, %out: memref<3x7xf32>) {
  %any = arith.constant 4 : index
  func.call @through(%in, %any, %out) : (memref<3x7xf32>, index, memref<3x7xf32>) -> ()
  func.return
}

// -----

// asks: semi_affine_layout_map
// expects: neither
// The strides are values that are known when the program runs: no size can be computed. Why:
// upstream says nothing; the reader of ours refuses a product of two variables.
#strides = affine_map<(x, y)[p, q] -> (x * p + y * q)>
func.func @run(%p: index, %q: index, %out: memref<1xf32>) {
  %S = memref.alloc()[%p, %q] : memref<8x9xf32, #strides>
  %one = arith.constant 1.0 : f32
  affine.for %x = 0 to 8 {
    affine.for %y = 0 to 9 {
      affine.store %one, %S[%x, %y] : memref<8x9xf32, #strides>
    }
  }
  func.return
}

// -----

// asks: alignment
// expects: alike
// The alignment of an allocation is kept.
#turned = affine_map<(x, y, z) -> (z, x, y)>
func.func @run(%in: memref<2x3x4xf32>, %out: memref<2x3x4xf32>) {
  %T = memref.alloc() {alignment = 64 : i64} : memref<2x3x4xf32, #turned>
  affine.for %x = 0 to 2 {
    affine.for %y = 0 to 3 {
      affine.for %z = 0 to 4 {
        %v = affine.load %in[%x, %y, %z] : memref<2x3x4xf32>
        affine.store %v, %T[%x, %y, -%z + 3] : memref<2x3x4xf32, #turned>
        %w = affine.load %T[%x, %y, -%z + 3] : memref<2x3x4xf32, #turned>
        affine.store %w, %out[%x, %y, %z] : memref<2x3x4xf32>
      }
    }
  }
  func.return
}

// -----

// asks: map_symbol
// expects: ours
// The map uses a symbol, and the allocation binds it to a constant. Why: the constant that all
// allocations of a type bind is put into its map.
#shifted = affine_map<(x, y)[by] -> (x * 5 + y + by)>
func.func private @made() -> memref<4x5xi32, #shifted> {
  %by = arith.constant 2 : index
  %M = memref.alloc()[%by] : memref<4x5xi32, #shifted>
  func.return %M : memref<4x5xi32, #shifted>
}
func.func @run(%in: memref<4x5xi32>, %out: memref<4x5xi32>) {
  %M = func.call @made() : () -> memref<4x5xi32, #shifted>
  affine.for %x = 0 to 4 {
    affine.for %y = 0 to 5 {
      %v = affine.load %in[%x, %y] : memref<4x5xi32>
      affine.store %v, %M[%x, %y] : memref<4x5xi32, #shifted>
    }
  }
  affine.for %x = 0 to 4 {
    affine.for %y = 0 to 5 {
      %v = affine.load %M[-%x + 3, %y] : memref<4x5xi32, #shifted>
      affine.store %v, %out[%x, %y] : memref<4x5xi32>
    }
  }
  func.return
}

// -----

// asks: neg_map
// expects: neither
// Indices far below zero on one axis, and the buffer is what a function returns. Why:
// upstream says nothing; ours names an index, and asks for an offset.
#early = affine_map<(x, y) -> (x - 20, y)>
func.func @made() -> memref<5x4xf32, #early> {
  %E = memref.alloc() : memref<5x4xf32, #early>
  func.return %E : memref<5x4xf32, #early>
}
