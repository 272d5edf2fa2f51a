// RUN: pad-opt %s -p pad-remove-undef-store --split-input-file --verify-diagnostics

// Question: TestRaiseErrorForUndefAsStoreIndices
// TVM: refused; undef is the index of a store
// Here: refused
func.func @anywhere(%cell: memref<3xf64>, %x: f64) {
  // expected-error@+1 {{'memref.store' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  memref.store %x, %cell[%u] : memref<3xf64>
  func.return
}

// -----

// Question: TestRaiseErrorForUndefAsLoadIndices
// TVM: refused; undef is the index of a load
// Here: refused
func.func @from_anywhere(%cell: memref<3xf64>, %out: memref<1xf64>) {
  // expected-error@+1 {{'memref.load' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : i32
  %at = arith.index_cast %u : i32 to index
  %x = memref.load %cell[%at] : memref<3xf64>
  affine.store %x, %out[0] : memref<1xf64>
  func.return
}
