#loc2 = loc("0.weight")
#loc3 = loc("0.bias")
#loc4 = loc("2.weight")
#loc5 = loc("2.bias")
#loc6 = loc("input")
#loc7 = loc("activation.py":294:0)
#loc8 = loc("container.py":253:0)
#loc9 = loc("conv.py":565:0)
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
#loc11 = loc(callsite(#loc7 at #loc8))
#loc12 = loc(callsite(#loc9 at #loc8))
#loc13 = loc("1"(#loc11))
#loc14 = loc("0"(#loc12))
#loc15 = loc("2"(#loc12))
#loc16 = loc("3"(#loc11))
module {
  func.func @main(%arg0: tensor<29x1x3x3xf32> loc("0.weight"), %arg1: tensor<29xf32> loc("0.bias"), %arg2: tensor<43x29x1x1xf32> loc("2.weight"), %arg3: tensor<43xf32> loc("2.bias"), %arg4: tensor<1x29x15x13xf32> loc("input")) -> tensor<1x43x8x7xf32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32> loc(#loc13)
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32> loc(#loc13)
    %padded = tensor.pad %arg4 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index loc("0"(#loc12)), %arg6: index loc("0"(#loc12)), %arg7: index loc("0"(#loc12)), %arg8: index loc("0"(#loc12))):
      tensor.yield %cst : f32 loc(#loc14)
    } : tensor<1x29x15x13xf32> to tensor<1x29x17x15xf32> loc(#loc14)
    %0 = tensor.empty() : tensor<1x29x8x7xf32> loc(#loc14)
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<29xf32>) outs(%0 : tensor<1x29x8x7xf32>) dimensions = [0, 2, 3]  loc(#loc14)
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<29x1x3x3xf32> into tensor<29x3x3xf32> loc(#loc14)
    %1 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x29x17x15xf32>, tensor<29x3x3xf32>) outs(%broadcasted : tensor<1x29x8x7xf32>) -> tensor<1x29x8x7xf32> loc(#loc14)
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %cst_1 : tensor<1x29x8x7xf32>, tensor<f32>) outs(%0 : tensor<1x29x8x7xf32>) {
    ^bb0(%in: f32 loc("0"(#loc12)), %in_3: f32 loc("1"(#loc11)), %out: f32 loc("1"(#loc11))):
      %8 = arith.cmpf ogt, %in, %in_3 : f32 loc(#loc13)
      %9 = arith.select %8, %in, %in_3 : f32 loc(#loc13)
      linalg.yield %9 : f32 loc(#loc13)
    } -> tensor<1x29x8x7xf32> loc(#loc13)
    %3 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %2 : tensor<f32>, tensor<1x29x8x7xf32>) outs(%0 : tensor<1x29x8x7xf32>) {
    ^bb0(%in: f32 loc("1"(#loc11)), %in_3: f32 loc("1"(#loc11)), %out: f32 loc("1"(#loc11))):
      %8 = arith.cmpf olt, %in, %in_3 : f32 loc(#loc13)
      %9 = arith.select %8, %in, %in_3 : f32 loc(#loc13)
      linalg.yield %9 : f32 loc(#loc13)
    } -> tensor<1x29x8x7xf32> loc(#loc13)
    %4 = tensor.empty() : tensor<1x43x8x7xf32> loc(#loc15)
    %broadcasted_2 = linalg.broadcast ins(%arg3 : tensor<43xf32>) outs(%4 : tensor<1x43x8x7xf32>) dimensions = [0, 2, 3]  loc(#loc15)
    %5 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%3, %arg2 : tensor<1x29x8x7xf32>, tensor<43x29x1x1xf32>) outs(%broadcasted_2 : tensor<1x43x8x7xf32>) -> tensor<1x43x8x7xf32> loc(#loc15)
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %cst_1 : tensor<1x43x8x7xf32>, tensor<f32>) outs(%4 : tensor<1x43x8x7xf32>) {
    ^bb0(%in: f32 loc("2"(#loc12)), %in_3: f32 loc("1"(#loc11)), %out: f32 loc("3"(#loc11))):
      %8 = arith.cmpf ogt, %in, %in_3 : f32 loc(#loc16)
      %9 = arith.select %8, %in, %in_3 : f32 loc(#loc16)
      linalg.yield %9 : f32 loc(#loc16)
    } -> tensor<1x43x8x7xf32> loc(#loc16)
    %7 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_0, %6 : tensor<f32>, tensor<1x43x8x7xf32>) outs(%4 : tensor<1x43x8x7xf32>) {
    ^bb0(%in: f32 loc("1"(#loc11)), %in_3: f32 loc("3"(#loc11)), %out: f32 loc("3"(#loc11))):
      %8 = arith.cmpf olt, %in, %in_3 : f32 loc(#loc16)
      %9 = arith.select %8, %in, %in_3 : f32 loc(#loc16)
      linalg.yield %9 : f32 loc(#loc16)
    } -> tensor<1x43x8x7xf32> loc(#loc16)
    return %7 : tensor<1x43x8x7xf32> loc(#loc10)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_0_weight")
#loc10 = loc("output")
