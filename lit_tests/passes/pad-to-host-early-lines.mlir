// REQUIRES: mlir
// What blocks of rows are stored to is asked for one block ahead, where the shared cache is slow.
// RUN: pad-opt %s -p "pad-to-host{target-cpu=sapphirerapids}" | mlir-translate --mlir-to-llvmir | filecheck %s
// RUN: pad-opt %s -p "pad-to-host{target-cpu=znver4}" | filecheck %s --check-prefix=FAST
// RUN: pad-opt %s -p "pad-to-host" | filecheck %s --check-prefix=FAST
// FAST-NOT: prefetch

// The rows of the next iteration of %i, both ends of each vector; in the last iteration its own.
// CHECK-LABEL: define {{.*}} @rows(
// CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 1020)
// CHECK-COUNT-8: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 1, i32 3, i32 1)
// CHECK-NOT: call void @llvm.prefetch
func.func @rows(%v: vector<16xf32>, %B: memref<1024x1000xf32>) {
  affine.for %i = 0 to 1024 step 4 {
    affine.for %j = 0 to 992 step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i3, %j] : memref<1024x1000xf32>, vector<16xf32>
    }
  }
  func.return
}

// Here the inner loop goes on to other rows, through a view. Vectors are in one line each.
// CHECK-LABEL: define {{.*}} @aligned(
// CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 508)
// CHECK-COUNT-4: call void @llvm.prefetch.p0(
// CHECK-NOT: call void @llvm.prefetch
func.func @aligned(%v: vector<16xf32>, %B: memref<2x256x1008xf32>) {
  %flat = memref.collapse_shape %B [[0, 1], [2]] : memref<2x256x1008xf32> into memref<512x1008xf32>
  affine.for %j = 0 to 1008 step 16 {
    affine.for %i = 0 to 512 step 4 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %flat[%i, %j] {alignment = 64 : i64} : memref<512x1008xf32>, vector<16xf32>
      vector.store %v, %flat[%i1, %j] {alignment = 64 : i64} : memref<512x1008xf32>, vector<16xf32>
      vector.store %v, %flat[%i2, %j] {alignment = 64 : i64} : memref<512x1008xf32>, vector<16xf32>
      vector.store %v, %flat[%i3, %j] {alignment = 64 : i64} : memref<512x1008xf32>, vector<16xf32>
    }
  }
  func.return
}

// Of a masked vector the last lanes may be none.
// CHECK-LABEL: define {{.*}} @masked(
// CHECK-COUNT-4: call void @llvm.prefetch.p0(
// CHECK-NOT: call void @llvm.prefetch
func.func @masked(%v: vector<16xf32>, %m: vector<16xi1>, %B: memref<1024x1000xf32>) {
  affine.for %j = 0 to 1000 step 16 {
    affine.for %i = 0 to 1024 step 4 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.maskedstore %B[%i, %j], %m, %v : memref<1024x1000xf32>, vector<16xi1>, vector<16xf32>
      vector.maskedstore %B[%i1, %j], %m, %v : memref<1024x1000xf32>, vector<16xi1>, vector<16xf32>
      vector.maskedstore %B[%i2, %j], %m, %v : memref<1024x1000xf32>, vector<16xi1>, vector<16xf32>
      vector.maskedstore %B[%i3, %j], %m, %v : memref<1024x1000xf32>, vector<16xi1>, vector<16xf32>
    }
  }
  func.return
}

// Three rows come early by themselves.
// CHECK-LABEL: define {{.*}} @few(
// CHECK-NOT: call void @llvm.prefetch
func.func @few(%v: vector<16xf32>, %B: memref<1024x1000xf32>) {
  affine.for %i = 0 to 1022 step 3 {
    affine.for %j = 0 to 992 step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      vector.store %v, %B[%i, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] : memref<1024x1000xf32>, vector<16xf32>
    }
  }
  func.return
}

// The second cache keeps all of it.
// CHECK-LABEL: define {{.*}} @kept(
// CHECK-NOT: call void @llvm.prefetch
func.func @kept(%v: vector<16xf32>, %B: memref<256x1000xf32>) {
  affine.for %i = 0 to 256 step 4 {
    affine.for %j = 0 to 992 step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] : memref<256x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] : memref<256x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] : memref<256x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i3, %j] : memref<256x1000xf32>, vector<16xf32>
    }
  }
  func.return
}

