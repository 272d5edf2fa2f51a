// RUN: pad-opt %s -p 'pad-optimize{layouts=auto target-cpu=x86-64-v4}' --split-input-file -o %t.mlir 2> %t.remarks
// RUN: filecheck %s < %t.mlir
// RUN: filecheck %s --check-prefix=SAYS < %t.remarks

// The border of a window becomes padding that the maximum leaves alone, and each second cell of a
// row lies next to the one before: vectors are loaded as they are.
// CHECK-LABEL: @pool
// CHECK-SAME: %X: memref<7x2x{{[0-9]+}}xf32>
// CHECK-NOT: affine.if
// CHECK: affine.for %{{.*}} = 0 to 64 step 16 {
// CHECK: vector.load %X[{{.*}}] : memref<7x2x{{[0-9]+}}xf32>, vector<16xf32>
// CHECK: arith.maximumf
// SAYS: [pad-optimize] layout X: (i, j) -> (i, (j + 1) % 2, (j + 1) // 2) pad=-inf
// SAYS-SAME: applied to X: estimated cycles: {{[0-9]+}}, guards left: 0, instances added: 7
// SAYS-SAME: without a layout, estimated cycles:
func.func @pool(%X: memref<7x128xf32>, %Y: memref<7x64xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  affine.for %y = 0 to 7 {
    affine.for %x = 0 to 64 {
      affine.store %lowest, %Y[%y, %x] : memref<7x64xf32>
      affine.for %j = 0 to 3 {
        affine.if affine_set<(d0, d1) : (d0 * 2 + d1 - 1 >= 0)>(%x, %j) {
          %a = affine.load %X[%y, %x * 2 + %j - 1] : memref<7x128xf32>
          %m = affine.load %Y[%y, %x] : memref<7x64xf32>
          %n = arith.maximumf %m, %a fastmath<nnan,nsz> : f32
          affine.store %n, %Y[%y, %x] : memref<7x64xf32>
        }
      }
    }
  } {pad.stage = "pool"}
  func.return
}

// -----

// Rows are lanes: what a loop carries along a row is carried by all of a vector's lanes at once.
// CHECK-LABEL: @smooth
// CHECK-SAME: %X: memref<4x50x16xf32>
// CHECK-SAME: %Y: memref<4x50x16xf32>
// CHECK: affine.for %{{.*}} = 1 to 50 iter_args({{.*}}) -> (vector<16xf32>
func.func @smooth(%X: memref<64x50xf32>, %Y: memref<64x50xf32>) {
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to 64 {
    %first = affine.load %X[%i, 0] : memref<64x50xf32>
    affine.store %first, %Y[%i, 0] : memref<64x50xf32>
    %last = affine.for %t = 1 to 50 iter_args(%level = %first) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<64x50xf32>
      %s = arith.addf %x, %level : f32
      %next = arith.mulf %s, %half : f32
      affine.store %next, %Y[%i, %t] : memref<64x50xf32>
      affine.yield %next : f32
    }
  } {pad.stage = "smooth"}
  func.return
}

// -----

// A product of which both factors have the combined axis last: the columns of the result are lanes
// of the second factor.
// CHECK-LABEL: @products
// CHECK-SAME: %B: memref<2x13x16xf32>
func.func @products(%A: memref<4x13xf32>, %B: memref<32x13xf32>, %C: memref<4x32xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 32 {
      %sum = affine.for %k = 0 to 13 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<4x13xf32>
        %b = affine.load %B[%j, %k] : memref<32x13xf32>
        %p = arith.mulf %a, %b fastmath<reassoc,contract> : f32
        %t = arith.addf %s, %p fastmath<reassoc,contract> : f32
        affine.yield %t : f32
      }
      affine.store %sum, %C[%i, %j] : memref<4x32xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The border of a small image is more than the image: a page of padding may be added all the same.
// CHECK-LABEL: @small_image
// CHECK-SAME: %A: memref<9x9xi32> {pad.name = "A", pad.logical = memref<5x5xi32, #pad.layout<[affine_map<(d0, d1) -> (d0 + 2, d1 + 2)>], [0 : i32], {extents = [9, 9]}>>}
func.func @small_image(%A: memref<5x5xi32>, %B: memref<5x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %y = 0 to 5 {
    affine.for %x = 0 to 5 {
      affine.store %zero, %B[%y, %x] : memref<5x5xi32>
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 5 {
          affine.if affine_set<(d0, d1, d2, d3) : (d0 + d1 - 2 >= 0, 6 - d0 - d1 >= 0, d2 + d3 - 2 >= 0, 6 - d2 - d3 >= 0)>(%y, %i, %x, %j) {
            %a = affine.load %A[%y + %i - 2, %x + %j - 2] : memref<5x5xi32>
            %b = affine.load %B[%y, %x] : memref<5x5xi32>
            %s = arith.addi %b, %a : i32
            affine.store %s, %B[%y, %x] : memref<5x5xi32>
          }
        }
      }
    }
  } {pad.stage = "blur"}
  func.return
}

// -----

// Of two stages of one name each has the order of its own buffer.
// CHECK-LABEL: @same_names
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: vector.store %{{.*}}, %A[
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: vector.store %{{.*}}, %B[
func.func @same_names(%A: memref<14xf32>, %B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.stage = "fill"}
  affine.for %j = 0 to 14 {
    affine.store %x, %B[%j] : memref<14xf32>
  } {pad.stage = "fill"}
  func.return
}

// -----

// As many rows as a call has lie side by side, in groups of 16: what does not fill the last one is
// padding. Figures are for 1003 rows.
// CHECK-LABEL: @any_rows
// CHECK-SAME: %X: memref<?x50x16xf32> {pad.name = "X", pad.logical = memref<?x50xf32,
// CHECK-SAME: %Y: memref<?x50x16xf32> {pad.name = "Y", pad.logical = memref<?x50xf32,
// CHECK: affine.for %{{.*}} = 1 to 50 iter_args({{.*}}) -> (vector<16xf32>
// SAYS: applied to Y and X{{.*}} guards left: 0, instances added: {{.*}}, bytes of padding: 2000, bytes of data: 401200; without a layout, estimated cycles:
func.func @any_rows(%X: memref<?x50xf32>, %Y: memref<?x50xf32>,
    %m: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]}) {
  affine.for %i = 0 to %m {
    %first = affine.load %X[%i, 0] : memref<?x50xf32>
    affine.store %first, %Y[%i, 0] : memref<?x50xf32>
    %last = affine.for %t = 1 to 50 iter_args(%s = %first) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<?x50xf32>
      %d = arith.subf %x, %s : f32
      %n = arith.addf %s, %d : f32
      affine.store %n, %Y[%i, %t] : memref<?x50xf32>
      affine.yield %n : f32
    }
  } {pad.stage = "any_rows"}
  func.return
}
