// RUN: pad-opt %s -p pad-propagate-layouts -o %t.0.mlir 2> %t.remarks
// RUN: filecheck %s < %t.0.mlir
// RUN: filecheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-opt %t.0.mlir -p pad-propagate-layouts -o %t.1.mlir
// RUN: pad-tv %s %t.0.mlir
// RUN: diff %t.0.mlir %t.1.mlir

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>
#ones = #pad.layout<[#tiles], [1.0 : f32], {}>
#any = #pad.layout<[#tiles], ["undef"], {}>
#kept = #pad.layout<[#tiles], ["forbidden"], {}>
#ends = #pad.layout<[#tiles], [affine_map<(d0, d1) -> (3, 1)>], {}>

// What is unpacked is read where it is, also by a loop before which it is unpacked; the end of the buffer moves after
// what reads it.
// CHECK-LABEL: @unpacked(
// CHECK-NOT: memref.alloc() : memref<14xf32>
// CHECK-NOT: pad.unpack
// CHECK: affine.load %P[%{{.*}}] : memref<14xf32, #pad.layout
// CHECK: affine.store %{{.*}}, %B
// CHECK: memref.dealloc %P
// CHECK-NEXT: func.return
// REMARK-DAG: remark: [pad-propagate-layouts] 'P' is read in place of 'l'
func.func @unpacked(%A: memref<14xf32>, %B: memref<14xf32>) {
  %P = memref.alloc() : memref<14xf32, #zeros>
  pad.pack %A into %P : memref<14xf32> into memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  memref.dealloc %P : memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// What is packed is written where it goes, in place too, and read there afterwards; its allocation moves up.
// CHECK-LABEL: @packed(
// CHECK-NEXT: %Q = memref.alloc() : memref<14xf32, #pad.layout
// CHECK-NOT: alloc() : memref<14xf32>{{$}}
// CHECK: affine.store %{{.*}}, %Q[
// CHECK: %[[X:.*]] = affine.load %Q[
// CHECK: affine.store %{{.*}}, %Q[
// CHECK-NOT: pad.pack
// CHECK: affine.load %Q[
// CHECK: pad.unpack %Q into %B
func.func @packed(%A: memref<14xf32>, %B: memref<14xf32>, %C: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %l[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %l[%i] : memref<14xf32>
  }
  %Q = memref.alloc() : memref<14xf32, #zeros>
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %C[%i] : memref<14xf32>
  }
  pad.unpack %Q into %B : memref<14xf32, #zeros> into memref<14xf32>
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #zeros>
  func.return
}

