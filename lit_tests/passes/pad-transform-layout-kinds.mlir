// The forms of the option `pad`.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="(io, ii) -> (0, io * 4 + ii - 14)"}' | filecheck %s --check-prefix=WRAP
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="@ramp"}' | filecheck %s --check-prefix=FUNCTION
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (io * 4 + ii))"},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad="value((a, b) -> (b))"}' | filecheck %s --check-prefix=VALUE
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="[{where = (io, ii) -> (ii - 3, 0), kind = -1.0}, {where = (io, ii) -> (io), kind = (io, ii) -> (0, 0)}, {kind = undef}]"}' | filecheck %s --check-prefix=LIST
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="indentity(addf)"}' 2>&1 | filecheck %s --check-prefix=MEANT
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=1e999}' 2>&1 | filecheck %s --check-prefix=RANGE
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (ii * 1e999))"}' 2>&1 | filecheck %s --check-prefix=RANGE
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="[{where = (io, ii) -> (ii), kind = 0.0}]"}' 2>&1 | filecheck %s --check-prefix=LAST
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="[{kind = 0.0, where = 1}]"}' 2>&1 | filecheck %s --check-prefix=ENTRY
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="[0.0]"}' 2>&1 | filecheck %s --check-prefix=FORM
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (io, ii))"}' 2>&1 | filecheck %s --check-prefix=ONE
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="@other"}' 2>&1 | filecheck %s --check-prefix=OTHER
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="(io, ii) -> (ii, io)"}' 2>&1 | filecheck %s --check-prefix=CYCLE

// WRAP: [affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 14)>]
// FUNCTION: [@ramp], {}>> {pad.name = "A"}
// VALUE: [@A_pad], {}>> {pad.name = "A"}
// VALUE-SAME: [@B_pad], {}>> {pad.name = "B"}
// VALUE-LABEL: func.func private @A_pad(%io: index, %ii: index) -> f32
// VALUE:         [[I:%.*]] = arith.index_cast
// VALUE-NEXT:    [[F:%.*]] = arith.sitofp [[I]] : i64 to f32
// VALUE-NEXT:    func.return [[F]] : f32
// VALUE-LABEL: func.func private @B_pad(%a: index, %b: index) -> i32
// VALUE-NEXT:    [[I:%.*]] = arith.index_cast %b : index to i32
// VALUE-NEXT:    func.return [[I]] : i32
// LIST: {{\[\[}}{where = affine_map<(d0, d1) -> (d1 - 3, 0)>, kind = -1.000000e+00 : f32}, {where = affine_map<(d0, d1) -> (d0)>, kind = affine_map<(d0, d1) -> (0, 0)>}, {kind = "undef"}{{\]\]}}
// RANGE: error: pad-transform-layout: the pad value 1e999 is out of range of f64; infinity is written inf
// MEANT: error: pad-transform-layout: the pad kind "indentity(addf)" is none of (did you mean "identity(addf)"?): forbidden, undef,
// LAST: a list of pad kinds ends at its one entry without `where`
// ENTRY: the pad kind "0.0, where = 1" is none of: forbidden, undef
// FORM: it must be a list of {where = .., kind = ..}
// ONE: the pad value "(io, ii) -> (io, ii)" must give one value
// OTHER: error: A cannot get this layout: the pad kind @other names no function of this module
// CYCLE: error: A cannot get this layout: the padding copies itself: [3, 3] is its own source
func.func @f(%A: memref<14xf32>, %B: memref<14xi32>, %x: f32, %n: i32) {
  affine.store %x, %A[0] : memref<14xf32>
  affine.store %n, %B[0] : memref<14xi32>
  func.return
}
func.func private @ramp(%io: index, %ii: index) -> f32 {
  %integer = arith.index_cast %ii : index to i64
  %r = arith.sitofp %integer : i64 to f32
  func.return %r : f32
}
