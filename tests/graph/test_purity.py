from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# Refuses the web framework as an installation without it would, then imports every module of the package.
SCRIPT = """
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("django", "channels", "rest_framework"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Refuse())
package = importlib.import_module("orchestration.graph")
names = [found.name for found in pkgutil.walk_packages(package.__path__, "orchestration.graph.")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def test_the_graph_package_needs_no_web_framework() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 10
