// nnan and ninf stay on what also runs at padding, where no poison comes of it that was not there, and nsz where no
// zero of it may change its sign.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// A maximum that begins at -inf, over padding that holds -inf: none is a NaN, or it was poison.
// CHECK-LABEL: @maximum
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x fastmath<nnan,nsz> : f32
func.func @maximum(%A: memref<8xf32>, %Y: memref<2xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  affine.for %o = 0 to 2 {
    affine.store %least, %Y[%o] : memref<2xf32>
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %x = affine.load %A[%i] : memref<8xf32>
        %y = affine.load %Y[%o] : memref<2xf32>
        %m = arith.maximumf %y, %x fastmath<nnan,nsz> : f32
        affine.store %m, %Y[%o] : memref<2xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// The accumulators were written before the stage; -inf is infinite.
// CHECK-LABEL: @stages
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x fastmath<nnan> : f32
func.func @stages(%A: memref<8xf32>, %Y: memref<2xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  affine.for %o = 0 to 2 {
    affine.store %least, %Y[%o] : memref<2xf32>
  }
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %x = affine.load %A[%i] : memref<8xf32>
        %y = affine.load %Y[%o] : memref<2xf32>
        %m = arith.maximumf %y, %x fastmath<nnan,ninf> : f32
        affine.store %m, %Y[%o] : memref<2xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// A sum of 0.0 and what is finite, or was poison, is that.
// CHECK-LABEL: @sum
// CHECK-NOT: affine.if
// CHECK: arith.mulf %x, %x fastmath<nnan,ninf> : f32
// CHECK: arith.addf %y, %p fastmath<nnan,ninf,nsz> : f32
func.func @sum(%A: memref<8xf32>, %Y: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 6 to 8 {
    affine.store %zero, %A[%i] : memref<8xf32>
  }
  affine.for %o = 0 to 2 {
    affine.store %zero, %Y[%o] : memref<2xf32>
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %x = affine.load %A[%i] : memref<8xf32>
        %y = affine.load %Y[%o] : memref<2xf32>
        %p = arith.mulf %x, %x fastmath<nnan,ninf> : f32
        %m = arith.addf %y, %p fastmath<nnan,ninf,nsz> : f32
        affine.store %m, %Y[%o] : memref<2xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Loops carry the accumulator.
// CHECK-LABEL: @carried
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x fastmath<nnan> : f32
func.func @carried(%A: memref<8xf32>, %Y: memref<1xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  %r = affine.for %i = 0 to 8 iter_args(%y = %least) -> (f32) {
    %v = affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) -> f32 {
      %x = affine.load %A[%i] : memref<8xf32>
      %m = arith.maximumf %y, %x fastmath<nnan> : f32
      affine.yield %m : f32
    } else {
      affine.yield %y : f32
    }
    affine.yield %v : f32
  } {pad.stage = "compute"}
  affine.store %r, %Y[0] : memref<1xf32>
  func.return
}

// CHECK-LABEL: @scf
// CHECK-NOT: scf.if
// CHECK: arith.minimumf %y, %x fastmath<nnan> : f32
func.func @scf(%A: memref<8xf32>, %Y: memref<1xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %six = arith.constant 6 : index
  %eight = arith.constant 8 : index
  %most = arith.constant 0x7f800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %most, %A[%i] : memref<8xf32>
  }
  %r = scf.for %i = %zero to %eight step %one iter_args(%y = %most) -> (f32) {
    %inside = arith.cmpi slt, %i, %six : index
    %v = scf.if %inside -> (f32) {
      %x = memref.load %A[%i] : memref<8xf32>
      %m = arith.minimumf %y, %x fastmath<nnan> : f32
      scf.yield %m : f32
    } else {
      scf.yield %y : f32
    }
    scf.yield %v : f32
  } {pad.stage = "compute"}
  memref.store %r, %Y[%zero] : memref<1xf32>
  func.return
}

// CHECK-LABEL: @select
// CHECK-NOT: arith.select
// CHECK: arith.maximumf %y, %x fastmath<nnan> : f32
// CHECK-NOT: arith.select
// CHECK: func.return
func.func @select(%A: memref<8xf32>, %Y: memref<1xf32>) {
  %six = arith.constant 6 : index
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  %r = affine.for %i = 0 to 8 iter_args(%y = %least) -> (f32) {
    %x = affine.load %A[%i] : memref<8xf32>
    %m = arith.maximumf %y, %x fastmath<nnan> : f32
    %inside = arith.cmpi slt, %i, %six : index
    %v = arith.select %inside, %m, %y : f32
    affine.yield %v : f32
  } {pad.stage = "compute"}
  affine.store %r, %Y[0] : memref<1xf32>
  func.return
}

// What nobody sees may be poison: the second accumulator, which begins in padding too.
// CHECK-LABEL: @unseen
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x fastmath<nnan> : f32
func.func @unseen(%A: memref<2x8xf32>, %B: memref<1xf32>) {
  %Y = memref.alloc() : memref<2xf32>
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[1, %i] : memref<2x8xf32>
  }
  affine.for %o = 0 to 2 {
    affine.if affine_set<(d0) : (-d0 >= 0)>(%o) {
      affine.store %least, %Y[%o] : memref<2xf32>
      affine.for %i = 0 to 8 {
        %x = affine.load %A[%o, %i] : memref<2x8xf32>
        %y = affine.load %Y[%o] : memref<2xf32>
        %m = arith.maximumf %y, %x fastmath<nnan> : f32
        affine.store %m, %Y[%o] : memref<2xf32>
      }
    }
  } {pad.stage = "compute"}
  %b = affine.load %Y[0] : memref<2xf32>
  affine.store %b, %B[0] : memref<1xf32>
  func.return
}

// The accumulator may begin as a NaN, which the update would make poison of.
// CHECK-LABEL: @loaded
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x : f32
func.func @loaded(%A: memref<8xf32>, %B: memref<2xf32>, %Y: memref<2xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  affine.for %o = 0 to 2 {
    %b = affine.load %B[%o] : memref<2xf32>
    affine.store %b, %Y[%o] : memref<2xf32>
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %x = affine.load %A[%i] : memref<8xf32>
        %y = affine.load %Y[%o] : memref<2xf32>
        %m = arith.maximumf %y, %x fastmath<nnan> : f32
        affine.store %m, %Y[%o] : memref<2xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @argument
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x : f32
func.func @argument(%A: memref<8xf32>, %start: f32, %Y: memref<1xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  %r = affine.for %i = 0 to 8 iter_args(%y = %start) -> (f32) {
    %v = affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) -> f32 {
      %x = affine.load %A[%i] : memref<8xf32>
      %m = arith.maximumf %y, %x fastmath<nnan> : f32
      affine.yield %m : f32
    } else {
      affine.yield %y : f32
    }
    affine.yield %v : f32
  } {pad.stage = "compute"}
  affine.store %r, %Y[0] : memref<1xf32>
  func.return
}

// What comes of the update may be another value, which is not the accumulator's.
// CHECK-LABEL: @replaced
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x : f32
func.func @replaced(%A: memref<8xf32>, %other: f32, %keep: i1, %Y: memref<1xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  %r = affine.for %i = 0 to 8 iter_args(%y = %least) -> (f32) {
    %v = affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) -> f32 {
      %x = affine.load %A[%i] : memref<8xf32>
      %m = arith.maximumf %y, %x fastmath<nnan> : f32
      affine.yield %m : f32
    } else {
      affine.yield %y : f32
    }
    %w = arith.select %keep, %v, %other : f32
    affine.yield %w : f32
  } {pad.stage = "compute"}
  affine.store %r, %Y[0] : memref<1xf32>
  func.return
}

// Nobody wrote the second accumulator: its NaN would become poison.
// CHECK-LABEL: @not_written
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x : f32
func.func @not_written(%A: memref<8xf32>, %Y: memref<2xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  affine.store %least, %Y[0] : memref<2xf32>
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %x = affine.load %A[%i] : memref<8xf32>
        %y = affine.load %Y[%o] : memref<2xf32>
        %m = arith.maximumf %y, %x fastmath<nnan> : f32
        affine.store %m, %Y[%o] : memref<2xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Padding that is a NaN, which maxnumf ignores, but would not ignore poison.
// CHECK-LABEL: @padding
// CHECK-NOT: affine.if
// CHECK: arith.mulf %x, %one : f32
func.func @padding(%A: memref<8xf32>, %Y: memref<1xf32>) {
  %nan = arith.constant 0x7fc00000 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 6 to 8 {
    affine.store %nan, %A[%i] : memref<8xf32>
  }
  affine.store %one, %Y[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %x = affine.load %A[%i] : memref<8xf32>
      %y = affine.load %Y[0] : memref<1xf32>
      %n = arith.mulf %x, %one fastmath<nnan> : f32
      %m = arith.maxnumf %y, %n : f32
      affine.store %m, %Y[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Both arms of the select are the same, but not so poison in its condition: the product may be a NaN.
// CHECK-LABEL: @condition
// CHECK-NOT: affine.if
// CHECK: arith.mulf %f, %x : f32
// CHECK: arith.cmpf olt, %p, %least : f32
func.func @condition(%A: memref<8xf32>, %F: memref<8xf32>, %Y: memref<1xf32>) {
  %least = arith.constant 0xff800000 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 6 to 8 {
    affine.store %zero, %A[%i] : memref<8xf32>
  }
  affine.store %zero, %Y[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %x = affine.load %A[%i] : memref<8xf32>
      %f = affine.load %F[%i] : memref<8xf32>
      %y = affine.load %Y[0] : memref<1xf32>
      %p = arith.mulf %f, %x fastmath<nnan,ninf> : f32
      %c = arith.cmpf olt, %p, %least fastmath<nnan> : f32
      %z = arith.select %c, %x, %x : f32
      %m = arith.addf %y, %z : f32
      affine.store %m, %Y[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Another update writes the accumulator, and promises nothing.
// CHECK-LABEL: @other_writer
// CHECK-NOT: affine.if
// CHECK: arith.maximumf %y, %x : f32
func.func @other_writer(%A: memref<8xf32>, %B: memref<8xf32>, %Y: memref<2xf32>) {
  %least = arith.constant 0xff800000 : f32
  affine.for %i = 6 to 8 {
    affine.store %least, %A[%i] : memref<8xf32>
  }
  affine.for %o = 0 to 2 {
    affine.store %least, %Y[%o] : memref<2xf32>
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
        %x = affine.load %A[%i] : memref<8xf32>
        %y = affine.load %Y[%o] : memref<2xf32>
        %m = arith.maximumf %y, %x fastmath<nnan> : f32
        affine.store %m, %Y[%o] : memref<2xf32>
      }
      %b = affine.load %B[%i] : memref<8xf32>
      %z = affine.load %Y[%o] : memref<2xf32>
      %n = arith.maximumf %z, %b : f32
      affine.store %n, %Y[%o] : memref<2xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// The guard goes by what the product promises, so that it may leave poison in Z, which may not reach Y.
// CHECK-LABEL: @stored_poison
// CHECK: affine.if
func.func @stored_poison(%A: memref<8xf32>, %F: memref<8xf32>, %M: memref<8xi32>, %Y: memref<8xi32>, %B: memref<1xf32>) {
  %Z = memref.alloc() : memref<9xf32>
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  affine.for %i = 0 to 9 {
    affine.store %zero, %Z[%i] : memref<9xf32>
  }
  affine.for %i = 6 to 8 {
    affine.store %zero, %A[%i] : memref<8xf32>
    affine.store %none, %M[%i] : memref<8xi32>
    affine.store %none, %Y[%i] : memref<8xi32>
  }
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %z = affine.load %Z[%i] : memref<9xf32>
      %b = arith.bitcast %z : f32 to i32
      %m = affine.load %M[%i] : memref<8xi32>
      %c = arith.andi %b, %m : i32
      affine.store %c, %Y[%i] : memref<8xi32>
      %f = affine.load %F[%i] : memref<8xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %p = arith.mulf %f, %a fastmath<nnan,ninf> : f32
      affine.store %p, %Z[%i + 1] : memref<9xf32>
      %s = affine.load %B[0] : memref<1xf32>
      %t = arith.addf %s, %p fastmath<nsz> : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// The padding of B holds 0.0, and 0.0 * 0.0 under nsz may be -0.0: the flag goes.
// CHECK-LABEL: @sign_of_padding
// CHECK-NOT: affine.if
// CHECK: arith.mulf %a, %a fastmath<contract> : f32
func.func @sign_of_padding(%A: memref<4xf32>, %B: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %b = arith.mulf %a, %a fastmath<nsz,contract> : f32
      affine.store %b, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// What is updated in place holds a zero of one sign, where no original iteration updates it.
// CHECK-LABEL: @sign_of_data
// CHECK-NOT: affine.if
// CHECK: arith.mulf %a, %one : f32
// CHECK: arith.addf %c, %b : f32
func.func @sign_of_data(%A: memref<4xf32>, %C: memref<4xf32>) {
  %zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %c = affine.load %C[%i] : memref<4xf32>
      %b = arith.mulf %a, %one fastmath<nsz> : f32
      %d = arith.addf %c, %b fastmath<nsz> : f32
      affine.store %d, %C[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// A sum of all: other iterations add to the same cell under nsz, so it says the same there. The product may be any zero.
// CHECK-LABEL: @sum_of_products
// CHECK-NOT: affine.if
// CHECK: arith.mulf %a, %a fastmath<nsz> : f32
// CHECK: arith.addf %c, %b fastmath<nsz> : f32
func.func @sum_of_products(%A: memref<4xf32>, %C: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %c = affine.load %C[] : memref<f32>
      %b = arith.mulf %a, %a fastmath<nsz> : f32
      %d = arith.addf %c, %b fastmath<nsz> : f32
      affine.store %d, %C[] : memref<f32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Of a number that is not a zero nsz says nothing.
// CHECK-LABEL: @no_zero
// CHECK-NOT: affine.if
// CHECK: arith.mulf %a, %a fastmath<nsz> : f32
func.func @no_zero(%A: memref<4xf32>, %B: memref<4xf32>) {
  %two = arith.constant 2.0 : f32
  %four = arith.constant 4.0 : f32
  affine.store %two, %A[3] : memref<4xf32>
  affine.store %four, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %b = arith.mulf %a, %a fastmath<nsz> : f32
      affine.store %b, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Zeros that are added up: both flags go.
// CHECK-LABEL: @sum_of_zeros
// CHECK-NOT: affine.if
// CHECK: arith.mulf %a, %a : f32
// CHECK: arith.addf %a, %a : f32
func.func @sum_of_zeros(%A: memref<4xf32>, %B: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %p = arith.mulf %a, %a fastmath<nsz> : f32
      %q = arith.addf %a, %a fastmath<nsz> : f32
      %b = arith.addf %p, %q : f32
      affine.store %b, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @added_to_a_number
// CHECK-NOT: affine.if
// CHECK: arith.mulf %a, %a : f32
func.func @added_to_a_number(%A: memref<4xf32>, %B: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %one, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %p = arith.mulf %a, %a fastmath<nsz> : f32
      %b = arith.addf %p, %one : f32
      affine.store %b, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// What a conversion promises of the elements that the guard let through is not promised of others: 0 times a NaN's
// comparison is 0, but 0 times poison is poison.
// CHECK-LABEL: @conversion
// CHECK-NOT: affine.if
// CHECK: arith.truncf %a {fastmath = #arith.fastmath<contract>} : f64 to f32
// CHECK: arith.truncf %a : f64 to f32
func.func @conversion(%A: memref<16xf64>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<16xf64>
      %b = arith.truncf %a {fastmath = #arith.fastmath<contract,nnan>} : f64 to f32
      %c = arith.truncf %a {fastmath = #arith.fastmath<ninf>} : f64 to f32
      %d = arith.cmpf olt, %b, %c : f32
      %e = arith.extui %d : i1 to i32
      %f = arith.muli %e, %zero : i32
      affine.store %f, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
