// The first level needs no upstream MLIR: what is ours is gone, and the rest is as it was.
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | filecheck %s
// RUN: not pad-opt %s -p "pad-to-host{stop=affine}" --emit=header 2>&1 | filecheck %s --check-prefix=HEADER
// HEADER: error: the contract of @may_alias is gone after pad-to-host: write the header of what comes before pad-to-host

// Declarations keep their attributes, and get no noalias: it would promise something about their body.
// CHECK: func.func private @external(memref<4xf32> {llvm.readonly}) -> {{.*}}f32
func.func private @external(memref<4xf32> {llvm.readonly, pad.name = "X"}) -> f32

// CHECK-LABEL: func.func @may_alias(
// CHECK-SAME: %A: memref<4xf32>, %B: memref<4xf32>) attributes {dropped_contract} {
func.func @may_alias(%A: memref<4xf32>, %B: memref<4xf32>) attributes {pad.may_alias} {
  func.return
}

// A result's contract goes too; other attributes stay.
// CHECK-LABEL: func.func @attributes(
// CHECK-SAME: %A: memref<4xf32> {test.kept, llvm.noalias}, %n: index) -> {{.*}}memref<4xf32> {test.result}
func.func @attributes(%A: memref<4xf32> {pad.name = "A", test.kept}, %n: index)
    -> (memref<4xf32> {test.result}) {
  // CHECK-NEXT: func.return %A
  func.return %A : memref<4xf32>
}

// A buffer that the function makes is aligned, and freed at the end of the block that makes it.
// CHECK-LABEL: func.func @locals(
func.func @locals(%A: memref<4xf32>) -> f32 {
  // CHECK: affine.for
  affine.for %i = 0 to 4 {
    // CHECK-NEXT: %inner = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    // CHECK-NEXT: memref.copy
    // CHECK-NEXT: memref.dealloc %inner
    %inner = memref.alloc() {pad.name = "inner"} : memref<4xf32>
    memref.copy %A, %inner : memref<4xf32> to memref<4xf32>
  }
  // CHECK: %given = memref.alloc() {alignment = 16 : i64} : memref<4xf32>
  // CHECK-NEXT: %r = func.call @external(%given)
  // CHECK-NEXT: memref.dealloc %given
  // CHECK-NEXT: func.return
  %given = memref.alloc() {alignment = 16 : i64} : memref<4xf32>
  %r = func.call @external(%given) : (memref<4xf32>) -> f32
  func.return %r : f32
}

// What a function returns is its caller's, who frees it in turn.
// CHECK-LABEL: func.func private @make(
// CHECK-NOT: memref.dealloc
// CHECK-LABEL: func.func @caller(
// CHECK: %used = func.call @make()
// CHECK-NEXT: %returned = func.call @make()
// CHECK-NEXT: func.call @external
// CHECK-NEXT: memref.dealloc %used
// CHECK-NEXT: func.return %returned
func.func private @make() -> memref<4xf32> {
  %new = memref.alloc() : memref<4xf32>
  func.return %new : memref<4xf32>
}
func.func @caller() -> memref<4xf32> {
  %used = func.call @make() : () -> memref<4xf32>
  %returned = func.call @make() : () -> memref<4xf32>
  %r = func.call @external(%used) : (memref<4xf32>) -> f32
  func.return %returned : memref<4xf32>
}

// Left alone: what the program frees, here through a view, and what leaves the block some other way.
// CHECK-LABEL: func.func @left_alone(
// CHECK: memref.dealloc %view
// CHECK-NOT: memref.dealloc
// CHECK: func.return
func.func @left_alone(%c: i1) -> memref<4xf32> {
  %freed = memref.alloc() : memref<4xf32>
  %view = memref.cast %freed : memref<4xf32> to memref<?xf32>
  memref.dealloc %view : memref<?xf32>
  %one = memref.alloc() : memref<4xf32>
  %other = scf.if %c -> (memref<4xf32>) {
    %yielded = memref.alloc() : memref<4xf32>
    scf.yield %yielded : memref<4xf32>
  } else {
    scf.yield %one : memref<4xf32>
  }
  func.return %other : memref<4xf32>
}
