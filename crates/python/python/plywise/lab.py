"""The published experiments, played again and judged: `plywise lab`."""

from __future__ import annotations

import os
from typing import Any, Callable, List, Optional, Union

from . import _plywise
from ._reports import Experiment, Facts, watcher

__all__ = ["list", "run"]

_List = List[Facts]


def __dir__() -> List[str]:
    return __all__


def list() -> _List:
    """The experiments that there are: name, work, title, question, and how long they take."""
    return [Facts(plan) for plan in _plywise.lab_list()]


def run(
    name: str,
    *,
    full: bool = False,
    out: Union[str, "os.PathLike[str]"] = "reports",
    threads: Optional[int] = None,
    fresh: bool = False,
    progress: Union[bool, Callable[[int, int], Any]] = False,
) -> Experiment:
    """Plays and measures what is missing of an experiment, writes its report to a folder in `out` and gives its numbers
    and claims."""
    watch, end = watcher(progress, "parts")
    try:
        return Experiment(_plywise.lab_run(name, full, out, threads, fresh, watch))
    finally:
        end()
