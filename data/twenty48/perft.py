"""Counts the leaves of 2048's game tree the obvious way, on lists of tile values.

One ply is a slide or the appearance of one tile; a game that is over counts as one leaf. Prints perft.csv.
"""

POSITIONS = [
    ("0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0 spawn", 5),
    ("2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2", 5),
    ("2 2 2 2/4 4 2 2/2 4 8 0/0 2 2 2", 5),
    ("2 4 8 16/32 64 128 256/512 1024 2048 4096/8192 8192 2 2", 6),
    ("32768 32768 4 2/2 4 8 16/4 2 4 2/2 4 2 4", 6),
    ("65536 32768 16384 8192/512 1024 2048 4096/256 128 64 32/2 0 8 16", 6),
    ("131072 65536 32768 16384/1024 2048 4096 8192/512 256 128 64/4 4 16 32", 7),
    ("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2", 1),
]


def slide_line(line):
    tiles = [v for v in line if v]
    out = []
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1]:
            out.append(2 * tiles[0])
            tiles = tiles[2:]
        else:
            out.append(tiles[0])
            tiles = tiles[1:]
    return out + [0] * (4 - len(out))


def slide(board, way):
    """Up, right, down, left. `board` is 16 values row by row."""
    lines = [board[4 * r : 4 * r + 4] for r in range(4)] if way % 2 else [board[c::4] for c in range(4)]
    back = way in (1, 2)
    lines = [slide_line(line[::-1])[::-1] if back else slide_line(line) for line in lines]
    return sum(lines, []) if way % 2 else [lines[i % 4][i // 4] for i in range(16)]


def perft(board, chance, depth):
    if depth == 0:
        return 1
    if chance:
        children = []
        for cell in range(16):
            if board[cell] == 0:
                for tile in (2, 4):
                    children.append((board[:cell] + [tile] + board[cell + 1 :], not any(board)))
    else:
        slid = [slide(board, way) for way in range(4)]
        children = [(b, True) for b in slid if b != board]
    if not children:
        return 1
    if depth == 1:
        return len(children)
    return sum(perft(b, c, depth - 1) for b, c in children)


if __name__ == "__main__":
    print("position,depth,leaves")
    for text, deepest in POSITIONS:
        board = [int(v) for v in text.removesuffix(" spawn").replace("/", " ").split()]
        for depth in range(1, deepest + 1):
            print(f"{text},{depth},{perft(board, text.endswith('spawn'), depth)}", flush=True)
