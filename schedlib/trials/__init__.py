"""A reader's own steps and schedulers against the library's, on random states and workloads.

Everything here can run on the bench: it imports neither figures nor widgets.
"""
