// RUN: pad-opt %s --split-input-file | filecheck %s
// RUN: not pad-opt %s 2>&1 | filecheck %s --check-prefix=WHOLE

// WHOLE: symbol

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f()
// CHECK:      // -----
// CHECK-NEXT: builtin.module {
// CHECK-NEXT:   func.func @f()
// CHECK:      // -----
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: }
func.func @f() {
  return
}

// -----

func.func @f() {
  // ----- no separator: it is indented and goes on
  return
}

// -----
