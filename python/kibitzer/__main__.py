"""``python -m kibitzer``: the program that comes with the package."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from . import _runtime


def program() -> Path:
    """Where the program is.

    Raises:
        FileNotFoundError: The package was installed without it.
    """
    name = "kibitzer" + (sysconfig.get_config_var("EXE") or "")
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    for scheme in schemes:
        path = Path(sysconfig.get_path("scripts", scheme)) / name
        if path.is_file():
            return path
    raise FileNotFoundError("the program kibitzer is not there: install the package anew")


def main() -> None:
    """Runs the program in the place of this one."""
    command = [str(program()), *sys.argv[1:]]
    folder = _runtime.folder()
    if folder is not None:
        os.environ.setdefault("ORT_DYLIB_PATH", str(folder))
    if sys.platform == "win32":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
