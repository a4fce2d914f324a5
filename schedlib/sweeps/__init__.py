"""Many runs at once: one for each point of a grid, in one table.

>>> from schedlib import workloads
>>> from schedlib.sweeps import sweep
>>> frame = sweep(workloads.six_requests(), {"max_num_seqs": [1, 2, 4]}, progress=False)
>>> frame.makespan_iterations.tolist()
[10.0, 5.0, 4.0]
"""

from .interrupted import Interrupted
from .sweep import sweep, sweep_table
from .table import Table

__all__ = ["Interrupted", "Table", "sweep", "sweep_table"]
