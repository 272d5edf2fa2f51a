// Two versions of a function behind one test of facts about sizes.
// RUN: pad-opt %s -p 'pad-optimize{function=tiles versions="n mod 4 == 0"}' -o %t.tiles.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=TILES < %t.tiles.mlir
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-tv %s %t.tiles.mlir --function tiles | filecheck %s --check-prefix=VALID
// RUN: pad-opt %s -p 'pad-optimize{versions=auto}' --validate-each 2> %t.remarks | filecheck %s --check-prefix=AUTO
// RUN: filecheck %s --check-prefix=FOUND < %t.remarks
// RUN: pad-opt %s -p 'pad-optimize{function=tiles versions="A.0 % 8 == 0","n >= 100" target-cpu=haswell}' -o %t.vectors.mlir 2> /dev/null
// RUN: filecheck %s --check-prefix=VECTORS < %t.vectors.mlir
// RUN: pad-tv %s %t.vectors.mlir --function tiles | filecheck %s --check-prefix=LIMIT
// RUN: pad-opt %s -p 'pad-transform-layout{function=sum buffer=A map="(i) -> (i floordiv 16, i mod 16)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{function=sum stage=compute buffer=A},pad-optimize{function=sum versions="n mod 16 == 0"}' --validate-each 2> %t.remarks | filecheck %s --check-prefix=LAYOUT
// RUN: filecheck %s --check-prefix=LAID-OUT < %t.remarks
// RUN: pad-opt %s -p 'pad-optimize{function=limits versions="n * m <= 64"}' --validate-each 2> /dev/null | filecheck %s --check-prefix=PRODUCT
// RUN: not pad-opt %s -o /dev/null -p 'pad-optimize{versions="n mod 4"}' 2>&1 | filecheck %s --check-prefix=FORM
// RUN: not pad-opt %s -o /dev/null -p 'pad-optimize{versions="n mod 0 == 0"}' 2>&1 | filecheck %s --check-prefix=ZERO
// RUN: not pad-opt %s -o /dev/null -p 'pad-optimize{versions="n mod 9223372036854775808 == 0"}' 2>&1 | filecheck %s --check-prefix=LARGE

// FORM: error: pad-optimize: the fact "n mod 4" cannot be read: write it as n mod 16 == 0, n >= 16, n <= 16, n == m or n * m <= 4096, where n and m are index arguments, or A.0 for axis 0 of A
// ZERO: error: pad-optimize: the fact "n mod 0 == 0" divides by 0
// LARGE: error: pad-optimize: a number of 19 digits is no size: sizes are less than 10^18
// REMARK: remark: [pad-optimize] two versions of @tiles: @tiles_fits where n mod 4 == 0, else @tiles_any; decisions in their loops: 0 and 1, operations: 10 and 6
// VALID: @tiles: valid (at n = 13; n = 16;
// TILES-LABEL: func.func @tiles(
// TILES: %[[REST:.*]] = affine.apply affine_map<(d0) -> (d0 mod 4)>(%n)
// TILES: %[[FITS:.*]] = arith.cmpi eq, %[[REST]], %{{.*}} : index
// TILES-NEXT: scf.if %[[FITS]] {
// TILES-NEXT: func.call @tiles_fits(%A, %x, %n)
// TILES-NEXT: } else {
// TILES-NEXT: func.call @tiles_any(%A, %x, %n)
// TILES-NEXT: }
// TILES-NEXT: func.return
// TILES-LABEL: func.func private @tiles_fits(
// TILES-SAME: pad.size = [{of = "A", dim = 0 : i64}]
// TILES: pad.assume %{{[0-9]+}} : i1
// TILES-NEXT: affine.for
// TILES-NEXT: affine.for %ii = 0 to 4 {
// TILES-NEXT: affine.store
// TILES-LABEL: func.func private @tiles_any(
// TILES-NOT: pad.assume
// TILES: affine.for %ii = 0 to min

// Both facts in one test; the limit is one of the sizes at which the result is judged.
// VECTORS-LABEL: func.func @tiles(
// VECTORS: arith.cmpi eq
// VECTORS: arith.cmpi sge
// VECTORS: arith.andi
// VECTORS-LABEL: func.func private @tiles_fits(
// VECTORS: vector.store
// VECTORS-NOT: affine.for
// VECTORS-LABEL: func.func private @tiles_any(
// LIMIT: @tiles: valid (at {{.*}}; n = 104{{[;)]}}

