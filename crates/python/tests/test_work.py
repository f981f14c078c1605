"""Long work goes on beside Python, and ends when it is asked to."""

import os
import signal
import threading

import plywise
import pytest
from conftest import First

ENDLESS = [
    lambda: plywise.analyze("othello", "pvs:depth=60"),
    lambda: plywise.solve("othello", time="1h"),
    lambda: plywise.match("othello", "pvs:depth=30", "pvs:depth=30", games=10),
    lambda: plywise.match("othello", First, "pvs:depth=30", games=10),
    lambda: plywise.tournament("checkers", "pvs:depth=40", "random", "greedy", rounds=1_000_000),
    lambda: plywise.Agent("pvs:depth=60").choose(plywise.Game("othello").start()),
    lambda: plywise.tree("othello", "minimax:depth=30"),
    lambda: plywise.perft("othello", 12),
]


@pytest.mark.parametrize("number", range(len(ENDLESS)))
def test_an_interrupt_ends_it(number):
    """Another thread of Python runs meanwhile, and it is that which interrupts."""
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        ENDLESS[number]()


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
