// RUN: pad-opt %s -p 'pad-reorder{loops=j,i}' --split-input-file --verify-diagnostics

// Rows that reach 100 cells further read what another row wrote, unless there are few rows.
func.func @rows(%A: memref<?x?xi32> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1}]}) {
  // expected-error@+1 {{'affine.store' in iteration [1, 100] and 'affine.load' in iteration [2, 0] access the same cell of A, and would change order; the loops could become j, i where n <= 2: state that by pad.size or a pad.assume}}
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 100)>()[%m] {
      %a = affine.load %A[%i - 1, %j + 100] : memref<?x?xi32>
      affine.store %a, %A[%i, %j] : memref<?x?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is read is beyond what is written, if it is as far as the row is long.
func.func @beyond(%A: memref<64x?xi32> {pad.name = "A"}, %m: index, %k: index) {
  // expected-error@+1 {{the loops could become j, i where m == k: state that by pad.size or a pad.assume}}
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i - 1, %j + symbol(%k)] : memref<64x?xi32>
      affine.store %a, %A[%i, %j] : memref<64x?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each cell is written again by each row, in an order that is seen, whatever the sizes are.
func.func @none(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?x?xi32> {pad.name = "B"}, %n: index {pad.size = [{of = "B", dim = 0, min = 2}]}, %m: index {pad.size = [{of = "B", dim = 1, min = 2}]}) {
  // expected-error@+1 {{and would change order}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %b = affine.load %B[%i mod 2, %j mod 2] : memref<?x?xi32>
      affine.store %b, %A[0] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
