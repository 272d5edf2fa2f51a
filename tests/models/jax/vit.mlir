#loc1 = loc("params['class']")
#loc2 = loc("params['head']['bias']")
#loc3 = loc("params['head']['weight']")
#loc4 = loc("params['layer']['attention']['k']['bias']")
#loc5 = loc("params['layer']['attention']['k']['weight']")
#loc6 = loc("params['layer']['attention']['out']['bias']")
#loc7 = loc("params['layer']['attention']['out']['weight']")
#loc8 = loc("params['layer']['attention']['q']['bias']")
#loc9 = loc("params['layer']['attention']['q']['weight']")
#loc10 = loc("params['layer']['attention']['v']['bias']")
#loc11 = loc("params['layer']['attention']['v']['weight']")
#loc12 = loc("params['layer']['down']['bias']")
#loc13 = loc("params['layer']['down']['weight']")
#loc14 = loc("params['layer']['norm1']['scale']")
#loc15 = loc("params['layer']['norm1']['shift']")
#loc16 = loc("params['layer']['norm2']['scale']")
#loc17 = loc("params['layer']['norm2']['shift']")
#loc18 = loc("params['layer']['up']['bias']")
#loc19 = loc("params['layer']['up']['weight']")
#loc20 = loc("params['norm']['scale']")
#loc21 = loc("params['norm']['shift']")
#loc22 = loc("params['patch']")
#loc23 = loc("params['position']")
#loc24 = loc("x")
#loc25 = loc("jax_models.py":61:13 to :77)
#loc26 = loc("jax_models.py":113:39 to :75)
#loc27 = loc("jax_models.py":231:15 to :68)
#loc28 = loc("jax_models.py":240:4 to :10)
#loc29 = loc("<frozen runpy>":88:4 to :27)
#loc30 = loc("<frozen runpy>":198:11 to 199:42)
#loc31 = loc("jax_models.py":45:13 to :83)
#loc32 = loc("jax_models.py":60:12 to :82)
#loc36 = loc("jax_models.py":111:12 to :64)
#loc37 = loc("jax_models.py":112:13 to :48)
#loc38 = loc("jax_models.py":112:13 to :69)
#loc39 = loc("jax_models.py":29:11 to :36)
#loc40 = loc("jax_models.py":60:43 to :72)
#loc41 = loc("jax_models.py":30:17 to :25)
#loc42 = loc("jax_models.py":30:16 to :31)
#loc43 = loc("jax_models.py":30:15 to :56)
#loc44 = loc("jax_models.py":31:34 to :49)
#loc45 = loc("jax_models.py":31:24 to :50)
#loc46 = loc("jax_models.py":31:11 to :50)
#loc47 = loc("jax_models.py":31:11 to :63)
#loc48 = loc("jax_models.py":31:11 to :76)
#loc49 = loc("jax_models.py":25:11 to :26)
#loc50 = loc("jax_models.py":44:15 to :33)
#loc51 = loc("jax_models.py":44:4 to :11)
#loc52 = loc("jax_models.py":25:11 to :38)
#loc53 = loc("jax_models.py":44:15 to :67)
#loc54 = loc("jax_models.py":45:13 to :48)
#loc55 = loc("jax_models.py":46:14 to :45)
#loc56 = loc("jax_models.py":47:12 to :53)
#loc57 = loc("jax_models.py":48:11 to :61)
#loc58 = loc("jax_models.py":60:8 to :82)
#loc59 = loc("jax_models.py":61:46 to :75)
#loc60 = loc("jax_models.py":61:25 to :76)
#loc61 = loc("jax_models.py":62:15 to :45)
#loc62 = loc("jax_models.py":62:11 to :45)
#loc63 = loc("jax_models.py":113:13 to :76)
#loc65 = loc("jax_models.py":114:11 to :47)
#map = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map11 = affine_map<(d0, d1) -> (d1)>
#map12 = affine_map<(d0, d1) -> (d0, d1)>
#loc66 = loc("transformer"(#loc25))
#loc67 = loc("vit"(#loc26))
#loc68 = loc("main"(#loc27))
#loc69 = loc("<module>"(#loc28))
#loc70 = loc("_run_code"(#loc29))
#loc71 = loc("_run_module_as_main"(#loc30))
#loc72 = loc("attention"(#loc31))
#loc73 = loc("transformer"(#loc32))
#loc77 = loc("vit"(#loc36))
#loc78 = loc("vit"(#loc37))
#loc79 = loc("vit"(#loc38))
#loc80 = loc("layernorm"(#loc39))
#loc81 = loc("transformer"(#loc40))
#loc82 = loc("layernorm"(#loc41))
#loc83 = loc("layernorm"(#loc42))
#loc84 = loc("layernorm"(#loc43))
#loc85 = loc("layernorm"(#loc44))
#loc86 = loc("layernorm"(#loc45))
#loc87 = loc("layernorm"(#loc46))
#loc88 = loc("layernorm"(#loc47))
#loc89 = loc("layernorm"(#loc48))
#loc90 = loc("linear"(#loc49))
#loc91 = loc("attention.<locals>.<genexpr>"(#loc50))
#loc92 = loc("attention"(#loc51))
#loc93 = loc("linear"(#loc52))
#loc94 = loc("attention.<locals>.<genexpr>"(#loc53))
#loc95 = loc("attention"(#loc54))
#loc96 = loc("attention"(#loc55))
#loc97 = loc("attention"(#loc56))
#loc98 = loc("attention"(#loc57))
#loc99 = loc("transformer"(#loc58))
#loc100 = loc("transformer"(#loc59))
#loc101 = loc("transformer"(#loc60))
#loc102 = loc("transformer"(#loc61))
#loc103 = loc("transformer"(#loc62))
#loc104 = loc("vit"(#loc63))
#loc106 = loc("vit"(#loc65))
#loc107 = loc(callsite(#loc70 at #loc71))
#loc108 = loc(callsite(#loc69 at #loc107))
#loc109 = loc(callsite(#loc68 at #loc108))
#loc110 = loc(callsite(#loc67 at #loc109))
#loc113 = loc(callsite(#loc77 at #loc109))
#loc114 = loc(callsite(#loc78 at #loc109))
#loc115 = loc(callsite(#loc79 at #loc109))
#loc116 = loc(callsite(#loc104 at #loc109))
#loc118 = loc(callsite(#loc106 at #loc109))
#loc120 = loc(callsite(#loc66 at #loc110))
#loc121 = loc(callsite(#loc73 at #loc110))
#loc124 = loc("jit(vit)/broadcast_in_dim"(#loc113))
#loc125 = loc("jit(vit)/concatenate"(#loc114))
#loc126 = loc("jit(vit)/add"(#loc115))
#loc127 = loc(callsite(#loc81 at #loc110))
#loc128 = loc(callsite(#loc99 at #loc110))
#loc129 = loc(callsite(#loc100 at #loc110))
#loc130 = loc(callsite(#loc101 at #loc110))
#loc131 = loc(callsite(#loc102 at #loc110))
#loc132 = loc(callsite(#loc103 at #loc110))
#loc133 = loc(callsite(#loc80 at #loc116))
#loc134 = loc(callsite(#loc82 at #loc116))
#loc135 = loc(callsite(#loc83 at #loc116))
#loc136 = loc(callsite(#loc84 at #loc116))
#loc137 = loc(callsite(#loc85 at #loc116))
#loc138 = loc(callsite(#loc86 at #loc116))
#loc139 = loc(callsite(#loc87 at #loc116))
#loc140 = loc(callsite(#loc88 at #loc116))
#loc141 = loc(callsite(#loc89 at #loc116))
#loc144 = loc(callsite(#loc90 at #loc118))
#loc145 = loc(callsite(#loc93 at #loc118))
#loc146 = loc("jit(vit)/mul"(#loc120))
#loc147 = loc("jit(vit)/add"(#loc120))
#loc148 = loc(callsite(#loc72 at #loc121))
#loc150 = loc(callsite(#loc80 at #loc127))
#loc151 = loc(callsite(#loc82 at #loc127))
#loc152 = loc(callsite(#loc83 at #loc127))
#loc153 = loc(callsite(#loc84 at #loc127))
#loc154 = loc(callsite(#loc85 at #loc127))
#loc155 = loc(callsite(#loc86 at #loc127))
#loc156 = loc(callsite(#loc87 at #loc127))
#loc157 = loc(callsite(#loc88 at #loc127))
#loc158 = loc(callsite(#loc89 at #loc127))
#loc159 = loc(callsite(#loc92 at #loc121))
#loc160 = loc(callsite(#loc95 at #loc121))
#loc161 = loc(callsite(#loc96 at #loc121))
#loc162 = loc(callsite(#loc97 at #loc121))
#loc163 = loc(callsite(#loc98 at #loc121))
#loc164 = loc("jit(vit)/add"(#loc128))
#loc165 = loc(callsite(#loc80 at #loc129))
#loc166 = loc(callsite(#loc82 at #loc129))
#loc167 = loc(callsite(#loc83 at #loc129))
#loc168 = loc(callsite(#loc84 at #loc129))
#loc169 = loc(callsite(#loc85 at #loc129))
#loc170 = loc(callsite(#loc86 at #loc129))
#loc171 = loc(callsite(#loc87 at #loc129))
#loc172 = loc(callsite(#loc88 at #loc129))
#loc173 = loc(callsite(#loc89 at #loc129))
#loc174 = loc(callsite(#loc90 at #loc130))
#loc175 = loc(callsite(#loc93 at #loc130))
#loc176 = loc("jit(vit)/integer_pow"(#loc120))
#loc177 = loc("jit(vit)/tanh"(#loc120))
#loc178 = loc(callsite(#loc90 at #loc131))
#loc179 = loc(callsite(#loc93 at #loc131))
#loc180 = loc("jit(vit)/add"(#loc132))
#loc181 = loc("jit(vit)/reduce_sum"(#loc133))
#loc182 = loc("jit(vit)/broadcast_in_dim"(#loc133))
#loc183 = loc("jit(vit)/div"(#loc133))
#loc184 = loc("jit(vit)/sub"(#loc134))
#loc185 = loc("jit(vit)/integer_pow"(#loc135))
#loc186 = loc("jit(vit)/reduce_sum"(#loc136))
#loc187 = loc("jit(vit)/broadcast_in_dim"(#loc136))
#loc188 = loc("jit(vit)/div"(#loc136))
#loc189 = loc("jit(vit)/add"(#loc137))
#loc190 = loc("jit(vit)/rsqrt"(#loc138))
#loc191 = loc("jit(vit)/mul"(#loc139))
#loc192 = loc("jit(vit)/mul"(#loc140))
#loc193 = loc("jit(vit)/add"(#loc141))
#loc194 = loc("jit(vit)/dot_general"(#loc144))
#loc195 = loc("jit(vit)/add"(#loc145))
#loc196 = loc("jit(vit)/div"(#loc148))
#loc197 = loc("jit(vit)/reduce_sum"(#loc150))
#loc198 = loc("jit(vit)/broadcast_in_dim"(#loc150))
#loc199 = loc("jit(vit)/div"(#loc150))
#loc200 = loc("jit(vit)/sub"(#loc151))
#loc201 = loc("jit(vit)/integer_pow"(#loc152))
#loc202 = loc("jit(vit)/reduce_sum"(#loc153))
#loc203 = loc("jit(vit)/broadcast_in_dim"(#loc153))
#loc204 = loc("jit(vit)/div"(#loc153))
#loc205 = loc("jit(vit)/add"(#loc154))
#loc206 = loc("jit(vit)/rsqrt"(#loc155))
#loc207 = loc("jit(vit)/mul"(#loc156))
#loc208 = loc("jit(vit)/mul"(#loc157))
#loc209 = loc("jit(vit)/add"(#loc158))
#loc210 = loc(callsite(#loc91 at #loc159))
#loc211 = loc(callsite(#loc94 at #loc159))
#loc212 = loc("jit(vit)/bnhd,bmhd->bhnm/dot_general"(#loc160))
#loc213 = loc("jit(vit)/reduce_max"(#loc161))
#loc214 = loc("jit(vit)/sub"(#loc161))
#loc215 = loc("jit(vit)/max"(#loc161))
#loc216 = loc("jit(vit)/exp"(#loc161))
#loc217 = loc("jit(vit)/reduce_sum"(#loc161))
#loc218 = loc("jit(vit)/div"(#loc161))
#loc219 = loc("jit(vit)/bhnm,bmhd->bnhd/dot_general"(#loc162))
#loc220 = loc("jit(vit)/bhnm,bmhd->bnhd/transpose"(#loc162))
#loc221 = loc(callsite(#loc90 at #loc163))
#loc222 = loc(callsite(#loc93 at #loc163))
#loc223 = loc("jit(vit)/reduce_sum"(#loc165))
#loc224 = loc("jit(vit)/broadcast_in_dim"(#loc165))
#loc225 = loc("jit(vit)/div"(#loc165))
#loc226 = loc("jit(vit)/sub"(#loc166))
#loc227 = loc("jit(vit)/integer_pow"(#loc167))
#loc228 = loc("jit(vit)/reduce_sum"(#loc168))
#loc229 = loc("jit(vit)/broadcast_in_dim"(#loc168))
#loc230 = loc("jit(vit)/div"(#loc168))
#loc231 = loc("jit(vit)/add"(#loc169))
#loc232 = loc("jit(vit)/rsqrt"(#loc170))
#loc233 = loc("jit(vit)/mul"(#loc171))
#loc234 = loc("jit(vit)/mul"(#loc172))
#loc235 = loc("jit(vit)/add"(#loc173))
#loc236 = loc("jit(vit)/dot_general"(#loc174))
#loc237 = loc("jit(vit)/add"(#loc175))
#loc238 = loc("jit(vit)/dot_general"(#loc178))
#loc239 = loc("jit(vit)/add"(#loc179))
#loc240 = loc(callsite(#loc90 at #loc210))
#loc241 = loc(callsite(#loc93 at #loc210))
#loc242 = loc("jit(vit)/reshape"(#loc211))
#loc243 = loc("jit(vit)/dot_general"(#loc221))
#loc244 = loc("jit(vit)/add"(#loc222))
#loc245 = loc("jit(vit)/dot_general"(#loc240))
#loc246 = loc("jit(vit)/add"(#loc241))
module @jit_vit {
  func.func public @main(%arg0: tensor<1x1x27xf32> loc("params['class']"), %arg1: tensor<11xf32> loc("params['head']['bias']"), %arg2: tensor<27x11xf32> loc("params['head']['weight']"), %arg3: tensor<27xf32> loc("params['layer']['attention']['k']['bias']"), %arg4: tensor<27x27xf32> loc("params['layer']['attention']['k']['weight']"), %arg5: tensor<27xf32> loc("params['layer']['attention']['out']['bias']"), %arg6: tensor<27x27xf32> loc("params['layer']['attention']['out']['weight']"), %arg7: tensor<27xf32> loc("params['layer']['attention']['q']['bias']"), %arg8: tensor<27x27xf32> loc("params['layer']['attention']['q']['weight']"), %arg9: tensor<27xf32> loc("params['layer']['attention']['v']['bias']"), %arg10: tensor<27x27xf32> loc("params['layer']['attention']['v']['weight']"), %arg11: tensor<27xf32> loc("params['layer']['down']['bias']"), %arg12: tensor<53x27xf32> loc("params['layer']['down']['weight']"), %arg13: tensor<27xf32> loc("params['layer']['norm1']['scale']"), %arg14: tensor<27xf32> loc("params['layer']['norm1']['shift']"), %arg15: tensor<27xf32> loc("params['layer']['norm2']['scale']"), %arg16: tensor<27xf32> loc("params['layer']['norm2']['shift']"), %arg17: tensor<53xf32> loc("params['layer']['up']['bias']"), %arg18: tensor<27x53xf32> loc("params['layer']['up']['weight']"), %arg19: tensor<27xf32> loc("params['norm']['scale']"), %arg20: tensor<27xf32> loc("params['norm']['shift']"), %arg21: tensor<5x5x3x27xf32> loc("params['patch']"), %arg22: tensor<1x16x27xf32> loc("params['position']"), %arg23: tensor<2x15x25x3xf32> loc("x")) -> tensor<2x11xf32> {
    %cst = arith.constant 5.000000e-01 : f32 loc(#loc146)
    %cst_0 = arith.constant 1.000000e+00 : f32 loc(#loc147)
    %cst_1 = arith.constant 0.797884583 : f32 loc(#loc146)
    %cst_2 = arith.constant 4.471500e-02 : f32 loc(#loc146)
    %cst_3 = arith.constant 0xFF800000 : f32 loc(#loc)
    %cst_4 = arith.constant 3.000000e+00 : f32 loc(#loc196)
    %cst_5 = arith.constant 9.99999974E-6 : f32 loc(#loc)
    %cst_6 = arith.constant 2.700000e+01 : f32 loc(#loc)
    %cst_7 = arith.constant 0.000000e+00 : f32 loc(#loc)
    %0 = tensor.empty() : tensor<2x3x5x27xf32> loc(#loc149)
    %1 = linalg.fill ins(%cst_7 : f32) outs(%0 : tensor<2x3x5x27xf32>) -> tensor<2x3x5x27xf32> loc(#loc149)
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<5> : tensor<2xi64>} ins(%arg23, %arg21 : tensor<2x15x25x3xf32>, tensor<5x5x3x27xf32>) outs(%1 : tensor<2x3x5x27xf32>) -> tensor<2x3x5x27xf32> loc(#loc149)
    %collapsed = tensor.collapse_shape %2 [[0], [1, 2], [3]] : tensor<2x3x5x27xf32> into tensor<2x15x27xf32> loc(#loc123)
    %3 = tensor.empty() : tensor<2x1x27xf32> loc(#loc124)
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x1x27xf32>) outs(%3 : tensor<2x1x27xf32>) {
    ^bb0(%in: f32 loc("params['class']"), %out: f32 loc("jit(vit)/broadcast_in_dim"(#loc113))):
      linalg.yield %in : f32 loc(#loc124)
    } -> tensor<2x1x27xf32> loc(#loc124)
    %5 = tensor.empty() : tensor<2x16x27xf32> loc(#loc125)
    %inserted_slice = tensor.insert_slice %4 into %5[0, 0, 0] [2, 1, 27] [1, 1, 1] : tensor<2x1x27xf32> into tensor<2x16x27xf32> loc(#loc125)
    %inserted_slice_8 = tensor.insert_slice %collapsed into %inserted_slice[0, 1, 0] [2, 15, 27] [1, 1, 1] : tensor<2x15x27xf32> into tensor<2x16x27xf32> loc(#loc125)
    %6 = tensor.empty() : tensor<2x16x27xf32> loc(#loc126)
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg22 : tensor<1x16x27xf32>) outs(%6 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['position']"), %out: f32 loc("jit(vit)/add"(#loc115))):
      linalg.yield %in : f32 loc(#loc126)
    } -> tensor<2x16x27xf32> loc(#loc126)
    %8 = tensor.empty() : tensor<2x16x27xf32> loc(#loc126)
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_8, %7 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%8 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/concatenate"(#loc114)), %in_34: f32 loc("jit(vit)/add"(#loc115)), %out: f32 loc("jit(vit)/add"(#loc115))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc126)
      linalg.yield %211 : f32 loc(#loc126)
    } -> tensor<2x16x27xf32> loc(#loc126)
    %10 = tensor.empty() : tensor<2x16xf32> loc(#loc197)
    %11 = linalg.fill ins(%cst_7 : f32) outs(%10 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc197)
    %12 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<2x16x27xf32>) outs(%11 : tensor<2x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc150)), %out: f32 loc("jit(vit)/reduce_sum"(#loc150))):
      %211 = arith.addf %out, %in : f32 loc(#loc197)
      linalg.yield %211 : f32 loc(#loc197)
    } -> tensor<2x16xf32> loc(#loc197)
    %expanded = tensor.expand_shape %12 [[0], [1, 2]] output_shape [2, 16, 1] : tensor<2x16xf32> into tensor<2x16x1xf32> loc(#loc198)
    %13 = tensor.empty() : tensor<2x16x1xf32> loc(#loc199)
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x16x1xf32>) outs(%13 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/broadcast_in_dim"(#loc150)), %out: f32 loc("jit(vit)/div"(#loc150))):
      %211 = arith.divf %in, %cst_6 : f32 loc(#loc199)
      linalg.yield %211 : f32 loc(#loc199)
    } -> tensor<2x16x1xf32> loc(#loc199)
    %15 = tensor.empty() : tensor<2x16x27xf32> loc(#loc200)
    %16 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x16x1xf32>) outs(%15 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc150)), %out: f32 loc("jit(vit)/sub"(#loc151))):
      linalg.yield %in : f32 loc(#loc200)
    } -> tensor<2x16x27xf32> loc(#loc200)
    %17 = tensor.empty() : tensor<2x16x27xf32> loc(#loc200)
    %18 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %16 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%17 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc115)), %in_34: f32 loc("jit(vit)/sub"(#loc151)), %out: f32 loc("jit(vit)/sub"(#loc151))):
      %211 = arith.subf %in, %in_34 : f32 loc(#loc200)
      linalg.yield %211 : f32 loc(#loc200)
    } -> tensor<2x16x27xf32> loc(#loc200)
    %19 = tensor.empty() : tensor<2x16x27xf32> loc(#loc201)
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x16x27xf32>) outs(%19 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/sub"(#loc151)), %out: f32 loc("jit(vit)/integer_pow"(#loc152))):
      %211 = arith.mulf %in, %in : f32 loc(#loc201)
      linalg.yield %211 : f32 loc(#loc201)
    } -> tensor<2x16x27xf32> loc(#loc201)
    %21 = tensor.empty() : tensor<2x16xf32> loc(#loc202)
    %22 = linalg.fill ins(%cst_7 : f32) outs(%21 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc202)
    %23 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%20 : tensor<2x16x27xf32>) outs(%22 : tensor<2x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc153)), %out: f32 loc("jit(vit)/reduce_sum"(#loc153))):
      %211 = arith.addf %out, %in : f32 loc(#loc202)
      linalg.yield %211 : f32 loc(#loc202)
    } -> tensor<2x16xf32> loc(#loc202)
    %expanded_9 = tensor.expand_shape %23 [[0], [1, 2]] output_shape [2, 16, 1] : tensor<2x16xf32> into tensor<2x16x1xf32> loc(#loc203)
    %24 = tensor.empty() : tensor<2x16x1xf32> loc(#loc204)
    %25 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_9 : tensor<2x16x1xf32>) outs(%24 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/broadcast_in_dim"(#loc153)), %out: f32 loc("jit(vit)/div"(#loc153))):
      %211 = arith.divf %in, %cst_6 : f32 loc(#loc204)
      linalg.yield %211 : f32 loc(#loc204)
    } -> tensor<2x16x1xf32> loc(#loc204)
    %26 = tensor.empty() : tensor<2x16x1xf32> loc(#loc205)
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<2x16x1xf32>) outs(%26 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc153)), %out: f32 loc("jit(vit)/add"(#loc154))):
      %211 = arith.addf %in, %cst_5 : f32 loc(#loc205)
      linalg.yield %211 : f32 loc(#loc205)
    } -> tensor<2x16x1xf32> loc(#loc205)
    %28 = tensor.empty() : tensor<2x16x1xf32> loc(#loc206)
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x16x1xf32>) outs(%28 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc154)), %out: f32 loc("jit(vit)/rsqrt"(#loc155))):
      %211 = math.rsqrt %in : f32 loc(#loc206)
      linalg.yield %211 : f32 loc(#loc206)
    } -> tensor<2x16x1xf32> loc(#loc206)
    %30 = tensor.empty() : tensor<2x16x27xf32> loc(#loc207)
    %31 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<2x16x1xf32>) outs(%30 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/rsqrt"(#loc155)), %out: f32 loc("jit(vit)/mul"(#loc156))):
      linalg.yield %in : f32 loc(#loc207)
    } -> tensor<2x16x27xf32> loc(#loc207)
    %32 = tensor.empty() : tensor<2x16x27xf32> loc(#loc207)
    %33 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %31 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%32 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/sub"(#loc151)), %in_34: f32 loc("jit(vit)/mul"(#loc156)), %out: f32 loc("jit(vit)/mul"(#loc156))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc207)
      linalg.yield %211 : f32 loc(#loc207)
    } -> tensor<2x16x27xf32> loc(#loc207)
    %34 = tensor.empty() : tensor<2x16x27xf32> loc(#loc208)
    %35 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<27xf32>) outs(%34 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['norm1']['scale']"), %out: f32 loc("jit(vit)/mul"(#loc157))):
      linalg.yield %in : f32 loc(#loc208)
    } -> tensor<2x16x27xf32> loc(#loc208)
    %36 = tensor.empty() : tensor<2x16x27xf32> loc(#loc208)
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %35 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%36 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/mul"(#loc156)), %in_34: f32 loc("jit(vit)/mul"(#loc157)), %out: f32 loc("jit(vit)/mul"(#loc157))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc208)
      linalg.yield %211 : f32 loc(#loc208)
    } -> tensor<2x16x27xf32> loc(#loc208)
    %38 = tensor.empty() : tensor<2x16x27xf32> loc(#loc209)
    %39 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<27xf32>) outs(%38 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['norm1']['shift']"), %out: f32 loc("jit(vit)/add"(#loc158))):
      linalg.yield %in : f32 loc(#loc209)
    } -> tensor<2x16x27xf32> loc(#loc209)
    %40 = tensor.empty() : tensor<2x16x27xf32> loc(#loc209)
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%40 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/mul"(#loc157)), %in_34: f32 loc("jit(vit)/add"(#loc158)), %out: f32 loc("jit(vit)/add"(#loc158))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc209)
      linalg.yield %211 : f32 loc(#loc209)
    } -> tensor<2x16x27xf32> loc(#loc209)
    %collapsed_10 = tensor.collapse_shape %41 [[0, 1], [2]] : tensor<2x16x27xf32> into tensor<32x27xf32> loc(#loc245)
    %42 = tensor.empty() : tensor<32x27xf32> loc(#loc245)
    %43 = linalg.fill ins(%cst_7 : f32) outs(%42 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc245)
    %44 = linalg.matmul ins(%collapsed_10, %arg8 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%43 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc245)
    %expanded_11 = tensor.expand_shape %44 [[0, 1], [2]] output_shape [2, 16, 27] : tensor<32x27xf32> into tensor<2x16x27xf32> loc(#loc245)
    %45 = tensor.empty() : tensor<2x16x27xf32> loc(#loc246)
    %46 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7 : tensor<27xf32>) outs(%45 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['attention']['q']['bias']"), %out: f32 loc("jit(vit)/add"(#loc241))):
      linalg.yield %in : f32 loc(#loc246)
    } -> tensor<2x16x27xf32> loc(#loc246)
    %47 = tensor.empty() : tensor<2x16x27xf32> loc(#loc246)
    %48 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_11, %46 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%47 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/dot_general"(#loc240)), %in_34: f32 loc("jit(vit)/add"(#loc241)), %out: f32 loc("jit(vit)/add"(#loc241))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc246)
      linalg.yield %211 : f32 loc(#loc246)
    } -> tensor<2x16x27xf32> loc(#loc246)
    %expanded_12 = tensor.expand_shape %48 [[0], [1], [2, 3]] output_shape [2, 16, 3, 9] : tensor<2x16x27xf32> into tensor<2x16x3x9xf32> loc(#loc242)
    %49 = tensor.empty() : tensor<32x27xf32> loc(#loc245)
    %50 = linalg.fill ins(%cst_7 : f32) outs(%49 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc245)
    %51 = linalg.matmul ins(%collapsed_10, %arg4 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%50 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc245)
    %expanded_13 = tensor.expand_shape %51 [[0, 1], [2]] output_shape [2, 16, 27] : tensor<32x27xf32> into tensor<2x16x27xf32> loc(#loc245)
    %52 = tensor.empty() : tensor<2x16x27xf32> loc(#loc246)
    %53 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<27xf32>) outs(%52 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['attention']['k']['bias']"), %out: f32 loc("jit(vit)/add"(#loc241))):
      linalg.yield %in : f32 loc(#loc246)
    } -> tensor<2x16x27xf32> loc(#loc246)
    %54 = tensor.empty() : tensor<2x16x27xf32> loc(#loc246)
    %55 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13, %53 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%54 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/dot_general"(#loc240)), %in_34: f32 loc("jit(vit)/add"(#loc241)), %out: f32 loc("jit(vit)/add"(#loc241))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc246)
      linalg.yield %211 : f32 loc(#loc246)
    } -> tensor<2x16x27xf32> loc(#loc246)
    %expanded_14 = tensor.expand_shape %55 [[0], [1], [2, 3]] output_shape [2, 16, 3, 9] : tensor<2x16x27xf32> into tensor<2x16x3x9xf32> loc(#loc242)
    %56 = tensor.empty() : tensor<32x27xf32> loc(#loc245)
    %57 = linalg.fill ins(%cst_7 : f32) outs(%56 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc245)
    %58 = linalg.matmul ins(%collapsed_10, %arg10 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%57 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc245)
    %expanded_15 = tensor.expand_shape %58 [[0, 1], [2]] output_shape [2, 16, 27] : tensor<32x27xf32> into tensor<2x16x27xf32> loc(#loc245)
    %59 = tensor.empty() : tensor<2x16x27xf32> loc(#loc246)
    %60 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<27xf32>) outs(%59 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['attention']['v']['bias']"), %out: f32 loc("jit(vit)/add"(#loc241))):
      linalg.yield %in : f32 loc(#loc246)
    } -> tensor<2x16x27xf32> loc(#loc246)
    %61 = tensor.empty() : tensor<2x16x27xf32> loc(#loc246)
    %62 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15, %60 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%61 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/dot_general"(#loc240)), %in_34: f32 loc("jit(vit)/add"(#loc241)), %out: f32 loc("jit(vit)/add"(#loc241))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc246)
      linalg.yield %211 : f32 loc(#loc246)
    } -> tensor<2x16x27xf32> loc(#loc246)
    %expanded_16 = tensor.expand_shape %62 [[0], [1], [2, 3]] output_shape [2, 16, 3, 9] : tensor<2x16x27xf32> into tensor<2x16x3x9xf32> loc(#loc242)
    %63 = tensor.empty() : tensor<2x3x16x9xf32> loc(#loc212)
    %64 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<2x16x3x9xf32>) outs(%63 : tensor<2x3x16x9xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reshape"(#loc211)), %out: f32 loc("jit(vit)/bnhd,bmhd->bhnm/dot_general"(#loc160))):
      linalg.yield %in : f32 loc(#loc212)
    } -> tensor<2x3x16x9xf32> loc(#loc212)
    %65 = tensor.empty() : tensor<2x3x9x16xf32> loc(#loc212)
    %66 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_14 : tensor<2x16x3x9xf32>) outs(%65 : tensor<2x3x9x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reshape"(#loc211)), %out: f32 loc("jit(vit)/bnhd,bmhd->bhnm/dot_general"(#loc160))):
      linalg.yield %in : f32 loc(#loc212)
    } -> tensor<2x3x9x16xf32> loc(#loc212)
    %collapsed_17 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<2x3x16x9xf32> into tensor<6x16x9xf32> loc(#loc212)
    %collapsed_18 = tensor.collapse_shape %66 [[0, 1], [2], [3]] : tensor<2x3x9x16xf32> into tensor<6x9x16xf32> loc(#loc212)
    %67 = tensor.empty() : tensor<6x16x16xf32> loc(#loc212)
    %68 = linalg.fill ins(%cst_7 : f32) outs(%67 : tensor<6x16x16xf32>) -> tensor<6x16x16xf32> loc(#loc212)
    %69 = linalg.batch_matmul ins(%collapsed_17, %collapsed_18 : tensor<6x16x9xf32>, tensor<6x9x16xf32>) outs(%68 : tensor<6x16x16xf32>) -> tensor<6x16x16xf32> loc(#loc212)
    %expanded_19 = tensor.expand_shape %69 [[0, 1], [2], [3]] output_shape [2, 3, 16, 16] : tensor<6x16x16xf32> into tensor<2x3x16x16xf32> loc(#loc212)
    %70 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc196)
    %71 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<2x3x16x16xf32>) outs(%70 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/bnhd,bmhd->bhnm/dot_general"(#loc160)), %out: f32 loc("jit(vit)/div"(#loc148))):
      %211 = arith.divf %in, %cst_4 : f32 loc(#loc196)
      linalg.yield %211 : f32 loc(#loc196)
    } -> tensor<2x3x16x16xf32> loc(#loc196)
    %72 = tensor.empty() : tensor<2x3x16xf32> loc(#loc213)
    %73 = linalg.fill ins(%cst_3 : f32) outs(%72 : tensor<2x3x16xf32>) -> tensor<2x3x16xf32> loc(#loc213)
    %74 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%71 : tensor<2x3x16x16xf32>) outs(%73 : tensor<2x3x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_max"(#loc161)), %out: f32 loc("jit(vit)/reduce_max"(#loc161))):
      %211 = arith.maximumf %out, %in : f32 loc(#loc213)
      linalg.yield %211 : f32 loc(#loc213)
    } -> tensor<2x3x16xf32> loc(#loc213)
    %75 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc214)
    %76 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<2x3x16xf32>) outs(%75 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/max"(#loc161)), %out: f32 loc("jit(vit)/sub"(#loc161))):
      linalg.yield %in : f32 loc(#loc214)
    } -> tensor<2x3x16x16xf32> loc(#loc214)
    %77 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc214)
    %78 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71, %76 : tensor<2x3x16x16xf32>, tensor<2x3x16x16xf32>) outs(%77 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc148)), %in_34: f32 loc("jit(vit)/sub"(#loc161)), %out: f32 loc("jit(vit)/sub"(#loc161))):
      %211 = arith.subf %in, %in_34 : f32 loc(#loc214)
      linalg.yield %211 : f32 loc(#loc214)
    } -> tensor<2x3x16x16xf32> loc(#loc214)
    %79 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc216)
    %80 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<2x3x16x16xf32>) outs(%79 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/sub"(#loc161)), %out: f32 loc("jit(vit)/exp"(#loc161))):
      %211 = math.exp %in : f32 loc(#loc216)
      linalg.yield %211 : f32 loc(#loc216)
    } -> tensor<2x3x16x16xf32> loc(#loc216)
    %81 = tensor.empty() : tensor<2x3x16xf32> loc(#loc217)
    %82 = linalg.fill ins(%cst_7 : f32) outs(%81 : tensor<2x3x16xf32>) -> tensor<2x3x16xf32> loc(#loc217)
    %83 = linalg.generic {indexing_maps = [#map6, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%80 : tensor<2x3x16x16xf32>) outs(%82 : tensor<2x3x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc161)), %out: f32 loc("jit(vit)/reduce_sum"(#loc161))):
      %211 = arith.addf %out, %in : f32 loc(#loc217)
      linalg.yield %211 : f32 loc(#loc217)
    } -> tensor<2x3x16xf32> loc(#loc217)
    %84 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc218)
    %85 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<2x3x16xf32>) outs(%84 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc161)), %out: f32 loc("jit(vit)/div"(#loc161))):
      linalg.yield %in : f32 loc(#loc218)
    } -> tensor<2x3x16x16xf32> loc(#loc218)
    %86 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc218)
    %87 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %85 : tensor<2x3x16x16xf32>, tensor<2x3x16x16xf32>) outs(%86 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/exp"(#loc161)), %in_34: f32 loc("jit(vit)/div"(#loc161)), %out: f32 loc("jit(vit)/div"(#loc161))):
      %211 = arith.divf %in, %in_34 : f32 loc(#loc218)
      linalg.yield %211 : f32 loc(#loc218)
    } -> tensor<2x3x16x16xf32> loc(#loc218)
    %88 = tensor.empty() : tensor<2x3x9x16xf32> loc(#loc219)
    %89 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<2x16x3x9xf32>) outs(%88 : tensor<2x3x9x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reshape"(#loc211)), %out: f32 loc("jit(vit)/bhnm,bmhd->bnhd/dot_general"(#loc162))):
      linalg.yield %in : f32 loc(#loc219)
    } -> tensor<2x3x9x16xf32> loc(#loc219)
    %90 = tensor.empty() : tensor<2x3x16x16xf32> loc(#loc219)
    %91 = linalg.generic {indexing_maps = [#map9, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%87 : tensor<2x3x16x16xf32>) outs(%90 : tensor<2x3x16x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc161)), %out: f32 loc("jit(vit)/bhnm,bmhd->bnhd/dot_general"(#loc162))):
      linalg.yield %in : f32 loc(#loc219)
    } -> tensor<2x3x16x16xf32> loc(#loc219)
    %collapsed_20 = tensor.collapse_shape %89 [[0, 1], [2], [3]] : tensor<2x3x9x16xf32> into tensor<6x9x16xf32> loc(#loc219)
    %collapsed_21 = tensor.collapse_shape %91 [[0, 1], [2], [3]] : tensor<2x3x16x16xf32> into tensor<6x16x16xf32> loc(#loc219)
    %92 = tensor.empty() : tensor<6x9x16xf32> loc(#loc219)
    %93 = linalg.fill ins(%cst_7 : f32) outs(%92 : tensor<6x9x16xf32>) -> tensor<6x9x16xf32> loc(#loc219)
    %94 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<6x9x16xf32>, tensor<6x16x16xf32>) outs(%93 : tensor<6x9x16xf32>) -> tensor<6x9x16xf32> loc(#loc219)
    %expanded_22 = tensor.expand_shape %94 [[0, 1], [2], [3]] output_shape [2, 3, 9, 16] : tensor<6x9x16xf32> into tensor<2x3x9x16xf32> loc(#loc219)
    %95 = tensor.empty() : tensor<2x16x3x9xf32> loc(#loc220)
    %96 = linalg.generic {indexing_maps = [#map10, #map6], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x3x9x16xf32>) outs(%95 : tensor<2x16x3x9xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/bhnm,bmhd->bnhd/dot_general"(#loc162)), %out: f32 loc("jit(vit)/bhnm,bmhd->bnhd/transpose"(#loc162))):
      linalg.yield %in : f32 loc(#loc220)
    } -> tensor<2x16x3x9xf32> loc(#loc220)
    %collapsed_23 = tensor.collapse_shape %96 [[0, 1], [2, 3]] : tensor<2x16x3x9xf32> into tensor<32x27xf32> loc(#loc243)
    %97 = tensor.empty() : tensor<32x27xf32> loc(#loc243)
    %98 = linalg.fill ins(%cst_7 : f32) outs(%97 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc243)
    %99 = linalg.matmul ins(%collapsed_23, %arg6 : tensor<32x27xf32>, tensor<27x27xf32>) outs(%98 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc243)
    %expanded_24 = tensor.expand_shape %99 [[0, 1], [2]] output_shape [2, 16, 27] : tensor<32x27xf32> into tensor<2x16x27xf32> loc(#loc243)
    %100 = tensor.empty() : tensor<2x16x27xf32> loc(#loc244)
    %101 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<27xf32>) outs(%100 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['attention']['out']['bias']"), %out: f32 loc("jit(vit)/add"(#loc222))):
      linalg.yield %in : f32 loc(#loc244)
    } -> tensor<2x16x27xf32> loc(#loc244)
    %102 = tensor.empty() : tensor<2x16x27xf32> loc(#loc244)
    %103 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24, %101 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%102 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/dot_general"(#loc221)), %in_34: f32 loc("jit(vit)/add"(#loc222)), %out: f32 loc("jit(vit)/add"(#loc222))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc244)
      linalg.yield %211 : f32 loc(#loc244)
    } -> tensor<2x16x27xf32> loc(#loc244)
    %104 = tensor.empty() : tensor<2x16x27xf32> loc(#loc164)
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %103 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%104 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc115)), %in_34: f32 loc("jit(vit)/add"(#loc222)), %out: f32 loc("jit(vit)/add"(#loc128))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc164)
      linalg.yield %211 : f32 loc(#loc164)
    } -> tensor<2x16x27xf32> loc(#loc164)
    %106 = tensor.empty() : tensor<2x16xf32> loc(#loc223)
    %107 = linalg.fill ins(%cst_7 : f32) outs(%106 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc223)
    %108 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%105 : tensor<2x16x27xf32>) outs(%107 : tensor<2x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc165)), %out: f32 loc("jit(vit)/reduce_sum"(#loc165))):
      %211 = arith.addf %out, %in : f32 loc(#loc223)
      linalg.yield %211 : f32 loc(#loc223)
    } -> tensor<2x16xf32> loc(#loc223)
    %expanded_25 = tensor.expand_shape %108 [[0], [1, 2]] output_shape [2, 16, 1] : tensor<2x16xf32> into tensor<2x16x1xf32> loc(#loc224)
    %109 = tensor.empty() : tensor<2x16x1xf32> loc(#loc225)
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<2x16x1xf32>) outs(%109 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/broadcast_in_dim"(#loc165)), %out: f32 loc("jit(vit)/div"(#loc165))):
      %211 = arith.divf %in, %cst_6 : f32 loc(#loc225)
      linalg.yield %211 : f32 loc(#loc225)
    } -> tensor<2x16x1xf32> loc(#loc225)
    %111 = tensor.empty() : tensor<2x16x27xf32> loc(#loc226)
    %112 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<2x16x1xf32>) outs(%111 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc165)), %out: f32 loc("jit(vit)/sub"(#loc166))):
      linalg.yield %in : f32 loc(#loc226)
    } -> tensor<2x16x27xf32> loc(#loc226)
    %113 = tensor.empty() : tensor<2x16x27xf32> loc(#loc226)
    %114 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %112 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%113 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc128)), %in_34: f32 loc("jit(vit)/sub"(#loc166)), %out: f32 loc("jit(vit)/sub"(#loc166))):
      %211 = arith.subf %in, %in_34 : f32 loc(#loc226)
      linalg.yield %211 : f32 loc(#loc226)
    } -> tensor<2x16x27xf32> loc(#loc226)
    %115 = tensor.empty() : tensor<2x16x27xf32> loc(#loc227)
    %116 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114 : tensor<2x16x27xf32>) outs(%115 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/sub"(#loc166)), %out: f32 loc("jit(vit)/integer_pow"(#loc167))):
      %211 = arith.mulf %in, %in : f32 loc(#loc227)
      linalg.yield %211 : f32 loc(#loc227)
    } -> tensor<2x16x27xf32> loc(#loc227)
    %117 = tensor.empty() : tensor<2x16xf32> loc(#loc228)
    %118 = linalg.fill ins(%cst_7 : f32) outs(%117 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc228)
    %119 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%116 : tensor<2x16x27xf32>) outs(%118 : tensor<2x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc168)), %out: f32 loc("jit(vit)/reduce_sum"(#loc168))):
      %211 = arith.addf %out, %in : f32 loc(#loc228)
      linalg.yield %211 : f32 loc(#loc228)
    } -> tensor<2x16xf32> loc(#loc228)
    %expanded_26 = tensor.expand_shape %119 [[0], [1, 2]] output_shape [2, 16, 1] : tensor<2x16xf32> into tensor<2x16x1xf32> loc(#loc229)
    %120 = tensor.empty() : tensor<2x16x1xf32> loc(#loc230)
    %121 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<2x16x1xf32>) outs(%120 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/broadcast_in_dim"(#loc168)), %out: f32 loc("jit(vit)/div"(#loc168))):
      %211 = arith.divf %in, %cst_6 : f32 loc(#loc230)
      linalg.yield %211 : f32 loc(#loc230)
    } -> tensor<2x16x1xf32> loc(#loc230)
    %122 = tensor.empty() : tensor<2x16x1xf32> loc(#loc231)
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<2x16x1xf32>) outs(%122 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc168)), %out: f32 loc("jit(vit)/add"(#loc169))):
      %211 = arith.addf %in, %cst_5 : f32 loc(#loc231)
      linalg.yield %211 : f32 loc(#loc231)
    } -> tensor<2x16x1xf32> loc(#loc231)
    %124 = tensor.empty() : tensor<2x16x1xf32> loc(#loc232)
    %125 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%123 : tensor<2x16x1xf32>) outs(%124 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc169)), %out: f32 loc("jit(vit)/rsqrt"(#loc170))):
      %211 = math.rsqrt %in : f32 loc(#loc232)
      linalg.yield %211 : f32 loc(#loc232)
    } -> tensor<2x16x1xf32> loc(#loc232)
    %126 = tensor.empty() : tensor<2x16x27xf32> loc(#loc233)
    %127 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<2x16x1xf32>) outs(%126 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/rsqrt"(#loc170)), %out: f32 loc("jit(vit)/mul"(#loc171))):
      linalg.yield %in : f32 loc(#loc233)
    } -> tensor<2x16x27xf32> loc(#loc233)
    %128 = tensor.empty() : tensor<2x16x27xf32> loc(#loc233)
    %129 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%114, %127 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%128 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/sub"(#loc166)), %in_34: f32 loc("jit(vit)/mul"(#loc171)), %out: f32 loc("jit(vit)/mul"(#loc171))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc233)
      linalg.yield %211 : f32 loc(#loc233)
    } -> tensor<2x16x27xf32> loc(#loc233)
    %130 = tensor.empty() : tensor<2x16x27xf32> loc(#loc234)
    %131 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<27xf32>) outs(%130 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['norm2']['scale']"), %out: f32 loc("jit(vit)/mul"(#loc172))):
      linalg.yield %in : f32 loc(#loc234)
    } -> tensor<2x16x27xf32> loc(#loc234)
    %132 = tensor.empty() : tensor<2x16x27xf32> loc(#loc234)
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %131 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%132 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/mul"(#loc171)), %in_34: f32 loc("jit(vit)/mul"(#loc172)), %out: f32 loc("jit(vit)/mul"(#loc172))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc234)
      linalg.yield %211 : f32 loc(#loc234)
    } -> tensor<2x16x27xf32> loc(#loc234)
    %134 = tensor.empty() : tensor<2x16x27xf32> loc(#loc235)
    %135 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg16 : tensor<27xf32>) outs(%134 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['norm2']['shift']"), %out: f32 loc("jit(vit)/add"(#loc173))):
      linalg.yield %in : f32 loc(#loc235)
    } -> tensor<2x16x27xf32> loc(#loc235)
    %136 = tensor.empty() : tensor<2x16x27xf32> loc(#loc235)
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133, %135 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%136 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/mul"(#loc172)), %in_34: f32 loc("jit(vit)/add"(#loc173)), %out: f32 loc("jit(vit)/add"(#loc173))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc235)
      linalg.yield %211 : f32 loc(#loc235)
    } -> tensor<2x16x27xf32> loc(#loc235)
    %collapsed_27 = tensor.collapse_shape %137 [[0, 1], [2]] : tensor<2x16x27xf32> into tensor<32x27xf32> loc(#loc236)
    %138 = tensor.empty() : tensor<32x53xf32> loc(#loc236)
    %139 = linalg.fill ins(%cst_7 : f32) outs(%138 : tensor<32x53xf32>) -> tensor<32x53xf32> loc(#loc236)
    %140 = linalg.matmul ins(%collapsed_27, %arg18 : tensor<32x27xf32>, tensor<27x53xf32>) outs(%139 : tensor<32x53xf32>) -> tensor<32x53xf32> loc(#loc236)
    %expanded_28 = tensor.expand_shape %140 [[0, 1], [2]] output_shape [2, 16, 53] : tensor<32x53xf32> into tensor<2x16x53xf32> loc(#loc236)
    %141 = tensor.empty() : tensor<2x16x53xf32> loc(#loc237)
    %142 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<53xf32>) outs(%141 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("params['layer']['up']['bias']"), %out: f32 loc("jit(vit)/add"(#loc175))):
      linalg.yield %in : f32 loc(#loc237)
    } -> tensor<2x16x53xf32> loc(#loc237)
    %143 = tensor.empty() : tensor<2x16x53xf32> loc(#loc237)
    %144 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_28, %142 : tensor<2x16x53xf32>, tensor<2x16x53xf32>) outs(%143 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/dot_general"(#loc174)), %in_34: f32 loc("jit(vit)/add"(#loc175)), %out: f32 loc("jit(vit)/add"(#loc175))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc237)
      linalg.yield %211 : f32 loc(#loc237)
    } -> tensor<2x16x53xf32> loc(#loc237)
    %145 = tensor.empty() : tensor<2x16x53xf32> loc(#loc176)
    %146 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144 : tensor<2x16x53xf32>) outs(%145 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc175)), %out: f32 loc("jit(vit)/integer_pow"(#loc120))):
      %211 = arith.mulf %in, %in : f32 loc(#loc176)
      linalg.yield %211 : f32 loc(#loc176)
    } -> tensor<2x16x53xf32> loc(#loc176)
    %147 = tensor.empty() : tensor<2x16x53xf32> loc(#loc176)
    %148 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%146, %144 : tensor<2x16x53xf32>, tensor<2x16x53xf32>) outs(%147 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/integer_pow"(#loc120)), %in_34: f32 loc("jit(vit)/add"(#loc175)), %out: f32 loc("jit(vit)/integer_pow"(#loc120))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc176)
      linalg.yield %211 : f32 loc(#loc176)
    } -> tensor<2x16x53xf32> loc(#loc176)
    %149 = tensor.empty() : tensor<2x16x53xf32> loc(#loc146)
    %150 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148 : tensor<2x16x53xf32>) outs(%149 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/integer_pow"(#loc120)), %out: f32 loc("jit(vit)/mul"(#loc120))):
      %211 = arith.mulf %in, %cst_2 : f32 loc(#loc146)
      linalg.yield %211 : f32 loc(#loc146)
    } -> tensor<2x16x53xf32> loc(#loc146)
    %151 = tensor.empty() : tensor<2x16x53xf32> loc(#loc147)
    %152 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %150 : tensor<2x16x53xf32>, tensor<2x16x53xf32>) outs(%151 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc175)), %in_34: f32 loc("jit(vit)/mul"(#loc120)), %out: f32 loc("jit(vit)/add"(#loc120))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc147)
      linalg.yield %211 : f32 loc(#loc147)
    } -> tensor<2x16x53xf32> loc(#loc147)
    %153 = tensor.empty() : tensor<2x16x53xf32> loc(#loc146)
    %154 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%152 : tensor<2x16x53xf32>) outs(%153 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc120)), %out: f32 loc("jit(vit)/mul"(#loc120))):
      %211 = arith.mulf %in, %cst_1 : f32 loc(#loc146)
      linalg.yield %211 : f32 loc(#loc146)
    } -> tensor<2x16x53xf32> loc(#loc146)
    %155 = tensor.empty() : tensor<2x16x53xf32> loc(#loc177)
    %156 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%154 : tensor<2x16x53xf32>) outs(%155 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/mul"(#loc120)), %out: f32 loc("jit(vit)/tanh"(#loc120))):
      %211 = math.tanh %in : f32 loc(#loc177)
      linalg.yield %211 : f32 loc(#loc177)
    } -> tensor<2x16x53xf32> loc(#loc177)
    %157 = tensor.empty() : tensor<2x16x53xf32> loc(#loc147)
    %158 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%156 : tensor<2x16x53xf32>) outs(%157 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/tanh"(#loc120)), %out: f32 loc("jit(vit)/add"(#loc120))):
      %211 = arith.addf %in, %cst_0 : f32 loc(#loc147)
      linalg.yield %211 : f32 loc(#loc147)
    } -> tensor<2x16x53xf32> loc(#loc147)
    %159 = tensor.empty() : tensor<2x16x53xf32> loc(#loc146)
    %160 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%158 : tensor<2x16x53xf32>) outs(%159 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc120)), %out: f32 loc("jit(vit)/mul"(#loc120))):
      %211 = arith.mulf %in, %cst : f32 loc(#loc146)
      linalg.yield %211 : f32 loc(#loc146)
    } -> tensor<2x16x53xf32> loc(#loc146)
    %161 = tensor.empty() : tensor<2x16x53xf32> loc(#loc146)
    %162 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %160 : tensor<2x16x53xf32>, tensor<2x16x53xf32>) outs(%161 : tensor<2x16x53xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc175)), %in_34: f32 loc("jit(vit)/mul"(#loc120)), %out: f32 loc("jit(vit)/mul"(#loc120))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc146)
      linalg.yield %211 : f32 loc(#loc146)
    } -> tensor<2x16x53xf32> loc(#loc146)
    %collapsed_29 = tensor.collapse_shape %162 [[0, 1], [2]] : tensor<2x16x53xf32> into tensor<32x53xf32> loc(#loc238)
    %163 = tensor.empty() : tensor<32x27xf32> loc(#loc238)
    %164 = linalg.fill ins(%cst_7 : f32) outs(%163 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc238)
    %165 = linalg.matmul ins(%collapsed_29, %arg12 : tensor<32x53xf32>, tensor<53x27xf32>) outs(%164 : tensor<32x27xf32>) -> tensor<32x27xf32> loc(#loc238)
    %expanded_30 = tensor.expand_shape %165 [[0, 1], [2]] output_shape [2, 16, 27] : tensor<32x27xf32> into tensor<2x16x27xf32> loc(#loc238)
    %166 = tensor.empty() : tensor<2x16x27xf32> loc(#loc239)
    %167 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11 : tensor<27xf32>) outs(%166 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['layer']['down']['bias']"), %out: f32 loc("jit(vit)/add"(#loc179))):
      linalg.yield %in : f32 loc(#loc239)
    } -> tensor<2x16x27xf32> loc(#loc239)
    %168 = tensor.empty() : tensor<2x16x27xf32> loc(#loc239)
    %169 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_30, %167 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%168 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/dot_general"(#loc178)), %in_34: f32 loc("jit(vit)/add"(#loc179)), %out: f32 loc("jit(vit)/add"(#loc179))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc239)
      linalg.yield %211 : f32 loc(#loc239)
    } -> tensor<2x16x27xf32> loc(#loc239)
    %170 = tensor.empty() : tensor<2x16x27xf32> loc(#loc180)
    %171 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %169 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%170 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc128)), %in_34: f32 loc("jit(vit)/add"(#loc179)), %out: f32 loc("jit(vit)/add"(#loc132))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc180)
      linalg.yield %211 : f32 loc(#loc180)
    } -> tensor<2x16x27xf32> loc(#loc180)
    %172 = tensor.empty() : tensor<2x16xf32> loc(#loc181)
    %173 = linalg.fill ins(%cst_7 : f32) outs(%172 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc181)
    %174 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%171 : tensor<2x16x27xf32>) outs(%173 : tensor<2x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc133)), %out: f32 loc("jit(vit)/reduce_sum"(#loc133))):
      %211 = arith.addf %out, %in : f32 loc(#loc181)
      linalg.yield %211 : f32 loc(#loc181)
    } -> tensor<2x16xf32> loc(#loc181)
    %expanded_31 = tensor.expand_shape %174 [[0], [1, 2]] output_shape [2, 16, 1] : tensor<2x16xf32> into tensor<2x16x1xf32> loc(#loc182)
    %175 = tensor.empty() : tensor<2x16x1xf32> loc(#loc183)
    %176 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x16x1xf32>) outs(%175 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/broadcast_in_dim"(#loc133)), %out: f32 loc("jit(vit)/div"(#loc133))):
      %211 = arith.divf %in, %cst_6 : f32 loc(#loc183)
      linalg.yield %211 : f32 loc(#loc183)
    } -> tensor<2x16x1xf32> loc(#loc183)
    %177 = tensor.empty() : tensor<2x16x27xf32> loc(#loc184)
    %178 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%176 : tensor<2x16x1xf32>) outs(%177 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc133)), %out: f32 loc("jit(vit)/sub"(#loc134))):
      linalg.yield %in : f32 loc(#loc184)
    } -> tensor<2x16x27xf32> loc(#loc184)
    %179 = tensor.empty() : tensor<2x16x27xf32> loc(#loc184)
    %180 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171, %178 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%179 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc132)), %in_34: f32 loc("jit(vit)/sub"(#loc134)), %out: f32 loc("jit(vit)/sub"(#loc134))):
      %211 = arith.subf %in, %in_34 : f32 loc(#loc184)
      linalg.yield %211 : f32 loc(#loc184)
    } -> tensor<2x16x27xf32> loc(#loc184)
    %181 = tensor.empty() : tensor<2x16x27xf32> loc(#loc185)
    %182 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180 : tensor<2x16x27xf32>) outs(%181 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/sub"(#loc134)), %out: f32 loc("jit(vit)/integer_pow"(#loc135))):
      %211 = arith.mulf %in, %in : f32 loc(#loc185)
      linalg.yield %211 : f32 loc(#loc185)
    } -> tensor<2x16x27xf32> loc(#loc185)
    %183 = tensor.empty() : tensor<2x16xf32> loc(#loc186)
    %184 = linalg.fill ins(%cst_7 : f32) outs(%183 : tensor<2x16xf32>) -> tensor<2x16xf32> loc(#loc186)
    %185 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%182 : tensor<2x16x27xf32>) outs(%184 : tensor<2x16xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/reduce_sum"(#loc136)), %out: f32 loc("jit(vit)/reduce_sum"(#loc136))):
      %211 = arith.addf %out, %in : f32 loc(#loc186)
      linalg.yield %211 : f32 loc(#loc186)
    } -> tensor<2x16xf32> loc(#loc186)
    %expanded_32 = tensor.expand_shape %185 [[0], [1, 2]] output_shape [2, 16, 1] : tensor<2x16xf32> into tensor<2x16x1xf32> loc(#loc187)
    %186 = tensor.empty() : tensor<2x16x1xf32> loc(#loc188)
    %187 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32 : tensor<2x16x1xf32>) outs(%186 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/broadcast_in_dim"(#loc136)), %out: f32 loc("jit(vit)/div"(#loc136))):
      %211 = arith.divf %in, %cst_6 : f32 loc(#loc188)
      linalg.yield %211 : f32 loc(#loc188)
    } -> tensor<2x16x1xf32> loc(#loc188)
    %188 = tensor.empty() : tensor<2x16x1xf32> loc(#loc189)
    %189 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%187 : tensor<2x16x1xf32>) outs(%188 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/div"(#loc136)), %out: f32 loc("jit(vit)/add"(#loc137))):
      %211 = arith.addf %in, %cst_5 : f32 loc(#loc189)
      linalg.yield %211 : f32 loc(#loc189)
    } -> tensor<2x16x1xf32> loc(#loc189)
    %190 = tensor.empty() : tensor<2x16x1xf32> loc(#loc190)
    %191 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%189 : tensor<2x16x1xf32>) outs(%190 : tensor<2x16x1xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/add"(#loc137)), %out: f32 loc("jit(vit)/rsqrt"(#loc138))):
      %211 = math.rsqrt %in : f32 loc(#loc190)
      linalg.yield %211 : f32 loc(#loc190)
    } -> tensor<2x16x1xf32> loc(#loc190)
    %192 = tensor.empty() : tensor<2x16x27xf32> loc(#loc191)
    %193 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191 : tensor<2x16x1xf32>) outs(%192 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/rsqrt"(#loc138)), %out: f32 loc("jit(vit)/mul"(#loc139))):
      linalg.yield %in : f32 loc(#loc191)
    } -> tensor<2x16x27xf32> loc(#loc191)
    %194 = tensor.empty() : tensor<2x16x27xf32> loc(#loc191)
    %195 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%180, %193 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%194 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/sub"(#loc134)), %in_34: f32 loc("jit(vit)/mul"(#loc139)), %out: f32 loc("jit(vit)/mul"(#loc139))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc191)
      linalg.yield %211 : f32 loc(#loc191)
    } -> tensor<2x16x27xf32> loc(#loc191)
    %196 = tensor.empty() : tensor<2x16x27xf32> loc(#loc192)
    %197 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg19 : tensor<27xf32>) outs(%196 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['norm']['scale']"), %out: f32 loc("jit(vit)/mul"(#loc140))):
      linalg.yield %in : f32 loc(#loc192)
    } -> tensor<2x16x27xf32> loc(#loc192)
    %198 = tensor.empty() : tensor<2x16x27xf32> loc(#loc192)
    %199 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%195, %197 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%198 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/mul"(#loc139)), %in_34: f32 loc("jit(vit)/mul"(#loc140)), %out: f32 loc("jit(vit)/mul"(#loc140))):
      %211 = arith.mulf %in, %in_34 : f32 loc(#loc192)
      linalg.yield %211 : f32 loc(#loc192)
    } -> tensor<2x16x27xf32> loc(#loc192)
    %200 = tensor.empty() : tensor<2x16x27xf32> loc(#loc193)
    %201 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg20 : tensor<27xf32>) outs(%200 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("params['norm']['shift']"), %out: f32 loc("jit(vit)/add"(#loc141))):
      linalg.yield %in : f32 loc(#loc193)
    } -> tensor<2x16x27xf32> loc(#loc193)
    %202 = tensor.empty() : tensor<2x16x27xf32> loc(#loc193)
    %203 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %201 : tensor<2x16x27xf32>, tensor<2x16x27xf32>) outs(%202 : tensor<2x16x27xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/mul"(#loc140)), %in_34: f32 loc("jit(vit)/add"(#loc141)), %out: f32 loc("jit(vit)/add"(#loc141))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc193)
      linalg.yield %211 : f32 loc(#loc193)
    } -> tensor<2x16x27xf32> loc(#loc193)
    %extracted_slice = tensor.extract_slice %203[0, 0, 0] [2, 1, 27] [1, 1, 1] : tensor<2x16x27xf32> to tensor<2x1x27xf32> loc(#loc142)
    %collapsed_33 = tensor.collapse_shape %extracted_slice [[0], [1, 2]] : tensor<2x1x27xf32> into tensor<2x27xf32> loc(#loc143)
    %204 = tensor.empty() : tensor<2x11xf32> loc(#loc194)
    %205 = linalg.fill ins(%cst_7 : f32) outs(%204 : tensor<2x11xf32>) -> tensor<2x11xf32> loc(#loc194)
    %206 = linalg.matmul ins(%collapsed_33, %arg2 : tensor<2x27xf32>, tensor<27x11xf32>) outs(%205 : tensor<2x11xf32>) -> tensor<2x11xf32> loc(#loc194)
    %207 = tensor.empty() : tensor<2x11xf32> loc(#loc195)
    %208 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<11xf32>) outs(%207 : tensor<2x11xf32>) {
    ^bb0(%in: f32 loc("params['head']['bias']"), %out: f32 loc("jit(vit)/add"(#loc145))):
      linalg.yield %in : f32 loc(#loc195)
    } -> tensor<2x11xf32> loc(#loc195)
    %209 = tensor.empty() : tensor<2x11xf32> loc(#loc195)
    %210 = linalg.generic {indexing_maps = [#map12, #map12, #map12], iterator_types = ["parallel", "parallel"]} ins(%206, %208 : tensor<2x11xf32>, tensor<2x11xf32>) outs(%209 : tensor<2x11xf32>) {
    ^bb0(%in: f32 loc("jit(vit)/dot_general"(#loc144)), %in_34: f32 loc("jit(vit)/add"(#loc145)), %out: f32 loc("jit(vit)/add"(#loc145))):
      %211 = arith.addf %in, %in_34 : f32 loc(#loc195)
      linalg.yield %211 : f32 loc(#loc195)
    } -> tensor<2x11xf32> loc(#loc195)
    return %210 : tensor<2x11xf32> loc(#loc119)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc33 = loc("jax_models.py":37:11 to 39:5)
#loc34 = loc("jax_models.py":110:13 to :49)
#loc35 = loc("jax_models.py":110:13 to :75)
#loc64 = loc("jax_models.py":114:34 to :46)
#loc74 = loc("conv"(#loc33))
#loc75 = loc("vit"(#loc34))
#loc76 = loc("vit"(#loc35))
#loc105 = loc("vit"(#loc64))
#loc111 = loc(callsite(#loc75 at #loc109))
#loc112 = loc(callsite(#loc76 at #loc109))
#loc117 = loc(callsite(#loc105 at #loc109))
#loc119 = loc("jit(vit)"(#loc109))
#loc122 = loc(callsite(#loc74 at #loc111))
#loc123 = loc("jit(vit)/reshape"(#loc112))
#loc142 = loc("jit(vit)/slice"(#loc117))
#loc143 = loc("jit(vit)/squeeze"(#loc117))
#loc149 = loc("jit(vit)/conv_general_dilated"(#loc122))

