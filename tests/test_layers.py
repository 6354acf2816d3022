"""The pure packages stay pure: they import where there is no Django at all.

import-linter reads the source; this runs it, so that a late import or a plug-in is seen too.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

IMPORT_ALL = """
import importlib, pkgutil, sys

class Absent:
    '''Answers every import of a web package as if it were not installed.'''
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"django", "channels", "rest_framework", "dashboard"}:
            raise ModuleNotFoundError(f"{name} is absent here")

sys.meta_path.insert(0, Absent())
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
    print(module.name)
"""


@pytest.mark.parametrize("package", ["orchestration.graph", "orchestration.engine"])
def test_pure_packages_import_without_django(package: str) -> None:
    outcome = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, package], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert outcome.returncode == 0, outcome.stderr
    assert f"{package}." in outcome.stdout
