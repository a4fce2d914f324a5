"""The one error that readers meet, and text that is safe to show in one line."""


class InputError(ValueError):
    """Input that breaks a rule; the message names the field, the value and the rule."""


def shown(value: object, limit: int = 60) -> str:
    """Return `value` as it is quoted in a message: its `repr` in one line, cut to `limit`."""
    try:
        text = one_line(repr(value)[: limit + 1])
    except (ValueError, RecursionError):  # whole numbers beyond Python's limit of digits
        text = f"<{type(value).__name__} too large to show>"
    except Exception:  # a faulty __repr__
        text = f"<{type(value).__name__} that cannot be shown>"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def text_of(error: BaseException) -> str:
    """Return what an error says in one line, or nothing where it cannot say it."""
    try:
        return one_line(str(error))
    except Exception:  # a faulty __str__
        return ""


def one_line(text: str) -> str:
    """Return `text` with everything that does not print, line ends too, as an escape."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
