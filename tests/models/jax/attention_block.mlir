#loc1 = loc("params['k']['bias']")
#loc2 = loc("params['k']['weight']")
#loc3 = loc("params['out']['bias']")
#loc4 = loc("params['out']['weight']")
#loc5 = loc("params['q']['bias']")
#loc6 = loc("params['q']['weight']")
#loc7 = loc("params['v']['bias']")
#loc8 = loc("params['v']['weight']")
#loc9 = loc("x")
#loc10 = loc("jax_models.py":45:13 to :83)
#loc11 = loc("jax_models.py":56:11 to :31)
#loc12 = loc("jax_models.py":231:15 to :68)
#loc13 = loc("jax_models.py":240:4 to :10)
#loc14 = loc("<frozen runpy>":88:4 to :27)
#loc15 = loc("<frozen runpy>":198:11 to 199:42)
#loc16 = loc("jax_models.py":25:11 to :26)
#loc17 = loc("jax_models.py":44:15 to :33)
#loc18 = loc("jax_models.py":44:4 to :11)
#loc19 = loc("jax_models.py":25:11 to :38)
#loc20 = loc("jax_models.py":44:15 to :67)
#loc21 = loc("jax_models.py":45:13 to :48)
#loc22 = loc("jax_models.py":46:14 to :45)
#loc23 = loc("jax_models.py":47:12 to :53)
#loc24 = loc("jax_models.py":48:11 to :61)
#map = affine_map<(d0, d1, d2) -> (d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#loc25 = loc("attention"(#loc10))
#loc26 = loc("attention_block"(#loc11))
#loc27 = loc("main"(#loc12))
#loc28 = loc("<module>"(#loc13))
#loc29 = loc("_run_code"(#loc14))
#loc30 = loc("_run_module_as_main"(#loc15))
#loc31 = loc("linear"(#loc16))
#loc32 = loc("attention.<locals>.<genexpr>"(#loc17))
#loc33 = loc("attention"(#loc18))
#loc34 = loc("linear"(#loc19))
#loc35 = loc("attention.<locals>.<genexpr>"(#loc20))
#loc36 = loc("attention"(#loc21))
#loc37 = loc("attention"(#loc22))
#loc38 = loc("attention"(#loc23))
#loc39 = loc("attention"(#loc24))
#loc40 = loc(callsite(#loc29 at #loc30))
#loc41 = loc(callsite(#loc28 at #loc40))
#loc42 = loc(callsite(#loc27 at #loc41))
#loc43 = loc(callsite(#loc26 at #loc42))
#loc45 = loc(callsite(#loc25 at #loc43))
#loc46 = loc(callsite(#loc33 at #loc43))
#loc47 = loc(callsite(#loc36 at #loc43))
#loc48 = loc(callsite(#loc37 at #loc43))
#loc49 = loc(callsite(#loc38 at #loc43))
#loc50 = loc(callsite(#loc39 at #loc43))
#loc51 = loc("jit(attention_block)/div"(#loc45))
#loc52 = loc(callsite(#loc32 at #loc46))
#loc53 = loc(callsite(#loc35 at #loc46))
#loc54 = loc("jit(attention_block)/bnhd,bmhd->bhnm/dot_general"(#loc47))
#loc55 = loc("jit(attention_block)/reduce_max"(#loc48))
#loc56 = loc("jit(attention_block)/sub"(#loc48))
#loc57 = loc("jit(attention_block)/max"(#loc48))
#loc58 = loc("jit(attention_block)/exp"(#loc48))
#loc59 = loc("jit(attention_block)/reduce_sum"(#loc48))
#loc60 = loc("jit(attention_block)/div"(#loc48))
#loc61 = loc("jit(attention_block)/bhnm,bmhd->bnhd/dot_general"(#loc49))
#loc62 = loc("jit(attention_block)/bhnm,bmhd->bnhd/transpose"(#loc49))
#loc63 = loc(callsite(#loc31 at #loc50))
#loc64 = loc(callsite(#loc34 at #loc50))
#loc65 = loc(callsite(#loc31 at #loc52))
#loc66 = loc(callsite(#loc34 at #loc52))
#loc67 = loc("jit(attention_block)/reshape"(#loc53))
#loc68 = loc("jit(attention_block)/dot_general"(#loc63))
#loc69 = loc("jit(attention_block)/add"(#loc64))
#loc70 = loc("jit(attention_block)/dot_general"(#loc65))
#loc71 = loc("jit(attention_block)/add"(#loc66))
module @jit_attention_block {
  func.func public @main(%arg0: tensor<65xf32> loc("params['k']['bias']"), %arg1: tensor<65x65xf32> loc("params['k']['weight']"), %arg2: tensor<65xf32> loc("params['out']['bias']"), %arg3: tensor<65x65xf32> loc("params['out']['weight']"), %arg4: tensor<65xf32> loc("params['q']['bias']"), %arg5: tensor<65x65xf32> loc("params['q']['weight']"), %arg6: tensor<65xf32> loc("params['v']['bias']"), %arg7: tensor<65x65xf32> loc("params['v']['weight']"), %arg8: tensor<2x257x65xf32> loc("x")) -> tensor<2x257x65xf32> {
    %cst = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_0 = arith.constant 8.06225776 : f32 loc(#loc51)
    %cst_1 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %collapsed = tensor.collapse_shape %arg8 [[0, 1], [2]] : tensor<2x257x65xf32> into tensor<514x65xf32> loc(#loc70)
    %0 = tensor.empty() : tensor<514x65xf32> loc(#loc70)
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc70)
    %2 = linalg.matmul ins(%collapsed, %arg5 : tensor<514x65xf32>, tensor<65x65xf32>) outs(%1 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc70)
    %expanded = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 257, 65] : tensor<514x65xf32> into tensor<2x257x65xf32> loc(#loc70)
    %3 = tensor.empty() : tensor<2x257x65xf32> loc(#loc71)
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<65xf32>) outs(%3 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("params['q']['bias']"), %out: f32 loc("jit(attention_block)/add"(#loc66))):
      linalg.yield %in : f32 loc(#loc71)
    } -> tensor<2x257x65xf32> loc(#loc71)
    %5 = tensor.empty() : tensor<2x257x65xf32> loc(#loc71)
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %4 : tensor<2x257x65xf32>, tensor<2x257x65xf32>) outs(%5 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/dot_general"(#loc65)), %in_13: f32 loc("jit(attention_block)/add"(#loc66)), %out: f32 loc("jit(attention_block)/add"(#loc66))):
      %60 = arith.addf %in, %in_13 : f32 loc(#loc71)
      linalg.yield %60 : f32 loc(#loc71)
    } -> tensor<2x257x65xf32> loc(#loc71)
    %7 = tensor.empty() : tensor<514x65xf32> loc(#loc70)
    %8 = linalg.fill ins(%cst_1 : f32) outs(%7 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc70)
    %9 = linalg.matmul ins(%collapsed, %arg1 : tensor<514x65xf32>, tensor<65x65xf32>) outs(%8 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc70)
    %expanded_2 = tensor.expand_shape %9 [[0, 1], [2]] output_shape [2, 257, 65] : tensor<514x65xf32> into tensor<2x257x65xf32> loc(#loc70)
    %10 = tensor.empty() : tensor<2x257x65xf32> loc(#loc71)
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<65xf32>) outs(%10 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("params['k']['bias']"), %out: f32 loc("jit(attention_block)/add"(#loc66))):
      linalg.yield %in : f32 loc(#loc71)
    } -> tensor<2x257x65xf32> loc(#loc71)
    %12 = tensor.empty() : tensor<2x257x65xf32> loc(#loc71)
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_2, %11 : tensor<2x257x65xf32>, tensor<2x257x65xf32>) outs(%12 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/dot_general"(#loc65)), %in_13: f32 loc("jit(attention_block)/add"(#loc66)), %out: f32 loc("jit(attention_block)/add"(#loc66))):
      %60 = arith.addf %in, %in_13 : f32 loc(#loc71)
      linalg.yield %60 : f32 loc(#loc71)
    } -> tensor<2x257x65xf32> loc(#loc71)
    %expanded_3 = tensor.expand_shape %13 [[0], [1], [2, 3]] output_shape [2, 257, 1, 65] : tensor<2x257x65xf32> into tensor<2x257x1x65xf32> loc(#loc67)
    %14 = tensor.empty() : tensor<514x65xf32> loc(#loc70)
    %15 = linalg.fill ins(%cst_1 : f32) outs(%14 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc70)
    %16 = linalg.matmul ins(%collapsed, %arg7 : tensor<514x65xf32>, tensor<65x65xf32>) outs(%15 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc70)
    %expanded_4 = tensor.expand_shape %16 [[0, 1], [2]] output_shape [2, 257, 65] : tensor<514x65xf32> into tensor<2x257x65xf32> loc(#loc70)
    %17 = tensor.empty() : tensor<2x257x65xf32> loc(#loc71)
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<65xf32>) outs(%17 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("params['v']['bias']"), %out: f32 loc("jit(attention_block)/add"(#loc66))):
      linalg.yield %in : f32 loc(#loc71)
    } -> tensor<2x257x65xf32> loc(#loc71)
    %19 = tensor.empty() : tensor<2x257x65xf32> loc(#loc71)
    %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_4, %18 : tensor<2x257x65xf32>, tensor<2x257x65xf32>) outs(%19 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/dot_general"(#loc65)), %in_13: f32 loc("jit(attention_block)/add"(#loc66)), %out: f32 loc("jit(attention_block)/add"(#loc66))):
      %60 = arith.addf %in, %in_13 : f32 loc(#loc71)
      linalg.yield %60 : f32 loc(#loc71)
    } -> tensor<2x257x65xf32> loc(#loc71)
    %expanded_5 = tensor.expand_shape %20 [[0], [1], [2, 3]] output_shape [2, 257, 1, 65] : tensor<2x257x65xf32> into tensor<2x257x1x65xf32> loc(#loc67)
    %21 = tensor.empty() : tensor<2x1x65x257xf32> loc(#loc54)
    %22 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3 : tensor<2x257x1x65xf32>) outs(%21 : tensor<2x1x65x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/reshape"(#loc53)), %out: f32 loc("jit(attention_block)/bnhd,bmhd->bhnm/dot_general"(#loc47))):
      linalg.yield %in : f32 loc(#loc54)
    } -> tensor<2x1x65x257xf32> loc(#loc54)
    %collapsed_6 = tensor.collapse_shape %22 [[0], [1, 2], [3]] : tensor<2x1x65x257xf32> into tensor<2x65x257xf32> loc(#loc54)
    %23 = tensor.empty() : tensor<2x257x257xf32> loc(#loc54)
    %24 = linalg.fill ins(%cst_1 : f32) outs(%23 : tensor<2x257x257xf32>) -> tensor<2x257x257xf32> loc(#loc54)
    %25 = linalg.batch_matmul ins(%6, %collapsed_6 : tensor<2x257x65xf32>, tensor<2x65x257xf32>) outs(%24 : tensor<2x257x257xf32>) -> tensor<2x257x257xf32> loc(#loc54)
    %expanded_7 = tensor.expand_shape %25 [[0], [1, 2], [3]] output_shape [2, 1, 257, 257] : tensor<2x257x257xf32> into tensor<2x1x257x257xf32> loc(#loc54)
    %26 = tensor.empty() : tensor<2x1x257x257xf32> loc(#loc51)
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<2x1x257x257xf32>) outs(%26 : tensor<2x1x257x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/bnhd,bmhd->bhnm/dot_general"(#loc47)), %out: f32 loc("jit(attention_block)/div"(#loc45))):
      %60 = arith.divf %in, %cst_0 : f32 loc(#loc51)
      linalg.yield %60 : f32 loc(#loc51)
    } -> tensor<2x1x257x257xf32> loc(#loc51)
    %28 = tensor.empty() : tensor<2x1x257xf32> loc(#loc55)
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<2x1x257xf32>) -> tensor<2x1x257xf32> loc(#loc55)
    %30 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%27 : tensor<2x1x257x257xf32>) outs(%29 : tensor<2x1x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/reduce_max"(#loc48)), %out: f32 loc("jit(attention_block)/reduce_max"(#loc48))):
      %60 = arith.maximumf %out, %in : f32 loc(#loc55)
      linalg.yield %60 : f32 loc(#loc55)
    } -> tensor<2x1x257xf32> loc(#loc55)
    %31 = tensor.empty() : tensor<2x1x257x257xf32> loc(#loc56)
    %32 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30 : tensor<2x1x257xf32>) outs(%31 : tensor<2x1x257x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/max"(#loc48)), %out: f32 loc("jit(attention_block)/sub"(#loc48))):
      linalg.yield %in : f32 loc(#loc56)
    } -> tensor<2x1x257x257xf32> loc(#loc56)
    %33 = tensor.empty() : tensor<2x1x257x257xf32> loc(#loc56)
    %34 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %32 : tensor<2x1x257x257xf32>, tensor<2x1x257x257xf32>) outs(%33 : tensor<2x1x257x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/div"(#loc45)), %in_13: f32 loc("jit(attention_block)/sub"(#loc48)), %out: f32 loc("jit(attention_block)/sub"(#loc48))):
      %60 = arith.subf %in, %in_13 : f32 loc(#loc56)
      linalg.yield %60 : f32 loc(#loc56)
    } -> tensor<2x1x257x257xf32> loc(#loc56)
    %35 = tensor.empty() : tensor<2x1x257x257xf32> loc(#loc58)
    %36 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<2x1x257x257xf32>) outs(%35 : tensor<2x1x257x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/sub"(#loc48)), %out: f32 loc("jit(attention_block)/exp"(#loc48))):
      %60 = math.exp %in : f32 loc(#loc58)
      linalg.yield %60 : f32 loc(#loc58)
    } -> tensor<2x1x257x257xf32> loc(#loc58)
    %37 = tensor.empty() : tensor<2x1x257xf32> loc(#loc59)
    %38 = linalg.fill ins(%cst_1 : f32) outs(%37 : tensor<2x1x257xf32>) -> tensor<2x1x257xf32> loc(#loc59)
    %39 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%36 : tensor<2x1x257x257xf32>) outs(%38 : tensor<2x1x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/reduce_sum"(#loc48)), %out: f32 loc("jit(attention_block)/reduce_sum"(#loc48))):
      %60 = arith.addf %out, %in : f32 loc(#loc59)
      linalg.yield %60 : f32 loc(#loc59)
    } -> tensor<2x1x257xf32> loc(#loc59)
    %40 = tensor.empty() : tensor<2x1x257x257xf32> loc(#loc60)
    %41 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39 : tensor<2x1x257xf32>) outs(%40 : tensor<2x1x257x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/reduce_sum"(#loc48)), %out: f32 loc("jit(attention_block)/div"(#loc48))):
      linalg.yield %in : f32 loc(#loc60)
    } -> tensor<2x1x257x257xf32> loc(#loc60)
    %42 = tensor.empty() : tensor<2x1x257x257xf32> loc(#loc60)
    %43 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %41 : tensor<2x1x257x257xf32>, tensor<2x1x257x257xf32>) outs(%42 : tensor<2x1x257x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/exp"(#loc48)), %in_13: f32 loc("jit(attention_block)/div"(#loc48)), %out: f32 loc("jit(attention_block)/div"(#loc48))):
      %60 = arith.divf %in, %in_13 : f32 loc(#loc60)
      linalg.yield %60 : f32 loc(#loc60)
    } -> tensor<2x1x257x257xf32> loc(#loc60)
    %44 = tensor.empty() : tensor<2x1x65x257xf32> loc(#loc61)
    %45 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<2x257x1x65xf32>) outs(%44 : tensor<2x1x65x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/reshape"(#loc53)), %out: f32 loc("jit(attention_block)/bhnm,bmhd->bnhd/dot_general"(#loc49))):
      linalg.yield %in : f32 loc(#loc61)
    } -> tensor<2x1x65x257xf32> loc(#loc61)
    %46 = tensor.empty() : tensor<2x1x257x257xf32> loc(#loc61)
    %47 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<2x1x257x257xf32>) outs(%46 : tensor<2x1x257x257xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/div"(#loc48)), %out: f32 loc("jit(attention_block)/bhnm,bmhd->bnhd/dot_general"(#loc49))):
      linalg.yield %in : f32 loc(#loc61)
    } -> tensor<2x1x257x257xf32> loc(#loc61)
    %collapsed_8 = tensor.collapse_shape %45 [[0], [1, 2], [3]] : tensor<2x1x65x257xf32> into tensor<2x65x257xf32> loc(#loc61)
    %collapsed_9 = tensor.collapse_shape %47 [[0], [1, 2], [3]] : tensor<2x1x257x257xf32> into tensor<2x257x257xf32> loc(#loc61)
    %48 = tensor.empty() : tensor<2x65x257xf32> loc(#loc61)
    %49 = linalg.fill ins(%cst_1 : f32) outs(%48 : tensor<2x65x257xf32>) -> tensor<2x65x257xf32> loc(#loc61)
    %50 = linalg.batch_matmul ins(%collapsed_8, %collapsed_9 : tensor<2x65x257xf32>, tensor<2x257x257xf32>) outs(%49 : tensor<2x65x257xf32>) -> tensor<2x65x257xf32> loc(#loc61)
    %expanded_10 = tensor.expand_shape %50 [[0], [1, 2], [3]] output_shape [2, 1, 65, 257] : tensor<2x65x257xf32> into tensor<2x1x65x257xf32> loc(#loc61)
    %51 = tensor.empty() : tensor<2x257x1x65xf32> loc(#loc62)
    %52 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<2x1x65x257xf32>) outs(%51 : tensor<2x257x1x65xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/bhnm,bmhd->bnhd/dot_general"(#loc49)), %out: f32 loc("jit(attention_block)/bhnm,bmhd->bnhd/transpose"(#loc49))):
      linalg.yield %in : f32 loc(#loc62)
    } -> tensor<2x257x1x65xf32> loc(#loc62)
    %collapsed_11 = tensor.collapse_shape %52 [[0, 1], [2, 3]] : tensor<2x257x1x65xf32> into tensor<514x65xf32> loc(#loc68)
    %53 = tensor.empty() : tensor<514x65xf32> loc(#loc68)
    %54 = linalg.fill ins(%cst_1 : f32) outs(%53 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc68)
    %55 = linalg.matmul ins(%collapsed_11, %arg3 : tensor<514x65xf32>, tensor<65x65xf32>) outs(%54 : tensor<514x65xf32>) -> tensor<514x65xf32> loc(#loc68)
    %expanded_12 = tensor.expand_shape %55 [[0, 1], [2]] output_shape [2, 257, 65] : tensor<514x65xf32> into tensor<2x257x65xf32> loc(#loc68)
    %56 = tensor.empty() : tensor<2x257x65xf32> loc(#loc69)
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<65xf32>) outs(%56 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("params['out']['bias']"), %out: f32 loc("jit(attention_block)/add"(#loc64))):
      linalg.yield %in : f32 loc(#loc69)
    } -> tensor<2x257x65xf32> loc(#loc69)
    %58 = tensor.empty() : tensor<2x257x65xf32> loc(#loc69)
    %59 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12, %57 : tensor<2x257x65xf32>, tensor<2x257x65xf32>) outs(%58 : tensor<2x257x65xf32>) {
    ^bb0(%in: f32 loc("jit(attention_block)/dot_general"(#loc63)), %in_13: f32 loc("jit(attention_block)/add"(#loc64)), %out: f32 loc("jit(attention_block)/add"(#loc64))):
      %60 = arith.addf %in, %in_13 : f32 loc(#loc69)
      linalg.yield %60 : f32 loc(#loc69)
    } -> tensor<2x257x65xf32> loc(#loc69)
    return %59 : tensor<2x257x65xf32> loc(#loc44)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc44 = loc("jit(attention_block)"(#loc42))

