"""Moves, and the tables of steps and jumps by square."""

from .consts import BK, BLACK_PLAYER, BOARD_COLS, BOARD_ROWS, BP, IS_BLACK_TILE, RED_PLAYER, RK, RP


class GameMove:
    def __init__(self, player_type, origin_loc, target_loc, jumped_locs=None):
        """The piece that moves, from where, to where at last, and the squares that it jumps over."""
        self.player_type, self.origin_loc, self.target_loc = player_type, origin_loc, target_loc
        self.jumped_locs = [] if jumped_locs is None else jumped_locs

    def __str__(self):
        eaten = ", eat: " + ",".join(map(str, self.jumped_locs)) if self.jumped_locs else ""
        return f"Move {self.player_type} from {self.origin_loc} to {self.target_loc}{eaten}"


SQUARES = [(i, j) for i in range(BOARD_ROWS) for j in range(BOARD_COLS) if IS_BLACK_TILE((i, j))]
DOWN, UP = [(1, 1), (1, -1)], [(-1, 1), (-1, -1)]


def _beside(loc, step, far=1):
    """The square so many steps away, if it is on the board."""
    there = (loc[0] + far * step[0], loc[1] + far * step[1])
    return there if 0 <= there[0] < BOARD_ROWS and 0 <= there[1] < BOARD_COLS else None


def _singles(steps):
    return {loc: [to for to in (_beside(loc, step) for step in steps) if to] for loc in SQUARES}


def _captures(steps):
    return {loc: [(_beside(loc, step), _beside(loc, step, 2)) for step in steps if _beside(loc, step, 2)]
            for loc in SQUARES}


DOWN_SINGLE_MOVES, UP_SINGLE_MOVES, KING_SINGLE_MOVES = map(_singles, (DOWN, UP, UP + DOWN))
DOWN_CAPTURE_MOVES, UP_CAPTURE_MOVES, KING_CAPTURE_MOVES = map(_captures, (DOWN, UP, UP + DOWN))
PAWN_SINGLE_MOVES = {RED_PLAYER: DOWN_SINGLE_MOVES, BLACK_PLAYER: UP_SINGLE_MOVES}
PAWN_CAPTURE_MOVES = {RED_PLAYER: DOWN_CAPTURE_MOVES, BLACK_PLAYER: UP_CAPTURE_MOVES}
TOOL_CAPTURE_MOVES = {RP: DOWN_CAPTURE_MOVES, RK: KING_CAPTURE_MOVES, BP: UP_CAPTURE_MOVES, BK: KING_CAPTURE_MOVES}
