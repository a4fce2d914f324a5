"""`python -m schedlib`: see `command_line.command`."""

import sys

INTERRUPTED = 130

try:
    from .command_line import main

    code = main()
except KeyboardInterrupt:  # even while the modules are still being read
    code = INTERRUPTED
sys.exit(code)
