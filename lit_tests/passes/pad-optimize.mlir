// RUN: pad-opt %s -p pad-optimize --validate-each 2>&1 | filecheck %s
// RUN: pad-opt %s -p 'pad-optimize{guards=partition}' --validate-each 2>&1 | filecheck %s --check-prefix=PARTITION
// RUN: pad-opt %s -p 'pad-optimize{guards=keep function=sum}' --validate-each 2>&1 | filecheck %s --check-prefix=KEEP
// RUN: pad-opt %s -p 'pad-optimize{function=columns buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)","(i, j) -> (i, j floordiv 5, j mod 5)" pad=0}' --validate-each 2>&1 | filecheck %s --check-prefix=CHOICE

// The cost of what is chosen is told; where nothing is added, nothing is.
// CHECK: pad-optimize.mlir:{{[0-9]+}}:7: remark: [pad-optimize] stage 'compute': guard removed: 2 instances are added to the original 14
// CHECK-NOT: remark:

// Branches go, by overcompute; what only overwrites goes; loops run where something happens.
// CHECK-LABEL: @sum
// CHECK: affine.for %ii = 2 to 4 {
// CHECK: pad.assume
// CHECK: affine.store %zero, %B[0]
// CHECK-NOT: affine.store
// CHECK: affine.for %io = 0 to 4 {
// CHECK-NEXT: affine.for %ii{{.*}} = 0 to 4 {
// CHECK-NOT: affine.if
// CHECK: affine.load %A[%io, %ii
// CHECK-LABEL: @columns

// Cut into pieces instead, at the price of code.
// PARTITION: remark: [pad-partition-loops] {{.*}} split into main, tail; its {{[0-9]+}} operations become {{[0-9]+}}
// PARTITION-NOT: is dropped
// PARTITION-LABEL: @sum
// PARTITION-NOT: affine.if
// PARTITION: pad.stage = "compute.main"
// PARTITION-NOT: affine.if
// PARTITION: pad.stage = "compute.tail"
// PARTITION-LABEL: @columns

// With neither, a loop narrows to where its condition holds.
// KEEP-NOT: remark
// KEEP: affine.for %io = 0 to 4 {
// KEEP-NEXT: affine.for %ii{{.*}} = 0 to min affine_map<(d0) -> (d0 * -4 + 14, 4)>(%io) {
// KEEP-NOT: affine.if

// Of two layouts the one that costs less is taken.
// CHOICE: remark: [pad-optimize] layout (i, j) -> (i, j floordiv 4, j mod 4) not applied to A: guards left: 0, instances added: 8, bytes of padding: 32, bytes of data: 224; another layout costs no more
// CHOICE: remark: [pad-optimize] layout (i, j) -> (i, j floordiv 5, j mod 5) applied to A: guards left: 0, instances added: 4, bytes of padding: 16, bytes of data: 224
// CHOICE: remark: [pad-optimize] stage 'compute': guard removed: 4 instances are added to the original 56
// CHOICE-LABEL: @columns
// CHOICE-SAME: %A: memref<4x3x5xi32>
// CHOICE: pad.stage = "A_assume"
// CHOICE-NOT: affine.if
// CHOICE: affine.load %A[%i{{.*}}, %jo{{.*}}, %ji{{.*}}]
// CHOICE-NOT: affine.if
// CHOICE: pad.stage = "compute"

func.func @sum(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (-d0 >= 0)>(%i) {
      affine.store %zero, %B[%i] : memref<1xi32>
    }
  } {pad.stage = "first"}
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
        affine.if affine_set<(d0) : (d0 >= 0)>(%ii) {
          %s = affine.load %B[0] : memref<1xi32>
          %a = affine.load %A[(%io * 4 + %ii) floordiv 4, %ii mod 4] : memref<4x4xi32>
          %t = arith.addi %s, %a : i32
          affine.store %t, %B[0] : memref<1xi32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

func.func @columns(%A: memref<4x14xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %zero, %B[%i] : memref<4xi32>
    affine.for %j = 0 to 14 {
      %s = affine.load %B[%i] : memref<4xi32>
      %a = affine.load %A[%i, %j] : memref<4x14xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
