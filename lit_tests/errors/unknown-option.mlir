// An option that the pass does not have.
// RUN: not pad-opt %s -p 'pad-apply-layouts{pad-write=if}' 2>&1 | filecheck %s
// CHECK: <pass-pipeline>:1:19: error: pass 'pad-apply-layouts' has no option 'pad-write', did you mean 'pad-writes'?
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
