// TVM (section 2, example 8): it has no notion of what may change where a function is split in two. Right (RFC 77): what
// the producer leaves is assumed by the consumer, in a function of its own, where it frees the sum of its
// guard; the producer then has to store it, though nobody in its function reads it.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-hoist-stage{stage=transform},pad-hoist-stage{stage=compute},pad-remove-no-op,pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s --check-prefix=CONSUMER < %t.mlir
// RUN: filecheck %s --check-prefix=PRODUCER < %t.mlir
// RUN: pad-tv %s %t.mlir

// CONSUMER-LABEL: @zeros_compute(
// CONSUMER: pad.stage = "B_assume"
// CONSUMER-NOT: affine.if
// CONSUMER: affine.load %B
// CONSUMER-NOT: affine.if
// CONSUMER: pad.stage = "compute"
// PRODUCER-LABEL: @zeros_transform(
// PRODUCER: affine.if
// PRODUCER: affine.store %{{.*}}, %B
// PRODUCER: } else {
// PRODUCER: affine.store %{{.*}}, %B
// PRODUCER: func.return
func.func @zeros(%A: memref<14xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %B = memref.alloc() : memref<4x4xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io * 4 + %ii] : memref<14xi32>
        affine.store %a, %B[%io, %ii] : memref<4x4xi32>
      } else {
        affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "transform"}
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Nothing is stored to the padding: the consumer knows nothing of it.
// CONSUMER-LABEL: @nothing_compute(
// CONSUMER: affine.if
// CONSUMER-NEXT: affine.load %C
// CONSUMER: pad.stage = "compute"
func.func @nothing(%A: memref<14xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %B = memref.alloc() : memref<4x4xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io * 4 + %ii] : memref<14xi32>
        affine.store %a, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "transform"}
  affine.store %zero, %C[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{without the guard, iteration [3, 2] is not shown to store the same value in C[0], which may be read later (B[3, 2] may hold anything)}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %C[0] : memref<1xi32>
        %b = affine.load %B[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %b : i32
        affine.store %t, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
