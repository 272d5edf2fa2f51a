// Whether padding is assumed at the head (*in*: a cell may be read before it is certainly written, or is not certainly
// written) and written after the stages that certainly write the buffer.
// RUN: pad-opt %s -p pad-apply-layouts --allow-unregistered-dialect | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// In place: both.
// CHECK-LABEL: @in_place
// CHECK: pad.stage = "A_assume"
// CHECK: pad.stage = "compute"
// CHECK: pad.stage = "A_padding"
// CHECK-NEXT: func.return
func.func @in_place(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    %t = arith.addf %a, %a : f32
    affine.store %t, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  } {pad.stage = "compute"}
  func.return
}

// Started and accumulated in one nest: only written, so only B's padding is written and A's assumed.
// CHECK-LABEL: @accumulate
// CHECK-NOT: B_assume
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: B_assume
// CHECK: pad.stage = "compute"
// CHECK-NOT: A_padding
// CHECK: pad.stage = "B_padding"
// CHECK-NOT: A_padding
// CHECK: func.return
func.func @accumulate(%A: memref<3x14xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>], [0.0 : f32], {}>>, %B: memref<3xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [4]}>>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    affine.store %zero, %B[%i] : memref<3xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [4]}>>
    affine.for %j = 0 to 14 {
      %b = affine.load %B[%i] : memref<3xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [4]}>>
      %a = affine.load %A[%i, %j] : memref<3x14xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>], [0.0 : f32], {}>>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<3xf32, #pad.layout<[affine_map<(d0) -> (d0)>], [0.0 : f32], {align = [4]}>>
    }
  } {pad.stage = "compute"}
  func.return
}

// Written in part: the padding comes from the caller, and passes through untouched.
// CHECK-LABEL: @partial
// CHECK: pad.stage = "A_assume"
// CHECK: pad.stage = "compute"
// CHECK-NEXT: func.return
func.func @partial(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32) {
  affine.for %i = 0 to 13 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  } {pad.stage = "compute"}
  func.return
}

// Not even used: its padding is still what the caller says.
// CHECK-LABEL: @unused
// CHECK: pad.stage = "A_assume"
// CHECK-NEXT: func.return
func.func @unused(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  func.return
}

// A loop up to a size may leave cells out, and one that is understood as running over all of them does not.
// CHECK-LABEL: @size
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: B_assume
// CHECK-NOT: A_padding
// CHECK: pad.stage = "B_padding"
func.func @size(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %n: index, %x: f32) {
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 14)>()[%n] {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  scf.for %io = %c0 to %c4 step %c1 {
    scf.for %ii = %c0 to %c4 step %c1 {
      %t = arith.muli %io, %c4 : index
      %i = arith.addi %t, %ii : index
      %valid = arith.cmpi slt, %i, %c14 : index
      scf.if %valid {
        memref.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
      }
    }
  }
  func.return
}

// Each write stage has a padding stage after it, with a name of its own.
// CHECK-LABEL: @twice
// CHECK: pad.stage = "first"
// CHECK: pad.stage = "A_padding"
// CHECK: pad.stage = "between"
// CHECK: pad.stage = "second"
// CHECK: pad.stage = "A_padding_1"
// CHECK-NEXT: func.return
func.func @twice(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  } {pad.stage = "first"}
  affine.store %x, %A[3] {pad.stage = "between"} : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  affine.for %i = 0 to 14 {
    affine.store %x, %A[13 - %i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  } {pad.stage = "second"}
  func.return
}

// A load that feeds only assumes is not an access: the user's facts do not make A an input.
// CHECK-LABEL: @assumed
// CHECK-NOT: pad.stage = "A_assume"
// CHECK: affine.load %A[%[[I:.*]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// CHECK: pad.assume
// CHECK: pad.stage = "A_padding"
func.func @assumed(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %x: f32) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    %less = arith.cmpf olt, %a, %x : f32
    pad.assume %less {pad.user} : i1
  }
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// Nothing is known about forbidden padding, and nothing done to it.
// CHECK-LABEL: @forbidden(%A: memref<4x4xf32> {pad.logical = {{.*}}["forbidden"]{{.*}}})
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.load %A
// CHECK-NEXT: arith.addf
// CHECK-NEXT: affine.store %{{.*}}, %A
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @forbidden(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
    %t = arith.addf %a, %a : f32
    affine.store %t, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  }
  func.return
}

