// RUN: pad-opt %s -p 'pad-map-to-gpu{sizes=64}' --split-input-file --validate-each | filecheck %s

// The cell of a thread stays in a register; threads meet before others read what it stores.
// CHECK-LABEL: gpu.func @after(
// CHECK: gpu.barrier
// CHECK-NEXT: affine.load %C
// CHECK-NEXT: affine.for %ko = 0 to 4 iter_args(
// CHECK: affine.store %{{.*}}, %C
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.load %C
func.func @f(%A: memref<4x256xf32>, %C: memref<4x64xf32>, %D: memref<4x64xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %ko = 0 to 4 {
      %As = memref.alloc() : memref<64xf32, 3 : i64>
      affine.for %p = 0 to 64 {
        %0 = affine.load %A[%i, 255 - %ko * 64 - %p] : memref<4x256xf32>
        affine.store %0, %As[%p] : memref<64xf32, 3 : i64>
      }
      affine.for %j = 0 to 64 {
        %a = affine.load %As[63 - %j] : memref<64xf32, 3 : i64>
        %c = affine.load %C[%i, %j] : memref<4x64xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i, %j] : memref<4x64xf32>
      }
      memref.dealloc %As : memref<64xf32, 3 : i64>
    }
    affine.for %j = 0 to 64 {
      %c = affine.load %C[%i, 63 - %j] : memref<4x64xf32>
      affine.store %c, %D[%i, %j] : memref<4x64xf32>
    }
  } {pad.stage = "after"}
  func.return
}

// -----

// They meet before it reads what others have stored.
// CHECK-LABEL: gpu.func @before(
// CHECK: affine.store %{{.*}}, %C
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.load %C
// CHECK-NEXT: affine.for %ko = 0 to 4 iter_args(
func.func @f(%A: memref<4x256xf32>, %C: memref<4x64xf32>, %D: memref<4x64xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 64 {
      %c = affine.load %D[%i, %j] : memref<4x64xf32>
      affine.store %c, %C[%i, 63 - %j] : memref<4x64xf32>
    }
    affine.for %ko = 0 to 4 {
      %As = memref.alloc() : memref<64xf32, 3 : i64>
      affine.for %p = 0 to 64 {
        %0 = affine.load %A[%i, 255 - %ko * 64 - %p] : memref<4x256xf32>
        affine.store %0, %As[%p] : memref<64xf32, 3 : i64>
      }
      affine.for %j = 0 to 64 {
        %a = affine.load %As[63 - %j] : memref<64xf32, 3 : i64>
        %c = affine.load %C[%i, %j] : memref<4x64xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i, %j] : memref<4x64xf32>
      }
      memref.dealloc %As : memref<64xf32, 3 : i64>
    }
  } {pad.stage = "before"}
  func.return
}

// -----

// In the next round of the outer loop it is another thread's cell.
// CHECK-LABEL: gpu.func @rounds(
// CHECK: affine.for %l = 0 to 2 {
// CHECK: gpu.barrier
// CHECK-NEXT: affine.load %C
// CHECK-NEXT: affine.for %ko = 0 to 2 iter_args(
// CHECK: affine.store %{{.*}}, %C
// CHECK-NEXT: gpu.barrier
func.func @f(%A: memref<4x256xf32>, %C: memref<4x66xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %l = 0 to 2 {
    affine.for %ko = 0 to 2 {
      %As = memref.alloc() : memref<64xf32, 3 : i64>
      affine.for %p = 0 to 64 {
        %0 = affine.load %A[%i, 255 - %ko * 64 - %p] : memref<4x256xf32>
        affine.store %0, %As[%p] : memref<64xf32, 3 : i64>
      }
      affine.for %j = 0 to 64 {
        %a = affine.load %As[63 - %j] : memref<64xf32, 3 : i64>
        %c = affine.load %C[%i, %j + %l] : memref<4x66xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i, %j + %l] : memref<4x66xf32>
      }
      memref.dealloc %As : memref<64xf32, 3 : i64>
    }
    }
  } {pad.stage = "rounds"}
  func.return
}

// -----

// Two loops that the threads share: the cells of one are the neighbours' of the other, so all stay
// in memory.
// CHECK-LABEL: gpu.func @neighbours(
// CHECK: affine.for %ko = 0 to 2 {
// CHECK: affine.store
// CHECK: gpu.barrier
// CHECK: affine.store
// CHECK: gpu.barrier
func.func @f(%A: memref<4x128xf32>, %C: memref<4x65xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %ko = 0 to 2 {
      affine.for %j = 0 to 64 {
        %a = affine.load %A[%i, 127 - 64 * %ko - %j] : memref<4x128xf32>
        %c = affine.load %C[%i, %j] : memref<4x65xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i, %j] : memref<4x65xf32>
      }
      affine.for %j = 0 to 64 {
        %a = affine.load %A[%i, 127 - 64 * %ko - %j] : memref<4x128xf32>
        %c = affine.load %C[%i, %j + 1] : memref<4x65xf32>
        %s = arith.mulf %c, %a : f32
        affine.store %s, %C[%i, %j + 1] : memref<4x65xf32>
      }
    }
  } {pad.stage = "neighbours"}
  func.return
}

// -----

// A cell that is stored before it is loaded: what is there before the loop is not read, and nothing may be.
// CHECK-LABEL: gpu.func @s(
// CHECK: %[[ANY:.*]] = pad.undef : f32
// CHECK-NOT: affine.load %T
// CHECK: affine.for %k = 0 to 3 iter_args(%{{.*}} = %[[ANY]],
func.func @f(%B: memref<64xf32>, %C: memref<2x64xf32>) {
  affine.for %i = 0 to 2 {
    %T = memref.alloc() : memref<64xf32, 3 : i64>
    affine.for %k = 0 to 3 {
      affine.for %j = 0 to 64 {
        %b = affine.load %B[%j] : memref<64xf32>
        affine.store %b, %T[63 - %j] : memref<64xf32, 3 : i64>
      }
      affine.for %j = 0 to 64 {
        %c = affine.load %C[%i, 63 - %j] : memref<2x64xf32>
        %t = affine.load %T[63 - %j] : memref<64xf32, 3 : i64>
        %s = arith.addf %c, %t : f32
        affine.store %s, %C[%i, 63 - %j] : memref<2x64xf32>
      }
    }
  } {pad.stage = "s"}
  func.return
}
