// RUN: pad-opt %s -p 'pad-transform-layout{function=forms buffer=A map="(i) -> (i floordiv 4, i mod 4)"}, \
// RUN:   pad-transform-layout{function=forms buffer=B map="(i, j) -> (j floordiv 8, i, j mod 8)" pad=-1}, \
// RUN:   pad-transform-layout{function=forms buffer=C map="(i) -> (i)" pad=undef align=16}, \
// RUN:   pad-transform-layout{function=forms buffer=D map="(i, j) -> (i, j)" pad="identity(maximumf)" extents="[128, 128]" separators="[1]"}, \
// RUN:   pad-transform-layout{function=forms buffer=E map="() -> (0)" pad=nan align="[8]"}, \
// RUN:   pad-transform-layout{function=forms buffer=F map="(i) -> ((i + 2) floordiv 4, (i + 2) mod 4)" pad=1}, \
// RUN:   pad-transform-layout{function=steps buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=1 align="[1, 8]"}, \
// RUN:   pad-transform-layout{function=steps buffer=A map="(i, j) -> (i floordiv 3, i mod 3, j)" pad=2}, \
// RUN:   pad-transform-layout{function=accesses buffer=A map="(i) -> (13 - i)" pad=0}, \
// RUN:   pad-transform-layout{function=packed buffer=A map="(i) -> (i floordiv 8, i mod 8)" pad=3}, \
// RUN:   pad-transform-layout{function=named buffer="the buffer" map="(i) -> (i)" extents="[16]"}, \
// RUN:   pad-transform-layout{buffer=everywhere map="(i) -> (i)" extents="[16]"}' | filecheck %s

// The default pad kind is forbidden; a number is a value of the element type; an MLIR map's indices may have any name.
// CHECK: @forms(
// CHECK-SAME: %A: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>> {pad.name = "A"}
// CHECK-SAME: %B: memref<14x30xi32, #pad.layout<[affine_map<(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>], [-1 : i32], {}>> {pad.name = "B"}
// CHECK-SAME: %C: memref<14xbf16, #pad.layout<[affine_map<(d0) -> (d0)>], ["undef"], {align = [16]}>> {pad.name = "C"}
// CHECK-SAME: %D: memref<100x127xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1)>], ["identity(maximumf)"], {extents = [128, 128], separators = [1]}>> {pad.name = "D"}
// CHECK-SAME: %E: memref<f64, #pad.layout<[affine_map<() -> (0)>], [0x7ff8000000000000 : f64], {align = [8]}>> {pad.name = "E"}
// CHECK-SAME: %F: memref<14xi1, #pad.layout<[affine_map<(d0) -> ((d0 + 2) floordiv 4, (d0 + 2) mod 4)>], [true], {}>> {pad.name = "F"}
// CHECK-SAME: %G: memref<14xf32>)
func.func @forms(%A: memref<14xf32>, %B: memref<14x30xi32>, %C: memref<14xbf16>, %D: memref<100x127xf32>, %E: memref<f64>, %F: memref<14xi1>, %G: memref<14xf32>) {
  func.return
}

// A second step has a kind and a box of its own.
// CHECK: @steps(
// CHECK-SAME: %A: memref<14xi8, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>], [1 : i8, 2 : i8], {align = {{\[}}[1, 8], []]}>> {pad.name = "A"}
func.func @steps(%A: memref<14xi8>) {
  func.return
}

// Accesses stay logical, in the new type; so does what else uses a buffer without looking into it.
// CHECK: @accesses(
// CHECK: affine.load %A[%{{.*}} + 1] : memref<14xf32, #pad.layout<
// CHECK: affine.store %{{.*}}, %A[%{{.*}}] : memref<14xf32, #pad.layout<
// CHECK: memref.load %A[%c0] : memref<14xf32, #pad.layout<
// CHECK: memref.store %{{.*}}, %A[%c0] : memref<14xf32, #pad.layout<
// CHECK: memref.dim %A, %c0 : memref<14xf32, #pad.layout<
// CHECK: memref.copy %A, %B : memref<14xf32, #pad.layout<{{.*}}>> to memref<14xf32>
func.func @accesses(%A: memref<14xf32>, %B: memref<14xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 13 {
    %a = affine.load %A[%i + 1] : memref<14xf32>
    affine.store %a, %A[%i] : memref<14xf32>
  }
  %a = memref.load %A[%c0] : memref<14xf32>
  memref.store %a, %A[%c0] : memref<14xf32>
  %d = memref.dim %A, %c0 : memref<14xf32>
  memref.copy %A, %B : memref<14xf32> to memref<14xf32>
  func.return
}

// Where both sides of a pack have a layout, it goes through a logical buffer.
// CHECK: @packed(
// CHECK-NEXT: %[[PLAIN:.*]] = memref.alloc() {{.*}} : memref<14xf32>
// CHECK-NEXT: pad.unpack %A into %[[PLAIN]] :
// CHECK-NEXT: pad.pack %[[PLAIN]] into %P :
// CHECK-NEXT: memref.dealloc %[[PLAIN]]
// CHECK-NEXT: func.return
func.func @packed(%A: memref<14xf32>, %P: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [16]}>>) {
  pad.pack %A into %P : memref<14xf32> into memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [16]}>>
  func.return
}

// pad.name comes before the name in the source; allocations, in any scope, have layouts as well.
// CHECK: @named(
// CHECK: memref.alloc() {pad.name = "another"} : memref<14xf32>
// CHECK: memref.alloca() {pad.name = "the buffer"} : memref<15xf32, #pad.layout<
func.func @named() {
  %A = memref.alloc() {pad.name = "another"} : memref<14xf32>
  affine.for %i = 0 to 4 {
    %B = memref.alloca() {pad.name = "the buffer"} : memref<15xf32>
  }
  func.return
}

// Without `function`, every function that has the buffer.
// CHECK: @first(%everywhere: memref<14xf32, #pad.layout<
// CHECK: @second(%x: memref<14xf32>)
// CHECK: %everywhere = memref.alloc() {pad.name = "everywhere"} : memref<13xf32, #pad.layout<
// CHECK: @other(%elsewhere: memref<14xf32>)
func.func @first(%everywhere: memref<14xf32>) {
  func.return
}
func.func @second(%x: memref<14xf32>) {
  %everywhere = memref.alloc() : memref<13xf32>
  func.return
}
func.func @other(%elsewhere: memref<14xf32>) {
  func.return
}
