// Extents that are not a function of the sizes which a single expression writes, for sizes of 0 too.
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i + 2*j, j)"}' 2>&1 | filecheck %s --check-prefix=EMPTY
// EMPTY: error: A cannot get this layout: could not decide the extents of (i, j) -> (i + 2*j, j) on [s0, s1]: the extent of `2*j + i` has no closed form for sizes that may be 0; use static sizes, or mix fewer indices in one result of the map

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> ((i mod 3) * 5 + j, i)"}' 2>&1 | filecheck %s --check-prefix=CASES
// CASES: error: A cannot get this layout: could not decide the extents of (i, j) -> (5*(i % 3) + j, i) on [s0, s1]: the answer is not one expression but several, by cases; use static sizes, or mix fewer indices in one result of the map

func.func @f(%A: memref<?x?xf32>) {
  func.return
}
