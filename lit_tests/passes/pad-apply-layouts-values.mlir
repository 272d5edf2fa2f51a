// The values that padding takes: the constants of the layout exactly, and the neutral element of each operation.
// A local buffer without a write stage gets its padding right after the alloc.
// RUN: pad-opt %s -p pad-apply-layouts | filecheck %s

#m = affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>

// CHECK-LABEL: @f16(
// CHECK: arith.constant -0.000000e+00 : f16
// CHECK: pad.stage = "addf_padding"
// CHECK: arith.constant 1.000000e+00 : f16
// CHECK: pad.stage = "mulf_padding"
// CHECK: arith.constant 0xfc00 : f16
// CHECK: pad.stage = "maximumf_padding"
// CHECK: arith.constant 0x7c00 : f16
// CHECK: pad.stage = "minimumf_padding"
// CHECK: arith.constant 0x7e00 : f16
// CHECK: pad.stage = "maxnumf_padding"
// CHECK: arith.constant 0x7e00 : f16
// CHECK: pad.stage = "minnumf_padding"
func.func @f16() {
  %addf = memref.alloc() : memref<3xf16, #pad.layout<[#m], ["identity(addf)"], {}>>
  %mulf = memref.alloc() : memref<3xf16, #pad.layout<[#m], ["identity(mulf)"], {}>>
  %maximumf = memref.alloc() : memref<3xf16, #pad.layout<[#m], ["identity(maximumf)"], {}>>
  %minimumf = memref.alloc() : memref<3xf16, #pad.layout<[#m], ["identity(minimumf)"], {}>>
  %maxnumf = memref.alloc() : memref<3xf16, #pad.layout<[#m], ["identity(maxnumf)"], {}>>
  %minnumf = memref.alloc() : memref<3xf16, #pad.layout<[#m], ["identity(minnumf)"], {}>>
  func.return
}

// CHECK-LABEL: @bf16(
// CHECK: arith.constant -0.000000e+00 : bf16
// CHECK: pad.stage = "addf_padding"
// CHECK: arith.constant 1.000000e+00 : bf16
// CHECK: pad.stage = "mulf_padding"
// CHECK: arith.constant 0xff80 : bf16
// CHECK: pad.stage = "maximumf_padding"
// CHECK: arith.constant 0x7f80 : bf16
// CHECK: pad.stage = "minimumf_padding"
// CHECK: arith.constant 0x7fc0 : bf16
// CHECK: pad.stage = "maxnumf_padding"
// CHECK: arith.constant 0x7fc0 : bf16
// CHECK: pad.stage = "minnumf_padding"
func.func @bf16() {
  %addf = memref.alloc() : memref<3xbf16, #pad.layout<[#m], ["identity(addf)"], {}>>
  %mulf = memref.alloc() : memref<3xbf16, #pad.layout<[#m], ["identity(mulf)"], {}>>
  %maximumf = memref.alloc() : memref<3xbf16, #pad.layout<[#m], ["identity(maximumf)"], {}>>
  %minimumf = memref.alloc() : memref<3xbf16, #pad.layout<[#m], ["identity(minimumf)"], {}>>
  %maxnumf = memref.alloc() : memref<3xbf16, #pad.layout<[#m], ["identity(maxnumf)"], {}>>
  %minnumf = memref.alloc() : memref<3xbf16, #pad.layout<[#m], ["identity(minnumf)"], {}>>
  func.return
}

// CHECK-LABEL: @f32(
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK: pad.stage = "addf_padding"
// CHECK: arith.constant 1.000000e+00 : f32
// CHECK: pad.stage = "mulf_padding"
// CHECK: arith.constant 0xff800000 : f32
// CHECK: pad.stage = "maximumf_padding"
// CHECK: arith.constant 0x7f800000 : f32
// CHECK: pad.stage = "minimumf_padding"
// CHECK: arith.constant 0x7fc00000 : f32
// CHECK: pad.stage = "maxnumf_padding"
// CHECK: arith.constant 0x7fc00000 : f32
// CHECK: pad.stage = "minnumf_padding"
func.func @f32() {
  %addf = memref.alloc() : memref<3xf32, #pad.layout<[#m], ["identity(addf)"], {}>>
  %mulf = memref.alloc() : memref<3xf32, #pad.layout<[#m], ["identity(mulf)"], {}>>
  %maximumf = memref.alloc() : memref<3xf32, #pad.layout<[#m], ["identity(maximumf)"], {}>>
  %minimumf = memref.alloc() : memref<3xf32, #pad.layout<[#m], ["identity(minimumf)"], {}>>
  %maxnumf = memref.alloc() : memref<3xf32, #pad.layout<[#m], ["identity(maxnumf)"], {}>>
  %minnumf = memref.alloc() : memref<3xf32, #pad.layout<[#m], ["identity(minnumf)"], {}>>
  func.return
}

