#!/usr/bin/env python3
"""Counts the leaves of the game tree of Can't Go Back, slowly and in another language than the crate.

Writes perft.csv: board, rule set, depth, leaves. Counted is the view, in which fruits neither come nor go, so that
they play no part. A stuck ply is a ply; a game that ends before the depth counts as one leaf.

Writes perft_chance.csv: board, rule set, the most points of a fruit, the longest life of a fruit, depth, leaves. Counted is
the whole game, in which each of chance's draws is a ply too: whether a fruit appears, where, its points, its life.
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
        if is_over(free, players, stuck, rules):
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


def is_over(free, players, stuck, rules):
    """After a ply of player 2."""
    if rules == "respawn":
        return any(not exits(free, player) for player in players)
    return stuck


def grown(game, rules, most_points, lives, depth):
    """Leaves of the whole game. `fruits` maps a cell to its plies left, `lives` are those that a new one may have; points do not change what can be played."""
    free, fruits, players, ply, stuck = game
    if ply > 0 and ply % 2 == 0 and is_over(free, players, stuck, rules):
        return 1
    if depth == 0:
        return 1
    mover = ply % 2
    total = 0
    for target in exits(free, players[mover]) or [None]:
        moved, left, still = list(players), free, dict(fruits)
        if target is not None:
            moved[mover] = target
            left = free - {target}
            still.pop(target, None)
        still = {cell: life - 1 for cell, life in still.items() if life > 1}
        after = (left, still, moved, ply + 1, stuck or target is None)
        total += after_ply(after, rules, most_points, lives, depth - 1)
    return total


def after_ply(game, rules, most_points, lives, depth):
    free, fruits, players, ply, stuck = game
    over = ply % 2 == 0 and is_over(free, players, stuck, rules)
    empty = [cell for cell in free if cell not in fruits]
    if rules == "once" or over or not empty or 10 * len(fruits) >= 3 * len(empty):
        return grown(game, rules, most_points, lives, depth)
    if depth == 0:
        return 1
    total = grown(game, rules, most_points, lives, depth - 1)  # no fruit
    values = most_points - 2
    if depth == 1:
        return total + 1
    if depth == 2:
        return total + len(empty)
    if depth == 3:
        return total + len(empty) * values
    for cell in empty:
        for life in lives:
            more = (free, {**fruits, cell: life}, players, ply, stuck)
            total += values * grown(more, rules, most_points, lives, depth - 4)
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

# Board, the most points of a fruit, the longest life, depths.
WHOLE = [
    ("1 2", 5, 4, [1, 2, 3]),
    ("1 0/0 2", 4, 3, [1, 2, 3, 4, 5, 6, 8, 12]),
    ("1 0 -1 2 0 0", 5, 3, [1, 2, 3, 4, 5, 6, 8, 10, 14, 99]),
    ("1 -1 2 0 0 0 0 0", 3, 1, [1, 2, 3, 4, 5, 6, 8, 10, 99]),
    ("1 0 0/0 0 0/0 0 2", 4, 5, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("default_board", 300, 15, [1, 2, 3, 4, 5, 6]),
]
ALL_RULES = ["once", "respawn", "v2"]


def text_of(name):
    file = HERE.parent / "boards" / f"{name}.csv"
    return file.read_text().strip().replace("\n", "/") if file.exists() else name


def views():
    yield "board,rules,depth,leaves"
    for name, depths in CASES:
        for rules in ALL_RULES:
            free, players = read(text_of(name))
            for depth in depths:
                yield f"{name},{rules},{depth},{leaves(free, players, 0, False, rules, depth)}"


def wholes():
    yield "board,rules,max_fruit_score,max_fruit_time,depth,leaves"
    for name, most, longest, depths in WHOLE:
        for rules in ALL_RULES[1:]:
            free, players = read(text_of(name))
            rows = text_of(name).split("/")
            short = min(len(rows), len(rows[0].split()))
            lives = range(short, max(longest, short + 1) + 1)
            for depth in depths:
                count = grown((free, {}, players, 0, False), rules, most, lives, depth)
                yield f"{name},{rules},{most},{longest},{depth},{count}"


if __name__ == "__main__":
    for file, lines in [("perft.csv", views()), ("perft_chance.csv", wholes())]:
        (HERE / file).write_text("".join(line + "\n" for line in lines))
