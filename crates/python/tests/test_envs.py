"""Environments: the foreign libraries' own checks, and each against the game played by hand."""

import warnings

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import plywise
from plywise.envs import ENVIRONMENTS, Batch, GameEnv, GameVectorEnv, aec_env

TWO_SEATS = ["checkers", "othello:size=6", "connect-four", "cantgoback"]


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_gymnasium_finds_nothing_wrong(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*Box observation space (maximum|minimum).*")
        check_env(gymnasium.make(name).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", TWO_SEATS)
def test_pettingzoo_finds_nothing_wrong(game, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # A dictionary with a mask, as all of PettingZoo's own board games give.
        warnings.filterwarnings("ignore", message=".*(Observation space for each agent probably|Observation is not a NumPy).*")
        api_test(aec_env(game), num_cycles=300)
    seed_test(lambda: aec_env(game), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


def greedy(mask, rng):
    return int(rng.choice(numpy.flatnonzero(mask)))


def test_2048_as_an_environment_is_the_game():
    env = gymnasium.make("plywise/2048-v0", render_mode="ansi")
    board, info = env.reset(seed=4)
    rng, total, steps = numpy.random.default_rng(1), 0.0, 0
    while True:
        assert board.shape == (2, 4, 4)
        for action in range(4):
            # What a slide changes can be seen on the board: a neighbour to go to or to merge with.
            rows = numpy.rot90(board[0], [1, 2, 3, 0][action])
            moves = any(
                line[i] and (not line[i - 1] or line[i] == line[i - 1]) for line in rows for i in range(1, 4)
            )
            assert moves == bool(info["action_mask"][action])
        before = board.copy()
        board, reward, over, truncated, info = env.step(greedy(info["action_mask"], rng))
        total, steps = total + reward, steps + 1
        assert not truncated
        if over:
            break
        assert not numpy.array_equal(before[0], board[0])
    assert steps > 50 and not info["action_mask"].any()
    assert f"score {total:,.0f}" in env.render()
    assert (2 ** board[0]).max() <= total


def test_a_wall_changes_nothing_in_2048():
    env = gymnasium.make("plywise/2048-v0")
    board, info = env.reset(seed=1)
    while info["action_mask"].all():
        board, _, _, _, info = env.step(greedy(info["action_mask"], numpy.random.default_rng(2)))
    wall = int(numpy.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, _, info = env.step(wall)
    assert (reward, over, info["illegal"]) == (0.0, False, True)
    assert numpy.array_equal(board, after)


def test_against_an_agent_each_seat_wins_or_loses():
    won = []
    for seat in (0, 1):
        env = GameEnv("connect-four", against="random", seat=seat)
        rng = numpy.random.default_rng(3)
        for seed in range(30):
            board, info = env.reset(seed=seed)
            over = False
            while not over:
                assert board[2, 0, 0] == 1 - seat
                assert board[0].sum() - board[1].sum() == seat
                board, reward, over, _, info = env.step(greedy(info["action_mask"], rng))
                assert reward == 0 or over
            four = [four_in_a_row(board[stones]) for stones in (seat, 1 - seat)]
            assert reward == four[0] - four[1]
            won.append(reward)
    assert {1.0, -1.0} <= set(won)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(7)
    assert (reward, over, info["illegal"], env.action_masks().sum()) == (-1.0, True, True, 0)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def four_in_a_row(stones):
    padded = numpy.pad(stones, 3)
    return any(
        all(padded[r + 3 + k * dr, c + 3 + k * dc] for k in range(4))
        for r in range(6)
        for c in range(7)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def test_a_capture_of_two_jumps_is_two_actions():
    game = plywise.Game("checkers")
    position = game.position("B:W18,26,32:B15")
    assert position.legal_moves() == ("15x22x31",)
    ((first, second),) = position.actions()
    # The square from 0, times four, and the direction: 3 is down to the right as square 1 is seen at the top, 2 down to the left.
    assert {first // 4 + 1, second // 4 + 1} == {15, 22}
    assert game.actions == 128
    batch = Batch(game, 50, seed=2)
    rng, same = numpy.random.default_rng(1), 0
    for _ in range(200):
        before = batch.turns.copy()
        batch.step([greedy(mask, rng) if mask.any() else 0 for mask in batch.masks])
        same += int(((batch.turns == before) & (before >= 0)).sum())
    assert same > 50


def test_many_games_are_one_game_each():
    batch = Batch("2048", 100, seed=3)
    again = Batch("2048", 100, seed=3)
    other = Batch("2048", 100, seed=4)
    assert not numpy.array_equal(batch.observations, other.observations)
    rng = numpy.random.default_rng(1)
    total = numpy.zeros(100)
    for _ in range(60):
        actions = [greedy(mask, rng) if mask.any() else 0 for mask in batch.masks]
        anew = batch.over.copy()
        for games in (batch, again):
            games.step(actions)
        total = numpy.where(anew, 0, total + batch.rewards[:, 0])
        assert numpy.array_equal(total, batch.points[:, 0])
        assert numpy.array_equal(batch.observations, again.observations)
    with pytest.raises(ValueError, match="100 whole numbers, not float64 of shape"):
        batch.step([0.5] * 100)
    with pytest.raises(ValueError, match="action 4 is not legal in game 0; legal: "):
        batch.step([4] * 100)
    held = batch.observations
    kept = held.copy()
    batch.step([0] * 100, lenient=True)
    assert numpy.array_equal(held, kept), "what was seen stays what it was"


def test_a_vector_of_games():
    env = gymnasium.make_vec("plywise/2048-v0", num_envs=64)
    assert isinstance(env.unwrapped, GameVectorEnv)
    seen, infos = env.reset(seed=5)
    assert env.observation_space.contains(seen)
    rng, ended = numpy.random.default_rng(1), 0
    for _ in range(400):
        anew = env.unwrapped.batch.over.copy()
        seen, rewards, over, truncated, infos = env.step(numpy.array([greedy(m, rng) if m.any() else 0 for m in infos["action_mask"]]))
        assert (rewards[anew] == 0).all() and not truncated.any()
        assert (numpy.count_nonzero(seen[anew, 0], axis=(1, 2)) == 2).all(), "a new game has two tiles"
        ended += int(over.sum())
    assert ended > 64
    first, _ = env.reset(seed=5)
    assert numpy.array_equal(first, gymnasium.make_vec("plywise/2048-v0", num_envs=64).reset(seed=5)[0])


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (lambda: GameEnv("othello"), "othello has 2 seats: against= names the agent in the others, such as 'random'"),
        (lambda: GameEnv("2048", against="random"), "2048 has one seat"),
        (lambda: GameEnv("othello", against="random", seat=2), "seat=2 should be from 0 to 1"),
        (lambda: GameEnv("othello", against="nobody"), "nobody"),
        (lambda: GameEnv("2048", render_mode="rgb_array"), "render_mode='rgb_array' should be"),
        (lambda: GameVectorEnv("othello", 4), "Batch plays many games"),
        (lambda: Batch("othello", 0), "copies=0 should be a whole number from 1 to 1048576"),
        (lambda: Batch("othello", -1), "copies=-1 should be a whole number"),
        (lambda: Batch("otello", 1), "otello"),
        (lambda: aec_env("2048"), "2048 has 1 seat; PettingZoo's environments have two: take GameEnv"),
    ],
)
def test_mistakes_get_one_line(wrong, line):
    with pytest.raises(ValueError) as error:
        wrong()
    assert line in str(error.value) and "\n" not in str(error.value)


def test_games_in_python_have_no_numbers(nim):
    with pytest.raises(ValueError, match="no numbers for its boards and moves"):
        Batch(nim, 2)