// CHECK-LABEL: @f64(
// CHECK: arith.constant -0.000000e+00 : f64
// CHECK: pad.stage = "addf_padding"
// CHECK: arith.constant 1.000000e+00 : f64
// CHECK: pad.stage = "mulf_padding"
// CHECK: arith.constant 0xfff0000000000000 : f64
// CHECK: pad.stage = "maximumf_padding"
// CHECK: arith.constant 0x7ff0000000000000 : f64
// CHECK: pad.stage = "minimumf_padding"
// CHECK: arith.constant 0x7ff8000000000000 : f64
// CHECK: pad.stage = "maxnumf_padding"
// CHECK: arith.constant 0x7ff8000000000000 : f64
// CHECK: pad.stage = "minnumf_padding"
func.func @f64() {
  %addf = memref.alloc() : memref<3xf64, #pad.layout<[#m], ["identity(addf)"], {}>>
  %mulf = memref.alloc() : memref<3xf64, #pad.layout<[#m], ["identity(mulf)"], {}>>
  %maximumf = memref.alloc() : memref<3xf64, #pad.layout<[#m], ["identity(maximumf)"], {}>>
  %minimumf = memref.alloc() : memref<3xf64, #pad.layout<[#m], ["identity(minimumf)"], {}>>
  %maxnumf = memref.alloc() : memref<3xf64, #pad.layout<[#m], ["identity(maxnumf)"], {}>>
  %minnumf = memref.alloc() : memref<3xf64, #pad.layout<[#m], ["identity(minnumf)"], {}>>
  func.return
}

// CHECK-LABEL: @i1(
// CHECK: arith.constant false
// CHECK: pad.stage = "addi_padding"
// CHECK: arith.constant true
// CHECK: pad.stage = "muli_padding"
// CHECK: arith.constant false
// CHECK: pad.stage = "ori_padding"
// CHECK: arith.constant false
// CHECK: pad.stage = "xori_padding"
// CHECK: arith.constant true
// CHECK: pad.stage = "andi_padding"
// CHECK: arith.constant true
// CHECK: pad.stage = "maxsi_padding"
// CHECK: arith.constant false
// CHECK: pad.stage = "minsi_padding"
// CHECK: arith.constant false
// CHECK: pad.stage = "maxui_padding"
// CHECK: arith.constant true
// CHECK: pad.stage = "minui_padding"
func.func @i1() {
  %addi = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(addi)"], {}>>
  %muli = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(muli)"], {}>>
  %ori = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(ori)"], {}>>
  %xori = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(xori)"], {}>>
  %andi = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(andi)"], {}>>
  %maxsi = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(maxsi)"], {}>>
  %minsi = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(minsi)"], {}>>
  %maxui = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(maxui)"], {}>>
  %minui = memref.alloc() : memref<3xi1, #pad.layout<[#m], ["identity(minui)"], {}>>
  func.return
}

