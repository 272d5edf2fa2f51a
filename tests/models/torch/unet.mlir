#loc2 = loc("down.weight")
#loc3 = loc("down.bias")
#loc4 = loc("middle.weight")
#loc5 = loc("middle.bias")
#loc6 = loc("up.weight")
#loc7 = loc("up.bias")
#loc8 = loc("x")
#loc9 = loc("torch_models.py":74:0)
#loc10 = loc("conv.py":565:0)
#loc11 = loc("torch_models.py":73:0)
#loc12 = loc("torch_models.py":75:0)
#loc13 = loc("torch_models.py":76:0)
#loc14 = loc("torch_models.py":77:0)
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#loc17 = loc(callsite(#loc10 at #loc11))
#loc18 = loc("relu"(#loc11))
#loc19 = loc(callsite(#loc10 at #loc9))
#loc20 = loc("relu_1"(#loc9))
#loc21 = loc("expand"(#loc12))
#loc23 = loc("expand_1"(#loc12))
#loc25 = loc("constant_pad_nd"(#loc13))
#loc27 = loc(callsite(#loc10 at #loc14))
#loc28 = loc("down"(#loc17))
#loc29 = loc("middle"(#loc19))
#loc30 = loc("up"(#loc27))
module {
  func.func @main(%arg0: tensor<11x5x3x3xf32> loc("down.weight"), %arg1: tensor<11xf32> loc("down.bias"), %arg2: tensor<13x11x3x3xf32> loc("middle.weight"), %arg3: tensor<13xf32> loc("middle.bias"), %arg4: tensor<7x24x3x3xf32> loc("up.weight"), %arg5: tensor<7xf32> loc("up.bias"), %arg6: tensor<1x5x15x13xf32> loc("x")) -> tensor<1x7x15x13xf32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 0xFF800000 : f32 loc(#loc16)
    %padded = tensor.pad %arg6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index loc("down"(#loc17)), %arg8: index loc("down"(#loc17)), %arg9: index loc("down"(#loc17)), %arg10: index loc("down"(#loc17))):
      tensor.yield %cst : f32 loc(#loc28)
    } : tensor<1x5x15x13xf32> to tensor<1x5x17x15xf32> loc(#loc28)
    %0 = tensor.empty() : tensor<1x11x15x13xf32> loc(#loc28)
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<11xf32>) outs(%0 : tensor<1x11x15x13xf32>) dimensions = [0, 2, 3]  loc(#loc28)
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<1x5x17x15xf32>, tensor<11x5x3x3xf32>) outs(%broadcasted : tensor<1x11x15x13xf32>) -> tensor<1x11x15x13xf32> loc(#loc28)
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1 : tensor<1x11x15x13xf32>) outs(%0 : tensor<1x11x15x13xf32>) {
    ^bb0(%in: f32 loc("down"(#loc17)), %out: f32 loc("relu"(#loc11))):
      %16 = arith.cmpf ugt, %in, %cst : f32 loc(#loc18)
      %17 = arith.select %16, %in, %cst : f32 loc(#loc18)
      linalg.yield %17 : f32 loc(#loc18)
    } -> tensor<1x11x15x13xf32> loc(#loc18)
    %3 = tensor.empty() : tensor<1x11x7x6xf32> loc(#loc16)
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<1x11x7x6xf32>) -> tensor<1x11x7x6xf32> loc(#loc16)
    %5 = tensor.empty() : tensor<2x2xf32> loc(#loc16)
    %6 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %5 : tensor<1x11x15x13xf32>, tensor<2x2xf32>) outs(%4 : tensor<1x11x7x6xf32>) -> tensor<1x11x7x6xf32> loc(#loc16)
    %padded_1 = tensor.pad %6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index loc("middle"(#loc19)), %arg8: index loc("middle"(#loc19)), %arg9: index loc("middle"(#loc19)), %arg10: index loc("middle"(#loc19))):
      tensor.yield %cst : f32 loc(#loc29)
    } : tensor<1x11x7x6xf32> to tensor<1x11x9x8xf32> loc(#loc29)
    %7 = tensor.empty() : tensor<1x13x7x6xf32> loc(#loc29)
    %broadcasted_2 = linalg.broadcast ins(%arg3 : tensor<13xf32>) outs(%7 : tensor<1x13x7x6xf32>) dimensions = [0, 2, 3]  loc(#loc29)
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_1, %arg2 : tensor<1x11x9x8xf32>, tensor<13x11x3x3xf32>) outs(%broadcasted_2 : tensor<1x13x7x6xf32>) -> tensor<1x13x7x6xf32> loc(#loc29)
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x13x7x6xf32>) outs(%7 : tensor<1x13x7x6xf32>) {
    ^bb0(%in: f32 loc("middle"(#loc19)), %out: f32 loc("relu_1"(#loc9))):
      %16 = arith.cmpf ugt, %in, %cst : f32 loc(#loc20)
      %17 = arith.select %16, %in, %cst : f32 loc(#loc20)
      linalg.yield %17 : f32 loc(#loc20)
    } -> tensor<1x13x7x6xf32> loc(#loc20)
    %10 = tensor.empty() : tensor<1x13x7x2x6xf32> loc(#loc21)
    %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x13x7x6xf32>) outs(%10 : tensor<1x13x7x2x6xf32>) {
    ^bb0(%in: f32 loc("expand"(#loc12)), %out: f32 loc("expand"(#loc12))):
      linalg.yield %in : f32 loc(#loc21)
    } -> tensor<1x13x7x2x6xf32> loc(#loc21)
    %collapsed = tensor.collapse_shape %11 [[0], [1], [2, 3], [4]] : tensor<1x13x7x2x6xf32> into tensor<1x13x14x6xf32> loc(#loc22)
    %12 = tensor.empty() : tensor<1x13x14x6x2xf32> loc(#loc23)
    %13 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x13x14x6xf32>) outs(%12 : tensor<1x13x14x6x2xf32>) {
    ^bb0(%in: f32 loc("expand_1"(#loc12)), %out: f32 loc("expand_1"(#loc12))):
      linalg.yield %in : f32 loc(#loc23)
    } -> tensor<1x13x14x6x2xf32> loc(#loc23)
    %collapsed_3 = tensor.collapse_shape %13 [[0], [1], [2], [3, 4]] : tensor<1x13x14x6x2xf32> into tensor<1x13x14x12xf32> loc(#loc24)
    %padded_4 = tensor.pad %collapsed_3 low[0, 0, 0, 0] high[0, 0, 1, 1] {
    ^bb0(%arg7: index loc("constant_pad_nd"(#loc13)), %arg8: index loc("constant_pad_nd"(#loc13)), %arg9: index loc("constant_pad_nd"(#loc13)), %arg10: index loc("constant_pad_nd"(#loc13))):
      tensor.yield %cst : f32 loc(#loc25)
    } : tensor<1x13x14x12xf32> to tensor<1x13x15x13xf32> loc(#loc25)
    %concat = tensor.concat dim(1) %2, %padded_4 : (tensor<1x11x15x13xf32>, tensor<1x13x15x13xf32>) -> tensor<1x24x15x13xf32> loc(#loc26)
    %padded_5 = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index loc("up"(#loc27)), %arg8: index loc("up"(#loc27)), %arg9: index loc("up"(#loc27)), %arg10: index loc("up"(#loc27))):
      tensor.yield %cst : f32 loc(#loc30)
    } : tensor<1x24x15x13xf32> to tensor<1x24x17x15xf32> loc(#loc30)
    %14 = tensor.empty() : tensor<1x7x15x13xf32> loc(#loc30)
    %broadcasted_6 = linalg.broadcast ins(%arg5 : tensor<7xf32>) outs(%14 : tensor<1x7x15x13xf32>) dimensions = [0, 2, 3]  loc(#loc30)
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_5, %arg4 : tensor<1x24x17x15xf32>, tensor<7x24x3x3xf32>) outs(%broadcasted_6 : tensor<1x7x15x13xf32>) -> tensor<1x7x15x13xf32> loc(#loc30)
    return %15 : tensor<1x7x15x13xf32> loc(#loc15)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_down_weight")
#loc15 = loc("output")
#loc16 = loc("max_pool2d_with_indices"(#loc9))
#loc22 = loc("view"(#loc12))
#loc24 = loc("view_1"(#loc12))
#loc26 = loc("cat"(#loc14))