// The next iteration of %i may not store what this one does: its rows may be shorter.
// CHECK-LABEL: define {{.*}} @triangle(
// CHECK-NOT: call void @llvm.prefetch
func.func @triangle(%v: vector<16xf32>, %B: memref<1024x1040xf32>) {
  affine.for %i = 0 to 1024 step 4 {
    affine.for %j = 0 to affine_map<(d0) -> (1024 - d0)>(%i) step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] : memref<1024x1040xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] : memref<1024x1040xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] : memref<1024x1040xf32>, vector<16xf32>
      vector.store %v, %B[%i3, %j] : memref<1024x1040xf32>, vector<16xf32>
    }
  }
  func.return
}

// Between two blocks of results there is time enough.
// CHECK-LABEL: define {{.*}} @sums(
// CHECK-NOT: call void @llvm.prefetch
func.func @sums(%A: memref<1000xf32>, %v: vector<16xf32>, %B: memref<1024x1000xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 1024 step 4 {
    %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
    %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
    %s = affine.for %k = 0 to 992 step 16 iter_args(%t = %v) -> (vector<16xf32>) {
      %a = vector.load %A[%k] : memref<1000xf32>, vector<16xf32>
      %u = arith.addf %t, %a : vector<16xf32>
      affine.yield %u : vector<16xf32>
    }
    vector.store %s, %B[%i, %c0] : memref<1024x1000xf32>, vector<16xf32>
    vector.store %s, %B[%i1, %c0] : memref<1024x1000xf32>, vector<16xf32>
    vector.store %s, %B[%i2, %c0] : memref<1024x1000xf32>, vector<16xf32>
    vector.store %s, %B[%i3, %c0] : memref<1024x1000xf32>, vector<16xf32>
  }
  func.return
}

// Rows that data chooses are other ones in the next iteration.
// CHECK-LABEL: define {{.*}} @chosen(
// CHECK-NOT: call void @llvm.prefetch
func.func @chosen(%v: vector<16xf32>, %I: memref<1024xindex>, %B: memref<1024x1000xf32>) {
  affine.for %n = 0 to 1024 {
    %i = affine.load %I[%n] : memref<1024xindex>
    affine.for %j = 0 to 992 step 16 {
      %c1 = arith.constant 1 : index
      %i1 = arith.addi %i, %c1 : index
      %i2 = arith.addi %i1, %c1 : index
      %i3 = arith.addi %i2, %c1 : index
      vector.store %v, %B[%i, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i3, %j] : memref<1024x1000xf32>, vector<16xf32>
    }
  }
  func.return
}

// Under a condition, the next iteration may store nothing.
// CHECK-LABEL: define {{.*}} @under_a_condition(
// CHECK-NOT: call void @llvm.prefetch
func.func @under_a_condition(%v: vector<16xf32>, %c: i1, %B: memref<1024x1000xf32>) {
  affine.for %i = 0 to 1024 step 4 {
    scf.if %c {
      affine.for %j = 0 to 992 step 16 {
        %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
        %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
        %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
        vector.store %v, %B[%i, %j] : memref<1024x1000xf32>, vector<16xf32>
        vector.store %v, %B[%i1, %j] : memref<1024x1000xf32>, vector<16xf32>
        vector.store %v, %B[%i2, %j] : memref<1024x1000xf32>, vector<16xf32>
        vector.store %v, %B[%i3, %j] : memref<1024x1000xf32>, vector<16xf32>
      }
    }
  }
  func.return
}

// An index takes 8 bytes: 16 of them are never within a line.
// CHECK-LABEL: define {{.*}} @of_index(
// CHECK-COUNT-8: call void @llvm.prefetch.p0(
// CHECK-NOT: call void @llvm.prefetch
func.func @of_index(%v: vector<16xindex>, %B: memref<1024x500xindex>) {
  affine.for %i = 0 to 1024 step 4 {
    affine.for %j = 0 to 496 step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] : memref<1024x500xindex>, vector<16xindex>
      vector.store %v, %B[%i1, %j] : memref<1024x500xindex>, vector<16xindex>
      vector.store %v, %B[%i2, %j] : memref<1024x500xindex>, vector<16xindex>
      vector.store %v, %B[%i3, %j] : memref<1024x500xindex>, vector<16xindex>
    }
  }
  func.return
}

