"""Pieces, players and the board: red moves first and down, black up; a square is (row, column), their sum even."""

RP, RK, BP, BK, EM = "r", "R", "b", "B", " "
RED_PLAYER, BLACK_PLAYER, TIE = "red", "black", "tie"
BOARD_ROWS = BOARD_COLS = 8


def IS_BLACK_TILE(loc):
    return (loc[0] + loc[1]) % 2 == 0


OPPONENT_COLOR = {RED_PLAYER: BLACK_PLAYER, BLACK_PLAYER: RED_PLAYER}
PAWN_COLOR = {RED_PLAYER: RP, BLACK_PLAYER: BP}
KING_COLOR = {RED_PLAYER: RK, BLACK_PLAYER: BK}
MY_COLORS = {player: (PAWN_COLOR[player], KING_COLOR[player]) for player in PAWN_COLOR}
OPPONENT_COLORS = {player: MY_COLORS[other] for player, other in OPPONENT_COLOR.items()}
# The row where a man becomes a king.
BACK_ROW = {RED_PLAYER: BOARD_ROWS - 1, BLACK_PLAYER: 0}
# Rounds without a jump after which the game is drawn.
MAX_TURNS_NO_JUMP = 50
