#loc1 = loc("params['depthwise']")
#loc2 = loc("params['down']['bias']")
#loc3 = loc("params['down']['weight']")
#loc4 = loc("params['gamma']")
#loc5 = loc("params['norm']['scale']")
#loc6 = loc("params['norm']['shift']")
#loc7 = loc("params['up']['bias']")
#loc8 = loc("params['up']['weight']")
#loc9 = loc("x")
#loc10 = loc("jax_models.py":86:13 to :54)
#loc11 = loc("jax_models.py":231:15 to :68)
#loc12 = loc("jax_models.py":240:4 to :10)
#loc13 = loc("<frozen runpy>":88:4 to :27)
#loc14 = loc("<frozen runpy>":198:11 to 199:42)
#loc15 = loc("jax_models.py":31:34 to :49)
#loc16 = loc("jax_models.py":85:13 to :88)
#loc17 = loc("jax_models.py":37:11 to 39:5)
#loc18 = loc("jax_models.py":85:39 to :87)
#loc19 = loc("jax_models.py":29:11 to :36)
#loc20 = loc("jax_models.py":30:17 to :25)
#loc21 = loc("jax_models.py":30:16 to :31)
#loc22 = loc("jax_models.py":30:15 to :56)
#loc23 = loc("jax_models.py":31:24 to :50)
#loc24 = loc("jax_models.py":31:11 to :50)
#loc25 = loc("jax_models.py":31:11 to :63)
#loc26 = loc("jax_models.py":31:11 to :76)
#loc27 = loc("jax_models.py":25:11 to :26)
#loc28 = loc("jax_models.py":86:25 to :53)
#loc29 = loc("jax_models.py":25:11 to :38)
#loc30 = loc("jax_models.py":87:33 to :63)
#loc31 = loc("jax_models.py":87:15 to :63)
#loc32 = loc("jax_models.py":87:11 to :63)
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d3)>
#loc33 = loc("convnext"(#loc10))
#loc34 = loc("main"(#loc11))
#loc35 = loc("<module>"(#loc12))
#loc36 = loc("_run_code"(#loc13))
#loc37 = loc("_run_module_as_main"(#loc14))
#loc38 = loc("layernorm"(#loc15))
#loc39 = loc("convnext"(#loc16))
#loc40 = loc("conv"(#loc17))
#loc41 = loc("convnext"(#loc18))
#loc42 = loc("layernorm"(#loc19))
#loc43 = loc("layernorm"(#loc20))
#loc44 = loc("layernorm"(#loc21))
#loc45 = loc("layernorm"(#loc22))
#loc46 = loc("layernorm"(#loc23))
#loc47 = loc("layernorm"(#loc24))
#loc48 = loc("layernorm"(#loc25))
#loc49 = loc("layernorm"(#loc26))
#loc50 = loc("linear"(#loc27))
#loc51 = loc("convnext"(#loc28))
#loc52 = loc("linear"(#loc29))
#loc53 = loc("convnext"(#loc30))
#loc54 = loc("convnext"(#loc31))
#loc55 = loc("convnext"(#loc32))
#loc56 = loc(callsite(#loc36 at #loc37))
#loc57 = loc(callsite(#loc35 at #loc56))
#loc58 = loc(callsite(#loc34 at #loc57))
#loc59 = loc(callsite(#loc33 at #loc58))
#loc60 = loc(callsite(#loc39 at #loc58))
#loc61 = loc(callsite(#loc41 at #loc58))
#loc62 = loc(callsite(#loc51 at #loc58))
#loc63 = loc(callsite(#loc53 at #loc58))
#loc64 = loc(callsite(#loc54 at #loc58))
#loc65 = loc(callsite(#loc55 at #loc58))
#loc67 = loc("jit(convnext)/mul"(#loc59))
#loc68 = loc("jit(convnext)/add"(#loc59))
#loc69 = loc(callsite(#loc38 at #loc60))
#loc70 = loc(callsite(#loc40 at #loc61))
#loc71 = loc(callsite(#loc42 at #loc60))
#loc72 = loc(callsite(#loc43 at #loc60))
#loc73 = loc(callsite(#loc44 at #loc60))
#loc74 = loc(callsite(#loc45 at #loc60))
#loc75 = loc(callsite(#loc46 at #loc60))
#loc76 = loc(callsite(#loc47 at #loc60))
#loc77 = loc(callsite(#loc48 at #loc60))
#loc78 = loc(callsite(#loc49 at #loc60))
#loc79 = loc(callsite(#loc50 at #loc62))
#loc80 = loc(callsite(#loc52 at #loc62))
#loc81 = loc("jit(convnext)/integer_pow"(#loc59))
#loc82 = loc("jit(convnext)/tanh"(#loc59))
#loc83 = loc(callsite(#loc50 at #loc63))
#loc84 = loc(callsite(#loc52 at #loc63))
#loc85 = loc("jit(convnext)/mul"(#loc64))
#loc86 = loc("jit(convnext)/add"(#loc65))
#loc87 = loc("jit(convnext)/add"(#loc69))
#loc88 = loc("jit(convnext)/conv_general_dilated"(#loc70))
#loc89 = loc("jit(convnext)/reduce_sum"(#loc71))
#loc90 = loc("jit(convnext)/broadcast_in_dim"(#loc71))
#loc91 = loc("jit(convnext)/div"(#loc71))
#loc92 = loc("jit(convnext)/sub"(#loc72))
#loc93 = loc("jit(convnext)/integer_pow"(#loc73))
#loc94 = loc("jit(convnext)/reduce_sum"(#loc74))
#loc95 = loc("jit(convnext)/broadcast_in_dim"(#loc74))
#loc96 = loc("jit(convnext)/div"(#loc74))
#loc97 = loc("jit(convnext)/rsqrt"(#loc75))
#loc98 = loc("jit(convnext)/mul"(#loc76))
#loc99 = loc("jit(convnext)/mul"(#loc77))
#loc100 = loc("jit(convnext)/add"(#loc78))
#loc101 = loc("jit(convnext)/dot_general"(#loc79))
#loc102 = loc("jit(convnext)/add"(#loc80))
#loc103 = loc("jit(convnext)/dot_general"(#loc83))
#loc104 = loc("jit(convnext)/add"(#loc84))
module @jit_convnext {
  func.func public @main(%arg0: tensor<7x7x1x23xf32> loc("params['depthwise']"), %arg1: tensor<23xf32> loc("params['down']['bias']"), %arg2: tensor<92x23xf32> loc("params['down']['weight']"), %arg3: tensor<23xf32> loc("params['gamma']"), %arg4: tensor<23xf32> loc("params['norm']['scale']"), %arg5: tensor<23xf32> loc("params['norm']['shift']"), %arg6: tensor<92xf32> loc("params['up']['bias']"), %arg7: tensor<23x92xf32> loc("params['up']['weight']"), %arg8: tensor<1x11x9x23xf32> loc("x")) -> tensor<1x11x9x23xf32> {
    %cst = arith.constant 5.000000e-01 : f32 loc(#loc67)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc68)
    %cst_1 = arith.constant 0.797884583 : f32 loc(#loc67)
    %cst_2 = arith.constant 4.471500e-02 : f32 loc(#loc67)
    %cst_3 = arith.constant 9.99999974E-6 : f32 loc(#loc87)
    %cst_4 = arith.constant 2.300000e+01 : f32 loc(#loc)
    %cst_5 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %padded = tensor.pad %arg8 low[0, 3, 3, 0] high[0, 3, 3, 0] {
    ^bb0(%arg9: index loc("jit(convnext)/conv_general_dilated"(#loc70)), %arg10: index loc("jit(convnext)/conv_general_dilated"(#loc70)), %arg11: index loc("jit(convnext)/conv_general_dilated"(#loc70)), %arg12: index loc("jit(convnext)/conv_general_dilated"(#loc70))):
      tensor.yield %cst_5 : f32 loc(#loc88)
    } : tensor<1x11x9x23xf32> to tensor<1x17x15x23xf32> loc(#loc88)
    %0 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc88)
    %1 = linalg.fill ins(%cst_5 : f32) outs(%0 : tensor<1x11x9x23xf32>) -> tensor<1x11x9x23xf32> loc(#loc88)
    %collapsed = tensor.collapse_shape %arg0 [[0], [1], [2, 3]] : tensor<7x7x1x23xf32> into tensor<7x7x23xf32> loc(#loc88)
    %2 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %collapsed : tensor<1x17x15x23xf32>, tensor<7x7x23xf32>) outs(%1 : tensor<1x11x9x23xf32>) -> tensor<1x11x9x23xf32> loc(#loc88)
    %3 = tensor.empty() : tensor<1x11x9xf32> loc(#loc89)
    %4 = linalg.fill ins(%cst_5 : f32) outs(%3 : tensor<1x11x9xf32>) -> tensor<1x11x9xf32> loc(#loc89)
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%2 : tensor<1x11x9x23xf32>) outs(%4 : tensor<1x11x9xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/reduce_sum"(#loc71)), %out: f32 loc("jit(convnext)/reduce_sum"(#loc71))):
      %73 = arith.addf %out, %in : f32 loc(#loc89)
      linalg.yield %73 : f32 loc(#loc89)
    } -> tensor<1x11x9xf32> loc(#loc89)
    %expanded = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [1, 11, 9, 1] : tensor<1x11x9xf32> into tensor<1x11x9x1xf32> loc(#loc90)
    %6 = tensor.empty() : tensor<1x11x9x1xf32> loc(#loc91)
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x11x9x1xf32>) outs(%6 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/broadcast_in_dim"(#loc71)), %out: f32 loc("jit(convnext)/div"(#loc71))):
      %73 = arith.divf %in, %cst_4 : f32 loc(#loc91)
      linalg.yield %73 : f32 loc(#loc91)
    } -> tensor<1x11x9x1xf32> loc(#loc91)
    %8 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc92)
    %9 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x11x9x1xf32>) outs(%8 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/div"(#loc71)), %out: f32 loc("jit(convnext)/sub"(#loc72))):
      linalg.yield %in : f32 loc(#loc92)
    } -> tensor<1x11x9x23xf32> loc(#loc92)
    %10 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc92)
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %9 : tensor<1x11x9x23xf32>, tensor<1x11x9x23xf32>) outs(%10 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/conv_general_dilated"(#loc70)), %in_11: f32 loc("jit(convnext)/sub"(#loc72)), %out: f32 loc("jit(convnext)/sub"(#loc72))):
      %73 = arith.subf %in, %in_11 : f32 loc(#loc92)
      linalg.yield %73 : f32 loc(#loc92)
    } -> tensor<1x11x9x23xf32> loc(#loc92)
    %12 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc93)
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x11x9x23xf32>) outs(%12 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/sub"(#loc72)), %out: f32 loc("jit(convnext)/integer_pow"(#loc73))):
      %73 = arith.mulf %in, %in : f32 loc(#loc93)
      linalg.yield %73 : f32 loc(#loc93)
    } -> tensor<1x11x9x23xf32> loc(#loc93)
    %14 = tensor.empty() : tensor<1x11x9xf32> loc(#loc94)
    %15 = linalg.fill ins(%cst_5 : f32) outs(%14 : tensor<1x11x9xf32>) -> tensor<1x11x9xf32> loc(#loc94)
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%13 : tensor<1x11x9x23xf32>) outs(%15 : tensor<1x11x9xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/reduce_sum"(#loc74)), %out: f32 loc("jit(convnext)/reduce_sum"(#loc74))):
      %73 = arith.addf %out, %in : f32 loc(#loc94)
      linalg.yield %73 : f32 loc(#loc94)
    } -> tensor<1x11x9xf32> loc(#loc94)
    %expanded_6 = tensor.expand_shape %16 [[0], [1], [2, 3]] output_shape [1, 11, 9, 1] : tensor<1x11x9xf32> into tensor<1x11x9x1xf32> loc(#loc95)
    %17 = tensor.empty() : tensor<1x11x9x1xf32> loc(#loc96)
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_6 : tensor<1x11x9x1xf32>) outs(%17 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/broadcast_in_dim"(#loc74)), %out: f32 loc("jit(convnext)/div"(#loc74))):
      %73 = arith.divf %in, %cst_4 : f32 loc(#loc96)
      linalg.yield %73 : f32 loc(#loc96)
    } -> tensor<1x11x9x1xf32> loc(#loc96)
    %19 = tensor.empty() : tensor<1x11x9x1xf32> loc(#loc87)
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<1x11x9x1xf32>) outs(%19 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/div"(#loc74)), %out: f32 loc("jit(convnext)/add"(#loc69))):
      %73 = arith.addf %in, %cst_3 : f32 loc(#loc87)
      linalg.yield %73 : f32 loc(#loc87)
    } -> tensor<1x11x9x1xf32> loc(#loc87)
    %21 = tensor.empty() : tensor<1x11x9x1xf32> loc(#loc97)
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x11x9x1xf32>) outs(%21 : tensor<1x11x9x1xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/add"(#loc69)), %out: f32 loc("jit(convnext)/rsqrt"(#loc75))):
      %73 = math.rsqrt %in : f32 loc(#loc97)
      linalg.yield %73 : f32 loc(#loc97)
    } -> tensor<1x11x9x1xf32> loc(#loc97)
    %23 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc98)
    %24 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x11x9x1xf32>) outs(%23 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/rsqrt"(#loc75)), %out: f32 loc("jit(convnext)/mul"(#loc76))):
      linalg.yield %in : f32 loc(#loc98)
    } -> tensor<1x11x9x23xf32> loc(#loc98)
    %25 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc98)
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %24 : tensor<1x11x9x23xf32>, tensor<1x11x9x23xf32>) outs(%25 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/sub"(#loc72)), %in_11: f32 loc("jit(convnext)/mul"(#loc76)), %out: f32 loc("jit(convnext)/mul"(#loc76))):
      %73 = arith.mulf %in, %in_11 : f32 loc(#loc98)
      linalg.yield %73 : f32 loc(#loc98)
    } -> tensor<1x11x9x23xf32> loc(#loc98)
    %27 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc99)
    %28 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4 : tensor<23xf32>) outs(%27 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("params['norm']['scale']"), %out: f32 loc("jit(convnext)/mul"(#loc77))):
      linalg.yield %in : f32 loc(#loc99)
    } -> tensor<1x11x9x23xf32> loc(#loc99)
    %29 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc99)
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %28 : tensor<1x11x9x23xf32>, tensor<1x11x9x23xf32>) outs(%29 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/mul"(#loc76)), %in_11: f32 loc("jit(convnext)/mul"(#loc77)), %out: f32 loc("jit(convnext)/mul"(#loc77))):
      %73 = arith.mulf %in, %in_11 : f32 loc(#loc99)
      linalg.yield %73 : f32 loc(#loc99)
    } -> tensor<1x11x9x23xf32> loc(#loc99)
    %31 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc100)
    %32 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<23xf32>) outs(%31 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("params['norm']['shift']"), %out: f32 loc("jit(convnext)/add"(#loc78))):
      linalg.yield %in : f32 loc(#loc100)
    } -> tensor<1x11x9x23xf32> loc(#loc100)
    %33 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc100)
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %32 : tensor<1x11x9x23xf32>, tensor<1x11x9x23xf32>) outs(%33 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/mul"(#loc77)), %in_11: f32 loc("jit(convnext)/add"(#loc78)), %out: f32 loc("jit(convnext)/add"(#loc78))):
      %73 = arith.addf %in, %in_11 : f32 loc(#loc100)
      linalg.yield %73 : f32 loc(#loc100)
    } -> tensor<1x11x9x23xf32> loc(#loc100)
    %collapsed_7 = tensor.collapse_shape %34 [[0, 1, 2], [3]] : tensor<1x11x9x23xf32> into tensor<99x23xf32> loc(#loc101)
    %35 = tensor.empty() : tensor<99x92xf32> loc(#loc101)
    %36 = linalg.fill ins(%cst_5 : f32) outs(%35 : tensor<99x92xf32>) -> tensor<99x92xf32> loc(#loc101)
    %37 = linalg.matmul ins(%collapsed_7, %arg7 : tensor<99x23xf32>, tensor<23x92xf32>) outs(%36 : tensor<99x92xf32>) -> tensor<99x92xf32> loc(#loc101)
    %expanded_8 = tensor.expand_shape %37 [[0, 1, 2], [3]] output_shape [1, 11, 9, 92] : tensor<99x92xf32> into tensor<1x11x9x92xf32> loc(#loc101)
    %38 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc102)
    %39 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg6 : tensor<92xf32>) outs(%38 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("params['up']['bias']"), %out: f32 loc("jit(convnext)/add"(#loc80))):
      linalg.yield %in : f32 loc(#loc102)
    } -> tensor<1x11x9x92xf32> loc(#loc102)
    %40 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc102)
    %41 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_8, %39 : tensor<1x11x9x92xf32>, tensor<1x11x9x92xf32>) outs(%40 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/dot_general"(#loc79)), %in_11: f32 loc("jit(convnext)/add"(#loc80)), %out: f32 loc("jit(convnext)/add"(#loc80))):
      %73 = arith.addf %in, %in_11 : f32 loc(#loc102)
      linalg.yield %73 : f32 loc(#loc102)
    } -> tensor<1x11x9x92xf32> loc(#loc102)
    %42 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc81)
    %43 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x11x9x92xf32>) outs(%42 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/add"(#loc80)), %out: f32 loc("jit(convnext)/integer_pow"(#loc59))):
      %73 = arith.mulf %in, %in : f32 loc(#loc81)
      linalg.yield %73 : f32 loc(#loc81)
    } -> tensor<1x11x9x92xf32> loc(#loc81)
    %44 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc81)
    %45 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %41 : tensor<1x11x9x92xf32>, tensor<1x11x9x92xf32>) outs(%44 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/integer_pow"(#loc59)), %in_11: f32 loc("jit(convnext)/add"(#loc80)), %out: f32 loc("jit(convnext)/integer_pow"(#loc59))):
      %73 = arith.mulf %in, %in_11 : f32 loc(#loc81)
      linalg.yield %73 : f32 loc(#loc81)
    } -> tensor<1x11x9x92xf32> loc(#loc81)
    %46 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc67)
    %47 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<1x11x9x92xf32>) outs(%46 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/integer_pow"(#loc59)), %out: f32 loc("jit(convnext)/mul"(#loc59))):
      %73 = arith.mulf %in, %cst_2 : f32 loc(#loc67)
      linalg.yield %73 : f32 loc(#loc67)
    } -> tensor<1x11x9x92xf32> loc(#loc67)
    %48 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc68)
    %49 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %47 : tensor<1x11x9x92xf32>, tensor<1x11x9x92xf32>) outs(%48 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/add"(#loc80)), %in_11: f32 loc("jit(convnext)/mul"(#loc59)), %out: f32 loc("jit(convnext)/add"(#loc59))):
      %73 = arith.addf %in, %in_11 : f32 loc(#loc68)
      linalg.yield %73 : f32 loc(#loc68)
    } -> tensor<1x11x9x92xf32> loc(#loc68)
    %50 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc67)
    %51 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x11x9x92xf32>) outs(%50 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/add"(#loc59)), %out: f32 loc("jit(convnext)/mul"(#loc59))):
      %73 = arith.mulf %in, %cst_1 : f32 loc(#loc67)
      linalg.yield %73 : f32 loc(#loc67)
    } -> tensor<1x11x9x92xf32> loc(#loc67)
    %52 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc82)
    %53 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<1x11x9x92xf32>) outs(%52 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/mul"(#loc59)), %out: f32 loc("jit(convnext)/tanh"(#loc59))):
      %73 = math.tanh %in : f32 loc(#loc82)
      linalg.yield %73 : f32 loc(#loc82)
    } -> tensor<1x11x9x92xf32> loc(#loc82)
    %54 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc68)
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<1x11x9x92xf32>) outs(%54 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/tanh"(#loc59)), %out: f32 loc("jit(convnext)/add"(#loc59))):
      %73 = arith.addf %in, %cst_0 : f32 loc(#loc68)
      linalg.yield %73 : f32 loc(#loc68)
    } -> tensor<1x11x9x92xf32> loc(#loc68)
    %56 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc67)
    %57 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<1x11x9x92xf32>) outs(%56 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/add"(#loc59)), %out: f32 loc("jit(convnext)/mul"(#loc59))):
      %73 = arith.mulf %in, %cst : f32 loc(#loc67)
      linalg.yield %73 : f32 loc(#loc67)
    } -> tensor<1x11x9x92xf32> loc(#loc67)
    %58 = tensor.empty() : tensor<1x11x9x92xf32> loc(#loc67)
    %59 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %57 : tensor<1x11x9x92xf32>, tensor<1x11x9x92xf32>) outs(%58 : tensor<1x11x9x92xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/add"(#loc80)), %in_11: f32 loc("jit(convnext)/mul"(#loc59)), %out: f32 loc("jit(convnext)/mul"(#loc59))):
      %73 = arith.mulf %in, %in_11 : f32 loc(#loc67)
      linalg.yield %73 : f32 loc(#loc67)
    } -> tensor<1x11x9x92xf32> loc(#loc67)
    %collapsed_9 = tensor.collapse_shape %59 [[0, 1, 2], [3]] : tensor<1x11x9x92xf32> into tensor<99x92xf32> loc(#loc103)
    %60 = tensor.empty() : tensor<99x23xf32> loc(#loc103)
    %61 = linalg.fill ins(%cst_5 : f32) outs(%60 : tensor<99x23xf32>) -> tensor<99x23xf32> loc(#loc103)
    %62 = linalg.matmul ins(%collapsed_9, %arg2 : tensor<99x92xf32>, tensor<92x23xf32>) outs(%61 : tensor<99x23xf32>) -> tensor<99x23xf32> loc(#loc103)
    %expanded_10 = tensor.expand_shape %62 [[0, 1, 2], [3]] output_shape [1, 11, 9, 23] : tensor<99x23xf32> into tensor<1x11x9x23xf32> loc(#loc103)
    %63 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc104)
    %64 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<23xf32>) outs(%63 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("params['down']['bias']"), %out: f32 loc("jit(convnext)/add"(#loc84))):
      linalg.yield %in : f32 loc(#loc104)
    } -> tensor<1x11x9x23xf32> loc(#loc104)
    %65 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc104)
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10, %64 : tensor<1x11x9x23xf32>, tensor<1x11x9x23xf32>) outs(%65 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/dot_general"(#loc83)), %in_11: f32 loc("jit(convnext)/add"(#loc84)), %out: f32 loc("jit(convnext)/add"(#loc84))):
      %73 = arith.addf %in, %in_11 : f32 loc(#loc104)
      linalg.yield %73 : f32 loc(#loc104)
    } -> tensor<1x11x9x23xf32> loc(#loc104)
    %67 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc85)
    %68 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<23xf32>) outs(%67 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("params['gamma']"), %out: f32 loc("jit(convnext)/mul"(#loc64))):
      linalg.yield %in : f32 loc(#loc85)
    } -> tensor<1x11x9x23xf32> loc(#loc85)
    %69 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc85)
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %66 : tensor<1x11x9x23xf32>, tensor<1x11x9x23xf32>) outs(%69 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("jit(convnext)/mul"(#loc64)), %in_11: f32 loc("jit(convnext)/add"(#loc84)), %out: f32 loc("jit(convnext)/mul"(#loc64))):
      %73 = arith.mulf %in, %in_11 : f32 loc(#loc85)
      linalg.yield %73 : f32 loc(#loc85)
    } -> tensor<1x11x9x23xf32> loc(#loc85)
    %71 = tensor.empty() : tensor<1x11x9x23xf32> loc(#loc86)
    %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8, %70 : tensor<1x11x9x23xf32>, tensor<1x11x9x23xf32>) outs(%71 : tensor<1x11x9x23xf32>) {
    ^bb0(%in: f32 loc("x"), %in_11: f32 loc("jit(convnext)/mul"(#loc64)), %out: f32 loc("jit(convnext)/add"(#loc65))):
      %73 = arith.addf %in, %in_11 : f32 loc(#loc86)
      linalg.yield %73 : f32 loc(#loc86)
    } -> tensor<1x11x9x23xf32> loc(#loc86)
    return %72 : tensor<1x11x9x23xf32> loc(#loc66)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc66 = loc("jit(convnext)"(#loc58))

