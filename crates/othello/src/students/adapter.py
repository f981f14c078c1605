"""Seats a player of the course on Othello: class Othello whose get_human_move() plays for 1 on self.board, rows of 1 (own),
-1 (the rival's) and 0 (or on an object with such rows as its board), and returns (row, column), alone or in a pair with a
number (nodes, a value)."""

import inspect

WANTED = "a class Othello with get_human_move(self)"


# What the course's file draws with.
DRAWING = ("turtle",)


def read(text):
    """The rows from the top, 1 where the side to move stands, -1 where the other does."""
    squares, turn = text.split()
    size = int(len(squares) ** 0.5)
    value = {"-": 0, turn: 1}
    return [[value.get(square, -1) for square in squares[row * size:(row + 1) * size]] for row in range(size)]


def find(module):
    player = getattr(module, "Othello", None)
    return player if hasattr(player, "get_human_move") else None


def square(answer):
    """The pair of numbers in an answer, or None."""
    for part in [answer, *answer] if isinstance(answer, (tuple, list)) else []:
        try:
            row, column = part
            return "abcdefgh"[column] + str(row + 1)
        except (TypeError, ValueError, IndexError):
            continue
    return None


class Seat:
    def __init__(self, found, told):
        # The course's own takes first of all whether it is to draw.
        given = inspect.signature(found).parameters.values()
        must = [it for it in given if it.default is it.empty and it.kind is it.POSITIONAL_OR_KEYWORD]
        self.player = found(*[False][:len(must)])

    def choose(self, position, moves, legal, clock):
        board = read(position)
        holder = getattr(self.player, "board", None)
        holder = holder if hasattr(holder, "board") else self.player
        holder.board, holder.size = board, len(board)
        self.player.size, self.player.current_turn = len(board), 1
        answer = self.player.get_human_move()
        return square(answer) or answer
