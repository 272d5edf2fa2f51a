// Formulas of pad values that are none, or that the elements have no operations for.
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (self[0, ii] // 2))"}' 2>&1 | filecheck %s --check-prefix=DIVIDES
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (self[0, ii] / 2))"}' 2>&1 | filecheck %s --check-prefix=QUOTIENT
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (0.5 * ii))"}' 2>&1 | filecheck %s --check-prefix=HALF
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (self[0, ii * io]))"}' 2>&1 | filecheck %s --check-prefix=AFFINE
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (self[0, 0.5]))"}' 2>&1 | filecheck %s --check-prefix=INDEX
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, io) -> (io * 0.5))"}' 2>&1 | filecheck %s --check-prefix=TWICE
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value(io -> (io * 0.5))"}' 2>&1 | filecheck %s --check-prefix=HEADER
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (2.0 * i))"}' 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (2.0 *))"}' 2>&1 | filecheck %s --check-prefix=EARLY
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> 2.0 ii)"}' 2>&1 | filecheck %s --check-prefix=LATE
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (2.0 & ii))"}' 2>&1 | filecheck %s --check-prefix=SIGN
// RUN: not pad-opt %s -o /dev/null -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (2.0 * (ii)"}' 2>&1 | filecheck %s --check-prefix=BRACKET

// DIVIDES: // divides indices only: the elements take +, -, * and /
// QUOTIENT: (self[0, ii] / 2) divides elements, but i32 has no division by /
// HALF: the pad value 0.5 is not a value of the element type i32
// AFFINE: the pad value loads self[0, ii * io], but ii * io is not an affine expression
// INDEX: in the formula "(io, ii) -> (self[0, 0.5])", 0.5 is not an index
// TWICE: the formula "(io, io) -> (io * 0.5)" names an index twice
// HEADER: cannot be read: it is not "(io, ii) -> (..)"
// NAME: cannot be read: expected one of its indices, a number, self[..], - or (, got 'i'
// EARLY: got ')'
// LATE: cannot be read: expected its end, got 'ii'
// SIGN: cannot be read at "& ii)"
// BRACKET: expected ')', got its end
func.func @f(%A: memref<14xf32>, %B: memref<14xi32>, %x: f32, %n: i32) {
  affine.store %x, %A[0] : memref<14xf32>
  affine.store %n, %B[0] : memref<14xi32>
  func.return
}
