// RFC 77, discussion: the main of grow, addone and grow. Of addone's output the padding must be zero, so of its input -1, which
// the first grow writes in place of its zeros. With exp nothing gives a zero: its input's padding is anything, and its
// output's is written. Either way one pack before it and one unpack after remain.
// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir
// RUN: filecheck %s --check-prefix=REFLOWED < %t.0.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: pad-opt %t.0.mlir -p pad-apply-layouts -o %t.1.mlir
// RUN: filecheck %s --check-prefix=APPLIED < %t.1.mlir
// RUN: pad-tv %t.0.mlir %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{function=addone stage=addone buffer=B}, \
// RUN:   pad-remove-branching-through-overcompute{function=addone stage=addone},pad-remove-no-op{function=addone stage=B_padding}, \
// RUN:   pad-sequential-buffer-access{function=exp stage=exp buffer=B}, \
// RUN:   pad-remove-branching-through-overcompute{function=exp stage=exp},pad-remove-no-op{function=exp stage=B_padding}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=PACKED < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#padded = #pad.layout<[#tiles], [0 : i32], {}>
#floats = #pad.layout<[#tiles], [0.0 : f32], {}>

// -1 + 1 is the zero that is needed, so nothing else writes the padding of addone's output; that of exp's is written.
// PACKED-LABEL: func.func private @addone(
// PACKED: pad.stage = "A_assume"
// PACKED-NOT: affine.if
// PACKED: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xi32>
// PACKED-NEXT: }
// PACKED-NEXT: } {{.*}}pad.stage = "addone"}
// PACKED-NEXT: func.return
// PACKED-LABEL: func.func private @exp(
// PACKED: pad.stage = "A_assume"
// PACKED-NOT: affine.if
// PACKED: affine.store %{{.*}}, %B[%{{.*}}, %{{.*}}] : memref<4x4xf32>
// PACKED-NEXT: }
// PACKED-NEXT: } {{.*}}pad.stage = "exp"}
// PACKED-NEXT: affine.for
// PACKED: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>
// PACKED-NEXT: arith.constant 0.000000e+00 : f32
// PACKED-NEXT: affine.store
// PACKED: pad.stage = "B_padding"}

// REFLOWED-LABEL: func.func @main(
// REFLOWED: pad.pack %A into %[[A1:[A-Za-z0-9_]+]] : memref<14xi32> into memref<14xi32, #pad.layout<[{{.*}}], [0 : i32], {}>>
// REFLOWED-NOT: {{pad\.(un)?pack|memref<14xi32>[ ,]}}
// REFLOWED: func.call @{{grow[a-z_0-9]*}}(%[[A1]], %[[B1:[A-Za-z0-9_]+]])
// REFLOWED-NOT: {{pad\.(un)?pack|memref<14xi32>[ ,]}}
// REFLOWED: func.call @{{addone[a-z_0-9]*}}(%[[B1]], %[[A2:[A-Za-z0-9_]+]]) : (memref<14xi32, #pad.layout<[{{.*}}], [-1 : i32], {}>>, memref<14xi32, #pad.layout<[{{.*}}], [0 : i32], {}>>) -> ()
// REFLOWED-NOT: {{pad\.(un)?pack|memref<14xi32>[ ,]}}
// REFLOWED: func.call @{{grow[a-z_0-9]*}}(%[[A2]], %[[B2:[A-Za-z0-9_]+]])
// REFLOWED: pad.unpack %[[B2]] into %B :
// REFLOWED-NOT: {{pad\.(un)?pack}}
// REFLOWED: func.return
func.func @main(%A: memref<14xi32>, %B: memref<14xi32>) {
  %A1 = memref.alloc() : memref<14xi32, #padded>
  pad.pack %A into %A1 : memref<14xi32> into memref<14xi32, #padded>
  %B1 = memref.alloc() : memref<14xi32, #padded>
  func.call @grow(%A1, %B1) : (memref<14xi32, #padded>, memref<14xi32, #padded>) -> ()
  %lv0 = memref.alloc() : memref<14xi32>
  pad.unpack %B1 into %lv0 : memref<14xi32, #padded> into memref<14xi32>
  %lv1 = memref.alloc() : memref<14xi32>
  func.call @addone(%lv0, %lv1) : (memref<14xi32>, memref<14xi32>) -> ()
  %A2 = memref.alloc() : memref<14xi32, #padded>
  pad.pack %lv1 into %A2 : memref<14xi32> into memref<14xi32, #padded>
  %B2 = memref.alloc() : memref<14xi32, #padded>
  func.call @grow(%A2, %B2) : (memref<14xi32, #padded>, memref<14xi32, #padded>) -> ()
  pad.unpack %B2 into %B : memref<14xi32, #padded> into memref<14xi32>
  memref.dealloc %A1 : memref<14xi32, #padded>
  memref.dealloc %B1 : memref<14xi32, #padded>
  memref.dealloc %lv0 : memref<14xi32>
  memref.dealloc %lv1 : memref<14xi32>
  memref.dealloc %A2 : memref<14xi32, #padded>
  memref.dealloc %B2 : memref<14xi32, #padded>
  func.return
}

func.func private @grow(%A: memref<14xi32, #padded>, %B: memref<14xi32, #padded>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32, #padded>
    %b = arith.addi %a, %a : i32
    affine.store %b, %B[%i] : memref<14xi32, #padded>
  } {pad.stage = "grow"}
  func.return
}

func.func private @addone(%A: memref<14xi32>, %B: memref<14xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<14xi32>
  } {pad.stage = "addone"}
  func.return
}

