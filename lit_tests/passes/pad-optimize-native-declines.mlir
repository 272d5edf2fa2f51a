// RUN: not pad-opt %s -p 'pad-optimize{target-cpu="znver4:fma=1"}' 2>&1 | filecheck %s
// RUN: not pad-opt %s -p 'pad-optimize{target-cpu="znver4:fmas=0"}' 2>&1 | filecheck %s --check-prefix=ZERO

// CHECK: target-cpu: 'fma=1' after 'znver4' is not fmas=.., loads=.., latency=.. (a number), line=.. (cycles of a line of the cache that all share), l1=.., l2=.. (KiB of a cache) or halves=.. (0 or 1), as in rocketlake:fmas=2
// ZERO: target-cpu: fmas must be 1 or more, but is 0
func.func @nothing() {
  func.return
}
