"""Names in C and C++: what is none, and names for parameters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t
char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
constinit continue decltype default delete do double dynamic_cast else enum explicit export extern
false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr
operator or or_eq private protected public register reinterpret_cast requires restrict return short
signed sizeof static static_assert static_cast struct switch template this thread_local throw true
try typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t
while xor xor_eq
_Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local
"""
_RESERVED = frozenset([*_KEYWORDS.split(), "PAD_RESTRICT", "i386", "linux", "unix"])
_OF_HEADERS = re.compile(
    r"u?int\w*_t|(U?INT\w*|PTRDIFF|SIG_ATOMIC|SIZE|WCHAR|WINT)_(MIN|MAX|WIDTH|C)"
    r"|(pad_memref|PAD_MEMREF)_\w+|__\w*__",
    re.ASCII,
)
_OF_COMPILERS = re.compile(r"(\d|__|_[A-Z]).*|", re.ASCII | re.DOTALL)
"""Beginnings that no name in C has, and names that a compiler may use for itself."""


def is_function_name(name: str) -> bool:
    """Whether a function can have the name, in C, in C++ and beside the headers it includes."""
    return _IDENTIFIER.fullmatch(name) is not None and not _is_reserved(name) and name != "main"


def parameter_names(names: Sequence[str], taken: Collection[str]) -> list[str]:
    """
    A name in C for each, no two the same and none of those that are taken.

    What can keep its name does; others end in an underscore or a number.
    """
    words = list(map(word, names))
    used = {*taken}
    kept: list[str | None] = []
    for own in words:
        is_free = own not in used and not _is_reserved(own) and not _OF_COMPILERS.fullmatch(own)
        kept.append(own if is_free else None)
        used |= {own} if is_free else set()
    result: list[str] = []
    for own, name in zip(words, kept, strict=True):
        if name is None:
            name = next(name for name in _others(own) if name not in used)
            used.add(name)
        result.append(name)
    return result


def _others(word: str) -> Iterator[str]:
    stem = f"arg{word}" if _OF_COMPILERS.fullmatch(word) else word
    return (f"{stem}_{end}" for end in chain([""], count(2)))


def word(name: str) -> str:
    """The name, with an underscore in place of each character that a C identifier cannot have."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def _is_reserved(word: str) -> bool:
    """Whether it means something in C, in C++ or in the headers that ours includes."""
    return word in _RESERVED or _OF_HEADERS.fullmatch(word) is not None
