"""Players and games that the tests share."""

from typing import List, Optional

import pytest

import plywise
from typed import First, Nim

__all__ = ["First", "Nim"]


@pytest.fixture
def small() -> plywise.Game:
    """A game that is quick to play."""
    return plywise.Game("othello:size=6")


@pytest.fixture
def nim() -> plywise.Game:
    """A game that is written in Python."""
    return plywise.Game.of(Nim(21))


class Counting:
    """Plays the last legal move and remembers what it was asked."""

    made: List["Counting"] = []

    def __init__(self) -> None:
        self.seed: Optional[int] = None
        self.asked: List[str] = []
        Counting.made.append(self)

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: plywise.Position, clock: Optional[plywise.Clock]) -> str:
        self.asked.append(position.text)
        return position.legal_moves()[-1]
