"""LLVM's passes for a module of which some functions have their own."""

from __future__ import annotations

import pytest

from pad_mlir.upstream.code_generation import assembly
from pad_mlir.upstream.llvm_library import LLVMError
from pad_mlir.upstream.llvm_pipelines import WITHOUT_LOOPS, Pipelines
from pad_mlir.upstream.processors import processor

ON_STACK = """
define i64 @{0}(i64 %x) {{
  %cell = alloca [2 x i64]
  store volatile i64 1, ptr %cell
  %second = getelementptr i64, ptr %cell, i64 1
  store i64 %x, ptr %second
  %y = load i64, ptr %second
  ret i64 %y
}}
"""
LOOP = """
define void @{0}(ptr %a, i64 %n) {{
start:
  br label %again
again:
  %i = phi i64 [0, %start], [%next, %again]
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %y = fmul float %x, 2.0
  store float %y, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %again, label %out
out:
  ret void
}}
"""
CALL = """
define void @user(ptr %a) {{
  call void @{0}(ptr %a, i64 1)
  ret void
}}
"""
NOTHING = "function(no-op-function)"


def _functions(ir: str, passes: Pipelines) -> dict[str, str]:
    """The instructions of each function."""
    text = assembly(ir, processor("haswell"), passes=passes)
    found: dict[str, str] = {}
    for part in text.split(".globl\t")[1:]:
        name, *lines = part.splitlines()
        code = [line.strip() for line in lines if line.startswith("\t") and "\t." not in line]
        found[name] = "\n".join(code).strip()
    return found


def test_the_passes_of_a_module_leave_functions_with_their_own_alone() -> None:
    ir = LOOP.format("f") + LOOP.format("g")
    made = _functions(ir, Pipelines(of_functions={"f": NOTHING}))
    assert "ymm" in made["g"]
    assert "ymm" not in made["f"]


def test_a_function_has_its_own_passes_and_the_code_generator_all_of_its_effort() -> None:
    ir = ON_STACK.format("f") + LOOP.format("g")
    made = _functions(ir, Pipelines(of_functions={"f": WITHOUT_LOOPS}))
    alone = _functions(ON_STACK.format("f"), Pipelines(WITHOUT_LOOPS))
    assert made["f"] == alone["f"]
    assert made["f"] != _functions(ir, Pipelines(of_functions={"f": NOTHING}))["f"]


def test_a_function_with_its_own_passes_is_called() -> None:
    ir = LOOP.format("f") + CALL.format("f")
    assert "f@PLT" in _functions(ir, Pipelines(of_functions={"f": NOTHING}))["user"]
    assert "f@PLT" not in _functions(ir, Pipelines())["user"]


def test_passes_that_llvm_does_not_know() -> None:
    with pytest.raises(LLVMError, match="no-such-pass"):
        assembly(
            LOOP.format("f"),
            processor("haswell"),
            passes=Pipelines(of_functions={"f": "function(no-such-pass)"}),
        )


def test_what_is_kept_of_code_names_all_passes() -> None:
    texts = {
        Pipelines().text,
        Pipelines(WITHOUT_LOOPS).text,
        Pipelines(of_functions={"f": WITHOUT_LOOPS}).text,
        Pipelines(of_functions={"g": WITHOUT_LOOPS}).text,
    }
    assert len(texts) == 4


def test_a_function_with_its_own_passes_may_vanish() -> None:
    never = """
    define void @user(ptr %a, i64 %n) {
      %bit = and i64 %n, 1
      %never = icmp ugt i64 %bit, 5
      br i1 %never, label %call, label %end
    call:
      call void @f(ptr %a, i64 %n)
      br label %end
    end:
      ret void
    }
    """
    ir = LOOP.format("f").replace("define", "define internal") + never
    assert list(_functions(ir, Pipelines(of_functions={"f": WITHOUT_LOOPS}))) == ["user"]
