// What TVM's tests of transform_layout ask where the layout pads nothing.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i, j) -> (i floordiv 6, j floordiv 4, i mod 6, j mod 4)"}, pad-apply-layouts, pad-simplify' --split-input-file | filecheck %s

// Question: test_two_elementwise_transform_intermediate_buffer
// TVM: rewritten; a local buffer gets the layout, and all its accesses the new indices
// Here: rewritten
// CHECK-LABEL: @intermediate(%A: memref<12x8xf32>, %B: memref<12x8xf32>)
// CHECK: memref.alloc() {{.*}} : memref<2x2x6x4xf32>
// CHECK: affine.store %{{.*}}, %T[%i floordiv 6, %j floordiv 4, %i mod 6, %j mod 4] : memref<2x2x6x4xf32>
// CHECK: affine.load %T[%{{.*}} floordiv 6, %{{.*}} floordiv 4, %{{.*}} mod 6, %{{.*}} mod 4] : memref<2x2x6x4xf32>
func.func @intermediate(%A: memref<12x8xf32>, %B: memref<12x8xf32>) {
  %T = memref.alloc() : memref<12x8xf32>
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<12x8xf32>
      %t = arith.mulf %a, %three : f32
      affine.store %t, %T[%i, %j] : memref<12x8xf32>
    }
  }
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%i, %j] : memref<12x8xf32>
      %b = arith.subf %t, %three : f32
      affine.store %b, %B[%i, %j] : memref<12x8xf32>
    }
  }
  func.return
}

// -----

// Question: test_two_elementwise_transform_input_buffer
// TVM: rewritten; an input gets the layout: the signature has the new shape
// Here: rewritten
// CHECK-LABEL: @input(%T: memref<2x2x6x4xf32> {{.*}}, %B: memref<12x8xf32>)
// CHECK: affine.load %T[%i floordiv 6, %j floordiv 4, %i mod 6, %j mod 4] : memref<2x2x6x4xf32>
func.func @input(%T: memref<12x8xf32>, %B: memref<12x8xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%i, %j] : memref<12x8xf32>
      %b = arith.addf %t, %t : f32
      affine.store %b, %B[%i, %j] : memref<12x8xf32>
    }
  }
  func.return
}

// -----

// Question: test_two_elementwise_transform_output_buffer
// TVM: rewritten; an output gets the layout
// Here: rewritten
// CHECK-LABEL: @output(%A: memref<12x8xf32>, %T: memref<2x2x6x4xf32> {{.*}})
// CHECK: affine.store %{{.*}}, %T[%i floordiv 6, %j floordiv 4, %i mod 6, %j mod 4] : memref<2x2x6x4xf32>
func.func @output(%A: memref<12x8xf32>, %T: memref<12x8xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<12x8xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %T[%i, %j] : memref<12x8xf32>
    }
  }
  func.return
}

// -----

// Question: test_simplify
// TVM: rewritten; accesses of a tiled nest have plain tile indices, without quotients and remainders
// Here: rewritten
// CHECK-LABEL: @tiled_nest(
// CHECK: affine.load %T[%io, %jo, %ii, %ji] : memref<2x2x6x4xf32>
func.func @tiled_nest(%T: memref<12x8xf32>, %B: memref<12x8xf32>) {
  affine.for %io = 0 to 2 {
    affine.for %jo = 0 to 2 {
      affine.for %ii = 0 to 6 {
        affine.for %ji = 0 to 4 {
          %t = affine.load %T[%io * 6 + %ii, %jo * 4 + %ji] : memref<12x8xf32>
          %b = arith.addf %t, %t : f32
          affine.store %b, %B[%io * 6 + %ii, %jo * 4 + %ji] : memref<12x8xf32>
        }
      }
    }
  }
  func.return
}

// -----

// Question: TestNoPaddingMultipleUsage[None]
// TVM: rewritten; every access of the buffer gets the new indices, in whichever stage
// Here: rewritten
// CHECK-LABEL: @used_in_two_stages(
// CHECK: affine.store %{{.*}}, %T[%i floordiv 6, 1, %i mod 6, 3] : memref<2x2x6x4xi32>
// CHECK: affine.load %T[%{{.*}} floordiv 6, 1, %{{.*}} mod 6, 3] : memref<2x2x6x4xi32>
func.func @used_in_two_stages(%B: memref<12xi32>, %x: i32) {
  %T = memref.alloc() : memref<12x8xi32>
  affine.for %i = 0 to 12 {
    affine.store %x, %T[%i, 7] : memref<12x8xi32>
  } {pad.stage = "block"}
  affine.for %i = 0 to 12 {
    %t = affine.load %T[%i, 7] : memref<12x8xi32>
    affine.store %t, %B[%i] : memref<12xi32>
  } {pad.stage = "other"}
  func.return
}
