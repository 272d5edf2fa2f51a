// Vector stores to what is large, written once and not read go past the caches.
// RUN: pad-opt %s -p "pad-to-host{stop=affine nontemporal-threshold=4096}" | filecheck %s
// RUN: pad-opt %s -p "pad-to-host{stop=affine nontemporal-threshold=8191}" | filecheck %s
// RUN: pad-opt %s -p "pad-to-host{stop=affine nontemporal-threshold=8192}" | filecheck %s --check-prefix=SMALL
// RUN: pad-opt %s -p "pad-to-host{stop=affine}" | filecheck %s --check-prefix=SMALL
// RUN: not pad-opt %s -o /dev/null -p 'pad-to-host{nontemporal-threshold=-1}' 2>&1 | filecheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: pad-to-host: nontemporal-threshold is -1, but must be 0 or more
// SMALL-NOT: nontemporal

// CHECK-LABEL: func.func @once(
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
func.func @once(%A: memref<128x16xf32>, %B: memref<128x16xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 128 {
    %a = vector.load %A[%i, %c0] : memref<128x16xf32>, vector<16xf32>
    vector.store %a, %B[%i, %c0] {alignment = 64 : i64} : memref<128x16xf32>, vector<16xf32>
  }
  func.return
}

// Through a view, under two loops, one of which has bounds that depend on the other.
// CHECK-LABEL: func.func @view(
// CHECK: vector.store {{.*}}nontemporal = true
func.func @view(%A: memref<16xf32>, %B: memref<128x16xf32>) {
  %c0 = arith.constant 0 : index
  %flat = memref.collapse_shape %B [[0, 1]] : memref<128x16xf32> into memref<2048xf32>
  %a = vector.load %A[%c0] : memref<16xf32>, vector<16xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = affine_map<(d0) -> (d0 * 64)>(%i) to affine_map<(d0) -> (d0 * 64 + 64)>(%i) step 16 {
      vector.store %a, %flat[%j] {alignment = 64 : i64} : memref<2048xf32>, vector<16xf32>
    }
  }
  func.return
}

// A quarter of a cache line each, one after another.
// CHECK-LABEL: func.func @quarters(
// CHECK: vector.store {{.*}}nontemporal = true
func.func @quarters(%v: vector<4xf32>) -> memref<128x16xf32> {
  %B = memref.alloc() {alignment = 64 : i64} : memref<128x16xf32>
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 16 step 4 {
      vector.store %v, %B[%i, %j] {alignment = 16 : i64} : memref<128x16xf32>, vector<4xf32>
    }
  }
  func.return %B : memref<128x16xf32>
}

// Quarters from here and there would each cost a line.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: nontemporal
func.func @columns(%v: vector<4xf32>, %B: memref<128x16xf32>) {
  affine.for %j = 0 to 16 step 4 {
    affine.for %i = 0 to 128 {
      vector.store %v, %B[%i, %j] {alignment = 16 : i64} : memref<128x16xf32>, vector<4xf32>
    }
  }
  func.return
}

// No alignment is stated, or not enough of it.
// CHECK-LABEL: func.func @not_aligned(
// CHECK-NOT: nontemporal
func.func @not_aligned(%v: vector<16xf32>, %B: memref<128x16xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 128 {
    vector.store %v, %B[%i, %c0] : memref<128x16xf32>, vector<16xf32>
    vector.store %v, %B[%i, %c0] {alignment = 32 : i64} : memref<128x16xf32>, vector<16xf32>
  }
  func.return
}

// What is read, here through a view, should stay in the caches.
// CHECK-LABEL: func.func @read(
// CHECK-NOT: nontemporal
func.func @read(%A: memref<128x16xf32>, %B: memref<128x16xf32>) {
  %c0 = arith.constant 0 : index
  %flat = memref.collapse_shape %B [[0, 1]] : memref<128x16xf32> into memref<2048xf32>
  affine.for %i = 0 to 128 {
    %a = vector.load %flat[%i] : memref<2048xf32>, vector<16xf32>
    vector.store %a, %B[%i, %c0] {alignment = 64 : i64} : memref<128x16xf32>, vector<16xf32>
  }
  func.return
}

// So should what a call may read, what is copied, and what another argument may be.
// CHECK-LABEL: func.func @called(
// CHECK-NOT: nontemporal
func.func private @external(memref<128x16xf32>)
func.func @called(%v: vector<16xf32>, %B: memref<128x16xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 128 {
    vector.store %v, %B[%i, %c0] {alignment = 64 : i64} : memref<128x16xf32>, vector<16xf32>
  }
  func.call @external(%B) : (memref<128x16xf32>) -> ()
  func.return
}
// CHECK-LABEL: func.func @copied(
// CHECK-NOT: nontemporal
func.func @copied(%v: vector<16xf32>, %B: memref<128x16xf32>, %C: memref<128x16xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 128 {
    vector.store %v, %B[%i, %c0] {alignment = 64 : i64} : memref<128x16xf32>, vector<16xf32>
  }
  memref.copy %B, %C : memref<128x16xf32> to memref<128x16xf32>
  func.return
}
// CHECK-LABEL: func.func @may_alias(
// CHECK-NOT: nontemporal
func.func @may_alias(%A: memref<128x16xf32>, %B: memref<128x16xf32>) attributes {pad.may_alias} {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 128 {
    %a = vector.load %A[%i, %c0] : memref<128x16xf32>, vector<16xf32>
    vector.store %a, %B[%i, %c0] {alignment = 64 : i64} : memref<128x16xf32>, vector<16xf32>
  }
  func.return
}

// What is stored again and again, too; and what may be small.
// CHECK-LABEL: func.func @again(
// CHECK-NOT: nontemporal
func.func @again(%A: memref<8x16xf32>, %B: memref<128x16xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %k = 0 to 8 {
    %a = vector.load %A[%k, %c0] : memref<8x16xf32>, vector<16xf32>
    affine.for %i = 0 to 128 {
      vector.store %a, %B[%i, %c0] {alignment = 64 : i64} : memref<128x16xf32>, vector<16xf32>
    }
  }
  func.return
}
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: nontemporal
func.func @dynamic(%v: vector<16xf32>, %B: memref<?x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    vector.store %v, %B[%i, %c0] {alignment = 64 : i64} : memref<?x16xf32>, vector<16xf32>
  }
  func.return
}
