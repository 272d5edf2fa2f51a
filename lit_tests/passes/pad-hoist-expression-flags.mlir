// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=none bindings=none}' | filecheck %s --check-prefix=NONE
// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=if-else-stmt bindings=none}' | filecheck %s --check-prefix=STMT
// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=if-else-expr bindings=none}' | filecheck %s --check-prefix=EXPR
// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=boolean-expression bindings=none}' | filecheck %s --check-prefix=BOOL
// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=if-else-stmt bindings=required-by-condition}' | filecheck %s --check-prefix=REQUIRED
// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=none bindings=let-stmt}' | filecheck %s --check-prefix=LETSTMT
// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=none bindings=let-expr}' | filecheck %s --check-prefix=LETEXPR

// The condition of an if, as a whole: one part of two is not enough.
// NONE-LABEL: @statement
// NONE-NEXT: affine.for
// NONE-NEXT: affine.for
// NONE-NEXT: affine.if {{.*}} (d0 - 1 >= 0)
// STMT-LABEL: @statement
// STMT-NEXT: affine.for
// STMT-NEXT: affine.if {{.*}} (d0 - 1 >= 0)
// STMT-NEXT: affine.for
// STMT-NEXT: affine.if {{.*}} (d0 - 2 >= 0, -d1 + 2 >= 0)
// EXPR-LABEL: @statement
// EXPR-NEXT: affine.for
// EXPR-NEXT: affine.for
// BOOL-LABEL: @statement
// BOOL-NEXT: affine.for
// BOOL-NEXT: affine.if {{.*}} (d0 - 1 >= 0)
// BOOL-NEXT: affine.if {{.*}} (d0 - 2 >= 0)
// BOOL-NEXT: affine.for
// BOOL-NEXT: affine.if {{.*}} (-d0 + 2 >= 0)
func.func @statement(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
        affine.if affine_set<(d0, d1) : (d0 - 2 >= 0, 2 - d1 >= 0)>(%i, %j) {
          affine.store %x, %A[%i, %j] : memref<4x4xf32>
        }
      }
    }
  }
  func.return
}

// The condition of a select, and of an if that gives a value.
// NONE-LABEL: @expression
// NONE: affine.for
// NONE-NEXT: affine.if
// STMT-LABEL: @expression
// STMT: affine.for
// STMT-NEXT: affine.if
// EXPR-LABEL: @expression
// EXPR: affine.if
// EXPR-NEXT: scf.if
// EXPR-NEXT: affine.for
// EXPR-NEXT: affine.store %x, %A
// EXPR-NEXT: affine.store %x, %B
// BOOL-LABEL: @expression
// BOOL: affine.if
// BOOL-NEXT: scf.if
// BOOL-NEXT: affine.for
func.func @expression(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32, %y: f32, %n: index, %c: i1) {
  affine.for %i = 0 to 4 {
    %v = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> f32 {
      affine.yield %x : f32
    } else {
      affine.yield %y : f32
    }
    affine.store %v, %A[%i] : memref<4xf32>
    %w = arith.select %c, %x, %y : f32
    affine.store %w, %B[%i] : memref<4xf32>
  }
  func.return
}

// A binding that others use too moves for the condition only if it may.
// STMT-LABEL: @required
// STMT: affine.for
// STMT-NEXT: %m = arith.addi
// REQUIRED-LABEL: @required
// REQUIRED: %m = arith.addi %n, %n
// REQUIRED-NEXT: %c = arith.cmpi slt, %m, %n
// REQUIRED-NEXT: scf.if %c {
// REQUIRED-NEXT: affine.for
// REQUIRED-NEXT: affine.store %x
// REQUIRED-NEXT: affine.store %m
// REQUIRED: } else {
// REQUIRED-NEXT: affine.for
// REQUIRED-NEXT: affine.store %m
func.func @required(%A: memref<4xf32>, %B: memref<4xi32>, %x: f32, %n: i32) {
  affine.for %i = 0 to 4 {
    %m = arith.addi %n, %n : i32
    %c = arith.cmpi slt, %m, %n : i32
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xf32>
    }
    affine.store %m, %B[%i] : memref<4xi32>
  }
  func.return
}

// Bindings of two uses, and of one.
// NONE-LABEL: @bindings
// NONE-NEXT: affine.for
// NONE-NEXT: arith.muli
// LETSTMT-LABEL: @bindings
// LETSTMT-NEXT: %[[S:.*]] = arith.muli %n, %n
// LETSTMT-NEXT: affine.for
// LETSTMT-NEXT: %[[T:.*]] = arith.addi %m, %m
// LETSTMT-NEXT: affine.store %[[S]]
// LETSTMT-NEXT: affine.store %[[S]]
// LETSTMT-NEXT: affine.store %[[T]]
// LETEXPR-LABEL: @bindings
// LETEXPR-NEXT: %[[T:.*]] = arith.addi %m, %m
// LETEXPR-NEXT: affine.for
// LETEXPR-NEXT: %[[S:.*]] = arith.muli %n, %n
func.func @bindings(%A: memref<4xi32>, %B: memref<4xi32>, %C: memref<4xi32>, %n: i32, %m: i32) {
  affine.for %i = 0 to 4 {
    %s = arith.muli %n, %n : i32
    %t = arith.addi %m, %m : i32
    affine.store %s, %A[%i] : memref<4xi32>
    affine.store %s, %B[%i] : memref<4xi32>
    affine.store %t, %C[%i] : memref<4xi32>
  }
  func.return
}
