// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' | filecheck %s

// Four rows of B load six of A; the sum of two neighbours is computed once for two of them.
// CHECK-LABEL: @sums(
// CHECK: affine.for %[[Y:.*]] = 0 to 16 step 4 {
// CHECK: affine.for %[[X:.*]] = 0 to 32 step 8 {
// CHECK-COUNT-7: vector.load %A
// CHECK-NOT: vector.load
// CHECK-COUNT-10: arith.addf
// CHECK-NOT: arith.addf
// CHECK-COUNT-4: vector.store %{{.*}}, %B
// CHECK: affine.for %{{.*}} = 16 to 18 step 2 {
func.func @sums(%A: memref<21x40xf32>, %B: memref<18x32xf32>) {
  affine.for %y = 0 to 18 {
    affine.for %x = 0 to 32 {
      %a0 = affine.load %A[%y, %x] : memref<21x40xf32>
      %a1 = affine.load %A[%y + 1, %x] : memref<21x40xf32>
      %a2 = affine.load %A[%y + 2, %x] : memref<21x40xf32>
      %a3 = affine.load %A[%y + 3, %x] : memref<21x40xf32>
      %first = arith.addf %a0, %a1 : f32
      %second = arith.addf %a2, %a3 : f32
      %b = arith.addf %first, %second : f32
      affine.store %b, %B[%y, %x] : memref<18x32xf32>
    }
  }
  func.return
}

// Three rows of B load one of A, and compute what it takes once; two rows are left.
// CHECK-LABEL: @enlarged(
// CHECK: affine.for %[[Y:.*]] = 0 to 18 step 3 {
// CHECK: affine.for %{{.*}} = 0 to 32 step 8 {
// CHECK-COUNT-1: vector.load %A
// CHECK-COUNT-1: math.fma
// CHECK-COUNT-1: arith.divf
// CHECK-COUNT-3: vector.store %[[B:.*]], %B
// CHECK-NEXT: }
// CHECK: affine.for %{{.*}} = 18 to 20 step 2 {
func.func @enlarged(%A: memref<7x32xf32>, %B: memref<20x32xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %y = 0 to 20 {
    affine.for %x = 0 to 32 {
      %a = affine.load %A[%y floordiv 3, %x] : memref<7x32xf32>
      %p = math.fma %a, %a, %one : f32
      %b = arith.divf %a, %p : f32
      affine.store %b, %B[%y, %x] : memref<20x32xf32>
    }
  }
  func.return
}

// Loops in blocks that only some calls reach are left as they are.
// CHECK-LABEL: @perhaps(
// CHECK: ^{{.*}}:
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @perhaps(%A: memref<18x40xf32>, %B: memref<16x32xf32>, %is: i1) {
  cf.cond_br %is, ^sums, ^end
^sums:
  affine.for %y = 0 to 16 {
    affine.for %x = 0 to 32 {
      %a0 = affine.load %A[%y, %x] : memref<18x40xf32>
      %a1 = affine.load %A[%y + 1, %x] : memref<18x40xf32>
      %b = arith.addf %a0, %a1 : f32
      affine.store %b, %B[%y, %x] : memref<16x32xf32>
    }
  }
  cf.br ^end
^end:
  func.return
}

// Of any number of rows, what groups of four leave goes by two, and one by one.
// CHECK-LABEL: @of_any_size(
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%h] step 4 {
// CHECK-COUNT-7: vector.load %A
// CHECK-NOT: vector.load
// CHECK: vector.store %{{.*}}, %B
// CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%h] to
func.func @of_any_size(%A: memref<?x40xf32>, %B: memref<?x32xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}]}, %h: index {pad.size = [{of = "B", dim = 0}]}) {
  %less = affine.apply affine_map<()[s0] -> (s0 - 3)>()[%n]
  %fits = arith.cmpi eq, %h, %less : index
  pad.assume %fits : i1
  affine.for %y = 0 to %h {
    affine.for %x = 0 to 32 {
      %a0 = affine.load %A[%y, %x] : memref<?x40xf32>
      %a1 = affine.load %A[%y + 1, %x] : memref<?x40xf32>
      %a2 = affine.load %A[%y + 2, %x] : memref<?x40xf32>
      %a3 = affine.load %A[%y + 3, %x] : memref<?x40xf32>
      %first = arith.addf %a0, %a1 : f32
      %second = arith.addf %a2, %a3 : f32
      %b = arith.addf %first, %second : f32
      affine.store %b, %B[%y, %x] : memref<?x32xf32>
    }
  }
  func.return
}
