"""Becomes a command that ends when its parent does: `launch PARENT_PID FOLDER COMMAND…`.

Linux tells a process of its parent's death (prctl PR_SET_PDEATHSIG, kept over exec); elsewhere this only
changes the folder and becomes the command.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    parent, folder, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            sys.exit(1)  # it died before we asked
    os.chdir(folder)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
