"""
The defects of xDSL 0.74 that `dialect/repairs` works around: stock xDSL has them, ours has not.

Where a test fails because stock xDSL got it right, the repair can go.
"""

import math
import random

import pytest
from xdsl.context import Context
from xdsl.dialects import affine, arith, builtin, func, memref, scf
from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseIntOrFPElementsAttr,
    ModuleOp,
    UnitAttr,
    UnknownLoc,
)
from xdsl.ir import Operation
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.parser import Parser
from xdsl.universe import XDSL_UNIVERSE
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.repairs import (
    OperationError,
    new_context,
    parse_module,
    print_module,
    verify_dominance,
    verify_operations,
)
from pad_mlir.dialect.xdsl_compat.syntax.affine_text import affine_map_text

LOAD = """
func.func @f(%A: memref<4x4xf32>, %n: index) {{
  affine.for %i = 0 to 14 {{
    %x = affine.load %A[{}] {} : memref<4x4xf32>
  }}
  func.return
}}"""


def stock_parse(text: str) -> ModuleOp:
    context = Context()
    for name, factory in XDSL_UNIVERSE.all_dialects.items():
        context.register_dialect(name, factory)
    return Parser(context, text).parse_module()


def first(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def load_map(module: ModuleOp) -> AffineMap:
    load = first(module, "affine.load")
    assert isinstance(load, affine.LoadOp)
    return load.map.data


def test_ssa_indices_are_dimensions() -> None:
    text = LOAD.format("%i floordiv 4, %i mod 4", "")
    i, s = AffineExpr.dimension(0), AffineExpr.symbol(0)
    assert load_map(stock_parse(text)) == AffineMap(0, 1, (s // 4, s % 4))
    assert load_map(parse_module(text)) == AffineMap(1, 0, (i // 4, i % 4))


def test_symbols_of_accesses() -> None:
    text = LOAD.format("%i + symbol(%n), symbol(%n) * 2 - %i", "")
    i, n = AffineExpr.dimension(0), AffineExpr.symbol(0)
    with pytest.raises(ParseError):
        stock_parse(text)
    module = parse_module(text)
    assert load_map(module) == AffineMap(1, 1, (i + n, n * 2 - i))
    assert "%A[%i + symbol(%n), symbol(%n) * 2 - %i]" in print_module(module)
    # Stock xDSL prints a dimension's value where the symbol's belongs.
    generic = print_module(module, generic=True)
    assert "%A[%i + %i, %i * 2 + %i * -1]" in str(stock_parse(generic))


def test_results_of_operations_with_several_as_indices() -> None:
    text = """
    func.func @f(%A: memref<4xf32>, %i: index, %c: i1) {
      %r:2 = scf.if %c -> (index, index) {
        scf.yield %i, %i : index, index
      } else {
        scf.yield %i, %i : index, index
      }
      %x = affine.load %A[%r#1] : memref<4xf32>
      func.return
    }"""
    with pytest.raises(ParseError):
        stock_parse(text)
    module = parse_module(text)
    load = first(module, "affine.load")
    assert list(load.operands) == [*load.operands[:1], first(module, "scf.if").results[1]]


@pytest.mark.parametrize(
    "line",
    [
        "%x = affine.load %A[%n, %n] {a} : memref<4x4xf32>",
        "affine.store %f, %A[%n, %n] {a} : memref<4x4xf32>",
        "%x = affine.vector_load %A[%n, %n] {a} : memref<4x4xf32>, vector<4xf32>",
        "affine.vector_store %v, %A[%n, %n] {a} : memref<4x4xf32>, vector<4xf32>",
        "%x = affine.apply affine_map<(d0) -> (d0 - 1)>(%n) {a}",
        "%x = affine.min affine_map<(d0) -> (d0, 4)>(%n) {a}",
        "%x = affine.max affine_map<(d0) -> (d0, 4)>(%n)",
        "affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) {\n    } {a}",
        "affine.parallel (%i) = (0) to (min(%n, 4)) step (2) {\n    } {a}",
        "scf.parallel (%i) = (%n) to (%n) step (%n) {\n    } {a}",
        "%x = memref.cast %A : memref<4x4xf32> to memref<?x4xf32>",
        "%x = memref.memory_space_cast %A : memref<4x4xf32> to memref<4x4xf32, 1 : i64>",
        "memref.copy %A, %A : memref<4x4xf32> to memref<4x4xf32>",
        "%x = memref.rank %A : memref<4x4xf32>",
        "%x = memref.dim {a} %A, %n : memref<4x4xf32>",
        "%x = arith.cmpi slt, %n, %n {a} : index",
        "%x = arith.cmpf olt, %f, %f fastmath<nnan> {a} : f32",
        "%x = arith.select %m, %v, %v : vector<4xi1>, vector<4xf32>",
    ],
)
def test_pretty_forms(line: str) -> None:
    """Of all these stock xDSL reads none; ours prints what it read."""
    arguments = "%A: memref<4x4xf32>, %n: index, %f: f32, %v: vector<4xf32>, %m: vector<4xi1>"
    text = f"func.func @f({arguments}) {{\n    {line}\n    func.return\n}}"
    with pytest.raises(ParseError):
        stock_parse(text)
    module = parse_module(text)
    verify_operations(module)
    assert f"    {line}\n" in print_module(module)


def test_execute_region_keeps_attributes() -> None:
    text = "func.func @f() { scf.execute_region { scf.yield } {a} func.return }"
    assert not first(stock_parse(text), "scf.execute_region").attributes
    assert first(parse_module(text), "scf.execute_region").attributes == {"a": UnitAttr()}


def test_execute_region_keeps_its_yield() -> None:
    text = "func.func @f() { scf.execute_region { scf.yield } func.return }"
    assert "scf.yield" not in str(stock_parse(text))
    assert "scf.yield" in print_module(parse_module(text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "scf.for",
            "for %k = %i to %i step %i iter_args(%a = %i) -> index { scf.yield %a : index }",
        ),
        ("scf.if", "if %c -> index { scf.yield %i : index } else { scf.yield %i : index }"),
    ],
)
def test_one_result_type_needs_no_parentheses(name: str, text: str) -> None:
    program = f"func.func @f(%i: index, %c: i1) {{ %r = scf.{text} func.return }}"
    with pytest.raises(ParseError):
        stock_parse(program)
    module = parse_module(program)
    verify_operations(module)
    assert [type.name for type in first(module, name).result_types] == ["index"]


def test_scf_for_is_read_without_a_hook_in_all_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    from xdsl import builder

    set_hooks = list[object]()
    hook = builder._override_operation_post_init  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(
        builder, "_override_operation_post_init", lambda: set_hooks.append(1) or hook()
    )
    text = "func.func @f(%i: index) { scf.for %k = %i to %i step %i { } func.return }"
    assert isinstance(first(stock_parse(text), "scf.for").regions[0].block.last_op, scf.YieldOp)
    assert set_hooks
    set_hooks.clear()
    module = parse_module(text)
    assert isinstance(first(module, "scf.for").regions[0].block.last_op, scf.YieldOp)
    assert not set_hooks


def test_comparisons_of_vectors() -> None:
    text = """
    func.func @f(%v: vector<4xi32>) {
      %c = "arith.cmpi"(%v, %v) <{predicate = 2 : i64}>
        : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
      func.return
    }"""
    with pytest.raises(Exception, match="i1"):
        stock_parse(text).verify()
    verify_operations(parse_module(text))


@pytest.mark.parametrize("literal", ["0xFF800000", "[0xFF800000, 0xFF800000]"])
def test_hexadecimal_floats_in_dense(literal: str) -> None:
    text = f"%0 = arith.constant dense<{literal}> : vector<2xf32>"

    def values(module: ModuleOp) -> list[float]:
        constant = first(module, "arith.constant")
        assert isinstance(constant, arith.ConstantOp)
        assert isinstance(constant.value, DenseIntOrFPElementsAttr)
        return [float(str(v)) for v in constant.value.get_values()]

    assert values(stock_parse(text)) == [pytest.approx(4.28657869e09)] * 2
    assert values(parse_module(text)) == [-math.inf] * 2


def test_hexadecimal_integers_in_dense_are_numbers() -> None:
    module = parse_module("%0 = arith.constant dense<0xFF> : vector<2xi32>")
    assert "dense<255> : vector<2xi32>" in print_module(module)


def test_zeros_of_both_signs_are_no_splat() -> None:
    text = "%0 = arith.constant dense<[0.0, -0.0]> : vector<2xf32>"
    assert "dense<0.000000e+00>" in str(stock_parse(text))
    module = parse_module(text)
    assert parse_module(print_module(module)).is_structurally_equivalent(module)
    assert parse_module(str(stock_parse(text))).is_structurally_equivalent(module) is False


def test_long_lists_of_booleans() -> None:
    elements = ", ".join(["true", "false", "false"] * 40)
    text = f"%0 = arith.constant dense<[{elements}]> : vector<120xi1>"
    # MLIR wants 15 bytes.
    assert f'dense<"0x{"FF0000" * 40}">' in str(stock_parse(text))
    assert f'dense<"0x{"499224" * 5}">' in print_module(parse_module(text))


def test_declarations_keep_attributes_of_arguments_and_results() -> None:
    text = "func.func private @f(memref<4xf32> {a}, i32) -> (f32 {b}) attributes {c}"
    assert "{a}" not in str(stock_parse(text))
    assert text in print_module(parse_module(text))


def test_global_without_visibility() -> None:
    pretty = "memref.global @g : memref<4xf32> = uninitialized"
    generic = '"memref.global"() <{sym_name = "g", type = memref<4xf32>, initial_value}> : () -> ()'
    with pytest.raises(ParseError):
        stock_parse(pretty)
    with pytest.raises(Exception, match="sym_visibility"):
        stock_parse(generic).verify()
    for text in (pretty, generic):
        module = parse_module(text)
        verify_operations(module)
        assert pretty in print_module(module)


SEMI_AFFINE = "affine_map<(d0)[s0] -> (d0 floordiv s0)>"


def test_semi_affine_maps_are_errors_in_the_text() -> None:
    text = f'"test.op"() {{map = {SEMI_AFFINE}}} : () -> ()'
    with pytest.raises(NotImplementedError):
        stock_parse(f"func.func @f() attributes {{map = {SEMI_AFFINE}}} {{ func.return }}")
    with pytest.raises(ParseError, match="semi-affine"):
        parse_module(text, context=new_context(allow_unregistered=True))


def test_constraints_are_equalities_and_lower_bounds() -> None:
    text = "func.func @f() attributes {a = affine_set<(d0) : (d0 <= 4)>} { func.return }"
    assert "affine_set<(d0) : ((d0 + -4) <= 0)>" in str(stock_parse(text))
    assert "affine_set<(d0) : (-d0 + 4 >= 0)>" in print_module(parse_module(text))


def test_affine_expressions_have_the_parentheses_of_mlir() -> None:
    text = "(d0, d1)[s0] -> (d0 * 4 + d1 - 1, -(d0 + d1) floordiv 2, (d0 - s0 * 3) mod 4, -7)"
    wanted = "(d0, d1)[s0] -> (d0 * 4 + d1 - 1, (-d0 - d1) floordiv 2, (d0 - s0 * 3) mod 4, -7)"
    text = f"func.func @f() attributes {{a = affine_map<{text}>}} {{ func.return }}"
    assert "((d0 * 4) + d1) + -1" in str(stock_parse(text))
    assert wanted in print_module(parse_module(text))


def test_affine_expressions_are_read_back_as_they_are_printed() -> None:
    generator = random.Random(77)

    def expression(depth: int) -> AffineExpr:
        if depth == 0 or generator.random() < 0.2:
            constant = generator.choice((-4, -1, 1, 3))
            return generator.choice(
                (AffineExpr.dimension(0), AffineExpr.dimension(1), AffineExpr.constant(constant))
            )
        left = expression(depth - 1)
        match generator.randrange(6):
            case 0:
                return left * generator.choice((-3, -1, 2))
            case 1:
                return left // generator.choice((2, 3))
            case 2:
                return left % generator.choice((2, 3))
            case 3:
                return left.ceil_div(generator.choice((2, 3)))
            case _:
                return left + expression(depth - 1)

    for _ in range(300):
        result = expression(4)
        text = affine_map_text(AffineMap(2, 0, (result,)))
        read = Parser(new_context(), f"affine_map<{text}>").parse_attribute()
        assert isinstance(read, AffineMapAttr)
        assert affine_map_text(read.data) == text
        for at in ((0, 0), (5, -3), (-7, 11)):
            assert read.data.results[0].eval(at, ()) == result.eval(at, ())


def test_dominance() -> None:
    text = """
    func.func @f(%n: index) -> index {
      %0 = arith.addi %later, %n : index
      %later = arith.addi %n, %n : index
      func.return %0 : index
    }"""
    stock_parse(text).verify()
    with pytest.raises(OperationError, match=r"operand #0 does not dominate") as error:
        verify_dominance(parse_module(text))
    assert error.value.op.name == "arith.addi"


def test_values_of_other_functions_do_not_dominate() -> None:
    text = """
    func.func @f() -> index { func.return %x : index }
    func.func @g() { %x = arith.constant 0 : index func.return }"""
    with pytest.raises((OperationError, ParseError)):
        verify_dominance(parse_module(text))


def test_dominance_across_blocks_and_into_regions() -> None:
    module = parse_module("""
    func.func @f(%n: index, %c: i1) -> index {
      %0 = arith.addi %n, %n : index
      cf.cond_br %c, ^a, ^b(%0 : index)
    ^a:
      affine.for %i = 0 to 4 {
        %1 = arith.addi %0, %i : index
      }
      cf.br ^b(%n : index)
    ^b(%x: index):
      %2 = arith.addi %x, %0 : index
      func.return %2 : index
    }""")
    verify_dominance(module)


def test_ranks_of_affine_accesses() -> None:
    text = LOAD.format("%i", "")
    stock_parse(text).verify()
    with pytest.raises(OperationError, match="expected 2 indices for memref<4x4xf32>, got 1"):
        verify_operations(parse_module(text))


def test_errors_are_where_the_mistake_is() -> None:
    undeclared = "func.func @f() {\n  func.return %x : index\n}\n\n"
    unknown = "func.func @f() {\n  foo.bar\n  func.return\n}"
    for text, stock_line in ((undeclared, 5), (unknown, 3)):
        with pytest.raises(ParseError) as error:
            stock_parse(text)
        assert error.value.span.get_location().line == stock_line
        with pytest.raises(ParseError) as error:
            parse_module(text)
        assert error.value.span.get_location().line == 2


def test_operations_have_locations() -> None:
    text = "func.func @f() {\n  %0 = arith.constant 1 : index\n  func.return\n}"
    assert isinstance(first(stock_parse(text), "arith.constant").location, UnknownLoc)
    location = first(parse_module(text, "f.mlir"), "arith.constant").location
    assert str(location) == 'loc("f.mlir":2:8)'


def test_empty_text_is_an_empty_module() -> None:
    with pytest.raises(ParseError):
        stock_parse("// nothing\n")
    assert print_module(parse_module("// nothing\n")) == "builtin.module {\n}\n"


def test_llvm_and_foreign_attributes_print_generically() -> None:
    text = """
    func.func @f(%p: !llvm.ptr, %i: i64) {
      %0 = "llvm.getelementptr"(%p, %i) <{rawConstantIndices = array<i32: -2147483648>,
        elem_type = f32, noWrapFlags = 3 : i32}> : (!llvm.ptr, i64) -> !llvm.ptr
      %1 = "tensor.empty"() {a} : () -> tensor<4xf32>
      func.return
    }"""
    assert "inbounds" not in str(stock_parse(text))
    assert "noWrapFlags" not in str(stock_parse(text))
    assert "{a}" not in str(stock_parse(text))
    printed = print_module(parse_module(text))
    assert "noWrapFlags = 3 : i32" in printed
    assert '"tensor.empty"() {a}' in printed


def test_stock_operations_print_as_the_repaired_ones() -> None:
    index = builtin.IndexType()
    buffer = builtin.MemRefType(builtin.f32, [4])
    function = func.FuncOp("f", ([buffer, index], []))
    a, n = function.args
    i = AffineMap(1, 0, (AffineExpr.dimension(0) - 1,))
    load = affine.LoadOp(a, [n], builtin.AffineMapAttr(i))
    load.attributes["a"] = UnitAttr()
    store = affine.StoreOp(load.result, a, [n], builtin.AffineMapAttr(i))
    copy = memref.CopyOp(a, a)
    function.body.block.add_ops([load, store, copy, func.ReturnOp()])
    assert print_module(ModuleOp([function])) == (
        "builtin.module {\n"
        "  func.func @f(%0: memref<4xf32>, %1: index) {\n"
        "    %2 = affine.load %0[%1 - 1] {a} : memref<4xf32>\n"
        "    affine.store %2, %0[%1 - 1] : memref<4xf32>\n"
        "    memref.copy %0, %0 : memref<4xf32> to memref<4xf32>\n"
        "    func.return\n"
        "  }\n"
        "}\n"
    )


def test_repaired_operations_are_stock_operations() -> None:
    module = parse_module(LOAD.format("%i, %i", ""))
    assert isinstance(first(module, "affine.load"), affine.LoadOp)
    assert isinstance(first(module, "func.func"), func.FuncOp)
    assert not isinstance(first(module, "affine.load"), scf.ForOp)


def test_indices_that_are_no_dimensions_may_be_operands_of_maps() -> None:
    """As upstream has it: the result of a map of them can't be a dimension of an access either."""
    clamp = """
    func.func @f(%A: memref<13xf32>, %B: memref<16xf32>) {{
      affine.for %w = 0 to 16 {{
        %m = affine.max affine_map<(w) -> (w - 1, 0)>(%w)
        %k = affine.apply affine_map<(m) -> (m + 1)>(%m)
        %l = affine.min affine_map<(k)[m] -> (k - 1, m, 12)>(%k)[%m]
        %x = {}.load %A[%{}] : memref<13xf32>
        affine.store %x, %B[%w] : memref<16xf32>
      }}
      return
    }}"""
    verify_operations(parse_module(clamp.format("memref", "l")))
    for index in "klm":
        with pytest.raises(OperationError, match=f"%{index} cannot be a dimension"):
            verify_operations(parse_module(clamp.format("affine", index)))


def test_a_name_with_a_number_is_not_that_of_another_value() -> None:
    """Without their last numbers, values are called `i`, `i`, `i_1`, `i`, `i_1`, `i_1_1`, `i_2`."""
    names = ("i", "i_7", "i_1_7", "i_8", "i_1_8", "i_1_1_7", "i_2_7")
    lines = [f"%{name} = arith.constant {k} : i32" for k, name in enumerate(names)]
    text = print_module(parse_module("\n".join(lines)))
    assert print_module(parse_module(text)) == text
    assert len({line.split()[0] for line in text.splitlines() if "%" in line}) == len(names)
