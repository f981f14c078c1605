"""The same matches, tournaments, tuning runs, experiments, training and databases on a cluster of Ray, with the same results.

Units of work (games, trials, measurements) are done by tasks of Ray, wherever it has processors. This process alone writes down what
comes back, at once, in the same store, state or report as without a cluster. What a process or a node that died was at is done again.
Where this process died, the same call goes on with what is written down. Networks and databases, which are too large to travel, are
written by the tasks themselves, into a folder that all nodes share.
"""

from __future__ import annotations

import inspect
import json
import math
import os
import pickle
import socket
import tempfile
import time
import uuid
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union, cast

import plywise

from . import _contests, _plywise, _shared
from ._plywise import Agent, Game, __version__
from ._reports import Experiment, Facts, Report, Tuning, need, opened, watcher

__all__ = ["contest", "databases", "lab", "match", "tournament", "train", "tune"]

#: Times that a task begins anew after the process or the node died that it ran in.
RETRIES = 5
#: Seconds that a task should take at least, and tasks a second that this process should not exceed.
TASK_SECONDS, TASKS_A_SECOND = 1.0, 200.0

#: What opens a worker, such as `contest`, and what it is opened with.
_Job = Tuple[str, Tuple[Any, ...]]


def __dir__() -> List[str]:
    return __all__


def match(game: plywise.AnyGame, *agents: plywise.AnyAgent, in_flight: Optional[int] = None, **options: Any) -> Report:
    """`plywise.match` on a cluster; the options are its own but `threads` and `records`. `in_flight` is how many tasks there are at
    the same time, at most: twice the processors of the cluster unless given."""
    return _contest(plywise.match, None, game, agents, in_flight, options)


def tournament(game: plywise.AnyGame, *agents: plywise.AnyAgent, in_flight: Optional[int] = None, **options: Any) -> Report:
    """`plywise.tournament` on a cluster; what `match` says of its options holds here."""
    return _contest(plywise.tournament, "round-robin", game, agents, in_flight, options)


def tune(game: plywise.AnyGame, agent: Union[Agent, str], *, in_flight: Optional[int] = None, **options: Any) -> Tuning:
    """`plywise.tune` on a cluster; the options are its own but `threads`. An iteration begins when the one before is over: there
    should be as many trials in it as there are processors."""
    terms = _options(plywise.tune, ("threads",), options)
    progress, against, state = terms.pop("progress"), terms.pop("against"), terms.pop("state")
    start, ranges = terms["start"], terms["ranges"]
    terms.update(start=None if start is None else list(start), ranges={} if ranges is None else ranges, threads=None)
    name = opened(game).name
    with tempfile.TemporaryDirectory(prefix="plywise-") as folder:
        terms["state"] = os.path.join(folder, "run.json") if state is None else os.fspath(state)
        units, ours, theirs = _plywise.tune_units(game, agent, against, terms)
        _drive(units, ("tune", (name, ours, theirs, terms["opening_plies"])), name, in_flight, progress, "iterations")
        del units  # the state is free again
        return Tuning(_plywise.tune_weights(game, agent, against, terms, None))


def lab(
    name: str,
    *,
    full: bool = False,
    out: Union[str, "os.PathLike[str]"] = "reports",
    in_flight: Optional[int] = None,
    progress: plywise.AnyProgress = False,
) -> Experiment:
    """`plywise.lab.run` on a cluster: what is missing of each series of an experiment is played and measured there."""
    of, text, series = _plywise.lab_series(name, full)
    for number in series:
        units = _plywise.lab_units(of, text, number, full, out)
        _drive(units, ("lab", (of, text, number, full)), of, in_flight, progress, "parts")
        del units
    return Experiment(_plywise.lab_run(name, full, out, None, False, None))


