// RUN: pad-opt %s | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: pad-opt %s --mlir-print-debuginfo | filecheck %s --check-prefix=LOCATION
// RUN: pad-opt %s --mlir-print-debuginfo | pad-opt --mlir-print-debuginfo | filecheck %s --check-prefix=LOCATION

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%i: index) -> index {
// CHECK-NEXT:     %j = affine.apply affine_map<(d0) -> (d0 floordiv 4 - 1)>(%i)
// CHECK-NEXT:     func.return %j : index

// GENERIC: %j = "affine.apply"(%i) <{map = affine_map<(d0) -> (d0 floordiv 4 - 1)>}> : (index) -> index

// LOCATION:      %j = affine.apply {{.*}}(%i) loc("{{.*}}print-forms.mlir":[[# @LINE + 3]]:8)
// LOCATION-NEXT: func.return %j : index loc("elsewhere":5:6)
func.func @f(%i: index) -> index {
  %j = affine.apply affine_map<(d0) -> (d0 floordiv 4 - 1)>(%i)
  return %j : index loc("elsewhere":5:6)
}
