// A global is not a function's own, so that there are no loops which could follow.
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer="@weights" map="(i) -> (i floordiv 4, i mod 4)" loops=follow}' 2>&1 | filecheck %s

// CHECK: error: pad-transform-layout: @weights is a global, which no function has as its own: loops=follow is of arguments and allocations; apply the layout, and give the stage to pad-sequential-buffer-access
memref.global "private" constant @weights : memref<14xi32> = dense<0>
func.func @only_read(%B: memref<14xi32>) {
  func.return
}