// REFLOWED-LABEL: func.func @main_exp(
// REFLOWED: pad.pack %A into %[[A1:[A-Za-z0-9_]+]] : memref<14xf32> into memref<14xf32, #pad.layout<[{{.*}}], [0.000000e+00 : f32], {}>>
// REFLOWED-NOT: {{pad\.(un)?pack}}
// REFLOWED: func.call @{{exp[a-z_0-9]*}}(%{{[A-Za-z0-9_]+}}, %[[A2:[A-Za-z0-9_]+]]) : (memref<14xf32, #pad.layout<[{{.*}}], ["undef"], {}>>, memref<14xf32, #pad.layout<[{{.*}}], [0.000000e+00 : f32], {}>>) -> ()
// REFLOWED-NOT: {{pad\.(un)?pack}}
// REFLOWED: func.call @{{growf[a-z_0-9]*}}(%[[A2]], %[[B2:[A-Za-z0-9_]+]])
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
func.func @main_exp(%A: memref<14xf32>, %B: memref<14xf32>) {
  %A1 = memref.alloc() : memref<14xf32, #floats>
  pad.pack %A into %A1 : memref<14xf32> into memref<14xf32, #floats>
  %B1 = memref.alloc() : memref<14xf32, #floats>
  func.call @growf(%A1, %B1) : (memref<14xf32, #floats>, memref<14xf32, #floats>) -> ()
  %lv0 = memref.alloc() : memref<14xf32>
  pad.unpack %B1 into %lv0 : memref<14xf32, #floats> into memref<14xf32>
  %lv1 = memref.alloc() : memref<14xf32>
  func.call @exp(%lv0, %lv1) : (memref<14xf32>, memref<14xf32>) -> ()
  %A2 = memref.alloc() : memref<14xf32, #floats>
  pad.pack %lv1 into %A2 : memref<14xf32> into memref<14xf32, #floats>
  %B2 = memref.alloc() : memref<14xf32, #floats>
  func.call @growf(%A2, %B2) : (memref<14xf32, #floats>, memref<14xf32, #floats>) -> ()
  pad.unpack %B2 into %B : memref<14xf32, #floats> into memref<14xf32>
  memref.dealloc %A1 : memref<14xf32, #floats>
  memref.dealloc %B1 : memref<14xf32, #floats>
  memref.dealloc %lv0 : memref<14xf32>
  memref.dealloc %lv1 : memref<14xf32>
  memref.dealloc %A2 : memref<14xf32, #floats>
  memref.dealloc %B2 : memref<14xf32, #floats>
  func.return
}

func.func private @growf(%A: memref<14xf32, #floats>, %B: memref<14xf32, #floats>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #floats>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<14xf32, #floats>
  } {pad.stage = "grow"}
  func.return
}

func.func private @exp(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = math.exp %a : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "exp"}
  func.return
}
