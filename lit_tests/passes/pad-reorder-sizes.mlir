// Loops whose order the facts about sizes allow.
// RUN: pad-opt %s -p 'pad-reorder{function=rows loops=j,i},pad-reorder{function=beyond loops=j,i}' --validate-each | filecheck %s

// CHECK-LABEL: @rows
// CHECK: affine.for %j
// CHECK-NEXT: affine.for %i
func.func @rows(%A: memref<?x?xi32> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0, max = 2}]}, %m: index {pad.size = [{of = "A", dim = 1}]}) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 7)>()[%m] {
      %a = affine.load %A[%i - 1, %j + 7] : memref<?x?xi32>
      affine.store %a, %A[%i, %j] : memref<?x?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @beyond
// CHECK: pad.assume
// CHECK: affine.for %j
// CHECK-NEXT: affine.for %i
func.func @beyond(%A: memref<4x?xi32> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 1}]}, %k: index) {
  %c2 = arith.constant 2 : index
  %twice = arith.muli %k, %c2 : index
  %half = arith.cmpi eq, %twice, %n : index
  pad.assume %half : i1
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to %k {
      %a = affine.load %A[%i - 1, %j + symbol(%k)] : memref<4x?xi32>
      affine.store %a, %A[%i, %j] : memref<4x?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

