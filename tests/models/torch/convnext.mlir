#loc2 = loc("gamma")
#loc3 = loc("depthwise.weight")
#loc4 = loc("depthwise.bias")
#loc5 = loc("norm.weight")
#loc6 = loc("norm.bias")
#loc7 = loc("up.weight")
#loc8 = loc("up.bias")
#loc9 = loc("down.weight")
#loc10 = loc("down.bias")
#loc11 = loc("x")
#loc12 = loc("normalization.py":228:0)
#loc13 = loc("torch_models.py":89:0)
#loc14 = loc("conv.py":565:0)
#loc15 = loc("linear.py":134:0)
#loc16 = loc("torch_models.py":90:0)
#loc17 = loc("torch_models.py":91:0)
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
#loc19 = loc(callsite(#loc12 at #loc13))
#loc20 = loc(callsite(#loc14 at #loc13))
#loc21 = loc("permute"(#loc13))
#loc22 = loc(callsite(#loc15 at #loc16))
#loc23 = loc("gelu"(#loc16))
#loc24 = loc("mul_6"(#loc16))
#loc25 = loc("permute_3"(#loc17))
#loc26 = loc("add_4"(#loc17))
#loc27 = loc("norm"(#loc19))
#loc28 = loc("depthwise"(#loc20))
#loc29 = loc("up"(#loc22))
#loc30 = loc("down"(#loc22))
module {
  func.func @main(%arg0: tensor<23xf32> loc("gamma"), %arg1: tensor<23x1x7x7xf32> loc("depthwise.weight"), %arg2: tensor<23xf32> loc("depthwise.bias"), %arg3: tensor<23xf32> loc("norm.weight"), %arg4: tensor<23xf32> loc("norm.bias"), %arg5: tensor<92x23xf32> loc("up.weight"), %arg6: tensor<92xf32> loc("up.bias"), %arg7: tensor<23x92xf32> loc("down.weight"), %arg8: tensor<23xf32> loc("down.bias"), %arg9: tensor<1x23x11x9xf32> loc("x")) -> tensor<1x23x11x9xf32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f64 loc(#loc)
    %cst_1 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_2 = arith.constant 5.000000e-01 : f32 loc(#loc)
    %cst_3 = arith.constant 1.000000e-05 : f64 loc(#loc27)
    %cst_4 = arith.constant 2.300000e+01 : f64 loc(#loc)
    %cst_5 = arith.constant 2.300000e+01 : f32 loc(#loc)
    %cst_6 = arith.constant 1.41421354 : f32 loc(#loc)
    %padded = tensor.pad %arg9 low[0, 0, 3, 3] high[0, 0, 3, 3] {
    ^bb0(%arg10: index loc("depthwise"(#loc20)), %arg11: index loc("depthwise"(#loc20)), %arg12: index loc("depthwise"(#loc20)), %arg13: index loc("depthwise"(#loc20))):
      tensor.yield %cst : f32 loc(#loc28)
    } : tensor<1x23x11x9xf32> to tensor<1x23x17x15xf32> loc(#loc28)
    %0 = tensor.empty() : tensor<1x23x11x9xf32> loc(#loc28)
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<23xf32>) outs(%0 : tensor<1x23x11x9xf32>) dimensions = [0, 2, 3]  loc(#loc28)
    %collapsed = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<23x1x7x7xf32> into tensor<23x7x7xf32> loc(#loc28)
    %1 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x23x17x15xf32>, tensor<23x7x7xf32>) outs(%broadcasted : tensor<1x23x11x9xf32>) -> tensor<1x23x11x9xf32> loc(#loc28)
    %2 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc21)
    %transposed = linalg.transpose ins(%1 : tensor<1x23x11x9xf32>) outs(%2 : tensor<1x11x9x23xf32>) permutation = [0, 2, 3, 1]  loc(#loc21)
    %3 = tensor.empty() : tensor<1x11x9x23xf64> loc(#loc27)
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<1x11x9x23xf32>) outs(%3 : tensor<1x11x9x23xf64>) {
    ^bb0(%in: f32 loc("permute"(#loc13)), %out: f64 loc("norm"(#loc19))):
      %38 = arith.extf %in : f32 to f64 loc(#loc27)
      linalg.yield %38 : f64 loc(#loc27)
    } -> tensor<1x11x9x23xf64> loc(#loc27)
    %5 = tensor.empty() : tensor<1x11x9x1xf64> loc(#loc27)
    %6 = linalg.fill ins(%cst_0 : f64) outs(%5 : tensor<1x11x9x1xf64>) -> tensor<1x11x9x1xf64> loc(#loc27)
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%4 : tensor<1x11x9x23xf64>) outs(%6 : tensor<1x11x9x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc19)), %out: f64 loc("norm"(#loc19))):
      %38 = arith.addf %in, %out : f64 loc(#loc27)
      linalg.yield %38 : f64 loc(#loc27)
    } -> tensor<1x11x9x1xf64> loc(#loc27)
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x11x9x1xf64>) outs(%5 : tensor<1x11x9x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc19)), %out: f64 loc("norm"(#loc19))):
      %38 = arith.divf %in, %cst_4 : f64 loc(#loc27)
      linalg.yield %38 : f64 loc(#loc27)
    } -> tensor<1x11x9x1xf64> loc(#loc27)
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %8 : tensor<1x11x9x23xf64>, tensor<1x11x9x1xf64>) outs(%3 : tensor<1x11x9x23xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc19)), %in_13: f64 loc("norm"(#loc19)), %out: f64 loc("norm"(#loc19))):
      %38 = arith.subf %in, %in_13 : f64 loc(#loc27)
      linalg.yield %38 : f64 loc(#loc27)
    } -> tensor<1x11x9x23xf64> loc(#loc27)
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<1x11x9x23xf64>, tensor<1x11x9x23xf64>) outs(%3 : tensor<1x11x9x23xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc19)), %in_13: f64 loc("norm"(#loc19)), %out: f64 loc("norm"(#loc19))):
      %38 = arith.mulf %in, %in_13 : f64 loc(#loc27)
      linalg.yield %38 : f64 loc(#loc27)
    } -> tensor<1x11x9x23xf64> loc(#loc27)
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%10 : tensor<1x11x9x23xf64>) outs(%6 : tensor<1x11x9x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc19)), %out: f64 loc("norm"(#loc19))):
      %38 = arith.addf %in, %out : f64 loc(#loc27)
      linalg.yield %38 : f64 loc(#loc27)
    } -> tensor<1x11x9x1xf64> loc(#loc27)
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x11x9x1xf64>) outs(%5 : tensor<1x11x9x1xf64>) {
    ^bb0(%in: f64 loc("norm"(#loc19)), %out: f64 loc("norm"(#loc19))):
      %38 = arith.divf %in, %cst_4 : f64 loc(#loc27)
      linalg.yield %38 : f64 loc(#loc27)
    } -> tensor<1x11x9x1xf64> loc(#loc27)
    %13 = tensor.empty() : tensor<1x11x9x1xf32> loc(#loc27)
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x11x9x1xf64>) outs(%13 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f64 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.truncf %in : f64 to f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x1xf32> loc(#loc27)
    %15 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x11x9x1xf32>) -> tensor<1x11x9x1xf32> loc(#loc27)
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%transposed : tensor<1x11x9x23xf32>) outs(%15 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("permute"(#loc13)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.addf %in, %out : f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x1xf32> loc(#loc27)
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<1x11x9x1xf32>) outs(%13 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.divf %in, %cst_5 : f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x1xf32> loc(#loc27)
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x11x9x1xf32>) outs(%13 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.truncf %cst_3 : f64 to f32 loc(#loc27)
      %39 = arith.addf %in, %38 : f32 loc(#loc27)
      linalg.yield %39 : f32 loc(#loc27)
    } -> tensor<1x11x9x1xf32> loc(#loc27)
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x11x9x1xf32>) outs(%13 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = math.rsqrt %in : f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x1xf32> loc(#loc27)
    %20 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed, %17 : tensor<1x11x9x23xf32>, tensor<1x11x9x1xf32>) outs(%2 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("permute"(#loc13)), %in_13: f32 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.subf %in, %in_13 : f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x23xf32> loc(#loc27)
    %21 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %19 : tensor<1x11x9x23xf32>, tensor<1x11x9x1xf32>) outs(%2 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc19)), %in_13: f32 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.mulf %in, %in_13 : f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x23xf32> loc(#loc27)
    %22 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %arg3 : tensor<1x11x9x23xf32>, tensor<23xf32>) outs(%2 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc19)), %in_13: f32 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.mulf %in, %in_13 : f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x23xf32> loc(#loc27)
    %23 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %arg4 : tensor<1x11x9x23xf32>, tensor<23xf32>) outs(%2 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("norm"(#loc19)), %in_13: f32 loc("norm"(#loc19)), %out: f32 loc("norm"(#loc19))):
      %38 = arith.addf %in, %in_13 : f32 loc(#loc27)
      linalg.yield %38 : f32 loc(#loc27)
    } -> tensor<1x11x9x23xf32> loc(#loc27)
    %collapsed_7 = tensor.collapse_shape %23 [[0, 1, 2], [3]] : tensor<1x11x9x23xf32> into tensor<99x23xf32> loc(#loc29)
    %24 = tensor.empty() : tensor<23x92xf32> loc(#loc29)
    %transposed_8 = linalg.transpose ins(%arg5 : tensor<92x23xf32>) outs(%24 : tensor<23x92xf32>) permutation = [1, 0]  loc(#loc29)
    %25 = tensor.empty() : tensor<99x92xf32> loc(#loc29)
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<99x92xf32>) -> tensor<99x92xf32> loc(#loc29)
    %27 = linalg.matmul ins(%collapsed_7, %transposed_8 : tensor<99x23xf32>, tensor<23x92xf32>) outs(%26 : tensor<99x92xf32>) -> tensor<99x92xf32> loc(#loc29)
    %28 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%27, %arg6 : tensor<99x92xf32>, tensor<92xf32>) outs(%25 : tensor<99x92xf32>) {
    ^bb0(%in: f32 loc("up"(#loc22)), %in_13: f32 loc("up"(#loc22)), %out: f32 loc("up"(#loc22))):
      %38 = arith.addf %in, %in_13 : f32 loc(#loc29)
      linalg.yield %38 : f32 loc(#loc29)
    } -> tensor<99x92xf32> loc(#loc29)
    %expanded = tensor.expand_shape %28 [[0, 1, 2], [3]] output_shape [1, 11, 9, 92] : tensor<99x92xf32> into tensor<1x11x9x92xf32> loc(#loc29)
    %29 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc23)
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x11x9x92xf32>) outs(%29 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("up"(#loc22)), %out: f32 loc("gelu"(#loc16))):
      %38 = arith.divf %in, %cst_6 : f32 loc(#loc23)
      %39 = math.erf %38 : f32 loc(#loc23)
      %40 = arith.addf %39, %cst_1 : f32 loc(#loc23)
      %41 = arith.mulf %40, %cst_2 : f32 loc(#loc23)
      %42 = arith.mulf %in, %41 : f32 loc(#loc23)
      linalg.yield %42 : f32 loc(#loc23)
    } -> tensor<1x11x9x92xf32> loc(#loc23)
    %collapsed_9 = tensor.collapse_shape %30 [[0, 1, 2], [3]] : tensor<1x11x9x92xf32> into tensor<99x92xf32> loc(#loc30)
    %31 = tensor.empty() : tensor<92x23xf32> loc(#loc30)
    %transposed_10 = linalg.transpose ins(%arg7 : tensor<23x92xf32>) outs(%31 : tensor<92x23xf32>) permutation = [1, 0]  loc(#loc30)
    %32 = tensor.empty() : tensor<99x23xf32> loc(#loc30)
    %33 = linalg.fill ins(%cst : f32) outs(%32 : tensor<99x23xf32>) -> tensor<99x23xf32> loc(#loc30)
    %34 = linalg.matmul ins(%collapsed_9, %transposed_10 : tensor<99x92xf32>, tensor<92x23xf32>) outs(%33 : tensor<99x23xf32>) -> tensor<99x23xf32> loc(#loc30)
    %35 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%34, %arg8 : tensor<99x23xf32>, tensor<23xf32>) outs(%32 : tensor<99x23xf32>) {
    ^bb0(%in: f32 loc("down"(#loc22)), %in_13: f32 loc("down"(#loc22)), %out: f32 loc("down"(#loc22))):
      %38 = arith.addf %in, %in_13 : f32 loc(#loc30)
      linalg.yield %38 : f32 loc(#loc30)
    } -> tensor<99x23xf32> loc(#loc30)
    %expanded_11 = tensor.expand_shape %35 [[0, 1, 2], [3]] output_shape [1, 11, 9, 23] : tensor<99x23xf32> into tensor<1x11x9x23xf32> loc(#loc30)
    %36 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %expanded_11 : tensor<23xf32>, tensor<1x11x9x23xf32>) outs(%2 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("mul_6"(#loc16)), %in_13: f32 loc("down"(#loc22)), %out: f32 loc("mul_6"(#loc16))):
      %38 = arith.mulf %in, %in_13 : f32 loc(#loc24)
      linalg.yield %38 : f32 loc(#loc24)
    } -> tensor<1x11x9x23xf32> loc(#loc24)
    %transposed_12 = linalg.transpose ins(%36 : tensor<1x11x9x23xf32>) outs(%0 : tensor<1x23x11x9xf32>) permutation = [0, 3, 1, 2]  loc(#loc25)
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg9, %transposed_12 : tensor<1x23x11x9xf32>, tensor<1x23x11x9xf32>) outs(%0 : tensor<1x23x11x9xf32>) {
    ^bb0(%in: f32 loc("depthwise"(#loc20)), %in_13: f32 loc("permute_3"(#loc17)), %out: f32 loc("add_4"(#loc17))):
      %38 = arith.addf %in, %in_13 : f32 loc(#loc26)
      linalg.yield %38 : f32 loc(#loc26)
    } -> tensor<1x23x11x9xf32> loc(#loc26)
    return %37 : tensor<1x23x11x9xf32> loc(#loc18)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_gamma")
#loc18 = loc("output")
