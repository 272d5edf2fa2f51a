// RUN: pad-opt %s -p pad-flatten-loops --split-input-file | filecheck %s

// Elementwise, in three levels of tiles: one loop over everything, one view for each buffer.
// CHECK-LABEL: @scale
// CHECK-NEXT: %[[A:.*]] = memref.collapse_shape %A {{\[\[}}0, 1, 2]] : memref<4x8x16xf32> into memref<512xf32>
// CHECK-NEXT: %[[B:.*]] = memref.collapse_shape %B {{\[\[}}0, 1, 2]] : memref<4x8x16xf32> into memref<512xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 512 {
// CHECK-NEXT:   %a = affine.load %[[A]][%[[I]]] : memref<512xf32>
// CHECK-NEXT:   %b = arith.addf %a, %a : f32
// CHECK-NEXT:   affine.store %b, %[[B]][%[[I]]] : memref<512xf32>
// CHECK-NEXT: } {pad.loop = "i", pad.stage = "compute"}
// CHECK-NEXT: func.return
func.func @scale(%A: memref<4x8x16xf32>, %B: memref<4x8x16xf32>) {
  affine.for %ioo = 0 to 4 {
    affine.for %ioi = 0 to 8 {
      affine.for %ii = 0 to 16 {
        %a = affine.load %A[%ioo, %ioi, %ii] : memref<4x8x16xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%ioo, %ioi, %ii] : memref<4x8x16xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A row sum with its accumulator carried by both loops of a row; the contract stays.
// CHECK-LABEL: @row_sum
// CHECK-SAME: pad.logical
// CHECK-NEXT: %[[A:.*]] = memref.collapse_shape %A {{\[\[}}0], [1, 2]] : memref<8x64x16xf32> into memref<8x1024xf32>
// CHECK:      affine.for %i = 0 to 8 {
// CHECK-NEXT:   %sum = affine.for %[[J:.*]] = 0 to 1024 iter_args(%[[S:.*]] = %zero) -> (f32) {
// CHECK-NEXT:     %a = affine.load %[[A]][%i, %[[J]]] : memref<8x1024xf32>
// CHECK-NEXT:     %u = arith.addf %[[S]], %a : f32
// CHECK-NEXT:     affine.yield %u : f32
// CHECK-NEXT:   } {pad.loop = "j"}
// CHECK-NEXT:   affine.store %sum, %B[%i] : memref<8xf32>
// CHECK-NEXT: } {pad.stage = "compute"}
func.func @row_sum(
    %A: memref<8x64x16xf32> {pad.logical = memref<8x1021xf32, #pad.layout<[
        affine_map<(i, j) -> (i, j floordiv 16, j mod 16)>], [0.0 : f32], {}>>},
    %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %sum = affine.for %jo = 0 to 64 iter_args(%s = %zero) -> (f32) {
      %inner = affine.for %ji = 0 to 16 iter_args(%t = %s) -> (f32) {
        %a = affine.load %A[%i, %jo, %ji] : memref<8x64x16xf32>
        %u = arith.addf %t, %a : f32
        affine.yield %u : f32
      }
      affine.yield %inner : f32
    }
    affine.store %sum, %B[%i] : memref<8xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Tiles on both axes of three buffers: pairs become loops, loops of different axes do not.
// CHECK-LABEL: @matmul
// CHECK:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 12 {
// CHECK-NEXT:     affine.for %[[K:.*]] = 0 to 8 {
// CHECK-NEXT:       affine.load %{{.*}}[%[[I]], %[[K]]] : memref<8x8xf32>
// CHECK-NEXT:       affine.load %{{.*}}[%[[K]], %[[J]]] : memref<8x12xf32>
// CHECK:            affine.load %{{.*}}[%[[I]], %[[J]]] : memref<8x12xf32>
// CHECK:            affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] : memref<8x12xf32>
// CHECK-NEXT:     } {pad.loop = "k"}
// CHECK-NEXT:   } {pad.loop = "j"}
// CHECK-NEXT: } {pad.loop = "i", pad.stage = "compute"}
func.func @matmul(
    %A: memref<2x4x2x4xf32>, %B: memref<2x4x3x4xf32>, %C: memref<2x4x3x4xf32>) {
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 4 {
      affine.for %jo = 0 to 3 {
        affine.for %ji = 0 to 4 {
          affine.for %ko = 0 to 2 {
            affine.for %ki = 0 to 4 {
              %a = affine.load %A[%io, %ii, %ko, %ki] : memref<2x4x2x4xf32>
              %b = affine.load %B[%ko, %ki, %jo, %ji] : memref<2x4x3x4xf32>
              %m = arith.mulf %a, %b : f32
              %c = affine.load %C[%io, %ii, %jo, %ji] : memref<2x4x3x4xf32>
              %s = arith.addf %c, %m : f32
              affine.store %s, %C[%io, %ii, %jo, %ji] : memref<2x4x3x4xf32>
            }
          }
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The filter's offset crosses tiles: linear in the view; the filter itself stays as it is.
// CHECK-LABEL: @conv1d
// CHECK:      affine.for %[[I:.*]] = 0 to 112 {
// CHECK-NEXT:   affine.for %k = 0 to 3 {
// CHECK-NEXT:     affine.load %{{.*}}[%[[I]] + %k + 2] : memref<128xf32>
// CHECK-NEXT:     affine.load %F[%k] : memref<3xf32>
func.func @conv1d(%A: memref<16x8xf32>, %F: memref<3xf32>, %B: memref<14x8xf32>) {
  affine.for %io = 0 to 14 {
    affine.for %ii = 0 to 8 {
      affine.for %k = 0 to 3 {
        %a = affine.load %A[(%io * 8 + %ii + %k + 2) floordiv 8, (%io * 8 + %ii + %k + 2) mod 8]
            : memref<16x8xf32>
        %f = affine.load %F[%k] : memref<3xf32>
        %m = arith.mulf %a, %f : f32
        %b = affine.load %B[%io, %ii] : memref<14x8xf32>
        %s = arith.addf %b, %m : f32
        affine.store %s, %B[%io, %ii] : memref<14x8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A logical loop over a tiled buffer: no pair, but a view.
// CHECK-LABEL: @logical_loop
// CHECK-NEXT: %[[A:.*]] = memref.collapse_shape %A {{\[\[}}0, 1]] : memref<4x16xf32> into memref<64xf32>
// CHECK-NEXT: affine.for %i = 0 to 61 {
// CHECK-NEXT:   affine.load %[[A]][%i] : memref<64xf32>
// CHECK:        memref.store %{{.*}}, %[[A]][%i] : memref<64xf32>
func.func @logical_loop(%A: memref<4x16xf32>) {
  affine.for %i = 0 to 61 {
    %a = affine.load %A[%i floordiv 16, %i mod 16] : memref<4x16xf32>
    %b = arith.addf %a, %a : f32
    %io = affine.apply affine_map<(d0) -> (d0 floordiv 16)>(%i)
    %ii = affine.apply affine_map<(d0) -> (d0 mod 16)>(%i)
    memref.store %b, %A[%io, %ii] : memref<4x16xf32>
  }
  func.return
}

// -----

// The other uses of the iterators: conditions, bounds of loops inside, numbers, values that are
// stored; what is computed between the loops goes inside.
// CHECK-LABEL: @uses
// CHECK:      %c60 = arith.constant 60 : index
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 64 {
// CHECK-NEXT:   arith.cmpi slt, %[[I]], %c60 : index
// CHECK-NEXT:   affine.if affine_set<(d0) : (-d0 + 61 >= 0)>(%[[I]]) {
// CHECK-NEXT:     affine.store %[[I]], %{{.*}}[%[[I]]] : memref<64xindex>
// CHECK-NEXT:     affine.for %k = affine_map<(d0) -> (d0)>(%[[I]]) to min affine_map<(d0) -> (d0 + 3, 60)>(%[[I]]) {
// CHECK-NEXT:       affine.store %x, %N[%k] : memref<65xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     memref.store %x, %N[%[[I]]] : memref<65xf32>
// CHECK-NEXT:     arith.index_cast %[[I]] : index to i32
// CHECK:          affine.store %{{.*}}, %N[%[[I]] + 1] : memref<65xf32>
func.func @uses(%A: memref<4x16xindex>, %N: memref<65xf32>, %x: f32) {
  affine.for %io = 0 to 4 {
    %c60 = arith.constant 60 : index
    %c16 = arith.constant 16 : index
    %first = arith.muli %io, %c16 : index
    affine.for %ii = 0 to 16 {
      %i = arith.addi %first, %ii : index
      %small = arith.cmpi slt, %i, %c60 : index
      affine.if affine_set<(d0, d1) : (61 - d0 * 16 - d1 >= 0)>(%io, %ii) {
        affine.store %i, %A[%io, %ii] : memref<4x16xindex>
        affine.for %k = affine_map<(d0, d1) -> (d0 * 16 + d1)>(%io, %ii)
            to min affine_map<(d0, d1) -> (d0 * 16 + d1 + 3, 60)>(%io, %ii) {
          affine.store %x, %N[%k] : memref<65xf32>
        }
        memref.store %x, %N[%i] : memref<65xf32>
        %n = arith.index_cast %i : index to i32
        %f = arith.sitofp %n : i32 to f32
        affine.store %f, %N[%io * 16 + %ii + 1] : memref<65xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The middle of a partitioned loop; a local buffer, which two stages see through one view.
// CHECK-LABEL: @pieces
// CHECK:      %L = memref.alloc() {pad.name = "L"} : memref<8x4xf32>
// CHECK-NEXT: %[[L:.*]] = memref.collapse_shape %L {{\[\[}}0, 1]] : memref<8x4xf32> into memref<32xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 4 to 28 {
// CHECK-NEXT:   affine.store %x, %[[L]][%[[I]]] : memref<32xf32>
// CHECK-NEXT: } {pad.loop = "i", pad.stage = "fill.main"}
// CHECK-NEXT: affine.for %[[J:.*]] = 4 to 28 {
// CHECK-NEXT:   %l = affine.load %[[L]][%[[J]]] : memref<32xf32>
func.func @pieces(%B: memref<32xf32>, %x: f32) {
  %L = memref.alloc() {pad.name = "L"} : memref<8x4xf32>
  affine.for %io = 1 to 7 {
    affine.for %ii = 0 to 4 {
      affine.store %x, %L[%io, %ii] : memref<8x4xf32>
    } {pad.loop = "ii"}
  } {pad.loop = "io", pad.stage = "fill.main"}
  affine.for %io = 1 to 7 {
    affine.for %ii = 0 to 4 {
      %l = affine.load %L[%io, %ii] : memref<8x4xf32>
      affine.store %l, %B[%io * 4 + %ii] : memref<32xf32>
    }
  } {pad.stage = "copy"}
  func.return
}

// -----

// What the user views is one buffer with what it is a view of.
// CHECK-LABEL: @views
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 32 {
// CHECK-NEXT:   affine.store %x, %A[%[[I]]] : memref<32xf32>
func.func @views(%A: memref<32xf32>, %x: f32) {
  %V = memref.expand_shape %A [[0, 1]] output_shape [8, 4] : memref<32xf32> into memref<8x4xf32>
  affine.for %io = 0 to 8 {
    affine.for %ii = 0 to 4 {
      affine.store %x, %V[%io, %ii] : memref<8x4xf32>
    }
  }
  func.return
}

// -----

// A name that a loop around has is not taken; without a common stem the names are joined.
// CHECK-LABEL: @names
// CHECK:      affine.for %i = 0 to 2 {
// CHECK-NEXT:   affine.for %io_ii = 0 to 32 {
// CHECK:        } {pad.loop = "io_ii"}
// CHECK:      affine.for %i_j = 0 to 32 {
// CHECK:      } {pad.loop = "i_j"}
func.func @names(%A: memref<8x4xf32>, %B: memref<8x4xf32>, %x: f32) {
  affine.for %i = 0 to 2 {
    affine.for %io = 0 to 8 {
      affine.for %ii = 0 to 4 {
        affine.store %x, %A[%io, %ii] : memref<8x4xf32>
      }
    }
    affine.store %x, %B[0, %i] : memref<8x4xf32>
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      affine.store %x, %B[%i, %j] : memref<8x4xf32>
    }
  }
  func.return
}

// -----

// One iteration outside: nothing is left to divide, and no view is needed.
// CHECK-LABEL: @one_outside
// CHECK: affine.for %[[X:.*]] = 8 to 12 {
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[2, %[[X]] - 8] : memref<5x4xf32>
func.func @one_outside(%A: memref<5x4xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 2 to 3 {
    affine.for %j = 0 to 4 {
      affine.store %one, %A[%i, %j] : memref<5x4xf32>
    }
  } {pad.stage = "fill"}
  func.return
}

// -----

// A guard that one iteration decides stays one, without indices.
// CHECK-LABEL: @never
// CHECK: affine.for %[[X:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<() : (-1 >= 0)>() {
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[X]]] : memref<4xf32>
func.func @never(%A: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        affine.store %x, %A[%j] : memref<4xf32>
      }
    }
  } {pad.stage = "fill"}
  func.return
}

// -----

// As many tiles as there are at run time: they lie in a row all the same, in each of as many rows.
// CHECK-LABEL: @any_size
// CHECK-NEXT: %[[FLAT:.*]] = memref.collapse_shape %A {{\[\[}}0], [1, 2]] : memref<?x?x16xf32> into memref<?x?xf32>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %m {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to affine_map<()[s0] -> (((s0 + 15) floordiv 16) * 16)>()[%n] {
// CHECK-NEXT: affine.store %x, %[[FLAT]][%[[I]], %[[J]]] : memref<?x?xf32>
func.func @any_size(%A: memref<?x?x16xf32>, %x: f32, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %jo = 0 to affine_map<()[s0] -> ((s0 + 15) floordiv 16)>()[%n] {
      affine.for %ji = 0 to 16 {
        affine.store %x, %A[%i, %jo, %ji] : memref<?x?x16xf32>
      }
    }
  }
  func.return
}

// -----

// An access that divides, of a buffer of any number of tiles.
// CHECK-LABEL: @divided
// CHECK-NEXT: %[[FLAT:.*]] = memref.collapse_shape %A {{\[\[}}0, 1]] : memref<?x16xf32> into memref<?xf32>
// CHECK: affine.store %x, %[[FLAT]][%[[I:.*]]] : memref<?xf32>
func.func @divided(%A: memref<?x16xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i floordiv 16, %i mod 16] : memref<?x16xf32>
  }
  func.return
}

// -----

// The last tile of a row ends early: one loop to the end of the row.
// CHECK-LABEL: @last_tile
// CHECK:      affine.for %i = 0 to 4 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 29 {
// CHECK-NEXT:     affine.load %{{.*}}[%i, %[[J]]] : memref<4x32xf32>
// CHECK:        } {pad.loop = "j"}
func.func @last_tile(%A: memref<4x4x8xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to min affine_map<(d0) -> (29 - 8 * d0, 8)>(%jo) {
        %a = affine.load %A[%i, %jo, %ji] : memref<4x4x8xf32>
        %b = affine.load %B[%i] : memref<4xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %B[%i] : memref<4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// So does a tile that is the last one at all sizes, by an index that is computed between the loops.
// CHECK-LABEL: @last_tile_of_any
// CHECK:      affine.for %[[J:.*]] = 0 to affine_map<(d0) -> (d0)>(%n) {
// CHECK-NEXT:   affine.load %{{.*}}[%[[J]]] : memref<?xf32>
// CHECK-NOT:  affine.apply
func.func @last_tile_of_any(%A: memref<?x8xf32>, %B: memref<1xf32>, %n: index) {
  affine.for %jo = 0 to affine_map<(d0) -> (d0 ceildiv 8)>(%n) {
    %left = affine.apply affine_map<(d0)[s0] -> (s0 - 8 * d0)>(%jo)[%n]
    affine.for %ji = 0 to min affine_map<(d0) -> (d0, 8)>(%left) {
      %a = affine.load %A[%jo, %ji] : memref<?x8xf32>
      affine.store %a, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Tiles that end before the data does: their number decides.
// CHECK-LABEL: @few_tiles
// CHECK:      affine.for %{{.*}} = 0 to 24 {
func.func @few_tiles(%A: memref<4x8xf32>, %B: memref<1xf32>) {
  affine.for %jo = 0 to 3 {
    affine.for %ji = 0 to min affine_map<(d0) -> (29 - 8 * d0, 8)>(%jo) {
      %a = affine.load %A[%jo, %ji] : memref<4x8xf32>
      affine.store %a, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each tile ends early, or the tiles may end before n, or a limit is of each iteration: two loops.
// CHECK-LABEL: @stay_two
// CHECK-COUNT-8: affine.for
func.func @stay_two(%A: memref<?x8xf32>, %B: memref<1xf32>, %m: index, %n: index) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to min affine_map<(d0) -> (29 - 7 * d0, 8)>(%io) {
      %a = affine.load %A[%io, %ii] : memref<?x8xf32>
      affine.store %a, %B[0] : memref<1xf32>
    }
  }
  affine.for %jo = 0 to %m {
    affine.for %ji = 0 to min affine_map<(d0)[s0] -> (s0 - 8 * d0, 8)>(%jo)[%n] {
      %a = affine.load %A[%jo, %ji] : memref<?x8xf32>
      affine.store %a, %B[0] : memref<1xf32>
    }
  }
  affine.for %ko = 0 to 4 {
    affine.for %ki = 0 to min affine_map<(d0)[s0] -> (s0 - 8 * d0, 29 - 8 * d0, 8)>(%ko)[%n] {
      %a = affine.load %A[%ko, %ki] : memref<?x8xf32>
      affine.store %a, %B[0] : memref<1xf32>
    }
  }
  affine.for %lo = 0 to 4 {
    affine.for %li = 0 to min affine_map<(d0) -> (29 - 8 * d0, d0 + 8)>(%lo) {
      %a = affine.load %A[%lo, %li] : memref<?x8xf32>
      affine.store %a, %B[0] : memref<1xf32>
    }
  }
  func.return
}
