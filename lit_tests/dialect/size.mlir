// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// One argument, the size of two axes: they are equal.
// CHECK: func.func @sizes(%A: memref<?x14xf32>, %B: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0 : i64, min = 1 : i64, max = 4096 : i64, multiple = 8 : i64}, {of = "B", dim = 0 : i64}]})
func.func @sizes(%A: memref<?x14xf32>, %B: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, min = 1, max = 4096, multiple = 8}, {of = "B", dim = 0}]}) {
  func.return
}

// An axis may be tied to a local buffer; a declaration has its buffers by pad.name.
// CHECK: func.func @local(%n: index {pad.size = [{of = "t", dim = 1 : i64}]})
func.func @local(%n: index {pad.size = [{of = "t", dim = 1}]}) {
  %t = memref.alloc(%n) : memref<4x?xf32>
  func.return
}

// CHECK: func.func private @declared(memref<?xf32> {pad.name = "A"}, index {pad.size = [{of = "A", dim = 0 : i64}]})
func.func private @declared(memref<?xf32> {pad.name = "A"}, index {pad.size = [{of = "A", dim = 0}]})
