// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s
// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s --check-prefix=MASKS

// Of 18 iterations at most, none are 32 lanes; masks leave out some of 32.
// CHECK-LABEL: @few
// CHECK: vector.load {{.*}} vector<16xi8>
// MASKS-LABEL: @few
// MASKS: vector.maskedload {{.*}} vector<32xi8>
func.func @few(%A: memref<3x40xi8>) {
  affine.for %k = 0 to 3 {
    affine.for %i = 0 to affine_map<(d0) -> (d0 + 16)>(%k) {
      %a = affine.load %A[%k, %i] : memref<3x40xi8>
      %b = arith.addi %a, %a : i8
      affine.store %b, %A[%k, %i] : memref<3x40xi8>
    }
  }
  func.return
}

// -----

// A size that is known at run time only may be any.
// CHECK-LABEL: @any
// CHECK: vector.load {{.*}} vector<32xi8>
// MASKS-LABEL: @any
// MASKS: vector.load {{.*}} vector<64xi8>
func.func @any(%A: memref<?xi8>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xi8>
    %b = arith.addi %a, %a : i8
    affine.store %b, %A[%i] : memref<?xi8>
  }
  func.return
}
