// RFC 39, IndexMap: "These expressions should only be in terms of the initial_index [..] The mapping from `initial_index` to
// `final_index` must be injective." Otherwise it is an error, with two indices of one cell.
// RUN: pad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'pad.layouts' gives x a layout it cannot have: (i) -> (i // 2) is not injective on [64]: indices 0 and 1 both map to [0]}}
func.func @not_injective(%x: memref<64xf32>) attributes {pad.layouts = {x = [affine_map<(i) -> (i floordiv 2)>]}} {
  func.return
}

// -----

// expected-error@+1 {{'pad.layouts' gives x the map (d0)[s0] -> (d0 + s0), but a layout map takes no symbols}}
func.func @other_terms(%x: memref<64xf32>) attributes {pad.layouts = {x = [affine_map<(i)[n] -> (i + n)>]}} {
  func.return
}

// -----

// expected-error@+1 {{takes 2 indices, but its input [64] has 1 axis}}
func.func @other_rank(%x: memref<64xf32>) attributes {pad.layouts = {x = [affine_map<(i, j) -> (j, i)>]}} {
  func.return
}
