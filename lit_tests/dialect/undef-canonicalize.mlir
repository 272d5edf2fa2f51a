// What is undef for sure is folded to it, and no two undefs become one.
// RUN: pad-opt %s -p canonicalize,cse,canonicalize | filecheck %s

// CHECK-LABEL: @unused
// CHECK-NEXT: func.return
func.func @unused() {
  %u = pad.undef : f32
  func.return
}

// CHECK-LABEL: @two_are_two
// CHECK-NEXT: %[[A:.*]] = pad.undef : i32
// CHECK-NEXT: %[[B:.*]] = pad.undef : i32
// CHECK-NEXT: func.return %[[A]], %[[B]]
func.func @two_are_two() -> (i32, i32) {
  %a = pad.undef : i32
  %b = pad.undef : i32
  func.return %a, %b : i32, i32
}

// Their difference may be anything; that of one undef and itself is 0.
// CHECK-LABEL: @difference
// CHECK: %[[U:.*]] = pad.undef : i32
// CHECK: func.return %[[U]]
func.func @difference() -> i32 {
  %a = pad.undef : i32
  %b = pad.undef : i32
  %d = arith.subi %a, %b : i32
  func.return %d : i32
}

// CHECK-LABEL: @no_difference
// CHECK-NEXT: %[[U:.*]] = pad.undef : i32
// CHECK-NEXT: %[[D:.*]] = arith.subi %[[U]], %[[U]]
// CHECK: func.return %[[D]]
func.func @no_difference() -> i32 {
  %u = pad.undef : i32
  %d = arith.subi %u, %u : i32
  func.return %d : i32
}

// Every value of x + u, x - u, u - x and x ^ u is reached, so each is undef.
// CHECK-LABEL: @integers
// CHECK-NEXT: %[[A:.*]] = pad.undef : i32
// CHECK-NEXT: %[[B:.*]] = pad.undef : i32
// CHECK-NEXT: %[[C:.*]] = pad.undef : i8
// CHECK-NEXT: %[[D:.*]] = pad.undef : i1
// CHECK-NEXT: func.return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @integers(%x: i32, %y: i8, %z: i1) -> (i32, i32, i8, i1) {
  %a = pad.undef : i32
  %b = pad.undef : i32
  %c = pad.undef : i8
  %d = pad.undef : i1
  %sum = arith.addi %x, %a : i32
  %left = arith.subi %b, %x : i32
  %right = arith.subi %y, %c : i8
  %xor = arith.xori %z, %d : i1
  func.return %sum, %left, %right, %xor : i32, i32, i8, i1
}

// Not if somebody else sees the same undef: the sum less the undef is x.
// CHECK-LABEL: @seen_twice
// CHECK: %[[U:.*]] = pad.undef
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %x, %[[U]]
// CHECK-NEXT: func.return %[[SUM]], %[[U]]
func.func @seen_twice(%x: i32) -> (i32, i32) {
  %u = pad.undef : i32
  %sum = arith.addi %x, %u : i32
  func.return %sum, %u : i32, i32
}

// Nor if it is one for all iterations: then the cells differ as the xs do.
// CHECK-LABEL: @one_for_all_iterations
// CHECK: %[[U:.*]] = pad.undef
// CHECK: affine.for
// CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %[[U]]
// CHECK: affine.store %[[SUM]]
func.func @one_for_all_iterations(%A: memref<4xi32>) {
  %u = pad.undef : i32
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xi32>
    %sum = arith.addi %x, %u : i32
    affine.store %sum, %A[%i] : memref<4xi32>
  }
  func.return
}

// CHECK-LABEL: @one_an_iteration
// CHECK: affine.for
// CHECK-NOT: arith.addi
// CHECK: %[[U:.*]] = pad.undef
// CHECK: affine.store %[[U]]
func.func @one_an_iteration(%A: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %u = pad.undef : i32
    %x = affine.load %A[%i] : memref<4xi32>
    %sum = arith.addi %x, %u : i32
    affine.store %sum, %A[%i] : memref<4xi32>
  }
  func.return
}

// Other operations do not reach every value: a product by 2 is even, a maximum with 0 is not negative.
// CHECK-LABEL: @not_every_value
// CHECK: arith.muli
// CHECK: arith.maxsi
// CHECK: arith.shli
// CHECK: arith.andi
func.func @not_every_value(%x: i32) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %a = pad.undef : i32
  %b = pad.undef : i32
  %c = pad.undef : i32
  %d = pad.undef : i32
  %even = arith.muli %a, %c2 : i32
  %positive = arith.maxsi %b, %c0 : i32
  %shifted = arith.shli %c, %c2 : i32
  %masked = arith.andi %d, %c2 : i32
  func.return %even, %positive, %shifted, %masked : i32, i32, i32, i32
}

