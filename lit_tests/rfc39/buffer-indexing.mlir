// RFC 39, "What convention should be used for buffer indexing?", option 1: the type of what is accessed, and its offset, are
// those of the buffer's elements. An index of a buffer of vectors counts vectors, and a layout moves whole ones. A declaration
// that lets one array be a buffer of other elements has nothing like it in MLIR: its accesses are made of those of the array.
// The RFC's index is 0; here each function reads the whole buffer, so that all are seen to be the same 64 numbers.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 12, i mod 12)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=LAID-OUT < %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-flatten-buffers{buffer=A}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=FLAT < %t.2.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// ORIGINAL-LABEL: @scalar_load_from_scalar_buffer(%A: memref<64xf32>
// ORIGINAL: %b = affine.load %A[%j] : memref<64xf32>
// LAID-OUT-LABEL: @scalar_load_from_scalar_buffer(%A: memref<6x12xf32>
// LAID-OUT: %b = affine.load %A[%j floordiv 12, %j mod 12] : memref<6x12xf32>
// FLAT-LABEL: @scalar_load_from_scalar_buffer(%A: memref<72xf32>
// FLAT: %b = affine.load %A[%j] : memref<72xf32>
func.func @scalar_load_from_scalar_buffer(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %j = 0 to 64 {
    %b = affine.load %A[%j] : memref<64xf32>
    affine.store %b, %B[%j] : memref<64xf32>
  }
  func.return
}

// ORIGINAL-LABEL: @vector_load_from_vector_buffer(%A: memref<16xvector<4xf32>>
// ORIGINAL: %b = affine.load %A[%j] : memref<16xvector<4xf32>>
// LAID-OUT-LABEL: @vector_load_from_vector_buffer(%A: memref<2x12xvector<4xf32>>
// LAID-OUT: %b = affine.load %A[%j floordiv 12, %j mod 12] : memref<2x12xvector<4xf32>>
// FLAT-LABEL: @vector_load_from_vector_buffer(%A: memref<24xvector<4xf32>>
// FLAT: %b = affine.load %A[%j] : memref<24xvector<4xf32>>
func.func @vector_load_from_vector_buffer(%A: memref<16xvector<4xf32>>, %B: memref<64xf32>) {
  affine.for %j = 0 to 16 {
    %b = affine.load %A[%j] : memref<16xvector<4xf32>>
    affine.vector_store %b, %B[4 * %j] : memref<64xf32>, vector<4xf32>
  }
  func.return
}

// A_vector_2, of 32 vectors of 2: each the first or the second half of one of 4. The RFC gives it the same name again.
// ORIGINAL-LABEL: @shorter_vector_load_from_vector_buffer(%A: memref<16xvector<4xf32>>
// ORIGINAL: %b = affine.load %A[%j] : memref<16xvector<4xf32>>
// ORIGINAL-NEXT: %first = vector.shuffle %b, %b [0, 1] : vector<4xf32>, vector<4xf32>
// ORIGINAL-NEXT: %second = vector.shuffle %b, %b [2, 3] : vector<4xf32>, vector<4xf32>
// LAID-OUT-LABEL: @shorter_vector_load_from_vector_buffer(%A: memref<2x12xvector<4xf32>>
// LAID-OUT: %b = affine.load %A[%j floordiv 12, %j mod 12] : memref<2x12xvector<4xf32>>
// LAID-OUT-NEXT: %first = vector.shuffle %b, %b [0, 1] : vector<4xf32>, vector<4xf32>
// LAID-OUT-NEXT: %second = vector.shuffle %b, %b [2, 3] : vector<4xf32>, vector<4xf32>
// FLAT-LABEL: @shorter_vector_load_from_vector_buffer(%A: memref<24xvector<4xf32>>
// FLAT: %b = affine.load %A[%j] : memref<24xvector<4xf32>>
// FLAT-NEXT: %first = vector.shuffle %b, %b [0, 1] : vector<4xf32>, vector<4xf32>
// FLAT-NEXT: %second = vector.shuffle %b, %b [2, 3] : vector<4xf32>, vector<4xf32>
func.func @shorter_vector_load_from_vector_buffer(%A: memref<16xvector<4xf32>>, %B: memref<64xf32>) {
  affine.for %j = 0 to 16 {
    %b = affine.load %A[%j] : memref<16xvector<4xf32>>
    %first = vector.shuffle %b, %b [0, 1] : vector<4xf32>, vector<4xf32>
    %second = vector.shuffle %b, %b [2, 3] : vector<4xf32>, vector<4xf32>
    affine.vector_store %first, %B[4 * %j] : memref<64xf32>, vector<2xf32>
    affine.vector_store %second, %B[4 * %j + 2] : memref<64xf32>, vector<2xf32>
  }
  func.return
}

