"""`--completion=bash`: a script after which the shell completes options, passes and values."""

from __future__ import annotations

from collections.abc import Iterable

from .command_line import options

_PASS_LISTS = ("--mlir-print-ir-before", "--mlir-print-ir-after", "--help-pass")
_BASH = """\
# eval "$(pad-opt --completion=bash)"
_pad_opt() {{
    local passes="{passes}"
    local word="${{COMP_WORDS[COMP_CWORD]}}" option="${{COMP_WORDS[COMP_CWORD-1]}}"
    # The shell takes --x=y for three words.
    if [[ $word == "=" ]]; then
        word=""
    elif [[ $option == "=" ]]; then
        option="${{COMP_WORDS[COMP_CWORD-2]}}"
    fi
    COMPREPLY=()
    case "$option" in
        {lists})
            # What stands before the last comma stays.
            local last="${{word##*[,\\'\\"]}}"
            local before="${{word%"$last"}}"
            COMPREPLY=($(compgen -P "${{before#[\\'\\"]}}" -W "$passes" -- "$last")) ;;
{choices}
        *)
            if [[ $word == -* ]]; then
                COMPREPLY=($(compgen -W "{options}" -- "$word"))
            fi ;;
    esac
}}
complete -o default -F _pad_opt pad-opt
"""


def bash_completion(passes: Iterable[str]) -> str:
    """The script; what it doesn't complete itself is completed as a file."""
    pipelines = next(o.names for o in options() if "--pass-pipeline" in o.names)
    names = sorted(passes)
    choices = [
        f"        {'|'.join(o.names)})\n"
        f'            COMPREPLY=($(compgen -W "{" ".join(o.choices)}" -- "$word")) ;;'
        for o in options()
        if o.choices is not None
    ]
    return _BASH.format(
        passes=" ".join(names),
        lists="|".join((*pipelines, *_PASS_LISTS)),
        choices="\n".join(choices),
        options=" ".join([*(n for o in options() for n in o.names), *(f"--{p}" for p in names)]),
    )
