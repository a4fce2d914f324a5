"""The one error that readers meet: input that breaks a rule."""


class InputError(ValueError):
    """Input that breaks a rule; the message names the field, the value and the rule."""


def shown(value: object, limit: int = 60) -> str:
    """Return `value` as it is quoted in a message: its `repr`, cut to `limit` characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # whole numbers beyond Python's limit of digits
        text = f"<{type(value).__name__} too large to show>"
    return text if len(text) <= limit else text[: limit - 1] + "…"
