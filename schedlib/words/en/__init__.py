"""The English table, a file for each place where its words are read."""

from . import (
    acceptance,
    claims,
    command_line,
    exports,
    figures,
    flow,
    latency,
    playground,
    report,
    run,
    slots,
    tables,
    widgets,
)

TABLE = (
    acceptance.TABLE
    | claims.TABLE
    | command_line.TABLE
    | exports.TABLE
    | figures.TABLE
    | flow.TABLE
    | latency.TABLE
    | playground.TABLE
    | report.TABLE
    | run.TABLE
    | slots.TABLE
    | tables.TABLE
    | widgets.TABLE
)
