"""Models in files: code, the text that it was made of, and weights, checked when they are read."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ...dialect.ir.located_errors import PadError
from ...runtime.element_types import ELEMENTS
from ...runtime.object_code.own_files import NotOwn, read_own_file
from ...runtime.packing.arrays import Array, aligned_empty
from ...upstream.processors import Processor, host_processor

_MAGIC = b"pad-mlir model 1\n"
_DIGEST = sha256().digest_size
_LENGTH = struct.Struct("<Q")
_DTYPES = {str(element): element.dtype for element in ELEMENTS}
_NAMES = {element.dtype: str(element) for element in reversed(ELEMENTS)}

Facts: TypeAlias = dict[str, Any]


class WrongFile(PadError):
    """A file that is no model, a damaged one, or one that does not fit here."""


def write_model(
    path: Path, facts: Mapping[str, Any], parts: Mapping[str, bytes], arrays: Mapping[str, Array]
) -> None:
    """
    Write facts, which JSON has, parts and arrays as a file; it appears whole, and is its owner's
    alone to write. Raises OSError where that cannot be.
    """
    blobs, entries = list[bytes](), list[Facts]()
    for name, part in parts.items():
        entries.append({"part": name, "bytes": len(part)})
        blobs.append(part)
    for name, array in arrays.items():
        content = np.ascontiguousarray(array).tobytes()
        kind, shape = _NAMES[array.dtype], list(array.shape)
        entries.append({"array": name, "bytes": len(content), "type": kind, "shape": shape})
        blobs.append(content)
    head = json.dumps({"version": version("pad-mlir"), **facts, "entries": entries}).encode()
    body = b"".join([_LENGTH.pack(len(head)), head, *blobs])
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(_MAGIC + sha256(_MAGIC + body).digest() + body)
    unfinished.chmod(0o600)
    unfinished.replace(path)


def read_model(path: Path) -> tuple[Facts, dict[str, bytes], dict[str, Array]]:
    """
    Return what `write_model` wrote.

    Raises WrongFile for a file that is not there, that is no model, that is damaged, that another
    version wrote, or that somebody else may have written: its code would be run.
    """
    try:
        content = read_own_file(path)
    except NotOwn as reason:
        raise WrongFile(f"{path} is not loaded, as its code would be run: {reason}") from None
    except OSError as error:
        raise WrongFile(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise WrongFile(f"{str(path)!r} is no path: {error}") from None
    if not content.startswith(_MAGIC):
        raise WrongFile(f"{path} is no model that `save` wrote")
    start = len(_MAGIC) + _DIGEST
    body = memoryview(content)[start:]
    if sha256(_MAGIC + body).digest() != content[len(_MAGIC) : start]:
        raise WrongFile(f"{path} is damaged or not whole: its digest is another one")
    (length,) = _LENGTH.unpack(body[: _LENGTH.size])
    position = _LENGTH.size + length
    facts: Facts = json.loads(bytes(body[_LENGTH.size : position]))
    own = version("pad-mlir")
    if facts["version"] != own:
        raise WrongFile(
            f"{path} was written by pad-mlir {facts['version']}, this is {own}: compile it anew"
        )
    parts, arrays = dict[str, bytes](), dict[str, Array]()
    entries: Sequence[Facts] = facts.pop("entries")
    for entry in entries:
        blob = body[position : position + entry["bytes"]]
        position += entry["bytes"]
        if "part" in entry:
            parts[entry["part"]] = bytes(blob)
        else:
            array = aligned_empty(tuple(entry["shape"]), _DTYPES[entry["type"]])
            array.reshape(-1).view(np.uint8)[...] = np.frombuffer(blob, np.uint8)
            arrays[entry["array"]] = array
    return facts, parts, arrays


def processor_facts(target: Processor) -> Facts:
    """The processor as JSON has it."""
    return {"triple": target.triple, "name": target.name, "features": target.features}


def check_processor(facts: Mapping[str, str], path: Path) -> Processor:
    """
    Return the processor that code was made for; raises WrongFile if this machine cannot run it.
    """
    target, host = Processor(facts["triple"], facts["name"], facts["features"]), host_processor()
    if target.triple != host.triple:
        raise WrongFile(f"{path} has code for {target.triple}, this machine is {host.triple}")
    missing = sorted(_features(target) - _features(host))
    if missing:
        raise WrongFile(
            f"{path} has code for {target.name}, this machine ({host.name}) lacks "
            f"{', '.join(missing)}: compile it anew"
        )
    return target


def _features(of: Processor) -> set[str]:
    return {part[1:] for part in of.features.split(",") if part.startswith("+")}
