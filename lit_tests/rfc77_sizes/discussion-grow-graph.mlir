// RFC 77, discussion: the main of grow, addone and grow. Of addone's output the padding must be zero, so of its input -1, which
// the first grow writes in place of its zeros. With exp nothing gives a zero: its input's padding is anything, and its
// output's is written. Either way one pack before it and one unpack after remain.
// With a size in place of 14.
// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir
// RUN: filecheck %s --check-prefix=REFLOWED < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p pad-apply-layouts -o %t.1.mlir
// RUN: filecheck %s --check-prefix=APPLIED < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{function=addone stage=addone buffer=B}, \
// RUN:   pad-remove-branching-through-overcompute{function=addone stage=addone},pad-remove-no-op{function=addone stage=B_padding}, \
// RUN:   pad-sequential-buffer-access{function=exp stage=exp buffer=B}, \
// RUN:   pad-remove-branching-through-overcompute{function=exp stage=exp},pad-remove-no-op{function=exp stage=B_padding}' -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{function=addone stage=addone buffer=B}, \
// RUN:   pad-remove-branching-through-overcompute{function=addone stage=addone sizes="N=2..4096"},pad-remove-no-op{function=addone stage=B_padding}, \
// RUN:   pad-sequential-buffer-access{function=exp stage=exp buffer=B}, \
// RUN:   pad-remove-branching-through-overcompute{function=exp stage=exp sizes="N=2..4096"},pad-remove-no-op{function=exp stage=B_padding}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=PACKED < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#padded = #pad.layout<[#tiles], [0 : i32], {}>
#floats = #pad.layout<[#tiles], [0.0 : f32], {}>

// WASTE: stage 'addone': {{.*}}it would be allowed where N >= 2
// WASTE: stage 'exp': {{.*}}it would be allowed where N >= 2

// -1 + 1 is the zero that is needed, so nothing else writes the padding of addone's output; that of exp's is written.
// PACKED-LABEL: func.func private @addone(
// PACKED: pad.stage = "A_assume"
// PACKED-NOT: affine.if
// PACKED: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<?x4xi32>
// PACKED-NEXT: }
// PACKED-NEXT: } {{.*}}pad.stage = "addone"}
// PACKED-NEXT: func.return
// PACKED-LABEL: func.func private @exp(
// PACKED: pad.stage = "A_assume"
// PACKED-NOT: affine.if
// PACKED: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<?x4xf32>
// PACKED-NEXT: }
// PACKED-NEXT: } {{.*}}pad.stage = "exp"}
// PACKED-NEXT: affine.for
// PACKED: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>
// PACKED-NEXT: arith.constant 0.000000e+00 : f32
// PACKED-NEXT: affine.store
// PACKED: pad.stage = "B_padding"}

// REFLOWED-LABEL: func.func @main(
// REFLOWED: pad.pack %A into %[[A1:[A-Za-z0-9_]+]] : memref<?xi32> into memref<?xi32, #pad.layout<[{{.*}}], [0 : i32], {}>>
// REFLOWED-NOT: {{pad\.(un)?pack|memref<\?xi32>[ ,]}}
// REFLOWED: func.call @{{grow[a-z_0-9]*}}(%[[A1]], %[[B1:[A-Za-z0-9_]+]], %N)
// REFLOWED-NOT: {{pad\.(un)?pack|memref<\?xi32>[ ,]}}
// REFLOWED: func.call @{{addone[a-z_0-9]*}}(%[[B1]], %[[A2:[A-Za-z0-9_]+]], %N) : (memref<?xi32, #pad.layout<[{{.*}}], [-1 : i32], {}>>, memref<?xi32, #pad.layout<[{{.*}}], [0 : i32], {}>>, index) -> ()
// REFLOWED-NOT: {{pad\.(un)?pack|memref<\?xi32>[ ,]}}
// REFLOWED: func.call @{{grow[a-z_0-9]*}}(%[[A2]], %[[B2:[A-Za-z0-9_]+]], %N)
// REFLOWED: pad.unpack %[[B2]] into %B :
// REFLOWED-NOT: {{pad\.(un)?pack}}
// REFLOWED: func.return
func.func @main(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %A1 = memref.alloc(%N) : memref<?xi32, #padded>
  pad.pack %A into %A1 : memref<?xi32> into memref<?xi32, #padded>
  %B1 = memref.alloc(%N) : memref<?xi32, #padded>
  func.call @grow(%A1, %B1, %N) : (memref<?xi32, #padded>, memref<?xi32, #padded>, index) -> ()
  %lv0 = memref.alloc(%N) : memref<?xi32>
  pad.unpack %B1 into %lv0 : memref<?xi32, #padded> into memref<?xi32>
  %lv1 = memref.alloc(%N) : memref<?xi32>
  func.call @addone(%lv0, %lv1, %N) : (memref<?xi32>, memref<?xi32>, index) -> ()
  %A2 = memref.alloc(%N) : memref<?xi32, #padded>
  pad.pack %lv1 into %A2 : memref<?xi32> into memref<?xi32, #padded>
  %B2 = memref.alloc(%N) : memref<?xi32, #padded>
  func.call @grow(%A2, %B2, %N) : (memref<?xi32, #padded>, memref<?xi32, #padded>, index) -> ()
  pad.unpack %B2 into %B : memref<?xi32, #padded> into memref<?xi32>
  memref.dealloc %A1 : memref<?xi32, #padded>
  memref.dealloc %B1 : memref<?xi32, #padded>
  memref.dealloc %lv0 : memref<?xi32>
  memref.dealloc %lv1 : memref<?xi32>
  memref.dealloc %A2 : memref<?xi32, #padded>
  memref.dealloc %B2 : memref<?xi32, #padded>
  func.return
}

func.func private @grow(%A: memref<?xi32, #padded> {pad.name = "A"}, %B: memref<?xi32, #padded> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32, #padded>
    %b = arith.addi %a, %a : i32
    affine.store %b, %B[%i] : memref<?xi32, #padded>
  } {pad.stage = "grow"}
  func.return
}

func.func private @addone(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<?xi32>
  } {pad.stage = "addone"}
  func.return
}

