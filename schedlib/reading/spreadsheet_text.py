"""Text in a form that a spreadsheet can only show, never execute, and back.

A spreadsheet takes a cell that begins with =, +, - or @ for a formula. An id may begin so, and
whoever opens the file did not choose the ids. So such a cell gets an apostrophe in front of it,
which spreadsheets understand as "this is text" (the remedy that OWASP names for CSV injection).
Cells that already begin with an apostrophe get one more, so that taking one away restores all.
"""

FORMULA_STARTS = tuple("=+-@＝＋－＠\t\r\n")  # the wide ones count in East Asian spreadsheets
TEXT_SIGN = "'"


def harmless(text: str) -> str:
    """Return `text` as a cell that is shown as it is."""
    return TEXT_SIGN + text if _may_execute(text) or text.startswith(TEXT_SIGN) else text


def restored(cell: str) -> str:
    """Return the text that `harmless` has made a cell of."""
    bare = cell.removeprefix(TEXT_SIGN)
    return bare if _may_execute(bare) or bare.startswith(TEXT_SIGN) else cell


def _may_execute(text: str) -> bool:
    return text.startswith(FORMULA_STARTS) or text.lstrip().startswith(FORMULA_STARTS)
