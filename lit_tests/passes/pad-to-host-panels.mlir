// REQUIRES: mlir
// What sums load from panels that the first cache does not keep is asked for four steps ahead.
// RUN: pad-opt %s -p "pad-to-host{target-cpu=sapphirerapids}" | mlir-translate --mlir-to-llvmir | filecheck %s
// RUN: pad-opt %s -p "pad-to-host" | filecheck %s --check-prefix=NONE
// NONE-NOT: prefetch

// Two lines in each step of four rows, of 1000 steps. No index is beyond the end: 127999 is the
// last of 4 x 1000 x 32, and the last of 1000 steps is 999 x 32 after the first one.
// CHECK-LABEL: define {{.*}} @panels(
// CHECK: call i64 @llvm.smin.i64(i64 %{{.*}}, i64 96031)
// CHECK-COUNT-2: call void @llvm.prefetch.p0(ptr %{{.*}}, i32 0, i32 3, i32 1)
// CHECK-NOT: call void @llvm.prefetch
func.func @panels(%A: memref<400x1000xf32>, %B: memref<4x1000x32xf32>, %C: memref<400x128xf32>) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  affine.for %jo = 0 to 4 {
    affine.for %i = 0 to 400 step 4 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      %r0_0, %r0_1, %r1_0, %r1_1, %r2_0, %r2_1, %r3_0, %r3_1 = affine.for %l = 0 to 1000 iter_args(%s0_0 = %zero, %s0_1 = %zero, %s1_0 = %zero, %s1_1 = %zero, %s2_0 = %zero, %s2_1 = %zero, %s3_0 = %zero, %s3_1 = %zero) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
        %b0 = vector.load %B[%jo, %l, %c0] : memref<4x1000x32xf32>, vector<16xf32>
        %b1 = vector.load %B[%jo, %l, %c16] : memref<4x1000x32xf32>, vector<16xf32>
        %a0 = affine.load %A[%i, %l] : memref<400x1000xf32>
        %x0 = vector.broadcast %a0 : f32 to vector<16xf32>
        %t0_0 = vector.fma %x0, %b0, %s0_0 : vector<16xf32>
        %t0_1 = vector.fma %x0, %b1, %s0_1 : vector<16xf32>
        %a1 = affine.load %A[%i1, %l] : memref<400x1000xf32>
        %x1 = vector.broadcast %a1 : f32 to vector<16xf32>
        %t1_0 = vector.fma %x1, %b0, %s1_0 : vector<16xf32>
        %t1_1 = vector.fma %x1, %b1, %s1_1 : vector<16xf32>
        %a2 = affine.load %A[%i2, %l] : memref<400x1000xf32>
        %x2 = vector.broadcast %a2 : f32 to vector<16xf32>
        %t2_0 = vector.fma %x2, %b0, %s2_0 : vector<16xf32>
        %t2_1 = vector.fma %x2, %b1, %s2_1 : vector<16xf32>
        %a3 = affine.load %A[%i3, %l] : memref<400x1000xf32>
        %x3 = vector.broadcast %a3 : f32 to vector<16xf32>
        %t3_0 = vector.fma %x3, %b0, %s3_0 : vector<16xf32>
        %t3_1 = vector.fma %x3, %b1, %s3_1 : vector<16xf32>
        affine.yield %t0_0, %t0_1, %t1_0, %t1_1, %t2_0, %t2_1, %t3_0, %t3_1 : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
      }
      %j = affine.apply affine_map<(d0) -> (d0 * 32)>(%jo)
      %j16 = affine.apply affine_map<(d0) -> (d0 * 32 + 16)>(%jo)
      vector.store %r0_0, %C[%i, %j] : memref<400x128xf32>, vector<16xf32>
      vector.store %r0_1, %C[%i, %j16] : memref<400x128xf32>, vector<16xf32>
      vector.store %r1_0, %C[%i1, %j] : memref<400x128xf32>, vector<16xf32>
      vector.store %r1_1, %C[%i1, %j16] : memref<400x128xf32>, vector<16xf32>
      vector.store %r2_0, %C[%i2, %j] : memref<400x128xf32>, vector<16xf32>
      vector.store %r2_1, %C[%i2, %j16] : memref<400x128xf32>, vector<16xf32>
      vector.store %r3_0, %C[%i3, %j] : memref<400x128xf32>, vector<16xf32>
      vector.store %r3_1, %C[%i3, %j16] : memref<400x128xf32>, vector<16xf32>
    }
  }
  func.return
}

