"""The shape of a course on Can't Go Back: a player that walks along walls."""

import time

from players.AbstractPlayer import AbstractPlayer
from SearchAlgos import AlphaBeta
from utils import tup_add


class Player(AbstractPlayer):
    def __init__(self, game_time, penalty_score):
        AbstractPlayer.__init__(self, game_time, penalty_score)
        assert game_time > 0 and penalty_score == 300
        self.search = AlphaBeta(None, None, None)

    def set_game_params(self, board):
        self.rows, self.columns = len(board), len(board[0])
        self.board = {(i, j): int(board[i][j]) for i in range(self.rows) for j in range(self.columns)}
        values = list(self.board.values())
        assert values.count(1) == 1 and values.count(2) == 1, values
        self.pos = next(at for at, value in self.board.items() if value == 1)

    def exits(self, pos):
        around = [(step, tup_add(pos, step)) for step in self.directions]
        return [(step, to) for step, to in around if self.board.get(to, -1) not in (-1, 1, 2)]

    def make_move(self, time_limit, players_score):
        assert time_limit > 0 and len(players_score) == 2 and time.time() > 0
        self.board[self.pos] = -1
        step, self.pos = min(self.exits(self.pos), key=lambda exit: len(self.exits(exit[1])) or 9)
        self.board[self.pos] = 1
        return step

    def set_rival_move(self, loc):
        was = next(at for at, value in self.board.items() if value == 2)
        assert abs(was[0] - loc[0]) + abs(was[1] - loc[1]) == 1, (was, loc)
        self.board[was], self.board[loc] = -1, 2

    def update_fruits(self, fruits):
        assert all(value > 2 and self.board[at] not in (-1, 1, 2) for at, value in fruits.items()), fruits
