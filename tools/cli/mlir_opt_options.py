"""The options that mlir-opt has and pad-opt has not, with what to do instead."""

from __future__ import annotations

_WHOLE = "constants are printed whole"
_NAMED = "values are named as in the source"
_PLUG_INS = (
    "plug-ins in C++ are mlir-opt's; passes in Python come by the entry point 'xdsl.universe' "
    "(docs/how-to/add-a-pass.md)"
)
_NO_STATISTICS = "passes count nothing; --timing and --remarks=yaml tell of what they do"
_NO_LOG = "there is no log; --mlir-print-ir-after-all shows what passes do"
_PASSES = (
    *("affine-loop-fusion", "affine-loop-tile", "affine-loop-unroll", "affine-parallelize"),
    *("affine-scalrep", "affine-super-vectorize", "control-flow-sink", "inline"),
    *("loop-invariant-code-motion", "mem2reg", "normalize-memrefs", "one-shot-bufferize"),
    *("remove-dead-values", "sccp", "sroa", "symbol-dce", "symbol-privatize"),
)
"""The passes that are often run before ours."""


ANSWERS = {
    **{f"--{name}": "a pass in C++; mlir-opt runs it before pad-opt" for name in _PASSES},
    "--debug": _NO_LOG,
    "--debug-only": _NO_LOG,
    "--emit-bytecode": "pad-opt writes text; mlir-opt --emit-bytecode makes bytecode of it",
    "--emit-bytecode-version": "pad-opt writes text; mlir-opt --emit-bytecode makes bytecode of it",
    "--help-hidden": "use --help",
    "--help-list": "use --help",
    "--irdl-file": "operations of other dialects are taken with --allow-unregistered-dialect",
    "--load-dialect-plugin": _PLUG_INS,
    "--load-pass-plugin": _PLUG_INS,
    "--log-actions-to": _NO_LOG,
    "--log-mlir-actions-filter": _NO_LOG,
    "--mlir-debug-counter": _NO_LOG,
    "--mlir-diagnostic-verbosity-level": "use --remarks-filter",
    "--mlir-disable-diagnostic-notes": "notes name reproducers only, and go to stderr",
    "--mlir-elide-elementsattrs-if-larger": _WHOLE,
    "--mlir-elide-resource-strings-if-larger": _WHOLE,
    "--mlir-generate-reproducer": "use --mlir-pass-pipeline-crash-reproducer",
    "--mlir-pass-pipeline-local-reproducer": "a reproducer holds the whole pipeline",
    "--mlir-pass-statistics": _NO_STATISTICS,
    "--mlir-pass-statistics-display": _NO_STATISTICS,
    "--mlir-pretty-debuginfo": "use --mlir-print-debuginfo",
    "--mlir-print-debug-counter": _NO_LOG,
    "--mlir-print-elementsattrs-with-hex-if-larger": _WHOLE,
    "--mlir-print-ir-tree-dir": "the IR between passes goes to stderr",
    "--mlir-print-op-on-diagnostic": "an error shows its line of the source",
    "--mlir-print-skip-regions": "operations are printed with their regions",
    "--mlir-print-stacktrace-on-diagnostic": "use --python-traceback",
    "--mlir-print-unique-ssa-ids": _NAMED,
    "--mlir-print-value-users": "the users of values are not printed",
    "--mlir-use-nameloc-as-prefix": _NAMED,
    "--mlir-very-unsafe-disable-verifier-on-parsing": "what is read is verified",
    "--no-implicit-module": "passes run on modules, so one is around each input",
    "--output-split-marker": "modules are separated by '// -----'",
    "--profile-actions-to": "use --timing",
}