// Of 20 MB that are only written, no line comes into the caches.
// CHECK-LABEL: define {{.*}} @past_the_caches(
// CHECK-NOT: call void @llvm.prefetch
func.func @past_the_caches(%v: vector<16xf32>, %B: memref<1024x5120xf32>) {
  affine.for %i = 0 to 1024 step 4 {
    affine.for %j = 0 to 5120 step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] {alignment = 64 : i64} : memref<1024x5120xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] {alignment = 64 : i64} : memref<1024x5120xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] {alignment = 64 : i64} : memref<1024x5120xf32>, vector<16xf32>
      vector.store %v, %B[%i3, %j] {alignment = 64 : i64} : memref<1024x5120xf32>, vector<16xf32>
    }
  }
  func.return
}

// One element is in one line.
// CHECK-LABEL: define {{.*}} @of_one_element(
// CHECK-COUNT-4: call void @llvm.prefetch.p0(
// CHECK-NOT: call void @llvm.prefetch
func.func @of_one_element(%v: vector<f32>, %B: memref<1024x1000xf32>) {
  affine.for %i = 0 to 1024 step 4 {
    affine.for %j = 0 to 1000 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] : memref<1024x1000xf32>, vector<f32>
      vector.store %v, %B[%i1, %j] : memref<1024x1000xf32>, vector<f32>
      vector.store %v, %B[%i2, %j] : memref<1024x1000xf32>, vector<f32>
      vector.store %v, %B[%i3, %j] : memref<1024x1000xf32>, vector<f32>
    }
  }
  func.return
}

// Sums along four rows, which a loop carries to the next columns.
// CHECK-LABEL: define {{.*}} @along_rows(
// CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 1020)
// CHECK-COUNT-8: call void @llvm.prefetch.p0(
// CHECK-NOT: call void @llvm.prefetch
func.func @along_rows(%v: vector<4xf32>, %B: memref<1024x1000xf32>) {
  affine.for %i = 0 to 1024 step 4 {
    %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
    %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
    %s = affine.for %j = 0 to 1000 step 4 iter_args(%t = %v) -> (vector<4xf32>) {
      %u = arith.addf %t, %v : vector<4xf32>
      vector.store %u, %B[%i, %j] : memref<1024x1000xf32>, vector<4xf32>
      vector.store %u, %B[%i1, %j] : memref<1024x1000xf32>, vector<4xf32>
      vector.store %u, %B[%i2, %j] : memref<1024x1000xf32>, vector<4xf32>
      vector.store %u, %B[%i3, %j] : memref<1024x1000xf32>, vector<4xf32>
      affine.yield %u : vector<4xf32>
    }
  }
  func.return
}

// Four rows of 8000 bytes are more than half of the first cache, and would be gone.
// CHECK-LABEL: define {{.*}} @long(
// CHECK-NOT: call void @llvm.prefetch
func.func @long(%v: vector<16xf32>, %B: memref<1024x2000xf32>) {
  affine.for %i = 0 to 1024 step 4 {
    affine.for %j = 0 to 2000 step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] : memref<1024x2000xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] : memref<1024x2000xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] : memref<1024x2000xf32>, vector<16xf32>
      vector.store %v, %B[%i3, %j] : memref<1024x2000xf32>, vector<16xf32>
    }
  }
  func.return
}

// In a block that is branched to.
// CHECK-LABEL: define {{.*}} @after_a_branch(
// CHECK-COUNT-8: call void @llvm.prefetch.p0(
// CHECK-NOT: call void @llvm.prefetch
func.func @after_a_branch(%c: i1, %v: vector<16xf32>, %B: memref<1024x1000xf32>) {
  cf.cond_br %c, ^rows, ^none
^rows:
  affine.for %i = 0 to 1024 step 4 {
    affine.for %j = 0 to 992 step 16 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      vector.store %v, %B[%i, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i1, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i2, %j] : memref<1024x1000xf32>, vector<16xf32>
      vector.store %v, %B[%i3, %j] : memref<1024x1000xf32>, vector<16xf32>
    }
  }
  cf.br ^none
^none:
  func.return
}

// The one cell of a buffer is in no row.
// CHECK-LABEL: define {{.*}} @one_cell(
// CHECK-NOT: call void @llvm.prefetch
func.func @one_cell(%v: vector<f32>, %A: memref<1024x1000xf32>, %B: memref<f32>) {
  affine.for %i = 0 to 1024 {
    %a = affine.load %A[%i, 0] : memref<1024x1000xf32>
    vector.store %v, %B[] : memref<f32>, vector<f32>
    vector.store %v, %B[] : memref<f32>, vector<f32>
    vector.store %v, %B[] : memref<f32>, vector<f32>
    vector.store %v, %B[] : memref<f32>, vector<f32>
  }
  func.return
}
