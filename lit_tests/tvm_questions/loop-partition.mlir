// What TVM's tests of LoopPartition ask.
// RUN: pad-opt %s -p 'pad-partition-loops, pad-simplify' --split-input-file 2>/dev/null | filecheck %s

// Question: test_basic
// TVM: rewritten; the full tiles need no condition; the rest keeps its own
// Here: rewritten, more: the rest needs none either, its inner loop ends earlier
// CHECK-LABEL: @full_tiles(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %[[O:.*]] = 0 to affine_map<(d0) -> (d0 floordiv 6)>(%n) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0, d1) -> (d0 - d1 * 6)>(%n, %{{.*}}) {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @full_tiles(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %o = 0 to affine_map<()[s0] -> (s0 ceildiv 6)>()[%n] {
    affine.for %i = 0 to 6 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 6 * d0 - d1 - 1 >= 0)>(%o, %i)[%n] {
        %a = affine.load %A[%o * 6 + %i] : memref<?xf32>
        %b = affine.load %B[%o * 6 + %i] : memref<?xf32>
        %c = arith.mulf %a, %b : f32
        affine.store %c, %C[%o * 6 + %i] : memref<?xf32>
      }
    }
  }
  func.return
}

// -----

// Question: test_const_loop
// TVM: rewritten; nothing keeps a condition, as the size is known
// Here: rewritten
// CHECK-LABEL: @known_size(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 6 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @known_size(%A: memref<38xf32>, %B: memref<38xf32>, %C: memref<38xf32>) {
  affine.for %o = 0 to 5 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0, d1) : (37 - 8 * d0 - d1 >= 0)>(%o, %i) {
        %a = affine.load %A[%o * 8 + %i] : memref<38xf32>
        %b = affine.load %B[%o * 8 + %i] : memref<38xf32>
        %c = arith.mulf %a, %b : f32
        affine.store %c, %C[%o * 8 + %i] : memref<38xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Question: test_no_unroll_loop
// TVM: rewritten; with an option, a rest of one iteration stays a loop in a loop
// Here: rewritten, on purpose: a loop of one iteration becomes its body, unless it is a stage; names tell
//   what it was
// CHECK-LABEL: @single_iterations(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: {pad.stage = "compute.main"}
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.load %A[30]
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @single_iterations(%A: memref<31xf32>, %C: memref<31xf32>) {
  affine.for %o = 0 to 6 {
    affine.for %i = 0 to 6 {
      affine.if affine_set<(d0, d1) : (30 - 6 * d0 - d1 >= 0)>(%o, %i) {
        %a = affine.load %A[%o * 6 + %i] : memref<31xf32>
        %c = arith.addf %a, %a : f32
        affine.store %c, %C[%o * 6 + %i] : memref<31xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Question: test_thread_axis
// TVM: rewritten; an outer loop around threads is split; its first part has no condition
// Here: rewritten, more: nor has the second part
// CHECK-LABEL: @around_threads(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0 floordiv 24)>(%m) {
// CHECK-NEXT: affine.parallel
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @around_threads(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %m: index, %l: index) {
  %three = arith.constant 3.0 : f32
  affine.for %o = 0 to affine_map<()[s0] -> (s0 ceildiv 24)>()[%m] {
    affine.parallel (%t) = (0) to (8) {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to %l {
          affine.if affine_set<(d0, d1, d2)[s0] : (s0 - 24 * d0 - 3 * d1 - d2 - 1 >= 0)>(%o, %t, %i)[%m] {
            %a = affine.load %A[%o * 24 + %t * 3 + %i, %j] : memref<?x?xf32>
            %b = arith.addf %a, %three : f32
            affine.store %b, %B[%o * 24 + %t * 3 + %i, %j] : memref<?x?xf32>
          }
        }
      }
    }
  }
  func.return
}

// -----

func.func private @emit(index)
// Question: test_condition
// TVM: rewritten; a select: the full tiles choose nothing
// Here: rewritten, more: nor does the rest
// CHECK-LABEL: @chosen(
// CHECK-NOT: arith.select
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0 floordiv 5)>(%n) {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @chosen(%n: index, %m: index) {
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 + 4) floordiv 5)>()[%n] {
    affine.for %j = 0 to 5 {
      %five = arith.constant 5 : index
      %p = arith.muli %i, %five : index
      %q = arith.addi %p, %j : index
      %c = arith.cmpi slt, %q, %n : index
      %v = arith.select %c, %m, %n : index
      func.call @emit(%v) : (index) -> ()
    }
  }
  func.return
}

// -----

func.func private @emit(index)
// Question: test_condition_EQ
// TVM: rewritten; one iteration differs: the part before it chooses nothing
// Here: rewritten, more: it is written out, and the part after it chooses nothing either
// CHECK-LABEL: @one_differs(
// CHECK-NOT: arith.select
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.call @emit(%m)
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 5 to 14 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @one_differs(%n: index, %m: index) {
  affine.for %i = 0 to 14 {
    %four = arith.constant 4 : index
    %c = arith.cmpi eq, %i, %four : index
    %v = arith.select %c, %m, %n : index
    func.call @emit(%v) : (index) -> ()
  }
  func.return
}

// -----

func.func private @emit(index)
// Question: test_everything_during_deduction
// TVM: kept; a quotient of two iterators gives no bound: the condition stays
// Here: kept
// CHECK-LABEL: @no_bound(
// CHECK: affine.for %{{.*}} = 0 to %n {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 12 {
// CHECK: scf.if
// CHECK: func.return
func.func @no_bound(%n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 12 {
      %q = arith.divsi %i, %j : index
      %c = arith.cmpi slt, %q, %m : index
      scf.if %c {
        func.call @emit(%m) : (index) -> ()
      }
    }
  }
  func.return
}

// -----

// Question: test_single_likely
// TVM: rewritten; nothing keeps a condition
// Here: rewritten
// CHECK-LABEL: @one_guard(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 15 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @one_guard(%A: memref<75xf32>, %B: memref<75xf32>, %C: memref<75xf32>) {
  affine.for %o = 0 to 4 {
    affine.for %i = 0 to 20 {
      affine.if affine_set<(d0, d1) : (74 - 20 * d0 - d1 >= 0)>(%o, %i) {
        %a = affine.load %A[%o * 20 + %i] : memref<75xf32>
        %b = affine.load %B[%o * 20 + %i] : memref<75xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %C[%o * 20 + %i] : memref<75xf32>
      }
    }
  } {pad.stage = "sum"}
  func.return
}

