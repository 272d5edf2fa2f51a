// What TVM's tests of LoopPartition ask of nests.
// RUN: pad-opt %s -p 'pad-partition-loops, pad-simplify' --split-input-file 2>/dev/null | filecheck %s

func.func private @emit(index)
// Question: test_cce_loop_3
// TVM: rewritten; a long outer loop, a short inner one: nothing keeps a condition
// Here: rewritten
// CHECK-LABEL: @long_loop(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 78 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @long_loop() {
  affine.for %i = 0 to 81 {
    affine.for %j = 0 to 5 {
      affine.if affine_set<(d0, d1) : (391 - 5 * d0 - d1 >= 0)>(%i, %j) {
        func.call @emit(%i) : (index) -> ()
      }
    }
  }
  func.return
}

// -----

// Question: test_conv_tiling
// TVM: rewritten; an output tiled on two axes that the tiles do not divide: nothing keeps a condition
// Here: rewritten
// CHECK-LABEL: @tiled_convolution(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @tiled_convolution(%A: memref<2x11x11xf32>, %F: memref<2x2x2x2xf32>, %B: memref<2x10x10xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %c = 0 to 2 {
    affine.for %ho = 0 to 3 {
      affine.for %wo = 0 to 3 {
        affine.for %hi = 0 to 4 {
          affine.for %wi = 0 to 4 {
            affine.if affine_set<(d0, d1) : (9 - 4 * d0 - d1 >= 0)>(%ho, %hi) {
              affine.if affine_set<(d0, d1) : (9 - 4 * d0 - d1 >= 0)>(%wo, %wi) {
                affine.store %zero, %B[%c, %ho * 4 + %hi, %wo * 4 + %wi] : memref<2x10x10xf32>
              }
            }
            affine.for %k = 0 to 2 {
              affine.for %y = 0 to 2 {
                affine.for %x = 0 to 2 {
                  affine.if affine_set<(d0, d1) : (9 - 4 * d0 - d1 >= 0)>(%ho, %hi) {
                    affine.if affine_set<(d0, d1) : (9 - 4 * d0 - d1 >= 0)>(%wo, %wi) {
                      %a = affine.load %A[%k, %ho * 4 + %hi + %y, %wo * 4 + %wi + %x] : memref<2x11x11xf32>
                      %f = affine.load %F[%y, %x, %k, %c] : memref<2x2x2x2xf32>
                      %b = affine.load %B[%c, %ho * 4 + %hi, %wo * 4 + %wi] : memref<2x10x10xf32>
                      %p = arith.mulf %a, %f : f32
                      %s = arith.addf %b, %p : f32
                      affine.store %s, %B[%c, %ho * 4 + %hi, %wo * 4 + %wi] : memref<2x10x10xf32>
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  } {pad.stage = "convolution"}
  func.return
}

// -----

// Question: test_multilevel_splitting_with_indivisble_factors
// TVM: rewritten; two splits that do not divide: the body stands once for full tiles, and once for each of
//   the elements left over
// Here: rewritten, more: what is left over stays a loop
// CHECK-LABEL: @split_twice(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 10 {
// CHECK-COUNT-3: arith.maximumf
// CHECK-NOT: arith.maximumf
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @split_twice(%A: memref<106xf32>, %B: memref<106xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %oo = 0 to 3 {
    affine.for %oi = 0 to 10 {
      affine.for %i = 0 to 4 {
        affine.if affine_set<(d0, d1) : (26 - 10 * d0 - d1 >= 0)>(%oo, %oi) {
          affine.if affine_set<(d0, d1, d2) : (105 - 40 * d0 - 4 * d1 - d2 >= 0)>(%oo, %oi, %i) {
            %a = affine.load %A[%oo * 40 + %oi * 4 + %i] : memref<106xf32>
            %b = arith.maximumf %a, %zero : f32
            affine.store %b, %B[%oo * 40 + %oi * 4 + %i] : memref<106xf32>
          }
        }
      }
    }
  } {pad.stage = "relu"}
  func.return
}

// -----

// Question: test_double_splitting_with_indivisible_factors
// TVM: rewritten; a producer inside its consumer's tiles, both split: nothing keeps a condition, and the
//   values are right
// Here: rewritten
// CHECK-LABEL: @producer_in_tiles(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 14 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @producer_in_tiles(%A: memref<60xf32>, %C: memref<60xf32>, %D: memref<60xf32>) {
  affine.for %o = 0 to 2 {
    affine.for %co = 0 to 3 {
      affine.for %ci = 0 to 14 {
        affine.if affine_set<(d0, d1, d2) : (39 - 14 * d1 - d2 >= 0, 59 - 40 * d0 - 14 * d1 - d2 >= 0)>(%o, %co, %ci) {
          %a = affine.load %A[%o * 40 + %co * 14 + %ci] : memref<60xf32>
          affine.store %a, %C[%o * 40 + %co * 14 + %ci] : memref<60xf32>
        }
      }
    }
    affine.for %i = 0 to 40 {
      affine.if affine_set<(d0, d1) : (59 - 40 * d0 - d1 >= 0)>(%o, %i) {
        %c = affine.load %C[%o * 40 + %i] : memref<60xf32>
        affine.store %c, %D[%o * 40 + %i] : memref<60xf32>
      }
    }
  } {pad.stage = "copies"}
  func.return
}

// -----

// Question: test_simple_rfactor
// TVM: rewritten; partial sums of which the last is shorter: something is split
// Here: rewritten, more: no condition is left
// CHECK-LABEL: @partial_sums(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @partial_sums(%A: memref<1x44xf32>, %P: memref<5x1xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %o = 0 to 5 {
    affine.store %zero, %P[%o, 0] : memref<5x1xf32>
    affine.for %i = 0 to 10 {
      affine.if affine_set<(d0, d1) : (43 - 10 * d0 - d1 >= 0)>(%o, %i) {
        %p = affine.load %P[%o, 0] : memref<5x1xf32>
        %a = affine.load %A[0, %o * 10 + %i] : memref<1x44xf32>
        %s = arith.addf %p, %a : f32
        affine.store %s, %P[%o, 0] : memref<5x1xf32>
      }
    }
  }
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %o = 0 to 5 {
    %p = affine.load %P[%o, 0] : memref<5x1xf32>
    %b = affine.load %B[0] : memref<1xf32>
    %s = arith.addf %p, %b : f32
    affine.store %s, %B[0] : memref<1xf32>
  }
  func.return
}

// -----

// Question: test_explicit_partition_hint
// TVM: rewritten; a concatenation, marked to be split: two loops without a choice
// Here: rewritten, more: it needs no mark
// CHECK-LABEL: @concatenation(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.load %A
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 9 to 22 {
// CHECK-NEXT: affine.load %B
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @concatenation(%A: memref<9xf32>, %B: memref<13xf32>, %C: memref<22xf32>) {
  affine.for %x = 0 to 22 {
    %v = affine.if affine_set<(d0) : (8 - d0 >= 0)>(%x) -> f32 {
      %a = affine.load %A[%x] : memref<9xf32>
      affine.yield %a : f32
    } else {
      %b = affine.load %B[%x - 9] : memref<13xf32>
      affine.yield %b : f32
    }
    affine.store %v, %C[%x] : memref<22xf32>
  }
  func.return
}

// -----

// Question: test_condition_mutually_exclusive
// TVM: rewritten; three ifs of which one holds: three nests without a condition
// Here: rewritten
// CHECK-LABEL: @exclusive(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 20 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 20 to 50 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 50 to 64 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @exclusive(%P: memref<20x9xi8>, %Q: memref<30x9xi8>, %R: memref<14x9xi8>, %T: memref<64x9xi8>) {
  affine.for %c = 0 to 64 {
    affine.for %x = 0 to 9 {
      affine.if affine_set<(d0) : (d0 - 50 >= 0)>(%c) {
        %v = affine.load %R[%c - 50, %x] : memref<14x9xi8>
        affine.store %v, %T[%c, %x] : memref<64x9xi8>
      }
      affine.if affine_set<(d0) : (d0 - 20 >= 0, 49 - d0 >= 0)>(%c) {
        %v = affine.load %Q[%c - 20, %x] : memref<30x9xi8>
        affine.store %v, %T[%c, %x] : memref<64x9xi8>
      }
      affine.if affine_set<(d0) : (19 - d0 >= 0)>(%c) {
        %v = affine.load %P[%c, %x] : memref<20x9xi8>
        affine.store %v, %T[%c, %x] : memref<64x9xi8>
      }
    }
  }
  func.return
}

// -----

// Question: test_loop_partition_unroll_hint
// TVM: rewritten; the first iterations are written out one by one, as the padding of each differs; the guard
//   of the channels stays everywhere
// Here: rewritten, more: no part has a condition, the channels that do nothing go too
// CHECK-LABEL: @first_ones_apart(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %[[O:.*]] = 2 to 25 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @first_ones_apart(%A: memref<2x6x50xi8>, %B: memref<6x5x8xi8>) {
  affine.for %o = 0 to 26 {
    affine.for %y = 0 to 6 {
      affine.for %x = 0 to 5 {
        affine.for %c = 0 to 8 {
          affine.if affine_set<(d0, d1, d2) : (2 * d0 + d1 - 3 >= 0, 52 - 2 * d0 - d1 >= 0, 1 - d2 >= 0)>(%o, %x, %c) {
            %v = affine.load %A[%c, %y, %o * 2 + %x - 3] : memref<2x6x50xi8>
            affine.store %v, %B[%y, %x, %c] : memref<6x5x8xi8>
          }
        }
      }
    }
  }
  func.return
}

// -----

func.func private @use(memref<12x12xi8>)
// Question: test_loop_partition_recursive_unroll_hint
// TVM: rewritten; two loops of tiles with a border: the ends of both are apart, the middle of the inner one
//   is free of its border
// Here: rewritten, more: no part has a condition
// CHECK-LABEL: @borders(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 4 to 12 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: {pad.loop = "x"}
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @borders(%A: memref<24x24xi8>) {
  affine.for %x = 0 to 5 {
    affine.for %y = 0 to 4 {
      %T = memref.alloc() : memref<12x12xi8>
      affine.for %i = 0 to 12 {
        affine.for %j = 0 to 12 {
          affine.if affine_set<(d0, d1, d2, d3) : (5 * d0 + d2 - 4 >= 0, 27 - 5 * d0 - d2 >= 0, 5 * d1 + d3 - 4 >= 0, 27 - 5 * d1 - d3 >= 0)>(%x, %y, %i, %j) {
            %v = affine.load %A[%x * 5 + %i - 4, %y * 5 + %j - 4] : memref<24x24xi8>
            affine.store %v, %T[%i, %j] : memref<12x12xi8>
          }
        }
      }
      func.call @use(%T) : (memref<12x12xi8>) -> ()
      memref.dealloc %T : memref<12x12xi8>
    }
  }
  func.return
}

// -----

// Question: test_loop_partition_keep_loop_annotations
// TVM: rewritten; three arms: three loops, each with the attributes of the one
// Here: rewritten
// CHECK-LABEL: @attributes(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: } {kept = "by each"
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 8 to 80 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: } {kept = "by each"
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 80 to 90 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: } {kept = "by each"
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @attributes(%A: memref<90xi32>, %B: memref<90xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  affine.for %x = 0 to 90 {
    %a = affine.load %A[%x] : memref<90xi32>
    affine.if affine_set<(d0) : (7 - d0 >= 0)>(%x) {
      %s = arith.addi %a, %one : i32
      affine.store %s, %B[%x] : memref<90xi32>
    } else {
      affine.if affine_set<(d0) : (d0 - 8 >= 0, 79 - d0 >= 0)>(%x) {
        %s = arith.addi %a, %two : i32
        affine.store %s, %B[%x] : memref<90xi32>
      } else {
        %s = arith.addi %a, %five : i32
        affine.store %s, %B[%x] : memref<90xi32>
      }
    }
  } {kept = "by each"}
  func.return
}

// -----

// Question: test_loop_partition_with_unit_loop_in_condition
// TVM: rewritten; a loop of one iteration, whose iterator is in the conditions, stays around three nests
//   without one
// Here: rewritten
// CHECK-LABEL: @unit_loop(
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 0 to 20 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 20 to 50 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: affine.for %{{.*}} = 50 to 64 {
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @unit_loop(%P: memref<180xi8>, %Q: memref<270xi8>, %R: memref<126xi8>, %T: memref<576xi8>) {
  affine.for %k = 0 to 1 {
    affine.for %c = 0 to 64 {
      affine.for %x = 0 to 9 {
        affine.if affine_set<(d0, d1) : (64 * d0 + d1 - 50 >= 0)>(%k, %c) {
          %v = affine.load %R[%c * 9 + %x - 450] : memref<126xi8>
          affine.store %v, %T[%c * 9 + %x] : memref<576xi8>
        }
        affine.if affine_set<(d0, d1) : (64 * d0 + d1 - 20 >= 0, 49 - 64 * d0 - d1 >= 0)>(%k, %c) {
          %v = affine.load %Q[%c * 9 + %x - 180] : memref<270xi8>
          affine.store %v, %T[%c * 9 + %x] : memref<576xi8>
        }
        affine.if affine_set<(d0, d1) : (19 - 64 * d0 - d1 >= 0)>(%k, %c) {
          %v = affine.load %P[%c * 9 + %x] : memref<180xi8>
          affine.store %v, %T[%c * 9 + %x] : memref<576xi8>
        }
      }
    }
  }
  func.return
}

// -----

// Question: test_thread_axis2
// TVM: rewritten; a loop inside the threads has an extent that no thread's index is part of
// Here: rewritten
// CHECK-LABEL: @same_in_all_threads(
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0) -> (d0, 4)>(%m) {
// CHECK-NEXT: affine.load
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: func.return
func.func @same_in_all_threads(%A: memref<256xf32>, %C: memref<256xf32>, %m: index) {
  affine.parallel (%b) = (0) to (4) {
    affine.parallel (%t) = (0) to (16) {
      affine.for %x = 0 to 4 {
        affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%x)[%m] {
          affine.if affine_set<(d0, d1, d2) : (255 - 64 * d0 - 4 * d1 - d2 >= 0)>(%b, %t, %x) {
            %a = affine.load %A[%b * 64 + %t * 4 + %x] : memref<256xf32>
            %c = arith.addf %a, %a : f32
            affine.store %c, %C[%b * 64 + %t * 4 + %x] : memref<256xf32>
          }
        }
      }
    }
  }
  func.return
}
