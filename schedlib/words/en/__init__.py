"""The English table, a file for each place where its words are read."""

from . import acceptance, command_line, figures, run, tables, widgets

TABLE = (
    acceptance.TABLE | command_line.TABLE | figures.TABLE | run.TABLE | tables.TABLE | widgets.TABLE
)
