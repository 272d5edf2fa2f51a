"""The messages that are listed as given in no lit file exist."""

from .messages import NOT_TOLD, templates


def test_what_is_not_told_is_there() -> None:
    assert {(t.file, t.text) for t in templates()} >= NOT_TOLD
