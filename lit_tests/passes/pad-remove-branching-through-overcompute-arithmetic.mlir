// Conditions on what is computed of indices and of arguments, whatever operations compute it.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{max-waste=inf}' --split-input-file | filecheck %s

// A shift is a floor division.
// CHECK-LABEL: @shrsi_index
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @shrsi_index(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (39 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %m = arith.shrsi %i, %c3 : index
    %in = arith.cmpi slt, %m, %c5 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The low bits are a remainder.
// CHECK-LABEL: @andi_index
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @andi_index(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (4 - d0 mod 8 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c7 = arith.constant 7 : index
    %c5 = arith.constant 5 : index
    %m = arith.andi %i, %c7 : index
    %in = arith.cmpi slt, %m, %c5 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// All bits turned is -1 - i.
// CHECK-LABEL: @xori_index
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @xori_index(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (9 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %cm = arith.constant -1 : index
    %cl = arith.constant -10 : index
    %m = arith.xori %i, %cm : index
    %in = arith.cmpi sge, %m, %cl : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A choice of indices: i mod 8.
// CHECK-LABEL: @select_of_indices
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @select_of_indices(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<16xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (3 - d0 mod 8 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xi32>
    } else {
      affine.store %zero, %A[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %h = arith.cmpi slt, %i, %c8 : index
    %j = arith.subi %i, %c8 : index
    %m = arith.select %h, %i, %j : index
    %in = arith.cmpi slt, %m, %c4 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A choice of conditions.
// CHECK-LABEL: @select_of_conditions
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @select_of_conditions(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0, 49 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %c50 = arith.constant 50 : index
    %h = arith.cmpi slt, %i, %c8 : index
    %a0 = arith.cmpi sge, %i, %c4 : index
    %a1 = arith.cmpi slt, %i, %c50 : index
    %in = arith.select %h, %a0, %a1 : i1
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Division towards zero: from -7 to 7 the quotient is 0.
// CHECK-LABEL: @divsi_negative
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @divsi_negative(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 - 13 >= 0, 27 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c20 = arith.constant 20 : index
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %d = arith.subi %i, %c20 : index
    %q = arith.divsi %d, %c8 : index
    %in = arith.cmpi eq, %q, %c0 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A remainder has the sign of its dividend.
// CHECK-LABEL: @remsi_negative
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @remsi_negative(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 - 20 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c20 = arith.constant 20 : index
    %c64 = arith.constant 64 : index
    %c0 = arith.constant 0 : index
    %d = arith.subi %i, %c20 : index
    %q = arith.remsi %d, %c64 : index
    %in = arith.cmpi sge, %q, %c0 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A negative divisor.
// CHECK-LABEL: @divsi_by_negative
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @divsi_by_negative(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (11 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %cm = arith.constant -4 : index
    %cl = arith.constant -3 : index
    %q = arith.divsi %i, %cm : index
    %in = arith.cmpi sgt, %q, %cl : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// One comparison without a sign for both ends, of an index.
// CHECK-LABEL: @unsigned_index
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @unsigned_index(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 - 10 >= 0, 29 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c10 = arith.constant 10 : index
    %c20 = arith.constant 20 : index
    %d = arith.subi %i, %c10 : index
    %in = arith.cmpi ult, %d, %c20 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Both sides have a factor that an assume says to be positive.
// CHECK-LABEL: @product_common
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @product_common(%B: memref<1xi32>, %x: i32, %n: index) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %pos = arith.cmpi sge, %n, %c1 : index
  pad.assume %pos : i1
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c5 = arith.constant 5 : index
    %a0 = arith.muli %i, %n : index
    %a1 = arith.muli %n, %c5 : index
    %in = arith.cmpi slt, %a0, %a1 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A divisor that is an argument: i / n < 1 is i < n.
// CHECK-LABEL: @division_by_value
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @division_by_value(%B: memref<1xi32>, %x: i32, %n: index) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %pos = arith.cmpi sge, %n, %c1 : index
  pad.assume %pos : i1
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %q = arith.divsi %i, %n : index
    %in = arith.cmpi slt, %q, %c1 : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// i mod n is i: i < n.
// CHECK-LABEL: @remainder_by_value
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @remainder_by_value(%B: memref<1xi32>, %x: i32, %n: index) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %pos = arith.cmpi sge, %n, %c1 : index
  pad.assume %pos : i1
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %r = arith.remsi %i, %n : index
    %in = arith.cmpi eq, %r, %i : index
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An integer that is an argument, and the same as an index in the producer.
// CHECK-LABEL: @i32_argument
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @i32_argument(%B: memref<1xi32>, %x: i32, %m: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  %n = arith.index_cast %m : i32 to index
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %k = arith.index_cast %i : index to i32
    %in = arith.cmpi slt, %k, %m : i32
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Without a sign, a negative argument is more than any i.
// CHECK-LABEL: @i32_wide_argument
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @i32_wide_argument(%B: memref<1xi32>, %x: i32, %m: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  %n = arith.index_cast %m : i32 to index
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %k = arith.index_cast %i : index to i32
    %in = arith.cmpi ult, %k, %m : i32
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The index that is read is a choice, so that nothing is out of bounds without the guard.
// CHECK-LABEL: @clamped_read_in_bounds
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @clamped_read_in_bounds(%A: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  %c15 = arith.constant 15 : index
  %c0 = arith.constant 0 : index
  %S = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    %c16 = arith.constant 16 : index
    %in = arith.cmpi slt, %i, %c16 : index
    scf.if %in {
      %h = arith.cmpi sgt, %i, %c15 : index
      %at = arith.select %h, %c15, %i : index
      %v = memref.load %A[%at] : memref<16xf32>
      affine.store %v, %S[%i] : memref<32xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 16 {
    %v = affine.load %S[%i] : memref<32xf32>
    affine.store %v, %C[%i] : memref<16xf32>
  }
  func.return
}