// CHECK-LABEL: @i8(
// CHECK: arith.constant 0 : i8
// CHECK: pad.stage = "addi_padding"
// CHECK: arith.constant 1 : i8
// CHECK: pad.stage = "muli_padding"
// CHECK: arith.constant 0 : i8
// CHECK: pad.stage = "ori_padding"
// CHECK: arith.constant 0 : i8
// CHECK: pad.stage = "xori_padding"
// CHECK: arith.constant -1 : i8
// CHECK: pad.stage = "andi_padding"
// CHECK: arith.constant -128 : i8
// CHECK: pad.stage = "maxsi_padding"
// CHECK: arith.constant 127 : i8
// CHECK: pad.stage = "minsi_padding"
// CHECK: arith.constant 0 : i8
// CHECK: pad.stage = "maxui_padding"
// CHECK: arith.constant -1 : i8
// CHECK: pad.stage = "minui_padding"
func.func @i8() {
  %addi = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(addi)"], {}>>
  %muli = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(muli)"], {}>>
  %ori = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(ori)"], {}>>
  %xori = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(xori)"], {}>>
  %andi = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(andi)"], {}>>
  %maxsi = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(maxsi)"], {}>>
  %minsi = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(minsi)"], {}>>
  %maxui = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(maxui)"], {}>>
  %minui = memref.alloc() : memref<3xi8, #pad.layout<[#m], ["identity(minui)"], {}>>
  func.return
}

// CHECK-LABEL: @i16(
// CHECK: arith.constant 0 : i16
// CHECK: pad.stage = "addi_padding"
// CHECK: arith.constant 1 : i16
// CHECK: pad.stage = "muli_padding"
// CHECK: arith.constant 0 : i16
// CHECK: pad.stage = "ori_padding"
// CHECK: arith.constant 0 : i16
// CHECK: pad.stage = "xori_padding"
// CHECK: arith.constant -1 : i16
// CHECK: pad.stage = "andi_padding"
// CHECK: arith.constant -32768 : i16
// CHECK: pad.stage = "maxsi_padding"
// CHECK: arith.constant 32767 : i16
// CHECK: pad.stage = "minsi_padding"
// CHECK: arith.constant 0 : i16
// CHECK: pad.stage = "maxui_padding"
// CHECK: arith.constant -1 : i16
// CHECK: pad.stage = "minui_padding"
func.func @i16() {
  %addi = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(addi)"], {}>>
  %muli = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(muli)"], {}>>
  %ori = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(ori)"], {}>>
  %xori = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(xori)"], {}>>
  %andi = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(andi)"], {}>>
  %maxsi = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(maxsi)"], {}>>
  %minsi = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(minsi)"], {}>>
  %maxui = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(maxui)"], {}>>
  %minui = memref.alloc() : memref<3xi16, #pad.layout<[#m], ["identity(minui)"], {}>>
  func.return
}

// CHECK-LABEL: @i32(
// CHECK: arith.constant 0 : i32
// CHECK: pad.stage = "addi_padding"
// CHECK: arith.constant 1 : i32
// CHECK: pad.stage = "muli_padding"
// CHECK: arith.constant 0 : i32
// CHECK: pad.stage = "ori_padding"
// CHECK: arith.constant 0 : i32
// CHECK: pad.stage = "xori_padding"
// CHECK: arith.constant -1 : i32
// CHECK: pad.stage = "andi_padding"
// CHECK: arith.constant -2147483648 : i32
// CHECK: pad.stage = "maxsi_padding"
// CHECK: arith.constant 2147483647 : i32
// CHECK: pad.stage = "minsi_padding"
// CHECK: arith.constant 0 : i32
// CHECK: pad.stage = "maxui_padding"
// CHECK: arith.constant -1 : i32
// CHECK: pad.stage = "minui_padding"
func.func @i32() {
  %addi = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(addi)"], {}>>
  %muli = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(muli)"], {}>>
  %ori = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(ori)"], {}>>
  %xori = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(xori)"], {}>>
  %andi = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(andi)"], {}>>
  %maxsi = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(maxsi)"], {}>>
  %minsi = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(minsi)"], {}>>
  %maxui = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(maxui)"], {}>>
  %minui = memref.alloc() : memref<3xi32, #pad.layout<[#m], ["identity(minui)"], {}>>
  func.return
}

