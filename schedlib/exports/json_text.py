"""The artifact of a run as JSON text."""

import json

from ..trace import Trace


def artifact_json(trace: Trace) -> str:
    """Return the artifact, character for character as `python -m schedlib run` prints it."""
    return json.dumps(trace.artifact(), indent=2) + "\n"
