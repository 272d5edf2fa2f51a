// REQUIRES: mlir
// RUN: pad-opt %s -p 'pad-expand-math{target-cpu=znver4}' --split-input-file | filecheck %s --check-prefixes=CHECK,WIDE
// RUN: pad-opt %s -p 'pad-expand-math{target-cpu=haswell}' --split-input-file | filecheck %s --check-prefixes=CHECK,NARROW

// With instructions for exponents and mantissas, zeros, infinities and denormal numbers take no branch.
// CHECK-LABEL: @full
// WIDE-NOT: scf.if
// WIDE: "llvm.call_intrinsic"(%a, {{.*}}"llvm.x86.avx512.mask.getmant.ps.512"
// WIDE: "llvm.call_intrinsic"({{.*}}"llvm.x86.avx512.mask.getexp.ps.512"
// WIDE: "llvm.call_intrinsic"(%a, {{.*}}"llvm.x86.avx512.mask.getexp.ps.512"
// WIDE-NOT: scf.if
// NARROW-NOT: llvm.call_intrinsic
// NARROW: scf.if
// CHECK: func.return
func.func @full(%a: vector<16xf32>) -> vector<16xf32> {
  %b = math.log10 %a : vector<16xf32>
  func.return %b : vector<16xf32>
}

// -----

// CHECK-LABEL: @half
// WIDE: "llvm.x86.avx512.mask.getmant.ps.256"
// WIDE-NOT: scf.if
// NARROW: scf.if
// CHECK: func.return
func.func @half(%a: vector<8xf32>) -> vector<8xf32> {
  %b = math.log2 %a fastmath<afn> : vector<8xf32>
  func.return %b : vector<8xf32>
}

// -----

// CHECK-LABEL: @quarter
// WIDE: "llvm.x86.avx512.mask.getmant.ps.128"
// WIDE-NOT: scf.if
// NARROW: scf.if
// CHECK: func.return
func.func @quarter(%a: vector<4xbf16>) -> vector<4xbf16> {
  %b = math.log %a : vector<4xbf16>
  func.return %b : vector<4xbf16>
}

// -----

// Numbers, vectors of other lanes, and f64 are written as everywhere.
// CHECK-LABEL: @others
// CHECK-NOT: llvm.call_intrinsic
// CHECK: func.return
func.func @others(%a: f32, %b: vector<5xf32>, %c: vector<8xf64>) -> (f32, vector<5xf32>, vector<8xf64>) {
  %x = math.log %a : f32
  %y = math.log2 %b : vector<5xf32>
  %z = math.log10 %c : vector<8xf64>
  func.return %x, %y, %z : f32, vector<5xf32>, vector<8xf64>
}
