// What is not a question: the command line, the file, the pipeline, or an input that is right.
// RUN: not pad-reduce %s -p cse 2>&1 | filecheck %s --check-prefix=NOTHING
// RUN: not pad-reduce %s -p cse --tv-refutes --exit-code 1 2>&1 | filecheck %s --check-prefix=TWO
// RUN: not pad-reduce %s -p cse --exit-code one 2>&1 | filecheck %s --check-prefix=NUMBER
// RUN: not pad-reduce %s -p cse --exit-code 1 --budget 0 2>&1 | filecheck %s --check-prefix=BUDGET
// RUN: not pad-reduce nowhere.mlir -p cse --exit-code 1 2>&1 | filecheck %s --check-prefix=FILE
// RUN: not pad-reduce %s --exit-code 1 2>&1 | filecheck %s --check-prefix=PIPELINE
// RUN: not pad-reduce %s -p 'cse{' --exit-code 1 2>&1 | filecheck %s --check-prefix=SYNTAX
// RUN: not pad-reduce %s -p cse --tv-refutes 2>&1 | filecheck %s --check-prefix=RIGHT
// RUN: not pad-reduce %s -p csee --exit-code 3 2>&1 | filecheck %s --check-prefix=OTHER
// RUN: not pad-reduce %s -p cse --internal-error 2>&1 | filecheck %s --check-prefix=INTERNAL
// RUN: echo 'func.func @f(' > %t.mlir
// RUN: not pad-reduce %t.mlir -p cse --exit-code 1 2>&1 | filecheck %s --check-prefix=PARSE
// RUN: pad-reduce --help | filecheck %s --check-prefix=HELP

// NOTHING: pad-reduce: error: one of the arguments --tv-refutes {{.+}} --command is required (--help)
// TWO: pad-reduce: error: argument --exit-code: not allowed with argument --tv-refutes (--help)
// NUMBER: pad-reduce: error: argument --exit-code: invalid int value: 'one' (--help)
// BUDGET: pad-reduce: error: argument --budget: wants a number from 1, got '0' (--help)
// FILE: nowhere.mlir: error: No such file or directory
// PIPELINE: -p: error: no pipeline is given, and the file holds none
// SYNTAX: <pass-pipeline>:1:5: error: expected the name of an option, or '}', got the end
// RIGHT: error: nothing to reduce: this is not so of the input (--tv-refutes); the command ended with 0
// OTHER:      error: nothing to reduce: this is not so of the input (--exit-code 3); the command ended with 1, and said:
// OTHER-NEXT:   <pass-pipeline>:1:1: error: there is no pass 'csee', did you mean 'cse'
// INTERNAL: error: nothing to reduce: this is not so of the input (--internal-error); the command ended with 0
// PARSE: .mlir:{{[0-9:]+}} error:
// HELP: --internal-error
// HELP: examples:
func.func @f() {
  func.return
}
