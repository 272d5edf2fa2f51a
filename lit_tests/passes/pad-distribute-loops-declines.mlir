// RUN: pad-opt %s -p pad-distribute-loops --split-input-file --verify-diagnostics | filecheck %s
// RUN: not pad-opt %s -o /dev/null -p 'pad-distribute-loops{loop=q}' 2>&1 | filecheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: there is no loop 'q'

// The first nest reads what the second one wrote in the iteration before.
// CHECK-LABEL: @recurrence
// CHECK-COUNT-3: affine.for
// CHECK-NOT: affine.for
func.func @recurrence(%A: memref<5xf32>, %B: memref<4x8xf32>) {
  // expected-remark@+1 {{loop 'i' not distributed over the nests in it: 'affine.store' in iteration [0, 0] and 'affine.load' in iteration [1, 0] access the same cell of A, and would change order}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i] : memref<5xf32>
      affine.store %a, %B[%i, %j] : memref<4x8xf32>
    }
    affine.for %j = 0 to 8 {
      %b = affine.load %B[%i, %j] : memref<4x8xf32>
      affine.store %b, %A[%i + 1] : memref<5xf32>
    }
  }
  func.return
}

// -----

// Cell 0 of T is that of the iteration before.
// CHECK-LABEL: @read_before_written
// CHECK: memref.alloc() : memref<8xf32>
// CHECK-COUNT-3: affine.for
// CHECK-NOT: affine.for
func.func @read_before_written(%B: memref<4x8xf32>, %x: f32) {
  %T = memref.alloc() : memref<8xf32>
  affine.store %x, %T[0] : memref<8xf32>
  // expected-remark@+1 {{access the same cell of T, and would change order}}
  affine.for %i = 0 to 4 {
    affine.for %j = 1 to 8 {
      affine.store %x, %T[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%j] : memref<8xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
  }
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// CHECK-LABEL: @partly_written
// CHECK: memref.alloc() : memref<8xf32>
func.func @partly_written(%B: memref<4x8xf32>, %x: f32) {
  %T = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{loop 'i' not distributed over the nests in it: T may hold what another iteration has written, where it is read}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 + d1 - 1 >= 0)>(%i, %j) {
        affine.store %x, %T[%j] : memref<8xf32>
      }
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%j] : memref<8xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
  }
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// A condition on data: perhaps nothing is written.
// CHECK-LABEL: @data_decides
// CHECK: memref.alloc() : memref<8xf32>
func.func @data_decides(%B: memref<4x8xf32>, %C: memref<4xi1>, %x: f32) {
  %T = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{T may hold what another iteration has written, where it is read}}
  affine.for %i = 0 to 4 {
    %c = affine.load %C[%i] : memref<4xi1>
    affine.for %j = 0 to 8 {
      scf.if %c {
        affine.store %x, %T[%j] : memref<8xf32>
      }
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%j] : memref<8xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
  }
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// CHECK-LABEL: @vectors
func.func @vectors(%B: memref<4x8xf32>, %v: vector<8xf32>) {
  %T = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{what 'affine.vector_store' reads and writes is not known}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 1 {
      affine.vector_store %v, %T[%j] : memref<8xf32>, vector<8xf32>
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%j] : memref<8xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
  }
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// CHECK-LABEL: @size_asked
func.func @size_asked(%B: memref<4x8xf32>, %x: f32) {
  %T = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{T would need an axis for each loop, but 'memref.dim' uses it}}
  affine.for %i = 0 to 4 {
    %axis = arith.constant 0 : index
    %n = memref.dim %T, %axis : memref<8xf32>
    affine.for %j = 0 to 8 {
      affine.store %x, %T[%j] : memref<8xf32>
    }
    affine.for %j = 0 to %n {
      %t = affine.load %T[%j] : memref<8xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
  }
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// CHECK-LABEL: @no_bounds
func.func @no_bounds(%B: memref<?x8xf32>, %n: index, %x: f32) {
  %T = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{T would need an axis for the loop over i, whose bounds are no constants}}
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      affine.store %x, %T[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%j] : memref<8xf32>
      affine.store %t, %B[%i, %j] : memref<?x8xf32>
    }
  }
  memref.dealloc %T : memref<8xf32>
  func.return
}

// -----