// Of 200 steps the first cache keeps all lines.
// CHECK-LABEL: define {{.*}} @kept(
// CHECK-NOT: call void @llvm.prefetch
func.func @kept(%A: memref<200x200xf32>, %B: memref<4x200x32xf32>, %C: memref<200x128xf32>) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  affine.for %jo = 0 to 4 {
    affine.for %i = 0 to 200 step 2 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %r0_0, %r0_1, %r1_0, %r1_1 = affine.for %l = 0 to 200 iter_args(%s0_0 = %zero, %s0_1 = %zero, %s1_0 = %zero, %s1_1 = %zero) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
        %b0 = vector.load %B[%jo, %l, %c0] : memref<4x200x32xf32>, vector<16xf32>
        %b1 = vector.load %B[%jo, %l, %c16] : memref<4x200x32xf32>, vector<16xf32>
        %a0 = affine.load %A[%i, %l] : memref<200x200xf32>
        %x0 = vector.broadcast %a0 : f32 to vector<16xf32>
        %t0_0 = vector.fma %x0, %b0, %s0_0 : vector<16xf32>
        %t0_1 = vector.fma %x0, %b1, %s0_1 : vector<16xf32>
        %a1 = affine.load %A[%i1, %l] : memref<200x200xf32>
        %x1 = vector.broadcast %a1 : f32 to vector<16xf32>
        %t1_0 = vector.fma %x1, %b0, %s1_0 : vector<16xf32>
        %t1_1 = vector.fma %x1, %b1, %s1_1 : vector<16xf32>
        affine.yield %t0_0, %t0_1, %t1_0, %t1_1 : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
      }
      %j = affine.apply affine_map<(d0) -> (d0 * 32)>(%jo)
      %j16 = affine.apply affine_map<(d0) -> (d0 * 32 + 16)>(%jo)
      vector.store %r0_0, %C[%i, %j] : memref<200x128xf32>, vector<16xf32>
      vector.store %r0_1, %C[%i, %j16] : memref<200x128xf32>, vector<16xf32>
      vector.store %r1_0, %C[%i1, %j] : memref<200x128xf32>, vector<16xf32>
      vector.store %r1_1, %C[%i1, %j16] : memref<200x128xf32>, vector<16xf32>
    }
  }
  func.return
}

// One panel is all of the buffer: four steps after the last one there is none.
// CHECK-LABEL: define {{.*}} @whole(
// CHECK-NOT: call void @llvm.prefetch
func.func @whole(%A: memref<200x1000xf32>, %B: memref<1x1000x32xf32>, %C: memref<200x32xf32>) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  affine.for %jo = 0 to 1 {
    affine.for %i = 0 to 200 step 2 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %r0_0, %r0_1, %r1_0, %r1_1 = affine.for %l = 0 to 1000 iter_args(%s0_0 = %zero, %s0_1 = %zero, %s1_0 = %zero, %s1_1 = %zero) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
        %b0 = vector.load %B[%jo, %l, %c0] : memref<1x1000x32xf32>, vector<16xf32>
        %b1 = vector.load %B[%jo, %l, %c16] : memref<1x1000x32xf32>, vector<16xf32>
        %a0 = affine.load %A[%i, %l] : memref<200x1000xf32>
        %x0 = vector.broadcast %a0 : f32 to vector<16xf32>
        %t0_0 = vector.fma %x0, %b0, %s0_0 : vector<16xf32>
        %t0_1 = vector.fma %x0, %b1, %s0_1 : vector<16xf32>
        %a1 = affine.load %A[%i1, %l] : memref<200x1000xf32>
        %x1 = vector.broadcast %a1 : f32 to vector<16xf32>
        %t1_0 = vector.fma %x1, %b0, %s1_0 : vector<16xf32>
        %t1_1 = vector.fma %x1, %b1, %s1_1 : vector<16xf32>
        affine.yield %t0_0, %t0_1, %t1_0, %t1_1 : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
      }
      %j = affine.apply affine_map<(d0) -> (d0 * 32)>(%jo)
      %j16 = affine.apply affine_map<(d0) -> (d0 * 32 + 16)>(%jo)
      vector.store %r0_0, %C[%i, %j] : memref<200x32xf32>, vector<16xf32>
      vector.store %r0_1, %C[%i, %j16] : memref<200x32xf32>, vector<16xf32>
      vector.store %r1_0, %C[%i1, %j] : memref<200x32xf32>, vector<16xf32>
      vector.store %r1_1, %C[%i1, %j16] : memref<200x32xf32>, vector<16xf32>
    }
  }
  func.return
}

