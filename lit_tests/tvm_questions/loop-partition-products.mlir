// What TVM's tests of LoopPartition ask of products of sizes.
// RUN: pad-opt %s -p pad-partition-loops --split-input-file 2>/dev/null | filecheck %s

func.func private @emit(index)
// Question: test_multi_loop
// TVM: rewritten; a condition with a product of two sizes: the first part of the range has none
// Here: kept, less: the sets of iterations hold no product of two variables; TVM's first part ends at a bound
//   that is 0 or less wherever the sizes are above 1
// CHECK-LABEL: @product_of_sizes(
// CHECK: scf.if
func.func @product_of_sizes(%n: index, %m: index) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %m {
        %p = arith.muli %i, %m : index
        %q = arith.addi %p, %j : index
        %r = arith.addi %q, %k : index
        %c = arith.cmpi slt, %r, %n : index
        scf.if %c {
          func.call @emit(%m) : (index) -> ()
        } else {
          func.call @emit(%n) : (index) -> ()
        }
      }
    }
  }
  func.return
}

// -----

func.func private @emit(index)
// Question: test_multi_if
// TVM: rewritten; two such conditions: the first part of the range has none
// Here: kept, less: the sets of iterations hold no product of two variables; TVM's first part ends at a bound
//   that is 0 or less wherever the sizes are above 1
// CHECK-LABEL: @two_products(
// CHECK: scf.if
func.func @two_products(%n: index, %m: index) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %m {
        %p = arith.muli %i, %m : index
        %q = arith.addi %p, %j : index
        %r = arith.addi %q, %k : index
        %c = arith.cmpi slt, %r, %n : index
        scf.if %c {
          func.call @emit(%m) : (index) -> ()
        } else {
          func.call @emit(%n) : (index) -> ()
        }
        %s = arith.subi %q, %k : index
        %d = arith.cmpi slt, %s, %n : index
        scf.if %d {
          func.call @emit(%m) : (index) -> ()
        } else {
          func.call @emit(%n) : (index) -> ()
        }
      }
    }
  }
  func.return
}
