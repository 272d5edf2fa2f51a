// TVM (section 1): undef as an index or as the condition of an if is refused. So it is here; as the condition of
// a select it may be either arm, and stays one choice.
// RUN: pad-opt %s --split-input-file --verify-diagnostics -o /dev/null
// RUN: sed '/^\/\/ -----/,$d' %s > %t.before.mlir
// RUN: pad-opt %t.before.mlir -p canonicalize,pad-simplify -o %t.mlir
// RUN: pad-tv %t.before.mlir %t.mlir

func.func @select(%x: f32, %y: f32) -> f32 {
  %u = pad.undef : i1
  %s = arith.select %u, %x, %y : f32
  func.return %s : f32
}

// -----

func.func @if(%A: memref<4xf32>, %x: f32) {
  // expected-error@+1 {{'scf.if' uses an undef value as its branch condition, which is not allowed}}
  %u = pad.undef : i1
  scf.if %u {
    affine.store %x, %A[0] : memref<4xf32>
  }
  func.return
}

// -----

func.func @index(%A: memref<4xf32>, %x: f32) {
  // expected-error@+1 {{'memref.store' uses an undef value as its index, which is not allowed}}
  %u = pad.undef : index
  memref.store %x, %A[%u] : memref<4xf32>
  func.return
}
