// RUN: pad-opt %s -p 'pad-optimize{function=f versions="n mod 4 == 0"}' --split-input-file --verify-diagnostics | filecheck %s

// Nothing in it depends on the fact.
// CHECK-LABEL: @f(
// CHECK-NOT: @f_fits
// expected-remark@+1 {{no second version of @f: where n mod 4 == 0, it has as many guards, and no fewer operations}}
func.func @f(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is known needs no test, and the guard goes.
// CHECK-LABEL: @f(
// CHECK-NOT: affine.if
// CHECK-NOT: @f_fits
// expected-remark@+1 {{no second version of @f: n mod 4 == 0 holds, by what is known of the sizes}}
func.func @f(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0, multiple = 16}]}) {
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 4 - d1 >= 0)>(%io, %ii)[%n] {
        affine.store %x, %A[%io * 4 + %ii] : memref<?xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @f(
// CHECK-NOT: @f_fits
// expected-remark@+1 {{no second version of @f: n mod 4 == 0 is false, by what is known of the sizes}}
func.func @f(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0, min = 1, max = 3}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A size that memory holds: at entry nobody knows it.
// CHECK-LABEL: @f(
// CHECK-NOT: @f_fits
// expected-remark@+1 {{no second version of @f: n is not known where the function begins}}
func.func @f(%N: memref<index> {pad.name = "N"}, %x: i32) {
  %size = affine.load %N[] : memref<index>
  %A = memref.alloc(%size) {pad.name = "A"} : memref<?xi32>
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  memref.dealloc %A : memref<?xi32>
  func.return
}

// -----

// expected-error@+1 {{there is no size n; there are: m, dim(A, 1)}}
builtin.module {
  func.func @f(%A: memref<?x?xi32> {pad.name = "A"}, %m: index {pad.size = [{of = "A", dim = 0}]}) {
    func.return
  }
}
