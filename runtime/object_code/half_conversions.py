"""Conversions to and from f16 and bf16 in LLVM IR, where the processor has no instruction."""

# LLVM calls these by the names that they have in compiler-rt, which need not be loaded, and other
# libraries' versions of which round f64 twice. Weak: a linker may take others instead.
CONVERSIONS = """
; f64 to f32, rounded to odd: the last bit is set if anything was lost, and then a second rounding,
; to a narrower type, is right (Boldo and Melquiond, "When double rounding is odd").
define internal float @pad_mlir_round_to_odd(double %x) alwaysinline {
  %near = fptrunc double %x to float
  %wide = fpext float %near to double
  %exact = fcmp ueq double %wide, %x
  %x_bits = bitcast double %x to i64
  %wide_bits = bitcast double %wide to i64
  %x_size = and i64 %x_bits, 9223372036854775807
  %wide_size = and i64 %wide_bits, 9223372036854775807
  %away = icmp ugt i64 %wide_size, %x_size
  %one = zext i1 %away to i32
  %bits = bitcast float %near to i32
  %towards_zero = sub i32 %bits, %one
  %odd = or i32 %towards_zero, 1
  %chosen = select i1 %exact, i32 %bits, i32 %odd
  %result = bitcast i32 %chosen to float
  ret float %result
}

define weak bfloat @__truncsfbf2(float %x) {
  %bits = bitcast float %x to i32
  %kept = lshr i32 %bits, 16
  %odd = and i32 %kept, 1
  %half = add i32 %odd, 32767
  %sum = add i32 %bits, %half
  %rounded = lshr i32 %sum, 16
  %quiet = or i32 %kept, 64
  %nan = fcmp uno float %x, %x
  %chosen = select i1 %nan, i32 %quiet, i32 %rounded
  %short = trunc i32 %chosen to i16
  %result = bitcast i16 %short to bfloat
  ret bfloat %result
}

define weak bfloat @__truncdfbf2(double %x) {
  %odd = call float @pad_mlir_round_to_odd(double %x)
  %result = call bfloat @__truncsfbf2(float %odd)
  ret bfloat %result
}

define weak half @__truncsfhf2(float %x) {
  %bits = bitcast float %x to i32
  %size = and i32 %bits, 2147483647
  %sign32 = lshr i32 %bits, 16
  %sign = and i32 %sign32, 32768
  %size_float = bitcast i32 %size to float
  ; Below 2^-14: adding 2^-1 leaves the denormal in the last bits of the sum, rounded by the adder.
  %shifted = fadd float %size_float, 5.000000e-01
  %shifted_bits = bitcast float %shifted to i32
  %denormal = sub i32 %shifted_bits, 1056964608
  ; Others: the exponent's bias changes by 112, and half of the last place is added, ties to even.
  %unit = lshr i32 %size, 13
  %odd = and i32 %unit, 1
  %biased = add i32 %size, 3355447295
  %sum = add i32 %biased, %odd
  %normal = lshr i32 %sum, 13
  %small = icmp ult i32 %size, 947912704
  %finite = select i1 %small, i32 %denormal, i32 %normal
  %large = icmp uge i32 %size, 1199570944
  %number = select i1 %large, i32 31744, i32 %finite
  %payload = lshr i32 %size, 13
  %payload10 = and i32 %payload, 511
  %quiet = or i32 %payload10, 32256
  %nan = fcmp uno float %x, %x
  %chosen = select i1 %nan, i32 %quiet, i32 %number
  %signed = or i32 %chosen, %sign
  %short = trunc i32 %signed to i16
  %result = bitcast i16 %short to half
  ret half %result
}

define weak half @__truncdfhf2(double %x) {
  %odd = call float @pad_mlir_round_to_odd(double %x)
  %result = fptrunc float %odd to half
  ret half %result
}

define weak float @__extendhfsf2(half %x) {
  %short = bitcast half %x to i16
  %bits = zext i16 %short to i32
  %sign16 = and i32 %bits, 32768
  %sign = shl i32 %sign16, 16
  %size = and i32 %bits, 32767
  %shifted = shl i32 %size, 13
  %shifted_float = bitcast i32 %shifted to float
  ; The exponent's bias changes by 112; the product is exact, denormals included.
  %scaled = fmul float %shifted_float, 0x46F0000000000000
  %scaled_bits = bitcast float %scaled to i32
  %special_bits = or i32 %shifted, 2139095040
  %special = icmp uge i32 %size, 31744
  %chosen = select i1 %special, i32 %special_bits, i32 %scaled_bits
  %signed = or i32 %chosen, %sign
  %result = bitcast i32 %signed to float
  ret float %result
}
"""
