"""What CEL says about an error, in words for the person who wrote the expression."""

from __future__ import annotations

import re

from orchestration.graph.problems import closest

_STATUS = re.compile(r"^[A-Z_]+: |\s*\[[A-Z_]+\]\s*$")
_COMPILE_ERROR = re.compile(r"ERROR: <input>:(-?\d+):(-?\d+): (.*)")
_UNDECLARED = re.compile(r"undeclared reference to '([^']*)'")
_OVERLOAD = re.compile(
    r"o matching overload.*?'?_?([-+*/%<>=!&|?]+|in)_?.*?\(([^()]*(?:\([^()]*\)[^()]*)*)\)"
)
_MISSING_KEY = re.compile(r"Key not found in map : (.*)")
_INDEX = re.compile(r"Index error: index=(-?\d+) size=(\d+)")

_NAMES = ("value", "run.input", "run.labels", "index")
_KNOWN = (
    *_NAMES,
    *("size", "has", "all", "exists", "exists_one", "map", "filter", "contains", "startsWith", "endsWith"),
    *("matches", "int", "double", "string", "bool", "timestamp", "duration", "dyn", "type"),
)

_ARITHMETIC_HINT = (
    "Numbers are doubles here: a literal in arithmetic is written 2.0, "
    "and a count such as size(…) is wrapped as double(size(…))."
)
_COMPARISON_HINT = "Write the literal without a point, or wrap the integer as double(…)."

_MISFITS = (
    ("<jump_condition>", "What stands before “?” is neither true nor false."),
    ("<iter_range>", "A macro goes over something that is neither a list nor an object."),
    ("_&&_", "“&&” joins something that is neither true nor false."),
    ("_||_", "“||” joins something that is neither true nor false."),
    ("!_", "“!” stands before something that is neither true nor false."),
)


def compile_message(text: str) -> str:
    """One sentence per error of the compiler, with its column (from 1)."""
    if "recursion" in text:
        return "The expression is nested too deeply."
    found = _COMPILE_ERROR.findall(text)
    if not found:
        return _sentence(_STATUS.sub("", text))
    return " ".join(dict.fromkeys(_at(int(line), int(column), message) for line, column, message in found))


def evaluation_message(text: str) -> str:
    """What went wrong in an evaluation."""
    bare = _STATUS.sub("", _STATUS.sub("", text))
    if "Iteration budget exceeded" in bare:
        return "The expression was stopped: its macros go through more than 10,000 items."
    if "construction from null" in bare:
        return "A text holds half of a surrogate pair."
    if (key := _MISSING_KEY.search(bare)) is not None:
        return f"There is no key {key[1]}."
    if (index := _INDEX.search(bare)) is not None:
        return f"There is no item {index[1]}: the list has {index[2]}."
    if "Applying SELECT to non-message type" in bare or "Invalid container type" in bare:
        return "A field is read from something that is no object."
    for theirs, ours in _MISFITS:
        if bare.endswith(theirs):
            return ours
    if (overload := _OVERLOAD.search(bare)) is not None:
        return _no_overload(overload[1], overload[2])
    return _sentence(bare)


def _at(line: int, column: int, message: str) -> str:
    undeclared = _UNDECLARED.search(message)
    if undeclared is not None:
        # The place given is that of the last dot in the name.
        column -= max(undeclared[1].rfind("."), 0)
    place = f"Column {column}: " if line <= 1 else f"Line {line}, column {column}: "
    if undeclared is not None:
        return place + _unknown_name(undeclared[1])
    if (overload := _OVERLOAD.search(message)) is not None:
        return place + _no_overload(overload[1], overload[2])
    return place + _sentence(_STATUS.sub("", message).partition(" expecting ")[0])


def _unknown_name(name: str) -> str:
    root = name.partition(".")[0]
    # What a run was started with is read off the run: nobody who writes “input” means the function “int”.
    meant = (
        f"run.{name}"
        if root in ("input", "labels")
        else closest(name, _KNOWN) or closest(name.partition(".")[0], _KNOWN)
    )
    hint = f" Did you mean “{meant}”?" if meant and meant != name else ""
    return f"“{name}” is not known here; the names are {', '.join(_NAMES[:-1])} and, in bodies, index.{hint}"


def _no_overload(operator: str, types: str) -> str:
    shown = types.replace("int64", "int")
    sentence = f"“{operator}” does not take ({shown})."
    if operator == "%":
        return f"{sentence} It takes integers: int(…) makes one."
    numbers = set(shown.split(", "))
    if numbers <= {"int", "uint", "double", "dyn"} and len(numbers) > 1:
        return f"{sentence} {_ARITHMETIC_HINT if operator in '+-*/' else _COMPARISON_HINT}"
    return sentence


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "…")) else f"{text}."
