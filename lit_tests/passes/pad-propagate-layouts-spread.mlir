// What is between stages takes the layout of its neighbours, and the padding that follows.
// RUN: pad-opt %s -p pad-propagate-layouts --verify-diagnostics | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#blocks = affine_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 8, d0 mod 4, d1 mod 8)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#low = #pad.layout<[#tiles], [0xFF800000 : f32], {}>
#nan = #pad.layout<[#tiles], [0x7FC00000 : f32], {}>
#least = #pad.layout<[#tiles], [-1 : i8], {}>
#fours = #pad.layout<[#tiles], [4.0 : f32], {}>
#ends = #pad.layout<[#tiles], [affine_map<(d0, d1) -> (3, 1)>], {}>
#twice = #pad.layout<[#tiles, affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>], [0.0 : f32, 1.0 : f32], {separators = [1]}>
#matrix = #pad.layout<[#blocks], [0.0 : f32], {}>
#mixed = #pad.layout<[affine_map<(d0, d1) -> (d0 * 10 + d1)>], [0.0 : f32], {extents = [144]}>
#wide = #pad.layout<[#blocks], [0.0 : f32], {align = [2, 1, 1, 1]}>

// exp(0) is 1, and half of it 1/2.
// CHECK-LABEL: @exact(
// CHECK: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [1.000000e+00 : f32], {}>>
// CHECK-NEXT: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [5.000000e-01 : f32], {}>>
func.func @exact(%A: memref<14xf32, #zeros>, %B: memref<14xf32>) {
  %two = arith.constant 2.0 : f32
  // expected-remark@+1 {{gave 'm' the layout of 'A', with padding 1.000000e+00 : f32}}
  %m = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{gave 'n' the layout of 'm', with padding 5.000000e-01 : f32}}
  %n = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %x = affine.load %A[%i] : memref<14xf32, #zeros>
    %y = math.exp %x : f32
    affine.store %y, %m[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %x = affine.load %m[%i] : memref<14xf32>
    %y = arith.divf %x, %two : f32
    affine.store %y, %n[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %x = affine.load %n[%i] : memref<14xf32>
    affine.store %x, %B[%i] : memref<14xf32>
  }
  memref.dealloc %m : memref<14xf32>
  memref.dealloc %n : memref<14xf32>
  func.return
}

// Minus infinity: exp makes 0 of it, and a negation of that -0; NaN stays NaN; the least integer less one is the greatest.
// CHECK-LABEL: @extremes(
// CHECK: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [-0.000000e+00 : f32], {}>>
// CHECK-NEXT: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [0x7fc00000 : f32], {}>>
// CHECK-NEXT: memref.alloc() : memref<14xi8, #pad.layout<[{{.*}}], [127 : i8], {}>>
func.func @extremes(%A: memref<14xf32, #low>, %B: memref<14xf32, #nan>, %C: memref<14xi8, #least>, %R: memref<14xf32>, %S: memref<14xi8>) {
  %two = arith.constant 2.0 : f32
  %less = arith.constant -128 : i8
  // expected-remark@+1 {{gave 'm' the layout of 'A', with padding -0.000000e+00 : f32}}
  %m = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{gave 'n' the layout of 'B', with padding 0x7fc00000 : f32}}
  %n = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{gave 'k' the layout of 'C', with padding 127 : i8}}
  %k = memref.alloc() : memref<14xi8>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #low>
    %e = math.exp %a : f32
    %f = arith.negf %e : f32
    affine.store %f, %m[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32, #nan>
    %g = arith.mulf %b, %two : f32
    affine.store %g, %n[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %c = affine.load %C[%i] : memref<14xi8, #least>
    %h = arith.addi %c, %less : i8
    affine.store %h, %k[%i] : memref<14xi8>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %m[%i] : memref<14xf32>
    %b = affine.load %n[%i] : memref<14xf32>
    %c = affine.load %k[%i] : memref<14xi8>
    %d = arith.addf %a, %b : f32
    affine.store %d, %R[%i] : memref<14xf32>
    affine.store %c, %S[%i] : memref<14xi8>
  }
  memref.dealloc %m : memref<14xf32>
  memref.dealloc %n : memref<14xf32>
  memref.dealloc %k : memref<14xi8>
  func.return
}

