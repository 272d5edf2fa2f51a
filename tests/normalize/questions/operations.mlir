// asks: test_norm
// expects: alike
// An operation that takes buffers as they are, here a call: an argument and a local one, both laid
// out, in tiles that do not divide the shape.
#tiles = affine_map<(n, c, h, w) -> (n, c, h floordiv 4, w floordiv 8, h mod 4, w mod 8)>
func.func private @move(%from: memref<1x2x5x6xf32, #tiles>, %to: memref<1x2x5x6xf32, #tiles>) {
  affine.for %c = 0 to 2 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        %v = affine.load %from[0, %c, %h, %w] : memref<1x2x5x6xf32, #tiles>
        affine.store %v, %to[0, -%c + 1, %h, -%w + 5] : memref<1x2x5x6xf32, #tiles>
      }
    }
  }
  func.return
}
func.func private @work(%given: memref<1x2x5x6xf32, #tiles>, %out: memref<1xf32>) {
  %local = memref.alloc() : memref<1x2x5x6xf32, #tiles>
  func.call @move(%given, %local) : (memref<1x2x5x6xf32, #tiles>, memref<1x2x5x6xf32, #tiles>) -> ()
  %v = affine.load %local[0, 1, 4, 0] : memref<1x2x5x6xf32, #tiles>
  affine.store %v, %out[0] : memref<1xf32>
  memref.dealloc %local : memref<1x2x5x6xf32, #tiles>
  func.return
}
func.func @run(%in: memref<1x2x5x6xf32>, %out: memref<1xf32>) {
  %given = memref.alloc() : memref<1x2x5x6xf32, #tiles>
  affine.for %c = 0 to 2 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        %v = affine.load %in[0, %c, %h, %w] : memref<1x2x5x6xf32>
        affine.store %v, %given[0, %c, %h, %w] : memref<1x2x5x6xf32, #tiles>
      }
    }
  }
  func.call @work(%given, %out) : (memref<1x2x5x6xf32, #tiles>, memref<1xf32>) -> ()
  func.return
}

// -----

// asks: test_nonnorm
// expects: ours
// An operation that upstream does not normalize, here a copy. Why: to us a copy between laid-out
// buffers is a nest of loops over their logical indices.
#tiles = affine_map<(c, h, w) -> (c, h floordiv 4, w floordiv 8, h mod 4, w mod 8)>
func.func private @work(%given: memref<2x5x6xf32, #tiles>, %out: memref<1xf32>) {
  %local = memref.alloc() : memref<2x5x6xf32, #tiles>
  memref.copy %given, %local : memref<2x5x6xf32, #tiles> to memref<2x5x6xf32, #tiles>
  %v = affine.load %local[1, 4, 3] : memref<2x5x6xf32, #tiles>
  affine.store %v, %out[0] : memref<1xf32>
  memref.dealloc %local : memref<2x5x6xf32, #tiles>
  func.return
}
func.func @run(%in: memref<2x5x6xf32>, %out: memref<1xf32>) {
  %given = memref.alloc() : memref<2x5x6xf32, #tiles>
  affine.for %c = 0 to 2 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        %v = affine.load %in[%c, %h, %w] : memref<2x5x6xf32>
        affine.store %v, %given[%c, %h, %w] : memref<2x5x6xf32, #tiles>
      }
    }
  }
  func.call @work(%given, %out) : (memref<2x5x6xf32, #tiles>, memref<1xf32>) -> ()
  func.return
}

// -----

