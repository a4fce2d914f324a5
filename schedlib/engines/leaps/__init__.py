"""Runs of engines without events, from the bottom up.

`unrecorded` makes the moves, `crowd` and `together` serve those who decode, `time_passing` ends an
iteration, `arriving` lets requests come, `alike_chunks` and `leaping` run many iterations at once.
"""