// REFLOWED-LABEL: func.func @main_exp(
// REFLOWED: pad.pack %A into %[[A1:[A-Za-z0-9_]+]] : memref<?xf32> into memref<?xf32, #pad.layout<[{{.*}}], [0.000000e+00 : f32], {}>>
// REFLOWED-NOT: {{pad\.(un)?pack}}
// REFLOWED: func.call @{{exp[a-z_0-9]*}}(%{{[A-Za-z0-9_]+}}, %[[A2:[A-Za-z0-9_]+]], %N) : (memref<?xf32, #pad.layout<[{{.*}}], ["undef"], {}>>, memref<?xf32, #pad.layout<[{{.*}}], [0.000000e+00 : f32], {}>>, index) -> ()
// REFLOWED-NOT: {{pad\.(un)?pack}}
// REFLOWED: func.call @{{growf[a-z_0-9]*}}(%[[A2]], %[[B2:[A-Za-z0-9_]+]], %N)
// REFLOWED: pad.unpack %[[B2]] into %B :
// REFLOWED-NOT: {{pad\.(un)?pack}}
// REFLOWED: func.return

// The zeros of exp's output are written, as exp(0) is 1.
// APPLIED-LABEL: func.func private @exp
// APPLIED: math.exp
// APPLIED: affine.if
// APPLIED: arith.constant 0.000000e+00 : f32
// APPLIED: affine.store
// APPLIED: pad.stage = "B_padding"
func.func @main_exp(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %A1 = memref.alloc(%N) : memref<?xf32, #floats>
  pad.pack %A into %A1 : memref<?xf32> into memref<?xf32, #floats>
  %B1 = memref.alloc(%N) : memref<?xf32, #floats>
  func.call @growf(%A1, %B1, %N) : (memref<?xf32, #floats>, memref<?xf32, #floats>, index) -> ()
  %lv0 = memref.alloc(%N) : memref<?xf32>
  pad.unpack %B1 into %lv0 : memref<?xf32, #floats> into memref<?xf32>
  %lv1 = memref.alloc(%N) : memref<?xf32>
  func.call @exp(%lv0, %lv1, %N) : (memref<?xf32>, memref<?xf32>, index) -> ()
  %A2 = memref.alloc(%N) : memref<?xf32, #floats>
  pad.pack %lv1 into %A2 : memref<?xf32> into memref<?xf32, #floats>
  %B2 = memref.alloc(%N) : memref<?xf32, #floats>
  func.call @growf(%A2, %B2, %N) : (memref<?xf32, #floats>, memref<?xf32, #floats>, index) -> ()
  pad.unpack %B2 into %B : memref<?xf32, #floats> into memref<?xf32>
  memref.dealloc %A1 : memref<?xf32, #floats>
  memref.dealloc %B1 : memref<?xf32, #floats>
  memref.dealloc %lv0 : memref<?xf32>
  memref.dealloc %lv1 : memref<?xf32>
  memref.dealloc %A2 : memref<?xf32, #floats>
  memref.dealloc %B2 : memref<?xf32, #floats>
  func.return
}

func.func private @growf(%A: memref<?xf32, #floats> {pad.name = "A"}, %B: memref<?xf32, #floats> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32, #floats>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<?xf32, #floats>
  } {pad.stage = "grow"}
  func.return
}

func.func private @exp(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = math.exp %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  } {pad.stage = "exp"}
  func.return
}
