// Pad values that would free guards, for one buffer or several together; nothing changes.
// RUN: pad-opt %s -p pad-infer-pad-value --verify-diagnostics | filecheck %s
// RUN: pad-opt %s -p 'pad-infer-pad-value{function=log_sum_exp stage=compute buffer=A max-waste=0.1}' 2>&1 | filecheck %s --check-prefix=WASTE

// CHECK-COUNT-12: if
// CHECK-NOT: pad.assume
// WASTE: remark: [pad-infer-pad-value] @log_sum_exp: no pad value is found: none that follows from the operations frees one of 2 guards
func.func @log_sum_exp(%A: memref<6x4x4xf32>, %top: memref<6xf32>, %sum: memref<6xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant -80.0 : f32
  affine.for %i = 0 to 6 {
    affine.store %lowest, %top[%i] : memref<6xf32>
    affine.store %zero, %sum[%i] : memref<6xf32>
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        // expected-remark@+1 {{@log_sum_exp: A=-inf frees 2 of 2 guards in 'compute': 24 instances are added, 12 cells of padding hold a value}}
        affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%jo, %ji) {
          %m = affine.load %top[%i] : memref<6xf32>
          %a = affine.load %A[%i, %jo, %ji] : memref<6x4x4xf32>
          %n = arith.maximumf %m, %a : f32
          affine.store %n, %top[%i] : memref<6xf32>
        }
      }
    }
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%jo, %ji) {
          %s = affine.load %sum[%i] : memref<6xf32>
          %a = affine.load %A[%i, %jo, %ji] : memref<6x4x4xf32>
          %d = arith.addf %a, %limit : f32
          %e = math.exp %d : f32
          %t = arith.addf %s, %e : f32
          affine.store %t, %sum[%i] : memref<6xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
func.func @dot_f32(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{@dot_f32: A=0.0 and B=0.0 frees 1 of 1 guards in 'compute': 2 instances are added, 4 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
func.func @dot_i32(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %S: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  %three = arith.constant 3 : i32
  scf.for %io = %c0 to %c4 step %c1 {
    scf.for %ii = %c0 to %c4 step %c1 {
      %row = arith.muli %io, %c4 : index
      %at = arith.addi %row, %ii : index
      %in = arith.cmpi slt, %at, %c14 : index
      // expected-remark@+2 {{@dot_i32: B=0 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      // expected-remark@+1 {{@dot_i32: A=-3 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      scf.if %in {
        %s = memref.load %S[%c0] : memref<1xi32>
        %a = memref.load %A[%io, %ii] : memref<4x4xi32>
        %b = memref.load %B[%io, %ii] : memref<4x4xi32>
        %a3 = arith.addi %a, %three : i32
        %p = arith.muli %a3, %b : i32
        %t = arith.addi %s, %p : i32
        memref.store %t, %S[%c0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// The caller's sum may be -0.0, which 0.0 would change.
func.func @callers_sum(%A: memref<4x4xf32>, %S: memref<1xf32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{@callers_sum: A=-0.0 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// What is only written may be anything.
func.func @doubled(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{@doubled: B=undef frees 1 of 1 guards in 'compute': 2 instances are added, 0 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// In place.
func.func @scaled(%A: memref<4x4xf32>, %x: f32) {
  %two = arith.constant 2.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+3 {{@scaled: A=undef frees 1 of 1 guards in 'compute': 2 instances are added, 0 cells of padding hold a value}}
      // expected-remark@+2 {{@scaled: A=0.0 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      // expected-remark@+1 {{@scaled: A=-0.0 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = arith.mulf %a, %two : f32
        affine.store %b, %A[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// Two stages that want different values: no value frees both.
func.func @range(%A: memref<4x4xi32>, %S: memref<2xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{@range: A=-2147483648 frees 1 of 2 guards in 'greatest': 2 instances are added, 2 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<2xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.maxsi %s, %a : i32
        affine.store %t, %S[0] : memref<2xi32>
      }
    }
  } {pad.stage = "greatest"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{@range: A=2147483647 frees 1 of 2 guards in 'least': 2 instances are added, 2 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[1] : memref<2xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.minsi %s, %a : i32
        affine.store %t, %S[1] : memref<2xi32>
      }
    }
  } {pad.stage = "least"}
  func.return
}
// A layout that forbids reads: another kind is what is asked for.
#forbidden = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>
func.func @weighted(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #forbidden>}, %W: memref<4x4xi32> {pad.logical = memref<14xi32, #forbidden>}, %S: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+2 {{@weighted: A=0 and W=undef frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      // expected-remark@+1 {{@weighted: A=undef and W=0 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %w = affine.load %W[%io, %ii] : memref<4x4xi32>
        %p = arith.muli %a, %w : i32
        %t = arith.addi %s, %p : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// A count by a comparison, and a bias that is taken off first.
func.func @count(%A: memref<4x4xi32>, %S: memref<1xi32>) {
  %limit = arith.constant 7 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+5 {{@count: A=0 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      // expected-remark@+4 {{@count: A=7 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      // expected-remark@+3 {{@count: A=6 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      // expected-remark@+2 {{@count: A=-2147483648 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      // expected-remark@+1 {{@count: A=-1 frees 1 of 1 guards in 'compute': 2 instances are added, 2 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %c = arith.cmpi sgt, %a, %limit : i32
        %e = arith.extui %c : i1 to i32
        %t = arith.addi %s, %e : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
// Three factors, of which two with another sign or value would do too.
func.func @triple(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4x4xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{@triple: A=0.0 and B=0.0 and C=0.0 frees 1 of 1 guards in 'compute': 2 instances are added, 6 cells of padding hold a value}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %c = affine.load %C[%io, %ii] : memref<4x4xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.mulf %p, %c : f32
        %t = arith.addf %s, %q : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Elements that are vectors are numbers in each lane.
func.func @lanes(%A: memref<4xvector<2xf32>>, %B: memref<4xvector<2xf32>>) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{@lanes: B=undef frees 1 of 1 guards in 's': 1 instances are added, 0 cells of padding hold a value}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xvector<2xf32>>
      %b = affine.load %B[%i] : memref<4xvector<2xf32>>
      %m = arith.maximumf %b, %a : vector<2xf32>
      affine.store %m, %B[%i] : memref<4xvector<2xf32>>
    }
  } {pad.stage = "s"}
  func.return
}
