// RUN: pad-opt %s -p 'pad-distribute-loops' --split-input-file | filecheck %s

// Each iteration fills the buffer before it reads it: it gets an axis for the loop. The nests share
// the result of the first loop too, which is kept, and what is computed of it, which is not.
// CHECK-LABEL: @rows
// CHECK-DAG:  [[T:%.*]] = memref.alloc() : memref<4x8xf32>
// CHECK-DAG:  [[M:%.*]] = memref.alloc() : memref<4xf32>
// CHECK:      affine.for [[I:%.*]] = 2 to 6 {
// CHECK-NEXT:   [[R:%.*]] = affine.for
// CHECK:          affine.store {{.*}}, [[T]][[[I]] - 2, {{%.*}}] : memref<4x8xf32>
// CHECK:        affine.store [[R]], [[M]][[[I]] - 2] : memref<4xf32>
// CHECK-NEXT: } {pad.stage = "rows"}
// CHECK-NEXT: affine.for [[K:%.*]] = 2 to 6 {
// CHECK-NEXT:   [[L:%.*]] = affine.load [[M]][[[K]] - 2] : memref<4xf32>
// CHECK-NEXT:   [[H:%.*]] = arith.mulf [[L]], %half
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.load [[T]][[[K]] - 2, {{.*}} + 7] : memref<4x8xf32>
// CHECK:      } {pad.stage = "rows_1"}
// CHECK-DAG:  memref.dealloc [[T]] : memref<4x8xf32>
// CHECK-DAG:  memref.dealloc [[M]] : memref<4xf32>
func.func @rows(%A: memref<6x8xf32>, %B: memref<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %T = memref.alloc() : memref<8xf32>
  affine.for %i = 2 to 6 {
    %sum = affine.for %j = 0 to 8 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<6x8xf32>
      affine.store %a, %T[%j] : memref<8xf32>
      %next = arith.addf %s, %a : f32
      affine.yield %next : f32
    }
    %mean = arith.mulf %sum, %half : f32
    affine.for %j = 0 to 8 {
      %t = affine.load %T[-%j + 7] : memref<8xf32>
      %d = arith.subf %t, %mean : f32
      affine.store %d, %B[%i, %j] : memref<6x8xf32>
    }
  } {pad.stage = "rows"}
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// The loops of a band go together; a buffer grows by those axes only that it needs: T has one for h.
// CHECK-LABEL: @band
// CHECK:      [[T:%.*]] = memref.alloc() : memref<3x4x8xf32>
// CHECK:      affine.for [[H:%.*]] = 0 to 3 {
// CHECK-NEXT:   affine.for [[I:%.*]] = 0 to 4 {
// CHECK-NEXT:     affine.for [[J:%.*]] = 0 to 8 {
// CHECK:            memref.store {{.*}}, [[T]][[[H]], [[I]], [[J]]] : memref<3x4x8xf32>
// CHECK:      affine.for [[H2:%.*]] = 0 to 3 {
// CHECK-NEXT:   affine.for [[I2:%.*]] = 0 to 4 {
// CHECK-NEXT:     affine.for [[J2:%.*]] = 0 to 8 {
// CHECK-NEXT:       memref.load [[T]][[[H2]], [[I2]], [[J2]]] : memref<3x4x8xf32>
func.func @band(%A: memref<3x4x8xf32>, %B: memref<3x4x8xf32>) {
  %T = memref.alloc() : memref<4x8xf32>
  affine.for %h = 0 to 3 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%h, %i, %j] : memref<3x4x8xf32>
        memref.store %a, %T[%i, %j] : memref<4x8xf32>
      }
      affine.for %j = 0 to 8 {
        %t = memref.load %T[%i, %j] : memref<4x8xf32>
        affine.store %t, %B[%h, %i, %j] : memref<3x4x8xf32>
      }
    }
  }
  memref.dealloc %T : memref<4x8xf32>
  func.return
}

// -----

// A buffer that each iteration makes anew grows without a proof; one that one nest uses stays there.
// CHECK-LABEL: @made_inside
// CHECK:      [[T:%.*]] = memref.alloc() : memref<4x8xf32>
// CHECK-NEXT: affine.for
// CHECK-NOT:  memref.alloc
// CHECK:        memref.store {{.*}}, [[T]]
// CHECK:      affine.for
// CHECK:        [[U:%.*]] = memref.alloc() : memref<8xf32>
// CHECK:        memref.store {{.*}}, [[U]]
// CHECK:        memref.dealloc [[U]]
// CHECK:      memref.dealloc [[T]]
func.func @made_inside(%B: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %T = memref.alloc() : memref<8xf32>
    %U = memref.alloc() : memref<8xf32>
    affine.for %j = 0 to 8 {
      memref.store %x, %T[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %t = memref.load %T[%j] : memref<8xf32>
      memref.store %t, %U[%j] : memref<8xf32>
      %u = memref.load %U[%j] : memref<8xf32>
      affine.store %u, %B[%i, %j] : memref<4x8xf32>
    }
    memref.dealloc %T : memref<8xf32>
    memref.dealloc %U : memref<8xf32>
  }
  func.return
}

