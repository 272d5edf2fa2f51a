#loc2 = loc("first")
#loc3 = loc("position")
#loc4 = loc("patch.weight")
#loc5 = loc("patch.bias")
#loc6 = loc("layer.norm1.weight")
#loc7 = loc("layer.norm1.bias")
#loc8 = loc("layer.norm2.weight")
#loc9 = loc("layer.norm2.bias")
#loc10 = loc("layer.attention.q.weight")
#loc11 = loc("layer.attention.q.bias")
#loc12 = loc("layer.attention.k.weight")
#loc13 = loc("layer.attention.k.bias")
#loc14 = loc("layer.attention.v.weight")
#loc15 = loc("layer.attention.v.bias")
#loc16 = loc("layer.attention.out.weight")
#loc17 = loc("layer.attention.out.bias")
#loc18 = loc("layer.up.weight")
#loc19 = loc("layer.up.bias")
#loc20 = loc("layer.down.weight")
#loc21 = loc("layer.down.bias")
#loc22 = loc("norm.weight")
#loc23 = loc("norm.bias")
#loc24 = loc("head.weight")
#loc25 = loc("head.bias")
#loc26 = loc("x")
#loc27 = loc("torch_models.py":37:0)
#loc28 = loc("torch_models.py":49:0)
#loc29 = loc("torch_models.py":152:0)
#loc30 = loc("normalization.py":228:0)
#loc33 = loc("torch_models.py":151:0)
#loc34 = loc("linear.py":134:0)
#loc35 = loc("torch_models.py":35:0)
#loc36 = loc("torch_models.py":36:0)
#loc37 = loc("torch_models.py":38:0)
#loc38 = loc("torch_models.py":50:0)
#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#loc40 = loc(callsite(#loc28 at #loc29))
#loc44 = loc("expand"(#loc33))
#loc45 = loc("cat"(#loc33))
#loc46 = loc("add"(#loc33))
#loc47 = loc(callsite(#loc38 at #loc29))
#loc48 = loc(callsite(#loc30 at #loc29))
#loc50 = loc(callsite(#loc34 at #loc29))
#loc51 = loc(callsite(#loc27 at #loc40))
#loc52 = loc(callsite(#loc30 at #loc40))
#loc54 = loc(callsite(#loc35 at #loc40))
#loc55 = loc(callsite(#loc36 at #loc40))
#loc56 = loc(callsite(#loc37 at #loc40))
#loc57 = loc("add_7"(#loc40))
#loc58 = loc(callsite(#loc30 at #loc47))
#loc59 = loc(callsite(#loc34 at #loc47))
#loc60 = loc("gelu"(#loc47))
#loc61 = loc("add_12"(#loc47))
#loc62 = loc("norm"(#loc48))
#loc63 = loc("head"(#loc50))
#loc64 = loc("_softmax"(#loc51))
#loc65 = loc("layer.norm1"(#loc52))
#loc66 = loc(callsite(#loc34 at #loc54))
#loc76 = loc("view_12"(#loc55))
#loc77 = loc("div"(#loc55))
#loc83 = loc(callsite(#loc34 at #loc56))
#loc84 = loc("layer.norm2"(#loc58))
#loc85 = loc("layer.up"(#loc59))
#loc86 = loc("layer.down"(#loc59))
#loc87 = loc("layer.attention.q"(#loc66))
#loc88 = loc("layer.attention.k"(#loc66))
#loc89 = loc("layer.attention.v"(#loc66))
#loc90 = loc("layer.attention.out"(#loc83))
module {
  func.func @main(%arg0: tensor<1x1x27xf32> loc("first"), %arg1: tensor<1x16x27xf32> loc("position"), %arg2: tensor<27x3x5x5xf32> loc("patch.weight"), %arg3: tensor<27xf32> loc("patch.bias"), %arg4: tensor<27xf32> loc("layer.norm1.weight"), %arg5: tensor<27xf32> loc("layer.norm1.bias"), %arg6: tensor<27xf32> loc("layer.norm2.weight"), %arg7: tensor<27xf32> loc("layer.norm2.bias"), %arg8: tensor<27x27xf32> loc("layer.attention.q.weight"), %arg9: tensor<27xf32> loc("layer.attention.q.bias"), %arg10: tensor<27x27xf32> loc("layer.attention.k.weight"), %arg11: tensor<27xf32> loc("layer.attention.k.bias"), %arg12: tensor<27x27xf32> loc("layer.attention.v.weight"), %arg13: tensor<27xf32> loc("layer.attention.v.bias"), %arg14: tensor<27x27xf32> loc("layer.attention.out.weight"), %arg15: tensor<27xf32> loc("layer.attention.out.bias"), %arg16: tensor<53x27xf32> loc("layer.up.weight"), %arg17: tensor<53xf32> loc("layer.up.bias"), %arg18: tensor<27x53xf32> loc("layer.down.weight"), %arg19: tensor<27xf32> loc("layer.down.bias"), %arg20: tensor<27xf32> loc("norm.weight"), %arg21: tensor<27xf32> loc("norm.bias"), %arg22: tensor<11x27xf32> loc("head.weight"), %arg23: tensor<11xf32> loc("head.bias"), %arg24: tensor<2x3x15x25xf32> loc("x")) -> tensor<2x11xf32> {
    %c0_i64 = arith.constant 0 : i64 loc(#loc)
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_1 = arith.constant 0xFF800000 : f32 loc(#loc64)
    %cst_2 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_3 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %cst_4 = arith.constant 1.000000e-05 : f64 loc(#loc65)
    %cst_5 = arith.constant 2.700000e+01 : f64 loc(#loc)
    %cst_6 = arith.constant 2.700000e+01 : f32 loc(#loc)
    %cst_7 = arith.constant 3.000000e+00 : f32 loc(#loc)
    %cst_8 = arith.constant 1.41421354 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<2x27x3x5xf32> loc(#loc53)
    %broadcasted = linalg.broadcast ins(%arg3 : tensor<27xf32>) outs(%0 : tensor<2x27x3x5xf32>) dimensions = [0, 2, 3]  loc(#loc53)
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<5> : vector<2xi64>} ins(%arg24, %arg2 : tensor<2x3x15x25xf32>, tensor<27x3x5x5xf32>) outs(%broadcasted : tensor<2x27x3x5xf32>) -> tensor<2x27x3x5xf32> loc(#loc53)
    %collapsed = tensor.collapse_shape %1 [[0], [1], [2, 3]] : tensor<2x27x3x5xf32> into tensor<2x27x15xf32> loc(#loc42)
    %2 = tensor.empty() : tensor<2x15x27xf32> loc(#loc43)
    %transposed = linalg.transpose ins(%collapsed : tensor<2x27x15xf32>) outs(%2 : tensor<2x15x27xf32>) permutation = [0, 2, 1]  loc(#loc43)
    %3 = tensor.empty() : tensor<2x1x27xf32> loc(#loc44)
    %collapsed_9 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<1x1x27xf32> into tensor<1x27xf32> loc(#loc44)
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<1x27xf32>) outs(%3 : tensor<2x1x27xf32>) {
    ^bb0(%in: f32 loc("expand"(#loc33)), %out: f32 loc("expand"(#loc33))):
      linalg.yield %in : f32 loc(#loc44)
    } -> tensor<2x1x27xf32> loc(#loc44)
    %concat = tensor.concat dim(1) %4, %transposed : (tensor<2x1x27xf32>, tensor<2x15x27xf32>) -> tensor<2x16x27xf32> loc(#loc45)
    %5 = tensor.empty() : tensor<2x16x27xf32> loc(#loc46)
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg1 : tensor<2x16x27xf32>, tensor<1x16x27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("cat"(#loc33)), %in_38: f32 loc("add"(#loc33)), %out: f32 loc("add"(#loc33))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc46)
      linalg.yield %110 : f32 loc(#loc46)
    } -> tensor<2x16x27xf32> loc(#loc46)
    %7 = tensor.empty() : tensor<2x16x27xf64> loc(#loc65)
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x16x27xf32>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f32 loc("add"(#loc33)), %out: f64 loc("layer.norm1"(#loc52))):
      %110 = arith.extf %in : f32 to f64 loc(#loc65)
      linalg.yield %110 : f64 loc(#loc65)
    } -> tensor<2x16x27xf64> loc(#loc65)
    %9 = tensor.empty() : tensor<2x16x1xf64> loc(#loc65)
    %10 = linalg.fill ins(%cst_0 : f64) outs(%9 : tensor<2x16x1xf64>) -> tensor<2x16x1xf64> loc(#loc65)
    %11 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<2x16x27xf64>) outs(%10 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1"(#loc52)), %out: f64 loc("layer.norm1"(#loc52))):
      %110 = arith.addf %in, %out : f64 loc(#loc65)
      linalg.yield %110 : f64 loc(#loc65)
    } -> tensor<2x16x1xf64> loc(#loc65)
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x16x1xf64>) outs(%9 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1"(#loc52)), %out: f64 loc("layer.norm1"(#loc52))):
      %110 = arith.divf %in, %cst_5 : f64 loc(#loc65)
      linalg.yield %110 : f64 loc(#loc65)
    } -> tensor<2x16x1xf64> loc(#loc65)
    %13 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %12 : tensor<2x16x27xf64>, tensor<2x16x1xf64>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f64 loc("layer.norm1"(#loc52)), %in_38: f64 loc("layer.norm1"(#loc52)), %out: f64 loc("layer.norm1"(#loc52))):
      %110 = arith.subf %in, %in_38 : f64 loc(#loc65)
      linalg.yield %110 : f64 loc(#loc65)
    } -> tensor<2x16x27xf64> loc(#loc65)
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %13 : tensor<2x16x27xf64>, tensor<2x16x27xf64>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f64 loc("layer.norm1"(#loc52)), %in_38: f64 loc("layer.norm1"(#loc52)), %out: f64 loc("layer.norm1"(#loc52))):
      %110 = arith.mulf %in, %in_38 : f64 loc(#loc65)
      linalg.yield %110 : f64 loc(#loc65)
    } -> tensor<2x16x27xf64> loc(#loc65)
    %15 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<2x16x27xf64>) outs(%10 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1"(#loc52)), %out: f64 loc("layer.norm1"(#loc52))):
      %110 = arith.addf %in, %out : f64 loc(#loc65)
      linalg.yield %110 : f64 loc(#loc65)
    } -> tensor<2x16x1xf64> loc(#loc65)
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x16x1xf64>) outs(%9 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm1"(#loc52)), %out: f64 loc("layer.norm1"(#loc52))):
      %110 = arith.divf %in, %cst_5 : f64 loc(#loc65)
      linalg.yield %110 : f64 loc(#loc65)
    } -> tensor<2x16x1xf64> loc(#loc65)
    %17 = tensor.empty() : tensor<2x16x1xf32> loc(#loc65)
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x16x1xf64>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f64 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.truncf %in : f64 to f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x1xf32> loc(#loc65)
    %19 = linalg.fill ins(%cst : f32) outs(%17 : tensor<2x16x1xf32>) -> tensor<2x16x1xf32> loc(#loc65)
    %20 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x16x27xf32>) outs(%19 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("add"(#loc33)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.addf %in, %out : f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x1xf32> loc(#loc65)
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.divf %in, %cst_6 : f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x1xf32> loc(#loc65)
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.truncf %cst_4 : f64 to f32 loc(#loc65)
      %111 = arith.addf %in, %110 : f32 loc(#loc65)
      linalg.yield %111 : f32 loc(#loc65)
    } -> tensor<2x16x1xf32> loc(#loc65)
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = math.rsqrt %in : f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x1xf32> loc(#loc65)
    %24 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %21 : tensor<2x16x27xf32>, tensor<2x16x1xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("add"(#loc33)), %in_38: f32 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.subf %in, %in_38 : f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x27xf32> loc(#loc65)
    %25 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %23 : tensor<2x16x27xf32>, tensor<2x16x1xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("layer.norm1"(#loc52)), %in_38: f32 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.mulf %in, %in_38 : f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x27xf32> loc(#loc65)
    %26 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %arg4 : tensor<2x16x27xf32>, tensor<27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("layer.norm1"(#loc52)), %in_38: f32 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.mulf %in, %in_38 : f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x27xf32> loc(#loc65)
    %27 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %arg5 : tensor<2x16x27xf32>, tensor<27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("layer.norm1"(#loc52)), %in_38: f32 loc("layer.norm1"(#loc52)), %out: f32 loc("layer.norm1"(#loc52))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc65)
      linalg.yield %110 : f32 loc(#loc65)
    } -> tensor<2x16x27xf32> loc(#loc65)
    %collapsed_10 = tensor.collapse_shape %27 [[0, 1], [2]] : tensor<2x16x27xf32> into tensor<32x27xf32> loc(#loc87)
    %28 = tensor.empty() : tensor<27x27xf32> loc(#loc87)
    %transposed_11 = linalg.transpose ins(%arg8 : tensor<27x27xf32>) outs(%28 : tensor<27x27xf32>) permutation = [1, 0]  loc(#loc87)
    %29 = tensor.empty() : tensor<32x27xf32> loc(#loc87)
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc87)
    %31 = linalg.matmul ins(%collapsed_10, %transposed_11 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%30 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc87)
    %32 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%31, %arg9 : tensor<32x27xf32>, tensor<27xf32>) outs(%29 : tensor<32x27xf32>) {
    ^bb0(%in: f32 loc("layer.attention.q"(#loc66)), %in_38: f32 loc("layer.attention.q"(#loc66)), %out: f32 loc("layer.attention.q"(#loc66))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc87)
      linalg.yield %110 : f32 loc(#loc87)
    } -> tensor<32x27xf32> loc(#loc87)
    %expanded = tensor.expand_shape %32 [[0, 1], [2, 3]] output_shape [2, 16, 3, 9] : tensor<32x27xf32> into tensor<2x16x3x9xf32> loc(#loc67)
    %33 = tensor.empty() : tensor<2x3x16x9xf32> loc(#loc68)
    %transposed_12 = linalg.transpose ins(%expanded : tensor<2x16x3x9xf32>) outs(%33 : tensor<2x3x16x9xf32>) permutation = [0, 2, 1, 3]  loc(#loc68)
    %transposed_13 = linalg.transpose ins(%arg10 : tensor<27x27xf32>) outs(%28 : tensor<27x27xf32>) permutation = [1, 0]  loc(#loc88)
    %34 = linalg.matmul ins(%collapsed_10, %transposed_13 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%30 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc88)
    %35 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%34, %arg11 : tensor<32x27xf32>, tensor<27xf32>) outs(%29 : tensor<32x27xf32>) {
    ^bb0(%in: f32 loc("layer.attention.k"(#loc66)), %in_38: f32 loc("layer.attention.k"(#loc66)), %out: f32 loc("layer.attention.k"(#loc66))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc88)
      linalg.yield %110 : f32 loc(#loc88)
    } -> tensor<32x27xf32> loc(#loc88)
    %expanded_14 = tensor.expand_shape %35 [[0, 1], [2, 3]] output_shape [2, 16, 3, 9] : tensor<32x27xf32> into tensor<2x16x3x9xf32> loc(#loc69)
    %transposed_15 = linalg.transpose ins(%arg12 : tensor<27x27xf32>) outs(%28 : tensor<27x27xf32>) permutation = [1, 0]  loc(#loc89)
    %36 = linalg.matmul ins(%collapsed_10, %transposed_15 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%30 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc89)
    %37 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%36, %arg13 : tensor<32x27xf32>, tensor<27xf32>) outs(%29 : tensor<32x27xf32>) {
    ^bb0(%in: f32 loc("layer.attention.v"(#loc66)), %in_38: f32 loc("layer.attention.v"(#loc66)), %out: f32 loc("layer.attention.v"(#loc66))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc89)
      linalg.yield %110 : f32 loc(#loc89)
    } -> tensor<32x27xf32> loc(#loc89)
    %expanded_16 = tensor.expand_shape %37 [[0, 1], [2, 3]] output_shape [2, 16, 3, 9] : tensor<32x27xf32> into tensor<2x16x3x9xf32> loc(#loc70)
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<2x16x3x9xf32>) outs(%33 : tensor<2x3x16x9xf32>) permutation = [0, 2, 1, 3]  loc(#loc71)
    %38 = tensor.empty() : tensor<2x3x9x16xf32> loc(#loc72)
    %transposed_18 = linalg.transpose ins(%expanded_14 : tensor<2x16x3x9xf32>) outs(%38 : tensor<2x3x9x16xf32>) permutation = [0, 2, 3, 1]  loc(#loc72)
    %collapsed_19 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x3x16x9xf32> into tensor<6x16x9xf32> loc(#loc73)
    %collapsed_20 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<2x3x9x16xf32> into tensor<6x9x16xf32> loc(#loc74)
    %39 = tensor.empty() : tensor<6x16x16xf32> loc(#loc75)
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<6x16x16xf32>) -> tensor<6x16x16xf32> loc(#loc75)
    %41 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<6x16x9xf32>, tensor<6x9x16xf32>) outs(%40 : tensor<6x16x16xf32>) -> tensor<6x16x16xf32> loc(#loc75)
    %expanded_21 = tensor.expand_shape %41 [[0, 1], [2], [3]] output_shape [2, 3, 16, 16] : tensor<6x16x16xf32> into tensor<2x3x16x16xf32> loc(#loc76)
    %42 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc77)
    %43 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21 : tensor<2x3x16x16xf32>) outs(%42 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("view_12"(#loc55)), %out: f32 loc("div"(#loc55))):
      %110 = arith.divf %in, %cst_7 : f32 loc(#loc77)
      linalg.yield %110 : f32 loc(#loc77)
    } -> tensor<2x3x16x16xf32> loc(#loc77)
    %44 = tensor.empty() : tensor<2x3x16xi64> loc(#loc64)
    %45 = linalg.fill ins(%c0_i64 : i64) outs(%44 : tensor<2x3x16xi64>) -> tensor<2x3x16xi64> loc(#loc64)
    %46 = tensor.empty() : tensor<2x3x16xf32> loc(#loc64)
    %47 = linalg.fill ins(%cst_1 : f32) outs(%46 : tensor<2x3x16xf32>) -> tensor<2x3x16xf32> loc(#loc64)
    %48:2 = linalg.generic {indexing_maps = [#map7, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%43 : tensor<2x3x16x16xf32>) outs(%47, %45 : tensor<2x3x16xf32>, tensor<2x3x16xi64>) {
    ^bb0(%in: f32 loc("div"(#loc55)), %out: f32 loc("_softmax"(#loc51)), %out_38: i64 loc("_softmax"(#loc51))):
      %110 = linalg.index 3 : index loc(#loc64)
      %111 = arith.index_cast %110 : index to i64 loc(#loc64)
      %112 = arith.maximumf %in, %out : f32 loc(#loc64)
      %113 = arith.cmpf ogt, %in, %out : f32 loc(#loc64)
      %114 = arith.select %113, %111, %out_38 : i64 loc(#loc64)
      linalg.yield %112, %114 : f32, i64 loc(#loc64)
    } -> (tensor<2x3x16xf32>, tensor<2x3x16xi64>) loc(#loc64)
    %expanded_22 = tensor.expand_shape %48#0 [[0], [1], [2, 3]] output_shape [2, 3, 16, 1] : tensor<2x3x16xf32> into tensor<2x3x16x1xf32> loc(#loc64)
    %49 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %expanded_22 : tensor<2x3x16x16xf32>, tensor<2x3x16x1xf32>) outs(%42 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("div"(#loc55)), %in_38: f32 loc("_softmax"(#loc51)), %out: f32 loc("_softmax"(#loc51))):
      %110 = arith.subf %in, %in_38 : f32 loc(#loc64)
      linalg.yield %110 : f32 loc(#loc64)
    } -> tensor<2x3x16x16xf32> loc(#loc64)
    %50 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<2x3x16x16xf32>) outs(%42 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("_softmax"(#loc51)), %out: f32 loc("_softmax"(#loc51))):
      %110 = math.exp %in : f32 loc(#loc64)
      linalg.yield %110 : f32 loc(#loc64)
    } -> tensor<2x3x16x16xf32> loc(#loc64)
    %51 = tensor.empty() : tensor<2x3x16x1xf32> loc(#loc64)
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<2x3x16x1xf32>) -> tensor<2x3x16x1xf32> loc(#loc64)
    %53 = linalg.generic {indexing_maps = [#map7, #map9], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%50 : tensor<2x3x16x16xf32>) outs(%52 : tensor<2x3x16x1xf32>) {
    ^bb0(%in: f32 loc("_softmax"(#loc51)), %out: f32 loc("_softmax"(#loc51))):
      %110 = arith.addf %in, %out : f32 loc(#loc64)
      linalg.yield %110 : f32 loc(#loc64)
    } -> tensor<2x3x16x1xf32> loc(#loc64)
    %54 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %53 : tensor<2x3x16x16xf32>, tensor<2x3x16x1xf32>) outs(%42 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("_softmax"(#loc51)), %in_38: f32 loc("_softmax"(#loc51)), %out: f32 loc("_softmax"(#loc51))):
      %110 = arith.divf %in, %in_38 : f32 loc(#loc64)
      linalg.yield %110 : f32 loc(#loc64)
    } -> tensor<2x3x16x16xf32> loc(#loc64)
    %collapsed_23 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<2x3x16x16xf32> into tensor<6x16x16xf32> loc(#loc78)
    %collapsed_24 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x3x16x9xf32> into tensor<6x16x9xf32> loc(#loc79)
    %55 = tensor.empty() : tensor<6x16x9xf32> loc(#loc80)
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<6x16x9xf32>) -> tensor<6x16x9xf32> loc(#loc80)
    %57 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<6x16x16xf32>, tensor<6x16x9xf32>) outs(%56 : tensor<6x16x9xf32>) -> tensor<6x16x9xf32> loc(#loc80)
    %expanded_25 = tensor.expand_shape %57 [[0, 1], [2], [3]] output_shape [2, 3, 16, 9] : tensor<6x16x9xf32> into tensor<2x3x16x9xf32> loc(#loc81)
    %58 = tensor.empty() : tensor<2x16x3x9xf32> loc(#loc82)
    %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<2x3x16x9xf32>) outs(%58 : tensor<2x16x3x9xf32>) permutation = [0, 2, 1, 3]  loc(#loc82)
    %collapsed_27 = tensor.collapse_shape %transposed_26 [[0, 1], [2, 3]] : tensor<2x16x3x9xf32> into tensor<32x27xf32> loc(#loc90)
    %transposed_28 = linalg.transpose ins(%arg14 : tensor<27x27xf32>) outs(%28 : tensor<27x27xf32>) permutation = [1, 0]  loc(#loc90)
    %59 = linalg.matmul ins(%collapsed_27, %transposed_28 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%30 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc90)
    %60 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%59, %arg15 : tensor<32x27xf32>, tensor<27xf32>) outs(%29 : tensor<32x27xf32>) {
    ^bb0(%in: f32 loc("layer.attention.out"(#loc83)), %in_38: f32 loc("layer.attention.out"(#loc83)), %out: f32 loc("layer.attention.out"(#loc83))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc90)
      linalg.yield %110 : f32 loc(#loc90)
    } -> tensor<32x27xf32> loc(#loc90)
    %expanded_29 = tensor.expand_shape %60 [[0, 1], [2]] output_shape [2, 16, 27] : tensor<32x27xf32> into tensor<2x16x27xf32> loc(#loc90)
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %expanded_29 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("add"(#loc33)), %in_38: f32 loc("layer.attention.out"(#loc83)), %out: f32 loc("add_7"(#loc40))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc57)
      linalg.yield %110 : f32 loc(#loc57)
    } -> tensor<2x16x27xf32> loc(#loc57)
    %62 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x16x27xf32>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f32 loc("add_7"(#loc40)), %out: f64 loc("layer.norm2"(#loc58))):
      %110 = arith.extf %in : f32 to f64 loc(#loc84)
      linalg.yield %110 : f64 loc(#loc84)
    } -> tensor<2x16x27xf64> loc(#loc84)
    %63 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<2x16x27xf64>) outs(%10 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2"(#loc58)), %out: f64 loc("layer.norm2"(#loc58))):
      %110 = arith.addf %in, %out : f64 loc(#loc84)
      linalg.yield %110 : f64 loc(#loc84)
    } -> tensor<2x16x1xf64> loc(#loc84)
    %64 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x16x1xf64>) outs(%9 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2"(#loc58)), %out: f64 loc("layer.norm2"(#loc58))):
      %110 = arith.divf %in, %cst_5 : f64 loc(#loc84)
      linalg.yield %110 : f64 loc(#loc84)
    } -> tensor<2x16x1xf64> loc(#loc84)
    %65 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %64 : tensor<2x16x27xf64>, tensor<2x16x1xf64>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f64 loc("layer.norm2"(#loc58)), %in_38: f64 loc("layer.norm2"(#loc58)), %out: f64 loc("layer.norm2"(#loc58))):
      %110 = arith.subf %in, %in_38 : f64 loc(#loc84)
      linalg.yield %110 : f64 loc(#loc84)
    } -> tensor<2x16x27xf64> loc(#loc84)
    %66 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %65 : tensor<2x16x27xf64>, tensor<2x16x27xf64>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f64 loc("layer.norm2"(#loc58)), %in_38: f64 loc("layer.norm2"(#loc58)), %out: f64 loc("layer.norm2"(#loc58))):
      %110 = arith.mulf %in, %in_38 : f64 loc(#loc84)
      linalg.yield %110 : f64 loc(#loc84)
    } -> tensor<2x16x27xf64> loc(#loc84)
    %67 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%66 : tensor<2x16x27xf64>) outs(%10 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2"(#loc58)), %out: f64 loc("layer.norm2"(#loc58))):
      %110 = arith.addf %in, %out : f64 loc(#loc84)
      linalg.yield %110 : f64 loc(#loc84)
    } -> tensor<2x16x1xf64> loc(#loc84)
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x16x1xf64>) outs(%9 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("layer.norm2"(#loc58)), %out: f64 loc("layer.norm2"(#loc58))):
      %110 = arith.divf %in, %cst_5 : f64 loc(#loc84)
      linalg.yield %110 : f64 loc(#loc84)
    } -> tensor<2x16x1xf64> loc(#loc84)
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<2x16x1xf64>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f64 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.truncf %in : f64 to f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x1xf32> loc(#loc84)
    %70 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%61 : tensor<2x16x27xf32>) outs(%19 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("add_7"(#loc40)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.addf %in, %out : f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x1xf32> loc(#loc84)
    %71 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.divf %in, %cst_6 : f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x1xf32> loc(#loc84)
    %72 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.truncf %cst_4 : f64 to f32 loc(#loc84)
      %111 = arith.addf %in, %110 : f32 loc(#loc84)
      linalg.yield %111 : f32 loc(#loc84)
    } -> tensor<2x16x1xf32> loc(#loc84)
    %73 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = math.rsqrt %in : f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x1xf32> loc(#loc84)
    %74 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %71 : tensor<2x16x27xf32>, tensor<2x16x1xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("add_7"(#loc40)), %in_38: f32 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.subf %in, %in_38 : f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x27xf32> loc(#loc84)
    %75 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %73 : tensor<2x16x27xf32>, tensor<2x16x1xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("layer.norm2"(#loc58)), %in_38: f32 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.mulf %in, %in_38 : f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x27xf32> loc(#loc84)
    %76 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %arg6 : tensor<2x16x27xf32>, tensor<27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("layer.norm2"(#loc58)), %in_38: f32 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.mulf %in, %in_38 : f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x27xf32> loc(#loc84)
    %77 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76, %arg7 : tensor<2x16x27xf32>, tensor<27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("layer.norm2"(#loc58)), %in_38: f32 loc("layer.norm2"(#loc58)), %out: f32 loc("layer.norm2"(#loc58))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc84)
      linalg.yield %110 : f32 loc(#loc84)
    } -> tensor<2x16x27xf32> loc(#loc84)
    %collapsed_30 = tensor.collapse_shape %77 [[0, 1], [2]] : tensor<2x16x27xf32> into tensor<32x27xf32> loc(#loc85)
    %78 = tensor.empty() : tensor<27x53xf32> loc(#loc85)
    %transposed_31 = linalg.transpose ins(%arg16 : tensor<53x27xf32>) outs(%78 : tensor<27x53xf32>) permutation = [1, 0]  loc(#loc85)
    %79 = tensor.empty() : tensor<32x53xf32> loc(#loc85)
    %80 = linalg.fill ins(%cst : f32) outs(%79 : tensor<32x53xf32>) -> tensor<32x53xf32> loc(#loc85)
    %81 = linalg.matmul ins(%collapsed_30, %transposed_31 : tensor<32x27xf32>, tensor<27x53xf32>) outs(%80 : tensor<32x53xf32>) -> tensor<32x53xf32> loc(#loc85)
    %82 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%81, %arg17 : tensor<32x53xf32>, tensor<53xf32>) outs(%79 : tensor<32x53xf32>) {
    ^bb0(%in: f32 loc("layer.up"(#loc59)), %in_38: f32 loc("layer.up"(#loc59)), %out: f32 loc("layer.up"(#loc59))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc85)
      linalg.yield %110 : f32 loc(#loc85)
    } -> tensor<32x53xf32> loc(#loc85)
    %expanded_32 = tensor.expand_shape %82 [[0, 1], [2]] output_shape [2, 16, 53] : tensor<32x53xf32> into tensor<2x16x53xf32> loc(#loc85)
    %83 = tensor.empty() : tensor<2x16x53xf32> loc(#loc60)
    %84 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x16x53xf32>) outs(%83 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("layer.up"(#loc59)), %out: f32 loc("gelu"(#loc47))):
      %110 = arith.divf %in, %cst_8 : f32 loc(#loc60)
      %111 = math.erf %110 : f32 loc(#loc60)
      %112 = arith.addf %111, %cst_2 : f32 loc(#loc60)
      %113 = arith.mulf %112, %cst_3 : f32 loc(#loc60)
      %114 = arith.mulf %in, %113 : f32 loc(#loc60)
      linalg.yield %114 : f32 loc(#loc60)
    } -> tensor<2x16x53xf32> loc(#loc60)
    %collapsed_33 = tensor.collapse_shape %84 [[0, 1], [2]] : tensor<2x16x53xf32> into tensor<32x53xf32> loc(#loc86)
    %85 = tensor.empty() : tensor<53x27xf32> loc(#loc86)
    %transposed_34 = linalg.transpose ins(%arg18 : tensor<27x53xf32>) outs(%85 : tensor<53x27xf32>) permutation = [1, 0]  loc(#loc86)
    %86 = linalg.matmul ins(%collapsed_33, %transposed_34 : tensor<32x53xf32>, tensor<53x27xf32>) outs(%30 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc86)
    %87 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%86, %arg19 : tensor<32x27xf32>, tensor<27xf32>) outs(%29 : tensor<32x27xf32>) {
    ^bb0(%in: f32 loc("layer.down"(#loc59)), %in_38: f32 loc("layer.down"(#loc59)), %out: f32 loc("layer.down"(#loc59))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc86)
      linalg.yield %110 : f32 loc(#loc86)
    } -> tensor<32x27xf32> loc(#loc86)
    %expanded_35 = tensor.expand_shape %87 [[0, 1], [2]] output_shape [2, 16, 27] : tensor<32x27xf32> into tensor<2x16x27xf32> loc(#loc86)
    %88 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %expanded_35 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("add_7"(#loc40)), %in_38: f32 loc("layer.down"(#loc59)), %out: f32 loc("add_12"(#loc47))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc61)
      linalg.yield %110 : f32 loc(#loc61)
    } -> tensor<2x16x27xf32> loc(#loc61)
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<2x16x27xf32>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f32 loc("add_12"(#loc47)), %out: f64 loc("norm"(#loc48))):
      %110 = arith.extf %in : f32 to f64 loc(#loc62)
      linalg.yield %110 : f64 loc(#loc62)
    } -> tensor<2x16x27xf64> loc(#loc62)
    %90 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%89 : tensor<2x16x27xf64>) outs(%10 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc48)), %out: f64 loc("norm"(#loc48))):
      %110 = arith.addf %in, %out : f64 loc(#loc62)
      linalg.yield %110 : f64 loc(#loc62)
    } -> tensor<2x16x1xf64> loc(#loc62)
    %91 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<2x16x1xf64>) outs(%9 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc48)), %out: f64 loc("norm"(#loc48))):
      %110 = arith.divf %in, %cst_5 : f64 loc(#loc62)
      linalg.yield %110 : f64 loc(#loc62)
    } -> tensor<2x16x1xf64> loc(#loc62)
    %92 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %91 : tensor<2x16x27xf64>, tensor<2x16x1xf64>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc48)), %in_38: f64 loc("norm"(#loc48)), %out: f64 loc("norm"(#loc48))):
      %110 = arith.subf %in, %in_38 : f64 loc(#loc62)
      linalg.yield %110 : f64 loc(#loc62)
    } -> tensor<2x16x27xf64> loc(#loc62)
    %93 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %92 : tensor<2x16x27xf64>, tensor<2x16x27xf64>) outs(%7 : tensor<2x16x27xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc48)), %in_38: f64 loc("norm"(#loc48)), %out: f64 loc("norm"(#loc48))):
      %110 = arith.mulf %in, %in_38 : f64 loc(#loc62)
      linalg.yield %110 : f64 loc(#loc62)
    } -> tensor<2x16x27xf64> loc(#loc62)
    %94 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%93 : tensor<2x16x27xf64>) outs(%10 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc48)), %out: f64 loc("norm"(#loc48))):
      %110 = arith.addf %in, %out : f64 loc(#loc62)
      linalg.yield %110 : f64 loc(#loc62)
    } -> tensor<2x16x1xf64> loc(#loc62)
    %95 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%94 : tensor<2x16x1xf64>) outs(%9 : tensor<2x16x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc48)), %out: f64 loc("norm"(#loc48))):
      %110 = arith.divf %in, %cst_5 : f64 loc(#loc62)
      linalg.yield %110 : f64 loc(#loc62)
    } -> tensor<2x16x1xf64> loc(#loc62)
    %96 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95 : tensor<2x16x1xf64>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f64 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.truncf %in : f64 to f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x1xf32> loc(#loc62)
    %97 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%88 : tensor<2x16x27xf32>) outs(%19 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("add_12"(#loc47)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.addf %in, %out : f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x1xf32> loc(#loc62)
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.divf %in, %cst_6 : f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x1xf32> loc(#loc62)
    %99 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.truncf %cst_4 : f64 to f32 loc(#loc62)
      %111 = arith.addf %in, %110 : f32 loc(#loc62)
      linalg.yield %111 : f32 loc(#loc62)
    } -> tensor<2x16x1xf32> loc(#loc62)
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99 : tensor<2x16x1xf32>) outs(%17 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = math.rsqrt %in : f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x1xf32> loc(#loc62)
    %101 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88, %98 : tensor<2x16x27xf32>, tensor<2x16x1xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("add_12"(#loc47)), %in_38: f32 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.subf %in, %in_38 : f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x27xf32> loc(#loc62)
    %102 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %100 : tensor<2x16x27xf32>, tensor<2x16x1xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc48)), %in_38: f32 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.mulf %in, %in_38 : f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x27xf32> loc(#loc62)
    %103 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102, %arg20 : tensor<2x16x27xf32>, tensor<27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc48)), %in_38: f32 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.mulf %in, %in_38 : f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x27xf32> loc(#loc62)
    %104 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%103, %arg21 : tensor<2x16x27xf32>, tensor<27xf32>) outs(%5 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc48)), %in_38: f32 loc("norm"(#loc48)), %out: f32 loc("norm"(#loc48))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc62)
      linalg.yield %110 : f32 loc(#loc62)
    } -> tensor<2x16x27xf32> loc(#loc62)
    %extracted_slice = tensor.extract_slice %104[0, 0, 0] [2, 1, 27] [1, 1, 1] : tensor<2x16x27xf32> to tensor<2x1x27xf32> loc(#loc49)
    %collapsed_36 = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<2x1x27xf32> into tensor<2x27xf32> loc(#loc49)
    %105 = tensor.empty() : tensor<27x11xf32> loc(#loc63)
    %transposed_37 = linalg.transpose ins(%arg22 : tensor<11x27xf32>) outs(%105 : tensor<27x11xf32>) permutation = [1, 0]  loc(#loc63)
    %106 = tensor.empty() : tensor<2x11xf32> loc(#loc63)
    %107 = linalg.fill ins(%cst : f32) outs(%106 : tensor<2x11xf32>) -> tensor<2x11xf32> loc(#loc63)
    %108 = linalg.matmul ins(%collapsed_36, %transposed_37 : tensor<2x27xf32>, tensor<27x11xf32>) outs(%107 : tensor<2x11xf32>) -> tensor<2x11xf32> loc(#loc63)
    %109 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%108, %arg23 : tensor<2x11xf32>, tensor<11xf32>) outs(%106 : tensor<2x11xf32>) {
    ^bb0(%in: f32 loc("head"(#loc50)), %in_38: f32 loc("head"(#loc50)), %out: f32 loc("head"(#loc50))):
      %110 = arith.addf %in, %in_38 : f32 loc(#loc63)
      linalg.yield %110 : f32 loc(#loc63)
    } -> tensor<2x11xf32> loc(#loc63)
    return %109 : tensor<2x11xf32> loc(#loc39)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_first")
#loc31 = loc("conv.py":565:0)
#loc32 = loc("torch_models.py":150:0)
#loc39 = loc("output")
#loc41 = loc(callsite(#loc31 at #loc32))
#loc42 = loc("view"(#loc32))
#loc43 = loc("permute"(#loc32))
#loc49 = loc("select"(#loc29))
#loc53 = loc("patch"(#loc41))
#loc67 = loc("view_3"(#loc54))
#loc68 = loc("permute_2"(#loc54))
#loc69 = loc("view_6"(#loc54))
#loc70 = loc("view_9"(#loc54))
#loc71 = loc("permute_6"(#loc54))
#loc72 = loc("permute_7"(#loc55))
#loc73 = loc("view_10"(#loc55))
#loc74 = loc("view_11"(#loc55))
#loc75 = loc("bmm"(#loc55))
#loc78 = loc("view_13"(#loc51))
#loc79 = loc("view_14"(#loc51))
#loc80 = loc("bmm_1"(#loc51))
#loc81 = loc("view_15"(#loc51))
#loc82 = loc("permute_8"(#loc56))
