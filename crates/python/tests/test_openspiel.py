"""Our agents at the boards of OpenSpiel, whose rules are ours where both play a game."""

import random
import sys

import plywise
import pytest
from plywise import openspiel


@pytest.fixture
def spiel():
    return pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")


def sign(points):
    return [(point > 0) - (point < 0) for point in points]


@pytest.mark.parametrize("name", openspiel.GAMES)
def test_the_same_moves_are_legal_along_random_games(spiel, name):
    """Two accounts of the rules: what is legal is compared at each turn, jump by jump, and at the end who has won."""
    compared, ended = 0, 0
    for seed in range(40):
        luck = random.Random(seed)
        state = spiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            player, legal = state.current_player(), state.legal_actions()
            at = openspiel._follow(state)
            theirs = sorted(openspiel._number(state, player, action) for action in legal)
            if state.action_to_string(player, legal[0]) != "pass":
                assert (theirs, player) == (at.legal(), at.position.turn), str(state)
                compared += 1
            state.apply_action(luck.choice(legal))
        position = openspiel.position(state)
        if position.is_over:
            ended += 1
            assert sign(position.payoffs()) == sign(state.returns()), str(state)
        else:
            assert name == "checkers" and sign(state.returns()) == [0, 0], "draws come earlier there"
    assert compared > 700 and ended > 30


@pytest.mark.parametrize(
    ("name", "agent"),
    [("checkers", "alphabeta:depth=4"), ("connect_four", "alphabeta:depth=4"), ("othello", "alphabeta:depth=4,eval=mobility")],
)
def test_a_bot_plays_and_wins(spiel, name, agent):
    """Against somebody who plays at random, in both seats."""
    won = 0
    for seat in (0, 1):
        for seed in range(6):
            luck = random.Random(seed)
            bot, state = openspiel.Bot(agent), spiel.load_game(name).new_initial_state()
            bot.restart_at(state)
            while not state.is_terminal():
                player = state.current_player()
                action = bot.step(state) if player == seat else luck.choice(state.legal_actions())
                assert action in state.legal_actions()
                state.apply_action(action)
            won += state.returns()[seat] > 0
    assert won >= 9, f"{won} of 12"


def test_openspiel_lets_two_bots_play(spiel):
    state = spiel.load_game("connect_four").new_initial_state()
    bots = [openspiel.Bot(plywise.Agent("pvs:depth=6")), openspiel.Bot("random", seed=3)]
    assert list(spiel.evaluate_bots(state, bots, 1)) == [1.0, -1.0]


class First:
    def choose(self, position, clock):
        return position.legal_moves()[0]


def test_what_is_no_agent_or_no_state_is_said_at_once(spiel):
    state = spiel.load_game("connect_four").new_initial_state()
    assert openspiel.Bot(First).step(state) == openspiel.Bot(First()).step(state) == 0
    for wrong in (3, None, object(), object):
        with pytest.raises(TypeError, match=r"a bot needs an agent"):
            openspiel.Bot(wrong)
    for wrong in (3, None, "state"):
        with pytest.raises(TypeError, match="a state of OpenSpiel is needed"):
            openspiel.position(wrong)


def test_a_bot_ends_a_capture_that_somebody_else_began(spiel):
    luck = random.Random(1)
    bot, begun = openspiel.Bot("greedy"), 0
    for seed in range(40):
        state = spiel.load_game("checkers").new_initial_state()
        while not state.is_terminal():
            if openspiel._follow(state).parts:
                begun += 1
                state.apply_action(bot.step(state))
            else:
                state.apply_action(luck.choice(state.legal_actions()))
    assert begun > 10


@pytest.mark.parametrize(
    ("game", "part"),
    [
        ("breakthrough", "'breakthrough' is none of the games that both know: checkers, connect_four, othello"),
        ("connect_four(rows=5)", "connect_four is known with its usual rules alone, without rows=5"),
    ],
)
def test_a_game_that_is_not_ours_is_named(spiel, game, part):
    with pytest.raises(ValueError) as raised:
        openspiel.position(spiel.load_game(game).new_initial_state())
    assert part in str(raised.value)


def test_without_openspiel_there_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install open_spiel, or in a checkout pip install '\.\[openspiel\]'"):
        openspiel.Bot("random")
