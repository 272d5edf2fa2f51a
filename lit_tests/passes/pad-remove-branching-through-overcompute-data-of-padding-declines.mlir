// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// A NaN is no number, but is not below 0.0 either: H would be counted up.
// CHECK-LABEL: @count_unordered
// CHECK: affine.if
func.func @count_unordered(%A: memref<3x8xf32>, %H: memref<2xi64>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  affine.for %ji = 4 to 8 {
    %a = affine.load %A[2, %ji] : memref<3x8xf32>
    %is = arith.cmpf ueq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %jo = 0 to 3 {
    affine.for %ji = 0 to 8 {
      // expected-remark@+1 {{it contains an 'scf.if' on data}}
      affine.if affine_set<(d0, d1) : (19 - d0 * 8 - d1 >= 0)>(%jo, %ji) {
        %a = affine.load %A[%jo, %ji] : memref<3x8xf32>
        %pos = arith.cmpf ugt, %a, %zero : f32
        // expected-remark@+1 {{its condition is not one on indices alone}}
        scf.if %pos {
          %h = affine.load %H[0] : memref<2xi64>
          %n = arith.addi %h, %one : i64
          affine.store %n, %H[0] : memref<2xi64>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// x[-1] is out of bounds, whatever it is multiplied by.
// CHECK-LABEL: @sparse_beyond
// CHECK: affine.if
func.func @sparse_beyond(%col: memref<16xi32>, %val: memref<16xi64>, %x: memref<100xi64>, %y: memref<1xi64>) {
  %none = arith.constant 0 : i64
  %minus = arith.constant -1 : i32
  affine.for %k = 11 to 16 {
    %c = affine.load %col[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %minus : i32
    pad.assume %cs : i1
    %v = affine.load %val[%k] : memref<16xi64>
    %vs = arith.cmpi eq, %v, %none : i64
    pad.assume %vs : i1
  }
  affine.for %k = 0 to 16 {
    // expected-remark@+1 {{'memref.load' would access x[-1], out of bounds}}
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) {
      %c = affine.load %col[%k] : memref<16xi32>
      %at = arith.index_cast %c : i32 to index
      %xv = memref.load %x[%at] : memref<100xi64>
      %v = affine.load %val[%k] : memref<16xi64>
      %p = arith.muli %v, %xv : i64
      %s = affine.load %y[0] : memref<1xi64>
      %t = arith.addi %s, %p : i64
      affine.store %t, %y[0] : memref<1xi64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A branch on undef would be undefined.
// CHECK-LABEL: @undef_condition
// CHECK: affine.if
func.func @undef_condition(%A: memref<16xf32>, %H: memref<1xi64>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  affine.for %k = 11 to 16 {
    %c = affine.load %A[%k] : memref<16xf32>
    %u = pad.undef : f32
    %cs = arith.cmpf ueq, %c, %u : f32
    pad.assume %cs : i1
  }
  affine.for %k = 0 to 16 {
    // expected-remark@+1 {{it contains an 'scf.if' on data}}
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) {
      %c = affine.load %A[%k] : memref<16xf32>
      %pos = arith.cmpf ogt, %c, %zero : f32
      // expected-remark@+1 {{its condition is not one on indices alone}}
      scf.if %pos {
        affine.store %one, %H[0] : memref<1xi64>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The stage writes the padding of A itself.
// CHECK-LABEL: @changed
// CHECK: affine.if
func.func @changed(%A: memref<16xi32>, %H: memref<1xi64>) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i64
  affine.for %k = 11 to 16 {
    %c = affine.load %A[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %zero : i32
    pad.assume %cs : i1
  }
  affine.for %k = 0 to 16 {
    affine.store %two, %A[15] : memref<16xi32>
    // expected-remark@+1 {{it contains an 'scf.if' on data}}
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) {
      %c = affine.load %A[%k] : memref<16xi32>
      %pos = arith.cmpi sgt, %c, %zero : i32
      // expected-remark@+1 {{its condition is not one on indices alone}}
      scf.if %pos {
        affine.store %one, %H[0] : memref<1xi64>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// H[8] is one up with each cell of padding.
// CHECK-LABEL: @histogram
// CHECK: affine.if
func.func @histogram(%A: memref<16xi32>, %out: memref<8xi64>) {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %eight = arith.constant 8 : i32
  affine.for %k = 11 to 16 {
    %c = affine.load %A[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %eight : i32
    pad.assume %cs : i1
  }
  %H = memref.alloc() : memref<9xi64>
  affine.for %i = 0 to 9 {
    affine.store %zero, %H[%i] : memref<9xi64>
  } {pad.stage = "init"}
  affine.for %k = 0 to 16 {
    // expected-remark@+1 {{in H[8], which may be read later}}
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) {
      %c = affine.load %A[%k] : memref<16xi32>
      %at = arith.index_cast %c : i32 to index
      %h = memref.load %H[%at] : memref<9xi64>
      %n = arith.addi %h, %one : i64
      memref.store %n, %H[%at] : memref<9xi64>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 8 {
    %h = affine.load %H[%i] : memref<9xi64>
    affine.store %h, %out[%i] : memref<8xi64>
  } {pad.stage = "copy"}
  memref.dealloc %H : memref<9xi64>
  func.return
}

// -----

// 2147483647 + 1 wraps around in i32, whether or not it may in the data.
// CHECK-LABEL: @wraps
// CHECK: scf.if
func.func @wraps(%col: memref<16xi32>, %val: memref<16xi64>, %x: memref<100xi64>, %y: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %none = arith.constant 0 : i64
  %last = arith.constant 2147483647 : i32
  %one = arith.constant 1 : i32
  scf.for %k = %c11 to %c16 step %c1 {
    %c = memref.load %col[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %last : i32
    pad.assume %cs : i1
    %v = memref.load %val[%k] : memref<16xi64>
    %vs = arith.cmpi eq, %v, %none : i64
    pad.assume %vs : i1
  }
  scf.for %k = %c0 to %c16 step %c1 {
    %in = arith.cmpi slt, %k, %c11 : index
    // expected-remark@+1 {{x[-2147483648], out of bounds}}
    scf.if %in {
      %c = memref.load %col[%k] : memref<16xi32>
      %next = arith.addi %c, %one : i32
      %at = arith.index_cast %next : i32 to index
      %xv = memref.load %x[%at] : memref<100xi64>
      %v = memref.load %val[%k] : memref<16xi64>
      %p = arith.muli %v, %xv : i64
      %s = memref.load %y[%c0] : memref<1xi64>
      %t = arith.addi %s, %p : i64
      memref.store %t, %y[%c0] : memref<1xi64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// B may hold an infinity in the padding: the product is 0.0 by a flag only.
// CHECK-LABEL: @by_a_flag
// CHECK: affine.if
func.func @by_a_flag(%A: memref<16xf32>, %B: memref<16xf32>, %H: memref<1xi64>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  affine.for %k = 11 to 16 {
    %a = affine.load %A[%k] : memref<16xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %k = 0 to 16 {
    // expected-remark@+1 {{it contains an 'scf.if' on data}}
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) {
      %a = affine.load %A[%k] : memref<16xf32>
      %b = affine.load %B[%k] : memref<16xf32>
      %p = arith.mulf %a, %b fastmath<nnan,ninf> : f32
      %pos = arith.cmpf une, %p, %zero : f32
      // expected-remark@+1 {{its condition is not one on indices alone}}
      scf.if %pos {
        affine.store %one, %H[0] : memref<1xi64>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
