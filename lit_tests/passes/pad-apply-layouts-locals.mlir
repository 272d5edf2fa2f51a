// The padding of a local buffer is written after its write stages, or right after its allocation.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// CHECK-LABEL: @written
// CHECK: memref.alloc() {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [1.000000e+00 : f32], {}>>} : memref<4x4xf32>
// CHECK-NEXT: affine.for %{{.*}} = 0 to 14
// CHECK: pad.stage = "fill"
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK: pad.stage = "b_padding"
// CHECK-NEXT: affine.load %b[0, 3]
// CHECK-NEXT: memref.dealloc %b : memref<4x4xf32>
func.func @written(%x: f32) {
  %b = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  affine.for %i = 0 to 14 {
    affine.store %x, %b[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  } {pad.stage = "fill"}
  %a = affine.load %b[3] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  memref.dealloc %b : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.return
}

// Written in part, or not at all, there is no stage to wait for.
// CHECK-LABEL: @in_part
// CHECK: memref.alloca()
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK: pad.stage = "b_padding"
// CHECK-NEXT: memref.alloc()
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK: %[[U:.*]] = pad.undef
// CHECK-NEXT: affine.store %[[U]], %c
// CHECK: pad.stage = "c_padding"
// CHECK-NEXT: affine.for %{{.*}} = 0 to 13
// CHECK-NOT: _padding
// CHECK: func.return
func.func @in_part(%x: f32) {
  %b = memref.alloca() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  %c = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  affine.for %i = 0 to 13 {
    affine.store %x, %b[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// Where somebody else may look at it before the write stage, it is written at once, and again.
// CHECK-LABEL: @looked_at
// CHECK: memref.alloc()
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "b_padding"
// CHECK: func.call @look
// CHECK: pad.stage = "fill"
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "b_padding_1"
// CHECK-NEXT: func.return
func.func private @look(memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>)
func.func @looked_at(%x: f32) {
  %b = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  affine.store %x, %b[0] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @look(%b) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  affine.for %i = 0 to 14 {
    affine.store %x, %b[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  } {pad.stage = "fill"}
  func.return
}

// In the write stage itself, too: the call comes before the padding stage.
// CHECK-LABEL: @looked_at_inside
// CHECK: memref.alloc()
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "b_padding"
// CHECK: func.call @look
// CHECK: pad.stage = "fill"
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "b_padding_1"
func.func @looked_at_inside(%x: f32) {
  %b = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  affine.for %t = 0 to 1 {
    affine.for %i = 0 to 14 {
      affine.store %x, %b[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
    func.call @look(%b) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  } {pad.stage = "fill"}
  func.return
}

// Each iteration has a buffer, and padding, of its own.
// CHECK-LABEL: @in_a_loop
// CHECK: affine.for %[[T:.*]] = 0 to 3 {
// CHECK-NEXT: memref.alloc()
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "fill"
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "b_padding"
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @in_a_loop(%x: f32) {
  affine.for %t = 0 to 3 {
    %b = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    affine.for %i = 0 to 14 {
      affine.store %x, %b[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    } {pad.stage = "fill"}
    memref.dealloc %b : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// A buffer outside of the loop that fills it is filled by the loop.
// CHECK-LABEL: @outside_a_loop
// CHECK: memref.alloc()
// CHECK-NOT: b_padding
// CHECK: pad.stage = "fill"
// CHECK-NEXT: affine.for
// CHECK: pad.stage = "b_padding"
// CHECK-NEXT: func.return
func.func @outside_a_loop(%x: f32) {
  %b = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 14 {
      affine.store %x, %b[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  } {pad.stage = "fill"}
  func.return
}

// CHECK-LABEL: @forbidden
// CHECK-NOT: pad.stage
// CHECK: func.return
func.func @forbidden(%x: f32) {
  %b = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  affine.store %x, %b[0] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  func.return
}

// A result is handed over with its padding.
// CHECK-LABEL: @result() -> (memref<4x4xf32> {pad.logical = memref<14xf32, {{.*}}>>})
// CHECK: memref.alloc()
// CHECK: pad.stage = "b_padding"
// CHECK: func.return %b : memref<4x4xf32>
func.func @result() -> memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> {
  %b = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.return %b : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
}
