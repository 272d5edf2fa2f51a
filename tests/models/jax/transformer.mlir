#loc1 = loc("params['attention']['k']['bias']")
#loc2 = loc("params['attention']['k']['weight']")
#loc3 = loc("params['attention']['out']['bias']")
#loc4 = loc("params['attention']['out']['weight']")
#loc5 = loc("params['attention']['q']['bias']")
#loc6 = loc("params['attention']['q']['weight']")
#loc7 = loc("params['attention']['v']['bias']")
#loc8 = loc("params['attention']['v']['weight']")
#loc9 = loc("params['down']['bias']")
#loc10 = loc("params['down']['weight']")
#loc11 = loc("params['norm1']['scale']")
#loc12 = loc("params['norm1']['shift']")
#loc13 = loc("params['norm2']['scale']")
#loc14 = loc("params['norm2']['shift']")
#loc15 = loc("params['up']['bias']")
#loc16 = loc("params['up']['weight']")
#loc17 = loc("x")
#loc18 = loc("jax_models.py":61:13 to :77)
#loc19 = loc("jax_models.py":231:15 to :68)
#loc20 = loc("jax_models.py":240:4 to :10)
#loc21 = loc("<frozen runpy>":88:4 to :27)
#loc22 = loc("<frozen runpy>":198:11 to 199:42)
#loc23 = loc("jax_models.py":45:13 to :83)
#loc24 = loc("jax_models.py":60:12 to :82)
#loc25 = loc("jax_models.py":29:11 to :36)
#loc26 = loc("jax_models.py":60:43 to :72)
#loc27 = loc("jax_models.py":30:17 to :25)
#loc28 = loc("jax_models.py":30:16 to :31)
#loc29 = loc("jax_models.py":30:15 to :56)
#loc30 = loc("jax_models.py":31:34 to :49)
#loc31 = loc("jax_models.py":31:24 to :50)
#loc32 = loc("jax_models.py":31:11 to :50)
#loc33 = loc("jax_models.py":31:11 to :63)
#loc34 = loc("jax_models.py":31:11 to :76)
#loc35 = loc("jax_models.py":25:11 to :26)
#loc36 = loc("jax_models.py":44:15 to :33)
#loc37 = loc("jax_models.py":44:4 to :11)
#loc38 = loc("jax_models.py":25:11 to :38)
#loc39 = loc("jax_models.py":44:15 to :67)
#loc40 = loc("jax_models.py":45:13 to :48)
#loc41 = loc("jax_models.py":46:14 to :45)
#loc42 = loc("jax_models.py":47:12 to :53)
#loc43 = loc("jax_models.py":48:11 to :61)
#loc44 = loc("jax_models.py":60:8 to :82)
#loc45 = loc("jax_models.py":61:46 to :75)
#loc46 = loc("jax_models.py":61:25 to :76)
#loc47 = loc("jax_models.py":62:15 to :45)
#loc48 = loc("jax_models.py":62:11 to :45)
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#loc49 = loc("transformer"(#loc18))
#loc50 = loc("main"(#loc19))
#loc51 = loc("<module>"(#loc20))
#loc52 = loc("_run_code"(#loc21))
#loc53 = loc("_run_module_as_main"(#loc22))
#loc54 = loc("attention"(#loc23))
#loc55 = loc("transformer"(#loc24))
#loc56 = loc("layernorm"(#loc25))
#loc57 = loc("transformer"(#loc26))
#loc58 = loc("layernorm"(#loc27))
#loc59 = loc("layernorm"(#loc28))
#loc60 = loc("layernorm"(#loc29))
#loc61 = loc("layernorm"(#loc30))
#loc62 = loc("layernorm"(#loc31))
#loc63 = loc("layernorm"(#loc32))
#loc64 = loc("layernorm"(#loc33))
#loc65 = loc("layernorm"(#loc34))
#loc66 = loc("linear"(#loc35))
#loc67 = loc("attention.<locals>.<genexpr>"(#loc36))
#loc68 = loc("attention"(#loc37))
#loc69 = loc("linear"(#loc38))
#loc70 = loc("attention.<locals>.<genexpr>"(#loc39))
#loc71 = loc("attention"(#loc40))
#loc72 = loc("attention"(#loc41))
#loc73 = loc("attention"(#loc42))
#loc74 = loc("attention"(#loc43))
#loc75 = loc("transformer"(#loc44))
#loc76 = loc("transformer"(#loc45))
#loc77 = loc("transformer"(#loc46))
#loc78 = loc("transformer"(#loc47))
#loc79 = loc("transformer"(#loc48))
#loc80 = loc(callsite(#loc52 at #loc53))
#loc81 = loc(callsite(#loc51 at #loc80))
#loc82 = loc(callsite(#loc50 at #loc81))
#loc83 = loc(callsite(#loc49 at #loc82))
#loc84 = loc(callsite(#loc55 at #loc82))
#loc85 = loc(callsite(#loc57 at #loc82))
#loc86 = loc(callsite(#loc75 at #loc82))
#loc87 = loc(callsite(#loc76 at #loc82))
#loc88 = loc(callsite(#loc77 at #loc82))
#loc89 = loc(callsite(#loc78 at #loc82))
#loc90 = loc(callsite(#loc79 at #loc82))
#loc92 = loc("jit(transformer)/mul"(#loc83))
#loc93 = loc("jit(transformer)/add"(#loc83))
#loc94 = loc(callsite(#loc54 at #loc84))
#loc95 = loc(callsite(#loc56 at #loc85))
#loc96 = loc(callsite(#loc58 at #loc85))
#loc97 = loc(callsite(#loc59 at #loc85))
#loc98 = loc(callsite(#loc60 at #loc85))
#loc99 = loc(callsite(#loc61 at #loc85))
#loc100 = loc(callsite(#loc62 at #loc85))
#loc101 = loc(callsite(#loc63 at #loc85))
#loc102 = loc(callsite(#loc64 at #loc85))
#loc103 = loc(callsite(#loc65 at #loc85))
#loc104 = loc(callsite(#loc68 at #loc84))
#loc105 = loc(callsite(#loc71 at #loc84))
#loc106 = loc(callsite(#loc72 at #loc84))
#loc107 = loc(callsite(#loc73 at #loc84))
#loc108 = loc(callsite(#loc74 at #loc84))
#loc109 = loc("jit(transformer)/add"(#loc86))
#loc110 = loc(callsite(#loc56 at #loc87))
#loc111 = loc(callsite(#loc58 at #loc87))
#loc112 = loc(callsite(#loc59 at #loc87))
#loc113 = loc(callsite(#loc60 at #loc87))
#loc114 = loc(callsite(#loc61 at #loc87))
#loc115 = loc(callsite(#loc62 at #loc87))
#loc116 = loc(callsite(#loc63 at #loc87))
#loc117 = loc(callsite(#loc64 at #loc87))
#loc118 = loc(callsite(#loc65 at #loc87))
#loc119 = loc(callsite(#loc66 at #loc88))
#loc120 = loc(callsite(#loc69 at #loc88))
#loc121 = loc("jit(transformer)/integer_pow"(#loc83))
#loc122 = loc("jit(transformer)/tanh"(#loc83))
#loc123 = loc(callsite(#loc66 at #loc89))
#loc124 = loc(callsite(#loc69 at #loc89))
#loc125 = loc("jit(transformer)/add"(#loc90))
#loc126 = loc("jit(transformer)/div"(#loc94))
#loc127 = loc("jit(transformer)/reduce_sum"(#loc95))
#loc128 = loc("jit(transformer)/broadcast_in_dim"(#loc95))
#loc129 = loc("jit(transformer)/div"(#loc95))
#loc130 = loc("jit(transformer)/sub"(#loc96))
#loc131 = loc("jit(transformer)/integer_pow"(#loc97))
#loc132 = loc("jit(transformer)/reduce_sum"(#loc98))
#loc133 = loc("jit(transformer)/broadcast_in_dim"(#loc98))
#loc134 = loc("jit(transformer)/div"(#loc98))
#loc135 = loc("jit(transformer)/add"(#loc99))
#loc136 = loc("jit(transformer)/rsqrt"(#loc100))
#loc137 = loc("jit(transformer)/mul"(#loc101))
#loc138 = loc("jit(transformer)/mul"(#loc102))
#loc139 = loc("jit(transformer)/add"(#loc103))
#loc140 = loc(callsite(#loc67 at #loc104))
#loc141 = loc(callsite(#loc70 at #loc104))
#loc142 = loc("jit(transformer)/bnhd,bmhd->bhnm/dot_general"(#loc105))
#loc143 = loc("jit(transformer)/reduce_max"(#loc106))
#loc144 = loc("jit(transformer)/sub"(#loc106))
#loc145 = loc("jit(transformer)/max"(#loc106))
#loc146 = loc("jit(transformer)/exp"(#loc106))
#loc147 = loc("jit(transformer)/reduce_sum"(#loc106))
#loc148 = loc("jit(transformer)/div"(#loc106))
#loc149 = loc("jit(transformer)/bhnm,bmhd->bnhd/dot_general"(#loc107))
#loc150 = loc("jit(transformer)/bhnm,bmhd->bnhd/transpose"(#loc107))
#loc151 = loc(callsite(#loc66 at #loc108))
#loc152 = loc(callsite(#loc69 at #loc108))
#loc153 = loc("jit(transformer)/reduce_sum"(#loc110))
#loc154 = loc("jit(transformer)/broadcast_in_dim"(#loc110))
#loc155 = loc("jit(transformer)/div"(#loc110))
#loc156 = loc("jit(transformer)/sub"(#loc111))
#loc157 = loc("jit(transformer)/integer_pow"(#loc112))
#loc158 = loc("jit(transformer)/reduce_sum"(#loc113))
#loc159 = loc("jit(transformer)/broadcast_in_dim"(#loc113))
#loc160 = loc("jit(transformer)/div"(#loc113))
#loc161 = loc("jit(transformer)/add"(#loc114))
#loc162 = loc("jit(transformer)/rsqrt"(#loc115))
#loc163 = loc("jit(transformer)/mul"(#loc116))
#loc164 = loc("jit(transformer)/mul"(#loc117))
#loc165 = loc("jit(transformer)/add"(#loc118))
#loc166 = loc("jit(transformer)/dot_general"(#loc119))
#loc167 = loc("jit(transformer)/add"(#loc120))
#loc168 = loc("jit(transformer)/dot_general"(#loc123))
#loc169 = loc("jit(transformer)/add"(#loc124))
#loc170 = loc(callsite(#loc66 at #loc140))
#loc171 = loc(callsite(#loc69 at #loc140))
#loc172 = loc("jit(transformer)/reshape"(#loc141))
#loc173 = loc("jit(transformer)/dot_general"(#loc151))
#loc174 = loc("jit(transformer)/add"(#loc152))
#loc175 = loc("jit(transformer)/dot_general"(#loc170))
#loc176 = loc("jit(transformer)/add"(#loc171))
module @jit_transformer {
  func.func public @main(%arg0: tensor<39xf32> loc("params['attention']['k']['bias']"), %arg1: tensor<39x39xf32> loc("params['attention']['k']['weight']"), %arg2: tensor<39xf32> loc("params['attention']['out']['bias']"), %arg3: tensor<39x39xf32> loc("params['attention']['out']['weight']"), %arg4: tensor<39xf32> loc("params['attention']['q']['bias']"), %arg5: tensor<39x39xf32> loc("params['attention']['q']['weight']"), %arg6: tensor<39xf32> loc("params['attention']['v']['bias']"), %arg7: tensor<39x39xf32> loc("params['attention']['v']['weight']"), %arg8: tensor<39xf32> loc("params['down']['bias']"), %arg9: tensor<77x39xf32> loc("params['down']['weight']"), %arg10: tensor<39xf32> loc("params['norm1']['scale']"), %arg11: tensor<39xf32> loc("params['norm1']['shift']"), %arg12: tensor<39xf32> loc("params['norm2']['scale']"), %arg13: tensor<39xf32> loc("params['norm2']['shift']"), %arg14: tensor<77xf32> loc("params['up']['bias']"), %arg15: tensor<39x77xf32> loc("params['up']['weight']"), %arg16: tensor<2x17x39xf32> loc("x")) -> tensor<2x17x39xf32> {
    %cst = arith.constant 5.000000e-01 : f32 loc(#loc92)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc93)
    %cst_1 = arith.constant 0.797884583 : f32 loc(#loc92)
    %cst_2 = arith.constant 4.471500e-02 : f32 loc(#loc92)
    %cst_3 = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_4 = arith.constant 3.60555124 : f32 loc(#loc126)
    %cst_5 = arith.constant 9.99999974E-6 : f32 loc(#loc)
    %cst_6 = arith.constant 3.900000e+01 : f32 loc(#loc)
    %cst_7 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<2x17xf32> loc(#loc127)
    %1 = linalg.fill ins(%cst_7 : f32) outs(%0 : tensor<2x17xf32>) -> tensor<2x17xf32> loc(#loc127)
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg16 : tensor<2x17x39xf32>) outs(%1 : tensor<2x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reduce_sum"(#loc95)), %out: f32 loc("jit(transformer)/reduce_sum"(#loc95))):
      %162 = arith.addf %out, %in : f32 loc(#loc127)
      linalg.yield %162 : f32 loc(#loc127)
    } -> tensor<2x17xf32> loc(#loc127)
    %expanded = tensor.expand_shape %2 [[0], [1, 2]] output_shape [2, 17, 1] : tensor<2x17xf32> into tensor<2x17x1xf32> loc(#loc128)
    %3 = tensor.empty() : tensor<2x17x1xf32> loc(#loc129)
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x17x1xf32>) outs(%3 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/broadcast_in_dim"(#loc95)), %out: f32 loc("jit(transformer)/div"(#loc95))):
      %162 = arith.divf %in, %cst_6 : f32 loc(#loc129)
      linalg.yield %162 : f32 loc(#loc129)
    } -> tensor<2x17x1xf32> loc(#loc129)
    %5 = tensor.empty() : tensor<2x17x39xf32> loc(#loc130)
    %6 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<2x17x1xf32>) outs(%5 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/div"(#loc95)), %out: f32 loc("jit(transformer)/sub"(#loc96))):
      linalg.yield %in : f32 loc(#loc130)
    } -> tensor<2x17x39xf32> loc(#loc130)
    %7 = tensor.empty() : tensor<2x17x39xf32> loc(#loc130)
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16, %6 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%7 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("x"), %in_29: f32 loc("jit(transformer)/sub"(#loc96)), %out: f32 loc("jit(transformer)/sub"(#loc96))):
      %162 = arith.subf %in, %in_29 : f32 loc(#loc130)
      linalg.yield %162 : f32 loc(#loc130)
    } -> tensor<2x17x39xf32> loc(#loc130)
    %9 = tensor.empty() : tensor<2x17x39xf32> loc(#loc131)
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x17x39xf32>) outs(%9 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/sub"(#loc96)), %out: f32 loc("jit(transformer)/integer_pow"(#loc97))):
      %162 = arith.mulf %in, %in : f32 loc(#loc131)
      linalg.yield %162 : f32 loc(#loc131)
    } -> tensor<2x17x39xf32> loc(#loc131)
    %11 = tensor.empty() : tensor<2x17xf32> loc(#loc132)
    %12 = linalg.fill ins(%cst_7 : f32) outs(%11 : tensor<2x17xf32>) -> tensor<2x17xf32> loc(#loc132)
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<2x17x39xf32>) outs(%12 : tensor<2x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reduce_sum"(#loc98)), %out: f32 loc("jit(transformer)/reduce_sum"(#loc98))):
      %162 = arith.addf %out, %in : f32 loc(#loc132)
      linalg.yield %162 : f32 loc(#loc132)
    } -> tensor<2x17xf32> loc(#loc132)
    %expanded_8 = tensor.expand_shape %13 [[0], [1, 2]] output_shape [2, 17, 1] : tensor<2x17xf32> into tensor<2x17x1xf32> loc(#loc133)
    %14 = tensor.empty() : tensor<2x17x1xf32> loc(#loc134)
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_8 : tensor<2x17x1xf32>) outs(%14 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/broadcast_in_dim"(#loc98)), %out: f32 loc("jit(transformer)/div"(#loc98))):
      %162 = arith.divf %in, %cst_6 : f32 loc(#loc134)
      linalg.yield %162 : f32 loc(#loc134)
    } -> tensor<2x17x1xf32> loc(#loc134)
    %16 = tensor.empty() : tensor<2x17x1xf32> loc(#loc135)
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x17x1xf32>) outs(%16 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/div"(#loc98)), %out: f32 loc("jit(transformer)/add"(#loc99))):
      %162 = arith.addf %in, %cst_5 : f32 loc(#loc135)
      linalg.yield %162 : f32 loc(#loc135)
    } -> tensor<2x17x1xf32> loc(#loc135)
    %18 = tensor.empty() : tensor<2x17x1xf32> loc(#loc136)
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<2x17x1xf32>) outs(%18 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc99)), %out: f32 loc("jit(transformer)/rsqrt"(#loc100))):
      %162 = math.rsqrt %in : f32 loc(#loc136)
      linalg.yield %162 : f32 loc(#loc136)
    } -> tensor<2x17x1xf32> loc(#loc136)
    %20 = tensor.empty() : tensor<2x17x39xf32> loc(#loc137)
    %21 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<2x17x1xf32>) outs(%20 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/rsqrt"(#loc100)), %out: f32 loc("jit(transformer)/mul"(#loc101))):
      linalg.yield %in : f32 loc(#loc137)
    } -> tensor<2x17x39xf32> loc(#loc137)
    %22 = tensor.empty() : tensor<2x17x39xf32> loc(#loc137)
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %21 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%22 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/sub"(#loc96)), %in_29: f32 loc("jit(transformer)/mul"(#loc101)), %out: f32 loc("jit(transformer)/mul"(#loc101))):
      %162 = arith.mulf %in, %in_29 : f32 loc(#loc137)
      linalg.yield %162 : f32 loc(#loc137)
    } -> tensor<2x17x39xf32> loc(#loc137)
    %24 = tensor.empty() : tensor<2x17x39xf32> loc(#loc138)
    %25 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg10 : tensor<39xf32>) outs(%24 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['norm1']['scale']"), %out: f32 loc("jit(transformer)/mul"(#loc102))):
      linalg.yield %in : f32 loc(#loc138)
    } -> tensor<2x17x39xf32> loc(#loc138)
    %26 = tensor.empty() : tensor<2x17x39xf32> loc(#loc138)
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %25 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%26 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/mul"(#loc101)), %in_29: f32 loc("jit(transformer)/mul"(#loc102)), %out: f32 loc("jit(transformer)/mul"(#loc102))):
      %162 = arith.mulf %in, %in_29 : f32 loc(#loc138)
      linalg.yield %162 : f32 loc(#loc138)
    } -> tensor<2x17x39xf32> loc(#loc138)
    %28 = tensor.empty() : tensor<2x17x39xf32> loc(#loc139)
    %29 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11 : tensor<39xf32>) outs(%28 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['norm1']['shift']"), %out: f32 loc("jit(transformer)/add"(#loc103))):
      linalg.yield %in : f32 loc(#loc139)
    } -> tensor<2x17x39xf32> loc(#loc139)
    %30 = tensor.empty() : tensor<2x17x39xf32> loc(#loc139)
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %29 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%30 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/mul"(#loc102)), %in_29: f32 loc("jit(transformer)/add"(#loc103)), %out: f32 loc("jit(transformer)/add"(#loc103))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc139)
      linalg.yield %162 : f32 loc(#loc139)
    } -> tensor<2x17x39xf32> loc(#loc139)
    %collapsed = tensor.collapse_shape %31 [[0, 1], [2]] : tensor<2x17x39xf32> into tensor<34x39xf32> loc(#loc175)
    %32 = tensor.empty() : tensor<34x39xf32> loc(#loc175)
    %33 = linalg.fill ins(%cst_7 : f32) outs(%32 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc175)
    %34 = linalg.matmul ins(%collapsed, %arg5 : tensor<34x39xf32>, tensor<39x39xf32>) outs(%33 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc175)
    %expanded_9 = tensor.expand_shape %34 [[0, 1], [2]] output_shape [2, 17, 39] : tensor<34x39xf32> into tensor<2x17x39xf32> loc(#loc175)
    %35 = tensor.empty() : tensor<2x17x39xf32> loc(#loc176)
    %36 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<39xf32>) outs(%35 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['attention']['q']['bias']"), %out: f32 loc("jit(transformer)/add"(#loc171))):
      linalg.yield %in : f32 loc(#loc176)
    } -> tensor<2x17x39xf32> loc(#loc176)
    %37 = tensor.empty() : tensor<2x17x39xf32> loc(#loc176)
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_9, %36 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%37 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/dot_general"(#loc170)), %in_29: f32 loc("jit(transformer)/add"(#loc171)), %out: f32 loc("jit(transformer)/add"(#loc171))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc176)
      linalg.yield %162 : f32 loc(#loc176)
    } -> tensor<2x17x39xf32> loc(#loc176)
    %expanded_10 = tensor.expand_shape %38 [[0], [1], [2, 3]] output_shape [2, 17, 3, 13] : tensor<2x17x39xf32> into tensor<2x17x3x13xf32> loc(#loc172)
    %39 = tensor.empty() : tensor<34x39xf32> loc(#loc175)
    %40 = linalg.fill ins(%cst_7 : f32) outs(%39 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc175)
    %41 = linalg.matmul ins(%collapsed, %arg1 : tensor<34x39xf32>, tensor<39x39xf32>) outs(%40 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc175)
    %expanded_11 = tensor.expand_shape %41 [[0, 1], [2]] output_shape [2, 17, 39] : tensor<34x39xf32> into tensor<2x17x39xf32> loc(#loc175)
    %42 = tensor.empty() : tensor<2x17x39xf32> loc(#loc176)
    %43 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<39xf32>) outs(%42 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['attention']['k']['bias']"), %out: f32 loc("jit(transformer)/add"(#loc171))):
      linalg.yield %in : f32 loc(#loc176)
    } -> tensor<2x17x39xf32> loc(#loc176)
    %44 = tensor.empty() : tensor<2x17x39xf32> loc(#loc176)
    %45 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11, %43 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%44 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/dot_general"(#loc170)), %in_29: f32 loc("jit(transformer)/add"(#loc171)), %out: f32 loc("jit(transformer)/add"(#loc171))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc176)
      linalg.yield %162 : f32 loc(#loc176)
    } -> tensor<2x17x39xf32> loc(#loc176)
    %expanded_12 = tensor.expand_shape %45 [[0], [1], [2, 3]] output_shape [2, 17, 3, 13] : tensor<2x17x39xf32> into tensor<2x17x3x13xf32> loc(#loc172)
    %46 = tensor.empty() : tensor<34x39xf32> loc(#loc175)
    %47 = linalg.fill ins(%cst_7 : f32) outs(%46 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc175)
    %48 = linalg.matmul ins(%collapsed, %arg7 : tensor<34x39xf32>, tensor<39x39xf32>) outs(%47 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc175)
    %expanded_13 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [2, 17, 39] : tensor<34x39xf32> into tensor<2x17x39xf32> loc(#loc175)
    %49 = tensor.empty() : tensor<2x17x39xf32> loc(#loc176)
    %50 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<39xf32>) outs(%49 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['attention']['v']['bias']"), %out: f32 loc("jit(transformer)/add"(#loc171))):
      linalg.yield %in : f32 loc(#loc176)
    } -> tensor<2x17x39xf32> loc(#loc176)
    %51 = tensor.empty() : tensor<2x17x39xf32> loc(#loc176)
    %52 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13, %50 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%51 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/dot_general"(#loc170)), %in_29: f32 loc("jit(transformer)/add"(#loc171)), %out: f32 loc("jit(transformer)/add"(#loc171))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc176)
      linalg.yield %162 : f32 loc(#loc176)
    } -> tensor<2x17x39xf32> loc(#loc176)
    %expanded_14 = tensor.expand_shape %52 [[0], [1], [2, 3]] output_shape [2, 17, 3, 13] : tensor<2x17x39xf32> into tensor<2x17x3x13xf32> loc(#loc172)
    %53 = tensor.empty() : tensor<2x3x17x13xf32> loc(#loc142)
    %54 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<2x17x3x13xf32>) outs(%53 : tensor<2x3x17x13xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reshape"(#loc141)), %out: f32 loc("jit(transformer)/bnhd,bmhd->bhnm/dot_general"(#loc105))):
      linalg.yield %in : f32 loc(#loc142)
    } -> tensor<2x3x17x13xf32> loc(#loc142)
    %55 = tensor.empty() : tensor<2x3x13x17xf32> loc(#loc142)
    %56 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<2x17x3x13xf32>) outs(%55 : tensor<2x3x13x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reshape"(#loc141)), %out: f32 loc("jit(transformer)/bnhd,bmhd->bhnm/dot_general"(#loc105))):
      linalg.yield %in : f32 loc(#loc142)
    } -> tensor<2x3x13x17xf32> loc(#loc142)
    %collapsed_15 = tensor.collapse_shape %54 [[0, 1], [2], [3]] : tensor<2x3x17x13xf32> into tensor<6x17x13xf32> loc(#loc142)
    %collapsed_16 = tensor.collapse_shape %56 [[0, 1], [2], [3]] : tensor<2x3x13x17xf32> into tensor<6x13x17xf32> loc(#loc142)
    %57 = tensor.empty() : tensor<6x17x17xf32> loc(#loc142)
    %58 = linalg.fill ins(%cst_7 : f32) outs(%57 : tensor<6x17x17xf32>) -> tensor<6x17x17xf32> loc(#loc142)
    %59 = linalg.batch_matmul ins(%collapsed_15, %collapsed_16 : tensor<6x17x13xf32>, tensor<6x13x17xf32>) outs(%58 : tensor<6x17x17xf32>) -> tensor<6x17x17xf32> loc(#loc142)
    %expanded_17 = tensor.expand_shape %59 [[0, 1], [2], [3]] output_shape [2, 3, 17, 17] : tensor<6x17x17xf32> into tensor<2x3x17x17xf32> loc(#loc142)
    %60 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc126)
    %61 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<2x3x17x17xf32>) outs(%60 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/bnhd,bmhd->bhnm/dot_general"(#loc105)), %out: f32 loc("jit(transformer)/div"(#loc94))):
      %162 = arith.divf %in, %cst_4 : f32 loc(#loc126)
      linalg.yield %162 : f32 loc(#loc126)
    } -> tensor<2x3x17x17xf32> loc(#loc126)
    %62 = tensor.empty() : tensor<2x3x17xf32> loc(#loc143)
    %63 = linalg.fill ins(%cst_3 : f32) outs(%62 : tensor<2x3x17xf32>) -> tensor<2x3x17xf32> loc(#loc143)
    %64 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%61 : tensor<2x3x17x17xf32>) outs(%63 : tensor<2x3x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reduce_max"(#loc106)), %out: f32 loc("jit(transformer)/reduce_max"(#loc106))):
      %162 = arith.maximumf %out, %in : f32 loc(#loc143)
      linalg.yield %162 : f32 loc(#loc143)
    } -> tensor<2x3x17xf32> loc(#loc143)
    %65 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc144)
    %66 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<2x3x17xf32>) outs(%65 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/max"(#loc106)), %out: f32 loc("jit(transformer)/sub"(#loc106))):
      linalg.yield %in : f32 loc(#loc144)
    } -> tensor<2x3x17x17xf32> loc(#loc144)
    %67 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc144)
    %68 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %66 : tensor<2x3x17x17xf32>, tensor<2x3x17x17xf32>) outs(%67 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/div"(#loc94)), %in_29: f32 loc("jit(transformer)/sub"(#loc106)), %out: f32 loc("jit(transformer)/sub"(#loc106))):
      %162 = arith.subf %in, %in_29 : f32 loc(#loc144)
      linalg.yield %162 : f32 loc(#loc144)
    } -> tensor<2x3x17x17xf32> loc(#loc144)
    %69 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc146)
    %70 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<2x3x17x17xf32>) outs(%69 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/sub"(#loc106)), %out: f32 loc("jit(transformer)/exp"(#loc106))):
      %162 = math.exp %in : f32 loc(#loc146)
      linalg.yield %162 : f32 loc(#loc146)
    } -> tensor<2x3x17x17xf32> loc(#loc146)
    %71 = tensor.empty() : tensor<2x3x17xf32> loc(#loc147)
    %72 = linalg.fill ins(%cst_7 : f32) outs(%71 : tensor<2x3x17xf32>) -> tensor<2x3x17xf32> loc(#loc147)
    %73 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%70 : tensor<2x3x17x17xf32>) outs(%72 : tensor<2x3x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reduce_sum"(#loc106)), %out: f32 loc("jit(transformer)/reduce_sum"(#loc106))):
      %162 = arith.addf %out, %in : f32 loc(#loc147)
      linalg.yield %162 : f32 loc(#loc147)
    } -> tensor<2x3x17xf32> loc(#loc147)
    %74 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc148)
    %75 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<2x3x17xf32>) outs(%74 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reduce_sum"(#loc106)), %out: f32 loc("jit(transformer)/div"(#loc106))):
      linalg.yield %in : f32 loc(#loc148)
    } -> tensor<2x3x17x17xf32> loc(#loc148)
    %76 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc148)
    %77 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %75 : tensor<2x3x17x17xf32>, tensor<2x3x17x17xf32>) outs(%76 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/exp"(#loc106)), %in_29: f32 loc("jit(transformer)/div"(#loc106)), %out: f32 loc("jit(transformer)/div"(#loc106))):
      %162 = arith.divf %in, %in_29 : f32 loc(#loc148)
      linalg.yield %162 : f32 loc(#loc148)
    } -> tensor<2x3x17x17xf32> loc(#loc148)
    %78 = tensor.empty() : tensor<2x3x13x17xf32> loc(#loc149)
    %79 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<2x17x3x13xf32>) outs(%78 : tensor<2x3x13x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reshape"(#loc141)), %out: f32 loc("jit(transformer)/bhnm,bmhd->bnhd/dot_general"(#loc107))):
      linalg.yield %in : f32 loc(#loc149)
    } -> tensor<2x3x13x17xf32> loc(#loc149)
    %80 = tensor.empty() : tensor<2x3x17x17xf32> loc(#loc149)
    %81 = linalg.generic {indexing_maps = [#map8, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<2x3x17x17xf32>) outs(%80 : tensor<2x3x17x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/div"(#loc106)), %out: f32 loc("jit(transformer)/bhnm,bmhd->bnhd/dot_general"(#loc107))):
      linalg.yield %in : f32 loc(#loc149)
    } -> tensor<2x3x17x17xf32> loc(#loc149)
    %collapsed_18 = tensor.collapse_shape %79 [[0, 1], [2], [3]] : tensor<2x3x13x17xf32> into tensor<6x13x17xf32> loc(#loc149)
    %collapsed_19 = tensor.collapse_shape %81 [[0, 1], [2], [3]] : tensor<2x3x17x17xf32> into tensor<6x17x17xf32> loc(#loc149)
    %82 = tensor.empty() : tensor<6x13x17xf32> loc(#loc149)
    %83 = linalg.fill ins(%cst_7 : f32) outs(%82 : tensor<6x13x17xf32>) -> tensor<6x13x17xf32> loc(#loc149)
    %84 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<6x13x17xf32>, tensor<6x17x17xf32>) outs(%83 : tensor<6x13x17xf32>) -> tensor<6x13x17xf32> loc(#loc149)
    %expanded_20 = tensor.expand_shape %84 [[0, 1], [2], [3]] output_shape [2, 3, 13, 17] : tensor<6x13x17xf32> into tensor<2x3x13x17xf32> loc(#loc149)
    %85 = tensor.empty() : tensor<2x17x3x13xf32> loc(#loc150)
    %86 = linalg.generic {indexing_maps = [#map9, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x3x13x17xf32>) outs(%85 : tensor<2x17x3x13xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/bhnm,bmhd->bnhd/dot_general"(#loc107)), %out: f32 loc("jit(transformer)/bhnm,bmhd->bnhd/transpose"(#loc107))):
      linalg.yield %in : f32 loc(#loc150)
    } -> tensor<2x17x3x13xf32> loc(#loc150)
    %collapsed_21 = tensor.collapse_shape %86 [[0, 1], [2, 3]] : tensor<2x17x3x13xf32> into tensor<34x39xf32> loc(#loc173)
    %87 = tensor.empty() : tensor<34x39xf32> loc(#loc173)
    %88 = linalg.fill ins(%cst_7 : f32) outs(%87 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc173)
    %89 = linalg.matmul ins(%collapsed_21, %arg3 : tensor<34x39xf32>, tensor<39x39xf32>) outs(%88 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc173)
    %expanded_22 = tensor.expand_shape %89 [[0, 1], [2]] output_shape [2, 17, 39] : tensor<34x39xf32> into tensor<2x17x39xf32> loc(#loc173)
    %90 = tensor.empty() : tensor<2x17x39xf32> loc(#loc174)
    %91 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<39xf32>) outs(%90 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['attention']['out']['bias']"), %out: f32 loc("jit(transformer)/add"(#loc152))):
      linalg.yield %in : f32 loc(#loc174)
    } -> tensor<2x17x39xf32> loc(#loc174)
    %92 = tensor.empty() : tensor<2x17x39xf32> loc(#loc174)
    %93 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_22, %91 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%92 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/dot_general"(#loc151)), %in_29: f32 loc("jit(transformer)/add"(#loc152)), %out: f32 loc("jit(transformer)/add"(#loc152))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc174)
      linalg.yield %162 : f32 loc(#loc174)
    } -> tensor<2x17x39xf32> loc(#loc174)
    %94 = tensor.empty() : tensor<2x17x39xf32> loc(#loc109)
    %95 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16, %93 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%94 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("x"), %in_29: f32 loc("jit(transformer)/add"(#loc152)), %out: f32 loc("jit(transformer)/add"(#loc86))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc109)
      linalg.yield %162 : f32 loc(#loc109)
    } -> tensor<2x17x39xf32> loc(#loc109)
    %96 = tensor.empty() : tensor<2x17xf32> loc(#loc153)
    %97 = linalg.fill ins(%cst_7 : f32) outs(%96 : tensor<2x17xf32>) -> tensor<2x17xf32> loc(#loc153)
    %98 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%95 : tensor<2x17x39xf32>) outs(%97 : tensor<2x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reduce_sum"(#loc110)), %out: f32 loc("jit(transformer)/reduce_sum"(#loc110))):
      %162 = arith.addf %out, %in : f32 loc(#loc153)
      linalg.yield %162 : f32 loc(#loc153)
    } -> tensor<2x17xf32> loc(#loc153)
    %expanded_23 = tensor.expand_shape %98 [[0], [1, 2]] output_shape [2, 17, 1] : tensor<2x17xf32> into tensor<2x17x1xf32> loc(#loc154)
    %99 = tensor.empty() : tensor<2x17x1xf32> loc(#loc155)
    %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<2x17x1xf32>) outs(%99 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/broadcast_in_dim"(#loc110)), %out: f32 loc("jit(transformer)/div"(#loc110))):
      %162 = arith.divf %in, %cst_6 : f32 loc(#loc155)
      linalg.yield %162 : f32 loc(#loc155)
    } -> tensor<2x17x1xf32> loc(#loc155)
    %101 = tensor.empty() : tensor<2x17x39xf32> loc(#loc156)
    %102 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%100 : tensor<2x17x1xf32>) outs(%101 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/div"(#loc110)), %out: f32 loc("jit(transformer)/sub"(#loc111))):
      linalg.yield %in : f32 loc(#loc156)
    } -> tensor<2x17x39xf32> loc(#loc156)
    %103 = tensor.empty() : tensor<2x17x39xf32> loc(#loc156)
    %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %102 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%103 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc86)), %in_29: f32 loc("jit(transformer)/sub"(#loc111)), %out: f32 loc("jit(transformer)/sub"(#loc111))):
      %162 = arith.subf %in, %in_29 : f32 loc(#loc156)
      linalg.yield %162 : f32 loc(#loc156)
    } -> tensor<2x17x39xf32> loc(#loc156)
    %105 = tensor.empty() : tensor<2x17x39xf32> loc(#loc157)
    %106 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104 : tensor<2x17x39xf32>) outs(%105 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/sub"(#loc111)), %out: f32 loc("jit(transformer)/integer_pow"(#loc112))):
      %162 = arith.mulf %in, %in : f32 loc(#loc157)
      linalg.yield %162 : f32 loc(#loc157)
    } -> tensor<2x17x39xf32> loc(#loc157)
    %107 = tensor.empty() : tensor<2x17xf32> loc(#loc158)
    %108 = linalg.fill ins(%cst_7 : f32) outs(%107 : tensor<2x17xf32>) -> tensor<2x17xf32> loc(#loc158)
    %109 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%106 : tensor<2x17x39xf32>) outs(%108 : tensor<2x17xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/reduce_sum"(#loc113)), %out: f32 loc("jit(transformer)/reduce_sum"(#loc113))):
      %162 = arith.addf %out, %in : f32 loc(#loc158)
      linalg.yield %162 : f32 loc(#loc158)
    } -> tensor<2x17xf32> loc(#loc158)
    %expanded_24 = tensor.expand_shape %109 [[0], [1, 2]] output_shape [2, 17, 1] : tensor<2x17xf32> into tensor<2x17x1xf32> loc(#loc159)
    %110 = tensor.empty() : tensor<2x17x1xf32> loc(#loc160)
    %111 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<2x17x1xf32>) outs(%110 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/broadcast_in_dim"(#loc113)), %out: f32 loc("jit(transformer)/div"(#loc113))):
      %162 = arith.divf %in, %cst_6 : f32 loc(#loc160)
      linalg.yield %162 : f32 loc(#loc160)
    } -> tensor<2x17x1xf32> loc(#loc160)
    %112 = tensor.empty() : tensor<2x17x1xf32> loc(#loc161)
    %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<2x17x1xf32>) outs(%112 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/div"(#loc113)), %out: f32 loc("jit(transformer)/add"(#loc114))):
      %162 = arith.addf %in, %cst_5 : f32 loc(#loc161)
      linalg.yield %162 : f32 loc(#loc161)
    } -> tensor<2x17x1xf32> loc(#loc161)
    %114 = tensor.empty() : tensor<2x17x1xf32> loc(#loc162)
    %115 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%113 : tensor<2x17x1xf32>) outs(%114 : tensor<2x17x1xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc114)), %out: f32 loc("jit(transformer)/rsqrt"(#loc115))):
      %162 = math.rsqrt %in : f32 loc(#loc162)
      linalg.yield %162 : f32 loc(#loc162)
    } -> tensor<2x17x1xf32> loc(#loc162)
    %116 = tensor.empty() : tensor<2x17x39xf32> loc(#loc163)
    %117 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%115 : tensor<2x17x1xf32>) outs(%116 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/rsqrt"(#loc115)), %out: f32 loc("jit(transformer)/mul"(#loc116))):
      linalg.yield %in : f32 loc(#loc163)
    } -> tensor<2x17x39xf32> loc(#loc163)
    %118 = tensor.empty() : tensor<2x17x39xf32> loc(#loc163)
    %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%104, %117 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%118 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/sub"(#loc111)), %in_29: f32 loc("jit(transformer)/mul"(#loc116)), %out: f32 loc("jit(transformer)/mul"(#loc116))):
      %162 = arith.mulf %in, %in_29 : f32 loc(#loc163)
      linalg.yield %162 : f32 loc(#loc163)
    } -> tensor<2x17x39xf32> loc(#loc163)
    %120 = tensor.empty() : tensor<2x17x39xf32> loc(#loc164)
    %121 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12 : tensor<39xf32>) outs(%120 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['norm2']['scale']"), %out: f32 loc("jit(transformer)/mul"(#loc117))):
      linalg.yield %in : f32 loc(#loc164)
    } -> tensor<2x17x39xf32> loc(#loc164)
    %122 = tensor.empty() : tensor<2x17x39xf32> loc(#loc164)
    %123 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%119, %121 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%122 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/mul"(#loc116)), %in_29: f32 loc("jit(transformer)/mul"(#loc117)), %out: f32 loc("jit(transformer)/mul"(#loc117))):
      %162 = arith.mulf %in, %in_29 : f32 loc(#loc164)
      linalg.yield %162 : f32 loc(#loc164)
    } -> tensor<2x17x39xf32> loc(#loc164)
    %124 = tensor.empty() : tensor<2x17x39xf32> loc(#loc165)
    %125 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<39xf32>) outs(%124 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['norm2']['shift']"), %out: f32 loc("jit(transformer)/add"(#loc118))):
      linalg.yield %in : f32 loc(#loc165)
    } -> tensor<2x17x39xf32> loc(#loc165)
    %126 = tensor.empty() : tensor<2x17x39xf32> loc(#loc165)
    %127 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123, %125 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%126 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/mul"(#loc117)), %in_29: f32 loc("jit(transformer)/add"(#loc118)), %out: f32 loc("jit(transformer)/add"(#loc118))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc165)
      linalg.yield %162 : f32 loc(#loc165)
    } -> tensor<2x17x39xf32> loc(#loc165)
    %collapsed_25 = tensor.collapse_shape %127 [[0, 1], [2]] : tensor<2x17x39xf32> into tensor<34x39xf32> loc(#loc166)
    %128 = tensor.empty() : tensor<34x77xf32> loc(#loc166)
    %129 = linalg.fill ins(%cst_7 : f32) outs(%128 : tensor<34x77xf32>) -> tensor<34x77xf32> loc(#loc166)
    %130 = linalg.matmul ins(%collapsed_25, %arg15 : tensor<34x39xf32>, tensor<39x77xf32>) outs(%129 : tensor<34x77xf32>) -> tensor<34x77xf32> loc(#loc166)
    %expanded_26 = tensor.expand_shape %130 [[0, 1], [2]] output_shape [2, 17, 77] : tensor<34x77xf32> into tensor<2x17x77xf32> loc(#loc166)
    %131 = tensor.empty() : tensor<2x17x77xf32> loc(#loc167)
    %132 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<77xf32>) outs(%131 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("params['up']['bias']"), %out: f32 loc("jit(transformer)/add"(#loc120))):
      linalg.yield %in : f32 loc(#loc167)
    } -> tensor<2x17x77xf32> loc(#loc167)
    %133 = tensor.empty() : tensor<2x17x77xf32> loc(#loc167)
    %134 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_26, %132 : tensor<2x17x77xf32>, tensor<2x17x77xf32>) outs(%133 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/dot_general"(#loc119)), %in_29: f32 loc("jit(transformer)/add"(#loc120)), %out: f32 loc("jit(transformer)/add"(#loc120))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc167)
      linalg.yield %162 : f32 loc(#loc167)
    } -> tensor<2x17x77xf32> loc(#loc167)
    %135 = tensor.empty() : tensor<2x17x77xf32> loc(#loc121)
    %136 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<2x17x77xf32>) outs(%135 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc120)), %out: f32 loc("jit(transformer)/integer_pow"(#loc83))):
      %162 = arith.mulf %in, %in : f32 loc(#loc121)
      linalg.yield %162 : f32 loc(#loc121)
    } -> tensor<2x17x77xf32> loc(#loc121)
    %137 = tensor.empty() : tensor<2x17x77xf32> loc(#loc121)
    %138 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %134 : tensor<2x17x77xf32>, tensor<2x17x77xf32>) outs(%137 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/integer_pow"(#loc83)), %in_29: f32 loc("jit(transformer)/add"(#loc120)), %out: f32 loc("jit(transformer)/integer_pow"(#loc83))):
      %162 = arith.mulf %in, %in_29 : f32 loc(#loc121)
      linalg.yield %162 : f32 loc(#loc121)
    } -> tensor<2x17x77xf32> loc(#loc121)
    %139 = tensor.empty() : tensor<2x17x77xf32> loc(#loc92)
    %140 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<2x17x77xf32>) outs(%139 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/integer_pow"(#loc83)), %out: f32 loc("jit(transformer)/mul"(#loc83))):
      %162 = arith.mulf %in, %cst_2 : f32 loc(#loc92)
      linalg.yield %162 : f32 loc(#loc92)
    } -> tensor<2x17x77xf32> loc(#loc92)
    %141 = tensor.empty() : tensor<2x17x77xf32> loc(#loc93)
    %142 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %140 : tensor<2x17x77xf32>, tensor<2x17x77xf32>) outs(%141 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc120)), %in_29: f32 loc("jit(transformer)/mul"(#loc83)), %out: f32 loc("jit(transformer)/add"(#loc83))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc93)
      linalg.yield %162 : f32 loc(#loc93)
    } -> tensor<2x17x77xf32> loc(#loc93)
    %143 = tensor.empty() : tensor<2x17x77xf32> loc(#loc92)
    %144 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%142 : tensor<2x17x77xf32>) outs(%143 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc83)), %out: f32 loc("jit(transformer)/mul"(#loc83))):
      %162 = arith.mulf %in, %cst_1 : f32 loc(#loc92)
      linalg.yield %162 : f32 loc(#loc92)
    } -> tensor<2x17x77xf32> loc(#loc92)
    %145 = tensor.empty() : tensor<2x17x77xf32> loc(#loc122)
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<2x17x77xf32>) outs(%145 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/mul"(#loc83)), %out: f32 loc("jit(transformer)/tanh"(#loc83))):
      %162 = math.tanh %in : f32 loc(#loc122)
      linalg.yield %162 : f32 loc(#loc122)
    } -> tensor<2x17x77xf32> loc(#loc122)
    %147 = tensor.empty() : tensor<2x17x77xf32> loc(#loc93)
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146 : tensor<2x17x77xf32>) outs(%147 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/tanh"(#loc83)), %out: f32 loc("jit(transformer)/add"(#loc83))):
      %162 = arith.addf %in, %cst_0 : f32 loc(#loc93)
      linalg.yield %162 : f32 loc(#loc93)
    } -> tensor<2x17x77xf32> loc(#loc93)
    %149 = tensor.empty() : tensor<2x17x77xf32> loc(#loc92)
    %150 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x17x77xf32>) outs(%149 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc83)), %out: f32 loc("jit(transformer)/mul"(#loc83))):
      %162 = arith.mulf %in, %cst : f32 loc(#loc92)
      linalg.yield %162 : f32 loc(#loc92)
    } -> tensor<2x17x77xf32> loc(#loc92)
    %151 = tensor.empty() : tensor<2x17x77xf32> loc(#loc92)
    %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134, %150 : tensor<2x17x77xf32>, tensor<2x17x77xf32>) outs(%151 : tensor<2x17x77xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc120)), %in_29: f32 loc("jit(transformer)/mul"(#loc83)), %out: f32 loc("jit(transformer)/mul"(#loc83))):
      %162 = arith.mulf %in, %in_29 : f32 loc(#loc92)
      linalg.yield %162 : f32 loc(#loc92)
    } -> tensor<2x17x77xf32> loc(#loc92)
    %collapsed_27 = tensor.collapse_shape %152 [[0, 1], [2]] : tensor<2x17x77xf32> into tensor<34x77xf32> loc(#loc168)
    %153 = tensor.empty() : tensor<34x39xf32> loc(#loc168)
    %154 = linalg.fill ins(%cst_7 : f32) outs(%153 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc168)
    %155 = linalg.matmul ins(%collapsed_27, %arg9 : tensor<34x77xf32>, tensor<77x39xf32>) outs(%154 : tensor<34x39xf32>) -> tensor<34x39xf32> loc(#loc168)
    %expanded_28 = tensor.expand_shape %155 [[0, 1], [2]] output_shape [2, 17, 39] : tensor<34x39xf32> into tensor<2x17x39xf32> loc(#loc168)
    %156 = tensor.empty() : tensor<2x17x39xf32> loc(#loc169)
    %157 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<39xf32>) outs(%156 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("params['down']['bias']"), %out: f32 loc("jit(transformer)/add"(#loc124))):
      linalg.yield %in : f32 loc(#loc169)
    } -> tensor<2x17x39xf32> loc(#loc169)
    %158 = tensor.empty() : tensor<2x17x39xf32> loc(#loc169)
    %159 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28, %157 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%158 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/dot_general"(#loc123)), %in_29: f32 loc("jit(transformer)/add"(#loc124)), %out: f32 loc("jit(transformer)/add"(#loc124))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc169)
      linalg.yield %162 : f32 loc(#loc169)
    } -> tensor<2x17x39xf32> loc(#loc169)
    %160 = tensor.empty() : tensor<2x17x39xf32> loc(#loc125)
    %161 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%95, %159 : tensor<2x17x39xf32>, tensor<2x17x39xf32>) outs(%160 : tensor<2x17x39xf32>) {
    ^bb0(%in: f32 loc("jit(transformer)/add"(#loc86)), %in_29: f32 loc("jit(transformer)/add"(#loc124)), %out: f32 loc("jit(transformer)/add"(#loc90))):
      %162 = arith.addf %in, %in_29 : f32 loc(#loc125)
      linalg.yield %162 : f32 loc(#loc125)
    } -> tensor<2x17x39xf32> loc(#loc125)
    return %161 : tensor<2x17x39xf32> loc(#loc91)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc91 = loc("jit(transformer)"(#loc82))

