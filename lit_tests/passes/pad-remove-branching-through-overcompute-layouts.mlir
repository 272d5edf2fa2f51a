// From the logical form: layouts, loops along A, guards.
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p 'pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A},pad-remove-branching-through-overcompute{stage=compute}' | filecheck %s
// RUN: pad-opt %s --split-input-file -p 'pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A},pad-remove-branching-through-overcompute{stage=compute},pad-remove-assume,pad-remove-undef-store' | filecheck %s --check-prefix=LOWERED

#rows = #pad.layout<[affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>], [0.0 : f32], {}>

// The row sum of RFC 77, "Overcompute vs Branching". Strict floats: the sum starts at +0.0.
// CHECK-LABEL: @row_sum
// CHECK:       pad.stage = "A_assume"
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    affine.store %zero, %B[%[[I]]]
// CHECK-NEXT:    affine.for %[[JO:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT:        %[[SUM:.*]] = affine.load %B[%[[I]]]
// CHECK-NEXT:        %[[A:.*]] = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// CHECK-NEXT:        %[[NEXT:.*]] = arith.addf %[[SUM]], %[[A]] : f32
// CHECK-NEXT:        affine.store %[[NEXT]], %B[%[[I]]]
// CHECK-NEXT:      } {pad.loop = "ji"}
// CHECK-NEXT:    } {pad.loop = "jo"}
// CHECK-NEXT:  } {pad.loop = "i", pad.stage = "compute"}
func.func @row_sum(%A: memref<16x14xf32, #rows>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %j = 0 to 14 {
      %sum = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i, %j] : memref<16x14xf32, #rows>
      %next = arith.addf %sum, %a : f32
      affine.store %next, %B[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

#rows = #pad.layout<[affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>], [0.0 : f32], {}>

// scf, memref accesses and iter_args
// CHECK-LABEL: @row_sum_scf
// CHECK:       pad.stage = "A_assume"
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    %[[SUM:.*]] = affine.for %[[JO:.*]] = 0 to 4 iter_args(%[[OUTER:.*]] = %zero) -> (f32) {
// CHECK-NEXT:      %[[ROW:.*]] = affine.for %[[JI:.*]] = 0 to 4 iter_args(%[[ACC:.*]] = %[[OUTER]]) -> (f32) {
// CHECK-NEXT:        %[[A:.*]] = memref.load %A[%[[I]], %[[JO]], %[[JI]]]
// CHECK-NEXT:        %[[NEXT:.*]] = arith.addf %[[ACC]], %[[A]] : f32
// CHECK-NEXT:        affine.yield %[[NEXT]]
func.func @row_sum_scf(%A: memref<16x14xf32, #rows>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %sum = scf.for %j = %c0 to %c14 step %c1 iter_args(%acc = %zero) -> (f32) {
      %a = memref.load %A[%i, %j] : memref<16x14xf32, #rows>
      %next = arith.addf %acc, %a : f32
      scf.yield %next : f32
    }
    memref.store %sum, %B[%i] : memref<16xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

#undef = #pad.layout<[affine_map<(i) -> (i floordiv 4, i mod 4)>], ["undef"], {}>

// RFC 77, "Apply operator element-wise over the transformation padding".
// CHECK-LABEL: @double
// CHECK:       pad.stage = "A_assume"
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// CHECK-NEXT:      %[[B:.*]] = arith.muli %[[A]], %two : i32
// CHECK-NEXT:      affine.store %[[B]], %B[%[[IO]], %[[II]]]
// CHECK-NEXT:    } {pad.loop = "ii"}
// CHECK-NEXT:  } {pad.loop = "io", pad.stage = "compute"}
// CHECK:       affine.if
// CHECK:         pad.undef
// CHECK:       pad.stage = "B_padding"
// LOWERED-LABEL: @double
// LOWERED-NOT:   affine.if
// LOWERED-NOT:   pad.assume
// LOWERED-NOT:   pad.undef
func.func @double(%A: memref<14xi32, #undef>, %B: memref<14xi32, #undef>) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32, #undef>
    %b = arith.muli %a, %two : i32
    affine.store %b, %B[%i] : memref<14xi32, #undef>
  } {pad.stage = "compute"}
  func.return
}

// -----

#undef = #pad.layout<[affine_map<(i) -> (i floordiv 4, i mod 4)>], ["undef"], {}>

// The poison of an overflow only reaches cells that nobody reads.
// CHECK-LABEL: @double_without_overflow
// CHECK:       pad.stage = "A_assume"
// CHECK-NOT:   affine.if
// CHECK:         arith.muli %{{.*}}, %two overflow<nsw> : i32
// CHECK-NEXT:    affine.store
// CHECK-NEXT:  } {pad.loop = "ii"}
// LOWERED-LABEL: @double_without_overflow
// LOWERED-NOT:   affine.if
func.func @double_without_overflow(%A: memref<14xi32, #undef>, %B: memref<14xi32, #undef>) {
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32, #undef>
    %b = arith.muli %a, %two overflow<nsw> : i32
    affine.store %b, %B[%i] : memref<14xi32, #undef>
  } {pad.stage = "compute"}
  func.return
}

