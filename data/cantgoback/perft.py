#!/usr/bin/env python3
"""Counts the leaves of the game tree of Can't Go Back, slowly and in another language than the crate.

Prints perft.csv: board, rule set, depth, leaves. Counted is the view, in which fruits neither come nor go, so that
they play no part. A stuck ply is a ply; a game that ends before the depth counts as one leaf.
"""

import pathlib

HERE = pathlib.Path(__file__).parent
STEPS = [(1, 0), (0, 1), (-1, 0), (0, -1)]


def read(text):
    rows = [list(map(int, line.split())) for line in reversed(text.split("/"))]
    free = {(r, c) for r, row in enumerate(rows) for c, v in enumerate(row) if v == 0 or v > 2}
    at = {v: (r, c) for r, row in enumerate(rows) for c, v in enumerate(row) if v in (1, 2)}
    return free, [at[1], at[2]]


def leaves(free, players, ply, stuck, rules, depth):
    if ply > 0 and ply % 2 == 0:
        if rules == "once" and stuck:
            return 1
        if rules == "respawn" and any(not exits(free, player) for player in players):
            return 1
    if depth == 0:
        return 1
    mover = ply % 2
    targets = exits(free, players[mover])
    if not targets:
        return leaves(free, players, ply + 1, True, rules, depth - 1)
    total = 0
    for target in targets:
        moved = list(players)
        moved[mover] = target
        total += leaves(free - {target}, moved, ply + 1, stuck, rules, depth - 1)
    return total


def exits(free, at):
    return [(at[0] + r, at[1] + c) for r, c in STEPS if (at[0] + r, at[1] + c) in free]


CASES = [
    ("default_board", [1, 2, 3, 4, 6, 8, 10, 12, 20, 99]),
    ("q2", [1, 2, 3, 4, 8, 12, 99]),
    ("rectangle_board", [1, 2, 3, 4, 6, 8, 10]),
    ("example_board", [1, 2, 3, 4, 8, 12, 99]),
    ("pillars_11x11", [2, 6, 10, 20]),
    ("duel_11x11", [1, 2, 4, 6, 8, 11, 16]),
    ("v_walls_10x8", [2, 4, 6, 8, 12]),
    ("1 2", [1, 2, 3]),
    ("1 -1 2/0 -1 -1", [1, 2, 3, 4]),
    ("1 0/0 2", [1, 2, 3, 4, 9]),
    ("1 0 0/0 0 0/0 0 2", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("1 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2", [4, 8, 12, 99]),
    ("1 0 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 0/0 0 0 0 2", [10, 99]),
    ("1 0 0 0 0 0/0 0 0 0 0 0/0 0 0 0 0 0/0 0 0 0 0 0/0 0 0 0 0 2", [99]),
]

if __name__ == "__main__":
    print("board,rules,depth,leaves")
    for name, depths in CASES:
        file = HERE / "boards" / f"{name}.csv"
        text = file.read_text().strip().replace("\n", "/") if file.exists() else name
        for rules in ["once", "respawn"]:
            free, players = read(text)
            for depth in depths:
                print(f"{name},{rules},{depth},{leaves(free, players, 0, False, rules, depth)}")