// No other result takes the same.
// CHECK-LABEL: define {{.*}} @once(
// CHECK-NOT: call void @llvm.prefetch
func.func @once(%A: memref<200x1000xf32>, %B: memref<4x1000x32xf32>, %C: memref<200x128xf32>) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  affine.for %jo = 0 to 4 {
    %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%c0)
    %r0_0, %r0_1, %r1_0, %r1_1 = affine.for %l = 0 to 1000 iter_args(%s0_0 = %zero, %s0_1 = %zero, %s1_0 = %zero, %s1_1 = %zero) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
      %b0 = vector.load %B[%jo, %l, %c0] : memref<4x1000x32xf32>, vector<16xf32>
      %b1 = vector.load %B[%jo, %l, %c16] : memref<4x1000x32xf32>, vector<16xf32>
      %a0 = affine.load %A[%c0, %l] : memref<200x1000xf32>
      %x0 = vector.broadcast %a0 : f32 to vector<16xf32>
      %t0_0 = vector.fma %x0, %b0, %s0_0 : vector<16xf32>
      %t0_1 = vector.fma %x0, %b1, %s0_1 : vector<16xf32>
      %a1 = affine.load %A[%i1, %l] : memref<200x1000xf32>
      %x1 = vector.broadcast %a1 : f32 to vector<16xf32>
      %t1_0 = vector.fma %x1, %b0, %s1_0 : vector<16xf32>
      %t1_1 = vector.fma %x1, %b1, %s1_1 : vector<16xf32>
      affine.yield %t0_0, %t0_1, %t1_0, %t1_1 : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
    }
    %j = affine.apply affine_map<(d0) -> (d0 * 32)>(%jo)
    %j16 = affine.apply affine_map<(d0) -> (d0 * 32 + 16)>(%jo)
    vector.store %r0_0, %C[%c0, %j] : memref<200x128xf32>, vector<16xf32>
    vector.store %r0_1, %C[%c0, %j16] : memref<200x128xf32>, vector<16xf32>
    vector.store %r1_0, %C[%i1, %j] : memref<200x128xf32>, vector<16xf32>
    vector.store %r1_1, %C[%i1, %j16] : memref<200x128xf32>, vector<16xf32>
  }
  func.return
}