// An unpack and a pack that meet: the padding that is there serves (a value for undef, undef for what nobody touches).
// CHECK-LABEL: @value_for_undef(
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: affine.load %A[%{{.*}}] : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.000000e+00 : f32], {}>>
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK-LABEL: @undef_for_forbidden(
func.func @value_for_undef(%A: memref<14xf32, #zeros>, %B: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #any>
  pad.unpack %A into %l : memref<14xf32, #zeros> into memref<14xf32>
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #any>
  affine.for %i = 0 to 14 {
    %a = affine.load %Q[%i] : memref<14xf32, #any>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #any>
  func.return
}

// CHECK: affine.load %A[%{{.*}}] : memref<14xf32, #pad.layout<[{{.*}}], ["undef"], {}>>
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK-LABEL: @other_value(
func.func @undef_for_forbidden(%A: memref<14xf32, #any>, %B: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #kept>
  pad.unpack %A into %l : memref<14xf32, #any> into memref<14xf32>
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #kept>
  affine.for %i = 0 to 14 {
    %a = affine.load %Q[%i] : memref<14xf32, #kept>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #kept>
  func.return
}

// What is written here gets the padding that is needed after it.
// CHECK-NEXT: %P = memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [1.000000e+00 : f32], {}>>
// CHECK: affine.store %{{.*}}, %P[
// CHECK-NOT: pad.pack
// CHECK: pad.unpack %P into %B
// CHECK-NEXT: memref.dealloc %P
// CHECK-NEXT: func.return
// REMARK-DAG: remark: [pad-propagate-layouts] changed the padding of 'P' to 1.000000e+00 : f32, as later uses need
// REMARK-DAG: remark: [pad-propagate-layouts] merged the buffers 'P' and 'Q'
func.func @other_value(%A: memref<14xf32>, %B: memref<14xf32>) {
  %P = memref.alloc() : memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #ones>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %P[%i] : memref<14xf32, #zeros>
  }
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #ones>
  pad.unpack %Q into %B : memref<14xf32, #ones> into memref<14xf32>
  memref.dealloc %P : memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #ones>
  func.return
}

// Into an argument: the local buffer goes.
// CHECK-LABEL: @into_argument(
// CHECK-NOT: memref.alloc
// CHECK: affine.store %{{.*}}, %B[%{{.*}}] : memref<14xf32, #pad.layout<[{{.*}}], [1.000000e+00 : f32], {}>>
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK-LABEL: @copied_padding(
func.func @into_argument(%A: memref<14xf32>, %B: memref<14xf32, #ones>) {
  %P = memref.alloc() : memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %P[%i] : memref<14xf32, #zeros>
  }
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  pad.pack %l into %B : memref<14xf32> into memref<14xf32, #ones>
  memref.dealloc %P : memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// Padding that copies a cell follows what writes the cell.
// CHECK: %Q = memref.alloc() : memref<14xf32, #pad.layout<[{{.*}}], [affine_map<(d0, d1) -> (3, 1)>], {}>>
// CHECK: affine.store %{{.*}}, %Q[
// CHECK-NOT: pad.pack
// CHECK-LABEL: @both_read(
func.func @copied_padding(%A: memref<14xf32>, %B: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #ends>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %l[%i] : memref<14xf32>
  }
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #ends>
  pad.unpack %Q into %B : memref<14xf32, #ends> into memref<14xf32>
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #ends>
  func.return
}

// What reads the copy need not wait for what packs it: both read the first buffer.
// CHECK: affine.load %A[
// CHECK: affine.load %A[
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK-LABEL: @dead(
func.func @both_read(%A: memref<14xf32, #zeros>, %B: memref<14xf32>, %C: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  %Q = memref.alloc() : memref<14xf32, #zeros>
  pad.unpack %A into %l : memref<14xf32, #zeros> into memref<14xf32>
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  affine.for %i = 0 to 14 {
    %a = affine.load %Q[%i] : memref<14xf32, #zeros>
    %b = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
    affine.store %b, %C[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #zeros>
  func.return
}

// A copy that nobody reads.
// CHECK-NEXT: func.return
func.func @dead(%A: memref<14xf32, #zeros>) {
  %l = memref.alloc() : memref<14xf32>
  pad.unpack %A into %l : memref<14xf32, #zeros> into memref<14xf32>
  memref.dealloc %l : memref<14xf32>
  func.return
}

// In a loop, in each iteration anew.
// CHECK-LABEL: @in_a_loop(
// CHECK-NOT: pad.unpack
// CHECK: affine.load %A[
func.func @in_a_loop(%A: memref<14xf32, #zeros>, %B: memref<3x14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  affine.for %k = 0 to 3 {
    pad.unpack %A into %l : memref<14xf32, #zeros> into memref<14xf32>
    affine.for %i = 0 to 14 {
      %a = affine.load %l[%i] : memref<14xf32>
      affine.store %a, %B[%k, %i] : memref<3x14xf32>
    }
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// A constant global is never written.
// CHECK-LABEL: @global(
// CHECK: affine.load %w[
memref.global "private" constant @weight : memref<14xf32, #zeros> = dense<1.0>
func.func @global(%A: memref<14xf32, #zeros>, %B: memref<14xf32>) {
  %w = memref.get_global @weight : memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  pad.unpack %w into %l : memref<14xf32, #zeros> into memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}

// Without padding, kinds say nothing.
// CHECK-LABEL: @without_padding(
// CHECK-NOT: pad.{{(un)?}}pack
// CHECK: affine.load %A[
func.func @without_padding(%A: memref<16xf32, #kept>, %B: memref<16xf32>) {
  %l = memref.alloc() : memref<16xf32>
  %Q = memref.alloc() : memref<16xf32, #zeros>
  pad.unpack %A into %l : memref<16xf32, #kept> into memref<16xf32>
  pad.pack %l into %Q : memref<16xf32> into memref<16xf32, #zeros>
  affine.for %i = 0 to 16 {
    %a = affine.load %Q[%i] : memref<16xf32, #zeros>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  memref.dealloc %l : memref<16xf32>
  memref.dealloc %Q : memref<16xf32, #zeros>
  func.return
}

// Nothing to do.
// CHECK-LABEL: @nothing(
// CHECK-NEXT: affine.for
func.func @nothing(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}
