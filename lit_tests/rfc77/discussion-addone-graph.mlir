// RFC 77, discussion: which crop and pad pairs around six implementations of addone cancel. A producer leaves zeros, and a
// consumer needs some kind. Where addone's stage is yet to write the padding of its output, that is narrowed to what the
// consumer needs (2 to 4; the first has no layouts, and gets those around it); where it is fixed, compiled elsewhere (5 and
// 6), what it leaves decides.
// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=CANCELLED < %t.0.mlir
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-tv %s %t.0.mlir

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>
#zeros = #pad.layout<[#tiles], [0 : i32], {}>
#ones = #pad.layout<[#tiles], [1 : i32], {}>

func.func private @producer(memref<14xi32, #zeros>)
func.func private @takes_zeros(memref<14xi32, #zeros>)
func.func private @takes_ones(memref<14xi32, #ones>)
func.func private @takes_any(memref<14xi32, #any>)

// No layout of its own.
func.func private @addone1(%A: memref<14xi32>, %B: memref<14xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<14xi32>
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
func.func @main1_zeros() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #zeros>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  func.call @addone1(%t, %u) : (memref<14xi32>, memref<14xi32>) -> ()
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #zeros>
  func.call @takes_zeros(%R) : (memref<14xi32, #zeros>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #zeros>
  func.return
}

// The padding is never touched.
func.func private @addone2(%A: memref<14xi32, #kept>, %B: memref<14xi32, #kept>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32, #kept>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<14xi32, #kept>
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
func.func @main2_zeros() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #kept>
  %O = memref.alloc() : memref<14xi32, #kept>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #zeros>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #kept>
  func.call @addone2(%P, %O) : (memref<14xi32, #kept>, memref<14xi32, #kept>) -> ()
  pad.unpack %O into %u : memref<14xi32, #kept> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #zeros>
  func.call @takes_zeros(%R) : (memref<14xi32, #zeros>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #kept>
  memref.dealloc %O : memref<14xi32, #kept>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #zeros>
  func.return
}

// The padding of the input is zeros, that of the output never touched.
func.func private @addone3(%A: memref<14xi32, #zeros>, %B: memref<14xi32, #kept>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32, #zeros>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<14xi32, #kept>
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
func.func @main3_zeros() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #zeros>
  %O = memref.alloc() : memref<14xi32, #kept>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #zeros>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #zeros>
  func.call @addone3(%P, %O) : (memref<14xi32, #zeros>, memref<14xi32, #kept>) -> ()
  pad.unpack %O into %u : memref<14xi32, #kept> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #zeros>
  func.call @takes_zeros(%R) : (memref<14xi32, #zeros>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %O : memref<14xi32, #kept>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #zeros>
  func.return
}

// The padding is anything.
func.func private @addone4(%A: memref<14xi32, #any>, %B: memref<14xi32, #any>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32, #any>
    %b = arith.addi %a, %one : i32
    affine.store %b, %B[%i] : memref<14xi32, #any>
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
func.func @main4_zeros() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #any>
  %O = memref.alloc() : memref<14xi32, #any>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #zeros>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #any>
  func.call @addone4(%P, %O) : (memref<14xi32, #any>, memref<14xi32, #any>) -> ()
  pad.unpack %O into %u : memref<14xi32, #any> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #zeros>
  func.call @takes_zeros(%R) : (memref<14xi32, #zeros>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #any>
  memref.dealloc %O : memref<14xi32, #any>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #zeros>
  func.return
}

// The padding of the input is zeros, that of the output is known to be ones.
func.func private @addone5(memref<14xi32, #zeros>, memref<14xi32, #ones>)

// CANCELLED-LABEL: func.func @main5_ones(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone5
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_ones(
// CANCELLED: func.return
func.func @main5_ones() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #zeros>
  %O = memref.alloc() : memref<14xi32, #ones>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #ones>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #zeros>
  func.call @addone5(%P, %O) : (memref<14xi32, #zeros>, memref<14xi32, #ones>) -> ()
  pad.unpack %O into %u : memref<14xi32, #ones> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #ones>
  func.call @takes_ones(%R) : (memref<14xi32, #ones>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %O : memref<14xi32, #ones>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #ones>
  func.return
}

// CANCELLED-LABEL: func.func @main5_any(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone5
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_any(
// CANCELLED: func.return
func.func @main5_any() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #zeros>
  %O = memref.alloc() : memref<14xi32, #ones>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #any>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #zeros>
  func.call @addone5(%P, %O) : (memref<14xi32, #zeros>, memref<14xi32, #ones>) -> ()
  pad.unpack %O into %u : memref<14xi32, #ones> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #any>
  func.call @takes_any(%R) : (memref<14xi32, #any>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %O : memref<14xi32, #ones>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #any>
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
func.func @main5_zeros() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #zeros>
  %O = memref.alloc() : memref<14xi32, #ones>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #zeros>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #zeros>
  func.call @addone5(%P, %O) : (memref<14xi32, #zeros>, memref<14xi32, #ones>) -> ()
  pad.unpack %O into %u : memref<14xi32, #ones> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #zeros>
  func.call @takes_zeros(%R) : (memref<14xi32, #zeros>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %O : memref<14xi32, #ones>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #zeros>
  func.return
}

// That of the output is not known.
func.func private @addone6(memref<14xi32, #zeros>, memref<14xi32, #any>)

// CANCELLED-LABEL: func.func @main6_any(
// CANCELLED: func.call @producer(
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @addone6
// CANCELLED-NOT: {{pad\.(un)?pack}}
// CANCELLED: func.call @takes_any(
// CANCELLED: func.return
func.func @main6_any() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #zeros>
  %O = memref.alloc() : memref<14xi32, #any>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #any>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #zeros>
  func.call @addone6(%P, %O) : (memref<14xi32, #zeros>, memref<14xi32, #any>) -> ()
  pad.unpack %O into %u : memref<14xi32, #any> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #any>
  func.call @takes_any(%R) : (memref<14xi32, #any>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %O : memref<14xi32, #any>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #any>
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
func.func @main6_zeros() {
  %Q = memref.alloc() : memref<14xi32, #zeros>
  %t = memref.alloc() : memref<14xi32>
  %P = memref.alloc() : memref<14xi32, #zeros>
  %O = memref.alloc() : memref<14xi32, #any>
  %u = memref.alloc() : memref<14xi32>
  %R = memref.alloc() : memref<14xi32, #zeros>
  func.call @producer(%Q) : (memref<14xi32, #zeros>) -> ()
  pad.unpack %Q into %t : memref<14xi32, #zeros> into memref<14xi32>
  pad.pack %t into %P : memref<14xi32> into memref<14xi32, #zeros>
  func.call @addone6(%P, %O) : (memref<14xi32, #zeros>, memref<14xi32, #any>) -> ()
  pad.unpack %O into %u : memref<14xi32, #any> into memref<14xi32>
  pad.pack %u into %R : memref<14xi32> into memref<14xi32, #zeros>
  func.call @takes_zeros(%R) : (memref<14xi32, #zeros>) -> ()
  memref.dealloc %Q : memref<14xi32, #zeros>
  memref.dealloc %t : memref<14xi32>
  memref.dealloc %P : memref<14xi32, #zeros>
  memref.dealloc %O : memref<14xi32, #any>
  memref.dealloc %u : memref<14xi32>
  memref.dealloc %R : memref<14xi32, #zeros>
  func.return
}
