#loc1 = loc("params['down']['bias']")
#loc2 = loc("params['down']['weight']")
#loc3 = loc("params['norm']['scale']")
#loc4 = loc("params['norm']['shift']")
#loc5 = loc("params['up']['bias']")
#loc6 = loc("params['up']['weight']")
#loc7 = loc("x")
#loc8 = loc("jax_models.py":105:38 to :76)
#loc9 = loc("jax_models.py":231:15 to :68)
#loc10 = loc("jax_models.py":240:4 to :10)
#loc11 = loc("<frozen runpy>":88:4 to :27)
#loc12 = loc("<frozen runpy>":198:11 to 199:42)
#loc13 = loc("jax_models.py":31:34 to :49)
#loc14 = loc("jax_models.py":104:34 to :62)
#loc15 = loc("jax_models.py":29:11 to :36)
#loc16 = loc("jax_models.py":30:17 to :25)
#loc17 = loc("jax_models.py":30:16 to :31)
#loc18 = loc("jax_models.py":30:15 to :56)
#loc19 = loc("jax_models.py":31:24 to :50)
#loc20 = loc("jax_models.py":31:11 to :50)
#loc21 = loc("jax_models.py":31:11 to :63)
#loc22 = loc("jax_models.py":31:11 to :76)
#loc23 = loc("jax_models.py":25:11 to :26)
#loc24 = loc("jax_models.py":104:13 to :63)
#loc25 = loc("jax_models.py":25:11 to :38)
#loc26 = loc("jax_models.py":105:15 to :77)
#loc27 = loc("jax_models.py":105:11 to :77)
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#loc28 = loc("norm_mlp"(#loc8))
#loc29 = loc("main"(#loc9))
#loc30 = loc("<module>"(#loc10))
#loc31 = loc("_run_code"(#loc11))
#loc32 = loc("_run_module_as_main"(#loc12))
#loc33 = loc("layernorm"(#loc13))
#loc34 = loc("norm_mlp"(#loc14))
#loc35 = loc("layernorm"(#loc15))
#loc36 = loc("layernorm"(#loc16))
#loc37 = loc("layernorm"(#loc17))
#loc38 = loc("layernorm"(#loc18))
#loc39 = loc("layernorm"(#loc19))
#loc40 = loc("layernorm"(#loc20))
#loc41 = loc("layernorm"(#loc21))
#loc42 = loc("layernorm"(#loc22))
#loc43 = loc("linear"(#loc23))
#loc44 = loc("norm_mlp"(#loc24))
#loc45 = loc("linear"(#loc25))
#loc46 = loc("norm_mlp"(#loc26))
#loc47 = loc("norm_mlp"(#loc27))
#loc48 = loc(callsite(#loc31 at #loc32))
#loc49 = loc(callsite(#loc30 at #loc48))
#loc50 = loc(callsite(#loc29 at #loc49))
#loc51 = loc(callsite(#loc28 at #loc50))
#loc52 = loc(callsite(#loc34 at #loc50))
#loc53 = loc(callsite(#loc44 at #loc50))
#loc54 = loc(callsite(#loc46 at #loc50))
#loc55 = loc(callsite(#loc47 at #loc50))
#loc57 = loc("jit(norm_mlp)/erfc"(#loc51))
#loc58 = loc("jit(norm_mlp)/mul"(#loc51))
#loc59 = loc(callsite(#loc33 at #loc52))
#loc60 = loc(callsite(#loc35 at #loc52))
#loc61 = loc(callsite(#loc36 at #loc52))
#loc62 = loc(callsite(#loc37 at #loc52))
#loc63 = loc(callsite(#loc38 at #loc52))
#loc64 = loc(callsite(#loc39 at #loc52))
#loc65 = loc(callsite(#loc40 at #loc52))
#loc66 = loc(callsite(#loc41 at #loc52))
#loc67 = loc(callsite(#loc42 at #loc52))
#loc68 = loc(callsite(#loc43 at #loc53))
#loc69 = loc(callsite(#loc45 at #loc53))
#loc70 = loc("jit(norm_mlp)/neg"(#loc51))
#loc71 = loc(callsite(#loc43 at #loc54))
#loc72 = loc(callsite(#loc45 at #loc54))
#loc73 = loc("jit(norm_mlp)/add"(#loc55))
#loc74 = loc("jit(norm_mlp)/add"(#loc59))
#loc75 = loc("jit(norm_mlp)/reduce_sum"(#loc60))
#loc76 = loc("jit(norm_mlp)/broadcast_in_dim"(#loc60))
#loc77 = loc("jit(norm_mlp)/div"(#loc60))
#loc78 = loc("jit(norm_mlp)/sub"(#loc61))
#loc79 = loc("jit(norm_mlp)/integer_pow"(#loc62))
#loc80 = loc("jit(norm_mlp)/reduce_sum"(#loc63))
#loc81 = loc("jit(norm_mlp)/broadcast_in_dim"(#loc63))
#loc82 = loc("jit(norm_mlp)/div"(#loc63))
#loc83 = loc("jit(norm_mlp)/rsqrt"(#loc64))
#loc84 = loc("jit(norm_mlp)/mul"(#loc65))
#loc85 = loc("jit(norm_mlp)/mul"(#loc66))
#loc86 = loc("jit(norm_mlp)/add"(#loc67))
#loc87 = loc("jit(norm_mlp)/dot_general"(#loc68))
#loc88 = loc("jit(norm_mlp)/add"(#loc69))
#loc89 = loc("jit(norm_mlp)/dot_general"(#loc71))
#loc90 = loc("jit(norm_mlp)/add"(#loc72))
module @jit_norm_mlp {
  func.func public @main(%arg0: tensor<51xf32> loc("params['down']['bias']"), %arg1: tensor<103x51xf32> loc("params['down']['weight']"), %arg2: tensor<51xf32> loc("params['norm']['scale']"), %arg3: tensor<51xf32> loc("params['norm']['shift']"), %arg4: tensor<103xf32> loc("params['up']['bias']"), %arg5: tensor<51x103xf32> loc("params['up']['weight']"), %arg6: tensor<7x51xf32> loc("x")) -> tensor<7x51xf32> {
    %cst = arith.constant 1.12837911 : f32 loc(#loc57)
    %cst_0 = arith.constant -0.37612626 : f32 loc(#loc57)
    %cst_1 = arith.constant 0.112835854 : f32 loc(#loc57)
    %cst_2 = arith.constant -0.0268538129 : f32 loc(#loc57)
    %cst_3 = arith.constant 0.00518832775 : f32 loc(#loc57)
    %cst_4 = arith.constant -8.0101937E-4 : f32 loc(#loc57)
    %cst_5 = arith.constant 7.85386146E-5 : f32 loc(#loc57)
    %cst_6 = arith.constant -88.7228394 : f32 loc(#loc57)
    %cst_7 = arith.constant 0.564189494 : f32 loc(#loc57)
    %cst_8 = arith.constant -0.282076746 : f32 loc(#loc57)
    %cst_9 = arith.constant 0.42184633 : f32 loc(#loc57)
    %cst_10 = arith.constant -1.01526523 : f32 loc(#loc57)
    %cst_11 = arith.constant 2.92101908 : f32 loc(#loc57)
    %cst_12 = arith.constant -7.49551868 : f32 loc(#loc57)
    %cst_13 = arith.constant 1.297720e+01 : f32 loc(#loc57)
    %cst_14 = arith.constant -10.477664 : f32 loc(#loc57)
    %cst_15 = arith.constant 0.563825965 : f32 loc(#loc57)
    %cst_16 = arith.constant -0.274112701 : f32 loc(#loc57)
    %cst_17 = arith.constant 3.404880e-01 : f32 loc(#loc57)
    %cst_18 = arith.constant -0.494451523 : f32 loc(#loc57)
    %cst_19 = arith.constant 0.621000468 : f32 loc(#loc57)
    %cst_20 = arith.constant -0.582473278 : f32 loc(#loc57)
    %cst_21 = arith.constant 0.368742466 : f32 loc(#loc57)
    %cst_22 = arith.constant -0.138703942 : f32 loc(#loc57)
    %cst_23 = arith.constant 2.326820e-02 : f32 loc(#loc57)
    %cst_24 = arith.constant 2.000000e+00 : f32 loc(#loc)
    %cst_25 = arith.constant 1.000000e+00 : f32 loc(#loc)
    %cst_26 = arith.constant 0.707106769 : f32 loc(#loc58)
    %cst_27 = arith.constant 5.000000e-01 : f32 loc(#loc58)
    %cst_28 = arith.constant 9.99999974E-6 : f32 loc(#loc74)
    %cst_29 = arith.constant 5.100000e+01 : f32 loc(#loc)
    %cst_30 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<7xf32> loc(#loc75)
    %1 = linalg.fill ins(%cst_30 : f32) outs(%0 : tensor<7xf32>) -> tensor<7xf32> loc(#loc75)
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg6 : tensor<7x51xf32>) outs(%1 : tensor<7xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/reduce_sum"(#loc60)), %out: f32 loc("jit(norm_mlp)/reduce_sum"(#loc60))):
      %178 = arith.addf %out, %in : f32 loc(#loc75)
      linalg.yield %178 : f32 loc(#loc75)
    } -> tensor<7xf32> loc(#loc75)
    %expanded = tensor.expand_shape %2 [[0, 1]] output_shape [7, 1] : tensor<7xf32> into tensor<7x1xf32> loc(#loc76)
    %3 = tensor.empty() : tensor<7x1xf32> loc(#loc77)
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<7x1xf32>) outs(%3 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/broadcast_in_dim"(#loc60)), %out: f32 loc("jit(norm_mlp)/div"(#loc60))):
      %178 = arith.divf %in, %cst_29 : f32 loc(#loc77)
      linalg.yield %178 : f32 loc(#loc77)
    } -> tensor<7x1xf32> loc(#loc77)
    %5 = tensor.empty() : tensor<7x51xf32> loc(#loc78)
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<7x1xf32>) outs(%5 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/div"(#loc60)), %out: f32 loc("jit(norm_mlp)/sub"(#loc61))):
      linalg.yield %in : f32 loc(#loc78)
    } -> tensor<7x51xf32> loc(#loc78)
    %7 = tensor.empty() : tensor<7x51xf32> loc(#loc78)
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6, %6 : tensor<7x51xf32>, tensor<7x51xf32>) outs(%7 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("x"), %in_32: f32 loc("jit(norm_mlp)/sub"(#loc61)), %out: f32 loc("jit(norm_mlp)/sub"(#loc61))):
      %178 = arith.subf %in, %in_32 : f32 loc(#loc78)
      linalg.yield %178 : f32 loc(#loc78)
    } -> tensor<7x51xf32> loc(#loc78)
    %9 = tensor.empty() : tensor<7x51xf32> loc(#loc79)
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<7x51xf32>) outs(%9 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/sub"(#loc61)), %out: f32 loc("jit(norm_mlp)/integer_pow"(#loc62))):
      %178 = arith.mulf %in, %in : f32 loc(#loc79)
      linalg.yield %178 : f32 loc(#loc79)
    } -> tensor<7x51xf32> loc(#loc79)
    %11 = tensor.empty() : tensor<7xf32> loc(#loc80)
    %12 = linalg.fill ins(%cst_30 : f32) outs(%11 : tensor<7xf32>) -> tensor<7xf32> loc(#loc80)
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<7x51xf32>) outs(%12 : tensor<7xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/reduce_sum"(#loc63)), %out: f32 loc("jit(norm_mlp)/reduce_sum"(#loc63))):
      %178 = arith.addf %out, %in : f32 loc(#loc80)
      linalg.yield %178 : f32 loc(#loc80)
    } -> tensor<7xf32> loc(#loc80)
    %expanded_31 = tensor.expand_shape %13 [[0, 1]] output_shape [7, 1] : tensor<7xf32> into tensor<7x1xf32> loc(#loc81)
    %14 = tensor.empty() : tensor<7x1xf32> loc(#loc82)
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%expanded_31 : tensor<7x1xf32>) outs(%14 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/broadcast_in_dim"(#loc63)), %out: f32 loc("jit(norm_mlp)/div"(#loc63))):
      %178 = arith.divf %in, %cst_29 : f32 loc(#loc82)
      linalg.yield %178 : f32 loc(#loc82)
    } -> tensor<7x1xf32> loc(#loc82)
    %16 = tensor.empty() : tensor<7x1xf32> loc(#loc74)
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<7x1xf32>) outs(%16 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/div"(#loc63)), %out: f32 loc("jit(norm_mlp)/add"(#loc59))):
      %178 = arith.addf %in, %cst_28 : f32 loc(#loc74)
      linalg.yield %178 : f32 loc(#loc74)
    } -> tensor<7x1xf32> loc(#loc74)
    %18 = tensor.empty() : tensor<7x1xf32> loc(#loc83)
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<7x1xf32>) outs(%18 : tensor<7x1xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/add"(#loc59)), %out: f32 loc("jit(norm_mlp)/rsqrt"(#loc64))):
      %178 = math.rsqrt %in : f32 loc(#loc83)
      linalg.yield %178 : f32 loc(#loc83)
    } -> tensor<7x1xf32> loc(#loc83)
    %20 = tensor.empty() : tensor<7x51xf32> loc(#loc84)
    %21 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<7x1xf32>) outs(%20 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/rsqrt"(#loc64)), %out: f32 loc("jit(norm_mlp)/mul"(#loc65))):
      linalg.yield %in : f32 loc(#loc84)
    } -> tensor<7x51xf32> loc(#loc84)
    %22 = tensor.empty() : tensor<7x51xf32> loc(#loc84)
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %21 : tensor<7x51xf32>, tensor<7x51xf32>) outs(%22 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/sub"(#loc61)), %in_32: f32 loc("jit(norm_mlp)/mul"(#loc65)), %out: f32 loc("jit(norm_mlp)/mul"(#loc65))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc84)
      linalg.yield %178 : f32 loc(#loc84)
    } -> tensor<7x51xf32> loc(#loc84)
    %24 = tensor.empty() : tensor<7x51xf32> loc(#loc85)
    %25 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<51xf32>) outs(%24 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("params['norm']['scale']"), %out: f32 loc("jit(norm_mlp)/mul"(#loc66))):
      linalg.yield %in : f32 loc(#loc85)
    } -> tensor<7x51xf32> loc(#loc85)
    %26 = tensor.empty() : tensor<7x51xf32> loc(#loc85)
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %25 : tensor<7x51xf32>, tensor<7x51xf32>) outs(%26 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/mul"(#loc65)), %in_32: f32 loc("jit(norm_mlp)/mul"(#loc66)), %out: f32 loc("jit(norm_mlp)/mul"(#loc66))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc85)
      linalg.yield %178 : f32 loc(#loc85)
    } -> tensor<7x51xf32> loc(#loc85)
    %28 = tensor.empty() : tensor<7x51xf32> loc(#loc86)
    %29 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<51xf32>) outs(%28 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("params['norm']['shift']"), %out: f32 loc("jit(norm_mlp)/add"(#loc67))):
      linalg.yield %in : f32 loc(#loc86)
    } -> tensor<7x51xf32> loc(#loc86)
    %30 = tensor.empty() : tensor<7x51xf32> loc(#loc86)
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%27, %29 : tensor<7x51xf32>, tensor<7x51xf32>) outs(%30 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/mul"(#loc66)), %in_32: f32 loc("jit(norm_mlp)/add"(#loc67)), %out: f32 loc("jit(norm_mlp)/add"(#loc67))):
      %178 = arith.addf %in, %in_32 : f32 loc(#loc86)
      linalg.yield %178 : f32 loc(#loc86)
    } -> tensor<7x51xf32> loc(#loc86)
    %32 = tensor.empty() : tensor<7x103xf32> loc(#loc87)
    %33 = linalg.fill ins(%cst_30 : f32) outs(%32 : tensor<7x103xf32>) -> tensor<7x103xf32> loc(#loc87)
    %34 = linalg.matmul ins(%31, %arg5 : tensor<7x51xf32>, tensor<51x103xf32>) outs(%33 : tensor<7x103xf32>) -> tensor<7x103xf32> loc(#loc87)
    %35 = tensor.empty() : tensor<7x103xf32> loc(#loc88)
    %36 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<103xf32>) outs(%35 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("params['up']['bias']"), %out: f32 loc("jit(norm_mlp)/add"(#loc69))):
      linalg.yield %in : f32 loc(#loc88)
    } -> tensor<7x103xf32> loc(#loc88)
    %37 = tensor.empty() : tensor<7x103xf32> loc(#loc88)
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %36 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%37 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/dot_general"(#loc68)), %in_32: f32 loc("jit(norm_mlp)/add"(#loc69)), %out: f32 loc("jit(norm_mlp)/add"(#loc69))):
      %178 = arith.addf %in, %in_32 : f32 loc(#loc88)
      linalg.yield %178 : f32 loc(#loc88)
    } -> tensor<7x103xf32> loc(#loc88)
    %39 = tensor.empty() : tensor<7x103xf32> loc(#loc58)
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<7x103xf32>) outs(%39 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/add"(#loc69)), %out: f32 loc("jit(norm_mlp)/mul"(#loc51))):
      %178 = arith.mulf %in, %cst_27 : f32 loc(#loc58)
      linalg.yield %178 : f32 loc(#loc58)
    } -> tensor<7x103xf32> loc(#loc58)
    %41 = tensor.empty() : tensor<7x103xf32> loc(#loc70)
    %42 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<7x103xf32>) outs(%41 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/add"(#loc69)), %out: f32 loc("jit(norm_mlp)/neg"(#loc51))):
      %178 = arith.negf %in : f32 loc(#loc70)
      linalg.yield %178 : f32 loc(#loc70)
    } -> tensor<7x103xf32> loc(#loc70)
    %43 = tensor.empty() : tensor<7x103xf32> loc(#loc58)
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<7x103xf32>) outs(%43 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/neg"(#loc51)), %out: f32 loc("jit(norm_mlp)/mul"(#loc51))):
      %178 = arith.mulf %in, %cst_26 : f32 loc(#loc58)
      linalg.yield %178 : f32 loc(#loc58)
    } -> tensor<7x103xf32> loc(#loc58)
    %45 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<7x103xf32>) outs(%45 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/mul"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %47 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<7x103xf32>) outs(%47 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.negf %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %49 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %50 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<7x103xf32>) outs(%49 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/mul"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = math.absf %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %51 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %52 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<7x103xf32>) outs(%51 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.divf %cst_25, %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %53 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %54 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<7x103xf32>) outs(%53 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = math.exp %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %55 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %56 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<7x103xf32>) outs(%55 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.divf %cst_25, %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %57 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %58 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%54, %56 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%57 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %59 = tensor.empty() : tensor<7x103xi1> loc(#loc57)
    %60 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<7x103xf32>) outs(%59 : tensor<7x103xi1>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: i1 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.cmpf olt, %in, %cst_24 : f32 loc(#loc57)
      linalg.yield %178 : i1 loc(#loc57)
    } -> tensor<7x103xi1> loc(#loc57)
    %61 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<7x103xf32>) outs(%61 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %cst_23 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %63 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<7x103xf32>) outs(%63 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_22 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %65 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %66 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%64, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%65 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %67 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<7x103xf32>) outs(%67 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_21 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %69 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %70 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%68, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%69 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %71 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %72 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<7x103xf32>) outs(%71 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_20 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %73 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%72, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%73 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %75 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%74 : tensor<7x103xf32>) outs(%75 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_19 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %77 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%76, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%77 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %79 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<7x103xf32>) outs(%79 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_18 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %81 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %82 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%80, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%81 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %83 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%82 : tensor<7x103xf32>) outs(%83 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_17 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %85 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%84, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%85 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %87 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%86 : tensor<7x103xf32>) outs(%87 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_16 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %89 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%88, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%89 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %91 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %92 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%90 : tensor<7x103xf32>) outs(%91 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_15 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %93 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %94 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<7x103xf32>) outs(%93 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %cst_14 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %95 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%94 : tensor<7x103xf32>) outs(%95 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_13 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %97 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %98 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%96, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%97 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %99 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%98 : tensor<7x103xf32>) outs(%99 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_12 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %101 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%100, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%101 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %103 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<7x103xf32>) outs(%103 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_11 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %105 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%104, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%105 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %107 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%106 : tensor<7x103xf32>) outs(%107 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_10 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %109 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %110 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%108, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%109 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %111 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %112 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%110 : tensor<7x103xf32>) outs(%111 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_9 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %113 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%112, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%113 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %115 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%114 : tensor<7x103xf32>) outs(%115 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_8 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %117 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %118 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%116, %52 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%117 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %119 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %120 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<7x103xf32>) outs(%119 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_7 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %121 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %122 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%60, %92, %120 : tensor<7x103xi1>, tensor<7x103xf32>, tensor<7x103xf32>) outs(%121 : tensor<7x103xf32>) {
    ^bb0(%in: i1 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_33: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.select %in, %in_32, %in_33 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %123 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %124 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%58, %122 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%123 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %125 = tensor.empty() : tensor<7x103xi1> loc(#loc57)
    %126 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<7x103xf32>) outs(%125 : tensor<7x103xi1>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: i1 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.cmpf olt, %in, %cst_6 : f32 loc(#loc57)
      linalg.yield %178 : i1 loc(#loc57)
    } -> tensor<7x103xi1> loc(#loc57)
    %127 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %128 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%126, %124 : tensor<7x103xi1>, tensor<7x103xf32>) outs(%127 : tensor<7x103xf32>) {
    ^bb0(%in: i1 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.select %in, %cst_30, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %129 = tensor.empty() : tensor<7x103xi1> loc(#loc57)
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<7x103xf32>) outs(%129 : tensor<7x103xi1>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/mul"(#loc51)), %out: i1 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.cmpf olt, %in, %cst_30 : f32 loc(#loc57)
      linalg.yield %178 : i1 loc(#loc57)
    } -> tensor<7x103xi1> loc(#loc57)
    %131 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%128 : tensor<7x103xf32>) outs(%131 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.subf %cst_24, %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %133 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %134 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%130, %132, %128 : tensor<7x103xi1>, tensor<7x103xf32>, tensor<7x103xf32>) outs(%133 : tensor<7x103xf32>) {
    ^bb0(%in: i1 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_33: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.select %in, %in_32, %in_33 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %135 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<7x103xf32>) outs(%135 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %cst_5 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %137 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %138 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<7x103xf32>) outs(%137 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_4 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %139 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %140 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%138, %46 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%139 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %141 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%140 : tensor<7x103xf32>) outs(%141 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_3 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %143 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%142, %46 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%143 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %145 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%144 : tensor<7x103xf32>) outs(%145 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_2 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %147 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %148 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%146, %46 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%147 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %149 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %150 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<7x103xf32>) outs(%149 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_1 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %151 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%150, %46 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%151 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %153 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %154 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%152 : tensor<7x103xf32>) outs(%153 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst_0 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %155 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %156 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%154, %46 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%155 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %157 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %158 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%156 : tensor<7x103xf32>) outs(%157 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.addf %in, %cst : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %159 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %160 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%44, %158 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%159 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/mul"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %161 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %162 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<7x103xf32>) outs(%161 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.subf %cst_25, %in : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %163 = tensor.empty() : tensor<7x103xi1> loc(#loc57)
    %164 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<7x103xf32>) outs(%163 : tensor<7x103xi1>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: i1 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.cmpf olt, %in, %cst_25 : f32 loc(#loc57)
      linalg.yield %178 : i1 loc(#loc57)
    } -> tensor<7x103xi1> loc(#loc57)
    %165 = tensor.empty() : tensor<7x103xf32> loc(#loc57)
    %166 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%164, %162, %134 : tensor<7x103xi1>, tensor<7x103xf32>, tensor<7x103xf32>) outs(%165 : tensor<7x103xf32>) {
    ^bb0(%in: i1 loc("jit(norm_mlp)/erfc"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %in_33: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/erfc"(#loc51))):
      %178 = arith.select %in, %in_32, %in_33 : f32 loc(#loc57)
      linalg.yield %178 : f32 loc(#loc57)
    } -> tensor<7x103xf32> loc(#loc57)
    %167 = tensor.empty() : tensor<7x103xf32> loc(#loc58)
    %168 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%40, %166 : tensor<7x103xf32>, tensor<7x103xf32>) outs(%167 : tensor<7x103xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/mul"(#loc51)), %in_32: f32 loc("jit(norm_mlp)/erfc"(#loc51)), %out: f32 loc("jit(norm_mlp)/mul"(#loc51))):
      %178 = arith.mulf %in, %in_32 : f32 loc(#loc58)
      linalg.yield %178 : f32 loc(#loc58)
    } -> tensor<7x103xf32> loc(#loc58)
    %169 = tensor.empty() : tensor<7x51xf32> loc(#loc89)
    %170 = linalg.fill ins(%cst_30 : f32) outs(%169 : tensor<7x51xf32>) -> tensor<7x51xf32> loc(#loc89)
    %171 = linalg.matmul ins(%168, %arg1 : tensor<7x103xf32>, tensor<103x51xf32>) outs(%170 : tensor<7x51xf32>) -> tensor<7x51xf32> loc(#loc89)
    %172 = tensor.empty() : tensor<7x51xf32> loc(#loc90)
    %173 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<51xf32>) outs(%172 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("params['down']['bias']"), %out: f32 loc("jit(norm_mlp)/add"(#loc72))):
      linalg.yield %in : f32 loc(#loc90)
    } -> tensor<7x51xf32> loc(#loc90)
    %174 = tensor.empty() : tensor<7x51xf32> loc(#loc90)
    %175 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%171, %173 : tensor<7x51xf32>, tensor<7x51xf32>) outs(%174 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("jit(norm_mlp)/dot_general"(#loc71)), %in_32: f32 loc("jit(norm_mlp)/add"(#loc72)), %out: f32 loc("jit(norm_mlp)/add"(#loc72))):
      %178 = arith.addf %in, %in_32 : f32 loc(#loc90)
      linalg.yield %178 : f32 loc(#loc90)
    } -> tensor<7x51xf32> loc(#loc90)
    %176 = tensor.empty() : tensor<7x51xf32> loc(#loc73)
    %177 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg6, %175 : tensor<7x51xf32>, tensor<7x51xf32>) outs(%176 : tensor<7x51xf32>) {
    ^bb0(%in: f32 loc("x"), %in_32: f32 loc("jit(norm_mlp)/add"(#loc72)), %out: f32 loc("jit(norm_mlp)/add"(#loc55))):
      %178 = arith.addf %in, %in_32 : f32 loc(#loc73)
      linalg.yield %178 : f32 loc(#loc73)
    } -> tensor<7x51xf32> loc(#loc73)
    return %177 : tensor<7x51xf32> loc(#loc56)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc56 = loc("jit(norm_mlp)"(#loc50))

