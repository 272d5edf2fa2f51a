// RUN: pad-opt %s -p pad-simplify | filecheck %s

// A buffer declared with values that have a second name: it stays declared, and the store goes where it went. A value
// has one name here, so the second name is an operation that gives the same value.

// Question: TestSimplifyTrivialLetBufferVar
// TVM: kept; a buffer over a renamed pointer stays
// Here: kept
// CHECK-LABEL: @renamed_buffer
// CHECK: %[[V:.*]] = memref.cast
// CHECK: affine.store %{{.*}}, %[[V]][1]
func.func @renamed_buffer(%T: memref<6xf32>) {
  %x = arith.constant 7.0 : f32
  %renamed = memref.cast %T : memref<6xf32> to memref<?xf32>
  affine.store %x, %renamed[1] : memref<?xf32>
  func.return
}

// Question: TestSimplifyTrivialLetElemOffset
// TVM: kept; a buffer at a renamed offset stays
// Here: kept
// CHECK-LABEL: @renamed_offset
// CHECK: %[[V:.*]] = memref.reinterpret_cast %T to offset: [%{{.*}}], sizes: [4], strides: [1]
// CHECK: affine.store %{{.*}}, %[[V]][1]
func.func @renamed_offset(%T: memref<16xf32>, %offset: index) {
  %x = arith.constant 7.0 : f32
  %renamed = affine.apply affine_map<(d0) -> (d0)>(%offset)
  %view = memref.reinterpret_cast %T to offset: [%renamed], sizes: [4], strides: [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  affine.store %x, %view[1] : memref<4xf32, strided<[1], offset: ?>>
  func.return
}

// Question: TestSimplifyTrivialLetShape
// TVM: kept; a buffer of a renamed size stays
// Here: kept
// CHECK-LABEL: @renamed_size
// CHECK: %[[V:.*]] = memref.reinterpret_cast %T to offset: [0], sizes: [%{{.*}}], strides: [1]
// CHECK: affine.store %{{.*}}, %[[V]][1]
func.func @renamed_size(%T: memref<16xf32>, %size: index) {
  %x = arith.constant 7.0 : f32
  %renamed = affine.apply affine_map<(d0) -> (d0)>(%size)
  %view = memref.reinterpret_cast %T to offset: [0], sizes: [%renamed], strides: [1] : memref<16xf32> to memref<?xf32>
  affine.store %x, %view[1] : memref<?xf32>
  func.return
}

// Question: TestSimplifyTrivialLetStride
// TVM: kept; a buffer with a renamed stride stays
// Here: kept
// CHECK-LABEL: @renamed_stride
// CHECK: %[[V:.*]] = memref.reinterpret_cast %T to offset: [0], sizes: [3], strides: [%{{.*}}]
// CHECK: affine.store %{{.*}}, %[[V]][1]
func.func @renamed_stride(%T: memref<16xf32>, %stride: index) {
  %x = arith.constant 7.0 : f32
  %renamed = affine.apply affine_map<(d0) -> (d0)>(%stride)
  %view = memref.reinterpret_cast %T to offset: [0], sizes: [3], strides: [%renamed] : memref<16xf32> to memref<3xf32, strided<[?]>>
  affine.store %x, %view[1] : memref<3xf32, strided<[?]>>
  func.return
}
