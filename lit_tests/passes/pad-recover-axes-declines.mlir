// RUN: pad-opt %s -p pad-recover-axes --split-input-file --verify-diagnostics | filecheck %s

// CHECK-NOT: memref.reinterpret_cast

// The place in a row may be one of the next row.
func.func @place(%A: memref<?xf32>, %n: index, %m: index, %k: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %k {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      // expected-remark@+1 {{A stays flat: its index is not shown to be a row times a size, and a place from 0 on below that size, by one size for all accesses}}
      memref.store %x, %A[%at] : memref<?xf32>
    }
  }
  func.return
}

// -----

func.func @two_sizes(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      // expected-remark@+1 {{A stays flat: its index is not shown to be a row times a size, and a place from 0 on below that size, by one size for all accesses}}
      %a = memref.load %A[%at] : memref<?xf32>
      %column = arith.muli %j, %n : index
      %there = arith.addi %column, %i : index
      memref.store %a, %A[%there] : memref<?xf32>
    }
  }
  func.return
}

// -----

func.func @data(%A: memref<?xf32>, %I: memref<?xindex>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    %k = affine.load %I[%i] : memref<?xindex>
    // expected-remark@+1 {{A stays flat: its index is not a sum of products of loops and sizes}}
    %a = memref.load %A[%k] : memref<?xf32>
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      memref.store %a, %A[%at] : memref<?xf32>
    }
  }
  func.return
}

// -----

// The buffer may end in the middle of the last row.
func.func @triangle(%A: memref<?xf32>, %m: index, %x: f32) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      // expected-remark@+1 {{A stays flat: its last row may end before the others do: no access is shown to reach the end of each row}}
      memref.store %x, %A[%at] : memref<?xf32>
    }
  }
  func.return
}

// -----

func.func private @other()

func.func @call(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    // expected-remark@+1 {{A stays flat: 'func.call' may keep it from the ends of its rows}}
    func.call @other() : () -> ()
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      memref.store %x, %A[%at] : memref<?xf32>
    }
  }
  func.return
}

// -----

func.func @copied(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      memref.store %x, %A[%at] : memref<?xf32>
    }
  }
  // expected-remark@+1 {{A stays flat: 'memref.copy' uses it, which is no access of one cell}}
  memref.copy %A, %B : memref<?xf32> to memref<?xf32>
  func.return
}