// -----

// No buffer has to grow where each iteration has cells of its own.
// CHECK-LABEL: @own_cells
// CHECK-NOT:  memref.alloc
// CHECK:      affine.for
// CHECK:      } {pad.stage = "both"}
// CHECK:      affine.for
// CHECK:      } {pad.stage = "both_1"}
func.func @own_cells(%A: memref<4x8xf32>, %B: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, -%j + 7] : memref<4x8xf32>
      affine.store %a, %B[%i, %j] : memref<4x8xf32>
    }
  } {pad.stage = "both"}
  func.return
}

// -----

// A loop around one nest stays as it is.
// CHECK-LABEL: @one_nest
// CHECK:      affine.for
// CHECK-NEXT:   affine.store %x, %A
// CHECK-NEXT:   affine.for
// CHECK-NOT:  affine.for
func.func @one_nest(%A: memref<4xf32>, %B: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xf32>
    affine.for %j = 0 to 8 {
      affine.store %x, %B[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}

// -----

// A buffer that is made in the loop is one for both nests, though it need not grow.
// CHECK-LABEL: @own_cell_of_a_new_one
// CHECK:      [[T:%.*]] = memref.alloc() : memref<4xf32>
// CHECK:      affine.for [[I:%.*]] = 0 to 4 {
// CHECK:        affine.store %x, [[T]][[[I]]] : memref<4xf32>
// CHECK:      affine.for [[I2:%.*]] = 0 to 4 {
// CHECK-NOT:    memref.alloc
// CHECK:        affine.load [[T]][[[I2]]] : memref<4xf32>
// CHECK:      memref.dealloc [[T]] : memref<4xf32>
func.func @own_cell_of_a_new_one(%B: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %T = memref.alloc() : memref<4xf32>
    affine.for %j = 0 to 8 {
      affine.store %x, %T[%i] : memref<4xf32>
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%i] : memref<4xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
    memref.dealloc %T : memref<4xf32>
  }
  func.return
}

// -----

// Bounds need not be constant where nothing is kept between the nests.
// CHECK-LABEL: @any_rows
// CHECK:      affine.for {{.*}} to %n {
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.store %x, %A
// CHECK:      affine.for {{.*}} to %n {
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.store %x, %B
func.func @any_rows(%A: memref<?x8xf32>, %B: memref<?x8xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<?x8xf32>
    }
    affine.for %j = 0 to 8 {
      affine.store %x, %B[%i, %j] : memref<?x8xf32>
    }
  }
  func.return
}

// -----

// An access that stands between the nests goes with one of them where its buffer grows, and the
// layout that the buffer had is not the grown one's.
// CHECK-LABEL: @between_nests
// CHECK:      [[T:%.*]] = memref.alloc() {alignment = 64 : i64} : memref<4x1x1xf32>
// CHECK:      affine.for [[I:%.*]] = 0 to 4 {
// CHECK:        affine.store %b, %C
// CHECK:        affine.store %a, [[T]][[[I]], 0, 0] : memref<4x1x1xf32>
// CHECK:      affine.for [[I2:%.*]] = 0 to 4 {
// CHECK-NEXT:   [[OUTER:%.*]] = affine.load [[T]][[[I2]], 0, 0] : memref<4x1x1xf32>
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     [[INNER:%.*]] = affine.load [[T]][[[I2]], 0, 0] : memref<4x1x1xf32>
// CHECK-NEXT:     arith.addf [[INNER]], [[OUTER]] : f32
// CHECK-NOT:    affine.store {{.*}} [[T]]
func.func @between_nests(%A: memref<4xf32>, %B: memref<4x8xf32>, %C: memref<4x8xf32>) {
  %T = memref.alloc() {alignment = 64 : i64, pad.logical = memref<1xf32, #pad.layout<[affine_map<(d0) -> (d0, 0)>], ["forbidden"], {}>>} : memref<1x1xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %b = affine.load %B[%i, %j] : memref<4x8xf32>
      affine.store %b, %C[%i, %j] : memref<4x8xf32>
    }
    %a = affine.load %A[%i] : memref<4xf32>
    affine.store %a, %T[0, 0] : memref<1x1xf32>
    %outer = affine.load %T[0, 0] : memref<1x1xf32>
    affine.for %j = 0 to 8 {
      %inner = affine.load %T[0, 0] : memref<1x1xf32>
      %z = arith.addf %inner, %outer : f32
      affine.store %z, %B[%i, %j] : memref<4x8xf32>
    }
  }
  memref.dealloc %T : memref<1x1xf32>
  func.return
}
