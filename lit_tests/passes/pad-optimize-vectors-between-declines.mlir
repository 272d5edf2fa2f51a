// RUN: pad-opt %s -p 'pad-optimize{target-cpu=znver5}' | filecheck %s

// The vector from x + 16 on is not all in the buffer.
// CHECK-LABEL: @end(
// CHECK-NOT: vector.shuffle
func.func @end(%A: memref<66xf32>, %B: memref<64xf32>) {
  affine.for %x = 0 to 64 {
    %a0 = affine.load %A[%x] : memref<66xf32>
    %a1 = affine.load %A[%x + 1] : memref<66xf32>
    %a2 = affine.load %A[%x + 2] : memref<66xf32>
    %s = arith.addf %a0, %a1 : f32
    %b = arith.subf %s, %a2 : f32
    affine.store %b, %B[%x] : memref<64xf32>
  }
  func.return
}

// Nobody may read the padding, which it would be in.
// CHECK-LABEL: @forbidden(
// CHECK-NOT: vector.shuffle
func.func @forbidden(%A: memref<80xf32> {pad.logical = memref<66xf32, #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {extents = [80]}>>}, %B: memref<64xf32>) {
  affine.for %x = 0 to 64 {
    %a0 = affine.load %A[%x] : memref<80xf32>
    %a1 = affine.load %A[%x + 1] : memref<80xf32>
    %a2 = affine.load %A[%x + 2] : memref<80xf32>
    %s = arith.addf %a0, %a1 : f32
    %b = arith.subf %s, %a2 : f32
    affine.store %b, %B[%x] : memref<64xf32>
  }
  func.return
}

// What is stored in between may be the row.
// CHECK-LABEL: @stored(
// CHECK-NOT: vector.shuffle
func.func @stored(%A: memref<80xf32>, %B: memref<64xf32>, %C: memref<64xf32>) {
  affine.for %x = 0 to 64 {
    %a0 = affine.load %A[%x] : memref<80xf32>
    %a1 = affine.load %A[%x + 1] : memref<80xf32>
    %s = arith.addf %a0, %a1 : f32
    affine.store %s, %C[%x] : memref<64xf32>
    %a2 = affine.load %A[%x + 2] : memref<80xf32>
    affine.store %a2, %B[%x] : memref<64xf32>
  }
  func.return
}

// Cells of a local buffer hold nothing before they are stored.
// CHECK-LABEL: @local(
// CHECK-NOT: vector.shuffle
func.func @local(%A: memref<66xf32>, %B: memref<64xf32>) {
  %T = memref.alloc() : memref<80xf32>
  affine.for %x = 0 to 66 {
    %a = affine.load %A[%x] : memref<66xf32>
    %d = arith.addf %a, %a : f32
    affine.store %d, %T[%x] : memref<80xf32>
  }
  affine.for %x = 0 to 64 {
    %t0 = affine.load %T[%x] : memref<80xf32>
    %t1 = affine.load %T[%x + 1] : memref<80xf32>
    %t2 = affine.load %T[%x + 2] : memref<80xf32>
    %s = arith.addf %t0, %t1 : f32
    %b = arith.subf %s, %t2 : f32
    affine.store %b, %B[%x] : memref<64xf32>
  }
  memref.dealloc %T : memref<80xf32>
  func.return
}

// In 16-bit elements a shuffle takes several instructions.
// CHECK-LABEL: @short(
// CHECK-NOT: vector.shuffle
func.func @short(%A: memref<96xi16>, %B: memref<64xi16>) {
  affine.for %x = 0 to 64 {
    %a0 = affine.load %A[%x] : memref<96xi16>
    %a1 = affine.load %A[%x + 1] : memref<96xi16>
    %a2 = affine.load %A[%x + 2] : memref<96xi16>
    %s = arith.addi %a0, %a1 : i16
    %b = arith.subi %s, %a2 : i16
    affine.store %b, %B[%x] : memref<64xi16>
  }
  func.return
}

// There is so much to compute that shuffles would take longer than loads across lines.
// CHECK-LABEL: @computing(
// CHECK-NOT: vector.shuffle
func.func @computing(%A: memref<80xf32>, %B: memref<64xf32>, %f: f32) {
  affine.for %x = 0 to 64 {
    %a0 = affine.load %A[%x] : memref<80xf32>
    %a1 = affine.load %A[%x + 1] : memref<80xf32>
    %a2 = affine.load %A[%x + 2] : memref<80xf32>
    %p0 = arith.mulf %a0, %a1 : f32
    %p1 = arith.mulf %p0, %a2 : f32
    %p2 = arith.mulf %p1, %f : f32
    %p3 = arith.mulf %p2, %a0 : f32
    affine.store %p3, %B[%x] : memref<64xf32>
  }
  func.return
}