// One line for each 12 products, which take six cycles.
// CHECK-LABEL: define {{.*}} @few(
// CHECK-NOT: call void @llvm.prefetch
func.func @few(%A: memref<1200x2000xf32>, %B: memref<4x2000x32xf32>, %C: memref<1200x128xf32>) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  affine.for %jo = 0 to 4 {
    affine.for %i = 0 to 1200 step 12 {
      %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
      %i3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      %i4 = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
      %i5 = affine.apply affine_map<(d0) -> (d0 + 5)>(%i)
      %i6 = affine.apply affine_map<(d0) -> (d0 + 6)>(%i)
      %i7 = affine.apply affine_map<(d0) -> (d0 + 7)>(%i)
      %i8 = affine.apply affine_map<(d0) -> (d0 + 8)>(%i)
      %i9 = affine.apply affine_map<(d0) -> (d0 + 9)>(%i)
      %i10 = affine.apply affine_map<(d0) -> (d0 + 10)>(%i)
      %i11 = affine.apply affine_map<(d0) -> (d0 + 11)>(%i)
      %r0_0, %r1_0, %r2_0, %r3_0, %r4_0, %r5_0, %r6_0, %r7_0, %r8_0, %r9_0, %r10_0, %r11_0 = affine.for %l = 0 to 2000 iter_args(%s0_0 = %zero, %s1_0 = %zero, %s2_0 = %zero, %s3_0 = %zero, %s4_0 = %zero, %s5_0 = %zero, %s6_0 = %zero, %s7_0 = %zero, %s8_0 = %zero, %s9_0 = %zero, %s10_0 = %zero, %s11_0 = %zero) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
        %b0 = vector.load %B[%jo, %l, %c0] : memref<4x2000x32xf32>, vector<16xf32>
        %a0 = affine.load %A[%i, %l] : memref<1200x2000xf32>
        %x0 = vector.broadcast %a0 : f32 to vector<16xf32>
        %t0_0 = vector.fma %x0, %b0, %s0_0 : vector<16xf32>
        %a1 = affine.load %A[%i1, %l] : memref<1200x2000xf32>
        %x1 = vector.broadcast %a1 : f32 to vector<16xf32>
        %t1_0 = vector.fma %x1, %b0, %s1_0 : vector<16xf32>
        %a2 = affine.load %A[%i2, %l] : memref<1200x2000xf32>
        %x2 = vector.broadcast %a2 : f32 to vector<16xf32>
        %t2_0 = vector.fma %x2, %b0, %s2_0 : vector<16xf32>
        %a3 = affine.load %A[%i3, %l] : memref<1200x2000xf32>
        %x3 = vector.broadcast %a3 : f32 to vector<16xf32>
        %t3_0 = vector.fma %x3, %b0, %s3_0 : vector<16xf32>
        %a4 = affine.load %A[%i4, %l] : memref<1200x2000xf32>
        %x4 = vector.broadcast %a4 : f32 to vector<16xf32>
        %t4_0 = vector.fma %x4, %b0, %s4_0 : vector<16xf32>
        %a5 = affine.load %A[%i5, %l] : memref<1200x2000xf32>
        %x5 = vector.broadcast %a5 : f32 to vector<16xf32>
        %t5_0 = vector.fma %x5, %b0, %s5_0 : vector<16xf32>
        %a6 = affine.load %A[%i6, %l] : memref<1200x2000xf32>
        %x6 = vector.broadcast %a6 : f32 to vector<16xf32>
        %t6_0 = vector.fma %x6, %b0, %s6_0 : vector<16xf32>
        %a7 = affine.load %A[%i7, %l] : memref<1200x2000xf32>
        %x7 = vector.broadcast %a7 : f32 to vector<16xf32>
        %t7_0 = vector.fma %x7, %b0, %s7_0 : vector<16xf32>
        %a8 = affine.load %A[%i8, %l] : memref<1200x2000xf32>
        %x8 = vector.broadcast %a8 : f32 to vector<16xf32>
        %t8_0 = vector.fma %x8, %b0, %s8_0 : vector<16xf32>
        %a9 = affine.load %A[%i9, %l] : memref<1200x2000xf32>
        %x9 = vector.broadcast %a9 : f32 to vector<16xf32>
        %t9_0 = vector.fma %x9, %b0, %s9_0 : vector<16xf32>
        %a10 = affine.load %A[%i10, %l] : memref<1200x2000xf32>
        %x10 = vector.broadcast %a10 : f32 to vector<16xf32>
        %t10_0 = vector.fma %x10, %b0, %s10_0 : vector<16xf32>
        %a11 = affine.load %A[%i11, %l] : memref<1200x2000xf32>
        %x11 = vector.broadcast %a11 : f32 to vector<16xf32>
        %t11_0 = vector.fma %x11, %b0, %s11_0 : vector<16xf32>
        affine.yield %t0_0, %t1_0, %t2_0, %t3_0, %t4_0, %t5_0, %t6_0, %t7_0, %t8_0, %t9_0, %t10_0, %t11_0 : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
      }
      %j = affine.apply affine_map<(d0) -> (d0 * 32)>(%jo)
      vector.store %r0_0, %C[%i, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r1_0, %C[%i1, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r2_0, %C[%i2, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r3_0, %C[%i3, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r4_0, %C[%i4, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r5_0, %C[%i5, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r6_0, %C[%i6, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r7_0, %C[%i7, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r8_0, %C[%i8, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r9_0, %C[%i9, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r10_0, %C[%i10, %j] : memref<1200x128xf32>, vector<16xf32>
      vector.store %r11_0, %C[%i11, %j] : memref<1200x128xf32>, vector<16xf32>
    }
  }
  func.return
}

