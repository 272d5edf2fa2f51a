#loc = loc(unknown)
#loc1 = loc("params['down']")
#loc2 = loc("params['middle']")
#loc3 = loc("params['up']")
#loc4 = loc("x")
#loc5 = loc("jax_models.py":78:13 to :79)
#loc6 = loc("jax_models.py":231:15 to :68)
#loc7 = loc("jax_models.py":240:4 to :10)
#loc8 = loc("<frozen runpy>":88:4 to :27)
#loc9 = loc("<frozen runpy>":198:11 to 199:42)
#loc10 = loc("jax_models.py":37:11 to 39:5)
#loc11 = loc("jax_models.py":76:23 to :46)
#loc12 = loc("max")
#loc13 = loc("jax_models.py":76:11 to :47)
#loc14 = loc("reduce_window_max")
#loc15 = loc("jax_models.py":79:25 to :55)
#loc16 = loc("jax_models.py":79:13 to :56)
#loc17 = loc("jax_models.py":80:20 to :44)
#loc18 = loc("jax_models.py":80:9 to :51)
#loc21 = loc("jax_models.py":81:11 to :62)
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d4, d2 * 2 + d5, d3)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>
#map6 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map7 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#loc22 = loc("unet"(#loc5))
#loc23 = loc("main"(#loc6))
#loc24 = loc("<module>"(#loc7))
#loc25 = loc("_run_code"(#loc8))
#loc26 = loc("_run_module_as_main"(#loc9))
#loc27 = loc("conv"(#loc10))
#loc28 = loc("unet"(#loc11))
#loc29 = loc("unet"(#loc13))
#loc30 = loc("reduce_window_max:"(#loc14))
#loc31 = loc("unet"(#loc15))
#loc32 = loc("unet"(#loc16))
#loc33 = loc("unet"(#loc17))
#loc34 = loc("unet"(#loc18))
#loc37 = loc("unet"(#loc21))
#loc38 = loc(callsite(#loc25 at #loc26))
#loc39 = loc(callsite(#loc24 at #loc38))
#loc40 = loc(callsite(#loc23 at #loc39))
#loc41 = loc(callsite(#loc22 at #loc40))
#loc42 = loc(callsite(#loc28 at #loc40))
#loc43 = loc(callsite(#loc29 at #loc40))
#loc44 = loc(callsite(#loc31 at #loc40))
#loc45 = loc(callsite(#loc32 at #loc40))
#loc46 = loc(callsite(#loc33 at #loc40))
#loc47 = loc(callsite(#loc34 at #loc40))
#loc50 = loc(callsite(#loc37 at #loc40))
#loc52 = loc("jit(unet)/reduce_window_max"(#loc41))
#loc53 = loc(callsite(#loc27 at #loc42))
#loc54 = loc("jit(unet)/jit(relu)"(#loc43))
#loc55 = loc(callsite(#loc27 at #loc44))
#loc56 = loc("jit(unet)/jit(relu)"(#loc45))
#loc57 = loc("jit(unet)/broadcast_in_dim"(#loc46))
#loc58 = loc("jit(unet)/reshape"(#loc46))
#loc59 = loc("jit(unet)/broadcast_in_dim"(#loc47))
#loc63 = loc(callsite(#loc27 at #loc50))
#loc64 = loc("jit(unet)/conv_general_dilated"(#loc53))
#loc65 = loc(callsite(#loc12 at #loc54))
#loc66 = loc("jit(unet)/conv_general_dilated"(#loc55))
#loc67 = loc(callsite(#loc12 at #loc56))
#loc68 = loc("jit(unet)/conv_general_dilated"(#loc63))
module @jit_unet {
  func.func public @main(%arg0: tensor<3x3x5x11xf32> loc("params['down']"), %arg1: tensor<3x3x11x13xf32> loc("params['middle']"), %arg2: tensor<3x3x24x7xf32> loc("params['up']"), %arg3: tensor<1x15x13x5xf32> loc("x")) -> tensor<1x15x13x7xf32> {
    %cst = arith.constant 0xFF800000 : f32 loc(#loc52)
    %cst_0 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32> loc(#loc52)
    %0 = tensor.empty() : tensor<1x15x13x11xf32> loc(#loc64)
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x15x13x11xf32>) -> tensor<1x15x13x11xf32> loc(#loc64)
    %padded = tensor.pad %arg3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index loc("jit(unet)/conv_general_dilated"(#loc53)), %arg5: index loc("jit(unet)/conv_general_dilated"(#loc53)), %arg6: index loc("jit(unet)/conv_general_dilated"(#loc53)), %arg7: index loc("jit(unet)/conv_general_dilated"(#loc53))):
      tensor.yield %cst_0 : f32 loc(#loc64)
    } : tensor<1x15x13x5xf32> to tensor<1x17x15x5xf32> loc(#loc64)
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<1x17x15x5xf32>, tensor<3x3x5x11xf32>) outs(%1 : tensor<1x15x13x11xf32>) -> tensor<1x15x13x11xf32> loc(#loc64)
    %3 = tensor.empty() : tensor<1x15x13x11xf32> loc(#loc65)
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x15x13x11xf32>) outs(%3 : tensor<1x15x13x11xf32>) {
    ^bb0(%in: f32 loc("jit(unet)/conv_general_dilated"(#loc53)), %out: f32 loc(callsite(#loc12 at #loc54))):
      %22 = arith.maximumf %in, %cst_0 : f32 loc(#loc65)
      linalg.yield %22 : f32 loc(#loc65)
    } -> tensor<1x15x13x11xf32> loc(#loc65)
    %5 = tensor.empty() : tensor<1x8x7x11xf32> loc(#loc52)
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%cst_1 : tensor<f32>) outs(%5 : tensor<1x8x7x11xf32>) {
    ^bb0(%in: f32 loc("jit(unet)/reduce_window_max"(#loc41)), %out: f32 loc("jit(unet)/reduce_window_max"(#loc41))):
      linalg.yield %in : f32 loc(#loc52)
    } -> tensor<1x8x7x11xf32> loc(#loc52)
    %padded_2 = tensor.pad %4 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index loc("jit(unet)/reduce_window_max"(#loc41)), %arg5: index loc("jit(unet)/reduce_window_max"(#loc41)), %arg6: index loc("jit(unet)/reduce_window_max"(#loc41)), %arg7: index loc("jit(unet)/reduce_window_max"(#loc41))):
      tensor.yield %cst : f32 loc(#loc52)
    } : tensor<1x15x13x11xf32> to tensor<1x16x14x11xf32> loc(#loc52)
    %7 = tensor.empty() : tensor<2x2xf32> loc(#loc52)
    %8 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%padded_2, %7 : tensor<1x16x14x11xf32>, tensor<2x2xf32>) outs(%6 : tensor<1x8x7x11xf32>) {
    ^bb0(%in: f32 loc("reduce_window_max:"(#loc14)), %in_7: f32 loc(unknown), %out: f32 loc("reduce_window_max:"(#loc14))):
      %22 = arith.maximumf %out, %in : f32 loc(#loc52)
      linalg.yield %22 : f32 loc(#loc52)
    } -> tensor<1x8x7x11xf32> loc(#loc52)
    %9 = tensor.empty() : tensor<1x8x7x13xf32> loc(#loc66)
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<1x8x7x13xf32>) -> tensor<1x8x7x13xf32> loc(#loc66)
    %padded_3 = tensor.pad %8 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index loc("jit(unet)/conv_general_dilated"(#loc55)), %arg5: index loc("jit(unet)/conv_general_dilated"(#loc55)), %arg6: index loc("jit(unet)/conv_general_dilated"(#loc55)), %arg7: index loc("jit(unet)/conv_general_dilated"(#loc55))):
      tensor.yield %cst_0 : f32 loc(#loc66)
    } : tensor<1x8x7x11xf32> to tensor<1x10x9x11xf32> loc(#loc66)
    %11 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_3, %arg1 : tensor<1x10x9x11xf32>, tensor<3x3x11x13xf32>) outs(%10 : tensor<1x8x7x13xf32>) -> tensor<1x8x7x13xf32> loc(#loc66)
    %12 = tensor.empty() : tensor<1x8x7x13xf32> loc(#loc67)
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x8x7x13xf32>) outs(%12 : tensor<1x8x7x13xf32>) {
    ^bb0(%in: f32 loc("jit(unet)/conv_general_dilated"(#loc55)), %out: f32 loc(callsite(#loc12 at #loc56))):
      %22 = arith.maximumf %in, %cst_0 : f32 loc(#loc67)
      linalg.yield %22 : f32 loc(#loc67)
    } -> tensor<1x8x7x13xf32> loc(#loc67)
    %14 = tensor.empty() : tensor<1x8x2x7x13xf32> loc(#loc57)
    %15 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x8x7x13xf32>) outs(%14 : tensor<1x8x2x7x13xf32>) {
    ^bb0(%in: f32 loc(callsite(#loc12 at #loc56)), %out: f32 loc("jit(unet)/broadcast_in_dim"(#loc46))):
      linalg.yield %in : f32 loc(#loc57)
    } -> tensor<1x8x2x7x13xf32> loc(#loc57)
    %collapsed = tensor.collapse_shape %15 [[0], [1, 2], [3], [4]] : tensor<1x8x2x7x13xf32> into tensor<1x16x7x13xf32> loc(#loc58)
    %16 = tensor.empty() : tensor<1x16x7x2x13xf32> loc(#loc59)
    %17 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x16x7x13xf32>) outs(%16 : tensor<1x16x7x2x13xf32>) {
    ^bb0(%in: f32 loc("jit(unet)/reshape"(#loc46)), %out: f32 loc("jit(unet)/broadcast_in_dim"(#loc47))):
      linalg.yield %in : f32 loc(#loc59)
    } -> tensor<1x16x7x2x13xf32> loc(#loc59)
    %collapsed_4 = tensor.collapse_shape %17 [[0], [1], [2, 3], [4]] : tensor<1x16x7x2x13xf32> into tensor<1x16x14x13xf32> loc(#loc60)
    %extracted_slice = tensor.extract_slice %collapsed_4[0, 0, 0, 0] [1, 15, 13, 13] [1, 1, 1, 1] : tensor<1x16x14x13xf32> to tensor<1x15x13x13xf32> loc(#loc61)
    %18 = tensor.empty() : tensor<1x15x13x24xf32> loc(#loc62)
    %inserted_slice = tensor.insert_slice %4 into %18[0, 0, 0, 0] [1, 15, 13, 11] [1, 1, 1, 1] : tensor<1x15x13x11xf32> into tensor<1x15x13x24xf32> loc(#loc62)
    %inserted_slice_5 = tensor.insert_slice %extracted_slice into %inserted_slice[0, 0, 0, 11] [1, 15, 13, 13] [1, 1, 1, 1] : tensor<1x15x13x13xf32> into tensor<1x15x13x24xf32> loc(#loc62)
    %19 = tensor.empty() : tensor<1x15x13x7xf32> loc(#loc68)
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<1x15x13x7xf32>) -> tensor<1x15x13x7xf32> loc(#loc68)
    %padded_6 = tensor.pad %inserted_slice_5 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index loc("jit(unet)/conv_general_dilated"(#loc63)), %arg5: index loc("jit(unet)/conv_general_dilated"(#loc63)), %arg6: index loc("jit(unet)/conv_general_dilated"(#loc63)), %arg7: index loc("jit(unet)/conv_general_dilated"(#loc63))):
      tensor.yield %cst_0 : f32 loc(#loc68)
    } : tensor<1x15x13x24xf32> to tensor<1x17x15x24xf32> loc(#loc68)
    %21 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg2 : tensor<1x17x15x24xf32>, tensor<3x3x24x7xf32>) outs(%20 : tensor<1x15x13x7xf32>) -> tensor<1x15x13x7xf32> loc(#loc68)
    return %21 : tensor<1x15x13x7xf32> loc(#loc51)
  } loc(#loc)
} loc(#loc)
#loc19 = loc("jax_models.py":80:9 to :88)
#loc20 = loc("jax_models.py":81:30 to :61)
#loc35 = loc("unet"(#loc19))
#loc36 = loc("unet"(#loc20))
#loc48 = loc(callsite(#loc35 at #loc40))
#loc49 = loc(callsite(#loc36 at #loc40))
#loc51 = loc("jit(unet)"(#loc40))
#loc60 = loc("jit(unet)/reshape"(#loc47))
#loc61 = loc("jit(unet)/slice"(#loc48))
#loc62 = loc("jit(unet)/concatenate"(#loc49))

