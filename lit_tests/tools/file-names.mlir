// Input files have any name, as in mlir-opt.
// RUN: cp %s %t.whatever
// RUN: pad-opt %t.whatever | filecheck %s
// RUN: not pad-opt %t.absent 2>&1 | filecheck %s --check-prefix=ABSENT
// RUN: not pad-opt %S 2>&1 | filecheck %s --check-prefix=FOLDER

// CHECK: func.func @f
// ABSENT: file-names.mlir.tmp.absent: error: No such file or directory
// FOLDER: lit_tests/tools: error: Is a directory
func.func @f() {
  return
}
