// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Parts start at -0.0, which changes no sum, not at what C holds. What another order may make is
// no longer promised: neither finite sums nor numbers.
// CHECK-LABEL: @dot(
// CHECK: %[[START:.*]] = arith.constant dense<-0.000000e+00> : vector<16xf32>
// CHECK: %[[PARTS:.*]] = affine.for {{.*}} = 0 to 32 step 16 iter_args(%[[C:.*]] = %[[START]]) -> (vector<16xf32>) {
// CHECK:   %[[S:.*]] = math.fma %{{.*}}, %{{.*}}, %[[C]] fastmath<reassoc,contract> : vector<16xf32>
// CHECK-NEXT: affine.yield %[[S]]
// CHECK: %[[SUM:.*]] = vector.reduction <add>, %[[PARTS]], %z fastmath<reassoc,contract> : vector<16xf32> into f32
// CHECK: %[[MASK:.*]] = arith.constant dense<[true, true, true, true, true, false, false, false]> : vector<8xi1>
// CHECK: %[[REST:.*]] = affine.for {{.*}} = 32 to 37 step 5 iter_args(%[[OLD:.*]] = %{{.*}}) -> (vector<8xf32>) {
// CHECK: %[[NEW:.*]] = math.fma
// CHECK-NEXT: %[[ACTIVE:.*]] = arith.select %[[MASK]], %[[NEW]], %[[OLD]]
// CHECK-NEXT: affine.yield %[[ACTIVE]]
// CHECK: %[[ALL:.*]] = vector.reduction <add>, %[[REST]], %[[SUM]]
// CHECK-NEXT: affine.store %[[ALL]], %C[0]
func.func @dot(%A: memref<37xf32>, %B: memref<37xf32>, %C: memref<1xf32>) {
  %z = arith.constant 1.0 : f32
  affine.store %z, %C[0] : memref<1xf32>
  affine.for %i = 0 to 37 {
    %c = affine.load %C[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<37xf32>
    %b = affine.load %B[%i] : memref<37xf32>
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %s = arith.addf %c, %p fastmath<reassoc,nnan,ninf,contract> : f32
    affine.store %s, %C[0] : memref<1xf32>
  }
  func.return
}

// -----

// A rest in as many lanes goes on with the parts, which are combined once.
// CHECK-LABEL: @long_rest(
// CHECK: %[[PARTS:.*]] = affine.for {{.*}} = 0 to 32 step 16 iter_args
// CHECK-NOT: vector.reduction
// CHECK: %[[REST:.*]] = affine.for {{.*}} = 32 to 45 step 13 iter_args(%{{.*}} = %[[PARTS]]) -> (vector<16xf32>) {
// CHECK: vector.reduction <maximumf>, %[[REST]], %z
func.func @long_rest(%A: memref<45xf32>) -> f32 {
  %z = arith.constant 1.0 : f32
  %m = affine.for %i = 0 to 45 iter_args(%c = %z) -> (f32) {
    %a = affine.load %A[%i] : memref<45xf32>
    %s = arith.maximumf %c, %a : f32
    affine.yield %s : f32
  }
  func.return %m : f32
}

// -----

// Two at once, through two loops; the vectors are of the inner one.
// CHECK-LABEL: @sum_and_maximum(
// CHECK: affine.for %{{.*}} = 0 to 4 iter_args(%[[X:.*]] = %z, %[[Y:.*]] = %z) -> (i32, i32) {
// CHECK: %[[S:.*]], %[[T:.*]] = affine.for {{.*}} -> (vector<16xi32>, vector<16xi32>)
// CHECK: arith.addi %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: arith.maxui %{{.*}}, %{{.*}} : vector<16xi32>
// CHECK: %[[SUM:.*]] = vector.reduction <add>, %[[S]], %[[X]]
// CHECK: %[[MOST:.*]] = vector.reduction <maxui>, %[[T]], %[[Y]]
// CHECK: affine.yield %[[SUM]], %[[MOST]]
func.func @sum_and_maximum(%A: memref<4x32xi32>) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %r:2 = affine.for %i = 0 to 4 iter_args(%x = %z, %y = %z) -> (i32, i32) {
    %q:2 = affine.for %j = 0 to 32 iter_args(%s = %x, %t = %y) -> (i32, i32) {
      %a = affine.load %A[%i, %j] : memref<4x32xi32>
      %u = arith.addi %s, %a overflow<nsw> : i32
      %v = arith.maxui %a, %t : i32
      affine.yield %u, %v : i32, i32
    }
    affine.yield %q#0, %q#1 : i32, i32
  }
  func.return %r#0, %r#1 : i32, i32
}

// -----

