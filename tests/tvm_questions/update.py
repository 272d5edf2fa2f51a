"""Writes the table anew: `python -m tests.tvm_questions.update`."""

from __future__ import annotations

from .cases import TABLE, questions, table

if __name__ == "__main__":
    TABLE.write_text(table(questions()))
