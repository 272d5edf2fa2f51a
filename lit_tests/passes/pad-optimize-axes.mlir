// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// Flat buffers get rows, where vectors are made of these.
// CHECK-LABEL: @add
// CHECK: %[[A:.*]] = memref.reinterpret_cast %A
// CHECK: %[[B:.*]] = memref.reinterpret_cast %B
// CHECK: vector.load %[[A]][%{{.*}}, %{{.*}}] : memref<?x?xf32, strided<[?, 1]>>, vector<16xf32>
// CHECK: vector.store %{{.*}}, %[[B]][%{{.*}}, %{{.*}}] : memref<?x?xf32, strided<[?, 1]>>, vector<16xf32>
func.func @add(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      // expected-remark@+1 {{A has rows of m elements}}
      %a = memref.load %A[%at] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      // expected-remark@+1 {{B has rows of m elements}}
      memref.store %b, %B[%at] : memref<?xf32>
    }
  }
  func.return
}

// -----

// The elements have no width, so that there are no vectors of them: nothing is gained.
// CHECK-LABEL: @indices
// CHECK-NOT: memref.reinterpret_cast
func.func @indices(%A: memref<?xindex>, %n: index, %m: index) {
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  affine.for %i = 0 to %n {
    // expected-remark@+1 {{loop 'j' not vectorized: no operation has a vectorizable element type}}
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %at = arith.addi %row, %j : index
      %a = memref.load %A[%at] : memref<?xindex>
      %b = arith.addi %a, %row : index
      memref.store %b, %A[%at] : memref<?xindex>
    }
  }
  func.return
}
