// The contract of a buffer whose type is physical: on arguments, results and allocations.
// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#rows = affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>

// CHECK: func.func private @declared(memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.000000e+00 : f32], {}>>}) -> (memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>})
func.func private @declared(memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>}) -> (memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>})

// CHECK-LABEL: @argument
// CHECK-SAME: %A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<{{.*}}>>, pad.name = "A"}
func.func @argument(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, pad.name = "A"}) {
  // CHECK: memref.alloc() {pad.logical = memref<14xf32, #pad.layout<{{.*}}>>} : memref<4x4xf32>
  %a = memref.alloc() {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>} : memref<4x4xf32>
  // CHECK: memref.alloca() {pad.logical = memref<14xf32, #pad.layout<{{.*}}>, 3 : i64>} : memref<4x4xf32, 3 : i64>
  %b = memref.alloca() {pad.logical = memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>, 3>} : memref<4x4xf32, 3>
  func.return
}

// The physical shape is that of all steps, with their boxes.
// CHECK: @steps(%{{.*}}: memref<2x3x4xf32> {{.*}}, %{{.*}}: memref<5x16xf32> {{.*}}, %{{.*}}: memref<4xf32> {{.*}}, %{{.*}}: memref<0x4xf32>
func.func @steps(%A: memref<2x3x4xf32> {pad.logical = memref<14xf32, #pad.layout<[#tiles, #rows], ["undef", "undef"], {}>>}, %B: memref<5x16xf32> {pad.logical = memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 3, d0 mod 3)>], ["undef"], {align = [1, 16]}>>}, %C: memref<4xf32> {pad.logical = memref<f32, #pad.layout<[affine_map<() -> (0)>], ["undef"], {extents = [4]}>>}, %D: memref<0x4xf32> {pad.logical = memref<0xf32, #pad.layout<[#tiles], ["undef"], {}>>}) {
  func.return
}

// An extent that depends on a size that is not known is not known either.
// CHECK: @dynamic(%{{.*}}: memref<?x4xf32> {pad.logical = memref<?xf32, #pad.layout<{{.*}}>>})
func.func @dynamic(%A: memref<?x4xf32> {pad.logical = memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>}) {
  func.return
}
