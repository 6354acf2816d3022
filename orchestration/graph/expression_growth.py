"""How much larger than its values an expression could make a text or a list, told before it is computed.

The package bounds turns of macros, not sizes: ``[value].map(a, a + a)`` with thirty more of the same
would double a text until the memory is gone.
"""

from __future__ import annotations

import re
from typing import Any

# In characters of text; every other value counts as many as it takes up.
MAX_COMPUTED = 2**26
_PER_VALUE = 64

_MACRO = re.compile(r"\.\s*(?:map|filter|all|exists|exists_one|existsOne)\s*\(")


def growth_of(text: str) -> float:
    """The factor by which a result may exceed what goes in, at most.

    A macro hands on what was made before it, so its operators multiply. Strings are looked at as well:
    too much is counted rather than too little.
    """
    macros = len(_MACRO.findall(text))
    joined = max(0, text.count("+") + text.count(",") - macros)
    levels = macros + 1
    return float((joined / levels + 1) ** levels)


def weight_of(*values: Any) -> int:
    weight = 0
    todo = list(values)
    while todo:
        value = todo.pop()
        weight += len(value) if isinstance(value, str) else _PER_VALUE
        if isinstance(value, dict):
            todo += value.keys()
            todo += value.values()
        elif isinstance(value, list):
            todo += value
    return weight
