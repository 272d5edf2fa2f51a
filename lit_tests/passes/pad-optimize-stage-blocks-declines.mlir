// RUN: pad-opt %s -p 'pad-optimize{target-cpu="x86-64-v3:l1=2:l2=9"}' --split-input-file | filecheck %s

// The first row that is needed is the last one that is there.
// CHECK-LABEL: @last_first(
// CHECK: pad.stage = "first"
// CHECK: pad.stage = "second"
func.func @last_first(%A: memref<40x64xf32>, %B: memref<40x64xf32>, %T: memref<40x64xf32>) {
  affine.for %y = 0 to 40 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<40x64xf32>
      affine.store %a, %T[%y, %x] : memref<40x64xf32>
    }
  } {pad.stage = "first"}
  affine.for %y = 0 to 39 {
    affine.for %x = 0 to 64 {
      %t = affine.load %T[39 - %y, %x] : memref<40x64xf32>
      %b = arith.addf %t, %t : f32
      affine.store %b, %B[%y, %x] : memref<40x64xf32>
    }
  } {pad.stage = "second"}
  func.return
}

// -----

// In blocks, a row of A would be loaded when it has been overwritten.
// CHECK-LABEL: @overwrites(
// CHECK: pad.stage = "first"
// CHECK: pad.stage = "second"
func.func @overwrites(%A: memref<40x64xf32>, %B: memref<40x64xf32>, %T: memref<40x64xf32>) {
  affine.for %y = 0 to 40 {
    affine.for %x = 0 to 64 {
      %a = affine.load %A[%y, %x] : memref<40x64xf32>
      affine.store %a, %T[%y, %x] : memref<40x64xf32>
    }
  } {pad.stage = "first"}
  affine.for %y = 0 to 39 {
    affine.for %x = 0 to 64 {
      %t = affine.load %T[%y, %x] : memref<40x64xf32>
      %b = arith.addf %t, %t : f32
      affine.store %b, %A[%y + 1, %x] : memref<40x64xf32>
    }
  } {pad.stage = "second"}
  func.return
}

// -----

// A cache keeps what is between the loops.
// CHECK-LABEL: @few(
// CHECK: affine.for
// CHECK: affine.for
// CHECK-NOT: affine.for
func.func @few(%A: memref<40x8xf32>, %B: memref<40x8xf32>, %T: memref<40x8xf32>) {
  affine.for %y = 0 to 40 {
    affine.for %x = 0 to 8 {
      %a = affine.load %A[%y, %x] : memref<40x8xf32>
      affine.store %a, %T[%y, %x] : memref<40x8xf32>
    }
  }
  affine.for %y = 0 to 39 {
    affine.for %x = 0 to 8 {
      %t = affine.load %T[%y + 1, %x] : memref<40x8xf32>
      %b = arith.addf %t, %t : f32
      affine.store %b, %B[%y, %x] : memref<40x8xf32>
    }
  }
  func.return
}
