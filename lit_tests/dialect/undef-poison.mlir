// A select on undef stays where its other arm may be poison: undef is some value, poison is none.
// RUN: pad-opt %s -p canonicalize --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: @overflow
// CHECK: arith.select
func.func @overflow(%c: i1, %x: i32) -> i32 {
  %sum = arith.addi %x, %x overflow<nsw> : i32
  %u = pad.undef : i32
  %chosen = arith.select %c, %sum, %u : i32
  func.return %chosen : i32
}

// CHECK-LABEL: @overflow_before
// CHECK: arith.select
func.func @overflow_before(%c: i1, %x: i32) -> i32 {
  %sum = arith.addi %x, %x overflow<nuw> : i32
  %next = arith.xori %sum, %x : i32
  %u = pad.undef : i32
  %chosen = arith.select %c, %u, %next : i32
  func.return %chosen : i32
}

// CHECK-LABEL: @fastmath
// CHECK: arith.select
func.func @fastmath(%c: i1, %x: f32) -> f32 {
  %sum = arith.addf %x, %x fastmath<nnan> : f32
  %u = pad.undef : f32
  %chosen = arith.select %c, %sum, %u : f32
  func.return %chosen : f32
}

// CHECK-LABEL: @too_far
// CHECK: arith.select
func.func @too_far(%c: i1, %x: i32, %n: i32) -> i32 {
  %shifted = arith.shli %x, %n : i32
  %u = pad.undef : i32
  %chosen = arith.select %c, %shifted, %u : i32
  func.return %chosen : i32
}

// Out of the integer's range, the conversion is poison.
// CHECK-LABEL: @out_of_range
// CHECK: arith.select
// CHECK: arith.select
func.func @out_of_range(%c: i1, %x: f32) -> (i8, i8) {
  %signed = arith.fptosi %x : f32 to i8
  %unsigned = arith.fptoui %x : f32 to i8
  %u = pad.undef : i8
  %v = pad.undef : i8
  %first = arith.select %c, %signed, %u : i8
  %second = arith.select %c, %unsigned, %v : i8
  func.return %first, %second : i8, i8
}

// CHECK-LABEL: @carried
// CHECK: arith.select
func.func @carried(%c: i1, %x: i32, %A: memref<4xi32>) {
  %r = affine.for %i = 0 to 4 iter_args(%s = %x) -> (i32) {
    %u = pad.undef : i32
    %chosen = arith.select %c, %s, %u : i32
    affine.store %chosen, %A[%i] : memref<4xi32>
    %next = arith.addi %s, %s overflow<nsw> : i32
    affine.yield %next : i32
  }
  func.return
}

// CHECK-LABEL: @in_a_branch
// CHECK: arith.select
func.func @in_a_branch(%c: i1, %x: i32) -> i32 {
  %sum = arith.addi %x, %x overflow<nsw> : i32
  cf.br ^bb1(%sum : i32)
^bb1(%s: i32):
  %u = pad.undef : i32
  %chosen = arith.select %c, %s, %u : i32
  func.return %chosen : i32
}

// CHECK-LABEL: @applied
// CHECK: arith.select
func.func @applied(%c: i1, %n: index) -> index {
  %sum = arith.addi %n, %n overflow<nsw> : index
  %next = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%sum]
  %u = pad.undef : index
  %chosen = arith.select %c, %next, %u : index
  func.return %chosen : index
}

// CHECK-LABEL: @unknown
// CHECK: arith.select
func.func @unknown(%c: i1) -> i32 {
  %x = "test.value"() : () -> i32
  %u = pad.undef : i32
  %chosen = arith.select %c, %x, %u : i32
  func.return %chosen : i32
}

// A negative number, or a remainder, would be poison.
// CHECK-LABEL: @not_negative
// CHECK: arith.select
// CHECK: arith.select
func.func @not_negative(%c: i1, %x: i8, %y: i32) -> (i32, i32) {
  %wide = "arith.extui"(%x) {nonNeg} : (i8) -> i32
  %joined = arith.ori %y, %y {isDisjoint} : i32
  %u = pad.undef : i32
  %v = pad.undef : i32
  %first = arith.select %c, %wide, %u : i32
  %second = arith.select %c, %joined, %v : i32
  func.return %first, %second : i32, i32
}
