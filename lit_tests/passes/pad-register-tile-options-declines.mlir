// Options of pad-register-tile that do not fit.
// RUN: not pad-opt %s -o /dev/null -p 'pad-register-tile{factors=2}' 2>&1 | filecheck %s --check-prefix=FACTORS
// RUN: not pad-opt %s -o /dev/null -p 'pad-register-tile{loops=i factors=0}' 2>&1 | filecheck %s --check-prefix=ZERO
// RUN: not pad-opt %s -o /dev/null -p 'pad-register-tile{loops=j factors=2}' 2>&1 | filecheck %s --check-prefix=LOOP
// RUN: not pad-opt %s -o /dev/null -p 'pad-register-tile{loops=i factors=2 stage=load}' 2>&1 | filecheck %s --check-prefix=STAGE
// RUN: not pad-opt %s -o /dev/null -p 'pad-register-tile{loops=i,i factors=2,4}' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: pad-opt %s -o /dev/null -p 'pad-register-tile{loops=i factors=1}' 2>&1 | filecheck %s --check-prefix=ONE

// FACTORS: error: pad-register-tile: there must be as many factors as loops, but there are 1 and 0
// ZERO: error: pad-register-tile: the factors are [0], but must be at least 1
// LOOP: error: there is no loop 'j'; the loops are: i
// STAGE: error: there is no stage 'load' in @f; its stages are: compute
// TWICE: error: pad-register-tile: a loop is named twice: i, i
// ONE: remark: [pad-register-tile] loop 'i' not tiled: no tile is better than none
func.func @f(%A: memref<8xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 8 {
    %c = affine.load %C[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<8xi32>
    %s = arith.addi %c, %a : i32
    affine.store %s, %C[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
