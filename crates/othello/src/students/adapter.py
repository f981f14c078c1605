"""Seats a player of the course on Othello: class Othello whose get_human_move() plays for 1 on self.board, rows of 1 (own),
-1 (the rival's) and 0, and returns (row, column), alone or with the number of nodes behind it."""

import sys
import types

WANTED = "a class Othello with get_human_move(self)"

# The course's file draws with turtle where ui=True is asked for; here nobody asks, and there may be no screen.
sys.modules["turtle"] = types.ModuleType("turtle")


def read(text):
    """The rows from the top, 1 where the side to move stands, -1 where the other does."""
    squares, turn = text.split()
    size = int(len(squares) ** 0.5)
    value = {"-": 0, turn: 1}
    return [[value.get(square, -1) for square in squares[row * size:(row + 1) * size]] for row in range(size)]


def find(module):
    player = getattr(module, "Othello", None)
    return player if hasattr(player, "get_human_move") else None


class Seat:
    def __init__(self, found, told):
        self.player = found()

    def choose(self, position, moves, legal, clock):
        board = read(position)
        self.player.board, self.player.size, self.player.current_turn = board, len(board), 1
        answer = self.player.get_human_move()
        if isinstance(answer, tuple) and len(answer) == 2 and (answer[0] is None or hasattr(answer[0], "__len__")):
            answer = answer[0]
        try:
            row, column = answer
            return "abcdefgh"[column] + str(row + 1)
        except (TypeError, ValueError, IndexError):
            return answer
