// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// Cells of a vector lie along a row, and so do the taps of `j`: no two results load the same. Rows
// are loaded by three `y` each, in a tile over `y` with the loop over `i` inside.
// CHECK-LABEL: @rows_inside(
// CHECK: affine.for %{{.*}} = 0 to 6 step 3 {
// CHECK: affine.for %[[J:.*]] = 0 to 3 iter_args(
// CHECK: affine.for %[[I:.*]] = 0 to 3 iter_args(
// CHECK: affine.load %W[%[[I]], %[[J]]]
// CHECK: vector.load %A[
// CHECK-NOT: nnan
func.func @rows_inside(%A: memref<10x20xf32>, %W: memref<3x3xf32>, %B: memref<8x16xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %y = 0 to 8 {
    affine.for %x = 0 to 16 step 8 {
      %r = affine.for %i = 0 to 3 iter_args(%s = %zero) -> (vector<8xf32>) {
        %row = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%y, %i)
        %t = affine.for %j = 0 to 3 iter_args(%u = %s) -> (vector<8xf32>) {
          %column = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%x, %j)
          %a = vector.load %A[%row, %column] : memref<10x20xf32>, vector<8xf32>
          %w = affine.load %W[%i, %j] : memref<3x3xf32>
          %all = vector.broadcast %w : f32 to vector<8xf32>
          %p = arith.mulf %a, %all fastmath<contract> : vector<8xf32>
          %v = arith.addf %u, %p fastmath<reassoc,contract,nnan> : vector<8xf32>
          affine.yield %v : vector<8xf32>
        }
        affine.yield %t : vector<8xf32>
      }
      vector.store %r, %B[%y, %x] : memref<8x16xf32>, vector<8xf32>
    }
  }
  func.return
}

// -----

// The order of a sum that may not be reordered stays.
// CHECK-LABEL: @in_order(
// CHECK: affine.for %[[I:.*]] = 0 to 3 iter_args(
// CHECK: affine.for %[[J:.*]] = 0 to 3 iter_args(
// CHECK: affine.load %W[%[[I]], %[[J]]]
func.func @in_order(%A: memref<10x20xf32>, %W: memref<3x3xf32>, %B: memref<8x16xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %y = 0 to 8 {
    affine.for %x = 0 to 16 step 8 {
      %r = affine.for %i = 0 to 3 iter_args(%s = %zero) -> (vector<8xf32>) {
        %t = affine.for %j = 0 to 3 iter_args(%u = %s) -> (vector<8xf32>) {
          %row = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%y, %i)
          %column = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%x, %j)
          %a = vector.load %A[%row, %column] : memref<10x20xf32>, vector<8xf32>
          %w = affine.load %W[%i, %j] : memref<3x3xf32>
          %all = vector.broadcast %w : f32 to vector<8xf32>
          %p = arith.mulf %a, %all : vector<8xf32>
          %v = arith.addf %u, %p : vector<8xf32>
          affine.yield %v : vector<8xf32>
        }
        affine.yield %t : vector<8xf32>
      }
      vector.store %r, %B[%y, %x] : memref<8x16xf32>, vector<8xf32>
    }
  }
  func.return
}

// -----

// Where both windows are shared, the loops stay in their order.
// CHECK-LABEL: @both(
// CHECK: affine.for %[[I:.*]] = 0 to 3 iter_args(
// CHECK: affine.for %[[J:.*]] = 0 to 3 iter_args(
// CHECK: affine.load %W[%[[I]], %[[J]]]
func.func @both(%A: memref<10x10xi32>, %W: memref<3x3xi32>, %B: memref<8x8xi32>) {
  affine.for %y = 0 to 8 {
    affine.for %x = 0 to 8 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 3 {
          %b = affine.load %B[%y, %x] : memref<8x8xi32>
          %a = affine.load %A[%y + %i, %x + %j] : memref<10x10xi32>
          %w = affine.load %W[%i, %j] : memref<3x3xi32>
          %p = arith.muli %a, %w : i32
          %v = arith.addi %b, %p : i32
          affine.store %v, %B[%y, %x] : memref<8x8xi32>
        }
      }
    }
  }
  func.return
}

// -----

// A loop whose bounds depend on the one outside keeps its place.
// CHECK-LABEL: @triangle(
// CHECK: affine.for %[[I:.*]] = 0 to 3 iter_args(
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0 + 1)>(%[[I]]) iter_args(
func.func @triangle(%A: memref<10x20xi32>, %B: memref<8x16xi32>) {
  %zero = arith.constant dense<0> : vector<8xi32>
  affine.for %y = 0 to 8 {
    affine.for %x = 0 to 16 step 8 {
      %r = affine.for %i = 0 to 3 iter_args(%s = %zero) -> (vector<8xi32>) {
        %t = affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) iter_args(%u = %s) -> (vector<8xi32>) {
          %row = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%y, %i)
          %column = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%x, %j)
          %a = vector.load %A[%row, %column] : memref<10x20xi32>, vector<8xi32>
          %v = arith.addi %u, %a : vector<8xi32>
          affine.yield %v : vector<8xi32>
        }
        affine.yield %t : vector<8xi32>
      }
      vector.store %r, %B[%y, %x] : memref<8x16xi32>, vector<8xi32>
    }
  }
  func.return
}

// -----

// As straight code the loop over `r` would need the registers of a tile in which `h` shares rows:
// the best tile has none over `h`, and the loops stay in order.
// CHECK-LABEL: @too_few_registers(
// CHECK: affine.for %{{.*}} = 0 to 3 iter_args(
// CHECK: affine.for %{{.*}} = 0 to 33 iter_args(
func.func @too_few_registers(%X: memref<4x45xf32>, %K: memref<3x33x16xf32>, %Y: memref<2x4x16xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  affine.for %h = 0 to 2 {
    affine.for %w = 0 to 4 {
      affine.for %o = 0 to 16 step 8 {
        %y = affine.for %r = 0 to 3 iter_args(%s = %zero) -> (vector<8xf32>) {
          %t = affine.for %q = 0 to 33 iter_args(%u = %s) -> (vector<8xf32>) {
            %a = affine.load %X[%h + %r, %w * 4 + %q] : memref<4x45xf32>
            %b = vector.load %K[%r, %q, %o] : memref<3x33x16xf32>, vector<8xf32>
            %all = vector.broadcast %a : f32 to vector<8xf32>
            %v = math.fma %all, %b, %u fastmath<reassoc,contract> : vector<8xf32>
            affine.yield %v : vector<8xf32>
          }
          affine.yield %t : vector<8xf32>
        }
        vector.store %y, %Y[%h, %w, %o] : memref<2x4x16xf32>, vector<8xf32>
      }
    }
  }
  func.return
}