// Each step of a layout has its own padding; of copies of cells nothing is known; what is rounded is not taken for exact.
// CHECK-LABEL: @steps(
// CHECK: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [3.000000e+00 : f32, 4.000000e+00 : f32], {separators = [1]}>>
// CHECK-NEXT: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
// CHECK-NEXT: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
func.func @steps(%A: memref<14xf32, #twice>, %B: memref<14xf32, #ends>, %C: memref<14xf32, #fours>, %R: memref<14xf32>) {
  %three = arith.constant 3.0 : f32
  // expected-remark@+1 {{gave 'm' the layout of 'A', with padding 3.000000e+00 : f32; 4.000000e+00 : f32}}
  %m = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{gave 'n' the layout of 'B', with padding undef}}
  %n = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{gave 'k' the layout of 'C', with padding undef}}
  %k = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #twice>
    %e = arith.addf %a, %three : f32
    affine.store %e, %m[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32, #ends>
    %f = arith.addf %b, %three : f32
    affine.store %f, %n[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %c = affine.load %C[%i] : memref<14xf32, #fours>
    %g = arith.divf %c, %three : f32
    affine.store %g, %k[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %m[%i] : memref<14xf32>
    %b = affine.load %n[%i] : memref<14xf32>
    %c = affine.load %k[%i] : memref<14xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.mulf %c, %d : f32
    affine.store %e, %R[%i] : memref<14xf32>
  }
  memref.dealloc %m : memref<14xf32>
  memref.dealloc %n : memref<14xf32>
  memref.dealloc %k : memref<14xf32>
  func.return
}

// A reduction hands on the axes that it keeps; what reads the rows with it is laid out as the matrix is. Of a matrix that is
// one physical axis nothing is left, and its rows stay as they are. Unknown padding is the identity of what sums it up.
// CHECK-LABEL: @reductions(
// CHECK: %m = memref.alloc() : memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>
// CHECK-NEXT: %e = memref.alloc() : memref<13x10xf32, #pad.layout<[{{.*}}], ["identity(addf)"], {}>>
// CHECK-NEXT: %s = memref.alloc() : memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>
// CHECK-NEXT: %r = memref.alloc() : memref<13xf32>{{$}}
// CHECK-NEXT: %w = memref.alloc() : memref<13xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {align = [2, 1]}>>
func.func @reductions(%A: memref<13x10xf32, #matrix>, %F: memref<13x10xf32, #mixed>, %G: memref<13x10xf32, #wide>, %R: memref<13xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{gave 'm' the layout of 'A', with padding undef}}
  %m = memref.alloc() : memref<13xf32>
  // expected-remark@+1 {{gave 'e' the layout of 'A', with padding -0.000000e+00 : f32}}
  %e = memref.alloc() : memref<13x10xf32>
  // expected-remark@+1 {{gave 's' the layout of 'e', with padding undef}}
  %s = memref.alloc() : memref<13xf32>
  %r = memref.alloc() : memref<13xf32>
  // expected-remark@+1 {{gave 'w' the layout of 'G', with padding undef}}
  %w = memref.alloc() : memref<13xf32>
  affine.for %i = 0 to 13 {
    %low = arith.constant 0xFF800000 : f32
    %top = affine.for %j = 0 to 10 iter_args(%t = %low) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<13x10xf32, #matrix>
      %b = arith.maximumf %a, %t : f32
      affine.yield %b : f32
    }
    affine.store %top, %m[%i] : memref<13xf32>
  } {pad.stage = "row_max"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %a = affine.load %A[%i, %j] : memref<13x10xf32, #matrix>
      %t = affine.load %m[%i] : memref<13xf32>
      %b = arith.subf %a, %t : f32
      %c = math.exp %b : f32
      affine.store %c, %e[%i, %j] : memref<13x10xf32>
    }
  } {pad.stage = "exp"}
  affine.for %i = 0 to 13 {
    affine.store %zero, %s[%i] : memref<13xf32>
    affine.store %zero, %r[%i] : memref<13xf32>
    affine.store %zero, %w[%i] : memref<13xf32>
  } {pad.stage = "clear"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %a = affine.load %e[%i, %j] : memref<13x10xf32>
      %t = affine.load %s[%i] : memref<13xf32>
      %b = arith.addf %t, %a : f32
      affine.store %b, %s[%i] : memref<13xf32>
    }
  } {pad.stage = "row_sum"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %a = affine.load %F[%i, %j] : memref<13x10xf32, #mixed>
      %t = affine.load %r[%i] : memref<13xf32>
      %b = arith.addf %t, %a : f32
      affine.store %b, %r[%i] : memref<13xf32>
    }
  } {pad.stage = "other_row_sum"}
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 10 {
      %a = affine.load %G[%i, %j] : memref<13x10xf32, #wide>
      %t = affine.load %w[%i] : memref<13xf32>
      %b = arith.addf %t, %a : f32
      affine.store %b, %w[%i] : memref<13xf32>
    }
  } {pad.stage = "aligned_row_sum"}
  affine.for %i = 0 to 13 {
    %a = affine.load %s[%i] : memref<13xf32>
    %b = affine.load %r[%i] : memref<13xf32>
    %c = affine.load %w[%i] : memref<13xf32>
    %d = arith.addf %a, %b : f32
    %e1 = arith.addf %c, %d : f32
    affine.store %e1, %R[%i] : memref<13xf32>
  }
  memref.dealloc %m : memref<13xf32>
  memref.dealloc %e : memref<13x10xf32>
  memref.dealloc %s : memref<13xf32>
  memref.dealloc %r : memref<13xf32>
  memref.dealloc %w : memref<13xf32>
  func.return
}

