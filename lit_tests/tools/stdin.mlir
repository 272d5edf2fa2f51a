// RUN: pad-opt - < %s | filecheck %s
// RUN: cat %s | pad-opt | filecheck %s

// CHECK: func.func @f
func.func @f() {
  return
}