// CHECK-LABEL: @i64(
// CHECK: arith.constant 0 : i64
// CHECK: pad.stage = "addi_padding"
// CHECK: arith.constant 1 : i64
// CHECK: pad.stage = "muli_padding"
// CHECK: arith.constant 0 : i64
// CHECK: pad.stage = "ori_padding"
// CHECK: arith.constant 0 : i64
// CHECK: pad.stage = "xori_padding"
// CHECK: arith.constant -1 : i64
// CHECK: pad.stage = "andi_padding"
// CHECK: arith.constant -9223372036854775808 : i64
// CHECK: pad.stage = "maxsi_padding"
// CHECK: arith.constant 9223372036854775807 : i64
// CHECK: pad.stage = "minsi_padding"
// CHECK: arith.constant 0 : i64
// CHECK: pad.stage = "maxui_padding"
// CHECK: arith.constant -1 : i64
// CHECK: pad.stage = "minui_padding"
func.func @i64() {
  %addi = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(addi)"], {}>>
  %muli = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(muli)"], {}>>
  %ori = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(ori)"], {}>>
  %xori = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(xori)"], {}>>
  %andi = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(andi)"], {}>>
  %maxsi = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(maxsi)"], {}>>
  %minsi = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(minsi)"], {}>>
  %maxui = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(maxui)"], {}>>
  %minui = memref.alloc() : memref<3xi64, #pad.layout<[#m], ["identity(minui)"], {}>>
  func.return
}

// CHECK-LABEL: @index(
// CHECK: arith.constant 0 : index
// CHECK: pad.stage = "addi_padding"
// CHECK: arith.constant 1 : index
// CHECK: pad.stage = "muli_padding"
// CHECK: arith.constant 0 : index
// CHECK: pad.stage = "ori_padding"
// CHECK: arith.constant 0 : index
// CHECK: pad.stage = "xori_padding"
// CHECK: arith.constant -1 : index
// CHECK: pad.stage = "andi_padding"
// CHECK: arith.constant -9223372036854775808 : index
// CHECK: pad.stage = "maxsi_padding"
// CHECK: arith.constant 9223372036854775807 : index
// CHECK: pad.stage = "minsi_padding"
// CHECK: arith.constant 0 : index
// CHECK: pad.stage = "maxui_padding"
// CHECK: arith.constant -1 : index
// CHECK: pad.stage = "minui_padding"
func.func @index() {
  %addi = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(addi)"], {}>>
  %muli = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(muli)"], {}>>
  %ori = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(ori)"], {}>>
  %xori = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(xori)"], {}>>
  %andi = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(andi)"], {}>>
  %maxsi = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(maxsi)"], {}>>
  %minsi = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(minsi)"], {}>>
  %maxui = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(maxui)"], {}>>
  %minui = memref.alloc() : memref<3xindex, #pad.layout<[#m], ["identity(minui)"], {}>>
  func.return
}

// CHECK-LABEL: @constants(
// CHECK: arith.constant 0.000000e+00 : f32
// CHECK: pad.stage = "zero_padding"
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK: pad.stage = "minus_zero_padding"
// CHECK: arith.constant 0x7fc00000 : f32
// CHECK: pad.stage = "nan_padding"
// CHECK: arith.constant 0x7f800000 : f32
// CHECK: pad.stage = "inf_padding"
// CHECK: arith.constant 0.333333343 : f32
// CHECK: pad.stage = "third_padding"
func.func @constants() {
  %zero = memref.alloc() : memref<3xf32, #pad.layout<[#m], [0.0 : f32], {}>>
  %minus_zero = memref.alloc() : memref<3xf32, #pad.layout<[#m], [-0.0 : f32], {}>>
  %nan = memref.alloc() : memref<3xf32, #pad.layout<[#m], [0x7fc00000 : f32], {}>>
  %inf = memref.alloc() : memref<3xf32, #pad.layout<[#m], [0x7f800000 : f32], {}>>
  %third = memref.alloc() : memref<3xf32, #pad.layout<[#m], [0.333333343 : f32], {}>>
  func.return
}

// CHECK-LABEL: @integers(
// CHECK: arith.constant -128 : i8
// CHECK: pad.stage = "least_padding"
// CHECK: arith.constant 127 : i8
// CHECK: pad.stage = "most_padding"
func.func @integers() {
  %least = memref.alloc() : memref<3xi8, #pad.layout<[#m], [-128 : i8], {}>>
  %most = memref.alloc() : memref<3xi8, #pad.layout<[#m], [127 : i8], {}>>
  func.return
}
