// RUN: pad-opt %s -p 'pad-fuse{outer=i inner=j}' --split-input-file --verify-diagnostics

func.func @imperfect(%A: memref<4x8xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{'affine.store' stands between the loops i and j, which may hold nothing else that has an effect; give it a loop of its own before them, or order the loops by a buffer: pad-sequential-buffer-access splits it off}}
    affine.store %x, %B[%i] : memref<4xf32>
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}

// -----

func.func @beside(%A: memref<4x8xf32>, %x: f32) {
  // expected-error@+1 {{i does not hold j directly}}
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i, 0] : memref<4x8xf32>
  }
  affine.for %j = 0 to 8 {
    affine.store %x, %A[0, %j] : memref<4x8xf32>
  }
  func.return
}

// -----

func.func @any_size(%A: memref<4x?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{the iterations of j have no bounds that are constants, so that one index cannot count those of both loops; make j the outer loop by pad-reorder, or give the size}}
    affine.for %j = 0 to %n {
      affine.store %x, %A[%i, %j] : memref<4x?xf32>
    }
  }
  func.return
}

// -----

// The pass is told to fuse i with j.
func.func @turned(%A: memref<4x8xf32>, %x: f32) {
  // expected-error@+1 {{j holds i: give them in that order}}
  affine.for %j = 0 to 8 {
    affine.for %i = 0 to 4 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}

// -----

// The call may write what is loaded: the load is not to go inside.
func.func private @count(%C: memref<1xi32>)
func.func @between(%A: memref<4x4xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{'affine.load' stands between the loops i and j, which may hold nothing else that has an effect}}
    %c = affine.load %C[0] : memref<1xi32>
    affine.for %j = 0 to 4 {
      func.call @count(%C) : (memref<1xi32>) -> ()
      affine.store %c, %A[%i, %j] : memref<4x4xi32>
    }
  }
  func.return
}