// A float sum does not either: with x infinite it is infinite or NaN.
// CHECK-LABEL: @floats
// CHECK: arith.addf
// CHECK: arith.subf
// CHECK: arith.mulf
func.func @floats(%x: f32) -> (f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %a = pad.undef : f32
  %b = pad.undef : f32
  %c = pad.undef : f32
  %sum = arith.addf %x, %a : f32
  %difference = arith.subf %x, %b : f32
  %product = arith.mulf %zero, %c : f32
  func.return %sum, %difference, %product : f32, f32, f32
}

// These take every value as the undef does, in one type or another; the undef is made each time, ifs or not.
// CHECK-LABEL: @every_float
// CHECK-NEXT: %[[A:.*]] = pad.undef : f32
// CHECK-NEXT: %[[B:.*]] = pad.undef : f16
// CHECK-NEXT: %[[C:.*]] = pad.undef : i64
// CHECK-NEXT: scf.if
// CHECK-NEXT: func.call @g(%[[A]])
// CHECK: func.return %[[B]], %[[C]]
func.func private @g(f32)
func.func @every_float(%c: i1) -> (f16, i64) {
  %one = arith.constant 1.0 : f32
  %a = pad.undef : f32
  %b = pad.undef : f32
  %d = pad.undef : f64
  %product = arith.mulf %one, %b : f32
  %narrow = arith.truncf %product : f32 to f16
  %bits = arith.bitcast %d : f64 to i64
  scf.if %c {
    %negated = arith.negf %a : f32
    func.call @g(%negated) : (f32) -> ()
  }
  func.return %narrow, %bits : f16, i64
}

// Poison for some undefs, but not undef: what it is used for may rely on that.
// CHECK-LABEL: @no_nan
// CHECK: arith.addf
func.func @no_nan(%x: f32) -> f32 {
  %u = pad.undef : f32
  %sum = arith.addf %x, %u fastmath<nnan> : f32
  func.return %sum : f32
}

// CHECK-LABEL: @zero_times
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NOT: arith.muli
// CHECK: func.return %[[ZERO]], %[[ZERO]]
func.func @zero_times() -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %u = pad.undef : i32
  %left = arith.muli %zero, %u : i32
  %right = arith.muli %u, %zero : i32
  func.return %left, %right : i32, i32
}

// On floats it may be NaN, or -0.0, unless flags promise that neither matters: all three of them.
// CHECK-LABEL: @float_zero_times
// CHECK: %[[FIRST:.*]] = arith.mulf
// CHECK: %[[SECOND:.*]] = arith.mulf
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: func.return %[[FIRST]], %[[SECOND]], %[[ZERO]]
func.func @float_zero_times() -> (f32, f32, f32) {
  %zero = arith.constant -0.0 : f32
  %u = pad.undef : f32
  %v = pad.undef : f32
  %w = pad.undef : f32
  %plain = arith.mulf %zero, %u : f32
  %signed = arith.mulf %zero, %v fastmath<nnan,ninf> : f32
  %unsigned = arith.mulf %w, %zero fastmath<nnan,ninf,nsz> : f32
  func.return %plain, %signed, %unsigned : f32, f32, f32
}

// select(c, x, undef) is x, if computing x cannot give a poison that c keeps away.
// CHECK-LABEL: @select
// CHECK-NOT: arith.select
// CHECK: func.return %x, %y
func.func @select(%c: i1, %x: f32, %y: f32) -> (f32, f32) {
  %a = pad.undef : f32
  %b = pad.undef : f32
  %first = arith.select %c, %x, %a : f32
  %second = arith.select %c, %b, %y : f32
  func.return %first, %second : f32, f32
}

// CHECK-LABEL: @select_plain_arithmetic
// CHECK-NOT: arith.select
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK-NOT: arith.select
// CHECK: func.return %[[SUM]]
func.func @select_plain_arithmetic(%c: i1, %A: memref<4xi32>, %x: i32) -> i32 {
  %a = affine.load %A[0] : memref<4xi32>
  %sum = arith.addi %a, %x : i32
  %u = pad.undef : i32
  %chosen = arith.select %c, %sum, %u : i32
  func.return %chosen : i32
}
