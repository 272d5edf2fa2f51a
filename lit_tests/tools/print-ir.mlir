// RUN: pad-opt %s --cse --pad-simplify --mlir-print-ir-before-all --mlir-print-ir-after=cse -o /dev/null 2>&1 | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:// -----// IR Dump Before CommonSubexpressionElimination (cse) //----- //
// CHECK-NEXT:builtin.module {
// CHECK-NEXT:  func.func @f() -> index {
// CHECK-NEXT:    %0 = arith.constant 1 : index
// CHECK-NEXT:    %1 = arith.constant 1 : index
// CHECK-NEXT:    func.return %1 : index
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK-EMPTY:
// CHECK-EMPTY:
// CHECK-NEXT:// -----// IR Dump After CommonSubexpressionElimination (cse) //----- //
//      CHECK:    %0 = arith.constant 1 : index
// CHECK-NEXT:    func.return %0 : index
//      CHECK:// -----// IR Dump Before PadSimplify (pad-simplify) //----- //
//  CHECK-NOT:// -----// IR Dump
func.func @f() -> index {
  %0 = arith.constant 1 : index
  %1 = arith.constant 1 : index
  func.return %1 : index
}
