"""The checks of the exercises: each judges an answer, says what differs, and never says the answer.

The notebooks under `exercises/` call them; right values are computed from the library, on the spot.
"""
