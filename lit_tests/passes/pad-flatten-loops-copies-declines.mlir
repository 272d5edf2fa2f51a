// RUN: pad-opt %s -p pad-partition-loops,pad-flatten-loops --verify-diagnostics

// The partition makes two nests of the one here: what keeps both is told once.
func.func @copies(%A: memref<8x4x16xf32>, %B: memref<8x4xf32>, %x: f32) {
  // expected-remark@+1 {{loop 'i' split into head, main; its 11 operations become 17}}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      affine.store %x, %B[%i - 1, 0] : memref<8x4xf32>
    }
    // expected-remark@+1 {{loops io and ii not flattened: B[0, io] would take a division of the index of one loop; nor are 1 more}}
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 16 {
        %a = affine.load %A[%i, %io, %ii] : memref<8x4x16xf32>
        affine.store %a, %B[%i, %io] : memref<8x4xf32>
      }
    }
  } {pad.stage = "rows"}
  func.return
}
