"""Agents, analysis and exact values."""

import plywise
import pytest


def test_an_agent_chooses_the_same_move_as_in_a_match(small):
    position = small.start()
    agent = plywise.Agent("alphabeta:depth=4")
    move = agent.choose(position)
    assert move in position.legal_moves() and agent.choose(position, plywise.Clock("game=60s")) == move
    assert plywise.analyze(position, agent).best == move


def test_what_is_drawn_follows_from_the_seed(small):
    chosen = [[agent.choose(small.start()) for _ in range(20)] for agent in (plywise.Agent("random", 5), plywise.Agent("random", 5))]
    assert chosen[0] == chosen[1] and len(set(chosen[0])) > 1


def test_an_analysis_tells_of_every_depth_and_every_move(small):
    heard = []
    analysis = plywise.analyze(small, "pvs:depth=6,eval=mobility", all_moves=True, watch=heard.append)
    assert [step["depth"] for step in analysis.iterations] == [1, 2, 3, 4, 5, 6] == [step["depth"] for step in heard]
    assert sorted(one["move"] for one in analysis.moves) == sorted(small.start().legal_moves())
    assert analysis.moves[0]["value"] == analysis.value and analysis.line[0] == analysis.best
    assert (analysis.game, analysis.agent) == ("othello:size=6", "pvs:depth=6,eval=mobility")
    assert analysis.best in str(analysis) and "<table" in analysis._repr_html_()
    assert list(analysis.to_pandas()["move"]) == [one["move"] for one in analysis.moves]


def test_moves_that_nobody_asked_for_are_none(small):
    analysis = plywise.analyze(small, "pvs:depth=2")
    assert analysis.moves is None
    with pytest.raises(AttributeError, match="there is no 'move'"):
        analysis.move


def test_what_is_found_is_shown_as_it_is_printed(small):
    for found in (
        plywise.analyze(small, "pvs:depth=2"),
        plywise.solve("othello:size=4"),
        plywise.match(small, "random", "random", games=2),
    ):
        assert repr(found) == str(found) and "{" not in repr(found)


def test_a_position_may_be_given_beside_its_game(small):
    position = small.start().play("c2")
    agent = "alphabeta:depth=2"
    assert plywise.analyze(small, agent, position=position).position == position.text
    assert plywise.perft(small, 2, position=position) == plywise.perft(position, 2) == small.perft(2, position)
    assert small.position(position) == position


def test_analysis_at_a_turn_of_chance_waits_for_the_dice():
    analysis = plywise.analyze("2048", "expectimax:depth=1", seed=3)
    assert analysis.best in ("up", "down", "left", "right")


def test_exact_values():
    solution = plywise.solve("othello:size=4")
    assert (solution.solved, solution.value) == (True, -8.0) and "-8" in str(solution)
    won = plywise.Game("connect-four").start().play(*"dcdcd")
    solution = plywise.solve(won.play("a"))
    assert (solution.value_text, solution.best) == ("win in 1", "d")
    # Known from the databases, not by exhaustion.
    level = plywise.solve("checkers", position="B:WK32:BK1")
    assert (level.value, level.value_text) == (0.0, "draw") and "draw" in str(level)
    unsolved = plywise.solve("othello", time="50ms")
    assert (unsolved.solved, unsolved.value, unsolved.stopped) == (False, None, "deadline")
    assert unsolved.value_text is None and unsolved.best is None


def test_heuristics_are_taken_apart():
    explanation = plywise.explain("checkers", "better_h")
    assert sum(term["adds"] for term in explanation.terms) == pytest.approx(explanation.value)


def test_a_search_is_a_picture(tmp_path):
    tree = plywise.tree("othello:size=4", "alphabeta:depth=3")
    assert tree.entered > 10 and tree._repr_svg_().startswith("<svg")
    tree.save(str(tmp_path / "tree.svg"))
    assert (tmp_path / "tree.svg").read_text() == tree.svg
