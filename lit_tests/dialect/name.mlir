// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// CHECK: func.func private @declared(memref<14xf32> {pad.name = "A"}) -> (memref<14xf32> {pad.name = "B"})
func.func private @declared(memref<14xf32> {pad.name = "A"}) -> (memref<14xf32> {pad.name = "B"})

// CHECK: func.func @made(%0: memref<14xf32> {pad.name = "A"})
func.func @made(%0: memref<14xf32> {pad.name = "A"}) {
  // CHECK: memref.alloc() {pad.name = "A_cache"} : memref<14xf32>
  %1 = memref.alloc() {pad.name = "A_cache"} : memref<14xf32>
  func.return
}
