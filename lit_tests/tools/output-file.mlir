// RUN: pad-opt %s -o %t.out | filecheck %s --check-prefix=EMPTY --allow-empty
// RUN: filecheck %s < %t.out
// RUN: not pad-opt %s -o %t.absent/file 2>&1 | filecheck %s --check-prefix=FOLDER

// Nothing is written where there is an error.
// RUN: rm -f %t.none
// RUN: not pad-opt %s -p no-such-pass -o %t.none 2>&1
// RUN: not cat %t.none

// EMPTY-NOT: func
// CHECK: func.func @f
// FOLDER: output-file.mlir.tmp.absent/file: error: No such file or directory
func.func @f() {
  return
}
