// Passes that meet a layout which is not applied yet say so, also where `pad.layouts` names it.
// RUN: pad-opt %s -p 'pad-split{function=typed loop=j factor=4},pad-split{function=named loop=j factor=4},pad-remove-branching-through-overcompute' -o /dev/null 2>&1 | filecheck %s --check-prefix=OVERCOMPUTE
// RUN: pad-opt %s -p 'pad-split{function=typed loop=j factor=4},pad-split{function=named loop=j factor=4},pad-remove-branching-through-overcompute{index=extend}' -o /dev/null 2>&1 | filecheck %s --check-prefix=OVERCOMPUTE
// RUN: pad-opt %s -p 'pad-vectorize{function=typed}' -o /dev/null 2>&1 | filecheck %s --check-prefix=VECTORIZE
// RUN: pad-opt %s -p 'pad-flatten-loops{function=typed}' -o /dev/null 2>&1 | filecheck %s --check-prefix=FLATTEN
// RUN: not pad-opt %s -p 'pad-sequential-buffer-access{function=typed stage=copy buffer=A}' -o /dev/null 2>&1 | filecheck %s --check-prefix=SEQUENTIAL
// RUN: not pad-opt %s -p 'pad-sequential-buffer-access{function=named stage=sum buffer=A}' -o /dev/null 2>&1 | filecheck %s --check-prefix=SEQUENTIAL

// OVERCOMPUTE: 'affine.load' would access A[0, 14], out of bounds; A has a layout, but its accesses are still logical: run pad-apply-layouts first (2 times, also at [[# @LINE + 28]]:5){{$}}
// VECTORIZE: [pad-vectorize] loop 'j1' not vectorized: A has a layout, but its accesses are still logical: run pad-apply-layouts first{{$}}
// FLATTEN: [pad-flatten-loops] loops i1 and j1 not flattened: A has a layout, but its accesses are still logical: run pad-apply-layouts first{{$}}
// SEQUENTIAL: error: A has a layout, but its accesses are still logical: run pad-apply-layouts first{{$}}

#tiles = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>
!rows = memref<8x14xi32, #pad.layout<[#tiles], [0 : i32], {}>>

func.func @typed(%A: !rows, %B: memref<8x14xi32>, %S: memref<1xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 14 {
      %s = affine.load %S[0] : memref<1xi32>
      %a = affine.load %A[%i, %j] : !rows
      %t = arith.addi %s, %a : i32
      affine.store %t, %S[0] : memref<1xi32>
    }
  } {pad.stage = "sum"}
  affine.for %i1 = 0 to 8 {
    affine.for %j1 = 0 to 14 {
      %a = affine.load %A[%i1, %j1] : !rows
      affine.store %a, %B[%i1, %j1] : memref<8x14xi32>
    }
  } {pad.stage = "copy"}
  func.return
}

func.func @named(%A: memref<8x14xi32>, %S: memref<1xi32>) attributes {pad.layouts = {A = [#tiles]}} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 14 {
      %s = affine.load %S[0] : memref<1xi32>
      %a = affine.load %A[%i, %j] : memref<8x14xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %S[0] : memref<1xi32>
    }
  } {pad.stage = "sum"}
  func.return
}
