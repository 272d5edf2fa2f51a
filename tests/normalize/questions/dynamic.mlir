// asks: test_norm_dynamic12
// expects: theirs
// Two of three sizes come at run time; one of these axes is tiled. Why: a layout on a
// dynamic shape is not applied yet, and a remark says so. Upstream makes even the size of a tile
// dynamic, and memref.dim of the buffer the size of an axis of the result.
#tiles = affine_map<(n, c, h) -> (n, c, h floordiv 8, h mod 8)>
func.func private @move(%from: memref<2x?x?xf32, #tiles>, %to: memref<2x?x?xf32, #tiles>)
func.func @work(%given: memref<2x?x?xf32, #tiles>, %c: index, %h: index) {
  %local = memref.alloc(%c, %h) : memref<2x?x?xf32, #tiles>
  func.call @move(%given, %local) : (memref<2x?x?xf32, #tiles>, memref<2x?x?xf32, #tiles>) -> ()
  memref.dealloc %local : memref<2x?x?xf32, #tiles>
  func.return
}

// -----

// asks: test_norm_dynamic1234
// expects: theirs
// All sizes come at run time, and a quotient is tiled once more. Why: as above.
#tiles = affine_map<(x, y) -> (x, (y floordiv 2) floordiv 16, (y floordiv 2) mod 16, y mod 2)>
func.func private @move(%from: memref<?x?xf32, #tiles>, %to: memref<?x?xf32, #tiles>)
func.func @work(%given: memref<?x?xf32, #tiles>, %n: index, %m: index) {
  %local = memref.alloc(%n, %m) : memref<?x?xf32, #tiles>
  func.call @move(%given, %local) : (memref<?x?xf32, #tiles>, memref<?x?xf32, #tiles>) -> ()
  memref.dealloc %local : memref<?x?xf32, #tiles>
  func.return
}

// -----

// asks: test_norm_dynamic_not_tiled0
// expects: neither
// No quotient and no remainder in the map: upstream computes no size of an allocation. Why:
// only ours says that it stays.
#skewed = affine_map<(x, y) -> (x, y - x)>
func.func private @move(%from: memref<?x?xf32, #skewed>, %to: memref<?x?xf32, #skewed>)
func.func @work(%given: memref<?x?xf32, #skewed>, %n: index, %m: index) {
  %local = memref.alloc(%n, %m) : memref<?x?xf32, #skewed>
  func.call @move(%given, %local) : (memref<?x?xf32, #skewed>, memref<?x?xf32, #skewed>) -> ()
  func.return
}

// -----

// asks: test_norm_dynamic_not_tiled1
// expects: neither
// Remainders without their quotients. Why: only ours says that it stays.
#rests = affine_map<(x, y) -> (x, y + x, x mod 4, y mod 8)>
func.func private @move(%from: memref<?x?xf32, #rests>, %to: memref<?x?xf32, #rests>)
func.func @work(%given: memref<?x?xf32, #rests>, %n: index, %m: index) {
  %local = memref.alloc(%n, %m) : memref<?x?xf32, #rests>
  func.call @move(%given, %local) : (memref<?x?xf32, #rests>, memref<?x?xf32, #rests>) -> ()
  func.return
}

// -----

// asks: test_norm_dynamic_not_tiled2
// expects: neither
// A quotient by another number than the remainder. Why: only ours says that it stays.
#unequal = affine_map<(x, y) -> (x, y floordiv 8, y mod 16)>
func.func private @move(%from: memref<?x?xf32, #unequal>, %to: memref<?x?xf32, #unequal>)
func.func @work(%given: memref<?x?xf32, #unequal>, %n: index, %m: index) {
  %local = memref.alloc(%n, %m) : memref<?x?xf32, #unequal>
  func.call @move(%given, %local) : (memref<?x?xf32, #unequal>, memref<?x?xf32, #unequal>) -> ()
  func.return
}

// -----

// asks: test_norm_dynamic_not_tiled3
// expects: neither
// One remainder twice. Why: only ours says that it stays.
#doubled = affine_map<(x, y) -> (x floordiv 4, y, x mod 4, x mod 4)>
func.func private @move(%from: memref<?x?xf32, #doubled>, %to: memref<?x?xf32, #doubled>)
func.func @work(%given: memref<?x?xf32, #doubled>, %n: index, %m: index) {
  %local = memref.alloc(%n, %m) : memref<?x?xf32, #doubled>
  func.call @move(%given, %local) : (memref<?x?xf32, #doubled>, memref<?x?xf32, #doubled>) -> ()
  func.return
}

// -----

// asks: test_norm_dynamic_not_tiled4
// expects: neither
// A tiled index that stands in the map a third time. Why: only ours says that it stays.
#again = affine_map<(x, y) -> (x floordiv 4, x, x mod 4, y)>
func.func private @move(%from: memref<?x?xf32, #again>, %to: memref<?x?xf32, #again>)
func.func @work(%given: memref<?x?xf32, #again>, %n: index, %m: index) {
  %local = memref.alloc(%n, %m) : memref<?x?xf32, #again>
  func.call @move(%given, %local) : (memref<?x?xf32, #again>, memref<?x?xf32, #again>) -> ()
  func.return
}

// -----

// asks: test_func_arg_dynamic_memrefs_normalized
// expects: neither
// Arguments alone, by maps that tile nothing; one leaves an index out, so that rows share cells.
// Why: only ours says that it stays. Later versions of upstream take arguments of such types, also
// where elements share a cell.
#shifted = affine_map<(x, y) -> (x + 2, y + 4)>
#shared = affine_map<(x, y) -> (y * 2)>
func.func @fill(%A: memref<?x?xf64, #shifted>, %B: memref<?x?xf64, #shared>, %n: index, %m: index) {
  %one = arith.constant 1.0 : f64
  affine.for %x = 0 to %n {
    affine.for %y = 0 to %m {
      affine.store %one, %A[%x, %y] : memref<?x?xf64, #shifted>
      affine.store %one, %B[%x, %y] : memref<?x?xf64, #shared>
    }
  }
  func.return
}
