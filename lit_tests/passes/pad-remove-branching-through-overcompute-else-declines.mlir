// Else arms that stay: what the first arm leaves in their place is another value, or may be.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// Twice 1 is not 0.
// CHECK-LABEL: @other_value
// CHECK: affine.if
func.func @other_value(%A: memref<4xi32>, %B: memref<4xi32>) {
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %last = affine.load %A[3] : memref<4xi32>
  %holds = arith.cmpi eq, %last, %one : i32
  pad.assume %holds : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{without the guard, iteration [3] would store 2 : i32 in place of 0 : i32 in B[3], which may be read later (A[3] holds 1 : i32); pad A with a value that does not change B[3], or stores there what the else arm did}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %b = arith.muli %a, %two : i32
      affine.store %b, %B[%i] : memref<4xi32>
    } else {
      affine.store %zero, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A zero of the other sign.
// CHECK-LABEL: @negative_zero
// CHECK: affine.if
func.func @negative_zero(%A: memref<4xf32>, %B: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %negative = arith.constant -0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{would store 0.000000e+00 : f32 in place of -0.000000e+00 : f32 in B[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      affine.store %a, %B[%i] : memref<4xf32>
    } else {
      affine.store %negative, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Cells 3 and 4 hold what cells 0 and 1 do; the else arm reads one further on.
// CHECK-LABEL: @one_further
// CHECK: affine.if
func.func @one_further(%A: memref<6xi32>, %B: memref<4xi32>) {
  affine.for %k = 3 to 5 {
    %a = affine.load %A[%k] : memref<6xi32>
    %b = affine.load %A[%k - 3] : memref<6xi32>
    %holds = arith.cmpi eq, %a, %b : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i + 1] : memref<6xi32>
      affine.store %a, %B[%i] : memref<4xi32>
    } else {
      %a = affine.load %A[%i - 1] : memref<6xi32>
      affine.store %a, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Floats that compare equal may be zeros of both signs.
// CHECK-LABEL: @equal_floats
// CHECK: affine.if
func.func @equal_floats(%A: memref<4xf32>, %B: memref<3xf32>) {
  %a = affine.load %A[3] : memref<4xf32>
  %b = affine.load %A[0] : memref<4xf32>
  %holds = arith.cmpf oeq, %a, %b : f32
  pad.assume %holds : i1
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xf32>
      affine.store %c, %B[%i] : memref<3xf32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xf32>
      affine.store %c, %B[%i] : memref<3xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Not equal is not what is wanted.
// CHECK-LABEL: @unequal
// CHECK: affine.if
func.func @unequal(%A: memref<4xi32>, %B: memref<3xi32>) {
  %a = affine.load %A[3] : memref<4xi32>
  %b = affine.load %A[0] : memref<4xi32>
  %holds = arith.cmpi ne, %a, %b : i32
  pad.assume %holds : i1
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The cell that was copied is written before the stage.
// CHECK-LABEL: @source_written
// CHECK: affine.if
func.func @source_written(%A: memref<4xi32>, %B: memref<3xi32>) {
  affine.for %k = 3 to 4 {
    %a = affine.load %A[%k - 3] : memref<4xi32>
    affine.store %a, %A[%k] : memref<4xi32>
  }
  affine.for %k = 0 to 1 {
    %new = affine.load %B[%k] : memref<3xi32>
    affine.store %new, %A[%k] : memref<4xi32>
  }
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The copy itself is, in the stage.
// CHECK-LABEL: @copy_written
// CHECK: affine.if
func.func @copy_written(%A: memref<4xi32>, %B: memref<3xi32>, %x: i32) {
  affine.for %k = 3 to 4 {
    %a = affine.load %A[%k - 3] : memref<4xi32>
    affine.store %a, %A[%k] : memref<4xi32>
  }
  affine.for %i = 0 to 3 {
    affine.store %x, %A[3] : memref<4xi32>
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Copies of one cell after the other: the last one stays.
// CHECK-LABEL: @two_sources
// CHECK: affine.if
func.func @two_sources(%A: memref<4xi32>, %B: memref<3xi32>) {
  affine.for %k = 0 to 2 {
    %a = affine.load %A[%k] : memref<4xi32>
    affine.store %a, %A[3] : memref<4xi32>
  }
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A stage that shifts its cells copies what it has written.
// CHECK-LABEL: @shifted
// CHECK: affine.if
func.func @shifted(%A: memref<4xi32>, %B: memref<3xi32>) {
  affine.for %k = 0 to 3 {
    %a = affine.load %A[2 - %k] : memref<4xi32>
    affine.store %a, %A[3 - %k] : memref<4xi32>
  }
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Another cell than the else arm's, and a cell that the first arm does not write.
// CHECK-LABEL: @other_cell
// CHECK: affine.if
// CHECK: affine.if
func.func @other_cell(%B: memref<5xi32>, %C: memref<5xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{no store of the first arm is to the cell of B that its else arm stores}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<5xi32>
    } else {
      affine.store %x, %B[%i + 1] : memref<5xi32>
    }
    // expected-remark@+1 {{no store of the first arm is to the cell of C that its else arm stores}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<5xi32>
    } else {
      affine.store %x, %C[%i] : memref<5xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What the first arm stores is overwritten by a loop.
// CHECK-LABEL: @overwritten
// CHECK: affine.if
func.func @overwritten(%B: memref<5xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{no store of the first arm is to the cell of B that its else arm stores}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<5xi32>
      affine.for %j = 2 to 4 {
        affine.store %y, %B[%j] : memref<5xi32>
      }
    } else {
      affine.store %x, %B[%i] : memref<5xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Which store of the else arm is the last one is not one for all iterations.
// CHECK-LABEL: @sometimes_one_cell
// CHECK: affine.if
func.func @sometimes_one_cell(%B: memref<8xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{two stores of its else arm to B may be to the same cell}}
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %y, %B[7] : memref<8xi32>
      affine.store %x, %B[%i] : memref<8xi32>
    } else {
      affine.store %x, %B[%i] : memref<8xi32>
      affine.store %y, %B[7] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Effects of the else arm that nothing replaces.
func.func private @g()
// CHECK-LABEL: @effects
// CHECK: affine.if
// CHECK: affine.if
// CHECK: affine.if
func.func @effects(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'func.call' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
    } else {
      func.call @g() : () -> ()
    }
    // expected-remark@+1 {{'affine.for' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<4xi32>
    } else {
      affine.for %j = 0 to 4 {
        affine.store %x, %A[%j] : memref<4xi32>
      }
    }
    // expected-remark@+1 {{'pad.assume' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<4xi32>
    } else {
      affine.store %x, %A[%i] : memref<4xi32>
      %holds = arith.constant true
      pad.assume %holds : i1
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two cells that hold one arbitrary value.
// CHECK-LABEL: @one_undef
// CHECK: affine.if
func.func @one_undef(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in B[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xi32>
      %b = affine.load %A[%i + 4] : memref<8xi32>
      affine.store %a, %B[%i] : memref<8xi32>
      affine.store %b, %B[%i + 4] : memref<8xi32>
    } else {
      %u = pad.undef : i32
      affine.store %u, %B[%i] : memref<8xi32>
      affine.store %u, %B[%i + 4] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The else arm reads what the first arm would change: dead without it.
// CHECK-LABEL: @read_by_else
// CHECK: affine.if
func.func @read_by_else(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  %L = memref.alloc() {pad.name = "L"} : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %L[%i] : memref<4xi32>
  }
  affine.for %i = 1 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in L[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %l = affine.load %L[%i - 1] : memref<4xi32>
      affine.store %x, %L[%i] : memref<4xi32>
      affine.store %l, %B[%i] : memref<4xi32>
    } else {
      %l = affine.load %L[%i - 1] : memref<4xi32>
      affine.store %l, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  memref.dealloc %L : memref<4xi32>
  func.return
}

// -----

// The first arm reads what it has written itself.
// CHECK-LABEL: @after_a_store
// CHECK: affine.if
func.func @after_a_store(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in B[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<4xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      affine.store %a, %B[%i] : memref<4xi32>
    } else {
      %a = affine.load %A[%i] : memref<4xi32>
      affine.store %a, %B[%i] : memref<4xi32>
      affine.store %x, %A[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What was loaded before it is not what is there.
// CHECK-LABEL: @loaded_before
// CHECK: affine.if
func.func @loaded_before(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    %before = affine.load %A[%i] : memref<4xi32>
    affine.for %j = 0 to 4 {
      affine.store %x, %A[%j] : memref<4xi32>
    }
    // expected-remark@+1 {{is not shown to store the same value in B[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      affine.store %a, %B[%i] : memref<4xi32>
    } else {
      affine.store %before, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The else arm adds 0.0 to what may be -0.0.
// CHECK-LABEL: @zero_added
// CHECK: affine.if
func.func @zero_added(%A: memref<4xf32>, %B: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    %b = affine.load %B[%i] : memref<4xf32>
    // expected-remark@+1 {{is not shown to store the same value in A[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %b, %A[%i] : memref<4xf32>
    } else {
      %a = arith.addf %b, %zero : f32
      affine.store %a, %A[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Values that are computed with other promises are others.
// CHECK-LABEL: @promises
// CHECK: affine.if
func.func @promises(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in B[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %b = arith.subf %a, %x fastmath<nsz> : f32
      affine.store %b, %B[%i] : memref<4xf32>
    } else {
      %a = affine.load %A[%i] : memref<4xf32>
      %b = arith.subf %a, %x : f32
      affine.store %b, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Operands the other way round.
// CHECK-LABEL: @swapped
// CHECK: affine.if
func.func @swapped(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in B[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %b = arith.subi %a, %x : i32
      affine.store %b, %B[%i] : memref<4xi32>
    } else {
      %a = affine.load %A[%i] : memref<4xi32>
      %b = arith.subi %x, %a : i32
      affine.store %b, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The loop of the else arm runs on.
// CHECK-LABEL: @other_bound
// CHECK: affine.if
func.func @other_bound(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %x: i32, %y: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.for' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    } else {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// It reads other cells.
// CHECK-LABEL: @other_read
// CHECK: affine.if
func.func @other_read(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %x: i32, %y: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.for' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    } else {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j + 1] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// It writes others.
// CHECK-LABEL: @other_write
// CHECK: affine.if
func.func @other_write(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %x: i32, %y: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.for' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    } else {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, 2 - %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// It computes with another value.
// CHECK-LABEL: @other_operand
// CHECK: affine.if
func.func @other_operand(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %x: i32, %y: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.for' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    } else {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %y : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// It computes another value.
// CHECK-LABEL: @other_operation
// CHECK: affine.if
func.func @other_operation(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %x: i32, %y: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.for' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    } else {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The stage that copies stores something else there as well.
// CHECK-LABEL: @copy_overwritten
// CHECK: affine.if
func.func @copy_overwritten(%A: memref<4xi32>, %B: memref<3xi32>, %x: i32) {
  affine.for %k = 3 to 4 {
    %a = affine.load %A[%k - 3] : memref<4xi32>
    affine.store %a, %A[%k] : memref<4xi32>
    affine.store %x, %A[3] : memref<4xi32>
  }
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// One of the cells is written between its load and the assume.
// CHECK-LABEL: @assumed_too_late
// CHECK: affine.if
func.func @assumed_too_late(%A: memref<4xi32>, %B: memref<3xi32>) {
  %a = affine.load %A[3] : memref<4xi32>
  %b = affine.load %A[0] : memref<4xi32>
  affine.for %k = 0 to 1 {
    %new = affine.load %B[%k] : memref<3xi32>
    affine.store %new, %A[%k] : memref<4xi32>
  }
  %holds = arith.cmpi eq, %a, %b : i32
  pad.assume %holds : i1
  affine.for %i = 0 to 3 {
    // expected-remark@+1 {{is not shown to store the same value in B[2]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What both arms store is not a zero, where the first arm would read it in a later iteration.
// CHECK-LABEL: @stored_by_both
// CHECK: affine.if
func.func @stored_by_both(%L: memref<6xi32>, %C: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 2 to 4 {
    affine.store %zero, %L[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in C[0]}}
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %l = affine.load %L[5 - %i] : memref<6xi32>
      %c = affine.load %C[0] : memref<1xi32>
      %t = arith.addi %c, %l : i32
      affine.store %t, %C[0] : memref<1xi32>
      affine.store %x, %L[%i] : memref<6xi32>
    } else {
      affine.store %x, %L[%i] : memref<6xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// It reads another buffer.
// CHECK-LABEL: @other_buffer
// CHECK: affine.if
func.func @other_buffer(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %x: i32, %y: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.for' of its else arm would no longer run}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    } else {
      affine.for %j = 0 to 3 {
        %a = affine.load %B[%i, %j] : memref<4x4xi32>
        %t = arith.subi %a, %x : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A copy of another cell than the one that is needed: of which, is known from the assume.
// CHECK-LABEL: @copy_of_another
// CHECK: affine.if
func.func @copy_of_another(%A: memref<7xf32>, %B: memref<6xf32>) {
  %first = affine.load %A[0] : memref<7xf32>
  %last = affine.load %A[5] : memref<7xf32>
  %0 = arith.bitcast %first : f32 to i32
  %1 = arith.bitcast %last : f32 to i32
  %same = arith.cmpi eq, %0, %1 : i32
  pad.assume %same : i1
  affine.for %i = 0 to 6 {
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [0] of the loops around it (A[0] is a copy of A[5]; with the guard, the value is that of A[6]); pad A with copies of the cells that are read with the guard}}
    %w = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> f32 {
      %x = affine.load %A[%i] : memref<7xf32>
      affine.yield %x : f32
    } else {
      %x = affine.load %A[6] : memref<7xf32>
      affine.yield %x : f32
    }
    affine.store %w, %B[%i] : memref<6xf32>
  } {pad.stage = "compute"}
  return
}

// -----

// The same in memory, of a row that a stage copied.
// CHECK-LABEL: @row_of_another
// CHECK: affine.if
func.func @row_of_another(%A: memref<5x4xf32>, %B: memref<4x4xf32>) {
  affine.for %j = 0 to 4 {
    %x = affine.load %A[2, %j] : memref<5x4xf32>
    affine.store %x, %A[4, %j] : memref<5x4xf32>
  } {pad.stage = "padding"}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      // expected-remark@+1 {{without the guard, iteration [3, 0] is not shown to store the same value in B[3, 0], which may be read later (A[4, 0] is a copy of A[2, 0]; with the guard, the value is that of A[0, 0]); pad A with copies of the cells that are read with the guard}}
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %x = affine.load %A[%i + 1, %j] : memref<5x4xf32>
        affine.store %x, %B[%i, %j] : memref<4x4xf32>
      } else {
        %x = affine.load %A[0, %j] : memref<5x4xf32>
        affine.store %x, %B[%i, %j] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  return
}

// -----

// What was a copy has been written since.
// CHECK-LABEL: @copy_no_more
// CHECK: affine.if
func.func @copy_no_more(%A: memref<7xf32>, %B: memref<6xf32>, %x: f32) {
  %last = affine.load %A[5] : memref<7xf32>
  affine.store %last, %A[0] : memref<7xf32>
  affine.store %x, %A[5] : memref<7xf32>
  affine.for %i = 0 to 6 {
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [0] of the loops around it (A[0] may hold anything; with the guard, the value is that of A[6])}}
    %w = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> f32 {
      %x1 = affine.load %A[%i] : memref<7xf32>
      affine.yield %x1 : f32
    } else {
      %x1 = affine.load %A[6] : memref<7xf32>
      affine.yield %x1 : f32
    }
    affine.store %w, %B[%i] : memref<6xf32>
  } {pad.stage = "compute"}
  return
}

// -----

// A copy that the inserted iterations read is overwritten by an earlier one of them, in a store
// that stands after the read. A[8..11] are what the original iterations write there.
// CHECK-LABEL: @copy_overwritten_behind
// CHECK: affine.if
func.func @copy_overwritten_behind(%A: memref<12xf32>, %B: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %v = affine.load %A[%i] : memref<12xf32>
    affine.store %v, %A[%i + 4] : memref<12xf32>
  } {pad.stage = "wrap"}
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{without the guard, iteration [4] is not shown to store the same value in B[4], which may be read later (A[4] may hold anything; with the guard, the value is that of A[0])}}
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<12xf32>
      affine.store %a, %B[%i] : memref<8xf32>
      affine.store %x, %A[11 - %i] : memref<12xf32>
    } else {
      %a = affine.load %A[%i - 4] : memref<12xf32>
      affine.store %a, %B[%i] : memref<8xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i + 4] : memref<12xf32>
  } {pad.stage = "over"}
  return
}

// -----

// No one value is what the else arm reads; the map of the copy is told, as far as it is the same everywhere.
// CHECK-LABEL: @wrapped
// CHECK: affine.if
func.func @wrapped(%A: memref<20xi32>, %B: memref<17xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 3 {
    affine.store %zero, %A[%i] : memref<20xi32>
  }
  affine.for %j = 0 to 17 {
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [0] of the loops around it (A[0] holds 0 : i32; with the guard, the value is that of A[17]); pad A with copies of the cells that are read with the guard, pad="(p0) -> (p0 + 17)" for the cells that are read}}
    %v = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) -> i32 {
      %x = affine.load %A[%j] : memref<20xi32>
      affine.yield %x : i32
    } else {
      %x = affine.load %A[%j + 17] : memref<20xi32>
      affine.yield %x : i32
    }
    affine.store %v, %B[%j] : memref<17xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// What another buffer holds, the padding of this one cannot.
// CHECK-LABEL: @of_another_buffer
// CHECK: affine.if
func.func @of_another_buffer(%A: memref<17xi32>, %C: memref<17xi32>, %B: memref<17xi32>) {
  affine.for %j = 0 to 17 {
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [0] of the loops around it (A[0] may hold anything; with the guard, the value is that of C[0])}}
    %v = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%j) -> i32 {
      %x = affine.load %A[%j] : memref<17xi32>
      affine.yield %x : i32
    } else {
      %x = affine.load %C[%j] : memref<17xi32>
      affine.yield %x : i32
    }
    affine.store %v, %B[%j] : memref<17xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: func.func @two_borders
// CHECK: affine.if
func.func @two_borders(%A: memref<16xi32>, %B: memref<16xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{'affine.if' of its else arm would no longer run; nest it in the first arm instead, or write a guard for each of the cases}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xi32>
    } else {
      // expected-remark@+1 {{is not shown to store the same value in B[14]}}
      affine.if affine_set<(d0) : (d0 - 15 >= 0)>(%i) {
        affine.store %y, %B[%i] : memref<16xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What only one of them has an else arm for is not the same.
// CHECK-LABEL: @one_has_an_else
// CHECK: affine.if
func.func @one_has_an_else(%A: memref<16xi32>, %c: i1, %x: i32) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{it contains an 'scf.if' on data, which must not depend on padding}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      // expected-remark@+1 {{its condition is not one on indices alone}}
      scf.if %c {
        affine.store %x, %A[%i] : memref<16xi32>
      }
    } else {
      // expected-remark@+1 {{its condition is not one on indices alone}}
      scf.if %c {
        affine.store %x, %A[%i] : memref<16xi32>
      } else {
        affine.store %x, %A[%i] : memref<16xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
