// RUN: pad-opt %s -p pad-map-to-gpu --split-input-file 2>/dev/null | filecheck %s

// A thread has four columns of a row: threads along the columns are whole warps, and divide 1024.
// CHECK-LABEL: func.func @columns(%A: memref<6x1024xf32> {llvm.align = 16 : i64}
// CHECK: %[[X:.*]] = arith.constant 256 : index
// CHECK: %[[ROWS:.*]] = arith.constant 6 : index
// CHECK: gpu.launch_func @columns_kernels::@compute blocks in (%{{.*}}, %[[ROWS]], %{{.*}}) threads in (%[[X]], %{{.*}}, %{{.*}})
// CHECK: gpu.func @compute(%A: memref<6x1024xf32>, %B: memref<6x1024xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>}
// CHECK-DAG: %[[T:.*]] = gpu.thread_id x
// CHECK-DAG: %[[I:.*]] = gpu.block_id y
// CHECK: %[[J:.*]] = affine.apply affine_map<(d0) -> (d0 * 4)>(%[[T]])
// CHECK-NEXT: vector.load %A[%[[I]], %[[J]]] {alignment = 16 : i64} : memref<6x1024xf32>, vector<4xf32>
// CHECK-NOT: affine.if
// CHECK: vector.store
func.func @columns(%A: memref<6x1024xf32>, %B: memref<6x1024xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 1024 {
      %a = affine.load %A[%i, %j] : memref<6x1024xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<6x1024xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Numbers of 64 bits: 16 bytes are two of them.
// CHECK-LABEL: func.func @doubles(%A: memref<6x1024xf64> {llvm.align = 16 : i64}
// CHECK: %[[J:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 512 + d1 * 2)>
// CHECK-NEXT: vector.load %A[%{{.*}}, %[[J]]] {alignment = 16 : i64} : memref<6x1024xf64>, vector<2xf64>
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<6x1024xf64>, vector<2xf64>
func.func @doubles(%A: memref<6x1024xf64>, %B: memref<6x1024xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 1024 {
      %a = affine.load %A[%i, %j] : memref<6x1024xf64>
      %b = arith.addf %a, %a : f64
      affine.store %b, %B[%i, %j] : memref<6x1024xf64>
    }
  } {pad.stage = "double"}
  func.return
}

// -----

// No good number of threads divides 1021, and rows of 1021 are not aligned.
// CHECK-LABEL: func.func @odd
// CHECK-NOT: llvm.align
// CHECK: %[[X:.*]] = arith.constant 128 : index
// CHECK: %[[BLOCKS:.*]] = arith.constant 8 : index
// CHECK: blocks in (%[[BLOCKS]], {{.*}}) threads in (%[[X]],
// CHECK: %[[J:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 128 + d1)>
// CHECK: affine.if affine_set<(d0) : (-d0 + 1020 >= 0)>(%[[J]]) {
// CHECK-NEXT: affine.load
func.func @odd(%A: memref<6x1021xf32>, %B: memref<6x1021xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 1021 {
      %a = affine.load %A[%i, %j] : memref<6x1021xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<6x1021xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// How many blocks there are is known when it runs, and so is who has nothing to do.
// CHECK-LABEL: func.func @dynamic(%n: index, %m: index
// CHECK: %[[N:.*]] = affine.apply affine_map<(d0) -> (-((-d0) floordiv 128))>(%m)
// CHECK: %[[X:.*]] = arith.maxsi %[[N]], %{{.*}} : index
// CHECK: %[[Y:.*]] = arith.maxsi %n, %{{.*}} : index
// CHECK: blocks in (%[[X]], %[[Y]], {{.*}} args(%m : index, %A
// CHECK: affine.if affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>(%{{.*}}, %m)
func.func @dynamic(%n: index, %m: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Neighbours of a row are for neighbouring threads, so the threads of a block share a row. Each
// adds up its four lanes, a tree makes one of the 64 sums, and one thread stores it.
// CHECK-LABEL: func.func @row_sum
// CHECK: gpu.func @row_sum(
// CHECK: %[[S:.*]] = memref.alloc() {alignment = 16 : i64} : memref<64xf32, 3 : i64>
// CHECK: %[[SUM:.*]] = vector.reduction <add>, %{{.*}} fastmath<reassoc> : vector<4xf32> into f32
// CHECK-NEXT: memref.store %[[SUM]], %[[S]]
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: affine.if affine_set<(d0) : (-d0 + 31 >= 0)>
// CHECK-COUNT-6: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: affine.if affine_set<(d0) : (d0 == 0)>
// CHECK-NEXT: affine.store %{{.*}}, %B
// CHECK-NOT: affine.store
func.func @row_sum(%A: memref<3x256xf32>, %B: memref<3xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    affine.store %zero, %B[%i] : memref<3xf32>
    affine.for %j = 0 to 256 {
      %b = affine.load %B[%i] : memref<3xf32>
      %a = affine.load %A[%i, %j] : memref<3x256xf32>
      %s = arith.addf %b, %a fastmath<reassoc> : f32
      affine.store %s, %B[%i] : memref<3xf32>
    }
  } {pad.stage = "row_sum"}
  func.return
}

// -----

// Rounds of 512 threads; the last one has too few left for all of them.
// CHECK-LABEL: func.func @rounds
// CHECK: affine.for %{{.*}} = affine_map<(d0) -> (d0)>(%{{.*}}) to 1000 step 512 iter_args(
// CHECK-NOT: vector
func.func @rounds(%A: memref<3x1000xi8>, %B: memref<3xi8>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 1000 {
      %b = affine.load %B[%i] : memref<3xi8>
      %a = affine.load %A[%i, %j] : memref<3x1000xi8>
      %s = arith.xori %b, %a : i8
      affine.store %s, %B[%i] : memref<3xi8>
    }
  } {pad.stage = "parity"}
  func.return
}

// -----

// The loop over time stays on the host; each iteration launches both stages.
// CHECK-LABEL: func.func @steps
// CHECK: affine.for %{{.*}} = 0 to %n {
// CHECK: gpu.launch_func @steps_kernels::@there
// CHECK: gpu.launch_func @steps_kernels::@back
// CHECK: }
// CHECK-NEXT: func.return
func.func @steps(%A: memref<64xf32>, %B: memref<64xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to 63 {
      %l = affine.load %A[%i - 1] : memref<64xf32>
      %r = affine.load %A[%i + 1] : memref<64xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %B[%i] : memref<64xf32>
    } {pad.stage = "there"}
    affine.for %i = 1 to 63 {
      %b = affine.load %B[%i] : memref<64xf32>
      affine.store %b, %A[%i] : memref<64xf32>
    } {pad.stage = "back"}
  }
  func.return
}

// -----

// What stands between nests, a result that is used there too, is one kernel: of one block here.
// CHECK-LABEL: func.func @dot
// CHECK: gpu.launch_func @dot_kernels::@dot
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @dot(
// CHECK: %[[X:.*]] = arith.muli
// CHECK-NEXT: affine.if affine_set<(d0) : (d0 == 0)>
// CHECK-NEXT: affine.store %[[X]], %C[]
func.func @dot(%A: memref<1024xi32>, %C: memref<i32>) {
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to 1024 iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<1024xi32>
    %n = arith.addi %s, %a : i32
    affine.yield %n : i32
  } {pad.stage = "dot"}
  %x = arith.muli %r, %r : i32
  affine.store %x, %C[] : memref<i32>
  func.return
}

// -----

// Rows depend on nothing but themselves: a thread has one. The scalar is read by each of them.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: affine.load
// CHECK: gpu.func @scan(
// CHECK-DAG: %[[I:.*]] = gpu.thread_id x
// CHECK-DAG: affine.load %S[0]
// CHECK: affine.for %{{.*}} = 1 to 64 {
// CHECK-NEXT: affine.load %B[%[[I]],
func.func @rows(%S: memref<1xf32>, %B: memref<8x64xf32>) {
  %s = affine.load %S[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 1 to 64 {
      %l = affine.load %B[%i, %j - 1] : memref<8x64xf32>
      %m = arith.mulf %l, %s : f32
      affine.store %m, %B[%i, %j] : memref<8x64xf32>
    }
  } {pad.stage = "scan"}
  func.return
}

// -----

// Neighbours along j are apart in A, as far as is known, but not in P and B.
// CHECK-LABEL: func.func @gather
// CHECK: %j = gpu.thread_id x
// CHECK: memref.load %A[%p, %j]
func.func @gather(%P: memref<64x64xindex>, %A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %p = affine.load %P[%i, %j] : memref<64x64xindex>
      %a = memref.load %A[%p, %j] : memref<64x64xf32>
      affine.store %a, %B[%i, %j] : memref<64x64xf32>
    }
  }
  func.return
}
