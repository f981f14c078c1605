"""Long work goes on beside Python, and ends when it is asked to."""

import os
import signal
import subprocess
import sys
import threading
import time

import plywise
import pytest
from conftest import First, Nim

class Stuck(First):
    """Never answers."""

    def choose(self, position, clock):
        while True:
            pass


class Asleep(First):
    """Answers when nobody waits any more, and hears nothing before."""

    def choose(self, position, clock):
        time.sleep(8)
        return super().choose(position, clock)


class Endless(Nim):
    """Never says what is legal once a coin was taken."""

    def moves(self):
        while self.coins < 9:
            pass
        return super().moves()

    def play(self, coins):
        return Endless(self.coins - coins, 1 - self.mover)


NOBODY_WAITS = """
import _thread, sys, threading, time, plywise

def go_on():
    while True:
        try:
            time.sleep(0.02)
        except BaseException:
            pass

class Deaf:
    def choose(self, position, clock):
        go_on()

class Coins:
    def __init__(self, coins=3):
        self.coins = coins

    def turn(self):
        return self.coins % 2

    def moves(self):
        if self.coins < 3:
            go_on()
        return [1]

    def play(self, coins):
        return Coins(self.coins - coins)

    def is_over(self):
        return self.coins == 0

    def payoff(self, seat):
        return 1 - 2 * seat

class Lazy(Coins):
    def moves(self):
        yield from super().moves()

    def play(self, coins):
        return Lazy(self.coins - coins)

class Late:
    def __del__(self, sleep=time.sleep):
        sleep(1)  # the interpreter takes its time to end, and its lock is free meanwhile

threading.Timer(0.5, _thread.interrupt_main).start()
try:
    if sys.argv[1] == "player":
        plywise.match("othello", Deaf, "random", games=2)
    else:
        plywise.perft(plywise.Game.of(Coins() if sys.argv[1] == "game" else Lazy()), 3)
except KeyboardInterrupt:
    print("interrupted")
sys.late = Late()  # in a module of ours it would live on with the code that nobody waits for
"""


@pytest.mark.parametrize("what", ["player", "game", "generator"])
def test_code_that_nobody_waits_for_any_more_does_not_crash_the_interpreter_as_it_ends(what):
    ended = subprocess.run([sys.executable, "-c", NOBODY_WAITS, what], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "interrupted\n", "")


def test_an_abort_is_an_abort_all_the_same():
    ended = subprocess.run([sys.executable, "-c", "import os, plywise; os.abort()"])
    assert ended.returncode == -signal.SIGABRT


ENDLESS = [
    lambda: plywise.analyze("othello", "pvs:depth=60"),
    lambda: plywise.solve("othello", time="1h"),
    lambda: plywise.match("othello", "pvs:depth=30", "pvs:depth=30", games=10),
    lambda: plywise.match("othello", First, "pvs:depth=30", games=10),
    lambda: plywise.tournament("checkers", "pvs:depth=40", "random", "greedy", rounds=1_000_000),
    lambda: plywise.Agent("pvs:depth=60").choose(plywise.Game("othello").start()),
    lambda: plywise.perft("othello", 12),
    lambda: plywise.tree("othello", "course:depth=20"),
    lambda: plywise.match("othello", Stuck, "random", games=2),
    lambda: plywise.tournament("othello", Stuck(), "random", "greedy", rounds=1),
    lambda: plywise.match("othello", Asleep, "random", games=2),
    lambda: plywise.solve(plywise.Game.of(Endless(9))),
    lambda: plywise.perft(plywise.Game.of(Endless(9)), 4),
    lambda: plywise.match(plywise.Game.of(Endless(9)), "pvs:depth=3", "random", games=2),
    lambda: plywise.match("othello", "random", "random", games=2, openings="balanced:depth=20"),
]


@pytest.mark.parametrize("number", range(len(ENDLESS)))
def test_an_interrupt_ends_it(number):
    """Another thread of Python runs meanwhile, and it is that which interrupts, if need be before the work has begun."""
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        ENDLESS[number]()
    assert plywise.match("othello:size=6", First, "random", games=2).games == 2


def test_an_exception_of_who_watches_ends_it():
    def enough(*_):
        raise StopAsyncIteration

    with pytest.raises(StopAsyncIteration):
        plywise.match("othello:size=6", "random", "random", games=100_000, progress=enough)
    with pytest.raises(StopAsyncIteration):
        plywise.analyze("othello", "pvs:depth=60", watch=enough)


def test_several_threads_of_python_use_one_game():
    game = plywise.Game("othello:size=6")
    position = game.start()
    found = []

    def work():
        analysis = plywise.analyze(position, "pvs:depth=5,eval=mobility")
        found.append((analysis.value, plywise.perft(position, 4), len(position.play("c2").legal_moves())))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1
