// Pad values that are computed from other cells of the buffer and from the indices.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=Q map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (self[0, ii] * 2.0))"},pad-apply-layouts' | filecheck %s --check-prefix=DOUBLED
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=Q map="(i) -> (i floordiv 4, i mod 4)" pad="[{where = (io, ii) -> (ii - 3), kind = value((a, b) -> (-self[0, b] / (a - 0.5)))}, {kind = value((a, b) -> (self[a - 1, b] - self[0, b] + b))}]"},pad-transform-layout{buffer=Q map="(io, ii) -> (ii, io)"},pad-apply-layouts' | filecheck %s --check-prefix=PIECES
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=W map="(i, j) -> (i, j floordiv 8, j mod 8)" pad="value((i, jo, ji) -> (0.5 * ji - 1.25 * i))"},pad-apply-layouts' | filecheck %s --check-prefix=FLOATS
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=N map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (-self[io - 1, ii] * 3 + (ii + 1) floordiv 2))"},pad-apply-layouts' | filecheck %s --check-prefix=INTEGERS
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=Q map="(i) -> (i floordiv 4, i mod 4)" pad="value((inf, ii) -> (-2.5e-1))"},pad-transform-layout{buffer=N map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (self[0, ii]))"}' | filecheck %s --check-prefix=PLAIN
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=V map="(i) -> (i floordiv 4, i mod 4)" pad="value((io, ii) -> (self[0, ii] * 2.0))"},pad-apply-layouts' | filecheck %s --check-prefix=LANES

// DOUBLED:       {pad.stage = "fill"}
// DOUBLED:       affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>([[IO:%.*]], [[II:%.*]]) {
// DOUBLED-NEXT:    [[Q:%.*]] = affine.load %Q[0, [[II]]]
// DOUBLED-NEXT:    [[TWO:%.*]] = arith.constant 2.000000e+00 : f32
// DOUBLED-NEXT:    [[P:%.*]] = arith.mulf [[Q]], [[TWO]] : f32
// DOUBLED-NEXT:    affine.store [[P]], %Q[[[IO]], [[II]]]
// DOUBLED:       pad.stage = "Q_padding"
// DOUBLED-LABEL: func.func @consume
// Only of padding cells anything is said, and a NaN is one of whatever bits.
// DOUBLED:       affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>([[IO:%.*]], [[II:%.*]]) {
// DOUBLED-NEXT:    [[H:%.*]] = affine.load %Q[[[IO]], [[II]]]
// DOUBLED-NEXT:    [[Q:%.*]] = affine.load %Q[0, [[II]]]
// DOUBLED-NEXT:    [[TWO:%.*]] = arith.constant 2.000000e+00 : f32
// DOUBLED-NEXT:    [[P:%.*]] = arith.mulf [[Q]], [[TWO]] : f32
// DOUBLED-NEXT:    [[HB:%.*]] = arith.bitcast [[H]] : f32 to i32
// DOUBLED-NEXT:    [[PB:%.*]] = arith.bitcast [[P]] : f32 to i32
// DOUBLED-NEXT:    [[EQ:%.*]] = arith.cmpi eq, [[HB]], [[PB]] : i32
// DOUBLED-NEXT:    [[HN:%.*]] = arith.cmpf uno, [[H]], [[H]] : f32
// DOUBLED-NEXT:    [[PN:%.*]] = arith.cmpf uno, [[P]], [[P]] : f32
// DOUBLED-NEXT:    [[N:%.*]] = arith.andi [[HN]], [[PN]] : i1
// DOUBLED-NEXT:    [[B:%.*]] = arith.ori [[EQ]], [[N]] : i1
// DOUBLED-NEXT:    pad.assume [[B]] : i1
// DOUBLED:       pad.stage = "Q_assume"
// DOUBLED-LABEL: func.func @window

// The later step moves the cells; the functions take the indices of their own step.
// PIECES:        {pad.stage = "fill"}
// PIECES:        affine.if affine_set<(d0, d1) : ({{.*}})>([[II:%.*]], [[IO:%.*]]) {
// PIECES-NEXT:     [[Q:%.*]] = affine.load %Q[[[II]], 0]
// PIECES:          arith.negf [[Q]] : f32
// PIECES:          arith.divf
// PIECES:        affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 == 0)>([[IO]], [[II]]) {
// PIECES-NEXT:     affine.load %Q[[[II]], 2]
// PIECES-NEXT:     affine.load %Q[[[II]], 0]
// PIECES:          arith.subf
// PIECES:          arith.addf
// PIECES:        pad.stage = "Q_padding"

