"""Positions per second of processor time of searches in Connect Four, beside easyAI's (`pip install easyAI numpy`), turn by turn in one
process: with the rules that come with easyAI, and with rules of tuples, the same methods under both.

    python beside_easyai.py [DEPTH [REPEATS]]
"""

import sys
import time
from functools import cached_property
from importlib import import_module
from statistics import median

import plywise
from easyAI import Negamax, TwoPlayerGame
from easyAI.games import ConnectFour

DEPTH = int(sys.argv[1]) if len(sys.argv) > 1 else 7
REPEATS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
#: Columns that were played: the start, the middle of a game, a win that is near.
POSITIONS = [[], [3, 3, 3, 2, 4, 4], [3, 2, 3, 2, 4, 1, 0], [0, 6, 1, 6, 0, 5, 1, 5]]


class Numpy:
    """easyAI's own game as a game of plywise's. A position never changes: whether it is lost is asked once."""

    def __init__(self, game):
        self.game = game

    @cached_property
    def lost(self):
        return int(self.game.lose())

    def turn(self):
        return self.game.current_player - 1

    def is_over(self):
        return self.lost or self.game.board.min() > 0

    def moves(self):
        return self.game.possible_moves()

    def play(self, column):
        game = ConnectFour(None, self.game.board.copy())
        game.current_player = self.game.current_player
        game.make_move(column)
        game.switch_player()
        return Numpy(game)

    def payoff(self, seat):
        return -self.lost if seat == self.turn() else self.lost

    def key(self):
        return self.game.board.tobytes()


class Tuples:
    """The same game with columns of stones; only lines through the last stone are looked at."""

    def __init__(self, columns=((),) * 7, mover=0, last=None):
        self.columns, self.mover, self.last = columns, mover, last

    def turn(self):
        return self.mover

    def wins(self):
        if self.last is None:
            return False
        columns, column, other = self.columns, self.last, 1 - self.mover
        row = len(columns[column]) - 1
        if columns[column][-4:] == (other,) * 4:
            return True
        for slope in (-1, 0, 1):
            run = 1
            for step in (-1, 1):
                x, y = column + step, row + step * slope
                while 0 <= x < 7 and 0 <= y < len(columns[x]) and columns[x][y] == other:
                    run, x, y = run + 1, x + step, y + step * slope
            if run >= 4:
                return True
        return False

    def is_over(self):
        return self.wins() or all(len(column) == 6 for column in self.columns)

    def moves(self):
        return [column for column in range(7) if len(self.columns[column]) < 6]

    def play(self, column):
        columns = list(self.columns)
        columns[column] = (*columns[column], self.mover)
        return Tuples(tuple(columns), 1 - self.mover, column)

    def payoff(self, seat):
        lost = int(self.wins())
        return -lost if seat == self.mover else lost

    def key(self):
        return self.columns


class EasyTuples(TwoPlayerGame):
    """Those rules as a game of easyAI's."""

    def __init__(self, state):
        self.state, self.players, self.current_player = state, [None, None], state.mover + 1

    def possible_moves(self):
        return self.state.moves()

    def make_move(self, move):
        self.state = self.state.play(move)

    def is_over(self):
        return self.state.is_over()

    def scoring(self):
        return -100 if self.state.wins() else 0


def easy_numpy(columns):
    game = ConnectFour([None, None])
    for column in columns:
        game.make_move(column)
        game.switch_player()
    return game


def played(state, columns):
    for column in columns:
        state = state.play(column)
    return state


def entered(game):
    """Positions that easyAI's search enters."""
    module, count = import_module("easyAI.AI.Negamax"), 0
    plain = module.negamax

    def counting(*given):
        nonlocal count
        count += 1
        return plain(*given)

    module.negamax = counting
    try:
        Negamax(DEPTH)(game)
    finally:
        module.negamax = plain
    return count


def timed(work):
    """What comes of it, and its processor time in seconds."""
    begun = time.process_time()
    found = work()
    return found, time.process_time() - begun


def compare(name, easy, ours):
    print(f"{name}, depth {DEPTH}, {REPEATS} times each")
    all_ratios, sums = [], [0, 0, 0, 0]
    for columns in POSITIONS:
        positions, rates = entered(easy(columns)), []
        for _ in range(REPEATS):
            theirs, search = easy(columns), Negamax(DEPTH)
            best, easy_s = timed(lambda: search(theirs))
            # A game of its own each time, of which nothing is known yet.
            position = plywise.Game.of(ours(columns), name="four").start()
            found, ours_s = timed(lambda: plywise.analyze(position, f"alphabeta:depth={DEPTH}"))
            rates.append((positions / easy_s, found.nodes / ours_s))
            sums = [sum(pair) for pair in zip(sums, (positions, easy_s, found.nodes, ours_s))]
        verdict = "win" if search.alpha > 0 else "loss" if search.alpha < 0 else "even"
        told = next((word for word in ("win", "loss") if word in found.value_text), "even")
        assert verdict == told, (columns, search.alpha, found.value_text)
        theirs, own = (median(rate) for rate in zip(*rates))
        ratios = [own / theirs for theirs, own in rates]
        all_ratios += ratios
        print(
            f"  after {len(columns)} stones: easyAI {best} ({verdict}), {positions:,} positions, {theirs:,.0f}/s; "
            f"plywise {found.best} ({found.value_text}), {found.nodes:,} positions, {own:,.0f}/s: {median(ratios):.1f} times"
        )
    positions, easy_s, nodes, ours_s = sums
    together, sooner = (nodes / ours_s) / (positions / easy_s), easy_s / ours_s
    print(
        f"  {min(all_ratios):.1f} to {max(all_ratios):.1f} times, median {median(all_ratios):.1f}; all positions over all seconds "
        f"{together:.1f} times, the answers {sooner:.1f} times as soon"
    )


compare("easyAI's own rules", easy_numpy, lambda columns: Numpy(easy_numpy(columns)))
compare("rules of tuples", lambda columns: EasyTuples(played(Tuples(), columns)), lambda columns: played(Tuples(), columns))
