// A layout changes the type of a function: its callers pack and unpack what they pass, its callees change with it.
// RUN: pad-opt %s -p 'pad-transform-layout{function=read buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, \
// RUN:   pad-transform-layout{function=write buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, \
// RUN:   pad-transform-layout{function=update buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, \
// RUN:   pad-transform-layout{function=outer buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, \
// RUN:   pad-transform-layout{function=passes_out buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, \
// RUN:   pad-transform-layout{function=overwrite buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, \
// RUN:   pad-transform-layout{function=recursive buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}' | filecheck %s

// What is only read is packed, not unpacked.
func.func @read(%A: memref<14xf32>) -> f32 {
  %a = affine.load %A[3] : memref<14xf32>
  func.return %a : f32
}

// CHECK-LABEL: @calls_read(%x: memref<14xf32>)
// CHECK-NEXT: %[[T:.*]] = memref.alloc() {{.*}} : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.000000e+00 : f32], {}>>
// CHECK-NEXT: pad.pack %x into %[[T]]
// CHECK-NEXT: func.call @read(%[[T]])
// CHECK-NEXT: memref.dealloc %[[T]]
// CHECK-NEXT: func.return
func.func @calls_read(%x: memref<14xf32>) -> f32 {
  %a = func.call @read(%x) : (memref<14xf32>) -> f32
  func.return %a : f32
}

// What is certainly written before it is read is unpacked, not packed.
func.func @write(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  func.return
}

// CHECK-LABEL: @calls_write(%x: memref<14xf32>
// CHECK-NEXT: %[[T:.*]] = memref.alloc()
// CHECK-NEXT: func.call @write(%[[T]], %v)
// CHECK-NEXT: pad.unpack %[[T]] into %x
// CHECK-NEXT: memref.dealloc %[[T]]
// CHECK-NEXT: func.return
func.func @calls_write(%x: memref<14xf32>, %v: f32) {
  func.call @write(%x, %v) : (memref<14xf32>, f32) -> ()
  func.return
}

// What is written in part is packed too, or the rest would be lost.
func.func @update(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 13 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  func.return
}

// A local buffer that nobody wrote holds undef, which a copy may read, and each call is on its own.
// CHECK-LABEL: @calls_update(
// CHECK-NEXT: %[[X:.*]] = memref.alloc() : memref<14xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14
// CHECK-NEXT: %[[U:.*]] = pad.undef : f32
// CHECK-NEXT: affine.store %[[U]], %[[X]][%[[I]]]
// CHECK: %[[T1:.*]] = memref.alloc()
// CHECK-NEXT: pad.pack %[[X]] into %[[T1]]
// CHECK-NEXT: func.call @update(%[[T1]], %v)
// CHECK-NEXT: pad.unpack %[[T1]] into %[[X]]
// CHECK-NEXT: memref.dealloc %[[T1]]
// CHECK: affine.for
// CHECK: %[[T2:.*]] = memref.alloc()
// CHECK-NEXT: pad.pack %[[X]] into %[[T2]]
// CHECK-NEXT: func.call @update(%[[T2]], %v)
// CHECK-NEXT: pad.unpack %[[T2]] into %[[X]]
// CHECK-NEXT: memref.dealloc %[[T2]]
func.func @calls_update(%v: f32) {
  %x = memref.alloc() : memref<14xf32>
  func.call @update(%x, %v) : (memref<14xf32>, f32) -> ()
  affine.for %i = 0 to 3 {
    func.call @update(%x, %v) : (memref<14xf32>, f32) -> ()
  }
  func.return
}

// A callee gets the layout with its caller, and its own callees; nothing is copied between them.
// CHECK-LABEL: @outer(%A: memref<14xf32, #pad.layout<
// CHECK-NOT: pad.pack
// CHECK: func.call @middle(%A) : (memref<14xf32, #pad.layout<
// CHECK-LABEL: @middle(%M: memref<14xf32, #pad.layout<
// CHECK-NOT: pad.pack
// CHECK: func.call @inner(%M) : (memref<14xf32, #pad.layout<
// CHECK-LABEL: @inner(%I: memref<14xf32, #pad.layout<
func.func @outer(%A: memref<14xf32>) {
  func.call @middle(%A) : (memref<14xf32>) -> ()
  func.return
}
func.func private @middle(%M: memref<14xf32>) {
  func.call @inner(%M) : (memref<14xf32>) -> ()
  func.return
}
func.func private @inner(%I: memref<14xf32>) {
  %a = affine.load %I[0] : memref<14xf32>
  affine.store %a, %I[1] : memref<14xf32>
  func.return
}

// Another caller of one of them packs and unpacks.
// CHECK-LABEL: @other(%B: memref<14xf32>)
// CHECK: pad.pack %B into %[[T:[A-Za-z0-9_]+]] :
// CHECK-NEXT: func.call @inner(%[[T]])
// CHECK-NEXT: pad.unpack %[[T]] into %B
func.func @other(%B: memref<14xf32>) {
  func.call @inner(%B) : (memref<14xf32>) -> ()
  func.return
}

// An external function keeps its type: it may read and write what it is given.
// CHECK: func.func private @external(memref<14xf32>)
// CHECK-LABEL: @passes_out(%A: memref<14xf32, #pad.layout<
// CHECK-NEXT: %[[T:.*]] = memref.alloc() {{.*}} : memref<14xf32>
// CHECK-NEXT: pad.unpack %A into %[[T]]
// CHECK-NEXT: func.call @external(%[[T]]) : (memref<14xf32>) -> ()
// CHECK-NEXT: pad.pack %[[T]] into %A
// CHECK-NEXT: memref.dealloc %[[T]]
func.func private @external(memref<14xf32>)
func.func @passes_out(%A: memref<14xf32>) {
  func.call @external(%A) : (memref<14xf32>) -> ()
  func.return
}

// A function that calls itself changes once, and passes its own buffer on as it is.
// CHECK-LABEL: @recursive(%A: memref<14xf32, #pad.layout<
// CHECK-NOT: pad.pack
// CHECK: func.call @recursive(%A, %{{.*}}) : (memref<14xf32, #pad.layout<
// CHECK: func.return
func.func @recursive(%A: memref<14xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  scf.if %more {
    %less = arith.subi %n, %c1 : index
    func.call @recursive(%A, %less) : (memref<14xf32>, index) -> ()
  }
  func.return
}
// CHECK-LABEL: @calls_recursive(%B: memref<14xf32>
// CHECK: pad.pack %B into %[[T:[A-Za-z0-9_]+]] :
// CHECK-NEXT: func.call @recursive(%[[T]], %n)
// CHECK-NEXT: pad.unpack %[[T]] into %B
func.func @calls_recursive(%B: memref<14xf32>, %n: index) {
  func.call @recursive(%B, %n) : (memref<14xf32>, index) -> ()
  func.return
}

// A callee that only assumes something of what it is given, and then overwrites it, is given it.
// CHECK-LABEL: @assumed
// CHECK: pad.pack %A into %[[T:[A-Za-z0-9_]+]] :
// CHECK-NEXT: func.call @overwrite(%[[T]])
// CHECK-NEXT: pad.unpack %[[T]] into %A
func.func @assumed(%A: memref<14xf32>) {
  func.call @overwrite(%A) : (memref<14xf32>) -> ()
  func.return
}
func.func private @overwrite(%A: memref<14xf32>) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %c = arith.cmpf oeq, %a, %half : f32
    pad.assume %c : i1
  }
  affine.for %i = 0 to 14 {
    affine.store %one, %A[%i] : memref<14xf32>
  } {pad.stage = "overwrite"}
  func.return
}
