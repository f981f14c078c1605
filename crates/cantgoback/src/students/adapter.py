"""Seats a player of the course Can't Go Back: class Player(game_time, penalty_score) with set_game_params, make_move,
set_rival_move and update_fruits. Row 0 is the bottom row; own place 1, the rival's 2, grey -1, free 0, fruits their value."""

# Loaded before the clock runs.
try:
    import numpy
except ImportError:
    numpy = None

WANTED = "a class Player with set_game_params, make_move, set_rival_move and update_fruits"
# What the course's referee draws with, and some players for their reports.
DRAWING = ("matplotlib", "matplotlib.animation", "matplotlib.offsetbox", "matplotlib.patches", "matplotlib.pyplot")
DIRECTIONS = {(1, 0): "up", (0, 1): "right", (-1, 0): "down", (0, -1): "left"}


class Grid(list):
    """Rows that take board[i][j] and board[i, j], where there is no numpy."""

    def __getitem__(self, at):
        return list.__getitem__(self, at[0])[at[1]] if isinstance(at, tuple) else list.__getitem__(self, at)

    def __setitem__(self, at, value):
        if isinstance(at, tuple):
            list.__getitem__(self, at[0])[at[1]] = value
        else:
            list.__setitem__(self, at, value)

    @property
    def shape(self):
        return len(self), len(list.__getitem__(self, 0))

    @property
    def size(self):
        return self.shape[0] * self.shape[1]

    def copy(self):
        return Grid(list(row) for row in self)

    __copy__ = copy


def board_of(rows):
    """As the course gives it: an array of numbers with a point; where there is no numpy, rows."""
    if numpy is None:
        return Grid(list(row) for row in rows)
    return numpy.array(rows, dtype=float)


def read(text, seat):
    """The rows from the bottom up with the seat's own place as 1, and the scores, own first."""
    words = text.split()
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    top_down = " ".join(word for word in words if "=" not in word).split("/")
    rows = [[int(cell) for cell in row.split()] for row in reversed(top_down)]
    swapped = {1: 2, 2: 1} if seat == 1 else {}
    rows = [[swapped.get(cell, cell) for cell in row] for row in rows]
    scores = [int(score) for score in fields.get("score", "0:0").split(":")]
    return rows, scores if seat == 0 else scores[::-1]


def place(rows, who):
    return next((i, row.index(who)) for i, row in enumerate(rows) if who in row)


def find(module):
    player = getattr(module, "Player", None)
    return player if all(hasattr(player, name) for name in ("set_game_params", "make_move")) else None


class Seat:
    def __init__(self, found, told):
        self.seat, self.clock = told["seat"], told["clock"]
        self.start = read(told["start"], self.seat)[0]
        self.rival = None
        self.player = found(self.game_time(), int(told["options"].get("penalty", 300)))

    def game_time(self):
        """Seconds of all own moves: what is on the clock, or as many moves as there can be at so much each."""
        if self.clock is None:
            return 1e6
        if not self.clock.per_move:
            return self.clock.left
        free = sum(cell == 0 or cell > 2 for row in self.start for cell in row)
        return self.clock.left * ((free + 1) // 2)

    def choose(self, position, moves, legal, clock):
        rows, scores = read(position, self.seat)
        rival = place(rows, 2)
        if self.rival is None:
            # A game that began with drawn moves begins for the player where they end.
            start = self.start if len(moves) <= 1 else rows
            self.player.set_game_params(board_of(start))
            self.rival = place(start, 2)
        if rival != self.rival:
            self.player.set_rival_move(rival)
            self.rival = rival
        fruits = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row) if cell > 2}
        if hasattr(self.player, "update_fruits"):
            self.player.update_fruits(fruits)
        move = self.player.make_move(clock.left if clock else 1e6, scores)
        try:
            return DIRECTIONS.get((int(move[0]), int(move[1])), move)
        except (TypeError, IndexError, ValueError):
            return move
