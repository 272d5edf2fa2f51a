// Options that cannot be read, or make no layout: one error each, and no output.
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv"}' 2>&1 | filecheck %s --check-prefix=MAP
// MAP: <pass-pipeline>:1:{{.*}}: error: pad-transform-layout: the map "(i) -> (i floordiv" cannot be read: {{.*}}; write it as "(i) -> (i floordiv 4, i mod 4)"
// MAP-NOT: func.func

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, i) -> (i)"}' 2>&1 | filecheck %s --check-prefix=TWICE
// TWICE: <pass-pipeline>:1:{{.*}}: error: pad-transform-layout: the map "(i, i) -> (i)" names an index twice

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i)[s] -> (i + s)"}' 2>&1 | filecheck %s --check-prefix=SYMBOL
// SYMBOL: error: pad-transform-layout: the map "(i)[s] -> (i + s)" has the symbols s, but symbols=[]; give a value for each, such as symbols="[4]"

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i)" pad=zero}' 2>&1 | filecheck %s --check-prefix=PAD
// PAD: error: pad-transform-layout: the pad kind "zero" is none of: forbidden, undef, "identity(<arith op>)", a number, inf, -inf, nan

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i)" align="[1.5]"}' 2>&1 | filecheck %s --check-prefix=ALIGN
// ALIGN: error: pad-transform-layout: align is "[1.5]", but must be a list of integers such as "[1, 16]"

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i)" extents="[13]"}' 2>&1 | filecheck %s --check-prefix=EXTENTS
// EXTENTS: .mlir:{{[0-9]+}}:1: error: A cannot get this layout: extents [13] are too small: for shape [14], axis 0 of (i) -> (i) needs 14
// EXTENTS-NOT: error:

// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="[{where = (io, ii) -> (ii - 3), is = undef}, {kind = 0.0}]"}' 2>&1 | filecheck %s --check-prefix=REGION
// REGION: error: pad-transform-layout: the pad kind "[{where = (io, ii) -> (ii - 3), is = undef}, {kind = 0.0}]" cannot be read: {where = (io, ii) -> (ii - 3), is = undef} must be {where = <map>, kind = <pad kind>}

func.func @f(%A: memref<14xf32>) {
  func.return
}