def train(
    game: plywise.AnyGame,
    *,
    games: int,
    out: plywise.Path,
    runs: int = 4,
    seed: int = 1,
    chunk: int = 100_000,
    in_flight: Optional[int] = None,
    progress: plywise.AnyProgress = False,
    **options: Any,
) -> List[Facts]:
    """Lets `runs` networks learn apart, each from `games` games of its own, with the seeds `seed`, `seed` + 1, …: what
    `plywise.train(game, games=games, seed=…, threads=1)` tells of each. `out` is a folder that all nodes share. Each network is there as
    `SEED.network` in the end, and until then, after every `chunk` games, its run, with which a task that died or the same call goes on.
    Other options are those of `plywise.train`."""
    for name, value in (("games", games), ("runs", runs), ("chunk", chunk)):
        if not isinstance(value, int) or not 1 <= value <= 10**12:
            raise ValueError(f"{name}={value!r} should be a whole number from 1 to 1000000000000")
    for name in ("threads", "state", "time", "json"):
        if name in options:
            raise TypeError(f"{name}= is for this machine alone; leave it out on a cluster")
    name, folder = opened(game).name, os.path.abspath(os.fspath(out))
    os.makedirs(folder, exist_ok=True)

    def run(seed: int) -> _Step:
        return _Step(f"train {name} {seed}", (), _shared.learn, (name, folder, seed, games, chunk, options))

    found = _steps([run(seed + number) for number in range(runs)], in_flight, progress, "runs")
    return [Facts(json.loads(told)) for told in found]


def databases(
    game: plywise.AnyGame,
    *,
    pieces: int,
    cache: plywise.Path,
    in_flight: Optional[int] = None,
    progress: plywise.AnyProgress = False,
) -> Facts:
    """`plywise.databases` on a cluster: units of the database of five or six pieces by tasks, each as soon as those that it needs are
    there, joined here. `cache` is a folder that all nodes share; what is in it is not made again."""
    name, folder = opened(game).name, os.path.abspath(os.fspath(cache))
    plan = plywise.databases(name, pieces=pieces, plan=True, cache=folder)

    def unit(planned: Dict[str, Any]) -> _Step:
        number = planned["unit"]
        needs = tuple(need - 1 for need in planned["needs"])
        return _Step(f"databases {name} {pieces}, unit {number}", needs, _shared.unit, (name, folder, pieces, number))

    _steps([unit(planned) for planned in plan["units"]], in_flight, progress, "units")
    return plywise.databases(name, pieces=pieces, cache=folder)


def contest(
    folder: plywise.Path,
    game: plywise.AnyGame,
    *,
    out: Optional[plywise.Path] = None,
    in_flight: Optional[int] = None,
    progress: plywise.AnyProgress = False,
    **options: Any,
) -> Facts:
    """`plywise contest FOLDER` on a cluster, each meeting of two hand-ins a task; the options are those of the command. The command
    `plywise` is on every node, and with it the walls around the players. What comes back is kept at once, so that the same call goes on
    with it; pages and grades are written here."""
    folder, name = os.path.abspath(os.fspath(folder)), opened(game).name
    out = os.path.join(folder, "results") if out is None else os.path.abspath(os.fspath(out))
    for key in ("threads", "json"):
        if key in options:
            raise TypeError(f"{key}= is for this machine alone; leave it out on a cluster")
    options = {key: given for key, given in options.items() if given is not None and given is not False}
    flags = [[f"--{key.replace('_', '-')}"] + ([] if given is True else [str(given)]) for key, given in options.items()]
    words = ["--game", name, *(word for flag in flags for word in flag)]
    os.makedirs(out, exist_ok=True)
    store = os.path.join(out, "games.db")
    known = None
    if os.path.exists(store):
        with open(store, "rb") as file:
            known = file.read()
    # Reference agents meet the players in the end, here.
    apart = [word for flag in flags if flag[0] != "--grades" for word in flag]

    def step(who: Tuple[str, ...]) -> _Step:
        files = [_contests.pack(os.path.join(folder, one)) for one in who]
        return _Step(f"contest {name} {' '.join(who)}", (), _contests.meet, (files, ["--game", name, *apart], known))

    who = _contests.meetings(folder, out, opened(game).seats)
    _steps([step(one) for one in who], in_flight, progress, "meetings", lambda came: _contests.keep(came, out))
    return Facts(json.loads(_contests.ask("contest", folder, *words, "--out", out, "--json")))


