// REQUIRES: mlir
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s --check-prefix=IR
// RUN: pad-opt %s -p "pad-to-host{fp-contract=on}" | mlir-translate --mlir-to-llvmir | filecheck %s --check-prefix=CONTRACT
// RUN: pad-opt %s -p "pad-to-host{target-cpu=x86-64-v3}" | mlir-translate --mlir-to-llvmir | filecheck %s --check-prefix=CPU

// The alignment of each access is what it states, or that of an element; arguments keep theirs.
// IR-LABEL: define void @accesses(ptr noalias align 64 %0, ptr noalias %1, i64 %2)
// IR: load <16 x float>, ptr %{{.*}}, align 64
// IR: load <16 x float>, ptr %{{.*}}, align 4
// IR: call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 64
// IR: call void @llvm.masked.store.v16f32.p0({{.*}}, ptr align 4
// IR: store <16 x float> %{{.*}}, ptr %{{.*}}, align 64{{$}}
// IR: store <16 x float> %{{.*}}, ptr %{{.*}}, align 64, !nontemporal
func.func @accesses(%A: memref<8x16xf32> {llvm.align = 64 : i64}, %B: memref<8x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %flat = memref.collapse_shape %A [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %a = vector.load %flat[%c0] {alignment = 64 : i64} : memref<128xf32>, vector<16xf32>
  %b = vector.load %B[%n, %c0] : memref<8x16xf32>, vector<16xf32>
  %mask = vector.create_mask %n : vector<16xi1>
  %c = vector.maskedload %A[%c0, %c0], %mask, %b {alignment = 64 : i64} : memref<8x16xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  vector.maskedstore %B[%n, %c0], %mask, %a : memref<8x16xf32>, vector<16xi1>, vector<16xf32>
  vector.store %c, %A[%n, %c0] {alignment = 64 : i64} : memref<8x16xf32>, vector<16xf32>
  vector.store %b, %A[%n, %c0] {alignment = 64 : i64, nontemporal = true} : memref<8x16xf32>, vector<16xf32>
  func.return
}

// Flags are those that are written; an fma rounds once (fmuladd may round twice).
// IR-LABEL: define <4 x float> @flags(
// IR-NEXT: fmul <4 x float>
// IR-NEXT: fadd contract <4 x float>
// IR-NEXT: fsub reassoc nsz <4 x float>
// IR-NEXT: call <4 x float> @llvm.fma.v4f32(
// IR-NEXT: call nnan nsz <4 x float> @llvm.maximum.v4f32(
// IR-NEXT: fcmp ninf olt <4 x float>
// IR-NEXT: select <4 x i1>
// IR-NEXT: call afn <4 x float> @llvm.exp.v4f32(

// Where contraction is asked for, products, sums and differences have that flag, and no other one.
// CONTRACT-LABEL: define <4 x float> @flags(
// CONTRACT-NEXT: fmul contract <4 x float>
// CONTRACT-NEXT: fadd contract <4 x float>
// CONTRACT-NEXT: fsub reassoc nsz contract <4 x float>
// CONTRACT-NEXT: call <4 x float> @llvm.fma.v4f32(
// CONTRACT-NEXT: call nnan nsz <4 x float> @llvm.maximum.v4f32(
func.func @flags(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %0 = arith.mulf %a, %b : vector<4xf32>
  %1 = arith.addf %0, %b fastmath<contract> : vector<4xf32>
  %2 = arith.subf %1, %a fastmath<reassoc,nsz> : vector<4xf32>
  %3 = vector.fma %2, %a, %b : vector<4xf32>
  %4 = arith.maximumf %3, %b fastmath<nnan,nsz> : vector<4xf32>
  %5 = arith.cmpf olt, %4, %b fastmath<ninf> : vector<4xf32>
  %6 = arith.select %5, %4, %a : vector<4xi1>, vector<4xf32>
  %7 = math.exp %6 fastmath<afn> : vector<4xf32>
  func.return %7 : vector<4xf32>
}

// A reduction may be reordered where it says so; without an accumulator a sum starts at -0.0.
// IR-LABEL: define float @reductions(
// IR-NEXT: %[[STRICT:.*]] = call float @llvm.vector.reduce.fadd.v4f32(float -0.000000e+00, <4 x float> %0)
// IR-NEXT: %[[NEXT:.*]] = call float @llvm.vector.reduce.fadd.v4f32(float %[[STRICT]], <4 x float> %0)
// IR-NEXT: %[[TREE:.*]] = call reassoc float @llvm.vector.reduce.fadd.v4f32(float %[[NEXT]], <4 x float> %0)
// IR-NEXT: %[[PRODUCT:.*]] = call reassoc contract float @llvm.vector.reduce.fmul.v4f32(float %[[TREE]], <4 x float> %0)
// IR-NEXT: %[[MOST:.*]] = call nnan nsz float @llvm.vector.reduce.fmaximum.v4f32(<4 x float> %0)
// IR-NEXT: call float @llvm.maximum.f32(float %[[MOST]], float %[[PRODUCT]])
func.func @reductions(%v: vector<4xf32>) -> f32 {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <add>, %v, %0 : vector<4xf32> into f32
  %2 = vector.reduction <add>, %v, %1 fastmath<reassoc> : vector<4xf32> into f32
  %3 = vector.reduction <mul>, %v, %2 fastmath<reassoc,contract> : vector<4xf32> into f32
  %4 = vector.reduction <maximumf>, %v, %3 fastmath<nnan,nsz> : vector<4xf32> into f32
  func.return %4 : f32
}

// A mask compares bytes, after a size is limited in 64 bits: one of 2^32 is not a 0.
// IR-LABEL: define <4 x i1> @mask(
// IR-SAME: i64 %[[SIZE:.*]])
// IR: %[[LEAST:.*]] = call i64 @llvm.smax.i64(i64 %[[SIZE]], i64 0)
// IR: %[[COUNT:.*]] = call i64 @llvm.smin.i64(i64 %[[LEAST]], i64 4)
// IR: trunc i64 %[[COUNT]] to i8
// IR: icmp sgt <4 x i8>
func.func @mask(%n: index) -> vector<4xi1> {
  %mask = vector.create_mask %n : vector<4xi1>
  func.return %mask : vector<4xi1>
}

// CPU: define void @accesses({{.*}}) #[[ATTRIBUTES:[0-9]+]]
// CPU: define <4 x float> @flags({{.*}}) #[[ATTRIBUTES]]
// CPU: attributes #[[ATTRIBUTES]] = { "target-cpu"="x86-64-v3" }
// IR-NOT: target-cpu
