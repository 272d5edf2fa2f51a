// RUN: pad-opt %s -p 'pad-optimize{layouts=auto target-cpu=x86-64-v4}' --split-input-file 2>&1 | filecheck %s
// RUN: pad-opt %s -p 'pad-optimize{layouts=auto interface=keep target-cpu=x86-64-v4}' --split-input-file 2>&1 | filecheck %s --check-prefix=GATHER
// RUN: not pad-opt %s -p 'pad-optimize{layouts=auto}' 2>&1 | filecheck %s --check-prefix=CPU
// RUN: not pad-opt %s -p 'pad-optimize{layouts="A: (i) -> (i); A: (i) -> (i)"}' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not pad-opt %s -p 'pad-optimize{layouts="A = (i)"}' 2>&1 | filecheck %s --check-prefix=FORM
// RUN: not pad-opt %s -p 'pad-optimize{layouts=auto target-cpu=x86-64-v4 pad=0.0}' 2>&1 | filecheck %s --check-prefix=ALONE
// RUN: not pad-opt %s -p 'pad-optimize{interface=keep}' 2>&1 | filecheck %s --check-prefix=KEEP

// CPU: layouts=auto proposes layouts for the vectors of a processor: give target-cpu
// TWICE: layouts gives A two layouts: one of each is taken
// FORM: the layouts "A = (i)" cannot be read at "A = (i)"; write them as
// ALONE: layouts says of each buffer its map, pad and extents: leave out buffer, map, pad and extents
// KEEP: interface=keep is about layouts: give layouts, or buffer and map

// Whole vectors already.
// CHECK: no layout applied to the buffers of @double: none is proposed
// CHECK: no layout applied to the buffers of @transpose: none is proposed
// CHECK: no layout applied to the buffers of @rows: none is estimated to be faster
// CHECK: no layout applied to the buffers of @window: none is estimated to be faster
// CHECK-LABEL: func.func @double
// CHECK-SAME: %A: memref<64xf32>, %B: memref<64xf32>)
func.func @double(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<64xf32>
  } {pad.stage = "double"}
  func.return
}

// -----

// Only moves values: columns as lanes would leave that to whoever packs the buffers.
// CHECK-LABEL: func.func @transpose
// CHECK-SAME: %A: memref<64x48xf32>, %B: memref<48x64xf32>)
func.func @transpose(%A: memref<64x48xf32>, %B: memref<48x64xf32>) {
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%j, %i] : memref<64x48xf32>
      affine.store %a, %B[%i, %j] : memref<48x64xf32>
    }
  } {pad.stage = "transpose"}
  func.return
}

// -----

// A loop over rows as lanes takes whole vectors, but no less time than the columns.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %A: memref<64x64xf32>, %B: memref<64x64xf32>)
func.func @rows(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<64x64xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<64x64xf32>
    }
  } {pad.stage = "rows"}
  func.return
}

// -----

// Inside of the function A cannot have a layout: rows are chosen by data. Others can be tried.
// GATHER: no layout applied to the buffers of @gather: none is
// GATHER-LABEL: func.func @gather
// GATHER-SAME: %A: memref<50x33xf32>, %I: memref<17xi32>, %B: memref<17x33xf32>)
// GATHER-NOT: memref.alloc
func.func @gather(%A: memref<50x33xf32>, %I: memref<17xi32>, %B: memref<17x33xf32>) {
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 33 {
      %k = affine.load %I[%i] : memref<17xi32>
      %x = arith.index_cast %k : i32 to index
      %a = memref.load %A[%x, %j] : memref<50x33xf32>
      affine.store %a, %B[%i, %j] : memref<17x33xf32>
    }
  } {pad.stage = "gather"}
  func.return
}

// -----

// Nobody can give the extent that the border of a window over any number of cells would have.
// CHECK-LABEL: func.func @window
// CHECK-SAME: %A: memref<?xf32>, %B: memref<?xf32>, %n: index
func.func @window(%A: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 3 {
      affine.if affine_set<(d0, d1)[s0] : (d0 + d1 - 1 >= 0, s0 - d0 - d1 >= 0)>(%i, %j)[%n] {
        %a = affine.load %A[%i + %j - 1] : memref<?xf32>
        %b = affine.load %B[%i] : memref<?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %B[%i] : memref<?xf32>
      }
    }
  } {pad.stage = "window"}
  func.return
}
