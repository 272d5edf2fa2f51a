#loc1 = loc("params['conv1']")
#loc2 = loc("params['conv2']")
#loc3 = loc("params['scale1']")
#loc4 = loc("params['scale2']")
#loc5 = loc("params['shift1']")
#loc6 = loc("params['shift2']")
#loc7 = loc("x")
#loc8 = loc("jax_models.py":37:11 to 39:5)
#loc9 = loc("jax_models.py":66:25 to :49)
#loc10 = loc("jax_models.py":231:15 to :68)
#loc11 = loc("jax_models.py":240:4 to :10)
#loc12 = loc("<frozen runpy>":88:4 to :27)
#loc13 = loc("<frozen runpy>":198:11 to 199:42)
#loc14 = loc("jax_models.py":66:25 to :68)
#loc15 = loc("jax_models.py":66:25 to :87)
#loc16 = loc("max")
#loc17 = loc("jax_models.py":66:13 to :88)
#loc18 = loc("jax_models.py":67:27 to :56)
#loc19 = loc("jax_models.py":67:27 to :75)
#loc20 = loc("jax_models.py":67:23 to :75)
#loc21 = loc("jax_models.py":67:23 to :94)
#loc22 = loc("jax_models.py":67:11 to :95)
#map = affine_map<(d0, d1, d2, d3) -> (d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#loc23 = loc("conv"(#loc8))
#loc24 = loc("resnet"(#loc9))
#loc25 = loc("main"(#loc10))
#loc26 = loc("<module>"(#loc11))
#loc27 = loc("_run_code"(#loc12))
#loc28 = loc("_run_module_as_main"(#loc13))
#loc29 = loc("resnet"(#loc14))
#loc30 = loc("resnet"(#loc15))
#loc31 = loc("resnet"(#loc17))
#loc32 = loc("resnet"(#loc18))
#loc33 = loc("resnet"(#loc19))
#loc34 = loc("resnet"(#loc20))
#loc35 = loc("resnet"(#loc21))
#loc36 = loc("resnet"(#loc22))
#loc37 = loc(callsite(#loc27 at #loc28))
#loc38 = loc(callsite(#loc26 at #loc37))
#loc39 = loc(callsite(#loc25 at #loc38))
#loc40 = loc(callsite(#loc24 at #loc39))
#loc41 = loc(callsite(#loc29 at #loc39))
#loc42 = loc(callsite(#loc30 at #loc39))
#loc43 = loc(callsite(#loc31 at #loc39))
#loc44 = loc(callsite(#loc32 at #loc39))
#loc45 = loc(callsite(#loc33 at #loc39))
#loc46 = loc(callsite(#loc34 at #loc39))
#loc47 = loc(callsite(#loc35 at #loc39))
#loc48 = loc(callsite(#loc36 at #loc39))
#loc50 = loc(callsite(#loc23 at #loc40))
#loc51 = loc("jit(resnet)/mul"(#loc41))
#loc52 = loc("jit(resnet)/add"(#loc42))
#loc53 = loc("jit(resnet)/jit(relu)"(#loc43))
#loc54 = loc(callsite(#loc23 at #loc44))
#loc55 = loc("jit(resnet)/mul"(#loc45))
#loc56 = loc("jit(resnet)/add"(#loc46))
#loc57 = loc("jit(resnet)/add"(#loc47))
#loc58 = loc("jit(resnet)/jit(relu)"(#loc48))
#loc59 = loc("jit(resnet)/conv_general_dilated"(#loc50))
#loc60 = loc(callsite(#loc16 at #loc53))
#loc61 = loc("jit(resnet)/conv_general_dilated"(#loc54))
#loc62 = loc(callsite(#loc16 at #loc58))
module @jit_resnet {
  func.func public @main(%arg0: tensor<3x3x61x61xf32> loc("params['conv1']"), %arg1: tensor<3x3x61x61xf32> loc("params['conv2']"), %arg2: tensor<61xf32> loc("params['scale1']"), %arg3: tensor<61xf32> loc("params['scale2']"), %arg4: tensor<61xf32> loc("params['shift1']"), %arg5: tensor<61xf32> loc("params['shift2']"), %arg6: tensor<1x9x11x61xf32> loc("x")) -> tensor<1x9x11x61xf32> {
    %cst = arith.constant 0.000000e+00 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc59)
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x9x11x61xf32>) -> tensor<1x9x11x61xf32> loc(#loc59)
    %padded = tensor.pad %arg6 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index loc("jit(resnet)/conv_general_dilated"(#loc50)), %arg8: index loc("jit(resnet)/conv_general_dilated"(#loc50)), %arg9: index loc("jit(resnet)/conv_general_dilated"(#loc50)), %arg10: index loc("jit(resnet)/conv_general_dilated"(#loc50))):
      tensor.yield %cst : f32 loc(#loc59)
    } : tensor<1x9x11x61xf32> to tensor<1x11x13x61xf32> loc(#loc59)
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<1x11x13x61xf32>, tensor<3x3x61x61xf32>) outs(%1 : tensor<1x9x11x61xf32>) -> tensor<1x9x11x61xf32> loc(#loc59)
    %3 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc51)
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<61xf32>) outs(%3 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("params['scale1']"), %out: f32 loc("jit(resnet)/mul"(#loc41))):
      linalg.yield %in : f32 loc(#loc51)
    } -> tensor<1x9x11x61xf32> loc(#loc51)
    %5 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc51)
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<1x9x11x61xf32>, tensor<1x9x11x61xf32>) outs(%5 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("jit(resnet)/conv_general_dilated"(#loc50)), %in_1: f32 loc("jit(resnet)/mul"(#loc41)), %out: f32 loc("jit(resnet)/mul"(#loc41))):
      %28 = arith.mulf %in, %in_1 : f32 loc(#loc51)
      linalg.yield %28 : f32 loc(#loc51)
    } -> tensor<1x9x11x61xf32> loc(#loc51)
    %7 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc52)
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4 : tensor<61xf32>) outs(%7 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("params['shift1']"), %out: f32 loc("jit(resnet)/add"(#loc42))):
      linalg.yield %in : f32 loc(#loc52)
    } -> tensor<1x9x11x61xf32> loc(#loc52)
    %9 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc52)
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %8 : tensor<1x9x11x61xf32>, tensor<1x9x11x61xf32>) outs(%9 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("jit(resnet)/mul"(#loc41)), %in_1: f32 loc("jit(resnet)/add"(#loc42)), %out: f32 loc("jit(resnet)/add"(#loc42))):
      %28 = arith.addf %in, %in_1 : f32 loc(#loc52)
      linalg.yield %28 : f32 loc(#loc52)
    } -> tensor<1x9x11x61xf32> loc(#loc52)
    %11 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc60)
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x9x11x61xf32>) outs(%11 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("jit(resnet)/add"(#loc42)), %out: f32 loc(callsite(#loc16 at #loc53))):
      %28 = arith.maximumf %in, %cst : f32 loc(#loc60)
      linalg.yield %28 : f32 loc(#loc60)
    } -> tensor<1x9x11x61xf32> loc(#loc60)
    %13 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc61)
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x9x11x61xf32>) -> tensor<1x9x11x61xf32> loc(#loc61)
    %padded_0 = tensor.pad %12 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg7: index loc("jit(resnet)/conv_general_dilated"(#loc54)), %arg8: index loc("jit(resnet)/conv_general_dilated"(#loc54)), %arg9: index loc("jit(resnet)/conv_general_dilated"(#loc54)), %arg10: index loc("jit(resnet)/conv_general_dilated"(#loc54))):
      tensor.yield %cst : f32 loc(#loc61)
    } : tensor<1x9x11x61xf32> to tensor<1x11x13x61xf32> loc(#loc61)
    %15 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_0, %arg1 : tensor<1x11x13x61xf32>, tensor<3x3x61x61xf32>) outs(%14 : tensor<1x9x11x61xf32>) -> tensor<1x9x11x61xf32> loc(#loc61)
    %16 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc55)
    %17 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg3 : tensor<61xf32>) outs(%16 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("params['scale2']"), %out: f32 loc("jit(resnet)/mul"(#loc45))):
      linalg.yield %in : f32 loc(#loc55)
    } -> tensor<1x9x11x61xf32> loc(#loc55)
    %18 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc55)
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %17 : tensor<1x9x11x61xf32>, tensor<1x9x11x61xf32>) outs(%18 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("jit(resnet)/conv_general_dilated"(#loc54)), %in_1: f32 loc("jit(resnet)/mul"(#loc45)), %out: f32 loc("jit(resnet)/mul"(#loc45))):
      %28 = arith.mulf %in, %in_1 : f32 loc(#loc55)
      linalg.yield %28 : f32 loc(#loc55)
    } -> tensor<1x9x11x61xf32> loc(#loc55)
    %20 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc56)
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg6, %19 : tensor<1x9x11x61xf32>, tensor<1x9x11x61xf32>) outs(%20 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("x"), %in_1: f32 loc("jit(resnet)/mul"(#loc45)), %out: f32 loc("jit(resnet)/add"(#loc46))):
      %28 = arith.addf %in, %in_1 : f32 loc(#loc56)
      linalg.yield %28 : f32 loc(#loc56)
    } -> tensor<1x9x11x61xf32> loc(#loc56)
    %22 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc57)
    %23 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<61xf32>) outs(%22 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("params['shift2']"), %out: f32 loc("jit(resnet)/add"(#loc47))):
      linalg.yield %in : f32 loc(#loc57)
    } -> tensor<1x9x11x61xf32> loc(#loc57)
    %24 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc57)
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %23 : tensor<1x9x11x61xf32>, tensor<1x9x11x61xf32>) outs(%24 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("jit(resnet)/add"(#loc46)), %in_1: f32 loc("jit(resnet)/add"(#loc47)), %out: f32 loc("jit(resnet)/add"(#loc47))):
      %28 = arith.addf %in, %in_1 : f32 loc(#loc57)
      linalg.yield %28 : f32 loc(#loc57)
    } -> tensor<1x9x11x61xf32> loc(#loc57)
    %26 = tensor.empty() : tensor<1x9x11x61xf32> loc(#loc62)
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<1x9x11x61xf32>) outs(%26 : tensor<1x9x11x61xf32>) {
    ^bb0(%in: f32 loc("jit(resnet)/add"(#loc47)), %out: f32 loc(callsite(#loc16 at #loc58))):
      %28 = arith.maximumf %in, %cst : f32 loc(#loc62)
      linalg.yield %28 : f32 loc(#loc62)
    } -> tensor<1x9x11x61xf32> loc(#loc62)
    return %27 : tensor<1x9x11x61xf32> loc(#loc49)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc49 = loc("jit(resnet)"(#loc39))

