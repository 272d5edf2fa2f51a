// An access that leaves the logical shape, though not the physical one.
// RUN: not pad-opt %s -p pad-apply-layouts 2>&1 | filecheck %s
// CHECK: out-of-bounds.mlir:10:10: error: 'affine.load' accesses A[14], outside its logical shape [14]; correct the index, or guard the access
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
func.func @f(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i + 1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
    affine.store %a, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  }
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
