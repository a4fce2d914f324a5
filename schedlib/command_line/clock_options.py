"""The options that say how long iterations last: the hardware, the model, and what is reached."""

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Mapping
from typing import Any

from ..clock import (
    HARDWARE,
    LINKS,
    MODELS,
    Hardware,
    Link,
    ModelShape,
    StepClock,
    WatchedTable,
    hardware,
    link,
    model,
    read_step_table,
)
from ..clock.hardware import GB, TERA
from ..clock.models import DIMENSIONS
from ..errors import InputError
from ..words import words
from .readers import above_zero, at_least, not_negative, number

GIVEN = "given on the command line"  # the source of what is in no table
MILLISECOND = 1e-3

DEFAULTS = {  # what has to be measured, and what a calibration finds
    "e_mem": StepClock.e_mem,
    "e_compute": StepClock.e_compute,
    "overhead_ms": StepClock.overhead / MILLISECOND,
}


def add_clock_options(parser: ArgumentParser, *, fitted: bool = False) -> None:
    """Add the options to a parser; `fitted` leaves out what a calibration is to find."""
    said = words()
    group = parser.add_argument_group(said.say("clock.title"), said.say("clock.summary"))
    _add(group, "hardware", "NAME", names=HARDWARE)
    _add(group, "bandwidth-gb-s", "GB/S", above_zero)
    _add(group, "peak-tflops", "TFLOPS", above_zero)
    _add(group, "model", "NAME", names=MODELS)
    for dimension in DIMENSIONS:
        _add(group, dimension.replace("_", "-"), "N", at_least(1))
    text = said.say("clock.gated")
    group.add_argument("--gated", action=BooleanOptionalAction, default=None, help=text)
    _add(group, "tensor-parallel", "GPUS", at_least(1), default=1)
    _add(group, "link", "NAME", names=LINKS)
    _add(group, "link-gb-s", "GB/S", above_zero)
    if fitted:
        parser.set_defaults(**DEFAULTS, step_times=None)
        return
    _add(group, "e-mem", "SHARE", number, default=DEFAULTS["e_mem"])
    _add(group, "e-compute", "SHARE", number, default=DEFAULTS["e_compute"])
    _add(group, "overhead-ms", "MS", not_negative, default=DEFAULTS["overhead_ms"])
    _add(group, "step-times", "FILE")


def _add(
    group: Any,
    name: str,
    metavar: str,
    read: Any = str,
    *,
    default: Any = None,
    names: Mapping[str, object] | None = None,
) -> None:
    key = f"clock.{name.replace('-', '_')}"
    text = words().say(key, names=", ".join(names)) if names else words().say(key)
    if default is not None:
        text = f"{text} ({words().say('run.default', value=f'{default:g}')})"
    group.add_argument(f"--{name}", metavar=metavar, type=read, default=default, help=text)


def has_clock(options: Namespace) -> bool:
    """Return whether any option was given that says what runs on which hardware."""
    return options.step_times is not None or has_formula(options)


def has_formula(options: Namespace) -> bool:
    """Return whether any option was given on hardware or model."""
    names = ("hardware", "bandwidth_gb_s", "peak_tflops", "model", *DIMENSIONS)
    return any(getattr(options, name) is not None for name in names)


def clock_from(options: Namespace) -> StepClock | WatchedTable:
    """Return the clock that the options describe.

    Raises:
        InputError: something is missing, unknown or out of range; it names the option.
    """
    if options.step_times is not None:
        if has_formula(options):
            raise InputError("--step-times must be left out where hardware or model are given")
        return WatchedTable(read_step_table(options.step_times))
    try:
        return StepClock(
            _hardware(options),
            _model(options),
            options.e_mem,
            options.e_compute,
            options.overhead_ms * MILLISECOND,
            options.tensor_parallel,
            _link(options),
        )
    except InputError as error:
        raise InputError(_in_options(str(error))) from None


def _hardware(options: Namespace) -> Hardware:
    own = (options.bandwidth_gb_s, options.peak_tflops)
    if options.hardware is not None:
        if own != (None, None):
            raise InputError("hardware must be left out where bandwidth and peak are given")
        return hardware(options.hardware)
    bandwidth, peak = own
    if bandwidth is None or peak is None:
        names = ", ".join(HARDWARE)
        raise InputError(
            f"--hardware must be given, one of {names}; or --bandwidth-gb-s and --peak-tflops"
        )
    return Hardware(bandwidth * GB, peak * TERA, GIVEN)


def _model(options: Namespace) -> ModelShape:
    shape = {name: getattr(options, name) for name in DIMENSIONS}
    given = [name for name, value in shape.items() if value is not None]
    if options.model is not None:
        if given or options.gated is not None:
            raise InputError("model must be left out where its shape is given")
        return model(options.model)
    missing = [f"--{name.replace('_', '-')}" for name in DIMENSIONS if shape[name] is None]
    if missing and given:
        raise InputError(f"the shape of a model needs {', '.join(missing)}, too")
    if missing:
        names = ", ".join(MODELS)
        raise InputError(f"--model must be given, one of {names}; or its shape, --layers and so on")
    return ModelShape(**shape, gated=options.gated is not False, source=GIVEN)


def _link(options: Namespace) -> Link | None:
    if options.link_gb_s is not None:
        if options.link is not None:
            raise InputError("link must be left out where its bandwidth is given")
        return Link(options.link_gb_s * GB, GIVEN)
    return None if options.link is None else link(options.link)


def _in_options(message: str) -> str:
    """Return what is said of a field, with the field written as an option."""
    field, blank, rest = message.partition(" ")
    known = {"hardware", "model", "link", "tensor_parallel", "e_mem", "e_compute", *DIMENSIONS}
    return f"--{field.replace('_', '-')}{blank}{rest}" if field in known else message
