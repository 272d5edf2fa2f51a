// RUN: pad-opt %s -p pad-hoist-expression --split-input-file --verify-diagnostics | filecheck %s

// The division may be by 0, and the loop may run not at all.
// CHECK-LABEL: @f
// CHECK: affine.for
// CHECK-NEXT: arith.divsi
func.func @f(%A: memref<?xindex> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0}]}, %d: index, %x: index) {
  affine.for %i = 0 to %n {
    %q = arith.divsi %x, %d : index
    %c = arith.cmpi slt, %q, %n : index
    // expected-remark@+1 {{'arith.divsi' is not shown to run whenever the loop is reached; it would move where n >= 1: state that by pad.size or a pad.assume}}
    scf.if %c {
      affine.store %q, %A[%i] : memref<?xindex>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The divisor may be poison although it is greater than 0.
// CHECK-LABEL: @f
// CHECK: affine.for
// CHECK: arith.divsi
func.func @f(%A: memref<?xi32> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0}]}, %d: i32, %x: i32) {
  %c1 = arith.constant 1 : i32
  %more = arith.addi %d, %c1 overflow<nsw> : i32
  %divisor = arith.maxsi %more, %c1 : i32
  affine.for %i = 0 to %n {
    %q = arith.divsi %x, %divisor : i32
    %c = arith.cmpi slt, %q, %x : i32
    // expected-remark@+1 {{'arith.divsi' is not shown to run whenever the loop is reached}}
    scf.if %c {
      affine.store %q, %A[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