// -----

#zero = #pad.layout<[affine_map<(i) -> (i floordiv 4, i mod 4)>], [0 : i32], {}>

// RFC 77, "Explicitly write next operator's desired default at end of function".
// LOWERED-LABEL: @producer
// CHECK-LABEL: @producer
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// CHECK-NEXT:      %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT:      %[[V:.*]] = arith.addi %[[N]], %thousand : i32
// CHECK-NEXT:      affine.store %[[V]], %A[%[[IO]], %[[II]]]
// CHECK-NEXT:    } {pad.loop = "ii"}
// CHECK-NEXT:  } {pad.loop = "io", pad.stage = "compute"}
// CHECK:       affine.if
// CHECK-NOT:   else
// CHECK:       pad.stage = "A_padding"
func.func @producer(%A: memref<14xi32, #zero>) {
  %thousand = arith.constant 1000 : i32
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %v = arith.addi %n, %thousand : i32
    affine.store %v, %A[%i] : memref<14xi32, #zero>
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @consumer
// CHECK:       pad.stage = "A_assume"
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:       } {pad.loop = "io", pad.stage = "compute"}
// CHECK-NEXT:  func.return
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

// -----

#both = #pad.layout<[affine_map<(i, j) -> (i floordiv 4, i mod 4, j)>, affine_map<(a, b, j) -> (a, b, j floordiv 8, j mod 8)>], ["undef", 0 : i32], {}>
#undef = #pad.layout<[affine_map<(i) -> (i floordiv 4, i mod 4)>], ["undef"], {}>

// RFC 77, "Multiple Buffer Semantics": a guard for each kind of padding. In the rows past the end arbitrary values
// are summed, in cells that hold anything; in the columns past the end, zeros.
// CHECK-LABEL: @two_kinds
// CHECK:       pad.stage = "A_assume"
// CHECK-NOT:   affine.if
// CHECK:       affine.load %A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
// CHECK-NOT:   affine.if
// CHECK:       pad.stage = "compute"
func.func @two_kinds(%A: memref<14x60xi32, #both>, %B: memref<14xi32, #undef>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %zero, %B[%i] : memref<14xi32, #undef>
    affine.for %j = 0 to 60 {
      %sum = affine.load %B[%i] : memref<14xi32, #undef>
      %a = affine.load %A[%i, %j] : memref<14x60xi32, #both>
      %next = arith.addi %sum, %a : i32
      affine.store %next, %B[%i] : memref<14xi32, #undef>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

#forbidden = #pad.layout<[affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>], ["forbidden"], {}>

// Nothing may touch the padding.
// CHECK-LABEL: @forbidden
// CHECK:       affine.if
func.func @forbidden(%A: memref<16x14xi32, #forbidden>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xi32>
    // expected-remark@+1 {{A[0, 3, 2] would be read, but nothing says what it holds; give the padding of A a value, or undef}}
    affine.for %j = 0 to 14 {
      %sum = affine.load %B[%i] : memref<16xi32>
      %a = affine.load %A[%i, %j] : memref<16x14xi32, #forbidden>
      %next = arith.addi %sum, %a : i32
      affine.store %next, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

#ones = #pad.layout<[affine_map<(i, j) -> (i, j floordiv 4, j mod 4)>], [1 : i32], {}>

// CHECK-LABEL: @wrong_value
// CHECK:       affine.if
func.func @wrong_value(%A: memref<16x14xi32, #ones>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xi32>
    // expected-remark@+1 {{without the guard, iteration [0, 3, 2] is not shown to store the same value in B[0], which may be read later (A[0, 3, 2] holds 1 : i32)}}
    affine.for %j = 0 to 14 {
      %sum = affine.load %B[%i] : memref<16xi32>
      %a = affine.load %A[%i, %j] : memref<16x14xi32, #ones>
      %next = arith.addi %sum, %a : i32
      affine.store %next, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
