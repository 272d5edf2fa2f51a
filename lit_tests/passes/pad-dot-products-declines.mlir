// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=znver4}' --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=znver4}' --split-input-file 2>/dev/null | filecheck %s
// CHECK-NOT: llvm.call_intrinsic

func.func @columns(%A: memref<8xi8>, %B: memref<8x16xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 8 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<8xi8>
      // expected-remark@+1 {{products in loop 'j' not grouped: the factors of a group are not side by side in B: [4*ko + ki, j]; give B a layout whose last axis holds groups of 4, one for each lane, as in (k, j) -> (k floordiv 4, j * 4 + k mod 4)}}
      %b = affine.load %B[%k, %j] : memref<8x16xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

// The groups of consecutive lanes are 8 elements apart.
func.func @apart(%A: memref<4xi8>, %B: memref<128xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      // expected-remark@+1 {{products in loop 'j' not grouped: the groups of consecutive lanes are not side by side in B: [8*j + k]; give B a layout whose last axis holds groups of 4, one for each lane, as in (k, j) -> (k floordiv 4, j * 4 + k mod 4)}}
      %b = affine.load %B[%j * 8 + %k] : memref<128xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

func.func @remainder(%A: memref<6xi8>, %B: memref<2x64xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    // expected-remark@+1 {{products in loop 'j' not grouped: its 6 iterations are no groups of 4; give what it multiplies layouts that pad the axis with 0}}
    affine.for %k = 0 to 6 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<6xi8>
      %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<2x64xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

func.func @same_in_all(%A: memref<4xi8>, %B: memref<4xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    // expected-remark@+1 {{products in loop 'j' not grouped: the factors of a product are the same in all lanes}}
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      %b = affine.load %B[%k] : memref<4xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

// Of 16 bits without a sign.
func.func @words(%A: memref<4xi16>, %B: memref<64xi16>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    // expected-remark@+1 {{products in loop 'j' not grouped: the processor has no instruction for these factors}}
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi16>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi16>
      %x = arith.extui %a : i16 to i32
      %y = arith.extui %b : i16 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

func.func @dynamic(%A: memref<?xi8>, %B: memref<?xi8>, %C: memref<16xi32>, %n: index) {
  affine.for %j = 0 to 16 {
    %c0 = affine.load %C[%j] : memref<16xi32>
    // expected-remark@+1 {{products in loop 'j' not grouped: the bounds of the loop are not constant}}
    %s = affine.for %k = 0 to %n iter_args(%c = %c0) -> (i32) {
      %a = affine.load %A[%k] : memref<?xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<?xi8>
      %x = arith.extui %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %t = arith.addi %c, %p : i32
      affine.yield %t : i32
    }
    affine.store %s, %C[%j] : memref<16xi32>
  }
  func.return
}

// -----

func.func @few(%A: memref<4xi8>, %B: memref<12xi8>, %C: memref<16xi32>) {
  // expected-remark@+1 {{products in loop 'j' not grouped: its 3 iterations are too few for a vector}}
  affine.for %j = 0 to 3 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<12xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

// A maximum is no sum.
func.func @maximum(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  // expected-remark@+1 {{products in loop 'j' not grouped: no loop only adds products of narrow numbers to a sum of 32 bits}}
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.maxsi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

func.func @alone(%A: memref<4xi8>, %B: memref<4xi8>) -> i32 {
  %zero = arith.constant 0 : i32
  // expected-remark@+1 {{products in loop 'k' not grouped: no loop is around the products}}
  %s = affine.for %k = 0 to 4 iter_args(%c = %zero) -> (i32) {
    %a = affine.load %A[%k] : memref<4xi8>
    %b = affine.load %B[%k] : memref<4xi8>
    %x = arith.extsi %a : i8 to i32
    %y = arith.extsi %b : i8 to i32
    %p = arith.muli %x, %y : i32
    %t = arith.addi %c, %p : i32
    affine.yield %t : i32
  }
  func.return %s : i32
}

// -----

func.func @computed_index(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%j, %k)
      // expected-remark@+1 {{products in loop 'j' not grouped: an index is computed inside of a group}}
      %b = memref.load %B[%at] : memref<64xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

func.func @strided(%A: memref<4xi8>, %B: memref<64xi8, strided<[2], offset: 4>>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      // expected-remark@+1 {{products in loop 'j' not grouped: the elements of a row of B are 2 apart in memory}}
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8, strided<[2], offset: 4>>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

func.func @chosen_row(%A: memref<8x4xi8>, %B: memref<64xi8>, %C: memref<16xi32>, %R: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    %r = affine.load %R[%j] : memref<16xi32>
    %row = arith.index_cast %r : i32 to index
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      // expected-remark@+1 {{products in loop 'j' not grouped: a cell is not a quasi-affine function of the loops}}
      %a = memref.load %A[%row, %k] : memref<8x4xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extsi %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

// -----

func.func @condition(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      // expected-remark@+1 {{products in loop 'j' not grouped: a condition keeps some lanes from a product}}
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extui %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
    }
  }
  func.return
}

// -----

// Without leave to take denormal numbers for zero, pairs are added in order.
func.func @exact(%A: memref<4xbf16>, %B: memref<2x32xbf16>, %C: memref<16xf32>) {
  // expected-remark@+1 {{products of bf16 in loop 'j' are added one after the other: only fastmath<afn,contract,reassoc> allows an instruction that adds two, and takes denormal numbers for zero}}
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xf32>
      %a = affine.load %A[%k] : memref<4xbf16>
      %b = affine.load %B[%k floordiv 2, %j * 2 + %k mod 2] : memref<2x32xbf16>
      %x = arith.extf %a : bf16 to f32
      %y = arith.extf %b : bf16 to f32
      %p = arith.mulf %x, %y fastmath<reassoc,contract,afn> : f32
      %s = arith.addf %c, %p fastmath<reassoc,contract> : f32
      affine.store %s, %C[%j] : memref<16xf32>
    }
  }
  func.return
}

// -----

// Of one sum, pairs in the lanes of a vector are another order.
func.func @one_sum(%A: memref<64xbf16>, %B: memref<64xbf16>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %k = 0 to 64 iter_args(%c = %zero) -> (f32) {
    %a = affine.load %A[%k] : memref<64xbf16>
    %b = affine.load %B[%k] : memref<64xbf16>
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %p = arith.mulf %x, %y : f32
    // expected-remark@+1 {{products in loop 'k' not grouped: 'arith.addf' may be reordered only with fastmath<reassoc>}}
    %t = arith.addf %c, %p : f32
    affine.yield %t : f32
  }
  func.return %s : f32
}

// -----

// What a loop carries, and is used below, is put back where another order is no help.
// CHECK-LABEL: func.func @carried_maximum
// CHECK: affine.for %i = 0 to 3 iter_args
func.func @carried_maximum(%B: memref<i16>, %C: memref<i32>) {
  %first = arith.constant -3 : i32
  // expected-remark@+1 {{no loop only adds products of narrow numbers to a sum of 32 bits}}
  %r = affine.for %i = 0 to 3 iter_args(%most = %first) -> (i32) {
    %b = affine.load %B[] : memref<i16>
    %wide = arith.extsi %b : i16 to i32
    %next = arith.maxui %most, %wide : i32
    affine.yield %next : i32
  }
  affine.store %r, %C[] : memref<i32>
  func.return
}
