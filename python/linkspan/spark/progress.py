"""The progress of a job, on standard error."""

from __future__ import annotations

import sys
import threading
import time
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from types import TracebackType

    from pyspark import SparkContext


class Progress(AbstractContextManager["Progress"]):
    """Prints how many tasks of the running stages are done, whenever the number changes."""

    def __init__(
        self,
        context: SparkContext,
        *,
        interval: float = 1.0,
        out: TextIO | None = None,
    ) -> None:
        self._tracker = context.statusTracker()
        self._interval = interval
        self._out = sys.stderr if out is None else out
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._start = time.monotonic()

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        last = ""
        while not self._stop.wait(self._interval):
            line = self._line()
            if line and line != last:
                seconds = time.monotonic() - self._start
                print(f"linkspan.spark: {line} ({seconds:.0f} s)", file=self._out, flush=True)
                last = line

    def _line(self) -> str:
        done = total = running = failed = 0
        for stage in self._tracker.getActiveStageIds():
            info = self._tracker.getStageInfo(stage)
            # A stage may end between the two calls.
            if info is not None:
                done += info.numCompletedTasks
                total += info.numTasks
                running += info.numActiveTasks
                failed += info.numFailedTasks
        if total == 0:
            return ""
        line = f"{done} of {total} tasks done, {running} running"
        return f"{line}, {failed} failed and repeated" if failed else line
