// One case per reason for which loops cannot follow the axes of a buffer.
// RUN: pad-opt %s -p 'pad-sequential-buffer-access{stage=compute buffer=A}' --split-input-file --verify-diagnostics

// expected-error@+1 {{there is no stage 'compute' in @no_stage; its stages are: init}}
func.func @no_stage(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xi32>
  } {pad.stage = "init"}
  func.return
}

// -----

// Where no loop has a name yet, how to give one.
// expected-error@+1 {{there is no stage 'compute' in @unnamed, where no stage has a name; name one, by `{pad.stage = "compute"}` after a loop}}
func.func @unnamed(%A: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %A[%i] : memref<14xi32>
  }
  func.return
}

// -----

// expected-error@+1 {{there is no buffer 'A' in @unnamed_buffer; its buffers are: arg0; name one, by `{pad.name = "A"}` after an argument or an allocation}}
func.func @unnamed_buffer(%arg0: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %arg0[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// expected-error@+1 {{there is no buffer 'A' in @no_buffer; its buffers are: B}}
func.func @no_buffer(%B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @no_access(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  // expected-error@+1 {{the stage does not access A; order its loops by one that it accesses: B}}
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @vectors_alone(%A: memref<16xi32>, %x: vector<4xi32>) {
  affine.for %i = 0 to 16 step 4 {
    // expected-error@+1 {{the stage does not access A but with 'affine.vector_store', which is not followed}}
    affine.vector_store %x, %A[%i] : memref<16xi32>, vector<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @no_loop(%A: memref<4xi32>, %x: i32) {
  // expected-error@+1 {{the access of A is in no loop of the stage itself}}
  affine.store %x, %A[3] {pad.stage = "compute"} : memref<4xi32>
  func.return
}

// -----

func.func @no_axis(%A: memref<i32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{A has rank 0: it has no axes to go along}}
    affine.store %x, %A[] : memref<i32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @index_from_data(%A: memref<4xi32>, %at: memref<4xindex>, %x: i32) {
  affine.for %i = 0 to 4 {
    %k = affine.load %at[%i] : memref<4xindex>
    // expected-error@+1 {{the index of A is not a quasi-affine function of the loops}}
    memref.store %x, %A[%k] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @loop_inside_if(%A: memref<4x8xi32>, %c: i1, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-error@+1 {{axis 1 of the buffer is indexed by a loop inside 'scf.if', and only loops may be around that loop; remove the guard first, or order the loops by another buffer}}
    scf.if %c {
      affine.for %j = 0 to 8 {
        affine.store %x, %A[%i, %j] : memref<4x8xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @bounds_from_data(%A: memref<8xi32>, %n: memref<4xindex>, %x: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  affine.for %i = 0 to 4 {
    %last = affine.load %n[%i] : memref<4xindex>
    scf.for %j = %zero to %last step %one {
      // expected-error@+1 {{the bounds of a loop around are not quasi-affine functions}}
      memref.store %x, %A[%j] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// affine.for takes no bound from data.
func.func @rows_of_lengths(%A: memref<8xi32>, %n: memref<4xindex>, %x: i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  affine.for %r = 0 to 4 {
    %last = affine.load %n[%r] : memref<4xindex>
    scf.for %i = %zero to %last step %one {
      // expected-error@+1 {{the loops cannot follow the buffer's axes a0: last is not a bound that affine.for can have; give the loop constant bounds}}
      memref.store %x, %A[%i] : memref<8xi32>
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

func.func @narrow_iterator(%A: memref<4x8xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  // expected-error@+1 {{the iterator of the loop is not an index}}
  scf.for %i = %zero to %four step %one : i32 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[0, %j] : memref<4x8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func private @g()
func.func @calls(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[3 - %i] : memref<4xi32>
    // expected-error@+1 {{'func.call' in the stage cannot be put in another order, as it may access anything; put what @g does in its place, or keep the order}}
    func.call @g() : () -> ()
  } {pad.stage = "compute"}
  func.return
}

// -----

// RFC 77, conv1d_cumsum: the initialisation needs the result of the iteration before.
func.func @conv1d_cumsum(%A: memref<4x4xi32>, %F: memref<3xi32>, %B: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  // expected-error@+1 {{the stage cannot run in the order of A: 'affine.store' in iteration [0, 0] and 'affine.load' in iteration [1] access the same cell of B, and would change order}}
  affine.for %i = 0 to 14 {
    affine.if affine_set<(d0) : (d0 == 0)>(%i) {
      affine.store %zero, %B[%i floordiv 4, %i mod 4] : memref<4x4xi32>
    } else {
      %before = affine.load %B[(%i - 1) floordiv 4, (%i - 1) mod 4] : memref<4x4xi32>
      affine.store %before, %B[%i floordiv 4, %i mod 4] : memref<4x4xi32>
    }
    affine.for %f = 0 to 3 {
      %b = affine.load %B[%i floordiv 4, %i mod 4] : memref<4x4xi32>
      %w = affine.load %F[%f] : memref<3xi32>
      %a = affine.load %A[(%i + %f) floordiv 4, (%i + %f) mod 4] : memref<4x4xi32>
      %p = arith.muli %w, %a : i32
      %s = arith.addi %b, %p : i32
      affine.store %s, %B[%i floordiv 4, %i mod 4] : memref<4x4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @strict_float_sum(%A: memref<4x4xf32>, %B: memref<1xf32>) {
  // expected-error@+1 {{iteration [1] and 'affine.store' in iteration [4] access the same cell of B, and would change order; these float sums may be reordered only with fastmath<reassoc>}}
  affine.for %i = 0 to 14 {
    %b = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i mod 4, %i floordiv 4] : memref<4x4xf32>
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Another order may overflow where this one does not.
func.func @sum_without_overflow(%A: memref<14xi32>, %B: memref<1xi32>) {
  // expected-error@+1 {{the stage cannot run in the order of A: 'affine.load' in iteration [0] and 'affine.store' in iteration [1] access the same cell of B, and would change order}}
  affine.for %i = 0 to 14 {
    %b = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[13 - %i] : memref<14xi32>
    %s = arith.addi %b, %a overflow<nsw> : i32
    affine.store %s, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @last_value_stored(%A: memref<14xi32>, %B: memref<1xi32>) {
  // expected-error@+1 {{iteration [0] and 'affine.store' in iteration [1] access the same cell of B, and would change order}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    affine.store %a, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @last_value_carried(%A: memref<14xi32>, %x: i32) -> i32 {
  // expected-error@+1 {{iteration [0] and 'affine.for' in iteration [1] access the same cell, and would change order}}
  %last = affine.for %i = 0 to 14 iter_args(%before = %x) -> (i32) {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    affine.yield %a : i32
  } {pad.stage = "compute"}
  func.return %last : i32
}

// -----

// Only the load of the cell that is updated is part of the sum.
func.func @sum_of_other_cells(%A: memref<4xi32>, %B: memref<4xi32>) {
  // expected-error@+1 {{the stage cannot run in the order of A: 'affine.load' in iteration [0, 1] and 'affine.store' in iteration [1, 0] access the same cell of B, and would change order}}
  affine.for %i = 0 to 4 {
    %a = affine.load %A[3 - %i] : memref<4xi32>
    affine.for %j = 0 to 4 {
      %b = affine.load %B[%i] : memref<4xi32>
      %c = affine.load %B[%j] : memref<4xi32>
      %s = arith.addi %b, %c : i32
      affine.store %s, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// All of the inner loop adds to the value from before it: what stays is the last sum.
func.func @load_outside_of_the_sum(%A: memref<2x14xi32>, %B: memref<2xi32>) {
  // expected-error@+1 {{iteration [0, 0] and 'affine.store' in iteration [0, 1] access the same cell of B, and would change order}}
  affine.for %i = 0 to 2 {
    %b = affine.load %B[%i] : memref<2xi32>
    affine.for %j = 0 to 14 {
      %a = affine.load %A[%i, 13 - %j] : memref<2x14xi32>
      %s = arith.addi %b, %a : i32
      affine.store %s, %B[%i] : memref<2xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @one_buffer_maybe(%A: memref<14xi32>, %B: memref<14xi32>) attributes {pad.may_alias} {
  // expected-error@+1 {{the stage cannot run in the order of A: 'affine.load' in iteration [0] and 'affine.store' in iteration [1] access buffers that may be the same, and would change order}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @one_of_two(%A: memref<14xi32>, %B: memref<14xi32>, %C: memref<14xi32>, %c: i1) {
  %either = arith.select %c, %B, %C : memref<14xi32>
  // expected-error@+1 {{the stage cannot run in the order of A: 'affine.load' in iteration [0] and 'affine.store' in iteration [1] access buffers that may be the same, and would change order}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    %b = affine.load %either[13 - %i] : memref<14xi32>
    affine.store %b, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A caller may have kept the buffers, and the callee gives one of them back.
func.func private @kept() -> memref<14xi32>
func.func @from_elsewhere(%A: memref<14xi32>, %B: memref<14xi32>) {
  %any = func.call @kept() : () -> memref<14xi32>
  // expected-error@+1 {{the stage cannot run in the order of A: 'affine.load' in iteration [0] and 'affine.store' in iteration [1] access buffers that may be the same, and would change order}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    affine.store %a, %any[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @row_sums_in_tiles(%A: memref<4x4x4x4xi32>, %B: memref<14xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    // expected-error@+1 {{the loops i and j cannot be reordered together: what j carries is initialized or used in each iteration of i; split j by 4 instead, accumulate in memory instead of iter_args, or order by another buffer}}
    %sum = affine.for %j = 0 to 14 iter_args(%acc = %zero) -> (i32) {
      %a = affine.load %A[%i floordiv 4, %j floordiv 4, %i mod 4, %j mod 4] : memref<4x4x4x4xi32>
      %next = arith.addi %acc, %a : i32
      affine.yield %next : i32
    }
    affine.store %sum, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The loop that the buffer has no axis for would go inside the one that carries the sum.
func.func @rows_by_columns(%A: memref<5x2x8xi32>, %B: memref<5x6xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      // expected-error@+1 {{the loops j and k cannot be reordered together: what k carries is initialized or used in each iteration of j; loops that A lacks, as j, go inside the others; split k by 8 instead, accumulate in memory instead of iter_args, or order by another buffer}}
      %sum = affine.for %k = 0 to 13 iter_args(%acc = %zero) -> (i32) {
        %a = affine.load %A[%i, %k floordiv 8, %k mod 8] : memref<5x2x8xi32>
        %next = arith.addi %acc, %a : i32
        affine.yield %next : i32
      }
      affine.store %sum, %B[%i, %j] : memref<5x6xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @sum_between(%A: memref<4x4x4x4xi32>, %x: i32) -> i32 {
  %r = affine.for %i = 0 to 14 iter_args(%outer = %x) -> (i32) {
    // expected-error@+1 {{the loops i and j cannot be reordered together: what j carries is initialized or used in each iteration of i}}
    %sum = affine.for %j = 0 to 14 iter_args(%acc = %x) -> (i32) {
      %a = affine.load %A[%i floordiv 4, %j floordiv 4, %i mod 4, %j mod 4] : memref<4x4x4x4xi32>
      %next = arith.addi %acc, %a : i32
      affine.yield %next : i32
    }
    %both = arith.addi %outer, %sum : i32
    affine.yield %both : i32
  } {pad.stage = "compute"}
  func.return %r : i32
}

// -----

// Each sum is looked at, so their order is seen.
func.func @running_sums(%A: memref<14xi32>, %B: memref<14xi32>, %x: i32) -> i32 {
  // expected-error@+1 {{iteration [0] and 'affine.for' in iteration [1] access the same cell, and would change order}}
  %r = affine.for %i = 0 to 14 iter_args(%acc = %x) -> (i32) {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    %next = arith.addi %acc, %a : i32
    affine.store %next, %B[%i] : memref<14xi32>
    affine.yield %next : i32
  } {pad.stage = "compute"}
  func.return %r : i32
}

// -----

func.func @sums_before(%A: memref<14xi32>, %B: memref<14xi32>, %x: i32) -> i32 {
  // expected-error@+1 {{iteration [0] and 'affine.for' in iteration [1] access the same cell, and would change order}}
  %r = affine.for %i = 0 to 14 iter_args(%acc = %x) -> (i32) {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    affine.store %acc, %B[%i] : memref<14xi32>
    %next = arith.addi %acc, %a : i32
    affine.yield %next : i32
  } {pad.stage = "compute"}
  func.return %r : i32
}

// -----

func.func @store_between_carrying_loops(%A: memref<4x4x4x4xi32>, %B: memref<14xi32>, %x: i32) -> i32 {
  %r = affine.for %i = 0 to 14 iter_args(%outer = %x) -> (i32) {
    // expected-error@+1 {{'affine.store' stands between loops that carry values}}
    affine.store %x, %B[%i] : memref<14xi32>
    %sum = affine.for %j = 0 to 14 iter_args(%acc = %outer) -> (i32) {
      %a = affine.load %A[%i floordiv 4, %j floordiv 4, %i mod 4, %j mod 4] : memref<4x4x4x4xi32>
      %next = arith.addi %acc, %a : i32
      affine.yield %next : i32
    }
    affine.yield %sum : i32
  } {pad.stage = "compute"}
  func.return %r : i32
}

// -----

// One undef is one value for all j.
func.func @one_undef(%A: memref<4x4x4x4xi32>) {
  affine.for %i = 0 to 14 {
    // expected-error@+1 {{in the new order, 'pad.undef' would run before the loops i and j, but it computes a value that they use; store that value in a buffer with a cell for each iteration of i, and load it in j}}
    %u = pad.undef : i32
    affine.for %j = 0 to 14 {
      affine.store %u, %A[%i floordiv 4, %j floordiv 4, %i mod 4, %j mod 4] : memref<4x4x4x4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each sum is needed in its own iteration of i.
func.func @sum_in_front(%A: memref<4x4x4x4xi32>, %B: memref<14x14xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    // expected-error@+1 {{in the new order, the loop k would run before the loops i and j, but it computes a value that they use; store that value in a buffer}}
    %b = affine.for %k = 0 to 14 iter_args(%s = %zero) -> (i32) {
      %x = affine.load %B[%i, %k] : memref<14x14xi32>
      %t = arith.addi %s, %x : i32
      affine.yield %t : i32
    }
    affine.for %j = 0 to 14 {
      affine.store %b, %A[%i floordiv 4, %j floordiv 4, %i mod 4, %j mod 4] : memref<4x4x4x4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The load may not be repeated, because the stage writes what it reads.
func.func @load_of_what_is_written(%A: memref<4x4x4x4xi32>, %B: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    // expected-error@+1 {{in the new order, 'affine.load' would run before the loops i and j, but it computes a value that they use; store that value in a buffer with a cell for each iteration of i, and load it in j}}
    %b = affine.load %B[13 - %i] : memref<14xi32>
    affine.for %j = 0 to 14 {
      affine.store %b, %A[%i floordiv 4, %j floordiv 4, %i mod 4, %j mod 4] : memref<4x4x4x4xi32>
    }
    affine.store %b, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// expected-error@+1 {{there are 2 buffers 'A' in @two_buffers; tell them apart by pad.name}}
func.func @two_buffers(%A: memref<4xi32>, %x: i32) {
  %T = memref.alloc() {pad.name = "A"} : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>

// The physical axes are those of a layout that is not applied.
func.func @pending(%A: memref<14xi32, #tiles>, %x: i32) {
  // expected-error@+1 {{A has a layout, but its accesses are still logical: run pad-apply-layouts first}}
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xi32, #tiles>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @waiting(%A: memref<14xi32>, %x: i32) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}} {
  // expected-error@+1 {{A has a layout, but its accesses are still logical: run pad-apply-layouts first}}
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @around(%A: memref<6x22xi32>, %x: i32) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 22 {
      // expected-error@+1 {{axis 0 of the buffer is indexed by the loop i, which is outside of the stage; put pad.stage on i, or order the loops by another buffer}}
      affine.store %x, %A[%i, %j] : memref<6x22xi32>
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

func.func @two_stages(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  // expected-error@+1 {{there are 2 stages 'compute' in @two_stages, of which not all access A; give each a pad.stage of its own; they are at}}
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @one_in_another(%A: memref<4x8xi32>, %B: memref<4xi32>, %x: i32) {
  // expected-error@+1 {{there are 2 stages 'compute' in @one_in_another, of which one is in another; give each a pad.stage of its own; they are at}}
  affine.for %i = 0 to 4 {
    affine.store %x, %B[%i] : memref<4xi32>
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xi32>
    } {pad.stage = "compute"}
  } {pad.stage = "compute"}
  func.return
}

// -----

// Whether a cell is stored is data.
func.func @stores_on_data(%A: memref<14xi32>, %B: memref<1xi32>, %C: memref<14xi1>) {
  // expected-error@+1 {{and 'affine.store' in iteration [1] may access the same cell of B, and would change order}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[13 - %i] : memref<14xi32>
    %c = affine.load %C[%i] : memref<14xi1>
    scf.if %c {
      affine.store %a, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