// Where there is no padding, there is nothing to state or write.
// CHECK-LABEL: @tiled(%A: memref<4x4xf32>
// CHECK-NOT: pad.assume
// CHECK-NOT: pad.stage
// CHECK: func.return
func.func @tiled(%A: memref<16xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    affine.store %a, %A[%i] : memref<16xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// Arguments that may be the same memory may be read under the other name.
// CHECK-LABEL: @may_alias
// CHECK: pad.stage = "A_assume"
// CHECK: pad.stage = "A_padding"
func.func @may_alias(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %B: memref<14xf32>) attributes {pad.may_alias} {
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}

// A callee that is given it before it is written may read it: its padding is the caller's.
// CHECK-LABEL: @given_away
// CHECK: pad.assume
// CHECK: pad.stage = "A_assume"
// CHECK: call @takes
func.func @takes(%X: memref<2xi32, #pad.layout<[affine_map<(d0) -> (d0, 0)>], [0 : i32], {extents = [2, 2]}>>) {
  func.return
}
func.func @given_away(%A: memref<2xi32, #pad.layout<[affine_map<(d0) -> (d0, 0)>], [0 : i32], {extents = [2, 2]}>>) {
  %one = arith.constant 1 : i32
  func.call @takes(%A) : (memref<2xi32, #pad.layout<[affine_map<(d0) -> (d0, 0)>], [0 : i32], {extents = [2, 2]}>>) -> ()
  affine.for %i = 0 to 2 {
    affine.store %one, %A[%i] : memref<2xi32, #pad.layout<[affine_map<(d0) -> (d0, 0)>], [0 : i32], {extents = [2, 2]}>>
  }
  func.return
}

// What a function assumes of padding that an earlier step made holds where the next one puts it.
// CHECK-LABEL: @laid_out_again
// CHECK: affine.load %A[%i, 0]
func.func @laid_out_again(%A: memref<2x2xi32, #pad.layout<[affine_map<(d0, d1) -> (d0, 1 - d1)>], ["forbidden"], {}>> {pad.name = "A", pad.logical = memref<2xi32, #pad.layout<[affine_map<(d0) -> (d0, 0)>], [0 : i32], {extents = [2, 2]}>>}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 2 {
    %a = affine.load %A[%i, 1] : memref<2x2xi32, #pad.layout<[affine_map<(d0, d1) -> (d0, 1 - d1)>], ["forbidden"], {}>>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 2 {
    affine.store %one, %A[%i, 0] : memref<2x2xi32, #pad.layout<[affine_map<(d0, d1) -> (d0, 1 - d1)>], ["forbidden"], {}>>
  }
  func.return
}

// A buffer without cells is of no use to tell a size at which it is written from others.
// CHECK-LABEL: @without_cells
// CHECK: pad.assume
// CHECK: pad.stage = "A_assume"
func.func @without_cells(%A: memref<0x0xi32, #pad.layout<[affine_map<(d0, d1) -> (d0, d1)>], [3 : i32], {extents = [2, 2]}>>, %n: index) {
  func.return
}

// What decides is not an index: the buffer counts as written, and a copy in its padding is written again, though it never is.
// CHECK-LABEL: @never_written
// CHECK: affine.store {{.*}}, %A[
func.func @never_written(%A: memref<1xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], [affine_map<(p0, p1) -> (p0, 0)>], {}>>, %X: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %x = affine.load %X[0] : memref<1xi32>
  %never = arith.cmpi slt, %x, %x : i32
  scf.if %never {
    affine.store %zero, %A[%c0] : memref<1xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], [affine_map<(p0, p1) -> (p0, 0)>], {}>>
  } {pad.stage = "s"}
  func.return
}

