// RFC 77, "Explicitly write next operator's desired default": the producer writes the padding in its own nest.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-apply-layouts{pad-writes=if},pad-sequential-buffer-access{stage=compute buffer=A},pad-remove-branching-through-overcompute{stage=compute}' | filecheck %s

#zero = #pad.layout<[affine_map<(i) -> (i floordiv 4, i mod 4)>], [0 : i32], {}>

// 1000 + i is not 0: one if, with an else.
// CHECK-LABEL: @producer
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK:             affine.store %{{.*}}, %A[%[[IO]], %[[II]]]
// CHECK-NEXT:      } else {
// CHECK:             affine.store %{{.*}}, %A[%[[IO]], %[[II]]]
// CHECK-NEXT:      }
// CHECK-NEXT:    } {pad.loop = "ii"}
// CHECK-NEXT:  } {pad.loop = "io", pad.stage = "compute"}
// CHECK-NEXT:  func.return
func.func @producer(%A: memref<14xi32, #zero>) {
  %thousand = arith.constant 1000 : i32
  // expected-remark@+1 {{would store 1014 : i32 in place of 0 : i32 in A[3, 2]}}
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %v = arith.addi %n, %thousand : i32
    affine.store %v, %A[%i] : memref<14xi32, #zero>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @consumer
// CHECK:       pad.stage = "A_assume"
// CHECK-NOT:   affine.if
// CHECK:       func.return
func.func @consumer(%A: memref<14xi32, #zero>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %sum = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32, #zero>
    %next = arith.addi %sum, %a : i32
    affine.store %next, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
