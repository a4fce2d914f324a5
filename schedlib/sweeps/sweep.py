"""Runs a workload at each point of a grid."""

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from typing import TYPE_CHECKING, Any

from ..clock import Clock, StepTable
from ..engines.vllm_v1 import VllmV1
from ..errors import InputError, shown
from ..loop import Policy
from ..metrics.slo import SLO
from ..request import check_workload
from .columns import columns_of
from .finished import Finished
from .grid import points_of
from .interrupted import Interrupted
from .job import Job, Outcome
from .keys import check_keys
from .plan import fingerprints_of, jobs_of
from .progress import progress_bar, told_failures
from .running import Placed, outcomes
from .saved_points import FINGERPRINT, SavedPoints
from .subject import CLOCK, ENGINE, Requests, Subject
from .table import Table

if TYPE_CHECKING:
    from pandas import DataFrame


def sweep(
    workload: Requests,
    grid: Mapping[str, Iterable[Any]],
    policy: Policy[Any] | None = None,
    *,
    clock: Clock | None = None,
    slo: SLO | None = None,
    executor: Executor | None = None,
    save: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> "DataFrame":
    """Run a workload at each point of a grid, and return a row of metrics for each.

    The columns are the keys of the grid, then the metrics of a run under the names that `replay`
    has in JSON, nested ones joined by "_": `requests`, `ttft_s_mean`, `ttft_s_median`,
    `ttft_s_p90`, `ttft_s_p99`, `ttft_s_max` and so on, `output_tokens_per_s`, with an SLO
    `goodput_requests_per_s`, ... `preemptions`; then `drained`, whether the run came to its own
    end; with a `StepTable` for a clock `beyond`, what was beyond the table; and `error`, why the
    point failed. Where there is nothing to measure, values are missing. Without a clock, times
    are in iterations: `ttft_iterations_mean`. Rows are in the order of the grid.

    A point that fails is a row with its `error`. To run many points at once, on this machine:

        with ProcessPoolExecutor() as executor:
            frame = sweep(requests, grid, clock=clock, executor=executor)

    and on a cluster, on whose workers schedlib is installed:

        from dask.distributed import Client
        client = Client("scheduler:8786")
        frame = sweep(requests, grid, clock=clock, executor=client.get_executor())

    Args:
        workload: requests; or a function that returns them, whose parameters are keys of the
            grid. It is called here, once for all points with the same arguments.
        grid: {key: values}; a point for every combination, the last key changing fastest. A key
            is a knob of the policy; `engine`, by command-line names or as policies; `clock`, or a
            field of it like `clock.e_mem` or `clock.hardware`; or a parameter of the workload.
            Values that do not read well in a table are given as {name: value}.
        policy: the scheduler whose knobs the grid replaces; `VllmV1()` where it is left out.
        clock: as for `simulate`.
        slo: limits for goodput.
        executor: any with `submit` as in `concurrent.futures`; None is this process, one by one.
        save: a file, .csv or .parquet, that gets each point as soon as it is finished, and one
            column more, by which it is known again. Where it exists already, points that are in
            it are not run again; those that failed are.
        progress: whether a bar is shown, in a notebook or a terminal.

    Raises:
        InputError: a key of the grid is unknown, or something else is wrong with all points; the
            file is of another sweep, or cannot be written. Nothing in it was lost.
        Interrupted: on Ctrl-C or "interrupt the kernel"; it has what is done by then.
    """
    return sweep_table(
        workload,
        grid,
        policy,
        clock=clock,
        slo=slo,
        executor=executor,
        save=save,
        progress=progress,
    ).frame()


def sweep_table(
    workload: Requests,
    grid: Mapping[str, Iterable[Any]],
    policy: Policy[Any] | None = None,
    *,
    clock: Clock | None = None,
    slo: SLO | None = None,
    executor: Executor | None = None,
    save: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> Table:
    """Do as `sweep` does, with the standard library alone; see there."""
    points = points_of(grid)
    subject = _subject(workload, grid, policy, clock)
    clocks = [subject.whole_clock_at(point) for point in points]
    columns = columns_of(
        unit="s" if clock is not None or CLOCK in grid else "iterations",
        goodput=slo is not None,
        beyond=any(isinstance(each, StepTable) for each in clocks),
    )
    taken = [*(column.name for column in columns), FINGERPRINT.name]
    check_keys(subject, points, taken)
    _check_executor(executor)
    file = None if save is None else SavedPoints(save, list(grid), columns)
    jobs = jobs_of(subject, points, slo)
    finished = Finished(points, columns)
    if file:
        finished.keep_in(file, fingerprints_of(jobs))
    try:
        _run(jobs, finished, executor, progress)
    except KeyboardInterrupt:
        raise Interrupted(finished.table(), len(points), file is not None) from None
    return finished.table()


def _subject(
    workload: Requests,
    grid: Mapping[str, Iterable[Any]],
    policy: Policy[Any] | None,
    clock: Clock | None,
) -> Subject:
    if policy is not None and ENGINE in grid:
        raise InputError(f"policy must be left out where the grid has {ENGINE}")
    requests = workload if callable(workload) else check_workload(workload)
    return Subject(requests, VllmV1() if policy is None else policy, clock)


def _check_executor(executor: object) -> None:
    if hasattr(executor, "get_executor"):  # a client of dask, whose futures are of another kind
        raise InputError("executor must be that of the client: client.get_executor()")
    if executor is not None and not hasattr(executor, "submit"):
        raise InputError(f"executor must be one of concurrent.futures, not {shown(executor)}")


def _run(
    jobs: Sequence[Job | Outcome], finished: Finished, executor: Executor | None, progress: bool
) -> None:
    """Run the jobs that are not finished, and note what became of each."""
    with progress_bar(len(jobs), len(finished), progress) as bar:
        ready = []
        for place, job in enumerate(jobs):
            if isinstance(job, Outcome):
                finished.note(place, job)
                bar.update()
            elif place not in finished:
                ready.append(Placed(place, job))
        with closing(outcomes(ready, executor)) as coming:
            for place, outcome in coming:
                finished.note(place, outcome)
                bar.set_postfix_str(told_failures(finished.failures), refresh=False)
                bar.update()
    finished.end()
