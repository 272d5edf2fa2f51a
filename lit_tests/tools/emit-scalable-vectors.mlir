// REQUIRES: mlir
// RUN: not pad-opt %s --emit=obj 2>&1 | filecheck %s
// RUN: not pad-opt %s --emit=asm 2>&1 | filecheck %s

// CHECK: emit-scalable-vectors.mlir:7:8: error: 'vector.broadcast' has vector<[4]xi8>, of which no code is made: its size is known to the processor only; use vectors of a fixed size
func.func @f(%x: i8, %A: memref<4xi8>) {
  %v = vector.broadcast %x : i8 to vector<[4]xi8>
  %r = math.ctpop %v : vector<[4]xi8>
  func.return
}
