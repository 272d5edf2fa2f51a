// TVM (section 1): `undef()` is an int32, with no way to ask for another type. Right: undef padding of any
// element type; the guard of an element-wise stage goes.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{stage=copy buffer=B},pad-remove-branching-through-overcompute{stage=copy}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @copy_f64
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xf64>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : f64
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_f64(%A: memref<14xf64>, %B: memref<14xf64>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf64>
    affine.store %a, %B[%i] : memref<14xf64>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_f32
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xf32>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : f32
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_f32(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_f16
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xf16>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : f16
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_f16(%A: memref<14xf16>, %B: memref<14xf16>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf16>
    affine.store %a, %B[%i] : memref<14xf16>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_bf16
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xbf16>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : bf16
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_bf16(%A: memref<14xbf16>, %B: memref<14xbf16>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xbf16>
    affine.store %a, %B[%i] : memref<14xbf16>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_i64
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xi64>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : i64
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_i64(%A: memref<14xi64>, %B: memref<14xi64>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi64>
    affine.store %a, %B[%i] : memref<14xi64>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_i32
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xi32>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : i32
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_i32(%A: memref<14xi32>, %B: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_i8
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xi8>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : i8
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_i8(%A: memref<14xi8>, %B: memref<14xi8>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi8>
    affine.store %a, %B[%i] : memref<14xi8>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_i1
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xi1>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : i1
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_i1(%A: memref<14xi1>, %B: memref<14xi1>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi1>
    affine.store %a, %B[%i] : memref<14xi1>
  } {pad.stage = "copy"}
  func.return
}

// CHECK-LABEL: @copy_index
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xindex>
// CHECK: pad.stage = "copy"
// CHECK: affine.if
// CHECK: %[[U:.*]] = pad.undef : index
// CHECK-NEXT: affine.store %[[U]], %B
func.func @copy_index(%A: memref<14xindex>, %B: memref<14xindex>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xindex>
    affine.store %a, %B[%i] : memref<14xindex>
  } {pad.stage = "copy"}
  func.return
}
