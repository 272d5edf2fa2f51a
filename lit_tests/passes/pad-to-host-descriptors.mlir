// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file -p pad-to-host | filecheck %s
// RUN: pad-opt %s --split-input-file -p "pad-to-host" -o %t.mlir
// RUN: mlir-opt --split-input-file %t.mlir | filecheck %s --check-prefix=STOCK

// A bare pointer cannot tell a dynamic size: descriptors for all, and that the buffers are distinct
// is said at the head of the function.
// CHECK: sym_name = "dynamic"
// CHECK: "llvm.intr.assume"
// CHECK-SAME: op_bundle_tags = ["separate_storage"]
// STOCK: llvm.func @dynamic(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64,
// STOCK: llvm.intr.assume %{{.*}} ["separate_storage"(
func.func @dynamic(%A: memref<?xf32>, %B: memref<?xf32>, %i: index) {
  %a = memref.load %A[%i] : memref<?xf32>
  memref.store %a, %B[%i] : memref<?xf32>
  func.return
}

// -----

// CHECK: sym_name = "may_alias"
// CHECK-NOT: llvm.intr.assume
func.func @may_alias(%A: memref<?xf32>, %B: memref<?xf32>) attributes {pad.may_alias} {
  func.return
}

// -----

// Nor can a bare pointer be a global that is returned.
// CHECK: function_type = !llvm.func<struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> ()>
// CHECK-SAME: sym_name = "table"
// STOCK: llvm.func @table() -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
memref.global "private" constant @values : memref<2xf32> = dense<[1.0, 2.0]>
func.func @table() -> memref<2xf32> {
  %values = memref.get_global @values : memref<2xf32>
  func.return %values : memref<2xf32>
}
