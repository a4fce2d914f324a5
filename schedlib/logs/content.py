"""From the bytes of a log to its text: compressed or not, in UTF-8 or in UTF-16.

What a file is shows in its bytes; its name is not asked. Damage does not stop the reading here:
it is marked in the text, so that the line where it lies can be named.
"""

import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import NamedTuple

from ..errors import InputError

GZIP = b"\x1f\x8b"
GZIP_ONLY = 31  # tells zlib to expect the header and the check sum of gzip
PIECE = 1 << 16  # compressed bytes that are unpacked at a time
LARGEST = 1 << 31  # bytes: a small compressed file can unpack to more than any memory holds

CUT = "the compressed data break off here, and whatever followed is lost"
BROKEN = "\N{REPLACEMENT CHARACTER}"  # stands for bytes that are no text


class Content(NamedTuple):
    r"""The text of a log.

    Attributes:
        text: the text; its lines end in "\n", and it has no byte order mark.
        broken: whether some bytes were no text; `BROKEN` stands in their place.
        cut: whether it was compressed and breaks off before its end.
    """

    text: str
    broken: bool
    cut: bool


def content_of(data: bytes) -> Content:
    """Return the text that the bytes of a file hold.

    Raises:
        InputError: the compressed data are damaged, or unpack to more than `LARGEST`.
    """
    cut = False
    if data.startswith(GZIP):
        data, cut = _unpacked(data)
    encoding = _encoding(data)
    try:
        text, broken = data.decode(encoding), False
    except UnicodeDecodeError:
        text, broken = data.decode(encoding, "replace"), True
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Content(text, broken, cut)


def _unpacked(data: bytes) -> tuple[bytes, bool]:
    """Return what `data` unpack to, as far as they go, and whether they break off."""
    pieces: list[bytes] = []
    stream = zlib.decompressobj(wbits=GZIP_ONLY)
    try:
        for start in range(0, len(data), PIECE):
            packed = data[start : start + PIECE]
            while packed:
                if stream.eof:  # one file may be several, end to end, and zeros after them
                    packed = packed.lstrip(b"\0")
                    if not packed:
                        break
                    stream = zlib.decompressobj(wbits=GZIP_ONLY)
                pieces.append(stream.decompress(packed))
                packed = stream.unused_data
            if sum(map(len, pieces)) > LARGEST:
                raise InputError(f"the compressed data unpack to more than {LARGEST:,} bytes")
    except zlib.error as error:
        line = sum(piece.count(b"\n") for piece in pieces) + 1
        raise InputError(f"line {line}: the compressed data are damaged: {error}") from None
    return b"".join(pieces), not stream.eof


def _encoding(data: bytes) -> str:
    """Return the encoding of `data`: every format starts with an ASCII character."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    if data[1:2] == b"\0" != data[:1]:
        return "utf-16-le"
    if data[:1] == b"\0" != data[1:2]:
        return "utf-16-be"
    return "utf-8-sig"
