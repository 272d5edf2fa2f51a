#loc1 = loc("params['layers'][0]['filter']")
#loc2 = loc("params['layers'][0]['gate']")
#loc3 = loc("params['layers'][0]['residual']['bias']")
#loc4 = loc("params['layers'][0]['residual']['weight']")
#loc5 = loc("params['layers'][0]['skip']['bias']")
#loc6 = loc("params['layers'][0]['skip']['weight']")
#loc7 = loc("params['layers'][1]['filter']")
#loc8 = loc("params['layers'][1]['gate']")
#loc9 = loc("params['layers'][1]['residual']['bias']")
#loc10 = loc("params['layers'][1]['residual']['weight']")
#loc11 = loc("params['layers'][1]['skip']['bias']")
#loc12 = loc("params['layers'][1]['skip']['weight']")
#loc13 = loc("params['layers'][2]['filter']")
#loc14 = loc("params['layers'][2]['gate']")
#loc15 = loc("params['layers'][2]['residual']['bias']")
#loc16 = loc("params['layers'][2]['residual']['weight']")
#loc17 = loc("params['layers'][2]['skip']['bias']")
#loc18 = loc("params['layers'][2]['skip']['weight']")
#loc19 = loc("params['layers'][3]['filter']")
#loc20 = loc("params['layers'][3]['gate']")
#loc21 = loc("params['layers'][3]['residual']['bias']")
#loc22 = loc("params['layers'][3]['residual']['weight']")
#loc23 = loc("params['layers'][3]['skip']['bias']")
#loc24 = loc("params['layers'][3]['skip']['weight']")
#loc25 = loc("x")
#loc26 = loc("jax_models.py":128:15 to 130:9)
#loc27 = loc("jax_models.py":134:30 to :60)
#loc28 = loc("jax_models.py":231:15 to :68)
#loc29 = loc("jax_models.py":240:4 to :10)
#loc30 = loc("<frozen runpy>":88:4 to :27)
#loc31 = loc("<frozen runpy>":198:11 to 199:42)
#loc32 = loc("jax_models.py":134:15 to :61)
#loc33 = loc("jax_models.py":135:26 to :58)
#loc34 = loc("jax_models.py":135:17 to :59)
#loc35 = loc("jax_models.py":135:17 to :66)
#loc36 = loc("jax_models.py":25:11 to :26)
#loc37 = loc("jax_models.py":136:21 to :50)
#loc38 = loc("jax_models.py":25:11 to :38)
#loc39 = loc("jax_models.py":137:16 to :49)
#loc40 = loc("jax_models.py":137:12 to :49)
#loc41 = loc("jax_models.py":138:23 to :33)
#loc42 = loc("max")
#loc43 = loc("jax_models.py":138:11 to :34)
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
#loc44 = loc("wavenet.<locals>.causal"(#loc26))
#loc45 = loc("wavenet"(#loc27))
#loc46 = loc("main"(#loc28))
#loc47 = loc("<module>"(#loc29))
#loc48 = loc("_run_code"(#loc30))
#loc49 = loc("_run_module_as_main"(#loc31))
#loc50 = loc("wavenet"(#loc32))
#loc51 = loc("wavenet"(#loc33))
#loc52 = loc("wavenet"(#loc34))
#loc53 = loc("wavenet"(#loc35))
#loc54 = loc("linear"(#loc36))
#loc55 = loc("wavenet"(#loc37))
#loc56 = loc("linear"(#loc38))
#loc57 = loc("wavenet"(#loc39))
#loc58 = loc("wavenet"(#loc40))
#loc59 = loc("wavenet"(#loc41))
#loc60 = loc("wavenet"(#loc43))
#loc61 = loc(callsite(#loc48 at #loc49))
#loc62 = loc(callsite(#loc47 at #loc61))
#loc63 = loc(callsite(#loc46 at #loc62))
#loc64 = loc(callsite(#loc45 at #loc63))
#loc65 = loc(callsite(#loc50 at #loc63))
#loc66 = loc(callsite(#loc51 at #loc63))
#loc67 = loc(callsite(#loc52 at #loc63))
#loc68 = loc(callsite(#loc53 at #loc63))
#loc69 = loc(callsite(#loc55 at #loc63))
#loc70 = loc(callsite(#loc57 at #loc63))
#loc71 = loc(callsite(#loc58 at #loc63))
#loc72 = loc(callsite(#loc59 at #loc63))
#loc73 = loc(callsite(#loc60 at #loc63))
#loc75 = loc(callsite(#loc44 at #loc64))
#loc76 = loc(callsite(#loc50 at #loc65))
#loc77 = loc(callsite(#loc44 at #loc66))
#loc78 = loc("jit(wavenet)/tanh"(#loc67))
#loc79 = loc("jit(wavenet)/mul"(#loc68))
#loc80 = loc(callsite(#loc54 at #loc69))
#loc81 = loc(callsite(#loc56 at #loc69))
#loc82 = loc(callsite(#loc54 at #loc70))
#loc83 = loc(callsite(#loc56 at #loc70))
#loc84 = loc("jit(wavenet)/add"(#loc71))
#loc85 = loc("jit(wavenet)/add"(#loc72))
#loc86 = loc("jit(wavenet)/jit(relu)"(#loc73))
#loc87 = loc("jit(wavenet)/conv_general_dilated"(#loc75))
#loc88 = loc("jit(wavenet)/neg"(#loc76))
#loc89 = loc("jit(wavenet)/exp"(#loc76))
#loc90 = loc("jit(wavenet)/add"(#loc76))
#loc91 = loc("jit(wavenet)/div"(#loc76))
#loc92 = loc("jit(wavenet)/conv_general_dilated"(#loc77))
#loc93 = loc("jit(wavenet)/dot_general"(#loc80))
#loc94 = loc("jit(wavenet)/add"(#loc81))
#loc95 = loc("jit(wavenet)/dot_general"(#loc82))
#loc96 = loc("jit(wavenet)/add"(#loc83))
#loc97 = loc(callsite(#loc42 at #loc86))
module @jit_wavenet {
  func.func public @main(%arg0: tensor<2x13x13xf32> loc("params['layers'][0]['filter']"), %arg1: tensor<2x13x13xf32> loc("params['layers'][0]['gate']"), %arg2: tensor<13xf32> loc("params['layers'][0]['residual']['bias']"), %arg3: tensor<13x13xf32> loc("params['layers'][0]['residual']['weight']"), %arg4: tensor<17xf32> loc("params['layers'][0]['skip']['bias']"), %arg5: tensor<13x17xf32> loc("params['layers'][0]['skip']['weight']"), %arg6: tensor<2x13x13xf32> loc("params['layers'][1]['filter']"), %arg7: tensor<2x13x13xf32> loc("params['layers'][1]['gate']"), %arg8: tensor<13xf32> loc("params['layers'][1]['residual']['bias']"), %arg9: tensor<13x13xf32> loc("params['layers'][1]['residual']['weight']"), %arg10: tensor<17xf32> loc("params['layers'][1]['skip']['bias']"), %arg11: tensor<13x17xf32> loc("params['layers'][1]['skip']['weight']"), %arg12: tensor<2x13x13xf32> loc("params['layers'][2]['filter']"), %arg13: tensor<2x13x13xf32> loc("params['layers'][2]['gate']"), %arg14: tensor<13xf32> loc("params['layers'][2]['residual']['bias']"), %arg15: tensor<13x13xf32> loc("params['layers'][2]['residual']['weight']"), %arg16: tensor<17xf32> loc("params['layers'][2]['skip']['bias']"), %arg17: tensor<13x17xf32> loc("params['layers'][2]['skip']['weight']"), %arg18: tensor<2x13x13xf32> loc("params['layers'][3]['filter']"), %arg19: tensor<2x13x13xf32> loc("params['layers'][3]['gate']"), %arg20: tensor<13xf32> loc("params['layers'][3]['residual']['bias']"), %arg21: tensor<13x13xf32> loc("params['layers'][3]['residual']['weight']"), %arg22: tensor<17xf32> loc("params['layers'][3]['skip']['bias']"), %arg23: tensor<13x17xf32> loc("params['layers'][3]['skip']['weight']"), %arg24: tensor<1x71x13xf32> loc("x")) -> tensor<1x71x17xf32> {
    %cst = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<1x71x13xf32> loc(#loc87)
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %padded = tensor.pad %arg24 low[0, 1, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc75))):
      tensor.yield %cst_0 : f32 loc(#loc87)
    } : tensor<1x71x13xf32> to tensor<1x72x13xf32> loc(#loc87)
    %2 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded, %arg1 : tensor<1x72x13xf32>, tensor<2x13x13xf32>) outs(%1 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %3 = tensor.empty() : tensor<1x71x13xf32> loc(#loc88)
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x71x13xf32>) outs(%3 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc75)), %out: f32 loc("jit(wavenet)/neg"(#loc76))):
      %137 = arith.negf %in : f32 loc(#loc88)
      linalg.yield %137 : f32 loc(#loc88)
    } -> tensor<1x71x13xf32> loc(#loc88)
    %5 = tensor.empty() : tensor<1x71x13xf32> loc(#loc89)
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x71x13xf32>) outs(%5 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/neg"(#loc76)), %out: f32 loc("jit(wavenet)/exp"(#loc76))):
      %137 = math.exp %in : f32 loc(#loc89)
      linalg.yield %137 : f32 loc(#loc89)
    } -> tensor<1x71x13xf32> loc(#loc89)
    %7 = tensor.empty() : tensor<1x71x13xf32> loc(#loc90)
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x71x13xf32>) outs(%7 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/exp"(#loc76)), %out: f32 loc("jit(wavenet)/add"(#loc76))):
      %137 = arith.addf %in, %cst : f32 loc(#loc90)
      linalg.yield %137 : f32 loc(#loc90)
    } -> tensor<1x71x13xf32> loc(#loc90)
    %9 = tensor.empty() : tensor<1x71x13xf32> loc(#loc91)
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x71x13xf32>) outs(%9 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc76)), %out: f32 loc("jit(wavenet)/div"(#loc76))):
      %137 = arith.divf %cst, %in : f32 loc(#loc91)
      linalg.yield %137 : f32 loc(#loc91)
    } -> tensor<1x71x13xf32> loc(#loc91)
    %11 = tensor.empty() : tensor<1x71x13xf32> loc(#loc92)
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %padded_1 = tensor.pad %arg24 low[0, 1, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc77))):
      tensor.yield %cst_0 : f32 loc(#loc92)
    } : tensor<1x71x13xf32> to tensor<1x72x13xf32> loc(#loc92)
    %13 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_1, %arg0 : tensor<1x72x13xf32>, tensor<2x13x13xf32>) outs(%12 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %14 = tensor.empty() : tensor<1x71x13xf32> loc(#loc78)
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x71x13xf32>) outs(%14 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc77)), %out: f32 loc("jit(wavenet)/tanh"(#loc67))):
      %137 = math.tanh %in : f32 loc(#loc78)
      linalg.yield %137 : f32 loc(#loc78)
    } -> tensor<1x71x13xf32> loc(#loc78)
    %16 = tensor.empty() : tensor<1x71x13xf32> loc(#loc79)
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %10 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%16 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/tanh"(#loc67)), %in_17: f32 loc("jit(wavenet)/div"(#loc76)), %out: f32 loc("jit(wavenet)/mul"(#loc68))):
      %137 = arith.mulf %in, %in_17 : f32 loc(#loc79)
      linalg.yield %137 : f32 loc(#loc79)
    } -> tensor<1x71x13xf32> loc(#loc79)
    %collapsed = tensor.collapse_shape %17 [[0, 1], [2]] : tensor<1x71x13xf32> into tensor<71x13xf32> loc(#loc93)
    %18 = tensor.empty() : tensor<71x17xf32> loc(#loc93)
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %20 = linalg.matmul ins(%collapsed, %arg5 : tensor<71x13xf32>, tensor<13x17xf32>) outs(%19 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %expanded = tensor.expand_shape %20 [[0, 1], [2]] output_shape [1, 71, 17] : tensor<71x17xf32> into tensor<1x71x17xf32> loc(#loc93)
    %21 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %22 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<17xf32>) outs(%21 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("params['layers'][0]['skip']['bias']"), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      linalg.yield %in : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %23 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %22 : tensor<1x71x17xf32>, tensor<1x71x17xf32>) outs(%23 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/dot_general"(#loc80)), %in_17: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc94)
      linalg.yield %137 : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %25 = tensor.empty() : tensor<71x13xf32> loc(#loc95)
    %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : tensor<71x13xf32>) -> tensor<71x13xf32> loc(#loc95)
    %27 = linalg.matmul ins(%collapsed, %arg3 : tensor<71x13xf32>, tensor<13x13xf32>) outs(%26 : tensor<71x13xf32>) -> tensor<71x13xf32> loc(#loc95)
    %expanded_2 = tensor.expand_shape %27 [[0, 1], [2]] output_shape [1, 71, 13] : tensor<71x13xf32> into tensor<1x71x13xf32> loc(#loc95)
    %28 = tensor.empty() : tensor<1x71x13xf32> loc(#loc96)
    %29 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<13xf32>) outs(%28 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("params['layers'][0]['residual']['bias']"), %out: f32 loc("jit(wavenet)/add"(#loc83))):
      linalg.yield %in : f32 loc(#loc96)
    } -> tensor<1x71x13xf32> loc(#loc96)
    %30 = tensor.empty() : tensor<1x71x13xf32> loc(#loc96)
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_2, %29 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%30 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/dot_general"(#loc82)), %in_17: f32 loc("jit(wavenet)/add"(#loc83)), %out: f32 loc("jit(wavenet)/add"(#loc83))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc96)
      linalg.yield %137 : f32 loc(#loc96)
    } -> tensor<1x71x13xf32> loc(#loc96)
    %32 = tensor.empty() : tensor<1x71x13xf32> loc(#loc84)
    %33 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg24, %31 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%32 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("x"), %in_17: f32 loc("jit(wavenet)/add"(#loc83)), %out: f32 loc("jit(wavenet)/add"(#loc71))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc84)
      linalg.yield %137 : f32 loc(#loc84)
    } -> tensor<1x71x13xf32> loc(#loc84)
    %34 = tensor.empty() : tensor<1x71x13xf32> loc(#loc87)
    %35 = linalg.fill ins(%cst_0 : f32) outs(%34 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %padded_3 = tensor.pad %33 low[0, 2, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc75))):
      tensor.yield %cst_0 : f32 loc(#loc87)
    } : tensor<1x71x13xf32> to tensor<1x73x13xf32> loc(#loc87)
    %36 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_3, %arg7 : tensor<1x73x13xf32>, tensor<2x13x13xf32>) outs(%35 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %37 = tensor.empty() : tensor<1x71x13xf32> loc(#loc88)
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<1x71x13xf32>) outs(%37 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc75)), %out: f32 loc("jit(wavenet)/neg"(#loc76))):
      %137 = arith.negf %in : f32 loc(#loc88)
      linalg.yield %137 : f32 loc(#loc88)
    } -> tensor<1x71x13xf32> loc(#loc88)
    %39 = tensor.empty() : tensor<1x71x13xf32> loc(#loc89)
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x71x13xf32>) outs(%39 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/neg"(#loc76)), %out: f32 loc("jit(wavenet)/exp"(#loc76))):
      %137 = math.exp %in : f32 loc(#loc89)
      linalg.yield %137 : f32 loc(#loc89)
    } -> tensor<1x71x13xf32> loc(#loc89)
    %41 = tensor.empty() : tensor<1x71x13xf32> loc(#loc90)
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40 : tensor<1x71x13xf32>) outs(%41 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/exp"(#loc76)), %out: f32 loc("jit(wavenet)/add"(#loc76))):
      %137 = arith.addf %in, %cst : f32 loc(#loc90)
      linalg.yield %137 : f32 loc(#loc90)
    } -> tensor<1x71x13xf32> loc(#loc90)
    %43 = tensor.empty() : tensor<1x71x13xf32> loc(#loc91)
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<1x71x13xf32>) outs(%43 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc76)), %out: f32 loc("jit(wavenet)/div"(#loc76))):
      %137 = arith.divf %cst, %in : f32 loc(#loc91)
      linalg.yield %137 : f32 loc(#loc91)
    } -> tensor<1x71x13xf32> loc(#loc91)
    %45 = tensor.empty() : tensor<1x71x13xf32> loc(#loc92)
    %46 = linalg.fill ins(%cst_0 : f32) outs(%45 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %padded_4 = tensor.pad %33 low[0, 2, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc77))):
      tensor.yield %cst_0 : f32 loc(#loc92)
    } : tensor<1x71x13xf32> to tensor<1x73x13xf32> loc(#loc92)
    %47 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_4, %arg6 : tensor<1x73x13xf32>, tensor<2x13x13xf32>) outs(%46 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %48 = tensor.empty() : tensor<1x71x13xf32> loc(#loc78)
    %49 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<1x71x13xf32>) outs(%48 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc77)), %out: f32 loc("jit(wavenet)/tanh"(#loc67))):
      %137 = math.tanh %in : f32 loc(#loc78)
      linalg.yield %137 : f32 loc(#loc78)
    } -> tensor<1x71x13xf32> loc(#loc78)
    %50 = tensor.empty() : tensor<1x71x13xf32> loc(#loc79)
    %51 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %44 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%50 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/tanh"(#loc67)), %in_17: f32 loc("jit(wavenet)/div"(#loc76)), %out: f32 loc("jit(wavenet)/mul"(#loc68))):
      %137 = arith.mulf %in, %in_17 : f32 loc(#loc79)
      linalg.yield %137 : f32 loc(#loc79)
    } -> tensor<1x71x13xf32> loc(#loc79)
    %collapsed_5 = tensor.collapse_shape %51 [[0, 1], [2]] : tensor<1x71x13xf32> into tensor<71x13xf32> loc(#loc93)
    %52 = tensor.empty() : tensor<71x17xf32> loc(#loc93)
    %53 = linalg.fill ins(%cst_0 : f32) outs(%52 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %54 = linalg.matmul ins(%collapsed_5, %arg11 : tensor<71x13xf32>, tensor<13x17xf32>) outs(%53 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %expanded_6 = tensor.expand_shape %54 [[0, 1], [2]] output_shape [1, 71, 17] : tensor<71x17xf32> into tensor<1x71x17xf32> loc(#loc93)
    %55 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %56 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10 : tensor<17xf32>) outs(%55 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("params['layers'][1]['skip']['bias']"), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      linalg.yield %in : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %57 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_6, %56 : tensor<1x71x17xf32>, tensor<1x71x17xf32>) outs(%57 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/dot_general"(#loc80)), %in_17: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc94)
      linalg.yield %137 : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %59 = tensor.empty() : tensor<71x13xf32> loc(#loc95)
    %60 = linalg.fill ins(%cst_0 : f32) outs(%59 : tensor<71x13xf32>) -> tensor<71x13xf32> loc(#loc95)
    %61 = linalg.matmul ins(%collapsed_5, %arg9 : tensor<71x13xf32>, tensor<13x13xf32>) outs(%60 : tensor<71x13xf32>) -> tensor<71x13xf32> loc(#loc95)
    %expanded_7 = tensor.expand_shape %61 [[0, 1], [2]] output_shape [1, 71, 13] : tensor<71x13xf32> into tensor<1x71x13xf32> loc(#loc95)
    %62 = tensor.empty() : tensor<1x71x13xf32> loc(#loc96)
    %63 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<13xf32>) outs(%62 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("params['layers'][1]['residual']['bias']"), %out: f32 loc("jit(wavenet)/add"(#loc83))):
      linalg.yield %in : f32 loc(#loc96)
    } -> tensor<1x71x13xf32> loc(#loc96)
    %64 = tensor.empty() : tensor<1x71x13xf32> loc(#loc96)
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_7, %63 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%64 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/dot_general"(#loc82)), %in_17: f32 loc("jit(wavenet)/add"(#loc83)), %out: f32 loc("jit(wavenet)/add"(#loc83))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc96)
      linalg.yield %137 : f32 loc(#loc96)
    } -> tensor<1x71x13xf32> loc(#loc96)
    %66 = tensor.empty() : tensor<1x71x13xf32> loc(#loc84)
    %67 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %65 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%66 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc71)), %in_17: f32 loc("jit(wavenet)/add"(#loc83)), %out: f32 loc("jit(wavenet)/add"(#loc71))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc84)
      linalg.yield %137 : f32 loc(#loc84)
    } -> tensor<1x71x13xf32> loc(#loc84)
    %68 = tensor.empty() : tensor<1x71x13xf32> loc(#loc87)
    %69 = linalg.fill ins(%cst_0 : f32) outs(%68 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %padded_8 = tensor.pad %67 low[0, 4, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc75))):
      tensor.yield %cst_0 : f32 loc(#loc87)
    } : tensor<1x71x13xf32> to tensor<1x75x13xf32> loc(#loc87)
    %70 = linalg.conv_1d_nwc_wcf {dilations = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_8, %arg13 : tensor<1x75x13xf32>, tensor<2x13x13xf32>) outs(%69 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %71 = tensor.empty() : tensor<1x71x13xf32> loc(#loc88)
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<1x71x13xf32>) outs(%71 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc75)), %out: f32 loc("jit(wavenet)/neg"(#loc76))):
      %137 = arith.negf %in : f32 loc(#loc88)
      linalg.yield %137 : f32 loc(#loc88)
    } -> tensor<1x71x13xf32> loc(#loc88)
    %73 = tensor.empty() : tensor<1x71x13xf32> loc(#loc89)
    %74 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<1x71x13xf32>) outs(%73 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/neg"(#loc76)), %out: f32 loc("jit(wavenet)/exp"(#loc76))):
      %137 = math.exp %in : f32 loc(#loc89)
      linalg.yield %137 : f32 loc(#loc89)
    } -> tensor<1x71x13xf32> loc(#loc89)
    %75 = tensor.empty() : tensor<1x71x13xf32> loc(#loc90)
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74 : tensor<1x71x13xf32>) outs(%75 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/exp"(#loc76)), %out: f32 loc("jit(wavenet)/add"(#loc76))):
      %137 = arith.addf %in, %cst : f32 loc(#loc90)
      linalg.yield %137 : f32 loc(#loc90)
    } -> tensor<1x71x13xf32> loc(#loc90)
    %77 = tensor.empty() : tensor<1x71x13xf32> loc(#loc91)
    %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<1x71x13xf32>) outs(%77 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc76)), %out: f32 loc("jit(wavenet)/div"(#loc76))):
      %137 = arith.divf %cst, %in : f32 loc(#loc91)
      linalg.yield %137 : f32 loc(#loc91)
    } -> tensor<1x71x13xf32> loc(#loc91)
    %79 = tensor.empty() : tensor<1x71x13xf32> loc(#loc92)
    %80 = linalg.fill ins(%cst_0 : f32) outs(%79 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %padded_9 = tensor.pad %67 low[0, 4, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc77))):
      tensor.yield %cst_0 : f32 loc(#loc92)
    } : tensor<1x71x13xf32> to tensor<1x75x13xf32> loc(#loc92)
    %81 = linalg.conv_1d_nwc_wcf {dilations = dense<4> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_9, %arg12 : tensor<1x75x13xf32>, tensor<2x13x13xf32>) outs(%80 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %82 = tensor.empty() : tensor<1x71x13xf32> loc(#loc78)
    %83 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81 : tensor<1x71x13xf32>) outs(%82 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc77)), %out: f32 loc("jit(wavenet)/tanh"(#loc67))):
      %137 = math.tanh %in : f32 loc(#loc78)
      linalg.yield %137 : f32 loc(#loc78)
    } -> tensor<1x71x13xf32> loc(#loc78)
    %84 = tensor.empty() : tensor<1x71x13xf32> loc(#loc79)
    %85 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %78 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%84 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/tanh"(#loc67)), %in_17: f32 loc("jit(wavenet)/div"(#loc76)), %out: f32 loc("jit(wavenet)/mul"(#loc68))):
      %137 = arith.mulf %in, %in_17 : f32 loc(#loc79)
      linalg.yield %137 : f32 loc(#loc79)
    } -> tensor<1x71x13xf32> loc(#loc79)
    %collapsed_10 = tensor.collapse_shape %85 [[0, 1], [2]] : tensor<1x71x13xf32> into tensor<71x13xf32> loc(#loc93)
    %86 = tensor.empty() : tensor<71x17xf32> loc(#loc93)
    %87 = linalg.fill ins(%cst_0 : f32) outs(%86 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %88 = linalg.matmul ins(%collapsed_10, %arg17 : tensor<71x13xf32>, tensor<13x17xf32>) outs(%87 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %expanded_11 = tensor.expand_shape %88 [[0, 1], [2]] output_shape [1, 71, 17] : tensor<71x17xf32> into tensor<1x71x17xf32> loc(#loc93)
    %89 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %90 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<17xf32>) outs(%89 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("params['layers'][2]['skip']['bias']"), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      linalg.yield %in : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %91 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11, %90 : tensor<1x71x17xf32>, tensor<1x71x17xf32>) outs(%91 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/dot_general"(#loc80)), %in_17: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc94)
      linalg.yield %137 : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %93 = tensor.empty() : tensor<71x13xf32> loc(#loc95)
    %94 = linalg.fill ins(%cst_0 : f32) outs(%93 : tensor<71x13xf32>) -> tensor<71x13xf32> loc(#loc95)
    %95 = linalg.matmul ins(%collapsed_10, %arg15 : tensor<71x13xf32>, tensor<13x13xf32>) outs(%94 : tensor<71x13xf32>) -> tensor<71x13xf32> loc(#loc95)
    %expanded_12 = tensor.expand_shape %95 [[0, 1], [2]] output_shape [1, 71, 13] : tensor<71x13xf32> into tensor<1x71x13xf32> loc(#loc95)
    %96 = tensor.empty() : tensor<1x71x13xf32> loc(#loc96)
    %97 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<13xf32>) outs(%96 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("params['layers'][2]['residual']['bias']"), %out: f32 loc("jit(wavenet)/add"(#loc83))):
      linalg.yield %in : f32 loc(#loc96)
    } -> tensor<1x71x13xf32> loc(#loc96)
    %98 = tensor.empty() : tensor<1x71x13xf32> loc(#loc96)
    %99 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12, %97 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%98 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/dot_general"(#loc82)), %in_17: f32 loc("jit(wavenet)/add"(#loc83)), %out: f32 loc("jit(wavenet)/add"(#loc83))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc96)
      linalg.yield %137 : f32 loc(#loc96)
    } -> tensor<1x71x13xf32> loc(#loc96)
    %100 = tensor.empty() : tensor<1x71x13xf32> loc(#loc84)
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %99 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%100 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc71)), %in_17: f32 loc("jit(wavenet)/add"(#loc83)), %out: f32 loc("jit(wavenet)/add"(#loc71))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc84)
      linalg.yield %137 : f32 loc(#loc84)
    } -> tensor<1x71x13xf32> loc(#loc84)
    %102 = tensor.empty() : tensor<1x71x13xf32> loc(#loc87)
    %103 = linalg.fill ins(%cst_0 : f32) outs(%102 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %padded_13 = tensor.pad %101 low[0, 8, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc75)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc75))):
      tensor.yield %cst_0 : f32 loc(#loc87)
    } : tensor<1x71x13xf32> to tensor<1x79x13xf32> loc(#loc87)
    %104 = linalg.conv_1d_nwc_wcf {dilations = dense<8> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_13, %arg19 : tensor<1x79x13xf32>, tensor<2x13x13xf32>) outs(%103 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc87)
    %105 = tensor.empty() : tensor<1x71x13xf32> loc(#loc88)
    %106 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<1x71x13xf32>) outs(%105 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc75)), %out: f32 loc("jit(wavenet)/neg"(#loc76))):
      %137 = arith.negf %in : f32 loc(#loc88)
      linalg.yield %137 : f32 loc(#loc88)
    } -> tensor<1x71x13xf32> loc(#loc88)
    %107 = tensor.empty() : tensor<1x71x13xf32> loc(#loc89)
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<1x71x13xf32>) outs(%107 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/neg"(#loc76)), %out: f32 loc("jit(wavenet)/exp"(#loc76))):
      %137 = math.exp %in : f32 loc(#loc89)
      linalg.yield %137 : f32 loc(#loc89)
    } -> tensor<1x71x13xf32> loc(#loc89)
    %109 = tensor.empty() : tensor<1x71x13xf32> loc(#loc90)
    %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<1x71x13xf32>) outs(%109 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/exp"(#loc76)), %out: f32 loc("jit(wavenet)/add"(#loc76))):
      %137 = arith.addf %in, %cst : f32 loc(#loc90)
      linalg.yield %137 : f32 loc(#loc90)
    } -> tensor<1x71x13xf32> loc(#loc90)
    %111 = tensor.empty() : tensor<1x71x13xf32> loc(#loc91)
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<1x71x13xf32>) outs(%111 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc76)), %out: f32 loc("jit(wavenet)/div"(#loc76))):
      %137 = arith.divf %cst, %in : f32 loc(#loc91)
      linalg.yield %137 : f32 loc(#loc91)
    } -> tensor<1x71x13xf32> loc(#loc91)
    %113 = tensor.empty() : tensor<1x71x13xf32> loc(#loc92)
    %114 = linalg.fill ins(%cst_0 : f32) outs(%113 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %padded_14 = tensor.pad %101 low[0, 8, 0] high[0, 0, 0] {
    ^bb0(%arg25: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg26: index loc("jit(wavenet)/conv_general_dilated"(#loc77)), %arg27: index loc("jit(wavenet)/conv_general_dilated"(#loc77))):
      tensor.yield %cst_0 : f32 loc(#loc92)
    } : tensor<1x71x13xf32> to tensor<1x79x13xf32> loc(#loc92)
    %115 = linalg.conv_1d_nwc_wcf {dilations = dense<8> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%padded_14, %arg18 : tensor<1x79x13xf32>, tensor<2x13x13xf32>) outs(%114 : tensor<1x71x13xf32>) -> tensor<1x71x13xf32> loc(#loc92)
    %116 = tensor.empty() : tensor<1x71x13xf32> loc(#loc78)
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<1x71x13xf32>) outs(%116 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/conv_general_dilated"(#loc77)), %out: f32 loc("jit(wavenet)/tanh"(#loc67))):
      %137 = math.tanh %in : f32 loc(#loc78)
      linalg.yield %137 : f32 loc(#loc78)
    } -> tensor<1x71x13xf32> loc(#loc78)
    %118 = tensor.empty() : tensor<1x71x13xf32> loc(#loc79)
    %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%117, %112 : tensor<1x71x13xf32>, tensor<1x71x13xf32>) outs(%118 : tensor<1x71x13xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/tanh"(#loc67)), %in_17: f32 loc("jit(wavenet)/div"(#loc76)), %out: f32 loc("jit(wavenet)/mul"(#loc68))):
      %137 = arith.mulf %in, %in_17 : f32 loc(#loc79)
      linalg.yield %137 : f32 loc(#loc79)
    } -> tensor<1x71x13xf32> loc(#loc79)
    %collapsed_15 = tensor.collapse_shape %119 [[0, 1], [2]] : tensor<1x71x13xf32> into tensor<71x13xf32> loc(#loc93)
    %120 = tensor.empty() : tensor<71x17xf32> loc(#loc93)
    %121 = linalg.fill ins(%cst_0 : f32) outs(%120 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %122 = linalg.matmul ins(%collapsed_15, %arg23 : tensor<71x13xf32>, tensor<13x17xf32>) outs(%121 : tensor<71x17xf32>) -> tensor<71x17xf32> loc(#loc93)
    %expanded_16 = tensor.expand_shape %122 [[0, 1], [2]] output_shape [1, 71, 17] : tensor<71x17xf32> into tensor<1x71x17xf32> loc(#loc93)
    %123 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %124 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg22 : tensor<17xf32>) outs(%123 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("params['layers'][3]['skip']['bias']"), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      linalg.yield %in : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %125 = tensor.empty() : tensor<1x71x17xf32> loc(#loc94)
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_16, %124 : tensor<1x71x17xf32>, tensor<1x71x17xf32>) outs(%125 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/dot_general"(#loc80)), %in_17: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc81))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc94)
      linalg.yield %137 : f32 loc(#loc94)
    } -> tensor<1x71x17xf32> loc(#loc94)
    %127 = tensor.empty() : tensor<1x71x17xf32> loc(#loc85)
    %128 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x71x17xf32>) outs(%127 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc72))):
      %137 = arith.addf %in, %cst_0 : f32 loc(#loc85)
      linalg.yield %137 : f32 loc(#loc85)
    } -> tensor<1x71x17xf32> loc(#loc85)
    %129 = tensor.empty() : tensor<1x71x17xf32> loc(#loc85)
    %130 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%128, %58 : tensor<1x71x17xf32>, tensor<1x71x17xf32>) outs(%129 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc72)), %in_17: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc72))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc85)
      linalg.yield %137 : f32 loc(#loc85)
    } -> tensor<1x71x17xf32> loc(#loc85)
    %131 = tensor.empty() : tensor<1x71x17xf32> loc(#loc85)
    %132 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%130, %92 : tensor<1x71x17xf32>, tensor<1x71x17xf32>) outs(%131 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc72)), %in_17: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc72))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc85)
      linalg.yield %137 : f32 loc(#loc85)
    } -> tensor<1x71x17xf32> loc(#loc85)
    %133 = tensor.empty() : tensor<1x71x17xf32> loc(#loc85)
    %134 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132, %126 : tensor<1x71x17xf32>, tensor<1x71x17xf32>) outs(%133 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc72)), %in_17: f32 loc("jit(wavenet)/add"(#loc81)), %out: f32 loc("jit(wavenet)/add"(#loc72))):
      %137 = arith.addf %in, %in_17 : f32 loc(#loc85)
      linalg.yield %137 : f32 loc(#loc85)
    } -> tensor<1x71x17xf32> loc(#loc85)
    %135 = tensor.empty() : tensor<1x71x17xf32> loc(#loc97)
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<1x71x17xf32>) outs(%135 : tensor<1x71x17xf32>) {
    ^bb0(%in: f32 loc("jit(wavenet)/add"(#loc72)), %out: f32 loc(callsite(#loc42 at #loc86))):
      %137 = arith.maximumf %in, %cst_0 : f32 loc(#loc97)
      linalg.yield %137 : f32 loc(#loc97)
    } -> tensor<1x71x17xf32> loc(#loc97)
    return %136 : tensor<1x71x17xf32> loc(#loc74)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc74 = loc("jit(wavenet)"(#loc63))

