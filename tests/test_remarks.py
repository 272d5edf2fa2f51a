"""What is said to be given in no lit file is there to be given."""

from .messages import NOT_TOLD, templates


def test_what_is_not_told_is_there() -> None:
    assert {(t.file, t.text) for t in templates()} >= NOT_TOLD
