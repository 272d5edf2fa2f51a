// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=znver4}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=x86-64-v3}' --split-input-file | filecheck %s --check-prefix=MADD
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=neoverse-v2}' --split-input-file 2>/dev/null | filecheck %s --check-prefix=NEON
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --split-input-file 2>/dev/null | filecheck %s --check-prefix=SLOW

// CHECK-LABEL: @unsigned_by_signed
// CHECK-NOT: memref.alloc
// CHECK: affine.for %j = 0 to 16 step 16 {
// CHECK: %[[A:.*]] = vector.load %A[%{{.*}}] : memref<4xi8>, vector<4xi8>
// CHECK: %[[X:.*]] = vector.shuffle %[[A]], %[[A]] [0, 1, 2, 3, 0, 1, 2, 3,
// CHECK: %[[Y:.*]] = vector.load %B[%{{.*}}] : memref<64xi8>, vector<64xi8>
// CHECK: "llvm.call_intrinsic"(%{{.*}}, %[[X]], %[[Y]]) <{intrin = "llvm.x86.avx512.vpdpbusd.512"
// MADD-LABEL: @unsigned_by_signed
// MADD: arith.extui %{{.*}} : vector<32xi8> to vector<32xi16>
// MADD: arith.extsi %{{.*}} : vector<32xi8> to vector<32xi16>
// MADD: vector.shuffle %{{.*}} [0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29]
// MADD: intrin = "llvm.x86.avx2.pmadd.wd"
// MADD: vector.shuffle %{{.*}} [2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31]
// MADD: intrin = "llvm.x86.avx2.pmadd.wd"
// MADD: vector.store %{{.*}}, %C[%j] : memref<16xi32>, vector<8xi32>
// NEON-LABEL: @unsigned_by_signed
// NEON: intrin = "llvm.aarch64.neon.usdot.v4i32.v16i8"
func.func @unsigned_by_signed(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 16 {
    %s = affine.for %k = 0 to 4 iter_args(%c = %zero) -> (i32) {
      %a = affine.load %A[%k] : memref<4xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extui %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %t = arith.addi %c, %p : i32
      affine.yield %t : i32
    }
    affine.store %s, %C[%j] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The sums of columns are computed once before the rows, and taken off 128 times.
// CHECK-LABEL: @signed
// CHECK: %[[SUMS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<16xi32>
// CHECK: affine.for {{.*}} = 0 to 2 iter_args
// CHECK: "llvm.call_intrinsic"(%{{.*}}, %[[ONES:.*]], %{{.*}}) <{intrin = "llvm.x86.avx512.vpdpbusd.512"
// CHECK: vector.store %{{.*}}, %[[SUMS]]
// CHECK: {{.*}} {pad.loop = "v1", pad.stage = "matmul_sums"}
// CHECK: affine.for %i = 0 to 3 {
// CHECK: %[[S:.*]] = vector.load %[[SUMS]]
// CHECK: arith.muli %[[S]], %{{.*}} : vector<16xi32>
// CHECK: arith.xori %{{.*}}, %{{.*}} : vector<64xi8>
// CHECK: intrin = "llvm.x86.avx512.vpdpbusd.512"
// MADD-LABEL: @signed
// MADD-NOT: memref.alloc
// MADD-NOT: arith.xori
// MADD: intrin = "llvm.x86.avx2.pmadd.wd"
// NEON-LABEL: @signed
// NEON-NOT: memref.alloc
// NEON: intrin = "llvm.aarch64.neon.sdot.v4i32.v16i8"
func.func @signed(%A: memref<3x8xi8>, %B: memref<2x64xi8>, %C: memref<3x16xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 8 {
        %c = affine.load %C[%i, %j] : memref<3x16xi32>
        %a = affine.load %A[%i, %k] : memref<3x8xi8>
        %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<2x64xi8>
        %x = arith.extsi %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<3x16xi32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}

// -----

// Both without a sign: one of them becomes one with a sign, which is 128 less.
// CHECK-LABEL: @unsigned
// CHECK: memref.alloc
// CHECK: %[[TIMES:.*]] = arith.constant dense<128> : vector<16xi32>
// CHECK: arith.muli %{{.*}}, %[[TIMES]] : vector<16xi32>
// CHECK: %[[Y:.*]] = vector.load %B
// CHECK: %[[X:.*]] = arith.xori %{{.*}}, %{{.*}} : vector<64xi8>
// CHECK: "llvm.call_intrinsic"(%{{.*}}, %[[Y]], %[[X]]) <{intrin = "llvm.x86.avx512.vpdpbusd.512"
// NEON-LABEL: @unsigned
// NEON: intrin = "llvm.aarch64.neon.udot.v4i32.v16i8"
func.func @unsigned(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 16 {
    %s = affine.for %k = 0 to 4 iter_args(%c = %zero) -> (i32) {
      %a = affine.load %A[%k] : memref<4xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extui %a : i8 to i32
      %y = arith.extui %b : i8 to i32
      %p = arith.muli %y, %x : i32
      %t = arith.addi %p, %c : i32
      affine.yield %t : i32
    }
    affine.store %s, %C[%j] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Lanes are groups of the sum itself, and what is left of it is masked.
// CHECK-LABEL: @along_rows
// CHECK: affine.for %ko = 0 to 36 step 36 iter_args
// CHECK: vector.load %A[%{{.*}}] : memref<72xi16>, vector<32xi16>
// CHECK: intrin = "llvm.x86.avx512.pmaddw.d.512"
// CHECK: vector.reduction <add>
// NEON-LABEL: @along_rows
// NEON: affine.for %k = 0 to 72 iter_args
func.func @along_rows(%A: memref<72xi16>, %B: memref<72xi16>) -> i32 {
  %zero = arith.constant 0 : i32
  %s = affine.for %k = 0 to 72 iter_args(%c = %zero) -> (i32) {
    %a = affine.load %A[%k] : memref<72xi16>
    %b = affine.load %B[%k] : memref<72xi16>
    %x = arith.extsi %a : i16 to i32
    %y = arith.extsi %b : i16 to i32
    %p = arith.muli %x, %y : i32
    %t = arith.addi %c, %p : i32
    affine.yield %t : i32
  }
  func.return %s : i32
}

// -----

// A product in 16 bits that holds it, of a byte with a sign; and a sum without a product.
// CHECK-LABEL: @in_steps
// CHECK: intrin = "llvm.x86.avx512.vpdpbusd.512"
// CHECK: intrin = "llvm.x86.avx512.vpdpbusd.512"
// NEON-LABEL: @in_steps
func.func @in_steps(%A: memref<64xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%j * 4 + %k] : memref<64xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extui %a : i8 to i16
      %y = arith.extsi %b : i8 to i16
      %p = arith.muli %x, %y : i16
      %q = arith.extsi %p : i16 to i32
      %z = arith.extui %x : i16 to i32
      %s = arith.addi %q, %z : i32
      %t = arith.addi %s, %c : i32
      affine.store %t, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

// bf16, where the program leaves the order, the rounding and denormal numbers open. An instruction
// that is slower than sums and products is not taken.
// CHECK-LABEL: @bfloats
// CHECK: %[[A:.*]] = vector.load %A[%{{.*}}] : memref<4xbf16>, vector<2xbf16>
// CHECK: %[[X:.*]] = vector.shuffle %[[A]], %[[A]] [0, 1, 0, 1,
// CHECK: %[[Y:.*]] = vector.load %B[%{{.*}}] : memref<2x32xbf16>, vector<32xbf16>
// CHECK: "llvm.call_intrinsic"(%{{.*}}, %[[X]], %[[Y]]) <{intrin = "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK-SAME: fastmathFlags = #llvm.fastmath<reassoc,contract,afn>
// SLOW-LABEL: @bfloats
// SLOW-NOT: llvm.call_intrinsic
// SLOW: vector.shuffle %{{.*}} [0, 2, 4, 6,
// SLOW: arith.mulf %{{.*}} fastmath<reassoc,contract,afn> : vector<16xf32>
// MADD-LABEL: @bfloats
// MADD-NOT: llvm.call_intrinsic
// NEON-LABEL: @bfloats
// NEON: intrin = "llvm.aarch64.neon.bfdot.v4f32.v8bf16"
func.func @bfloats(%A: memref<4xbf16>, %B: memref<2x32xbf16>, %C: memref<16xf32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xf32>
      %a = affine.load %A[%k] : memref<4xbf16>
      %b = affine.load %B[%k floordiv 2, %j * 2 + %k mod 2] : memref<2x32xbf16>
      %x = arith.extf %a : bf16 to f32
      %y = arith.extf %b : bf16 to f32
      %p = arith.mulf %x, %y fastmath<reassoc,contract,afn,nnan> : f32
      %s = arith.addf %p, %c fastmath<reassoc,contract,afn> : f32
      affine.store %s, %C[%j] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Along rows, and a sum beside the products: it is multiplied by 1.
// CHECK-LABEL: @bfloat_rows
// CHECK: %[[ONES:.*]] = arith.constant dense<1.000000e+00> : vector<32xbf16>
// CHECK: %[[S:.*]] = "llvm.call_intrinsic"({{.*}}dpbf16ps.512
// CHECK: "llvm.call_intrinsic"(%[[S]], %{{.*}}, %[[ONES]]){{.*}}dpbf16ps.512
// CHECK: vector.reduction <add>, %{{.*}} fastmath<reassoc,contract,afn>
func.func @bfloat_rows(%A: memref<64xbf16>, %B: memref<64xbf16>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %k = 0 to 64 iter_args(%c = %zero) -> (f32) {
    %a = affine.load %A[%k] : memref<64xbf16>
    %b = affine.load %B[%k] : memref<64xbf16>
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %y fastmath<reassoc,contract,afn> : f32
    %t = arith.addf %c, %p fastmath<reassoc,contract,afn> : f32
    %u = arith.addf %t, %x fastmath<reassoc,contract,afn> : f32
    affine.yield %u : f32
  }
  func.return %s : f32
}
