"""Reading requests from files, and writing files safely."""

from .files import write_atomically
from .request_files import parse_requests, read_requests

__all__ = ["parse_requests", "read_requests", "write_atomically"]
