"""Whatever is read, what comes of it is a value or an exception: the interpreter goes on."""

import random

import plywise
import pytest

GAMES = [game.name for game in plywise.games()]
LETTERS = "abcdefgh12345678 XO-/.:=,wWbBkKrRyY0\n\t\u00e9\u2603\U0001f3b2\"'[](){}<>;+*#_"


def mangled(text, rng):
    """The text with some of its letters changed, left out, doubled or moved."""
    letters = list(text)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters[at:at] = rng.choice(LETTERS) * rng.choice([1, 1, 1, 50])
        elif kind == 1:
            del letters[at : at + rng.choice([1, 1, 8])]
        elif kind == 2 and at < len(letters):
            letters[at] = rng.choice(LETTERS)
        else:
            letters[at:at] = letters[: rng.randrange(20)]
    return "".join(letters)


@pytest.mark.parametrize("name", GAMES)
def test_nonsense_is_refused_or_read(name):
    rng = random.Random(name)
    game = plywise.Game(name)
    position = game.start().roll()
    read = refused = 0
    for _ in range(200):
        if position.is_over:
            position = game.start(seed=rng.randrange(100)).roll()
        move = rng.choice(position.legal_moves())
        for use in (
            lambda: game.position(mangled(position.text, rng)),
            lambda: position.play(mangled(move, rng)),
            lambda: game.replay(mangled(position.record(), rng)),
        ):
            try:
                found = use()
                read += 1
                if isinstance(found, plywise.Position):
                    assert game.position(found.text).text == found.text and str(found) and found.to_numpy().size
                    found.legal_moves()
            except ValueError as error:
                refused += 1
                assert str(error) and "a mistake in plywise" not in str(error)
        position = position.play(move).roll()
    assert read > 20 and refused > 20


def test_nonsense_for_names():
    rng = random.Random(1)
    for _ in range(3000):
        for make in (plywise.Game, plywise.Agent, plywise.Clock):
            try:
                make(mangled(rng.choice(["othello:size=6", "pvs:depth=3,eval=mobility", "moves=5,time=2s"]), rng))
            except ValueError as error:
                assert len(str(error).splitlines()) == 1
