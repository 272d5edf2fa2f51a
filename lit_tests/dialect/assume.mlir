// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC

// CHECK-LABEL: @forms
func.func @forms(%c: i1) {
  // CHECK-NEXT: pad.assume %c : i1
  // GENERIC: "pad.assume"(%c) : (i1) -> ()
  pad.assume %c : i1
  // CHECK-NEXT: pad.assume %c {check = "static"} : i1
  // GENERIC: "pad.assume"(%c) {check = "static"} : (i1) -> ()
  pad.assume %c {check = "static"} : i1
  // CHECK-NEXT: pad.assume %c {pad.user} : i1
  // GENERIC: "pad.assume"(%c) {pad.user} : (i1) -> ()
  pad.assume %c {pad.user} : i1
  // CHECK-NEXT: pad.assume %c {check = "static", pad.user} : i1
  pad.assume %c {check = "static", pad.user} : i1
  func.return
}
