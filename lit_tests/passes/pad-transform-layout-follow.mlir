// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0.0 loops=follow}' --split-input-file | filecheck %s

// The padding is written after the stage, whose loops stand in the way of none of that.
// CHECK-LABEL: @double(%A: memref<14xf32>, %B: memref<4x4xf32>
// CHECK:      affine.for %io = 0 to 4 {
// CHECK-NEXT:   affine.for %ii = 0 to 4 {
// CHECK-NEXT:     affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
// CHECK-NEXT:       %a = affine.load %A[%io * 4 + %ii]
// CHECK-NEXT:       %b = arith.addf %a, %a
// CHECK-NEXT:       affine.store %b, %B[%io, %ii]
// CHECK:        } {pad.loop = "ii"}
// CHECK-NEXT: } {pad.loop = "io", pad.stage = "compute"}
// CHECK:      pad.stage = "B_padding"
func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// An input has no loops that produce it.
// CHECK-LABEL: @input(%A: memref<14xf32>, %B: memref<4x4xf32>
// CHECK:      affine.for %i = 0 to 14 {
// CHECK-NEXT:   %b = affine.load %B[%i floordiv 4, %i mod 4]
func.func @input(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each stage that writes all of it; that without a name gets that of the buffer, or one like it.
// CHECK-LABEL: @stages
// CHECK:      affine.store %zero, %B[%io, %ii]
// CHECK:      {pad.loop = "io", pad.stage = "B_1"}
// CHECK:      pad.stage = "B_padding"
// CHECK:      affine.load %A[%{{.*}} * 4 + %{{.*}}]
// CHECK:      {pad.loop = "io", pad.stage = "B"}
// CHECK:      pad.stage = "B_padding_1"
func.func @stages(%A: memref<14xf32>, %B: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %zero, %B[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = affine.load %B[%i] : memref<14xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %B[%i] : memref<14xf32>
  } {pad.stage = "B"}
  func.return
}

// -----

// The loop of the sum stands around that of the buffer: the initialisation gets loops of its own.
// CHECK-LABEL: @sums
// CHECK:      affine.store %zero, %B[%i floordiv 4, %i mod 4]
// CHECK:      pad.stage = "init_compute"
// CHECK:      affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.for %{{.*}} = 0 to 3 {
// CHECK:            %sum = arith.addf %b, %a
// CHECK-NEXT:       affine.store %sum, %B[%[[IO]], %[[II]]]
// CHECK:      {pad.loop = "io", pad.stage = "compute"}
// CHECK:      pad.stage = "B_padding"
func.func @sums(%A: memref<3x14xf32>, %B: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %once = 0 to 1 {
    affine.for %i = 0 to 14 {
      affine.store %zero, %B[%i] : memref<14xf32>
    }
    affine.for %j = 0 to 3 {
      affine.for %i = 0 to 14 {
        %a = affine.load %A[%j, %i] : memref<3x14xf32>
        %b = affine.load %B[%i] : memref<14xf32>
        %sum = arith.addf %b, %a : f32
        affine.store %sum, %B[%i] : memref<14xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A copy is a stage; a local buffer is produced by it.
// CHECK-LABEL: @copied
// CHECK:      affine.for %i0o = 0 to 4 {
// CHECK-NEXT:   affine.for %i0i = 0 to 4 {
// CHECK:          affine.load %A[%i0o * 4 + %i0i]
// CHECK-NEXT:     affine.store %{{.*}}, %B[%i0o, %i0i]
// CHECK:      {pad.loop = "i0o", pad.stage = "B_copy"}
// CHECK:      pad.stage = "B_padding"
// CHECK:      affine.for %i0 = 0 to 14 {
// CHECK-NEXT:   affine.load %B[%i0 floordiv 4, %i0 mod 4]
func.func @copied(%A: memref<14xf32>, %C: memref<14xf32>) {
  %B = memref.alloc() : memref<14xf32>
  memref.copy %A, %B : memref<14xf32> to memref<14xf32>
  memref.copy %B, %C : memref<14xf32> to memref<14xf32>
  func.return
}

// -----

// Stores without loops have none to follow, and the only cell is written anyway.
// CHECK-LABEL: @cell
// CHECK:      affine.store %x, %B[0, 0] : memref<1x4xf32>
// CHECK:      pad.stage = "B_padding"
func.func @cell(%B: memref<1xf32>, %x: f32) {
  affine.store %x, %B[0] : memref<1xf32>
  func.return
}

// -----

// Layouts that wait on the function, and those of other buffers, are applied too.
// CHECK-LABEL: @attached(%A: memref<7x2xf32> {{.*}}, %B: memref<4x4xf32> {{.*}}, %C: memref<2x7xf32>
// CHECK:      affine.for %io = 0 to 4 {
// CHECK-NEXT:   affine.for %ii = 0 to 4 {
// CHECK:          affine.load %A[(%io * 4 + %ii) floordiv 2, %ii mod 2]
// CHECK:          affine.load %C[%ii mod 2, (%io * 4 + %ii) floordiv 2]
// CHECK:          affine.store %{{.*}}, %B[%io, %ii]
#pairs = #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], ["forbidden"], {}>
func.func @attached(%A: memref<14xf32, #pairs>, %B: memref<14xf32>, %C: memref<14xf32>) attributes {
    pad.layouts = {C = [affine_map<(i) -> (i mod 2, i floordiv 2)>]}} {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #pairs>
    %c = affine.load %C[%i] : memref<14xf32>
    %b = arith.addf %a, %c : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
