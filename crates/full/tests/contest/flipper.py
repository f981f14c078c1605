"""The shape of a course on Othello: the class that holds the whole game, of which the rest of the program is not needed."""

import random
import turtle


class OthelloUI:
    def __init__(self):
        self.screen = turtle.Screen()


class Othello:
    def __init__(self, ui, minimax_depth=1, prune=True):
        self.size = 6
        self.ui = OthelloUI() if ui else None
        self.board = [[0] * self.size for _ in range(self.size)]
        self.current_turn = random.choice([1, -1])

    def flipped(self, player, i, j):
        all_flipped = []
        for di, dj in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]:
            run, x, y = [], i + di, j + dj
            while 0 <= x < self.size and 0 <= y < self.size and self.board[x][y] == -player:
                run, x, y = run + [(x, y)], x + di, y + dj
            if run and 0 <= x < self.size and 0 <= y < self.size and self.board[x][y] == player:
                all_flipped += run
        return all_flipped

    def get_valid_moves(self, player):
        squares = [(i, j) for i in range(self.size) for j in range(self.size) if self.board[i][j] == 0]
        return [at for at in squares if self.flipped(player, *at)]

    def get_human_move(self):
        best = max(self.get_valid_moves(1), key=lambda at: len(self.flipped(1, *at)))
        return len(self.get_valid_moves(1)), best


OthelloUI().screen.title("as many files begin a game of their own here")
