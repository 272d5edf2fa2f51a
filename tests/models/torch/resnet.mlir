#loc2 = loc("conv1.weight")
#loc3 = loc("conv2.weight")
#loc4 = loc("norm1.weight")
#loc5 = loc("norm1.bias")
#loc6 = loc("norm2.weight")
#loc7 = loc("norm2.bias")
#loc8 = loc("norm1.running_mean")
#loc9 = loc("norm1.running_var")
#loc10 = loc("norm1.num_batches_tracked")
#loc11 = loc("norm2.running_mean")
#loc12 = loc("norm2.running_var")
#loc13 = loc("norm2.num_batches_tracked")
#loc14 = loc("x")
#loc15 = loc("batchnorm.py":210:0)
#loc16 = loc("torch_models.py":61:0)
#loc17 = loc("conv.py":565:0)
#loc18 = loc("torch_models.py":62:0)
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#loc20 = loc(callsite(#loc15 at #loc16))
#loc21 = loc(callsite(#loc17 at #loc16))
#loc22 = loc("relu"(#loc16))
#loc23 = loc(callsite(#loc17 at #loc18))
#loc24 = loc(callsite(#loc15 at #loc18))
#loc25 = loc("add_4"(#loc18))
#loc26 = loc("relu_1"(#loc18))
#loc27 = loc("norm1"(#loc20))
#loc28 = loc("conv1"(#loc21))
#loc29 = loc("conv2"(#loc23))
#loc30 = loc("norm2"(#loc24))
module {
  func.func @main(%arg0: tensor<61x61x3x3xf32> loc("conv1.weight"), %arg1: tensor<61x61x3x3xf32> loc("conv2.weight"), %arg2: tensor<61xf32> loc("norm1.weight"), %arg3: tensor<61xf32> loc("norm1.bias"), %arg4: tensor<61xf32> loc("norm2.weight"), %arg5: tensor<61xf32> loc("norm2.bias"), %arg6: tensor<61xf32> loc("norm1.running_mean"), %arg7: tensor<61xf32> loc("norm1.running_var"), %arg8: tensor<i64> loc("norm1.num_batches_tracked"), %arg9: tensor<61xf32> loc("norm2.running_mean"), %arg10: tensor<61xf32> loc("norm2.running_var"), %arg11: tensor<i64> loc("norm2.num_batches_tracked"), %arg12: tensor<1x61x9x11xf32> loc("x")) -> tensor<1x61x9x11xf32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant 1.000000e-05 : f64 loc(#loc27)
    %padded = tensor.pad %arg12 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index loc("conv1"(#loc21)), %arg14: index loc("conv1"(#loc21)), %arg15: index loc("conv1"(#loc21)), %arg16: index loc("conv1"(#loc21))):
      tensor.yield %cst : f32 loc(#loc28)
    } : tensor<1x61x9x11xf32> to tensor<1x61x11x13xf32> loc(#loc28)
    %0 = tensor.empty() : tensor<1x61x9x11xf32> loc(#loc28)
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x61x9x11xf32>) -> tensor<1x61x9x11xf32> loc(#loc28)
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<1x61x11x13xf32>, tensor<61x61x3x3xf32>) outs(%1 : tensor<1x61x9x11xf32>) -> tensor<1x61x9x11xf32> loc(#loc28)
    %3 = tensor.empty() : tensor<61xf32> loc(#loc27)
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg7 : tensor<61xf32>) outs(%3 : tensor<61xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc20)), %out: f32 loc("norm1"(#loc20))):
      %22 = arith.truncf %cst_1 : f64 to f32 loc(#loc27)
      %23 = arith.addf %in, %22 : f32 loc(#loc27)
      linalg.yield %23 : f32 loc(#loc27)
    } -> tensor<61xf32> loc(#loc27)
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<61xf32>) outs(%3 : tensor<61xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc20)), %out: f32 loc("norm1"(#loc20))):
      %22 = math.sqrt %in : f32 loc(#loc27)
      linalg.yield %22 : f32 loc(#loc27)
    } -> tensor<61xf32> loc(#loc27)
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%5 : tensor<61xf32>) outs(%3 : tensor<61xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc20)), %out: f32 loc("norm1"(#loc20))):
      %22 = arith.cmpf one, %in, %cst : f32 loc(#loc27)
      cf.assert %22, "unimplemented: tensor with zero element" loc(#loc27)
      %23 = arith.divf %cst_0, %in : f32 loc(#loc27)
      linalg.yield %23 : f32 loc(#loc27)
    } -> tensor<61xf32> loc(#loc27)
    %expanded = tensor.expand_shape %arg6 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc27)
    %expanded_2 = tensor.expand_shape %6 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc27)
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("conv1"(#loc21)), %in_10: f32 loc("norm1"(#loc20)), %out: f32 loc("norm1"(#loc20))):
      %22 = arith.subf %in, %in_10 : f32 loc(#loc27)
      linalg.yield %22 : f32 loc(#loc27)
    } -> tensor<1x61x9x11xf32> loc(#loc27)
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_2 : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc20)), %in_10: f32 loc("norm1"(#loc20)), %out: f32 loc("norm1"(#loc20))):
      %22 = arith.mulf %in, %in_10 : f32 loc(#loc27)
      linalg.yield %22 : f32 loc(#loc27)
    } -> tensor<1x61x9x11xf32> loc(#loc27)
    %expanded_3 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc27)
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_3 : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc20)), %in_10: f32 loc("norm1"(#loc20)), %out: f32 loc("norm1"(#loc20))):
      %22 = arith.mulf %in, %in_10 : f32 loc(#loc27)
      linalg.yield %22 : f32 loc(#loc27)
    } -> tensor<1x61x9x11xf32> loc(#loc27)
    %expanded_4 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc27)
    %10 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_4 : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc20)), %in_10: f32 loc("norm1"(#loc20)), %out: f32 loc("norm1"(#loc20))):
      %22 = arith.addf %in, %in_10 : f32 loc(#loc27)
      linalg.yield %22 : f32 loc(#loc27)
    } -> tensor<1x61x9x11xf32> loc(#loc27)
    %11 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x61x9x11xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("norm1"(#loc20)), %out: f32 loc("relu"(#loc16))):
      %22 = arith.cmpf ugt, %in, %cst : f32 loc(#loc22)
      %23 = arith.select %22, %in, %cst : f32 loc(#loc22)
      linalg.yield %23 : f32 loc(#loc22)
    } -> tensor<1x61x9x11xf32> loc(#loc22)
    %padded_5 = tensor.pad %11 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg13: index loc("conv2"(#loc23)), %arg14: index loc("conv2"(#loc23)), %arg15: index loc("conv2"(#loc23)), %arg16: index loc("conv2"(#loc23))):
      tensor.yield %cst : f32 loc(#loc29)
    } : tensor<1x61x9x11xf32> to tensor<1x61x11x13xf32> loc(#loc29)
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_5, %arg1 : tensor<1x61x11x13xf32>, tensor<61x61x3x3xf32>) outs(%1 : tensor<1x61x9x11xf32>) -> tensor<1x61x9x11xf32> loc(#loc29)
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg10 : tensor<61xf32>) outs(%3 : tensor<61xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc24)), %out: f32 loc("norm2"(#loc24))):
      %22 = arith.truncf %cst_1 : f64 to f32 loc(#loc30)
      %23 = arith.addf %in, %22 : f32 loc(#loc30)
      linalg.yield %23 : f32 loc(#loc30)
    } -> tensor<61xf32> loc(#loc30)
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%13 : tensor<61xf32>) outs(%3 : tensor<61xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc24)), %out: f32 loc("norm2"(#loc24))):
      %22 = math.sqrt %in : f32 loc(#loc30)
      linalg.yield %22 : f32 loc(#loc30)
    } -> tensor<61xf32> loc(#loc30)
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%14 : tensor<61xf32>) outs(%3 : tensor<61xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc24)), %out: f32 loc("norm2"(#loc24))):
      %22 = arith.cmpf one, %in, %cst : f32 loc(#loc30)
      cf.assert %22, "unimplemented: tensor with zero element" loc(#loc30)
      %23 = arith.divf %cst_0, %in : f32 loc(#loc30)
      linalg.yield %23 : f32 loc(#loc30)
    } -> tensor<61xf32> loc(#loc30)
    %expanded_6 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc30)
    %expanded_7 = tensor.expand_shape %15 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc30)
    %16 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %expanded_6 : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("conv2"(#loc23)), %in_10: f32 loc("norm2"(#loc24)), %out: f32 loc("norm2"(#loc24))):
      %22 = arith.subf %in, %in_10 : f32 loc(#loc30)
      linalg.yield %22 : f32 loc(#loc30)
    } -> tensor<1x61x9x11xf32> loc(#loc30)
    %17 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %expanded_7 : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc24)), %in_10: f32 loc("norm2"(#loc24)), %out: f32 loc("norm2"(#loc24))):
      %22 = arith.mulf %in, %in_10 : f32 loc(#loc30)
      linalg.yield %22 : f32 loc(#loc30)
    } -> tensor<1x61x9x11xf32> loc(#loc30)
    %expanded_8 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc30)
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_8 : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc24)), %in_10: f32 loc("norm2"(#loc24)), %out: f32 loc("norm2"(#loc24))):
      %22 = arith.mulf %in, %in_10 : f32 loc(#loc30)
      linalg.yield %22 : f32 loc(#loc30)
    } -> tensor<1x61x9x11xf32> loc(#loc30)
    %expanded_9 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [61, 1, 1] : tensor<61xf32> into tensor<61x1x1xf32> loc(#loc30)
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_9 : tensor<1x61x9x11xf32>, tensor<61x1x1xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("norm2"(#loc24)), %in_10: f32 loc("norm2"(#loc24)), %out: f32 loc("norm2"(#loc24))):
      %22 = arith.addf %in, %in_10 : f32 loc(#loc30)
      linalg.yield %22 : f32 loc(#loc30)
    } -> tensor<1x61x9x11xf32> loc(#loc30)
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg12, %19 : tensor<1x61x9x11xf32>, tensor<1x61x9x11xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("conv1"(#loc21)), %in_10: f32 loc("norm2"(#loc24)), %out: f32 loc("add_4"(#loc18))):
      %22 = arith.addf %in, %in_10 : f32 loc(#loc25)
      linalg.yield %22 : f32 loc(#loc25)
    } -> tensor<1x61x9x11xf32> loc(#loc25)
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x61x9x11xf32>) outs(%0 : tensor<1x61x9x11xf32>) {
    ^bb0(%in: f32 loc("add_4"(#loc18)), %out: f32 loc("relu_1"(#loc18))):
      %22 = arith.cmpf ugt, %in, %cst : f32 loc(#loc26)
      %23 = arith.select %22, %in, %cst : f32 loc(#loc26)
      linalg.yield %23 : f32 loc(#loc26)
    } -> tensor<1x61x9x11xf32> loc(#loc26)
    return %21 : tensor<1x61x9x11xf32> loc(#loc19)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_conv1_weight")
#loc19 = loc("output")
