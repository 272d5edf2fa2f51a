// An error is `file:line:col: error: ..` on stderr with the source line and a caret; no traceback,
// exit code 1, nothing on stdout.
// RUN: not pad-opt %s 2> %t.err | filecheck %s --check-prefix=STDOUT --allow-empty
// RUN: filecheck %s --strict-whitespace --match-full-lines --check-prefix=STDERR < %t.err
// RUN: not pad-opt %s --python-traceback 2>&1 | filecheck %s --check-prefix=TRACEBACK

// STDOUT-NOT: func

//      STDERR:{{.*}}tools/error-form.mlir:[[# @LINE + 7]]:8: error: 'arith.addi' op operand #1 does not dominate this use
// STDERR-NEXT:  %0 = arith.addi %n, %later : index
// STDERR-NEXT:       ^
//  STDERR-NOT:Traceback

// TRACEBACK: Traceback (most recent call last)
func.func @f(%n: index) -> index {
  %0 = arith.addi %n, %later : index
  %later = arith.constant 1 : index
  return %0 : index
}
