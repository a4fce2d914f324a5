"""The English table, a file for each place where its words are read."""

from . import (
    acceptance,
    boards,
    claims,
    command_line,
    design,
    engine_widgets,
    engines,
    exercises,
    exports,
    extraction,
    figures,
    flow,
    homework,
    knobs,
    latency,
    memory,
    own,
    playground,
    predict,
    puzzles,
    report,
    run,
    slots,
    tables,
    widgets,
)

TABLE = (
    acceptance.TABLE
    | boards.TABLE
    | claims.TABLE
    | command_line.TABLE
    | design.TABLE
    | engine_widgets.TABLE
    | engines.TABLE
    | exercises.TABLE
    | exports.TABLE
    | extraction.TABLE
    | figures.TABLE
    | flow.TABLE
    | homework.TABLE
    | knobs.TABLE
    | latency.TABLE
    | memory.TABLE
    | own.TABLE
    | playground.TABLE
    | predict.TABLE
    | puzzles.TABLE
    | report.TABLE
    | run.TABLE
    | slots.TABLE
    | tables.TABLE
    | widgets.TABLE
)