// A[T.ramp(j, 1, 4)]: neighbours, from any index.
// ORIGINAL-LABEL: @vector_load_from_scalar_buffer_option1(%A: memref<64xf32>
// ORIGINAL: %b = vector.load %A[%j] : memref<64xf32>, vector<4xf32>
// LAID-OUT-LABEL: @vector_load_from_scalar_buffer_option1(%A: memref<6x12xf32>
// LAID-OUT: %b = vector.load %A[%{{.*}}, %{{.*}}] : memref<6x12xf32>, vector<4xf32>
// FLAT-LABEL: @vector_load_from_scalar_buffer_option1(%A: memref<72xf32>
// FLAT: %b = vector.load %A[%j] : memref<72xf32>, vector<4xf32>
func.func @vector_load_from_scalar_buffer_option1(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %j = 0 to 64 step 4 {
    %b = vector.load %A[%j] : memref<64xf32>, vector<4xf32>
    vector.store %b, %B[%j] : memref<64xf32>, vector<4xf32>
  }
  func.return
}

// A_vector, of 16 vectors: the index counts them.
// ORIGINAL-LABEL: @vector_load_from_scalar_buffer_option2(%A: memref<64xf32>
// ORIGINAL: %b = affine.vector_load %A[%j * 4] : memref<64xf32>, vector<4xf32>
// LAID-OUT-LABEL: @vector_load_from_scalar_buffer_option2(%A: memref<6x12xf32>
// LAID-OUT: %b = affine.vector_load %A[(%j * 4) floordiv 12, (%j * 4) mod 12] : memref<6x12xf32>, vector<4xf32>
// FLAT-LABEL: @vector_load_from_scalar_buffer_option2(%A: memref<72xf32>
// FLAT: %b = affine.vector_load %A[%j * 4] : memref<72xf32>, vector<4xf32>
func.func @vector_load_from_scalar_buffer_option2(%A: memref<64xf32>, %B: memref<64xf32>) {
  affine.for %j = 0 to 16 {
    %b = affine.vector_load %A[4 * %j] : memref<64xf32>, vector<4xf32>
    affine.vector_store %b, %B[4 * %j] : memref<64xf32>, vector<4xf32>
  }
  func.return
}

// A_scalar, of 64 scalars: a lane of a vector.
// ORIGINAL-LABEL: @scalar_load_from_vector_buffer(%A: memref<16xvector<4xf32>>
// ORIGINAL: %v = affine.load %A[%j floordiv 4] : memref<16xvector<4xf32>>
// LAID-OUT-LABEL: @scalar_load_from_vector_buffer(%A: memref<2x12xvector<4xf32>>
// LAID-OUT: %v = affine.load %A[(%j floordiv 4) floordiv 12, (%j floordiv 4) mod 12] : memref<2x12xvector<4xf32>>
// FLAT-LABEL: @scalar_load_from_vector_buffer(%A: memref<24xvector<4xf32>>
// FLAT: %v = affine.load %A[%j floordiv 4] : memref<24xvector<4xf32>>
func.func @scalar_load_from_vector_buffer(%A: memref<16xvector<4xf32>>, %B: memref<64xf32>) {
  affine.for %j = 0 to 64 {
    %v = affine.load %A[%j floordiv 4] : memref<16xvector<4xf32>>
    %lane = affine.apply affine_map<(d0) -> (d0 mod 4)>(%j)
    %b = vector.extract %v[%lane] : f32 from vector<4xf32>
    affine.store %b, %B[%j] : memref<64xf32>
  }
  func.return
}