// FLOATS-LABEL:  func.func @window
// FLOATS:        affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 10 >= 0)>({{%.*}}, [[JI:%.*]]) {
// FLOATS-NEXT:     [[HALF:%.*]] = arith.constant 5.000000e-01 : f64
// FLOATS-NEXT:     [[JN:%.*]] = arith.index_cast [[JI]] : index to i64
// FLOATS-NEXT:     [[J:%.*]] = arith.sitofp [[JN]] : i64 to f64
// FLOATS-NEXT:     [[A:%.*]] = arith.mulf [[HALF]], [[J]] : f64
// FLOATS-NEXT:     [[C:%.*]] = arith.constant 1.250000e+00 : f64
// FLOATS-NEXT:     [[IN:%.*]] = arith.index_cast
// FLOATS-NEXT:     [[I:%.*]] = arith.sitofp [[IN]] : i64 to f64
// FLOATS-NEXT:     [[B:%.*]] = arith.mulf [[C]], [[I]] : f64
// FLOATS-NEXT:     [[D:%.*]] = arith.subf [[A]], [[B]] : f64
// FLOATS-NEXT:     affine.store [[D]], %W

// INTEGERS-LABEL: func.func private @N_pad(%io: index, %ii: index, %cell: i32) -> i32
// INTEGERS-NEXT:    [[ZERO:%.*]] = arith.constant 0 : i32
// INTEGERS-NEXT:    [[NEG:%.*]] = arith.subi [[ZERO]], %cell : i32
// INTEGERS-NEXT:    [[THREE:%.*]] = arith.constant 3 : i32
// INTEGERS-NEXT:    [[P:%.*]] = arith.muli [[NEG]], [[THREE]] : i32
// INTEGERS-NEXT:    [[ONE:%.*]] = arith.constant 1 : index
// INTEGERS-NEXT:    [[I:%.*]] = arith.addi %ii, [[ONE]] : index
// INTEGERS-NEXT:    [[TWO:%.*]] = arith.constant 2 : index
// INTEGERS-NEXT:    [[H:%.*]] = arith.floordivsi [[I]], [[TWO]] : index
// INTEGERS-NEXT:    [[HI:%.*]] = arith.index_cast [[H]] : index to i32
// INTEGERS-NEXT:    arith.addi [[P]], [[HI]] : i32

// Of vectors each lane is equal, or a NaN on both sides.
// LANES:      [[EQ:%.*]] = arith.cmpi eq, {{.*}} : vector<4xi32>
// LANES-NEXT: [[HN:%.*]] = arith.cmpf uno, {{.*}} : vector<4xf32>
// LANES-NEXT: [[PN:%.*]] = arith.cmpf uno, {{.*}} : vector<4xf32>
// LANES-NEXT: [[N:%.*]] = arith.andi [[HN]], [[PN]] : vector<4xi1>
// LANES-NEXT: [[L:%.*]] = arith.ori [[EQ]], [[N]] : vector<4xi1>
// LANES-NEXT: [[B:%.*]] = vector.reduction <and>, [[L]] : vector<4xi1> into i1
// LANES-NEXT: pad.assume [[B]] : i1

// A number or a load alone needs no function.
// PLAIN: [-2.500000e-01 : f32], {}>> {pad.name = "Q"}
// PLAIN: [affine_map<(d0, d1) -> (0, d1)>], {}>> {pad.name = "N"}
func.func @ring(%src: memref<14xf32>, %Q: memref<14xf32> {pad.name = "Q"}, %x: f32) {
  affine.for %i = 0 to 14 {
    %a = affine.load %src[%i] : memref<14xf32>
    %b = arith.addf %a, %x : f32
    affine.store %b, %Q[%i] : memref<14xf32>
  } {pad.stage = "fill"}
  func.return
}
func.func @consume(%Q: memref<14xf32> {pad.name = "Q"}, %out: memref<14xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c14 step %c1 {
    %q = memref.load %Q[%i] : memref<14xf32>
    memref.store %q, %out[%i] : memref<14xf32>
  } {pad.stage = "copy"}
  func.return
}
func.func @window(%W: memref<6x10xf64> {pad.name = "W"}, %v: f64) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      affine.store %v, %W[%i, %j] : memref<6x10xf64>
    }
  } {pad.stage = "fill"}
  func.return
}
func.func @counts(%N: memref<14xi32> {pad.name = "N"}, %k: i32) {
  affine.for %i = 0 to 14 {
    affine.store %k, %N[%i] : memref<14xi32>
  } {pad.stage = "fill"}
  func.return
}
func.func @lanes(%V: memref<14xvector<4xf32>>, %out: memref<14xvector<4xf32>>) {
  affine.for %i = 0 to 14 {
    %v = affine.load %V[%i] : memref<14xvector<4xf32>>
    affine.store %v, %out[%i] : memref<14xvector<4xf32>>
  } {pad.stage = "copy"}
  func.return
}
