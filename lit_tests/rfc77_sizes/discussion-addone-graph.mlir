// RFC 77, discussion: which crop and pad pairs around six implementations of addone cancel. A producer leaves zeros, and a
// consumer needs some kind. Where addone's stage is yet to write the padding of its output, that is narrowed to what the
// consumer needs (2 to 4; the first has no layouts, and gets those around it); where it is fixed, compiled elsewhere (5 and
// 6), what it leaves decides.
// With a size in place of 14.
// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=CANCELLED < %t.0.mlir
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-tv %s %t.0.mlir

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>
#zeros = #pad.layout<[#tiles], [0 : i32], {}>
#ones = #pad.layout<[#tiles], [1 : i32], {}>

func.func private @producer(memref<?xi32, #zeros>, index)
func.func private @takes_zeros(memref<?xi32, #zeros>, index)
func.func private @takes_ones(memref<?xi32, #ones>, index)
func.func private @takes_any(memref<?xi32, #any>, index)

// No layout of its own.
func.func private @addone1(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<?xi32>
  } {pad.stage = "addone"}
  func.return
}

// CANCELLED-LABEL: func.func @main1_zeros(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone1
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_zeros(
// CANCELLED: func.return
func.func @main1_zeros(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #zeros>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  func.call @addone1(%t, %u, %N) : (memref<?xi32>, memref<?xi32>, index) -> ()
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #zeros>
  func.call @takes_zeros(%R, %N) : (memref<?xi32, #zeros>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #zeros>
  func.return
}

// The padding is never touched.
func.func private @addone2(%A: memref<?xi32, #kept> {pad.name = "A"}, %B: memref<?xi32, #kept> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32, #kept>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<?xi32, #kept>
  } {pad.stage = "addone"}
  func.return
}

// CANCELLED-LABEL: func.func @main2_zeros(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone2
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_zeros(
// CANCELLED: func.return
func.func @main2_zeros(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #kept>
  %O = memref.alloc(%N) : memref<?xi32, #kept>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #zeros>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #kept>
  func.call @addone2(%P, %O, %N) : (memref<?xi32, #kept>, memref<?xi32, #kept>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #kept> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #zeros>
  func.call @takes_zeros(%R, %N) : (memref<?xi32, #zeros>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #kept>
  memref.dealloc %O : memref<?xi32, #kept>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #zeros>
  func.return
}

// The padding of the input is zeros, that of the output never touched.
func.func private @addone3(%A: memref<?xi32, #zeros> {pad.name = "A"}, %B: memref<?xi32, #kept> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32, #zeros>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<?xi32, #kept>
  } {pad.stage = "addone"}
  func.return
}

// CANCELLED-LABEL: func.func @main3_zeros(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone3
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_zeros(
// CANCELLED: func.return
func.func @main3_zeros(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #zeros>
  %O = memref.alloc(%N) : memref<?xi32, #kept>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #zeros>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #zeros>
  func.call @addone3(%P, %O, %N) : (memref<?xi32, #zeros>, memref<?xi32, #kept>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #kept> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #zeros>
  func.call @takes_zeros(%R, %N) : (memref<?xi32, #zeros>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #zeros>
  memref.dealloc %O : memref<?xi32, #kept>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #zeros>
  func.return
}

// The padding is anything.
func.func private @addone4(%A: memref<?xi32, #any> {pad.name = "A"}, %B: memref<?xi32, #any> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32, #any>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<?xi32, #any>
  } {pad.stage = "addone"}
  func.return
}

// CANCELLED-LABEL: func.func @main4_zeros(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone4
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_zeros(
// CANCELLED: func.return
func.func @main4_zeros(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #any>
  %O = memref.alloc(%N) : memref<?xi32, #any>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #zeros>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #any>
  func.call @addone4(%P, %O, %N) : (memref<?xi32, #any>, memref<?xi32, #any>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #any> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #zeros>
  func.call @takes_zeros(%R, %N) : (memref<?xi32, #zeros>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #any>
  memref.dealloc %O : memref<?xi32, #any>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #zeros>
  func.return
}

// The padding of the input is zeros, that of the output is known to be ones.
func.func private @addone5(memref<?xi32, #zeros>, memref<?xi32, #ones>, index)

// CANCELLED-LABEL: func.func @main5_ones(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone5
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_ones(
// CANCELLED: func.return
func.func @main5_ones(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #zeros>
  %O = memref.alloc(%N) : memref<?xi32, #ones>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #ones>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #zeros>
  func.call @addone5(%P, %O, %N) : (memref<?xi32, #zeros>, memref<?xi32, #ones>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #ones> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #ones>
  func.call @takes_ones(%R, %N) : (memref<?xi32, #ones>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #zeros>
  memref.dealloc %O : memref<?xi32, #ones>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #ones>
  func.return
}

// CANCELLED-LABEL: func.func @main5_any(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone5
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_any(
// CANCELLED: func.return
func.func @main5_any(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #zeros>
  %O = memref.alloc(%N) : memref<?xi32, #ones>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #any>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #zeros>
  func.call @addone5(%P, %O, %N) : (memref<?xi32, #zeros>, memref<?xi32, #ones>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #ones> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #any>
  func.call @takes_any(%R, %N) : (memref<?xi32, #any>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #zeros>
  memref.dealloc %O : memref<?xi32, #ones>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #any>
  func.return
}

// CANCELLED-LABEL: func.func @main5_zeros(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone5
// CANCELLED: pad.unpack
// CANCELLED: pad.pack
// REMARK: 1 : i32 (from @addone5){{.*}}0 : i32
// CANCELLED: func.call @takes_zeros(
// CANCELLED: func.return
func.func @main5_zeros(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #zeros>
  %O = memref.alloc(%N) : memref<?xi32, #ones>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #zeros>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #zeros>
  func.call @addone5(%P, %O, %N) : (memref<?xi32, #zeros>, memref<?xi32, #ones>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #ones> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #zeros>
  func.call @takes_zeros(%R, %N) : (memref<?xi32, #zeros>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #zeros>
  memref.dealloc %O : memref<?xi32, #ones>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #zeros>
  func.return
}

// That of the output is not known.
func.func private @addone6(memref<?xi32, #zeros>, memref<?xi32, #any>, index)

// CANCELLED-LABEL: func.func @main6_any(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone6
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_any(
// CANCELLED: func.return
func.func @main6_any(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #zeros>
  %O = memref.alloc(%N) : memref<?xi32, #any>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #any>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #zeros>
  func.call @addone6(%P, %O, %N) : (memref<?xi32, #zeros>, memref<?xi32, #any>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #any> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #any>
  func.call @takes_any(%R, %N) : (memref<?xi32, #any>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #zeros>
  memref.dealloc %O : memref<?xi32, #any>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #any>
  func.return
}

// CANCELLED-LABEL: func.func @main6_zeros(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone6
// CANCELLED: pad.unpack
// CANCELLED: pad.pack
// REMARK: undef (from @addone6){{.*}}0 : i32
// CANCELLED: func.call @takes_zeros(
// CANCELLED: func.return
func.func @main6_zeros(%N: index) {
  %Q = memref.alloc(%N) : memref<?xi32, #zeros>
  %t = memref.alloc(%N) : memref<?xi32>
  %P = memref.alloc(%N) : memref<?xi32, #zeros>
  %O = memref.alloc(%N) : memref<?xi32, #any>
  %u = memref.alloc(%N) : memref<?xi32>
  %R = memref.alloc(%N) : memref<?xi32, #zeros>
  func.call @producer(%Q, %N) : (memref<?xi32, #zeros>, index) -> ()
  pad.unpack %Q into %t : memref<?xi32, #zeros> into memref<?xi32>
  pad.pack %t into %P : memref<?xi32> into memref<?xi32, #zeros>
  func.call @addone6(%P, %O, %N) : (memref<?xi32, #zeros>, memref<?xi32, #any>, index) -> ()
  pad.unpack %O into %u : memref<?xi32, #any> into memref<?xi32>
  pad.pack %u into %R : memref<?xi32> into memref<?xi32, #zeros>
  func.call @takes_zeros(%R, %N) : (memref<?xi32, #zeros>, index) -> ()
  memref.dealloc %Q : memref<?xi32, #zeros>
  memref.dealloc %t : memref<?xi32>
  memref.dealloc %P : memref<?xi32, #zeros>
  memref.dealloc %O : memref<?xi32, #any>
  memref.dealloc %u : memref<?xi32>
  memref.dealloc %R : memref<?xi32, #zeros>
  func.return
}
