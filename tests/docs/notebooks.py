"""Runs the cells of a notebook in order, in one namespace, as Jupyter would."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from typing import Any

_REPRESENTATIONS = {
    "text/plain": "__repr__",
    "image/svg+xml": "_repr_svg_",
    "text/html": "_repr_html_",
}


def as_run(text: str) -> str:
    """The notebook with what its cells really give; the same text where it is current."""
    notebook = json.loads(text)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = _outputs("".join(cell["source"]), namespace, count)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _outputs(source: str, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The output of a cell, and the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(tree, f"cell {count}", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if out.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(out.getvalue())})
    if value is not None:
        outputs.append(
            {
                "data": {
                    kind: _lines(getattr(value, method)())
                    for kind, method in _REPRESENTATIONS.items()
                    if hasattr(value, method)
                },
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