// The facts that remarks name; none for a function in which no guard needs one.
// FOUND: two versions of @tiles: @tiles_fits where n mod 4 == 0, else @tiles_any
// FOUND: remark: [pad-optimize] no second version of @caller: no known fact about sizes makes a guard go
// FOUND: two versions of @both: @both_fits where n mod 4 == 0 and m mod 16 == 0, else @both_any; decisions in their loops: 0 and 2
// FOUND: two versions of @limits: @limits_fits where m * n <= 64, else @limits_any
// AUTO-LABEL: func.func @tiles(
func.func @tiles(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 4 - d1 >= 0)>(%io, %ii)[%n] {
        affine.store %x, %A[%io * 4 + %ii] : memref<?xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Each of its callers gets the version that is right for it.
// AUTO-LABEL: func.func @caller(
// AUTO: func.call @tiles(%A, %x, %n)
// AUTO-NOT: @caller_fits
func.func @caller(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  func.call @tiles(%A, %x, %n) : (memref<?xi32>, i32, index) -> ()
  func.return
}

// Two sizes, and a result.
// AUTO-LABEL: func.func @both(
// AUTO: affine_map<(d0) -> (d0 mod 4)>(%n)
// AUTO: affine_map<(d0) -> (d0 mod 16)>(%m)
// AUTO: %[[RESULT:.*]] = scf.if %{{.*}} -> (i32) {
// AUTO-NEXT: %[[FIRST:.*]] = func.call @both_fits(
// AUTO-NEXT: scf.yield %[[FIRST]] : i32
// AUTO-NEXT: } else {
// AUTO-NEXT: %[[SECOND:.*]] = func.call @both_any(
// AUTO-NEXT: scf.yield %[[SECOND]] : i32
// AUTO: func.return %[[RESULT]] : i32
// AUTO-LABEL: func.func private @both_fits(
// AUTO: affine.for %i = 0 to
// AUTO-NOT: affine.if
// AUTO-NOT: to min
// AUTO-LABEL: func.func private @both_any(
// AUTO: to min
func.func @both(%A: memref<?x?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1}]}) -> i32 {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%m] {
      affine.for %ii = 0 to 4 {
        affine.for %jj = 0 to 16 {
          affine.if affine_set<(d0, d1, d2, d3)[s0, s1] : (s0 - 1 - d0 * 4 - d1 >= 0, s1 - 1 - d2 * 16 - d3 >= 0)>(%i, %ii, %j, %jj)[%n, %m] {
            affine.store %x, %A[%i * 4 + %ii, %j * 16 + %jj] : memref<?x?xi32>
          }
        }
      }
    }
  } {pad.stage = "compute"}
  func.return %x : i32
}

// A product that is tested may not wrap around: its factors are tested too.
// PRODUCT-LABEL: func.func @limits(
// PRODUCT-COUNT-4: arith.cmpi
// PRODUCT: arith.muli
// PRODUCT: arith.cmpi sle
// PRODUCT: scf.if
// PRODUCT-LABEL: func.func private @limits_fits(
// PRODUCT-NOT: affine.if
// PRODUCT-LABEL: func.func private @limits_any(
// PRODUCT: scf.if
func.func @limits(%A: memref<64xi32> {pad.name = "A"}, %B: memref<16xi32> {pad.name = "B"}, %x: i32, %n: index, %m: index) {
  %c64 = arith.constant 64 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %k = arith.addi %row, %j : index
      %inside = arith.cmpi slt, %k, %c64 : index
      scf.if %inside {
        memref.store %x, %A[%k] : memref<64xi32>
      }
    }
  } {pad.stage = "product"}
  func.return
}

// The layout is there in both; what may be read of the padding is anything, so only without padding no guard is left.
// LAID-OUT: two versions of @sum: @sum_fits where n mod 16 == 0, else @sum_any
// LAYOUT-LABEL: func.func @sum(
// LAYOUT-SAME: pad.logical
// LAYOUT-LABEL: func.func private @sum_fits(
// LAYOUT-SAME: pad.logical
// LAYOUT-NOT: affine.if
// LAYOUT-NOT: to min
// LAYOUT-LABEL: func.func private @sum_any(
// LAYOUT-SAME: pad.logical
// LAYOUT: to min
func.func @sum(%A: memref<?xi32> {pad.name = "A"}, %B: memref<1xi32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to %n {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
