// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// The loop over rows that data chooses goes inside, with what it loads for each: registers hold the
// sums. Of no rows at all, each cell keeps what it has.
// CHECK-LABEL: @bags(
// CHECK: affine.for %[[B:.*]] = 0 to 2 {
// CHECK: affine.for %[[J:.*]] = 0 to {{.*}} step
// CHECK: vector.load %Y[%[[B]], %[[J]]]
// CHECK: affine.for %[[L:.*]] = 0 to {{.*}} iter_args
// CHECK: affine.load %I[%[[B]], %[[L]]]
// CHECK: vector.load %T[
// CHECK: vector.store %{{.*}}, %Y[%[[B]], %[[J]]]
func.func @bags(%T: memref<9x?xi32>, %I: memref<2x?xi32>, %Y: memref<2x?xi32>,
    %width: index {pad.size = [{of = "T", dim = 1}, {of = "Y", dim = 1}]},
    %length: index {pad.size = [{of = "I", dim = 1}]}) {
  affine.for %b = 0 to 2 {
    affine.for %l = 0 to %length {
      %word = affine.load %I[%b, %l] : memref<2x?xi32>
      %row = arith.index_cast %word : i32 to index
      affine.for %j = 0 to %width {
        %t = memref.load %T[%row, %j] : memref<9x?xi32>
        %s = affine.load %Y[%b, %j] : memref<2x?xi32>
        %next = arith.addi %s, %t : i32
        affine.store %next, %Y[%b, %j] : memref<2x?xi32>
      }
    }
  } {pad.stage = "bags"}
  func.return
}

// -----

// What is loaded may be what the loop has stored: the order stays.
// CHECK-LABEL: @updated(
// CHECK: affine.for %[[L:.*]] = 0 to 3 {
// CHECK: affine.load %I[%[[L]], 0]
// CHECK: affine.for %{{.*}} = 0 to
func.func @updated(%T: memref<9x?xi32>, %I: memref<3x?xi32>,
    %width: index {pad.size = [{of = "T", dim = 1}, {of = "I", dim = 1}]}) {
  affine.for %l = 0 to 3 {
    %word = affine.load %I[%l, 0] : memref<3x?xi32>
    %row = arith.index_cast %word : i32 to index
    affine.for %j = 0 to %width {
      %t = memref.load %T[%row, %j] : memref<9x?xi32>
      %s = affine.load %I[0, %j] : memref<3x?xi32>
      %next = arith.addi %s, %t : i32
      affine.store %next, %I[0, %j] : memref<3x?xi32>
    }
  } {pad.stage = "bags"}
  func.return
}

// -----

// A root takes long: it is computed once for each row, not again for each tile of columns.
// CHECK-LABEL: @weighted(
// CHECK: affine.for %[[L:.*]] = 0 to %n {
// CHECK: math.sqrt
// CHECK: affine.for %{{.*}} = 0 to
func.func @weighted(%A: memref<?x?xf32>, %W: memref<?xf32>, %S: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "W", dim = 0}]},
    %width: index {pad.size = [{of = "A", dim = 1}, {of = "S", dim = 0}]}) {
  affine.for %l = 0 to %n {
    %w = affine.load %W[%l] : memref<?xf32>
    %root = math.sqrt %w : f32
    affine.for %j = 0 to %width {
      %a = affine.load %A[%l, %j] : memref<?x?xf32>
      %s = affine.load %S[%j] : memref<?xf32>
      %product = arith.mulf %a, %root : f32
      %next = arith.addf %s, %product : f32
      affine.store %next, %S[%j] : memref<?xf32>
    }
  } {pad.stage = "sum"}
  func.return
}