def _contest(
    function: Callable[..., Report],
    schedule: Optional[str],
    game: plywise.AnyGame,
    agents: Sequence[plywise.AnyAgent],
    in_flight: Optional[int],
    options: Dict[str, Any],
) -> Report:
    terms = _options(function, ("threads", "records"), options)
    progress, store = terms.pop("progress"), terms.pop("store")
    length = terms.pop("games" if schedule is None else "rounds")
    terms = {"schedule": schedule, **terms, "length": length, "threads": None, "records": False, "store": None}
    game = opened(game)
    pickle.dumps(game)  # one that is written in Python says that it cannot be sent
    players = [agent.name if isinstance(agent, Agent) else agent for agent in agents]
    with tempfile.TemporaryDirectory(prefix="plywise-") as folder:
        kept = os.path.join(folder, "games.db") if store is None else os.fspath(store)
        units = _plywise.contest_units(game, players, terms, kept)
        _drive(units, ("contest", (game.name, players, terms)), game.name, in_flight, progress, "games")
        del units  # the store is free again
        return Report(_plywise.contest(game, players, {**terms, "store": kept}, None))


def _options(function: Callable[..., Any], without: Tuple[str, ...], given: Dict[str, Any]) -> Dict[str, Any]:
    """All options of a function, those that were given among them."""
    known = [one for one in inspect.signature(function).parameters.values() if one.kind is one.KEYWORD_ONLY]
    options = {one.name: one.default for one in known if one.name not in without}
    for name in given:
        if name in without:
            raise TypeError(f"{name}= is for this machine alone; leave it out on a cluster")
        if name not in options:
            raise TypeError(f"there is no option {name!r}; there are: in_flight, {', '.join(options)}")
    return {**options, **given}


#: What this process does tasks with: it stays from task to task, until there is other work.
_workers: Dict[str, _plywise.Worker] = {}


def _tried(version: str, work: Callable[..., Any], *given: Any) -> Tuple[bool, Any]:
    """Whether work could be done, and what came of it: this is what a worker of Ray runs. What the work raises is an answer as well: Ray
    would wrap it, and take a player's `sys.exit` for the end of the process, which it tries again."""
    try:
        _same(version)
        return True, work(*given)
    except KeyboardInterrupt:
        raise  # of Ray itself, which has given up this task
    except BaseException as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            error = RuntimeError(f"{type(error).__name__}: {error}")
        return False, error


def _same(version: str) -> None:
    if version != __version__:
        host = socket.gethostname()
        raise RuntimeError(f"{host} has plywise {__version__}, and this run is one of {version}: install that one there")


def _work(key: str, job: _Job, task: str) -> Tuple[str, float]:
    """What comes of a task, and the seconds that it took."""
    if key not in _workers:
        _workers.clear()
        kind, given = job
        _workers[key] = getattr(_plywise, f"{kind}_worker")(*given)
    begun = time.monotonic()
    try:
        return _workers[key].work(task), time.monotonic() - begun
    except BaseException:
        _workers.clear()  # whoever was broken off in the middle of a game plays no other
        raise


def _ray() -> Any:
    """Ray, connected: to the cluster that the program chose, or that `RAY_ADDRESS` names, or to this machine alone."""
    ray = need("ray", "cluster")
    if not ray.is_initialized():
        ray.init()
    return ray


class _Pace:
    """How much a task holds: few units where these take long or few are left, more where they are quick. No result depends on it."""

    def __init__(self, in_flight: Optional[int]) -> None:
        if in_flight is not None and not 1 <= in_flight <= 1_000_000:
            raise ValueError(f"in_flight={in_flight} should be a whole number from 1 to 1000000")
        self.asked, self.bound = in_flight, 1
        self.units, self.seconds, self.looked = 0, 0.0, -math.inf

    def look(self, ray: Any) -> None:
        """Counts the processors, which may come and go."""
        if time.monotonic() - self.looked > 1:
            self.looked = time.monotonic()
            self.processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self.bound = self.asked or 2 * self.processors

    def size(self, left: int) -> int:
        """How many units the next task may hold."""
        if not self.units:
            return 1
        wanted = max(TASK_SECONDS, self.processors / TASKS_A_SECOND)
        quick = wanted * self.units / max(self.seconds, 1e-6)
        return max(1, int(min(quick, left / (2 * self.bound), 4096)))


