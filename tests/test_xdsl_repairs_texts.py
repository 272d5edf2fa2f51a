"""The behaviour of stock xDSL 0.74 on texts that are wrong or large, and ours."""

import random
import time

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.universe import XDSL_UNIVERSE
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Position
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRTokenKind

from pad_mlir.dialect.repairs import RepairedParser, new_context, parse_module, print_module
from pad_mlir.dialect.xdsl_compat.syntax.lexer import RepairedLexer


def stock_parse(text: str, allow_unregistered: bool = False) -> ModuleOp:
    context = Context(allow_unregistered=allow_unregistered)
    for name, factory in XDSL_UNIVERSE.all_dialects.items():
        context.register_dialect(name, factory)
    return Parser(context, text).parse_module()


def test_a_string_without_end_takes_no_exponential_time() -> None:
    text = '"test.op"() {a = "' + "a" * 18
    start = time.process_time()
    with pytest.raises(ParseError):
        stock_parse(text)
    stock = time.process_time() - start
    start = time.process_time()
    with pytest.raises(ParseError, match="this string does not end in its line") as raised:
        parse_module(text + "a" * 8)
    assert time.process_time() - start < 4 * stock + 0.1
    assert raised.value.span.start == text.index('"a')


def test_strings_are_read_as_before() -> None:
    text = r""""test.op"() {a = "\"\\\n\t\7F", b = "", c = "ä", d = "\FF"} : () -> ()"""
    read, stock = (
        parse_module(text, context=new_context(allow_unregistered=True)),
        stock_parse(text, True),
    )
    assert read.is_structurally_equivalent(stock)


def tokens(lexer: MLIRLexer) -> list[tuple[MLIRTokenKind | None, str, Position]]:
    """Up to the end or an error, which has no kind."""
    found: list[tuple[MLIRTokenKind | None, str, Position]] = []
    while not found or found[-1][0] not in (MLIRTokenKind.EOF, None):
        try:
            token = lexer.lex()
            found.append((token.kind, token.text, token.span.start))
        except ParseError as error:
            found.append((None, error.msg, error.span.start))
    return found


def test_tokens_are_those_of_stock_xdsl() -> None:
    choose = random.Random(7)
    parts = [*"ab_xX019.$-%#@!^/\\ \n\t:,()[]<>=+*?|{}éE²٣", "{-#", "#-}", "->", "//", "0x", "1.5"]
    for _ in range(5_000):
        text = "".join(choose.choices(parts, k=8))
        assert tokens(RepairedLexer(Input(text, ""))) == tokens(MLIRLexer(Input(text, ""))), text


def test_numbers_longer_than_python_converts() -> None:
    text = f"func.func @f() {{ %a = arith.constant 1{'0' * 5000} : index func.return }}"
    with pytest.raises(ValueError, match="Exceeds the limit"):
        stock_parse(text)
    with pytest.raises(ParseError, match="a number of 5001 digits"):
        parse_module(text)


def test_external_resources_are_read() -> None:
    text = 'module {} {-# external_resources: { x: { a: "b", c: true } } #-}'
    with pytest.raises(NotImplementedError):
        stock_parse(text)
    parser = RepairedParser(new_context(), text)
    parser.parse_module()
    assert parser.external_resources == {"x": {"a": "b", "c": True}}


def test_deep_nests_are_an_error_at_a_place() -> None:
    text = "func.func @f() attributes {a = " + "[" * 5000
    with pytest.raises(RecursionError):
        stock_parse(text)
    with pytest.raises(ParseError, match="nested too deeply"):
        parse_module(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("%a = arith.constant {} : index", 1 << 63),
        ("%a = arith.constant {} : index", -(1 << 63) - 1),
        ("%a = affine.apply affine_map<() -> ({})>()", 1 << 63),
        ("affine.for %i = 0 to {} {{ }}", 1 << 64),
        ("affine.for %i = 0 to 4 step {} {{ }}", 1 << 64),
        ("%a = memref.alloc() : memref<{}xf32>", 1 << 63),
    ],
)
def test_indices_have_64_bits(text: str, number: int) -> None:
    wrong = f"func.func @f() {{ {text.format(number)} func.return }}"
    stock_parse(wrong, allow_unregistered=True)
    with pytest.raises(ParseError, match="out of range: an index has 64 bits, signed"):
        parse_module(wrong, context=new_context(allow_unregistered=True))


@pytest.mark.parametrize("number", [(1 << 63) - 1, -(1 << 63)])
def test_the_outermost_indices(number: int) -> None:
    text = f"func.func @f() {{ %a = arith.constant {number} : index func.return }}"
    assert str(number) in print_module(parse_module(text))


def test_wide_integers_have_their_own_range() -> None:
    text = f"func.func @f() {{ %a = arith.constant {1 << 100} : i128 func.return }}"
    assert str(1 << 100) in print_module(parse_module(text))


@pytest.mark.parametrize(
    ("text", "said", "ours"),
    [
        ("#m = ", "attribute expected", "expected attribute, got the end of the text"),
        ("func.func @f(%a: f32 %b", "')' expected", "expected ')', got '%b'"),
        ("func.func f()", "expect symbol name", "expected symbol name, got 'f'"),
        ("\ufeff", "Unexpected character: \ufeff", "unexpected character U+FEFF"),
        ("?", "Could not parse entire input!", "expected operation"),
        (
            "#m = affine_map<(d0) -> (d1)>",
            "Identifier not in space d1",
            "'d1' is not a dimension or symbol here",
        ),
        (
            "func.func @f(%a: f32) { func.return %a : f64 }",
            "operand is used with type f64, but has been previously used or defined with type f32",
            "%a is used as f64, but is f32",
        ),
    ],
)
def test_what_was_expected_and_what_is_there(text: str, said: str, ours: str) -> None:
    with pytest.raises(ParseError) as stock:
        stock_parse(text)
    assert stock.value.msg == said
    with pytest.raises(ParseError) as raised:
        parse_module(text)
    assert raised.value.msg == ours
    assert (raised.value.span.start, raised.value.span.end) == (
        stock.value.span.start,
        stock.value.span.end,
    )


def test_vectors_have_elements() -> None:
    text = "func.func private @f(vector<4x0xf32>)"
    stock_parse(text)
    with pytest.raises(ParseError, match="expected a positive extent of a vector, got 0"):
        parse_module(text)
    assert "memref<0xf32>" in print_module(parse_module("func.func private @f(memref<0xf32>)"))
