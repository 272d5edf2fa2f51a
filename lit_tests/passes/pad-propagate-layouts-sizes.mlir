// Copies between buffers whose sizes are known at run time only.
// RUN: pad-opt %s -p pad-propagate-layouts --split-input-file | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What is unpacked is read where it is: a copy is between buffers of one shape.
// CHECK-LABEL: @unpacked
// CHECK-NEXT:    affine.for %i = 0 to %n {
// CHECK-NEXT:      affine.load %P[%i] : memref<?xf32, #pad.layout
// CHECK-NOT:     pad.unpack
func.func @unpacked(%P: memref<?xf32, #zeros>, %B: memref<?xf32>, %n: index) {
  %l = memref.alloc(%n) : memref<?xf32>
  pad.unpack %P into %l : memref<?xf32, #zeros> into memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %l[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  memref.dealloc %l : memref<?xf32>
  func.return
}

// -----

#tiles = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What is packed is written where it goes. Its allocation moves up, where it takes the sizes of the one that goes.
// CHECK-LABEL: @packed
// CHECK-NEXT:    %Q = memref.alloc(%n) {{.*}}: memref<?x6xf32, #pad.layout
// CHECK-NEXT:    affine.for %i = 0 to %n {
// CHECK:           affine.store %{{.*}}, %Q[%i, %j]
// CHECK:         %m = memref.dim %Q, %c0
// CHECK-NOT:     pad.pack
// CHECK:         pad.unpack %Q into %B
func.func @packed(%A: memref<?x6xf32>, %B: memref<?x6xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %l = memref.alloc(%n) : memref<?x6xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 6 {
      %a = affine.load %A[%i, %j] : memref<?x6xf32>
      affine.store %a, %l[%i, %j] : memref<?x6xf32>
    }
  }
  %c0 = arith.constant 0 : index
  %m = memref.dim %l, %c0 : memref<?x6xf32>
  %Q = memref.alloc(%m) {pad.name = "Q"} : memref<?x6xf32, #zeros>
  pad.pack %l into %Q : memref<?x6xf32> into memref<?x6xf32, #zeros>
  pad.unpack %Q into %B : memref<?x6xf32, #zeros> into memref<?x6xf32>
  memref.dealloc %l : memref<?x6xf32>
  memref.dealloc %Q : memref<?x6xf32, #zeros>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// A loop that may not end stands between, but the sizes are one argument, which also says that all of B is written
// before it is read.
// CHECK-LABEL: @tied
// CHECK-NOT:     memref.alloc
// CHECK:         affine.store %x, %B[%i]
// CHECK:         scf.while
// CHECK:         affine.load %B[%{{.*}}]
// CHECK-NOT:     pad.pack
func.func @tied(%B: memref<?xf32, #zeros>, %C: memref<?xf32>, %x: f32, %n: index {pad.size = [{of = "B", dim = 0}, {of = "C", dim = 0}]}) {
  %l = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %l[%i] : memref<?xf32>
  }
  %end = scf.while (%k = %n) : (index) -> index {
    %more = arith.cmpi slt, %k, %n : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    scf.yield %k : index
  }
  affine.for %i = 0 to %n {
    %a = affine.load %l[%i] : memref<?xf32>
    affine.store %a, %C[%i] : memref<?xf32>
  }
  pad.pack %l into %B : memref<?xf32> into memref<?xf32, #zeros>
  memref.dealloc %l : memref<?xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// A chain through a callee, which gets the layouts. It runs over all of what it writes, by that buffer's own size.
// CHECK-LABEL: @chain
// CHECK-NOT:     pad.unpack
// CHECK:         func.call @scale(%A, %B)
// CHECK-NOT:     pad.pack
// CHECK:         func.return
// CHECK-LABEL: func.func private @scale(%X: memref<?xf32, #pad.layout
func.func @chain(%A: memref<?xf32, #zeros> {pad.name = "A"}, %B: memref<?xf32, #zeros> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  pad.unpack %A into %a : memref<?xf32, #zeros> into memref<?xf32>
  func.call @scale(%a, %b) : (memref<?xf32>, memref<?xf32>) -> ()
  pad.pack %b into %B : memref<?xf32> into memref<?xf32, #zeros>
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  func.return
}
func.func private @scale(%X: memref<?xf32>, %Y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %Y, %c0 : memref<?xf32>
  affine.for %i = 0 to %m {
    %x = affine.load %X[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %Y[%i] : memref<?xf32>
  }
  func.return
}