// Lanes for which the condition fails keep their part.
// CHECK-LABEL: @guarded(
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK-NEXT: %[[NEW:.*]] = arith.addi %[[OLD:.*]], %{{.*}} : vector<16xi32>
// CHECK-NEXT: %[[Y:.*]] = arith.select %[[MASK]], %[[NEW]], %[[OLD]]
// CHECK-NEXT: affine.yield %[[Y]]
// CHECK: vector.reduction <add>, %{{.*}}, %seven : vector<16xi32> into i32
func.func @guarded(%A: memref<32xi32>, %n: index) -> i32 {
  %seven = arith.constant 7 : i32
  %r = affine.for %i = 0 to 32 iter_args(%x = %seven) -> (i32) {
    %a = affine.load %A[%i] : memref<32xi32>
    %y = affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] -> i32 {
      %u = arith.addi %x, %a overflow<nsw> : i32
      affine.yield %u : i32
    } else {
      affine.yield %x : i32
    }
    affine.yield %y : i32
  }
  func.return %r : i32
}

// -----

// The identity of a maximum is an infinity, which ninf would not allow.
// CHECK-LABEL: @maximum(
// CHECK: arith.constant dense<0xff800000> : vector<16xf32>
// CHECK: arith.maximumf %{{.*}}, %{{.*}} fastmath<nnan> : vector<16xf32>
// CHECK: vector.reduction <maximumf>, %{{.*}}, %{{.*}} fastmath<nnan> : vector<16xf32> into f32
func.func @maximum(%A: memref<32xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 32 iter_args(%x = %z) -> (f32) {
    %a = affine.load %A[%i] : memref<32xf32>
    %y = arith.maximumf %x, %a fastmath<nnan,ninf> : f32
    affine.yield %y : f32
  }
  func.return %r : f32
}

// -----

// Each lane has its sum, so none is reordered and no flag is needed.
// CHECK-LABEL: @column_sums(
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args({{.*}}) -> (vector<16xf32>) {
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<nnan> : vector<16xf32>
// CHECK-NOT: vector.reduction
func.func @column_sums(%A: memref<5x16xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %k = 0 to 5 {
      %b = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%k, %i] : memref<5x16xf32>
      %s = arith.addf %b, %a fastmath<nnan> : f32
      affine.store %s, %B[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// What is assumed of C while it is summed up in memory does not hold of what is there until then.
// CHECK-LABEL: @assumed(
// CHECK-NOT: pad.assume
// CHECK: vector.reduction <maxsi>, %{{.*}}, %less
// CHECK-NOT: pad.assume
func.func @assumed(%A: memref<32xi32>, %C: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %less = arith.constant -7 : i32
  affine.store %less, %C[0] : memref<1xi32>
  affine.for %k = 0 to 32 {
    %c = affine.load %C[0] : memref<1xi32>
    %a = affine.load %A[%k] : memref<32xi32>
    %s = arith.maxsi %c, %a : i32
    affine.store %s, %C[0] : memref<1xi32>
    %v = affine.load %C[0] : memref<1xi32>
    %holds = arith.cmpi sge, %v, %zero : i32
    pad.assume %holds : i1
  }
  func.return
}

// -----

// As many lanes as the widest numbers in the loop leave room for.
// CHECK-LABEL: @halves(
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc> : vector<32xf16>
// CHECK: vector.reduction <mul>, %{{.*}}, %one fastmath<reassoc> : vector<32xf16> into f16
func.func @halves(%A: memref<32xf16>) -> f16 {
  %one = arith.constant 1.0 : f16
  %r = affine.for %i = 0 to 32 iter_args(%x = %one) -> (f16) {
    %a = affine.load %A[%i] : memref<32xf16>
    %y = arith.mulf %x, %a fastmath<reassoc> : f16
    affine.yield %y : f16
  }
  func.return %r : f16
}

// -----

// The sum of some: where it is not selected, it stays.
// CHECK-LABEL: @selected(
// CHECK: affine.for %{{.*}} = 0 to 64 step 16 iter_args(%[[S:.*]] = %{{.*}}) -> (vector<16xi32>) {
// CHECK: %[[T:.*]] = arith.addi %[[S]], %{{.*}} : vector<16xi32>
// CHECK: arith.select %{{.*}}, %[[T]], %[[S]] : vector<16xi1>, vector<16xi32>
func.func @selected(%A: memref<64xi32>, %z: i32) -> i32 {
  %r = affine.for %i = 0 to 64 iter_args(%s = %z) -> (i32) {
    %a = affine.load %A[%i] : memref<64xi32>
    %c = arith.cmpi slt, %a, %z : i32
    %t = arith.addi %s, %a : i32
    %u = arith.select %c, %t, %s : i32
    affine.yield %u : i32
  }
  func.return %r : i32
}