// Before a stage whose result is packed: 4 is 3 * 2 - 2, so the padding is to hold 2. Nothing has 4 as its exponential.
// CHECK-LABEL: @backwards(
// CHECK: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [2.000000e+00 : f32], {}>>
// CHECK-NEXT: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
// CHECK-NOT: pad.pack
// CHECK: func.return
func.func @backwards(%A: memref<14xf32>, %Q: memref<14xf32, #fours>, %R: memref<14xf32, #fours>) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  // expected-remark@+1 {{gave 'm' the layout of 'Q', with padding 2.000000e+00 : f32}}
  %m = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{gave 'n' the layout of 'R', with padding undef}}
  %n = memref.alloc() : memref<14xf32>
  %q = memref.alloc() : memref<14xf32>
  %r = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %m[%i] : memref<14xf32>
    affine.store %a, %n[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %m[%i] : memref<14xf32>
    %b = arith.mulf %three, %a : f32
    %c = arith.subf %b, %two : f32
    affine.store %c, %q[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %n[%i] : memref<14xf32>
    %b = math.exp %a : f32
    affine.store %b, %r[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{'Q' is written in place of 'q'}}
  pad.pack %q into %Q : memref<14xf32> into memref<14xf32, #fours>
  // expected-remark@+1 {{'R' is written in place of 'r'}}
  pad.pack %r into %R : memref<14xf32> into memref<14xf32, #fours>
  memref.dealloc %m : memref<14xf32>
  memref.dealloc %n : memref<14xf32>
  memref.dealloc %q : memref<14xf32>
  memref.dealloc %r : memref<14xf32>
  func.return
}

// What was unpacked gets the padding that is needed after it, if it is filled here; two buffers that meet become one.
// CHECK-LABEL: @needed_behind(
// CHECK: memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [3.000000e+00 : f32], {}>>
// CHECK-NEXT: affine.for
// CHECK: affine.for
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: func.return
func.func @needed_behind(%A: memref<14xf32>, %B: memref<14xf32, #fours>) {
  %one = arith.constant 1.0 : f32
  // expected-remark@+1 {{changed the padding of 'P' to 3.000000e+00 : f32, as later uses need}}
  %P = memref.alloc() : memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  %m = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #fours>
  %o = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %P[%i] : memref<14xf32, #zeros>
  }
  // expected-remark@+1 {{'P' is read in place of 'l'}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    %b = arith.addf %a, %one : f32
    affine.store %b, %m[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{'Q' is written in place of 'm'}}
  pad.pack %m into %Q : memref<14xf32> into memref<14xf32, #fours>
  pad.unpack %Q into %o : memref<14xf32, #fours> into memref<14xf32>
  // expected-remark@+1 {{merged the buffers 'Q' and 'B'}}
  pad.pack %o into %B : memref<14xf32> into memref<14xf32, #fours>
  memref.dealloc %P : memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %m : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #fours>
  memref.dealloc %o : memref<14xf32>
  func.return
}
