"""GPUs and the links between them, by the figures that their makers publish.

A step of a model reaches part of these figures only: how large that part is has to be measured.
"""

from typing import NamedTuple

from ..fields import entry_of


class Hardware(NamedTuple):
    """One GPU.

    Attributes:
        bandwidth: of its memory, in bytes/s.
        peak: of dense bf16 matrix arithmetic with fp32 accumulation, in FLOP/s.
        source: where the figures are published.
    """

    bandwidth: float
    peak: float
    source: str


class Link(NamedTuple):
    """How GPUs of one group are connected.

    Attributes:
        bandwidth: of one GPU's connection in one direction, in bytes/s.
        source: where the figure is published.
    """

    bandwidth: float
    source: str


GB, TERA = 1e9, 1e12

HARDWARE = {
    "a100-40gb": Hardware(1555 * GB, 312 * TERA, "NVIDIA, A100 data sheet"),
    "a100-80gb": Hardware(2039 * GB, 312 * TERA, "NVIDIA, A100 data sheet (SXM)"),
    "h100-sxm": Hardware(3350 * GB, 989.4 * TERA, "NVIDIA, H100 data sheet (half of sparse)"),
    "h200-sxm": Hardware(4800 * GB, 989.4 * TERA, "NVIDIA, H200 data sheet (half of sparse)"),
    "rtx-4090": Hardware(1008 * GB, 165.2 * TERA, "NVIDIA, Ada GPU architecture, appendix"),
    "rtx-pro-6000": Hardware(
        1792 * GB, 503.8 * TERA, "NVIDIA, RTX PRO 6000 Blackwell data sheet (half of sparse)"
    ),
}

LINKS = {
    "pcie4": Link(31.5 * GB, "PCI Express 4.0, 16 lanes"),
    "pcie5": Link(63 * GB, "PCI Express 5.0, 16 lanes"),
    "nvlink3": Link(300 * GB, "NVIDIA, A100: 600 GB/s in both directions together"),
    "nvlink4": Link(450 * GB, "NVIDIA, H100: 900 GB/s in both directions together"),
}


def hardware(name: str) -> Hardware:
    """Return a GPU by name.

    Raises:
        InputError: there is none of that name.
    """
    return entry_of("hardware", HARDWARE, name)


def link(name: str) -> Link:
    """Return a link by name.

    Raises:
        InputError: there is none of that name.
    """
    return entry_of("link", LINKS, name)