def _drive(units: _plywise.Units, job: _Job, name: str, in_flight: Optional[int], progress: Any, unit: str) -> None:
    """Has all units done and written down."""
    pace, ray = _Pace(in_flight), _ray()
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_tried)
    where, key = ray.put(job), uuid.uuid4().hex
    flying: Dict[Any, str] = {}
    watch, end = watcher(progress, unit)
    try:
        while True:
            done, total = units.done()
            if watch is not None:
                watch(done, total)
            pace.look(ray)
            while done < total and len(flying) < pace.bound:
                text = units.next(pace.size(units.left()))
                if text is None:
                    break
                title = f"plywise {name} {text}" if len(text) < 50 else f"plywise {name}"
                flying[task.options(name=title).remote(__version__, _work, key, where, text)] = text
            if done == total or not flying:
                return
            _collect(ray, units, flying, pace)
    finally:
        end()
        for reference in flying:
            ray.cancel(reference)


def _collect(ray: Any, units: _plywise.Units, flying: Dict[Any, str], pace: _Pace) -> None:
    """Waits for tasks and writes down what came of them, whatever became of others."""
    ray.wait(list(flying), num_returns=1, timeout=1)
    ready, _ = ray.wait(list(flying), num_returns=len(flying), timeout=0)
    results: List[str] = []
    failed: Optional[BaseException] = None
    for reference in ready:
        done, answer = _got(ray, reference, flying.pop(reference))
        if done:
            results.append(answer[0])
            pace.seconds += answer[1]
        else:
            failed = failed or answer
    pace.units += units.take(results)
    if failed is not None:
        try:
            raise failed
        finally:
            del failed, answer  # an exception that its own frames hold would keep the store open


def _got(ray: Any, reference: Any, task: str) -> Tuple[bool, Any]:
    """Whether a task was done, and what came of it, or the exception that ended it."""
    try:
        return cast(Tuple[bool, Any], ray.get(reference))
    except ray.exceptions.RayError as error:
        return False, RuntimeError(f"{task} could not be done, however often it was tried: {error}")


class _Step(NamedTuple):
    """Work that tasks do into a shared folder, and the places of the steps that have to be done before it."""

    title: str
    needs: Tuple[int, ...]
    work: Callable[..., Any]
    given: Tuple[Any, ...]


def _steps(
    steps: List[_Step],
    in_flight: Optional[int],
    progress: Any,
    unit: str,
    keep: Callable[[Any], None] = lambda _: None,
) -> List[Any]:
    """Has all steps done, each when what it needs is there, and kept; what came of them."""
    pace, ray = _Pace(in_flight), _ray()
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_tried)
    flying: Dict[Any, int] = {}
    found: Dict[int, Any] = {}
    waiting = list(range(len(steps)))
    watch, end = watcher(progress, unit)
    try:
        while True:
            if watch is not None:
                watch(len(found), len(steps))
            if len(found) == len(steps):
                return [found[at] for at in range(len(steps))]
            pace.look(ray)
            for at in [at for at in waiting if all(need in found for need in steps[at].needs)]:
                if len(flying) < pace.bound:
                    waiting.remove(at)
                    step = steps[at]
                    flying[task.options(name=f"plywise {step.title}").remote(__version__, step.work, *step.given)] = at
            ready, _ = ray.wait(list(flying), num_returns=1, timeout=1)
            for reference in ready:
                at = flying.pop(reference)
                done, answer = _got(ray, reference, steps[at].title)
                if not done:
                    try:
                        raise answer
                    finally:
                        del answer
                keep(answer)
                found[at] = answer
    finally:
        end()
        for reference in flying:
            ray.cancel(reference)
