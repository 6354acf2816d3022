"""Find a Chromium for the end-to-end tests, and install one where there is none.

Run as a script, it makes sure that one is there: the system's, else Debian's package when this is
root on Debian, else the browser that Playwright brings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed() -> str | None:
    """The path of a browser on this machine: the system's, else Playwright's own; None when there is none."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> None:
    """Install a browser. Raises CalledProcessError with the installer's output on the terminal."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {"DEBIAN_FRONTEND": "noninteractive", **os.environ}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
        subprocess.run(
            ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium", "fonts-liberation"],
            check=True,
            env=quiet,
            stdout=subprocess.DEVNULL,
        )
        return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    if installed() is None:
        print("Installing Chromium for the end-to-end tests (once) …", flush=True)
        install()
