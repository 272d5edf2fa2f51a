"""The command line takes what mlir-opt takes."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from xdsl.passes import ModulePass
from xdsl.universe import XDSL_UNIVERSE

from pad_mlir.runtime.ahead_of_time.emission import KINDS
from pad_mlir.tools.cli.command_line import in_our_spelling, options
from pad_mlir.tools.cli.completion import bash_completion
from pad_mlir.tools.cli.pass_help import list_passes
from pad_mlir.tools.tv import DEFAULT_BUDGET

from .test_reproducers import unorder
from .tools import PadOpt

PASSES = {"cse", "pad-split", "dce"}


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (["--cse"], ["--individual-passes=cse"]),
        (["-cse", "f", "--dce"], ["--individual-passes=cse,dce", "f"]),
        (["--pad-split=loop=i x=1"], ["--individual-passes=pad-split{loop=i x=1}"]),
        (["-p", "cse"], ["-p", "cse"]),
        (["-pass-pipeline=cse"], ["--pass-pipeline=cse"]),
        (["-mlir-timing", "-o", "x"], ["--mlir-timing", "-o", "x"]),
        (["--verify-each", "f"], ["--verify-each=true", "f"]),
        (["-verify-each=false"], ["--verify-each=false"]),
        (["-", "--", "-no-such"], ["-", "--", "-no-such"]),
    ],
)
def test_spellings(given: list[str], taken: list[str]) -> None:
    assert in_our_spelling(given, PASSES) == taken


def test_each_pass_is_an_option(source: Path, pad_opt: PadOpt) -> None:
    text = source.read_text().replace("%n: index", "%n: index, %A: memref<14xf32>")
    source.write_text(text)
    layout = '--pad-transform-layout=buffer=A map="(i) -> (i floordiv 4, i mod 4)"'
    said = pad_opt(source, "--cse", layout)
    assert said.code == 0
    assert said.out.count("arith.constant") == 1
    assert "#pad.layout" in said.out
    pipeline = 'cse, pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"}'
    assert pad_opt(source, "-p", pipeline).out == said.out


def test_a_pipeline_and_passes(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "--cse", "-p", "dce")
    assert said.code == 1
    assert said.err == "--pass-pipeline: error: can't be used with individual passes (--cse)\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (
            ["-p", "cse", "--passes=dce"],
            "argument -p/--pass-pipeline/--passes: given twice; "
            "one pipeline holds all passes, -p 'a, b'",
        ),
        (["-o", "a", "-o", "b"], "argument -o/--output-file: given twice"),
        (["--pad-simplfy"], "unrecognized arguments: --pad-simplfy, did you mean --pad-simplify"),
        (["--list-pases"], "unrecognized arguments: --list-pases, did you mean --list-passes"),
        (["--no-such"], "unrecognized arguments: --no-such (--help)"),
        (["--emit=ptx"], "argument --emit: invalid choice: 'ptx'"),
    ],
)
def test_wrong_options_take_one_line(
    arguments: list[str], error: str, source: Path, pad_opt: PadOpt
) -> None:
    said = pad_opt(source, *arguments)
    assert said.code == 1
    assert said.err.startswith(f"pad-opt: error: {error}")
    assert said.err.count("\n") == 1


def test_what_is_wrong_with_an_option_of_a_pass(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "--pad-split=lop=i")
    assert said.code == 1
    assert said.err.startswith("<pass-pipeline>:1:11: error: pass 'pad-split' has no option 'lop'")


def test_verification_can_be_left_out(source: Path, pad_opt: PadOpt) -> None:
    assert pad_opt(source, "-p", "test-pass", action=unorder).code == 1
    said = pad_opt(source, "-p", "test-pass", "--verify-each=false", action=unorder)
    assert said.code == 0
    assert said.out.index("arith.addi") < said.out.index("arith.constant 1 : index\n  }")


def test_show_dialects(pad_opt: PadOpt) -> None:
    said = pad_opt("--show-dialects")
    assert said.out.startswith("Available Dialects: ")
    assert {"affine", "pad", "vector"} <= set(said.out.split(": ")[1].strip().split(","))


def test_the_help_names_each_option(pad_opt: PadOpt) -> None:
    text = " ".join(pad_opt("--help").out.split())
    for option in options():
        assert " ".join(option.help.split()) in text
        if option.metavar == "KIND":
            assert option.choices == KINDS
            assert all(kind in option.help for kind in KINDS)
    assert f"(default: {DEFAULT_BUDGET})" in text


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ((), "--timing"),
        (("--mlir-print-ir-before",), "--mlir-print-ir-before --mlir-print-ir-before-all"),
        (("--pad-sp",), "--pad-split"),
        (("-p", "ds"), ""),
        (("-p", "cse,d"), "cse,dce"),
        (("-p", "'cse,d"), "cse,dce"),
        (("--help-pass", "pad"), "pad-split"),
        (("--mlir-print-ir-after", "=", "cse,pad"), "cse,pad-split"),
        (("--remarks", "="), "text json yaml"),
        (("--remarks", "=", "y"), "yaml"),
        (("f",), ""),
    ],
)
def test_completion(words: tuple[str, ...], completions: str) -> None:
    words = words or ("--tim",)
    script = [
        bash_completion(PASSES),
        f"COMP_WORDS=(pad-opt {' '.join(map(repr, words))})".replace('"', "\\'"),
        f"COMP_CWORD={len(words)}",
        "_pad_opt",
        'echo "${COMPREPLY[*]}"',
        "complete -p pad-opt",
    ]
    run = subprocess.run(
        ["bash", "--norc", "-uc", "\n".join(script)], capture_output=True, text=True, check=False
    )
    assert run.stdout == f"{completions}\ncomplete -o default -F _pad_opt pad-opt\n", run.stderr


def test_the_script_knows_all_passes(pad_opt: PadOpt) -> None:
    assert "pad-transform-layout" in pad_opt("--completion=bash").out


def test_what_a_small_input_does_not_need_is_not_imported() -> None:
    """Of what takes the longest to import; benchmarks/bench_pad_opt.py has the times."""
    heavy = ("numpy", "z3", "mlir", "pad_mlir.tools.tv", "pad_mlir.runtime", "pad_mlir.schedule")
    program = (
        "import sys; from pad_mlir.tools.pad_opt import main; "
        "sys.stdin.close(); main(['/dev/null', '-o', '/dev/null']); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.stdout == "[]\n", run.stderr


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_what_help_does_not_need_is_not_imported(option: str) -> None:
    heavy = ("islpy", "z3", "numpy", "mlir", "pad_mlir.runtime", "pad_mlir.index.sets.engine")
    program = (
        f"import sys; from pad_mlir.tools.pad_opt import main; code = main(['{option}']); "
        f"print(code, [name for name in {heavy} if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.stdout.splitlines()[-1:] == ["0 []"], run.stderr


@pytest.mark.parametrize(
    "pipeline",
    [
        "func.func(cse)",
        "builtin.module(func.func(cse,dce),any(canonicalize))",
        "dce,func.func( cse )",
        "any(cse)",
    ],
)
def test_passes_on_functions_are_passes(pipeline: str, source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "-p", pipeline)
    assert (said.code, said.err) == (0, "")
    assert said.out.count("arith.constant") == 1


@pytest.mark.parametrize(
    ("pipeline", "error"),
    [
        ("gpu.module(cse)", "1:1: error: passes run on modules; only builtin.module(..) around"),
        ("func.func(cse", "1:14: error: expected ',' or ')' after a pass, got the end"),
        ("builtin.module(cse", "1:15: error: this '(' has no ')'"),
        (" builtin.module(func.func(cse)", "error: expected ',' or ')' after a pass, got the end"),
        ("builtin.module(cse),dce", "1:1: error: passes run on modules; only builtin.module(..)"),
        ("func.func()", "1:11: error: expected the name of a pass, got ')'"),
        ("func.func(pad-split loop=i)", "1:21: error: options are in braces: pass{x=1 y=2}"),
        ("cse)", "1:4: error: expected ',' between passes, got ')'"),
        ("(" * 5000, "1:1: error: expected the name of a pass, got '('"),
        ("func.func(" * 5000, "error: passes are nested too deeply"),
    ],
)
def test_wrong_nests(pipeline: str, error: str, source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "-p", pipeline)
    assert said.code == 1
    assert error in said.err


@pytest.mark.parametrize("quote", ["'", "`"])
def test_quotes_are_double(quote: str, source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "-p", f"pad-split{{loop={quote}f.i{quote}}}")
    assert said.err.startswith("<pass-pipeline>:1:16: error: quotes are double ones")


@pytest.mark.parametrize(
    ("options", "position", "ends"),
    [
        (
            "factor=2 loop=f(i)",
            26,
            """'(' ends the value of loop=f; one with such characters goes in""",
        ),
        (
            "loop=f:i",
            17,
            "':' ends the value of loop=f; one with such characters goes in quotes: loop=",
        ),
        ("loop=f :", 18, "expected the name of an option, or '}', got ':'"),
        (":", 11, "expected the name of an option, or '}', got ':'"),
    ],
)
def test_values_that_need_quotes(
    options: str, position: int, ends: str, source: Path, pad_opt: PadOpt
) -> None:
    said = pad_opt(source, "-p", f"pad-split{{{options}}}")
    assert said.err.startswith(f"<pass-pipeline>:1:{position}: error: {ends}")


def test_dash_is_stdout(
    source: Path, pad_opt: PadOpt, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert pad_opt(source, "-o", "-") == pad_opt(source)
    assert not (tmp_path / "-").exists()


def test_lines_of_other_files_are_not_shown(source: Path, pad_opt: PadOpt) -> None:
    source.write_text('func.func @f() { return } loc("other.py":1:3)\n')
    said = pad_opt(source, "-p", "pad-split{loop=i factor=2}")
    assert said.err.startswith("other.py:1:3: error: there is no loop 'i' in @f")
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize("kind", ["asm", "header"])
def test_the_processor_for_code_is_that_of_its_option(
    kind: str, source: Path, pad_opt: PadOpt
) -> None:
    pytest.importorskip("llvm", reason="needs LLVM (extra mlir)")
    said = pad_opt(source, f"--emit={kind}", "--target-cpu=pdp11")
    assert said.err.startswith("--target-cpu: error: LLVM knows no processor 'pdp11'")


def test_no_line_is_blamed_for_the_environment(
    source: Path, pad_opt: PadOpt, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PAD_MLIR_CACHE", str(tmp_path))
    monkeypatch.setenv("PAD_MLIR_CACHE_LIMIT", "abc")
    said = pad_opt(source, "--emit=obj", "-o", str(tmp_path / "x.o"))
    assert said.err == "PAD_MLIR_CACHE_LIMIT: error: wanted a number of bytes, got 'abc'\n"


def test_passes_of_others_are_listed_with_their_purpose() -> None:
    class Mine(ModulePass):
        """
        Does what I want. And more.

        Options: none.
        """

        name = "mine"

    def broken() -> type[ModulePass]:
        raise ImportError("no module named rows")

    others = {"mine": lambda: Mine, "broken": broken}
    listed = list_passes({**XDSL_UNIVERSE.all_passes, **others}, {}).split("\n")
    start = listed.index("From other packages:")
    assert listed[start + 1].startswith("broken  (can't be loaded: ImportError: no module named")
    assert listed[start + 2] == "mine    Does what I want."
    assert not any("mine" in line.split(", ") for line in listed[start + 3 :])


def test_versions(pad_opt: PadOpt) -> None:
    said = pad_opt("--version")
    assert said.out == f"pad-opt {version('pad-mlir')} on xDSL {version('xdsl')}\n"


@pytest.mark.parametrize("option", ["--mlir-disable-threading", "-mlir-print-local-scope"])
def test_options_without_effect(option: str, source: Path, pad_opt: PadOpt) -> None:
    assert pad_opt(source, option) == pad_opt(source)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--size", "n=13"), "--size: error: is for --validate-each, which is not given"),
        (("--all-sizes",), "--all-sizes: error: is for --validate-each, which is not given"),
        (("--term-budget=9",), "--term-budget: error: is for --validate-each, which is not given"),
        (("--run-budget=9",), "--run-budget: error: is for --validate-each, which is not given"),
        (
            ("--contracts", "--emit=header"),
            "--contracts: error: prints JSON in place of the module",
        ),
    ],
)
def test_options_that_need_or_exclude_another(
    options: tuple[str, ...], error: str, source: Path, pad_opt: PadOpt
) -> None:
    said = pad_opt(source, *options)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(error)
