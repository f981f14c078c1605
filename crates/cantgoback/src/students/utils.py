"""What the course's players import as utils."""

import operator
import os

ALPHA_VALUE_INIT = float("-inf")
BETA_VALUE_INIT = float("inf")


def get_directions():
    """Up, right, down, left, as steps of row and column; row 0 is the bottom one."""
    return [(1, 0), (0, 1), (-1, 0), (0, -1)]


def tup_add(t1, t2):
    """The sum of two tuples, element by element."""
    return tuple(map(operator.add, t1, t2))


def get_board_from_csv(board_file_name):
    """The size, the grey cells and the two starts of a file in the folder boards."""
    with open(os.path.join("boards", board_file_name)) as file:
        rows = [[int(cell) for cell in line.split()] for line in file if line.strip()][::-1]
    cells = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
    where = lambda value: [at for at, cell in cells.items() if cell == value]
    if len(where(1)) != 1 or len(where(2)) != 1:
        raise ValueError("a board has one start of each player: one 1 and one 2")
    return [(len(rows), len(rows[0])), where(-1), [where(1)[0], where(2)[0]]]
