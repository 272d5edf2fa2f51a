// RUN: pad-opt %s -p 'pad-split{loop=i factor=4}' --split-input-file --verify-diagnostics
// RUN: not pad-opt %S/pad-split.mlir --split-input-file -p 'pad-split{loop=i factor=0}' 2>&1 | filecheck %s
// RUN: not pad-opt %S/pad-split.mlir --split-input-file -p 'pad-split{loop=i factor=4 function=none}' 2>&1 | filecheck %s --check-prefix=FUNCTION
// FUNCTION: error: there is no function @none with a body; there are: @
// CHECK: error: pad-split: the factor is 0, but must be at least 1

// expected-error@+1 {{there is no loop 'i' in @none; its loops are: j}}
func.func @none(%A: memref<14xf32>, %x: f32) {
  affine.for %j = 0 to 14 {
    affine.store %x, %A[%j] : memref<14xf32>
  }
  func.return
}

// -----

// expected-error@+1 {{there are 2 loops 'i' in @two; name them in the program, by `{pad.loop = ".."}` after a loop; they are at }}
func.func @two(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.loop = "i"}
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  } {pad.loop = "i"}
  func.return
}

// -----

// affine.for takes no bound from data.
func.func @rows_of_lengths(%A: memref<14xf32>, %n: memref<4xindex>, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  affine.for %r = 0 to 4 {
    %last = affine.load %n[%r] : memref<4xindex>
    // expected-error@+1 {{the loops cannot become io, ii: (last + 3) // 4 is not a bound that affine.for can have; give the loop constant bounds, and put what is in it under an affine.if}}
    scf.for %i = %zero to %last step %one {
      memref.store %x, %A[%i] : memref<14xf32>
    }
  }
  func.return
}

// -----

// expected-error@+1 {{there are 2 loops 'i' in @staged; give the stage too: first.i, second.i; they are at }}
func.func @staged(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {pad.stage = "first"}
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {pad.stage = "second"}
  func.return
}

// -----

// expected-error@+1 {{@one, @another have a loop i; say which by `function`, of the pass or of the Schedule, or give the stage too: first.i, second.i}}
func.func @one(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {pad.stage = "first"}
  func.return
}
func.func @another(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {pad.stage = "second"}
  func.return
}

// -----

// expected-error@+1 {{no function has a loop i: none has a body}}
func.func private @declared(memref<8xf32>)