// -----

// Question: test_multi_likely
// TVM: rewritten; a guard in a guard: nothing keeps one
// Here: rewritten
// CHECK-LABEL: @two_guards(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @two_guards(%A: memref<45x29xf32>, %B: memref<45x29xf32>, %C: memref<45x29xf32>) {
  affine.for %xo = 0 to 6 {
    affine.for %yo = 0 to 4 {
      affine.for %xi = 0 to 8 {
        affine.for %yi = 0 to 8 {
          affine.if affine_set<(d0, d1) : (44 - 8 * d0 - d1 >= 0)>(%xo, %xi) {
            affine.if affine_set<(d0, d1) : (28 - 8 * d0 - d1 >= 0)>(%yo, %yi) {
              %a = affine.load %A[%xo * 8 + %xi, %yo * 8 + %yi] : memref<45x29xf32>
              %b = affine.load %B[%xo * 8 + %xi, %yo * 8 + %yi] : memref<45x29xf32>
              %c = arith.subf %a, %b : f32
              affine.store %c, %C[%xo * 8 + %xi, %yo * 8 + %yi] : memref<45x29xf32>
            }
          }
        }
      }
    }
  } {pad.stage = "difference"}
  func.return
}

// -----

// Question: test_oneD_pool
// TVM: rewritten; a pooling in three nests, of the middle and both ends: nothing keeps a condition
// Here: rewritten, more: the ends are no loops over all places any more
// CHECK-LABEL: @pool(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 1 to 19 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 1 to 3 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @pool(%A: memref<20xf32>, %B: memref<20xf32>) {
  affine.for %x = 0 to 20 {
    affine.for %k = 0 to 3 {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%x) {
        affine.if affine_set<(d0) : (18 - d0 >= 0)>(%x) {
          %a = affine.load %A[%x + %k - 1] : memref<20xf32>
          %b = affine.load %B[%x] : memref<20xf32>
          %m = arith.maximumf %a, %b : f32
          affine.store %m, %B[%x] : memref<20xf32>
        }
      }
    }
  }
  affine.for %x = 0 to 20 {
    affine.for %k = 0 to 3 {
      affine.if affine_set<(d0) : (-d0 >= 0)>(%x) {
        affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%k) {
          %a = affine.load %A[%x + %k - 1] : memref<20xf32>
          %b = affine.load %B[%x] : memref<20xf32>
          %m = arith.maximumf %a, %b : f32
          affine.store %m, %B[%x] : memref<20xf32>
        }
      }
    }
  }
  affine.for %x = 0 to 20 {
    affine.for %k = 0 to 3 {
      affine.if affine_set<(d0) : (d0 - 19 >= 0)>(%x) {
        affine.if affine_set<(d0) : (1 - d0 >= 0)>(%k) {
          %a = affine.load %A[%x + %k - 1] : memref<20xf32>
          %b = affine.load %B[%x] : memref<20xf32>
          %m = arith.maximumf %a, %b : f32
          affine.store %m, %B[%x] : memref<20xf32>
        }
      }
    }
  }
  func.return
}

// -----

// Question: test_cce_loop_1
// TVM: rewritten; a last row that is never reached: nothing keeps a condition
// Here: rewritten
// CHECK-LABEL: @last_row(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 100 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @last_row(%A: memref<960xf16>, %B: memref<960xf16>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 100 {
      affine.if affine_set<(d0, d1) : (699 - 100 * d0 - d1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i * 110 + %j] : memref<960xf16>
        %b = affine.load %A[%i * 110 + %j + 110] : memref<960xf16>
        %c = arith.addf %a, %b : f16
        affine.store %c, %B[%i * 110 + %j + 55] : memref<960xf16>
      }
    }
  }
  func.return
}

// -----

func.func private @emit(index, index)
// Question: test_cce_loop_2
// TVM: rewritten; what is passed on depends on whether the tile is full: nothing keeps a condition
// Here: rewritten
// CHECK-LABEL: @end_of_tile(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.call @emit(%{{.*}}, %{{.*}})
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.call @emit(%{{.*}}, %{{.*}})
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @end_of_tile() {
  affine.for %i = 0 to 5 {
    %head = affine.apply affine_map<(d0) -> (d0 * 24)>(%i)
    affine.if affine_set<(d0) : (d0 * 24 + 24 - 101 >= 0)>(%i) {
      %end = arith.constant 100 : index
      func.call @emit(%head, %end) : (index, index) -> ()
    } else {
      %end = affine.apply affine_map<(d0) -> (d0 * 24 + 24)>(%i)
      func.call @emit(%head, %end) : (index, index) -> ()
    }
  }
  func.return
}
