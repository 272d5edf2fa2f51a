// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Forbidden padding may not be read, nor may cells that are not there.
// CHECK-LABEL: @forbidden(
// CHECK: vector.maskedload %A
func.func @forbidden(%A: memref<64xf32> {pad.logical = memref<61xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {extents = [64]}>>}, %B: memref<61xf32>) {
  affine.for %j = 0 to 61 {
    %a = affine.load %A[%j] : memref<64xf32>
    affine.store %a, %B[%j] : memref<61xf32>
  }
  func.return
}

// -----

// Only of what a stage does not write.
// CHECK-LABEL: @written(
// CHECK: vector.maskedload %A
func.func @written(%A: memref<64xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %j = 0 to 61 {
    %a = affine.load %A[%j] : memref<64xf32>
    %b = arith.addf %a, %one : f32
    affine.store %b, %A[%j] : memref<64xf32>
  }
  func.return
}

// -----

// The last three cells of A hold nothing.
// CHECK-LABEL: @local(
// CHECK: vector.maskedload %A
func.func @local(%B: memref<61xf32>) {
  %A = memref.alloc() : memref<64xf32>
  %one = arith.constant 1.0 : f32
  affine.for %j = 0 to 61 {
    affine.store %one, %A[%j] : memref<64xf32>
  }
  affine.for %j = 0 to 61 {
    %a = affine.load %A[%j] : memref<64xf32>
    affine.store %a, %B[%j] : memref<61xf32>
  }
  memref.dealloc %A : memref<64xf32>
  func.return
}

// -----

// Half of what would be read is not used.
// CHECK-LABEL: @triangle(
// CHECK: vector.maskedload %A
func.func @triangle(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<64x64xf32>
        affine.store %a, %B[%i, %j] : memref<64x64xf32>
      }
    }
  }
  func.return
}

// -----

// An exponential of what is there may take long.
// CHECK-LABEL: @formula(
// CHECK: vector.maskedload %A
func.func @formula(%A: memref<64xf32>, %B: memref<61xf32>) {
  affine.for %j = 0 to 61 {
    %a = affine.load %A[%j] : memref<64xf32>
    %b = math.exp %a : f32
    affine.store %b, %B[%j] : memref<61xf32>
  }
  func.return
}

// -----

// A mask of the source: what is in the place of the last lane is stored.
// CHECK-LABEL: @seen(
// CHECK: vector.maskedload %A
func.func @seen(%A: memref<16xf32>, %B: memref<16xf32>) {
  %mask = arith.constant dense<[1, 1, 1, 0]> : vector<4xi1>
  %other = arith.constant dense<1.0> : vector<4xf32>
  affine.for %j = 0 to 13 step 4 {
    %a = vector.maskedload %A[%j], %mask, %other : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.store %a, %B[%j] : memref<16xf32>, vector<4xf32>
  }
  func.return
}
