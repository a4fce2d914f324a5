"""The extraction questions: what is asked, what there is to choose, and what each choice means.

For a choice, `a.told` says what would be seen if `a` held, and where to look. For a number, `look`
says where to count, and `mistake.NAME` how one comes to a wrong number. What was seen fills in the
rest.
"""

from . import (
    chunked_prefill,
    common,
    core_difference,
    overload,
    preemption,
    speed_up,
    token_budget,
)

WORDS = (
    common.TABLE
    | core_difference.TABLE
    | token_budget.TABLE
    | chunked_prefill.TABLE
    | overload.TABLE
    | preemption.TABLE
    | speed_up.TABLE
)
TABLE = {f"extraction.{key}": text for key, text in WORDS.items()}
