"""What a knob is, in words."""

from ..words import Words


def knob_help(scheduler: str, knob: str, said: Words) -> str:
    """Return what a knob of a scheduler is; the same name may mean different things to two."""
    own = f"knob.{scheduler}.{knob}.help"
    return said.say(own if own in said.table else f"knob.{knob}.help")
