// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics --allow-unregistered-dialect

// A kernel's own function: only those of func are rewritten.
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
gpu.module @m {
  // expected-remark@+1 {{not applied: 'gpu.func' is not in a func.func, and no other functions are rewritten}}
  gpu.func @k(%A: memref<14xf32, #tiles>, %B: memref<14xf32>) kernel {
    %c0 = arith.constant 0 : index
    %a = memref.load %A[%c0] : memref<14xf32, #tiles>
    memref.store %a, %B[%c0] : memref<14xf32>
    gpu.return
  }
}

// -----

// A function of a dialect that is not known.
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
// expected-remark@+1 {{not applied: 'other.func' is not in a func.func, and no other functions are rewritten}}
"other.func"() ({
^bb0(%A: memref<14xf32, #tiles>, %B: memref<14xf32>):
  %c0 = arith.constant 0 : index
  %a = memref.load %A[%c0] : memref<14xf32, #tiles>
  memref.store %a, %B[%c0] : memref<14xf32>
  "other.return"() : () -> ()
}) {sym_name = "f"} : () -> ()

// -----

// A buffer that is part of a tuple.
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
// expected-remark@+1 {{not applied: it is made of more than the buffer}}
func.func @f(%B: memref<14xf32>, %t: tuple<memref<14xf32, #tiles>>) {
  "other.use"(%t) : (tuple<memref<14xf32, #tiles>>) -> ()
  func.return
}

// -----

// A map as the layout of a type: nothing is known of what makes a buffer of it, so all of that type stay.
func.func @f(%B: memref<16xf32>, %D: memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>) {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{not applied: 'other.make' makes such a buffer, and it is not known how to make another}}
  %A = "other.make"() : () -> memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
  %a = memref.load %A[%c0] : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
  memref.store %a, %B[%c0] : memref<16xf32>
  func.return
}

// -----

// A map on a shape that is not static.
// expected-remark@+1 {{layout of memref<?xf32, affine_map<(d0) -> ((d0 floordiv 4), (d0 mod 4))>> not applied: a map lays out buffers of static shape only}}
func.func @f(%A: memref<?xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>, %B: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %A[%c0] : memref<?xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
  memref.store %a, %B[%c0] : memref<16xf32>
  func.return
}

// -----

// An operation that is not known gives a buffer to its region.

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func @f(%B: memref<14xf32>) {
  // expected-error@+1 {{'other.region' makes the laid-out buffer}}
  "other.region"() ({
  ^bb0(%A: memref<14xf32, #tiles>):
    %c0 = arith.constant 0 : index
    %a = memref.load %A[%c0] : memref<14xf32, #tiles>
    memref.store %a, %B[%c0] : memref<14xf32>
    "other.end"() : () -> ()
  }) : () -> ()
  func.return
}

// -----

// No allocation tells what the symbol of a map is.

#folded = affine_map<(d0)[s0] -> ((d0 + s0) floordiv 4, (d0 + s0) mod 4)>
// expected-remark@+1 {{not applied: no allocation binds the symbols of its map}}
func.func @symbol(%A: memref<16xf32, #folded>) {
  func.return
}
