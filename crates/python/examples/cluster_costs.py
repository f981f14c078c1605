"""What a cluster costs: a unit's way to a worker and back, two workers beside two threads, and what the one writer can take.

    pip install '.[cluster]' && python crates/python/examples/cluster_costs.py
"""

import os
import statistics
import tempfile
import time

import plywise
import ray
from plywise import _plywise, cluster

RUNS = 3
#: Games that take next to nothing, and games that take some tens of milliseconds.
SHORT = ("othello:size=4", "random", "random")
LONG = ("othello", "alphabeta:depth=6", "alphabeta:depth=5")


def timed(play, what, **terms):
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        play(*what, **terms, store=os.path.join(folder, "games.db"))
        return time.perf_counter() - begun


def beside(what, games, **terms):
    """Seconds of two threads and of two workers, turn by turn, and their ratio."""
    rows = []
    for _ in range(RUNS):
        here = timed(plywise.match, what, games=games, threads=2, **terms)
        there = timed(cluster.match, what, games=games, **terms)
        rows.append((here, there, there / here))
    return rows


def told(rows, at):
    column = [row[at] for row in rows]
    return f"{statistics.median(column):.3g} ({min(column):.3g} to {max(column):.3g})"


def writer(games):
    """What the driver does with games that are back: checks them by the rules and stores them."""
    terms = {"schedule": None, "length": games, "seed": 1, "clock": None, "opening_plies": 4, "openings": None, "adjudicate": None}
    terms.update(sprt=None, threads=None, store=None, records=False, forgiving=False)
    game, agents = plywise.Game(LONG[0]), ["alphabeta:depth=2", "alphabeta:depth=1"]
    lines = _plywise.contest_worker(game, agents, terms).work(f"0..{games}").split("\n")
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "games.db")
        units = _plywise.contest_units(game, agents, terms, store)
        begun = time.process_time()
        for at in range(0, games, 100):
            units.take(["\n".join(lines[at : at + 100])])
        spent = time.process_time() - begun
        del units
        kept = os.path.getsize(store) / games
    return games / spent, sum(map(len, lines)) / games, kept


def tasks(games):
    """Seconds of a task of one game that takes next to nothing, two workers at it."""
    usual = cluster.TASK_SECONDS, cluster.TASKS_A_SECOND
    cluster.TASK_SECONDS, cluster.TASKS_A_SECOND = 0.0, float("inf")
    try:
        return timed(cluster.match, SHORT, games=games) / games
    finally:
        cluster.TASK_SECONDS, cluster.TASKS_A_SECOND = usual


ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
timed(cluster.match, SHORT, games=100)
each = sorted(tasks(1000) for _ in range(RUNS))
print(f"a task of one game: {1000 * each[RUNS // 2]:.2f} ms ({1000 * each[0]:.2f} to {1000 * each[-1]:.2f})")
for name, what, games in (("short", SHORT, 20_000), ("long", LONG, 400)):
    rows = beside(what, games, opening_plies=4)
    print(f"{games:,} {name} games: two threads {told(rows, 0)} s, two workers {told(rows, 1)} s, ratio {told(rows, 2)}")
rate, line, kept = writer(4000)
print(f"the writer: {rate:,.0f} games/s of its processor, {line:,.0f} bytes a game on the way, {kept:,.0f} in the store")
