"""Games and positions by their names."""

import copy
import pickle

import numpy
import pytest

import plywise

GAMES = [game.name for game in plywise.games()]


def test_the_games_are_those_of_the_command_line():
    assert GAMES[:5] == ["othello", "checkers", "2048", "cantgoback", "connect-four"]
    assert [agent.name for agent in plywise.agents("connect-four")][:2] == ["random", "greedy"]
    assert [suite["name"] for suite in plywise.Game("checkers").openings()] != []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_and_read_back_all_along(name):
    game = plywise.Game(name)
    position = game.start(seed=3)
    for ply in range(2000):
        again = game.position(position.text)
        assert again.text == position.text and again == position and hash(again) == hash(position)
        assert again.legal_moves() == position.legal_moves()
        assert (position.turn is None) == (position.is_over or position.is_chance)
        numbers = position.to_numpy()
        assert numbers.dtype == numpy.float32 and len(position.planes) == numbers.shape[0]
        assert numpy.isfinite(numbers).all() and (numbers[-1] == (position.turn == 0)).all()
        assert position._repr_svg_().startswith("<svg") and str(position) == position.diagram()
        if position.is_over:
            break
        before = position.text
        after = position.roll() if position.is_chance else position.play(position.legal_moves()[ply % len(position.legal_moves())])
        assert position.text == before and after.plies > position.plies
        position = after
    assert position.is_over and position.legal_moves() == ()
    payoffs = position.payoffs()
    assert len(payoffs) == game.seats == len(game.seat_names)
    assert game.seats == 1 or sum(payoffs) == 0 or name == "cantgoback"
    assert game.replay(position.record())[0]["error"] is None


def test_planes_are_what_stands_on_the_board():
    position = plywise.Game("othello:size=4").start()
    assert position.planes == ["Black", "White", "first to move"]
    black, white, turn = position.to_numpy()
    assert black.tolist() == [[0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert white.tolist() == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]
    assert turn.all()
    men = plywise.Game("checkers").start().to_numpy()
    assert men.shape == (5, 8, 8) and men[:4].sum(axis=(1, 2)).tolist() == [12, 0, 12, 0]
    assert men[0, 0].tolist() == [0, 1, 0, 1, 0, 1, 0, 1], "square 1 stands in the second column of the top row"
    tiles = plywise.Game("2048").position("0 0 0 2/0 4 0 0/0 0 0 0/2048 0 0 0").to_numpy()[0]
    assert tiles.tolist() == [[0, 0, 0, 1], [0, 2, 0, 0], [0, 0, 0, 0], [11, 0, 0, 0]]
    stones = plywise.Game("connect-four").start().play("d", "d").to_numpy()
    assert (stones[0, 5, 3], stones[1, 4, 3], stones[:2].sum()) == (1, 1, 2)
    walk = plywise.Game("cantgoback").start()
    assert walk.planes[:4] == ["player 1", "player 2", "closed", "fruit"]
    assert walk.to_numpy()[:2].sum(axis=(1, 2)).tolist() == [1, 1]


def test_what_a_seat_may_not_see_is_not_in_its_text():
    position = plywise.Game("cantgoback").start()
    assert "life=" in position.text and "life=" not in position.seen(0)


def test_luck_is_the_seeds():
    game = plywise.Game("2048")
    first = [game.start(seed=7).roll().text for _ in range(2)]
    assert first[0] == first[1] != game.start(seed=8).roll().text
    position = game.start(seed=7).roll()
    moved = [position.play(position.legal_moves()[0]).roll().text for _ in range(2)]
    assert moved[0] == moved[1]


def test_counts_are_the_published_ones():
    assert [plywise.perft("checkers", depth) for depth in range(6)] == [1, 7, 49, 302, 1469, 7361]
    assert plywise.perft("othello", 6) == 8200
    assert plywise.perft("othello:size=6", 2, divide=True) == {"c2": 3, "b3": 3, "e4": 3, "d5": 3}
    position = plywise.Game("othello").start().play("d3")
    assert plywise.perft(position, 5) == 8200 // 4


def test_names_make_the_same_things_again():
    position = plywise.Game("othello:size=6").start().play("c2")
    assert eval(repr(position), {"Game": plywise.Game}) == position
    game = pickle.loads(pickle.dumps(plywise.Game("othello:size=6")))
    assert game == position.game and game.name == "othello:size=6"
    agent = pickle.loads(pickle.dumps(plywise.Agent("pvs:depth=3", seed=9)))
    assert agent == plywise.Agent("pvs:depth=3") and repr(agent) == 'Agent("pvs:depth=3")'


def test_pictures_are_the_games_own():
    picture = plywise.Game("othello:size=4").start()._repr_svg_()
    assert picture.count("<circle") == 8 - 4 and "#008700" in picture
    assert plywise.Game("connect-four").start().play("d")._repr_svg_().count("<text") > 40


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_copied_and_pickled(name):
    position = plywise.Game(name).start(seed=3).roll()
    position = position.play(position.legal_moves()[0])
    for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert again == position and again.game == position.game and again.legal_moves() == position.legal_moves()


def test_positions_of_a_game_in_python_are_copied(nim):
    position = nim.start().play("2")
    assert copy.deepcopy({"position": position})["position"] == position and copy.copy(nim) == nim


def test_a_position_knows_the_moves_that_led_to_it():
    game = plywise.Game("connect-four")
    position = game.start().play("d", "d")
    assert position.moves == ["d", "d"] and position.play("a").moves == ["d", "d", "a"] and game.start().moves == []
    told = game.position(position.text, moves=position.moves)
    assert told == position and told.moves == ["d", "d"] and told.play("c").moves == ["d", "d", "c"]
    assert game.position(position.text).moves == []
    alone = plywise.Game("2048").start().roll()
    after = alone.play(alone.legal_moves()[0]).roll()
    assert after.moves == [alone.legal_moves()[0]], "chance makes no moves"