// asks: test_nonnorm_identity_layout
// expects: alike
// Such an operation on row-major buffers does not stand in the way of the laid-out one beside it.
#tiles = affine_map<(x, y) -> (x, y floordiv 8, y mod 8)>
func.func private @add(%from: memref<3x10xi32, #tiles>, %to: memref<3x10xi32>) {
  affine.for %x = 0 to 3 {
    affine.for %y = 0 to 10 {
      %v = affine.load %from[%x, %y] : memref<3x10xi32, #tiles>
      %w = affine.load %to[%x, %y] : memref<3x10xi32>
      %s = arith.addi %v, %w : i32
      affine.store %s, %to[%x, %y] : memref<3x10xi32>
    }
  }
  func.return
}
func.func private @work(%given: memref<3x10xi32, #tiles>, %in: memref<3x10xi32>, %out: memref<3x10xi32>) {
  %plain = memref.alloc() : memref<3x10xi32>
  memref.copy %in, %plain : memref<3x10xi32> to memref<3x10xi32>
  func.call @add(%given, %plain) : (memref<3x10xi32, #tiles>, memref<3x10xi32>) -> ()
  memref.copy %plain, %out : memref<3x10xi32> to memref<3x10xi32>
  memref.dealloc %plain : memref<3x10xi32>
  func.return
}
func.func @run(%in: memref<3x10xi32>, %out: memref<3x10xi32>) {
  %given = memref.alloc() : memref<3x10xi32, #tiles>
  affine.for %x = 0 to 3 {
    affine.for %y = 0 to 10 {
      %v = affine.load %in[-%x + 2, %y] : memref<3x10xi32>
      affine.store %v, %given[%x, %y] : memref<3x10xi32, #tiles>
    }
  }
  func.call @work(%given, %in, %out) : (memref<3x10xi32, #tiles>, memref<3x10xi32>, memref<3x10xi32>) -> ()
  func.return
}

// -----

// asks: test_norm_mix
// expects: alike
// A callee takes a buffer that is physical already, and one of the layout that gives that shape.
#tiles = affine_map<(x, y) -> (x, y floordiv 8, y mod 8)>
func.func private @move(%from: memref<3x2x8xf64>, %to: memref<3x10xf64, #tiles>) {
  affine.for %x = 0 to 3 {
    affine.for %y = 0 to 10 {
      %v = affine.load %from[%x, %y floordiv 8, %y mod 8] : memref<3x2x8xf64>
      affine.store %v, %to[%x, %y] : memref<3x10xf64, #tiles>
    }
  }
  func.return
}
func.func @run(%in: memref<3x2x8xf64>, %out: memref<1xf64>) {
  %local = memref.alloc() : memref<3x10xf64, #tiles>
  func.call @move(%in, %local) : (memref<3x2x8xf64>, memref<3x10xf64, #tiles>) -> ()
  %v = affine.load %local[2, 9] : memref<3x10xf64, #tiles>
  affine.store %v, %out[0] : memref<1xf64>
  memref.dealloc %local : memref<3x10xf64, #tiles>
  func.return
}

// -----

// asks: test_load_store
// expects: alike
// Loads and stores of memref, in affine loops, on a laid-out buffer and a row-major one.
#tiles = affine_map<(x, y) -> (x floordiv 4, y floordiv 4, x mod 4, y mod 4)>
func.func @run(%in: memref<6x7xf32>, %out: memref<6x7xf32>) {
  %laid_out = memref.alloc() : memref<6x7xf32, #tiles>
  %plain = memref.alloc() : memref<6x7xf32>
  %half = arith.constant 0.5 : f32
  affine.for %x = 0 to 6 {
    affine.for %y = 0 to 7 {
      %v = memref.load %in[%x, %y] : memref<6x7xf32>
      memref.store %v, %laid_out[%x, %y] : memref<6x7xf32, #tiles>
      %m = arith.mulf %v, %half : f32
      memref.store %m, %plain[%x, %y] : memref<6x7xf32>
    }
  }
  affine.for %x = 0 to 6 {
    affine.for %y = 0 to 7 {
      %v = memref.load %laid_out[%x, %y] : memref<6x7xf32, #tiles>
      %w = memref.load %plain[%x, %y] : memref<6x7xf32>
      %s = arith.subf %v, %w : f32
      memref.store %s, %out[%x, %y] : memref<6x7xf32>
    }
  }
  memref.dealloc %laid_out : memref<6x7xf32, #tiles>
  memref.dealloc %plain : memref<6x7xf32>
  func.return
}

// -----

// asks: test_norm_ret
// expects: alike
// An operation with a laid-out result beside a row-major one, here a call; the function's symbol
// is named by an attribute too.
#tiles = affine_map<(x, y) -> (x floordiv 4, y floordiv 4, x mod 4, y mod 4)>
func.func private @twice(%given: memref<6x7xf32, #tiles>) -> (memref<6x7xf32, #tiles>, memref<6x7xf32>) {
  %laid_out = memref.alloc() : memref<6x7xf32, #tiles>
  %plain = memref.alloc() : memref<6x7xf32>
  affine.for %x = 0 to 6 {
    affine.for %y = 0 to 7 {
      %v = affine.load %given[-%x + 5, %y] : memref<6x7xf32, #tiles>
      %s = arith.addf %v, %v : f32
      affine.store %s, %laid_out[%x, %y] : memref<6x7xf32, #tiles>
      affine.store %v, %plain[%x, %y] : memref<6x7xf32>
    }
  }
  func.return %laid_out, %plain : memref<6x7xf32, #tiles>, memref<6x7xf32>
}
func.func private @pass_on(%given: memref<6x7xf32, #tiles>) -> (memref<6x7xf32, #tiles>, memref<6x7xf32>) {
  %laid_out, %plain = func.call @twice(%given) {named = @twice} : (memref<6x7xf32, #tiles>) -> (memref<6x7xf32, #tiles>, memref<6x7xf32>)
  func.return %laid_out, %plain : memref<6x7xf32, #tiles>, memref<6x7xf32>
}
func.func @run(%in: memref<6x7xf32>, %out: memref<6x7xf32>) {
  %given = memref.alloc() : memref<6x7xf32, #tiles>
  affine.for %x = 0 to 6 {
    affine.for %y = 0 to 7 {
      %v = affine.load %in[%x, %y] : memref<6x7xf32>
      affine.store %v, %given[%x, %y] : memref<6x7xf32, #tiles>
    }
  }
  %laid_out, %plain = func.call @pass_on(%given) : (memref<6x7xf32, #tiles>) -> (memref<6x7xf32, #tiles>, memref<6x7xf32>)
  affine.for %x = 0 to 6 {
    affine.for %y = 0 to 7 {
      %v = affine.load %laid_out[%x, %y] : memref<6x7xf32, #tiles>
      %w = affine.load %plain[%x, %y] : memref<6x7xf32>
      %s = arith.mulf %v, %w : f32
      affine.store %s, %out[%x, %y] : memref<6x7xf32>
    }
  }
  func.return
}

// -----

// asks: test_norm_reinterpret_cast
// expects: alike
// A row-major buffer beside the laid-out one is seen with more axes.
#tiles = affine_map<(x) -> (x floordiv 16, x mod 16)>
func.func private @move(%from: memref<6xf32, #tiles>, %to: memref<6xf32>) {
  affine.for %x = 0 to 6 {
    %v = affine.load %from[%x] : memref<6xf32, #tiles>
    affine.store %v, %to[-%x + 5] : memref<6xf32>
  }
  func.return
}
func.func private @seen(%given: memref<6xf32, #tiles>) -> memref<2x1x3xf32> {
  %plain = memref.alloc() : memref<6xf32>
  func.call @move(%given, %plain) : (memref<6xf32, #tiles>, memref<6xf32>) -> ()
  %boxes = memref.reinterpret_cast %plain to offset: [0], sizes: [2, 1, 3], strides: [3, 3, 1] : memref<6xf32> to memref<2x1x3xf32>
  func.return %boxes : memref<2x1x3xf32>
}
func.func @run(%in: memref<6xf32>, %out: memref<2x3xf32>) {
  %given = memref.alloc() : memref<6xf32, #tiles>
  affine.for %x = 0 to 6 {
    %v = affine.load %in[%x] : memref<6xf32>
    affine.store %v, %given[%x] : memref<6xf32, #tiles>
  }
  %boxes = func.call @seen(%given) : (memref<6xf32, #tiles>) -> memref<2x1x3xf32>
  affine.for %x = 0 to 2 {
    affine.for %y = 0 to 3 {
      %v = affine.load %boxes[%x, 0, %y] : memref<2x1x3xf32>
      affine.store %v, %out[%x, %y] : memref<2x3xf32>
    }
  }
  func.return
}