// CHECK-LABEL: @value_without_bounds
func.func @value_without_bounds(%B: memref<?x8xf32>, %n: index, %x: f32) {
  // expected-remark@+1 {{%s, which a later nest needs, cannot be kept: the loop over i has no constants as bounds}}
  affine.for %i = 0 to %n {
    %s = affine.for %j = 0 to 8 iter_args(%t = %x) -> (f32) {
      %next = arith.addf %t, %x : f32
      affine.yield %next : f32
    }
    affine.for %j = 0 to 8 {
      affine.store %s, %B[%i, %j] : memref<?x8xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @buffer_between
func.func @buffer_between(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<4xi1>, %x: f32) {
  // expected-remark@+1 {{%p, which a later nest needs, is a memref<8xf32>, and cannot be kept}}
  affine.for %i = 0 to 4 {
    %c = affine.load %C[%i] : memref<4xi1>
    %p = scf.if %c -> (memref<8xf32>) {
      scf.yield %A : memref<8xf32>
    } else {
      scf.yield %B : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      memref.store %x, %p[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      memref.store %x, %p[%j] : memref<8xf32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @call
func.func private @unknown()
func.func @call(%B: memref<4x8xf32>, %x: f32) {
  // expected-remark@+1 {{what 'func.call' reads and writes is not known}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %B[%i, %j] : memref<4x8xf32>
    }
    affine.for %j = 0 to 8 {
      func.call @unknown() : () -> ()
    }
  }
  func.return
}

// -----

// Two arguments may be one buffer.
// CHECK-LABEL: @aliased
// CHECK-COUNT-3: affine.for
// CHECK-NOT: affine.for
func.func @aliased(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32) attributes {pad.may_alias} {
  // expected-remark@+1 {{and would change order}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 2 {
      affine.store %x, %A[%i * 2 + %j] : memref<8xf32>
    }
    affine.for %j = 0 to 2 {
      %b = affine.load %B[%i * 2 + %j] : memref<8xf32>
      affine.store %b, %B[%i * 2 + %j] : memref<8xf32>
    }
  }
  func.return
}

// -----

// What a loop carries passes through both nests.
// CHECK-LABEL: @carried
func.func @carried(%x: f32) -> f32 {
  %r = affine.for %i = 0 to 4 iter_args(%c = %x) -> (f32) {
    %s = affine.for %j = 0 to 8 iter_args(%t = %c) -> (f32) {
      %next = arith.addf %t, %x : f32
      affine.yield %next : f32
    }
    %u = affine.for %j = 0 to 8 iter_args(%t = %s) -> (f32) {
      %next = arith.mulf %t, %x : f32
      affine.yield %next : f32
    }
    affine.yield %u : f32
  }
  func.return %r : f32
}

// -----

// A view of a buffer that each iteration makes anew: it would be another one in the second loop.
// CHECK-LABEL: @view_of_a_new_one
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
func.func @view_of_a_new_one(%B: memref<1x8xf32>, %x: f32) {
  // expected-remark@+1 {{%T, which several nests need, is made in each iteration, and has views}}
  affine.for %i = 0 to 1 {
    %T = memref.alloc() : memref<8xf32>
    %V = memref.cast %T : memref<8xf32> to memref<?xf32>
    affine.for %j = 0 to 8 {
      affine.store %x, %T[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %V[%j] : memref<?xf32>
      affine.store %t, %B[%i, %j] : memref<1x8xf32>
    }
    memref.dealloc %T : memref<8xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @size_of_an_argument
func.func @size_of_an_argument(%B: memref<4x8xf32>, %n: index, %x: f32) {
  %T = memref.alloc(%n) : memref<?xf32>
  // expected-remark@+1 {{T would need an axis for each loop, but it is a memref<?xf32>}}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %T[%j] : memref<?xf32>
    }
    affine.for %j = 0 to 8 {
      %t = affine.load %T[%j] : memref<?xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
  }
  memref.dealloc %T : memref<?xf32>
  func.return
}

// -----

// Data chooses a cell: it may be any, of any iteration's part.
// CHECK-LABEL: @data_chooses
// CHECK-COUNT-3: affine.for
// CHECK-NOT: affine.for
func.func @data_chooses(%B: memref<4x8xf32>, %C: memref<4xindex>, %x: f32) {
  // expected-remark@+1 {{access the same cell of}}
  affine.for %i = 0 to 4 {
    %T = memref.alloc() : memref<8xf32>
    %c = affine.load %C[%i] : memref<4xindex>
    affine.for %j = 0 to 8 {
      memref.store %x, %T[%c] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %t = memref.load %T[%j] : memref<8xf32>
      affine.store %t, %B[%i, %j] : memref<4x8xf32>
    }
    memref.dealloc %T : memref<8xf32>
  }
  func.return
}
