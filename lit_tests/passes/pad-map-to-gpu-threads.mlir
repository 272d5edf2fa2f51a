// RUN: pad-opt %s -p 'pad-map-to-gpu{sizes=32}' --split-input-file --validate-each 2>/dev/null | filecheck %s

// What is undefined is one value in all threads, so that it is itself in two of them.
// CHECK-LABEL: gpu.func @undef(
// CHECK-NOT: pad.undef
// CHECK: %u = arith.constant 0 : i32
// CHECK: vector.broadcast %u
// CHECK: arith.subi %{{.*}}, %u
func.func @f(%C: memref<4x64xi32>, %D: memref<4x64xi32>) {
  affine.for %i = 0 to 4 {
    %u = pad.undef : i32
    affine.for %j = 0 to 64 {
      affine.store %u, %C[%i, %j] : memref<4x64xi32>
    }
    affine.for %j = 0 to 64 {
      %c = affine.load %C[%i, 63 - %j] : memref<4x64xi32>
      %d = arith.subi %c, %u : i32
      affine.store %d, %D[%i, %j] : memref<4x64xi32>
    }
  } {pad.stage = "undef"}
  func.return
}

// -----

// CHECK-LABEL: gpu.func @undef_in_an_arm(
// CHECK: %u = affine.if
// CHECK-NEXT: arith.constant 0 : i32
func.func @f(%A: memref<4x64xi32>, %C: memref<4x64xi32>, %D: memref<4x64xi32>) {
  affine.for %i = 0 to 4 {
    %u = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) -> (i32) {
      %x = pad.undef : i32
      affine.yield %x : i32
    } else {
      %x = affine.load %A[%i, 0] : memref<4x64xi32>
      affine.yield %x : i32
    }
    affine.for %j = 0 to 64 {
      affine.store %u, %C[%i, %j] : memref<4x64xi32>
    }
    affine.for %j = 0 to 64 {
      %c = affine.load %C[%i, 63 - %j] : memref<4x64xi32>
      %d = arith.subi %c, %u : i32
      affine.store %d, %D[%i, %j] : memref<4x64xi32>
    }
  } {pad.stage = "undef_in_an_arm"}
  func.return
}

// -----

// There are no iterations to share in the first nests.
// CHECK-LABEL: gpu.func @nothing_to_share(
// CHECK-NOT: affine.for %k
// CHECK: affine.for
// CHECK-NEXT: affine.apply
// CHECK-NEXT: vector.store
func.func @f(%B: memref<4x256xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 0 {
        affine.store %z, %B[%i, %j * 8 + %k] : memref<4x256xf32>
      }
    }
    affine.for %j = 0 to 0 {
      affine.for %k = 0 to 32 {
        affine.store %z, %B[%i, %j * 32 + %k] : memref<4x256xf32>
      }
    }
    affine.for %j = 0 to 256 {
      affine.store %z, %B[%i, %j] : memref<4x256xf32>
    }
  } {pad.stage = "nothing_to_share"}
  func.return
}

// -----

// Rows that depend on each other, and share a tile: one block has them all.
// CHECK-LABEL: func.func @rows_in_turn
// CHECK-NOT: affine.for
// CHECK: gpu.func @rows(
// CHECK: affine.for %i = 1 to 4 {
// CHECK: gpu.barrier
func.func @rows_in_turn(%C: memref<4x64xf32>) {
  affine.for %i = 1 to 4 {
    %T = memref.alloc() : memref<64xf32, 3 : i64>
    affine.for %j = 0 to 64 {
      %c = affine.load %C[%i - 1, %j] : memref<4x64xf32>
      affine.store %c, %T[%j] : memref<64xf32, 3 : i64>
    }
    affine.for %j = 0 to 64 {
      %t = affine.load %T[63 - %j] : memref<64xf32, 3 : i64>
      affine.store %t, %C[%i, %j] : memref<4x64xf32>
    }
    memref.dealloc %T : memref<64xf32, 3 : i64>
  } {pad.stage = "rows"}
  func.return
}

// -----

// What only a kernel in a loop of the host has needed goes.
// CHECK-LABEL: func.func @in_a_loop_of_the_host
// CHECK: affine.for %t = 0 to 3 {
// CHECK-NOT: arith.index_cast
// CHECK: gpu.launch_func
// CHECK: gpu.func
// CHECK: arith.index_cast %t
func.func @in_a_loop_of_the_host(%A: memref<65xi32>, %B: memref<65xi32>) {
  affine.for %t = 0 to 3 {
    %x = arith.index_cast %t : index to i32
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%j + 1] : memref<65xi32>
      %b = arith.addi %a, %x : i32
      affine.store %b, %B[%j] : memref<65xi32>
    }
    affine.for %j = 0 to 64 {
      %b = affine.load %B[%j] : memref<65xi32>
      affine.store %b, %A[%j] : memref<65xi32>
    }
  }
  func.return
}
