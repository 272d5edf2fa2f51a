// RUN: pad-opt %s -p 'pad-remove-no-op{stage=note}' --split-input-file | filecheck %s

// Here the data flow is always looked at; what the pass may touch is said by stage, or by function.

// Question: TestSuppressRemovalOfUnusedWrite
// TVM: kept; without the option that asks for it, nothing that is overwritten goes
// Here: kept
// CHECK-LABEL: @not_the_named_stage
// CHECK: affine.store %x, %grid
// CHECK: affine.store %y, %grid
func.func @not_the_named_stage(%grid: memref<5x7xf32>, %log: memref<3xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      affine.store %x, %grid[%i, %j] : memref<5x7xf32>
      affine.store %y, %grid[%i, %j] : memref<5x7xf32>
    }
  } {pad.stage = "paint"}
  affine.for %k = 0 to 3 {
    affine.store %y, %log[%k] : memref<3xf32>
  } {pad.stage = "note"}
  func.return
}
