// What functions could take in the padding of their buffers without their guards (RFC 77: "the executor must be able to query the
// buffer semantics supported by each implementation of an operator"). As they are, they need nothing of it.
// RUN: pad-opt %s --contracts | filecheck %s
// RUN: pad-opt %s | filecheck %s --check-prefix=SAME

// CHECK: "name": "peak"
// CHECK: "on_entry": "never read"
// CHECK: "without_guards": {
// CHECK-NEXT: "accepts": [
// CHECK-NEXT: {
// CHECK-NEXT: "padding": {
// CHECK-NEXT: "A": "-inf"
// CHECK-NEXT: },
// CHECK-NEXT: "guards": [
// CHECK-NEXT: {
// CHECK-NEXT: "stage": "compute",
// CHECK-NEXT: "at": "{{.*}}contracts-without-guards.mlir:{{[0-9]+}}:{{[0-9]+}}"
// CHECK-NOT: "A":
// CHECK: "name": "sum"
// CHECK: "padding": {
// CHECK-NEXT: "A": "0"
// CHECK-NEXT: },
// CHECK-NOT: "A":
// CHECK: "name": "shift"
// CHECK: "padding": {
// CHECK-NEXT: "A": "undef",
// CHECK-NEXT: "B": "undef"
// CHECK-NEXT: },
// CHECK-NOT: "A":
// CHECK: "name": "trace_all"
// CHECK: "accepts": [],
// CHECK-NEXT: "kept": [
// CHECK: "reason": "effect",
// CHECK-NEXT: "text": "without the guard, 'func.call' would run more often, and it may trap or have an effect"
// CHECK: "name": "emit"
// CHECK: "accepts": [],
// CHECK-NEXT: "kept": []
// SAME-COUNT-4: affine.if
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>
func.func @peak(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #tiles>}, %R: memref<1xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %m = affine.for %io = 0 to 4 iter_args(%s = %lowest) -> (f32) {
    %r = affine.for %ii = 0 to 4 iter_args(%t = %s) -> (f32) {
      %n = affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) -> f32 {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %x = arith.maximumf %t, %a : f32
        affine.yield %x : f32
      } else {
        affine.yield %t : f32
      }
      affine.yield %n : f32
    }
    affine.yield %r : f32
  } {pad.stage = "compute"}
  affine.store %m, %R[0] : memref<1xf32>
  func.return
}
func.func @sum(%A: memref<4x4xi16> {pad.logical = memref<14xi16, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %S: memref<1xi16>) {
  %zero = arith.constant 0 : i16
  affine.store %zero, %S[0] : memref<1xi16>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi16>
        %a = affine.load %A[%io, %ii] : memref<4x4xi16>
        %t = arith.addi %s, %a : i16
        affine.store %t, %S[0] : memref<1xi16>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
func.func @shift(%A: memref<4x4xf32> {pad.logical = memref<14xf32, #tiles>},
                 %B: memref<4x4xf32> {pad.logical = memref<14xf32, #tiles>}, %x: f32) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = arith.addf %a, %x : f32
        affine.store %b, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
func.func @trace_all(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %R: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        func.call @emit(%a) : (i32) -> ()
      }
    }
  } {pad.stage = "compute"}
  func.return
}
func.func private @emit(i32)
