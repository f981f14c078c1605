"""The state of a game, as the course's players see it."""

from .consts import *  # players find the constants here as well
from .consts import BACK_ROW, BLACK_PLAYER, EM, KING_COLOR, OPPONENT_COLOR, OPPONENT_COLORS, PAWN_COLOR, RED_PLAYER
from .moves import *
from .moves import KING_CAPTURE_MOVES, KING_SINGLE_MOVES, PAWN_CAPTURE_MOVES, PAWN_SINGLE_MOVES, TOOL_CAPTURE_MOVES, GameMove


class GameState:
    """board: what stands on each (row, column); curr_player: whose turn it is; turns_since_last_jump: rounds."""

    def __init__(self):
        self.board = {(i, j): EM for i in range(BOARD_ROWS) for j in range(BOARD_COLS)}
        for loc in self.board:
            if IS_BLACK_TILE(loc) and not 3 <= loc[0] <= 4:
                self.board[loc] = PAWN_COLOR[RED_PLAYER if loc[0] < 3 else BLACK_PLAYER]
        self.curr_player = RED_PLAYER
        self.turns_since_last_jump = 0

    def _of(self, piece):
        return [loc for loc in PAWN_SINGLE_MOVES[RED_PLAYER] if self.board[loc] == piece]

    def calc_single_moves(self):
        """Moves without a jump, men first."""
        me = self.curr_player
        steps = ((PAWN_COLOR[me], PAWN_SINGLE_MOVES[me]), (KING_COLOR[me], KING_SINGLE_MOVES))
        return [GameMove(piece, loc, to) for piece, table in steps for loc in self._of(piece)
                for to in table[loc] if self.board[to] == EM]

    def calc_capture_moves(self):
        """First jumps: from, over, to; men first."""
        me = self.curr_player
        jumps = ((PAWN_COLOR[me], PAWN_CAPTURE_MOVES[me]), (KING_COLOR[me], KING_CAPTURE_MOVES))
        return [(loc, over, to) for piece, table in jumps for loc in self._of(piece)
                for over, to in table[loc] if self.board[over] in OPPONENT_COLORS[me] and self.board[to] == EM]

    def find_all_capture_sequence(self, origin_loc, cur_loc, possible_moves, already_jumped):
        """The jumps that go on from a square to their end: where each ends and what it jumps over."""
        longer = []
        for over, to in possible_moves[cur_loc]:
            is_free = self.board[to] == EM or to == origin_loc
            if self.board[over] in OPPONENT_COLORS[self.curr_player] and is_free and over not in already_jumped:
                rest = self.find_all_capture_sequence(origin_loc, to, possible_moves, already_jumped + [over])
                longer += [(target, [over] + jumped) for target, jumped in rest]
        return longer or [(cur_loc, [])]

    def get_possible_moves(self):
        """The legal moves: jumps to their end if there are any."""
        origins = dict.fromkeys(jump[0] for jump in self.calc_capture_moves())
        return [GameMove(self.board[loc], loc, target, jumped) for loc in origins
                for target, jumped in self.find_all_capture_sequence(
                    loc, loc, TOOL_CAPTURE_MOVES[self.board[loc]], [])] or self.calc_single_moves()

    def perform_move(self, move):
        """Plays a move on this state."""
        me = self.curr_player
        self.board[move.origin_loc] = EM
        is_crowned = move.player_type == PAWN_COLOR[me] and move.target_loc[0] == BACK_ROW[me]
        self.board[move.target_loc] = KING_COLOR[me] if is_crowned else move.player_type
        for loc in move.jumped_locs:
            self.board[loc] = EM
        self.turns_since_last_jump = 0 if move.jumped_locs else self.turns_since_last_jump + 0.5
        self.curr_player = OPPONENT_COLOR[me]

    def draw_board(self):
        """Prints the board."""
        line = " +" + "-+" * BOARD_COLS
        print("  " + " ".join(map(str, range(BOARD_COLS))))
        for i in range(BOARD_ROWS):
            print(line)
            print(f"{i}|" + "|".join(self.board[i, j] for j in range(BOARD_COLS)) + "|")
        print(f"{line}\n\n{self.curr_player} Player Turn!\n\n")

    def _key(self):
        return ",".join([*self.board.values(), self.curr_player])

    def __hash__(self):
        return hash(self._key())

    def __eq__(self, other):
        return isinstance(other, GameState) and self._key() == other._key()
