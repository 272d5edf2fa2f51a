// RUN: pad-opt %s -p 'pad-reorder{loops=j,i}' --split-input-file | filecheck %s

// CHECK-LABEL: @independent
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.store %x, %A[%[[I]], %[[J]]]
// CHECK-NEXT:   } {pad.loop = "i"}
// CHECK-NEXT: } {pad.loop = "j", pad.stage = "compute"}
func.func @independent(%A: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A triangle keeps its shape by a guard.
// CHECK-LABEL: @triangle
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:     affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%[[I]], %[[J]]) {
// CHECK-NEXT:       affine.store %x, %A[%[[I]], %[[J]]]
func.func @triangle(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %A[%i, %j] : memref<4x4xf32>
    }
  }
  func.return
}

// -----

// A dependence that both orders keep: (i, j) reads what (i - 1, j - 1) wrote.
// CHECK-LABEL: @diagonal
// CHECK-NEXT: affine.for %[[J:.*]] = 1 to 4 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 1 to 4 {
func.func @diagonal(%A: memref<4x4xf32>) {
  affine.for %i = 1 to 4 {
    affine.for %j = 1 to 4 {
      %a = affine.load %A[%i - 1, %j - 1] : memref<4x4xf32>
      affine.store %a, %A[%i, %j] : memref<4x4xf32>
    }
  }
  func.return
}

// -----

// A float sum of one cell in another order, as it may be under reassoc; an integer one always.
// CHECK-LABEL: @sums
// CHECK: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 4 {
func.func @sums(%A: memref<4x8xf32>, %B: memref<1xf32>, %C: memref<1xi32>, %one: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      %s = affine.load %B[0] : memref<1xf32>
      %t = arith.addf %s, %a fastmath<reassoc> : f32
      affine.store %t, %B[0] : memref<1xf32>
      %c = affine.load %C[0] : memref<1xi32>
      %d = arith.addi %c, %one : i32
      affine.store %d, %C[0] : memref<1xi32>
    }
  }
  func.return
}

// -----

// Guards between the loops go inside both, and keep what they hold before the inner one.
// CHECK-LABEL: @guarded
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to 12 {
// CHECK-NEXT:     affine.if affine_set<(d0) : (-d0 + 10 >= 0)>(%[[I]]) {
// CHECK-NEXT:       affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%[[I]]) {
// CHECK-NEXT:         affine.if affine_set<(d0) : (-d0 + 6 >= 0)>(%[[J]]) {
// CHECK-NEXT:           %[[K:.*]] = affine.apply affine_map<(d0) -> (d0 * 2)>(%[[I]])
// CHECK-NEXT:           memref.store %x, %A[%[[K]], %[[J]]]
func.func @guarded(%A: memref<24x7xf32>, %x: f32) {
  affine.for %i = 0 to 12 {
    affine.if affine_set<(d0) : (d0 * -1 + 10 >= 0)>(%i) {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
        %k = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
        affine.for %j = 0 to 8 {
          affine.if affine_set<(d0) : (d0 * -1 + 6 >= 0)>(%j) {
            memref.store %x, %A[%k, %j] : memref<24x7xf32>
          }
        }
      }
    }
  }
  func.return
}

// -----

// Loops that are in this order already get their names, and stay as they are else.
// CHECK-LABEL: @as_they_are
// CHECK-NEXT: affine.for %j = 2 to 8 {
// CHECK-NEXT:   affine.for %i = 0 to min affine_map<(d0) -> (d0, 4)>(%j) {
// CHECK-NEXT:     func.call @use(%i, %j) : (index, index) -> ()
// CHECK-NEXT:   } {pad.loop = "i", other}
// CHECK-NEXT: } {pad.loop = "j", pad.stage = "compute"}
func.func private @use(index, index)
func.func @as_they_are() {
  affine.for %j = 2 to 8 {
    affine.for %i = 0 to min affine_map<(d0) -> (d0, 4)>(%j) {
      func.call @use(%i, %j) : (index, index) -> ()
    } {other}
  } {pad.stage = "compute"}
  func.return
}
