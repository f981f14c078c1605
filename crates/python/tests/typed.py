"""What a reader of the documentation writes, as a type checker sees it; it runs as well."""

# pyright: strict

from __future__ import annotations

from typing import List, Optional

import plywise
from plywise import Clock, Game, Position


class First:
    """Plays the first move that is legal."""

    def choose(self, position: Position, clock: Optional[Clock]) -> str:
        return position.legal_moves()[0]


class Nim:
    """Take one to three coins; whoever takes the last one wins."""

    def __init__(self, coins: int, mover: int = 0) -> None:
        self.coins, self.mover = coins, mover

    def turn(self) -> int:
        return self.mover

    def moves(self) -> List[int]:
        return list(range(1, min(self.coins, 3) + 1))

    def play(self, coins: int) -> Nim:
        return Nim(self.coins - coins, 1 - self.mover)

    def payoff(self, seat: int) -> int:
        return -1 if seat == self.mover else 1

    def key(self) -> int:
        return self.coins


def main() -> None:
    position: Position = Game("othello:size=6").start().play("c2")
    move: str = plywise.Agent("pvs:depth=3").choose(position, "move=1s")
    report: plywise.Report = plywise.match(position.game, First, "random", games=4, records=True)
    analysis: plywise.Analysis = plywise.analyze(position, "alphabeta:depth=3", all_moves=True)
    solution: plywise.Solution = plywise.solve(Game.of(Nim(10)))
    print(move, report, analysis, solution, report.records[0])


if __name__ == "__main__":
    main()
