// A pass that there is not.
// RUN: not pad-opt %s -p 'pad-apply-layouts, pad-aply-layouts' 2>&1 | filecheck %s
// CHECK: <pass-pipeline>:1:20: error: there is no pass 'pad-aply-layouts', did you mean 'pad-apply-layouts'
// CHECK-NEXT: {{.+}}
// CHECK-NEXT: {{^ *\^$}}

func.func @f(%A: memref<14xf32>) {
  func.return
}

// CHECK-NOT: {{Traceback|error:|func}}
