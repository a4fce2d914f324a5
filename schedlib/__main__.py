"""`python -m schedlib`: see `command`."""

import sys

from .command import main

sys.exit(main())
