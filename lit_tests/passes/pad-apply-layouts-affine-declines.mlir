// Affine maps as layouts that cannot be applied; the first two upstream takes, and makes cells of one another.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

func.func @halves() {
  // expected-error@+1 {{(i) -> (i // 2) is not injective on [8]: indices 0 and 1 both map to [0]}}
  %A = memref.alloc() : memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>
  func.return
}

// -----

// expected-error@+1 {{(i) -> (i - 2) must not be negative, but index 0 maps to [-2]}}
func.func @negative(%A: memref<8xf32, affine_map<(d0) -> (d0 - 2)>>) {
  func.return
}

// -----

#shifted = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @symbol(%s: index) {
  // expected-error@+1 {{the symbol s0 of the layout of A, (d0)[s0] -> (d0 + s0), is bound to a value that is not known when the layout is applied; write the number into the map, or bind an arith.constant}}
  %A = memref.alloc()[%s] : memref<8xf32, #shifted>
  func.return
}

// -----

#shifted = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @two_values() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %A = memref.alloc()[%c1] : memref<8xf32, #shifted>
  // expected-error@+1 {{the symbol s0 of the layout of B, (d0)[s0] -> (d0 + s0), is 2 here, but 1 at another allocation; write the numbers into the maps, so that the two are of two types}}
  %B = memref.alloc()[%c2] : memref<8xf32, #shifted>
  func.return
}
