"""The colours, by theme: chosen for a projector, for grey and for colour-blind readers."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """One theme. A filled mark has a fill, an edge and the colour of the text on it.

    `hatch` is the colour of the stripes on what is computed again; `reserved_total`, of blocks in
    columns too narrow for edges, and of the lines between filled blocks.
    """

    background: str
    ink: str
    second_ink: str
    prefill: tuple[str, str, str]
    decode: tuple[str, str, str]
    waiting: tuple[str, str, str]
    preempted: str
    on_preempted: str
    rejected: str
    recompute: tuple[str, str, str]
    hatch: str
    kv: tuple[str, str, str]
    reserved: tuple[str, str, str]
    reserved_total: str
    cursor_band: str
    future: str
    grid: str


LIGHT = Palette(
    background="#FFFFFF",
    ink="#1F2328",
    second_ink="#57606A",
    prefill=("#0B5FA5", "#084A82", "#FFFFFF"),
    decode=("#F2B134", "#8A5A00", "#1F2328"),
    waiting=("#F0F2F4", "#6E7781", "#57606A"),
    preempted="#A3246B",
    on_preempted="#FFFFFF",
    rejected="#B42318",
    recompute=("#D6E6F5", "#0B5FA5", "#084A82"),
    hatch="#B9D3EB",
    kv=("#4F6F64", "#FFFFFF", "#FFFFFF"),
    reserved=("#E4EDE9", "#4F6F64", "#2F4A40"),
    reserved_total="#759588",
    cursor_band="#FFF6D6",
    future="#B6BEC7",
    grid="#E4E8EC",
)

DARK = Palette(
    background="#111111",
    ink="#F0F3F6",
    second_ink="#B1BAC4",
    prefill=("#1D6DB5", "#6FB1EA", "#FFFFFF"),
    decode=("#F5C04F", "#FFE3A3", "#0B0E11"),
    waiting=("#22272D", "#7D8590", "#B1BAC4"),
    preempted="#F08BC0",
    on_preempted="#0B0E11",
    rejected="#FF8A73",
    recompute=("#16324A", "#6FB1EA", "#A6D3F7"),
    hatch="#22496B",
    kv=("#8FBFAE", "#111111", "#0B0E11"),
    reserved=("#1C2B26", "#8FBFAE", "#BFE0D4"),
    reserved_total="#567A6D",
    cursor_band="#2E2A17",
    future="#4A525B",
    grid="#2B3036",
)

THEMES = {"light": LIGHT, "dark": DARK}