// The case with the load never runs, which the loop does not tell: the padding is the caller's.
// CHECK-LABEL: @never_read
// CHECK: pad.assume
// CHECK: pad.stage = "A_assume"
func.func @never_read(%A: memref<1xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], [0 : i32], {}>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c2 step %c1 {
    scf.index_switch %i
    case 5 {
      %a = memref.load %A[%c0] : memref<1xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], [0 : i32], {}>>
      scf.yield
    }
    default {
      scf.yield
    }
  }
  affine.for %i = 0 to 1 {
    affine.store %zero, %A[%i] : memref<1xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>], [0 : i32], {}>>
  }
  func.return
}

// Where %n is at least 1 the load leaves the buffer, and nothing is defined: no cell is read before the store.
// CHECK-LABEL: @read_outside
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %n, %{{.*}} : index
// CHECK-NEXT: pad.assume %[[INSIDE]] {pad.inside = {of = "A", dim = 0 : i64}} : i1
// CHECK-NOT: pad.assume
// CHECK: pad.of_padding, pad.stage = "A_padding"
func.func @read_outside(%A: memref<1x1xf32, #pad.layout<[affine_map<(d0, d1) -> (1, d0, d1)>], [0.0 : f32], {}>>, %n: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) {
    %a = affine.load %A[%n, 0] : memref<1x1xf32, #pad.layout<[affine_map<(d0, d1) -> (1, d0, d1)>], [0.0 : f32], {}>>
  }
  affine.store %zero, %A[%c0, %c0] : memref<1x1xf32, #pad.layout<[affine_map<(d0, d1) -> (1, d0, d1)>], [0.0 : f32], {}>>
  func.return
}

// The one cell that %n can name where anything is defined: the store writes all, and the load reads what it wrote.
// CHECK-LABEL: @one_cell
// CHECK: pad.assume {{.*}} {pad.inside = {of = "A", dim = 0 : i64}} : i1
// CHECK-NOT: pad.assume
// CHECK: pad.of_padding, pad.stage = "A_padding"
func.func @one_cell(%A: memref<1xf32, #pad.layout<[affine_map<(d0) -> (1, d0)>], [0.0 : f32], {}>>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[%n] : memref<1xf32, #pad.layout<[affine_map<(d0) -> (1, d0)>], [0.0 : f32], {}>>
  %a = affine.load %A[0] : memref<1xf32, #pad.layout<[affine_map<(d0) -> (1, d0)>], [0.0 : f32], {}>>
  func.return %a : f32
}

// A store that is always outside stores nothing.
// CHECK-LABEL: @read_only
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: pad.of_padding
func.func @read_only(%A: memref<2xf32, #pad.layout<[affine_map<(d0) -> (d0 + 1)>], [0.0 : f32], {}>>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) {
    affine.store %zero, %A[%n] : memref<2xf32, #pad.layout<[affine_map<(d0) -> (d0 + 1)>], [0.0 : f32], {}>>
  }
  %a = affine.load %A[0] : memref<2xf32, #pad.layout<[affine_map<(d0) -> (d0 + 1)>], [0.0 : f32], {}>>
  func.return %a : f32
}

// Written in both arms of an if, each by its own loops: only the padding is written.
// CHECK-LABEL: @either
// CHECK-NOT: B_assume
// CHECK: scf.if
// CHECK: pad.stage = "B_padding"
// CHECK-NEXT: func.return
func.func @either(%B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %c: i1, %x: f32, %y: f32) {
  scf.if %c {
    affine.for %i = 0 to 14 {
      affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  } else {
    affine.for %i = 0 to 7 {
      affine.store %y, %B[2 * %i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
      affine.store %x, %B[2 * %i + 1] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  }
  func.return
}

// An arm that writes it only perhaps: what was there may stay.
// CHECK-LABEL: @perhaps
// CHECK: pad.stage = "B_assume"
// CHECK-NOT: B_padding
func.func @perhaps(%B: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>, %c: i1, %d: i1, %x: f32) {
  scf.if %c {
    affine.for %i = 0 to 14 {
      affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
    }
  } else {
    scf.if %d {
      affine.for %i = 0 to 14 {
        affine.store %x, %B[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
      }
    }
  }
  func.return
}
