#loc2 = loc("filters.0.weight")
#loc3 = loc("filters.0.bias")
#loc4 = loc("filters.1.weight")
#loc5 = loc("filters.1.bias")
#loc6 = loc("filters.2.weight")
#loc7 = loc("filters.2.bias")
#loc8 = loc("filters.3.weight")
#loc9 = loc("filters.3.bias")
#loc10 = loc("gates.0.weight")
#loc11 = loc("gates.0.bias")
#loc12 = loc("gates.1.weight")
#loc13 = loc("gates.1.bias")
#loc14 = loc("gates.2.weight")
#loc15 = loc("gates.2.bias")
#loc16 = loc("gates.3.weight")
#loc17 = loc("gates.3.bias")
#loc18 = loc("skips.0.weight")
#loc19 = loc("skips.0.bias")
#loc20 = loc("skips.1.weight")
#loc21 = loc("skips.1.bias")
#loc22 = loc("skips.2.weight")
#loc23 = loc("skips.2.bias")
#loc24 = loc("skips.3.weight")
#loc25 = loc("skips.3.bias")
#loc26 = loc("residuals.0.weight")
#loc27 = loc("residuals.0.bias")
#loc28 = loc("residuals.1.weight")
#loc29 = loc("residuals.1.bias")
#loc30 = loc("residuals.2.weight")
#loc31 = loc("residuals.2.bias")
#loc32 = loc("residuals.3.weight")
#loc33 = loc("residuals.3.bias")
#loc34 = loc("x")
#loc35 = loc("torch_models.py":133:0)
#loc36 = loc("conv.py":385:0)
#loc37 = loc("torch_models.py":134:0)
#loc38 = loc("torch_models.py":135:0)
#loc39 = loc("torch_models.py":136:0)
#loc40 = loc("torch_models.py":137:0)
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#loc42 = loc("constant_pad_nd"(#loc35))
#loc43 = loc(callsite(#loc36 at #loc37))
#loc44 = loc("tanh"(#loc37))
#loc45 = loc("sigmoid"(#loc37))
#loc46 = loc("mul"(#loc37))
#loc47 = loc(callsite(#loc36 at #loc38))
#loc48 = loc(callsite(#loc36 at #loc39))
#loc49 = loc("add"(#loc39))
#loc50 = loc("constant_pad_nd_1"(#loc35))
#loc51 = loc("tanh_1"(#loc37))
#loc52 = loc("sigmoid_1"(#loc37))
#loc53 = loc("mul_1"(#loc37))
#loc54 = loc("add_1"(#loc39))
#loc55 = loc("constant_pad_nd_2"(#loc35))
#loc56 = loc("tanh_2"(#loc37))
#loc57 = loc("sigmoid_2"(#loc37))
#loc58 = loc("mul_2"(#loc37))
#loc59 = loc("add_2"(#loc39))
#loc60 = loc("constant_pad_nd_3"(#loc35))
#loc61 = loc("tanh_3"(#loc37))
#loc62 = loc("sigmoid_3"(#loc37))
#loc63 = loc("mul_3"(#loc37))
#loc64 = loc("add_4"(#loc40))
#loc65 = loc("add_5"(#loc40))
#loc66 = loc("add_6"(#loc40))
#loc67 = loc("add_7"(#loc40))
#loc68 = loc("relu"(#loc40))
#loc69 = loc("filters.0"(#loc43))
#loc70 = loc("gates.0"(#loc43))
#loc71 = loc("skips.0"(#loc47))
#loc72 = loc("residuals.0"(#loc48))
#loc73 = loc("filters.1"(#loc43))
#loc74 = loc("gates.1"(#loc43))
#loc75 = loc("skips.1"(#loc47))
#loc76 = loc("residuals.1"(#loc48))
#loc77 = loc("filters.2"(#loc43))
#loc78 = loc("gates.2"(#loc43))
#loc79 = loc("skips.2"(#loc47))
#loc80 = loc("residuals.2"(#loc48))
#loc81 = loc("filters.3"(#loc43))
#loc82 = loc("gates.3"(#loc43))
#loc83 = loc("skips.3"(#loc47))
module {
  func.func @main(%arg0: tensor<13x13x2xf32> loc("filters.0.weight"), %arg1: tensor<13xf32> loc("filters.0.bias"), %arg2: tensor<13x13x2xf32> loc("filters.1.weight"), %arg3: tensor<13xf32> loc("filters.1.bias"), %arg4: tensor<13x13x2xf32> loc("filters.2.weight"), %arg5: tensor<13xf32> loc("filters.2.bias"), %arg6: tensor<13x13x2xf32> loc("filters.3.weight"), %arg7: tensor<13xf32> loc("filters.3.bias"), %arg8: tensor<13x13x2xf32> loc("gates.0.weight"), %arg9: tensor<13xf32> loc("gates.0.bias"), %arg10: tensor<13x13x2xf32> loc("gates.1.weight"), %arg11: tensor<13xf32> loc("gates.1.bias"), %arg12: tensor<13x13x2xf32> loc("gates.2.weight"), %arg13: tensor<13xf32> loc("gates.2.bias"), %arg14: tensor<13x13x2xf32> loc("gates.3.weight"), %arg15: tensor<13xf32> loc("gates.3.bias"), %arg16: tensor<17x13x1xf32> loc("skips.0.weight"), %arg17: tensor<17xf32> loc("skips.0.bias"), %arg18: tensor<17x13x1xf32> loc("skips.1.weight"), %arg19: tensor<17xf32> loc("skips.1.bias"), %arg20: tensor<17x13x1xf32> loc("skips.2.weight"), %arg21: tensor<17xf32> loc("skips.2.bias"), %arg22: tensor<17x13x1xf32> loc("skips.3.weight"), %arg23: tensor<17xf32> loc("skips.3.bias"), %arg24: tensor<13x13x1xf32> loc("residuals.0.weight"), %arg25: tensor<13xf32> loc("residuals.0.bias"), %arg26: tensor<13x13x1xf32> loc("residuals.1.weight"), %arg27: tensor<13xf32> loc("residuals.1.bias"), %arg28: tensor<13x13x1xf32> loc("residuals.2.weight"), %arg29: tensor<13xf32> loc("residuals.2.bias"), %arg30: tensor<13x13x1xf32> loc("residuals.3.weight"), %arg31: tensor<13xf32> loc("residuals.3.bias"), %arg32: tensor<1x13x71xf32> loc("x")) -> tensor<1x17x71xf32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %padded = tensor.pad %arg32 low[0, 0, 1] high[0, 0, 0] {
    ^bb0(%arg33: index loc("constant_pad_nd"(#loc35)), %arg34: index loc("constant_pad_nd"(#loc35)), %arg35: index loc("constant_pad_nd"(#loc35))):
      tensor.yield %cst : f32 loc(#loc42)
    } : tensor<1x13x71xf32> to tensor<1x13x72xf32> loc(#loc42)
    %0 = tensor.empty() : tensor<1x13x71xf32> loc(#loc69)
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc69)
    %1 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %arg0 : tensor<1x13x72xf32>, tensor<13x13x2xf32>) outs(%broadcasted : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc69)
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("filters.0"(#loc43)), %out: f32 loc("tanh"(#loc37))):
      %37 = math.tanh %in : f32 loc(#loc44)
      linalg.yield %37 : f32 loc(#loc44)
    } -> tensor<1x13x71xf32> loc(#loc44)
    %broadcasted_1 = linalg.broadcast ins(%arg9 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc70)
    %3 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %arg8 : tensor<1x13x72xf32>, tensor<13x13x2xf32>) outs(%broadcasted_1 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc70)
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("gates.0"(#loc43)), %out: f32 loc("sigmoid"(#loc37))):
      %37 = arith.negf %in : f32 loc(#loc45)
      %38 = math.exp %37 : f32 loc(#loc45)
      %39 = arith.addf %38, %cst_0 : f32 loc(#loc45)
      %40 = arith.divf %cst_0, %39 : f32 loc(#loc45)
      linalg.yield %40 : f32 loc(#loc45)
    } -> tensor<1x13x71xf32> loc(#loc45)
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<1x13x71xf32>, tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("tanh"(#loc37)), %in_18: f32 loc("sigmoid"(#loc37)), %out: f32 loc("mul"(#loc37))):
      %37 = arith.mulf %in, %in_18 : f32 loc(#loc46)
      linalg.yield %37 : f32 loc(#loc46)
    } -> tensor<1x13x71xf32> loc(#loc46)
    %6 = tensor.empty() : tensor<1x17x71xf32> loc(#loc71)
    %broadcasted_2 = linalg.broadcast ins(%arg17 : tensor<17xf32>) outs(%6 : tensor<1x17x71xf32>) dimensions = [0, 2]  loc(#loc71)
    %7 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%5, %arg16 : tensor<1x13x71xf32>, tensor<17x13x1xf32>) outs(%broadcasted_2 : tensor<1x17x71xf32>) -> tensor<1x17x71xf32> loc(#loc71)
    %broadcasted_3 = linalg.broadcast ins(%arg25 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc72)
    %8 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%5, %arg24 : tensor<1x13x71xf32>, tensor<13x13x1xf32>) outs(%broadcasted_3 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc72)
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg32, %8 : tensor<1x13x71xf32>, tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("constant_pad_nd"(#loc35)), %in_18: f32 loc("residuals.0"(#loc48)), %out: f32 loc("add"(#loc39))):
      %37 = arith.addf %in, %in_18 : f32 loc(#loc49)
      linalg.yield %37 : f32 loc(#loc49)
    } -> tensor<1x13x71xf32> loc(#loc49)
    %padded_4 = tensor.pad %9 low[0, 0, 2] high[0, 0, 0] {
    ^bb0(%arg33: index loc("constant_pad_nd_1"(#loc35)), %arg34: index loc("constant_pad_nd_1"(#loc35)), %arg35: index loc("constant_pad_nd_1"(#loc35))):
      tensor.yield %cst : f32 loc(#loc50)
    } : tensor<1x13x71xf32> to tensor<1x13x73xf32> loc(#loc50)
    %broadcasted_5 = linalg.broadcast ins(%arg3 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc73)
    %10 = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_4, %arg2 : tensor<1x13x73xf32>, tensor<13x13x2xf32>) outs(%broadcasted_5 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc73)
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("filters.1"(#loc43)), %out: f32 loc("tanh_1"(#loc37))):
      %37 = math.tanh %in : f32 loc(#loc51)
      linalg.yield %37 : f32 loc(#loc51)
    } -> tensor<1x13x71xf32> loc(#loc51)
    %broadcasted_6 = linalg.broadcast ins(%arg11 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc74)
    %12 = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_4, %arg10 : tensor<1x13x73xf32>, tensor<13x13x2xf32>) outs(%broadcasted_6 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc74)
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("gates.1"(#loc43)), %out: f32 loc("sigmoid_1"(#loc37))):
      %37 = arith.negf %in : f32 loc(#loc52)
      %38 = math.exp %37 : f32 loc(#loc52)
      %39 = arith.addf %38, %cst_0 : f32 loc(#loc52)
      %40 = arith.divf %cst_0, %39 : f32 loc(#loc52)
      linalg.yield %40 : f32 loc(#loc52)
    } -> tensor<1x13x71xf32> loc(#loc52)
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %13 : tensor<1x13x71xf32>, tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("tanh_1"(#loc37)), %in_18: f32 loc("sigmoid_1"(#loc37)), %out: f32 loc("mul_1"(#loc37))):
      %37 = arith.mulf %in, %in_18 : f32 loc(#loc53)
      linalg.yield %37 : f32 loc(#loc53)
    } -> tensor<1x13x71xf32> loc(#loc53)
    %broadcasted_7 = linalg.broadcast ins(%arg19 : tensor<17xf32>) outs(%6 : tensor<1x17x71xf32>) dimensions = [0, 2]  loc(#loc75)
    %15 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%14, %arg18 : tensor<1x13x71xf32>, tensor<17x13x1xf32>) outs(%broadcasted_7 : tensor<1x17x71xf32>) -> tensor<1x17x71xf32> loc(#loc75)
    %broadcasted_8 = linalg.broadcast ins(%arg27 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc76)
    %16 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%14, %arg26 : tensor<1x13x71xf32>, tensor<13x13x1xf32>) outs(%broadcasted_8 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc76)
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %16 : tensor<1x13x71xf32>, tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("add"(#loc39)), %in_18: f32 loc("residuals.1"(#loc48)), %out: f32 loc("add_1"(#loc39))):
      %37 = arith.addf %in, %in_18 : f32 loc(#loc54)
      linalg.yield %37 : f32 loc(#loc54)
    } -> tensor<1x13x71xf32> loc(#loc54)
    %padded_9 = tensor.pad %17 low[0, 0, 4] high[0, 0, 0] {
    ^bb0(%arg33: index loc("constant_pad_nd_2"(#loc35)), %arg34: index loc("constant_pad_nd_2"(#loc35)), %arg35: index loc("constant_pad_nd_2"(#loc35))):
      tensor.yield %cst : f32 loc(#loc55)
    } : tensor<1x13x71xf32> to tensor<1x13x75xf32> loc(#loc55)
    %broadcasted_10 = linalg.broadcast ins(%arg5 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc77)
    %18 = linalg.conv_1d_ncw_fcw {dilations = dense<4> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_9, %arg4 : tensor<1x13x75xf32>, tensor<13x13x2xf32>) outs(%broadcasted_10 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc77)
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("filters.2"(#loc43)), %out: f32 loc("tanh_2"(#loc37))):
      %37 = math.tanh %in : f32 loc(#loc56)
      linalg.yield %37 : f32 loc(#loc56)
    } -> tensor<1x13x71xf32> loc(#loc56)
    %broadcasted_11 = linalg.broadcast ins(%arg13 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc78)
    %20 = linalg.conv_1d_ncw_fcw {dilations = dense<4> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_9, %arg12 : tensor<1x13x75xf32>, tensor<13x13x2xf32>) outs(%broadcasted_11 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc78)
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("gates.2"(#loc43)), %out: f32 loc("sigmoid_2"(#loc37))):
      %37 = arith.negf %in : f32 loc(#loc57)
      %38 = math.exp %37 : f32 loc(#loc57)
      %39 = arith.addf %38, %cst_0 : f32 loc(#loc57)
      %40 = arith.divf %cst_0, %39 : f32 loc(#loc57)
      linalg.yield %40 : f32 loc(#loc57)
    } -> tensor<1x13x71xf32> loc(#loc57)
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %21 : tensor<1x13x71xf32>, tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("tanh_2"(#loc37)), %in_18: f32 loc("sigmoid_2"(#loc37)), %out: f32 loc("mul_2"(#loc37))):
      %37 = arith.mulf %in, %in_18 : f32 loc(#loc58)
      linalg.yield %37 : f32 loc(#loc58)
    } -> tensor<1x13x71xf32> loc(#loc58)
    %broadcasted_12 = linalg.broadcast ins(%arg21 : tensor<17xf32>) outs(%6 : tensor<1x17x71xf32>) dimensions = [0, 2]  loc(#loc79)
    %23 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%22, %arg20 : tensor<1x13x71xf32>, tensor<17x13x1xf32>) outs(%broadcasted_12 : tensor<1x17x71xf32>) -> tensor<1x17x71xf32> loc(#loc79)
    %broadcasted_13 = linalg.broadcast ins(%arg29 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc80)
    %24 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%22, %arg28 : tensor<1x13x71xf32>, tensor<13x13x1xf32>) outs(%broadcasted_13 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc80)
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %24 : tensor<1x13x71xf32>, tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("add_1"(#loc39)), %in_18: f32 loc("residuals.2"(#loc48)), %out: f32 loc("add_2"(#loc39))):
      %37 = arith.addf %in, %in_18 : f32 loc(#loc59)
      linalg.yield %37 : f32 loc(#loc59)
    } -> tensor<1x13x71xf32> loc(#loc59)
    %padded_14 = tensor.pad %25 low[0, 0, 8] high[0, 0, 0] {
    ^bb0(%arg33: index loc("constant_pad_nd_3"(#loc35)), %arg34: index loc("constant_pad_nd_3"(#loc35)), %arg35: index loc("constant_pad_nd_3"(#loc35))):
      tensor.yield %cst : f32 loc(#loc60)
    } : tensor<1x13x71xf32> to tensor<1x13x79xf32> loc(#loc60)
    %broadcasted_15 = linalg.broadcast ins(%arg7 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc81)
    %26 = linalg.conv_1d_ncw_fcw {dilations = dense<8> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_14, %arg6 : tensor<1x13x79xf32>, tensor<13x13x2xf32>) outs(%broadcasted_15 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc81)
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("filters.3"(#loc43)), %out: f32 loc("tanh_3"(#loc37))):
      %37 = math.tanh %in : f32 loc(#loc61)
      linalg.yield %37 : f32 loc(#loc61)
    } -> tensor<1x13x71xf32> loc(#loc61)
    %broadcasted_16 = linalg.broadcast ins(%arg15 : tensor<13xf32>) outs(%0 : tensor<1x13x71xf32>) dimensions = [0, 2]  loc(#loc82)
    %28 = linalg.conv_1d_ncw_fcw {dilations = dense<8> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_14, %arg14 : tensor<1x13x79xf32>, tensor<13x13x2xf32>) outs(%broadcasted_16 : tensor<1x13x71xf32>) -> tensor<1x13x71xf32> loc(#loc82)
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("gates.3"(#loc43)), %out: f32 loc("sigmoid_3"(#loc37))):
      %37 = arith.negf %in : f32 loc(#loc62)
      %38 = math.exp %37 : f32 loc(#loc62)
      %39 = arith.addf %38, %cst_0 : f32 loc(#loc62)
      %40 = arith.divf %cst_0, %39 : f32 loc(#loc62)
      linalg.yield %40 : f32 loc(#loc62)
    } -> tensor<1x13x71xf32> loc(#loc62)
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %29 : tensor<1x13x71xf32>, tensor<1x13x71xf32>) outs(%0 : tensor<1x13x71xf32>) {
    ^bb0(%in: f32 loc("tanh_3"(#loc37)), %in_18: f32 loc("sigmoid_3"(#loc37)), %out: f32 loc("mul_3"(#loc37))):
      %37 = arith.mulf %in, %in_18 : f32 loc(#loc63)
      linalg.yield %37 : f32 loc(#loc63)
    } -> tensor<1x13x71xf32> loc(#loc63)
    %broadcasted_17 = linalg.broadcast ins(%arg23 : tensor<17xf32>) outs(%6 : tensor<1x17x71xf32>) dimensions = [0, 2]  loc(#loc83)
    %31 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%30, %arg22 : tensor<1x13x71xf32>, tensor<17x13x1xf32>) outs(%broadcasted_17 : tensor<1x17x71xf32>) -> tensor<1x17x71xf32> loc(#loc83)
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<1x17x71xf32>) outs(%6 : tensor<1x17x71xf32>) {
    ^bb0(%in: f32 loc("skips.0"(#loc47)), %out: f32 loc("add_4"(#loc40))):
      %37 = arith.addf %in, %cst : f32 loc(#loc64)
      linalg.yield %37 : f32 loc(#loc64)
    } -> tensor<1x17x71xf32> loc(#loc64)
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %15 : tensor<1x17x71xf32>, tensor<1x17x71xf32>) outs(%6 : tensor<1x17x71xf32>) {
    ^bb0(%in: f32 loc("add_4"(#loc40)), %in_18: f32 loc("skips.1"(#loc47)), %out: f32 loc("add_5"(#loc40))):
      %37 = arith.addf %in, %in_18 : f32 loc(#loc65)
      linalg.yield %37 : f32 loc(#loc65)
    } -> tensor<1x17x71xf32> loc(#loc65)
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %23 : tensor<1x17x71xf32>, tensor<1x17x71xf32>) outs(%6 : tensor<1x17x71xf32>) {
    ^bb0(%in: f32 loc("add_5"(#loc40)), %in_18: f32 loc("skips.2"(#loc47)), %out: f32 loc("add_6"(#loc40))):
      %37 = arith.addf %in, %in_18 : f32 loc(#loc66)
      linalg.yield %37 : f32 loc(#loc66)
    } -> tensor<1x17x71xf32> loc(#loc66)
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %31 : tensor<1x17x71xf32>, tensor<1x17x71xf32>) outs(%6 : tensor<1x17x71xf32>) {
    ^bb0(%in: f32 loc("add_6"(#loc40)), %in_18: f32 loc("skips.3"(#loc47)), %out: f32 loc("add_7"(#loc40))):
      %37 = arith.addf %in, %in_18 : f32 loc(#loc67)
      linalg.yield %37 : f32 loc(#loc67)
    } -> tensor<1x17x71xf32> loc(#loc67)
    %36 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<1x17x71xf32>) outs(%6 : tensor<1x17x71xf32>) {
    ^bb0(%in: f32 loc("add_7"(#loc40)), %out: f32 loc("relu"(#loc40))):
      %37 = arith.cmpf ugt, %in, %cst : f32 loc(#loc68)
      %38 = arith.select %37, %in, %cst : f32 loc(#loc68)
      linalg.yield %38 : f32 loc(#loc68)
    } -> tensor<1x17x71xf32> loc(#loc68)
    return %36 : tensor<1x17x71xf32> loc(#loc41)
  } loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("p_filters_0_weight")
#loc41 = loc("output")
