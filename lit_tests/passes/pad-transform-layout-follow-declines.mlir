// Where no loops follow a layout, and where they cannot.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i mod 4, i floordiv 4)" loops=follow}' --split-input-file --verify-diagnostics

// expected-remark@+1 {{the loops of @half are not changed to the layout of 'B': no stage is proven to write all of it; name a stage with pad-sequential-buffer-access}}
func.func @half(%B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 7 {
    affine.store %x, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The loops are those of another function, where the buffer has another name.
func.func @fill(%C: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %C[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
// expected-remark@+1 {{the loops of @called are not changed to the layout of 'B'}}
func.func @called(%B: memref<14xf32>, %x: f32) {
  func.call @fill(%B, %x) : (memref<14xf32>, f32) -> ()
  func.return
}

// -----

func.func @cumulative(%A: memref<14xi32>, %B: memref<14xi32>) {
  // expected-error@+1 {{the stage cannot run in the order of B: 'affine.store' in iteration [3] and 'affine.load' in iteration [4] access the same cell of B, and would change order}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.if affine_set<(d0) : (d0 == 0)>(%i) {
      affine.store %a, %B[%i] : memref<14xi32>
    } else {
      %before = affine.load %B[%i - 1] : memref<14xi32>
      %sum = arith.addi %before, %a : i32
      affine.store %sum, %B[%i] : memref<14xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @loop_inside_if(%B: memref<14xi32>, %x: i32) {
  // expected-remark@+1 {{the loops of the stage are not changed to the layout of 'B': axis 0 of the buffer is indexed by a loop inside 'affine.if'}}
  affine.for %once = 0 to 1 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%once) {
      affine.for %i = 0 to 14 {
        affine.store %x, %B[%i] : memref<14xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each arm has loops of its own.
func.func @either(%B: memref<14xi32>, %c: i1, %x: i32, %y: i32) {
  // expected-remark@+1 {{the loops of the stage are not changed to the layout of 'B': they are inside 'scf.if', whose arms may have others}}
  scf.if %c {
    affine.for %i = 0 to 14 {
      affine.store %x, %B[%i] : memref<14xi32>
    }
  } else {
    affine.for %i = 0 to 14 {
      affine.store %y, %B[%i] : memref<14xi32>
    }
  }
  func.return
}

// -----

func.func @parallel(%B: memref<14xi32>, %x: i32) {
  // expected-error@+2 {{the access of B is in no loop of the stage itself, but in 'affine.parallel'; only affine.for and scf.for are put in another order; make loops of the 'affine.parallel'}}
  affine.parallel (%i) = (0) to (14) {
    affine.store %x, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}
