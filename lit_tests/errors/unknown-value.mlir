// A value that the option does not take.
// RUN: not pad-opt %s -p 'pad-apply-layouts{pad-writes=after}' 2>&1 | filecheck %s
// CHECK: <pass-pipeline>:1:30: error: option 'pad-writes' of 'pad-apply-layouts' wants one of stage, if, before, both, got 'after'
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
