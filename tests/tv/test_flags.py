"""Flags that only the result has, on operations that fold away or are hidden by others."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

from .rewrites import judge

_FASTMATH = ("nnan", "ninf", "nsz", "afn", "arcp", "contract", "reassoc")
_CHANGES_A_VALUE = ("nnan", "ninf", "nsz")
_SPECIAL = ("nnan", "ninf")
_ALL = "fastmath<fast>"


def _function(body: str, result: str = "r", type: str = "f32") -> str:
    return f"""
  func.func @f(%x: f32, %y: f32, %c: i1, %b: i1, %i: i8) -> {type} {{
    %zero = arith.constant 0.0 : f32
    %minus = arith.constant -0.0 : f32
    %one = arith.constant 1.0 : f32
    %inf = arith.constant 0x7F800000 : f32
    %tenth = arith.constant 0.1 : f32
    %third = arith.constant 0.3 : f32
    %true = arith.constant true
    {body}
    func.return %{result} : {type}
  }}"""


def _status(before: str, after: str) -> Status:
    return judge(before, after).status


@pytest.mark.parametrize("flag", _FASTMATH)
@pytest.mark.parametrize(
    "neutral",
    ["addf %x, %minus", "subf %x, %zero", "mulf %x, %one", "mulf %one, %x", "divf %x, %one"],
)
def test_an_operation_that_changes_nothing(neutral: str, flag: str) -> None:
    plain = _function(f"%r = arith.{neutral} : f32")
    flagged = _function(f"%r = arith.{neutral} fastmath<{flag}> : f32")
    expected = Status.REFUTED if flag in _CHANGES_A_VALUE else Status.NOT_VALIDATED
    assert _status(plain, flagged) is expected
    assert _status(flagged, flagged) is Status.VALID
    assert _status(flagged, plain) is Status.VALID


@pytest.mark.parametrize("flag", _FASTMATH)
def test_a_flag_after_one_on_other_operands(flag: str) -> None:
    def text(flags: str) -> str:
        return _function(f"""%p = arith.mulf %x, %x fastmath<{flag}> : f32
    %s = arith.addf %p, %y {flags} : f32
    %r = arith.addf %s, %minus : f32""")

    assert _status(text(""), text(f"fastmath<{flag}>")) is not Status.VALID
    assert _status(text(f"fastmath<{flag}>"), text("")) is Status.VALID


@pytest.mark.parametrize("flag", _FASTMATH)
def test_a_result_that_nobody_uses_may_have_any(flag: str) -> None:
    plain = "%r = arith.addf %x, %y : f32"
    dead = f"%p = arith.mulf %x, %y fastmath<{flag}> : f32\n    {plain}"
    assert _status(_function(plain), _function(dead)) is Status.VALID


@pytest.mark.parametrize("flag", ["afn", "arcp", "contract", "reassoc"])
def test_constants_are_rounded_once(flag: str) -> None:
    def text(flags: str) -> str:
        return _function(f"""%s = arith.addf %tenth, %third {flags} : f32
    %r = arith.addf %s, %x fastmath<{flag}> : f32""")

    assert _status(text(""), text(f"fastmath<{flag}>")) is Status.NOT_VALIDATED
    assert _status(text(f"fastmath<{flag}>"), text("")) is Status.VALID


@pytest.mark.parametrize("flag", _SPECIAL)
def test_conditions(flag: str) -> None:
    """Of a select whose arms are one, and of an `if` that does nothing."""
    compared = f"%p = arith.cmpf olt, %x, %y fastmath<{flag}> : f32"
    plain = _function("%r = arith.addf %x, %minus : f32")
    chosen = _function(f"{compared}\n    %r = arith.select %p, %x, %x : f32")
    branch = _function(f"""{compared}
    %r = scf.if %p -> (f32) {{
      scf.yield %x : f32
    }} else {{
      scf.yield %x : f32
    }}""")
    for text in (chosen, branch):
        assert _status(plain, text) is Status.REFUTED
        assert _status(text, text) is Status.VALID
        assert _status(text, plain) is Status.VALID


@pytest.mark.parametrize("flag", _SPECIAL)
def test_vectors(flag: str) -> None:
    def text(flags: str) -> str:
        return f"""
  func.func @f(%x: vector<2xf32>) -> vector<2xf32> {{
    %one = arith.constant dense<1.0> : vector<2xf32>
    %r = arith.mulf %x, %one {flags} : vector<2xf32>
    func.return %r : vector<2xf32>
  }}"""

    assert _status(text(""), text(f"fastmath<{flag}>")) is Status.REFUTED
    assert _status(text(f"fastmath<{flag}>"), text("")) is Status.VALID


_ADDED = """%a = arith.mulf %y, %x fastmath<fast> : f32
    {chosen}
    %s = arith.addf %w, %x fastmath<fast> : f32"""
_INSERTED = """
    %m = arith.mulf %y, %zero fastmath<fast> : f32
    %r = arith.addf %s, %m fastmath<fast> : f32"""


@pytest.mark.parametrize(
    ("chosen", "is_right"),
    [("%w = arith.addf %a, %minus : f32", True), ("%w = arith.select %c, %a, %x : f32", False)],
    ids=["in each case", "in the arm of a select"],
)
def test_an_inserted_product_by_zero(chosen: str, is_right: bool) -> None:
    """
    Its flags say of `y` what those of an original product do, whose poison certainly gets there.
    """
    body = _ADDED.format(chosen=chosen)
    verdict = judge(_function(body, "s"), _function(body + _INSERTED))
    assert (verdict.status is Status.VALID) == is_right, verdict


def test_an_inserted_product_elsewhere() -> None:
    """`B[i, j] = S[i] * A[i, j]`: what is stored in the padding is not a result of the original."""

    def text(last: str) -> str:
        return f"""
  func.func @f(%S: memref<1xf32>, %A: memref<2xf32>, %B: memref<2xf32>) {{
    %zero = arith.constant 0.0 : f32
    %s = affine.load %S[0] : memref<1xf32>
    %a = affine.load %A[0] : memref<2xf32>
    %p = arith.mulf %s, %a fastmath<fast> : f32
    affine.store %p, %B[0] : memref<2xf32>
    %q = arith.{last} : f32
    affine.store %q, %B[1] : memref<2xf32>
    func.return
  }}"""

    inserted = "mulf %s, %zero fastmath<nnan,ninf,nsz>"
    assert _status(text("addf %zero, %zero"), text(inserted)) is Status.REFUTED
    assert _status(text(inserted), text("addf %zero, %zero")) is Status.VALID


def test_the_sign_of_a_zero_that_nsz_leaves_open() -> None:
    product = "%m = arith.mulf %y, %zero fastmath<{}> : f32"
    free, signed = (product.format(flags) for flags in ("nnan,ninf,nsz", "nnan,ninf"))
    known = _function("%r = arith.addf %zero, %zero : f32")
    assert _status(_function(free, "m"), known) is Status.VALID
    assert _status(_function(signed, "m"), known) is Status.REFUTED
    positive = "\n    %r = arith.maximumf %m, %zero : f32"
    assert _status(_function(signed + positive), _function(free, "m")) is Status.REFUTED


_SQUARE = "%p = arith.mulf %x, %x : f32\n    "
_OPEN = f"{_SQUARE}%s = arith.addf %p, {{}} fastmath<nsz> : f32\n    "


@pytest.mark.parametrize("other", ["%y", "%minus"])
@pytest.mark.parametrize(
    ("seen", "is_hidden"),
    [
        ("arith.addf %s, %zero", True),
        ("arith.addf %one, %s", True),
        ("math.absf %s", True),
        ("arith.addf %s, %minus", False),
        ("arith.addf %s, %s", False),
        ("math.sqrt %s", False),
    ],
)
def test_what_does_not_see_the_sign_of_a_zero(seen: str, is_hidden: bool, other: str) -> None:
    """A square is never -0.0, but under `nsz` what is made of it may be."""
    opened = _OPEN.format(other) + f"%r = {seen} : f32"
    given = opened + "\n    %t = arith.addf %r, %minus fastmath<nsz> : f32"
    expected = Status.NOT_VALIDATED if other == "%y" else Status.REFUTED
    if is_hidden and seen != "arith.addf %one, %s":
        assert _status(_function(opened), _function(given, "t")) is expected
    if other == "%minus":
        closed = _SQUARE + f"%r = {seen.replace('%s', '%p')} : f32"
        assert (_status(_function(closed), _function(opened)) is Status.VALID) == is_hidden


def test_a_sign_that_is_open_in_two_operands() -> None:
    """Neither of two sums under `nsz` is known not to be -0.0, so that neither hides the other."""
    open_ = _OPEN.format("%minus") + "%r = arith.addf %s, %s : f32"
    assert _status(_function(_SQUARE + "%r = arith.addf %p, %p : f32"), _function(open_)) is (
        Status.REFUTED
    )


@pytest.mark.parametrize(
    ("op", "has_freedom"),
    [("addf %s, %s", True), ("subf %s, %s", False), ("mulf %s, %s", False)],
)
def test_two_uses_of_one_zero_have_one_sign(op: str, has_freedom: bool) -> None:
    """Which sign a zero has is chosen once: `s - s` is +0.0, whatever `s` is."""
    zero = "%s = arith.subf %minus, %minus fastmath<nsz> : f32"
    open_ = _function("%r = arith.addf %zero, %zero fastmath<nsz> : f32")
    twice = _function(f"{zero}\n    %r = arith.{op} : f32")
    assert (_status(twice, open_) is Status.VALID) == has_freedom
    assert _status(twice, twice) is Status.VALID


def test_one_zero_in_an_arm_and_beside_it() -> None:
    zero = "%s = arith.subf %minus, %minus fastmath<nsz> : f32\n    "
    before = _function(f"""{zero}%t = arith.select %c, %s, %x : f32
    %r = arith.subf %t, %s : f32""")
    after = _function(f"""{zero}%p = arith.subf %x, %s : f32
    %q = arith.addf %s, %minus : f32
    %r = arith.select %c, %q, %p : f32""")
    assert _status(before, after) is not Status.VALID
    assert _status(before, before) is Status.VALID


@pytest.mark.parametrize(("op", "other"), [("maximumf", "zero"), ("minimumf", "minus")])
def test_an_extremum_that_no_zero_changes(op: str, other: str) -> None:
    def text(flags: str) -> str:
        return _function(f"""%s = arith.negf %minus {flags} : f32
    %r = arith.{op} %s, %{other} fastmath<nnan> : f32""")

    assert _status(text(""), text("fastmath<nsz>")) is Status.VALID
    assert _status(text(""), text("fastmath<nsz>").replace(f", %{other} ", ", %one ")) is not (
        Status.VALID
    )


def test_poison_that_depends_on_a_condition() -> None:
    """A comparison that sees nothing is poison where what it compares is: in one arm, or always."""

    def text(compared: str) -> str:
        return _function(
            f"""%s = arith.addf %x, %y fastmath<nnan> : f32
    %t = arith.select %c, %s, %x : f32
    %r = arith.cmpf false, %{compared}, %y : f32""",
            type="i1",
        )

    assert _status(text("t"), text("s")) is not Status.VALID
    assert _status(text("s"), text("t")) is Status.VALID
    assert _status(text("t"), text("t")) is Status.VALID


def test_poison_of_what_a_flag_speaks_of() -> None:
    """An infinity that is added is poison, whatever is added to it."""
    negated = "%n = arith.negf %x fastmath<ninf> : f32\n    "
    sum = "%r = arith.addf %inf, %{} fastmath<nnan,ninf> : f32"
    verdict = judge(_function(negated + sum.format("n")), _function(sum.format("x")))
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize("budget", [1 << 20, 1])
def test_poison_of_a_constant_that_a_flag_excludes(budget: int) -> None:
    """The original is poison always, if it is run too: then anything is right."""
    excluded = _function("%r = arith.addf %inf, %one fastmath<ninf> : f32")
    any_value = _function("%r = arith.addf %zero, %one : f32")
    (verdict,) = validate(parse_module(excluded), parse_module(any_value), budget=budget).functions
    assert verdict.status in (Status.VALID, Status.TESTED, Status.NOT_VALIDATED)
    assert budget == 1 or verdict.status is Status.VALID
    (verdict,) = validate(parse_module(any_value), parse_module(excluded), budget=budget).functions
    assert verdict.status is Status.REFUTED


def test_rounding_that_decides_between_equal_values() -> None:
    def text(order: str) -> str:
        return _function(f"""%s = arith.addf {order} fastmath<reassoc> : f32
    %t = arith.addf %s, %one fastmath<reassoc> : f32
    %b1 = arith.cmpf olt, %t, %y : f32
    %p = arith.select %b1, %x, %y : f32
    %q = arith.select %b1, %y, %y : f32
    %r = arith.addf %p, %q : f32""")

    assert _status(text("%x, %y"), text("%y, %x")) is Status.VALID
    free = text("%x, %y")
    moved = free.replace("arith.addf %x, %y f", "arith.addf %x, %one f")
    moved = moved.replace("arith.addf %s, %one f", "arith.addf %s, %y f")
    assert moved != free
    assert _status(free, moved) is Status.VALID
    assert _status(free.replace("fastmath<reassoc>", ""), moved) is not Status.VALID


@pytest.mark.parametrize(("flags", "is_right"), [("reassoc,contract", True), ("reassoc", False)])
def test_a_product_added_to_no_zero_has_no_order(flags: str, is_right: bool) -> None:
    """With both flags an fma is a product that may be contracted, and a sum."""
    product = _function("%r = arith.mulf %x, %y fastmath<contract> : f32")
    fused = _function(f"%r = math.fma %x, %y, %minus fastmath<{flags}> : f32")
    assert (_status(product, fused) is Status.VALID) == is_right


@pytest.mark.parametrize("flags", ["nsw", "nuw"])
def test_one_bit(flags: str) -> None:
    """True is 1, and -1 with a sign: the square of it is not an i1 then."""
    plain = _function("%r = arith.andi %b, %true : i1", type="i1")
    flagged = _function(f"%r = arith.muli %b, %true overflow<{flags}> : i1", type="i1")
    assert _status(plain, flagged) is (Status.REFUTED if flags == "nsw" else Status.VALID)
    assert _status(flagged, plain) is Status.VALID


@pytest.mark.parametrize(
    ("op", "says"),
    [
        ('"arith.trunci"(%i) {isExact} : (i8) -> i4', "exact"),
        ('"arith.trunci"(%i) {nneg} : (i8) -> i4', "nneg"),
        ('"arith.trunci"(%i) {roundingmode = 1 : i32} : (i8) -> i4', "roundingmode"),
    ],
)
def test_flags_that_are_not_understood(op: str, says: str) -> None:
    plain = _function("%r = arith.trunci %i : i8 to i4", type="i4")
    verdict = judge(plain, _function(f"%r = {op}", type="i4"))
    assert verdict.status is Status.NOT_VALIDATED, verdict
    assert says in str(verdict)


_ANY_SIGN = "%v = arith.mulf %one, %x fastmath<nsz> : f32\n    "


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("arith.maximumf %v, %x", "arith.maximumf %v, %x fastmath<nsz>"),
        ("arith.minimumf %x, %v", "arith.minimumf %v, %v"),
        ("arith.addf %v, %x", "arith.addf %v, %v"),
        ("arith.subf %v, %n", "arith.addf %v, %v"),
        ("arith.maximumf %v, %m", "arith.maximumf %v, %y"),
        ("math.absf %a", "arith.addf %a, %minus"),
    ],
)
def test_a_zero_with_any_sign_beside_the_same_one_with_its_own(before: str, after: str) -> None:
    """Of +0.0 and either zero the larger one, and the sum, is +0.0."""
    head = f"""{_ANY_SIGN}%n = arith.negf %x : f32
    %m = arith.maximumf %x, %y : f32
    %a = math.absf %x fastmath<nsz> : f32
    %r = """
    old, new = (_function(f"{head}{op} : f32") for op in (before, after))
    assert _status(old, old) is Status.VALID
    assert _status(old, new) in (Status.REFUTED, Status.NOT_VALIDATED)


def test_a_zero_with_any_sign_that_another_zero_may_hide() -> None:
    """The larger one of it and of a difference, which is +0.0 or poison, is +0.0."""
    text = """%v = arith.maximumf %minus, %minus : f32
    %d = arith.subf %x, %x fastmath<nnan> : f32
    %r = arith.maximumf %v, %d fastmath<nnan> : f32"""
    opened = text.replace("%minus, %minus", "%minus, %minus fastmath<nsz>")
    assert _status(_function(text), _function(opened)) is not Status.REFUTED


@pytest.mark.parametrize(
    ("op", "flags"),
    [
        ("arith.maxnumf %p, %nan", "nnan"),
        ("arith.maximumf %p, %minus_inf", "ninf"),
        ("arith.minimumf %inf, %p", "nnan,ninf"),
    ],
)
def test_flags_of_what_is_left_say_nothing_of_what_stood_beside_it(op: str, flags: str) -> None:
    """It is poison always, though its result is a product with these flags."""
    head = """%nan = arith.constant 0x7FC00000 : f32
    %minus_inf = arith.negf %inf : f32
    %p = arith.mulf %x, %y fastmath<nnan,ninf> : f32
    """
    product, poison = head, f"{head}%r = {op} fastmath<{flags}> : f32"
    assert _status(_function(product, "p"), _function(poison)) is Status.REFUTED
    assert _status(_function(poison), _function(product, "p")) is Status.VALID
