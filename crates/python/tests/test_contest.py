"""Matches and tournaments, with players in Python among them."""

import copy
import json
import os
import pickle
import subprocess
import sys
import threading

import plywise
import pytest
from conftest import Counting, First

GAMES = ["othello:size=6", "checkers", "2048", "cantgoback", "connect-four"]


def test_the_first_command_of_the_readme(small):
    """The table that the README shows of this command."""
    report = plywise.match(small, "alphabeta:depth=5,eval=discs", "random", games=100)
    first = report.agents[0]
    assert (first["wins"], first["draws"], first["losses"]) == (93, 1, 6)
    assert round(first["mean_nodes_per_game"]) == 9523 and round(report.mean_plies, 1) == 32.3
    assert "86.9 % … 96.9 %" in str(report) and "superior with 100.0 %" in str(report)
    assert "<td>86.9 % … 96.9 %</td>" in report._repr_html_() and "<svg" in report.page()
    assert list(report.to_pandas()["wins"]) == [93, 6]


@pytest.mark.parametrize("game", GAMES)
def test_players_in_python_play_every_game(game):
    one = plywise.match(game, First, "random", games=6, records=True, threads=1)
    two = plywise.match(game, First, "random", games=6, records=True, threads=2)
    assert one.agents[0]["agent"] == "First" and one.agents[0]["forfeits"] == 0
    played = [[game.game for game in report.records] for report in (one, two)]
    assert played[0] == played[1] and len(played[0]) == (12 if game == "2048" else 6)


def test_each_game_has_an_object_of_its_own(small):
    Counting.made.clear()
    plywise.match(small, Counting, "random", games=4)
    assert len(Counting.made) == 4 and len({player.seed for player in Counting.made}) == 4
    assert all(len(player.asked) > 5 for player in Counting.made)


def test_an_object_plays_one_game_at_a_time(small):
    player = Counting()
    Counting.made.clear()
    report = plywise.match(small, player, "random", games=4, threads=2)
    assert report.agents[0]["agent"] == "Counting" and Counting.made == [] and len(player.asked) > 20


def test_a_player_sees_what_its_seat_sees():
    """Of what is hidden it has what anybody makes up who reads the view."""
    seen = []

    class Looks:
        def choose(self, position, clock):
            view = position.seen(position.turn)
            seen.append(view)
            assert "life=" not in view and position.game.position(view).text == position.text
            return position.legal_moves()[0]

    plywise.match("cantgoback:fruits=respawn", Looks(), "random", games=4)
    assert len(seen) > 10


def test_a_thread_of_a_match_is_the_same_thread_for_all_questions(small):
    kept, asked = threading.local(), []

    class Local:
        def choose(self, position, clock):
            kept.questions = getattr(kept, "questions", 0) + 1
            asked.append(kept.questions)
            return position.legal_moves()[0]

    plywise.match(small, Local, "random", games=2, threads=1)
    assert asked == list(range(1, len(asked) + 1)) and len(asked) > 20


def test_a_player_has_its_clock(small):
    left = []

    class Patient:
        def choose(self, position, clock):
            left.append((clock.left, clock.increment, clock.moves_left, 0 < clock.share <= clock.left))
            return position.legal_moves()[0]

    plywise.match(small, Patient(), "random", games=1, clock="game=60s,increment=1s")
    assert left[0] == (60.0, 1.0, None, True)

    class Free(Patient):
        def choose(self, position, clock):
            assert clock is None
            return position.legal_moves()[0]

    plywise.match(small, Free, "random", games=2)


def test_ours_and_players_in_python_are_agents_alike(small):
    class Wrapped:
        def __init__(self):
            self.agent = plywise.Agent("alphabeta:depth=3")

        def choose(self, position, clock):
            return self.agent.choose(position, clock)

    report = plywise.match(small, Wrapped, plywise.Agent("alphabeta:depth=3"), games=2, records=True)
    mirrored = plywise.match(small, "alphabeta:depth=3", "alphabeta:depth=3", games=2, records=True)
    assert [game.game for game in report.records] == [game.game for game in mirrored.records]


def test_an_agent_takes_any_clock_that_tells_what_is_left(small):
    class Told:
        def __init__(self, left, moves_left=None, per_move=False):
            self.left, self.increment, self.moves_left, self.per_move = left, 0.0, moves_left, per_move

    agent = plywise.Agent("alphabeta:depth=3")
    without = agent.choose(small.start())
    for clock in (Told(60.0), Told(60.0, 5), Told(1.0, 1, True), "move=1s", plywise.Clock("game=60s")):
        assert agent.choose(small.start(), clock) == without
    with pytest.raises(TypeError, match="clock should be a plywise.Clock, its text .* not int"):
        agent.choose(small.start(), 5)
    with pytest.raises(ValueError, match="clock.left should be seconds, not -1"):
        agent.choose(small.start(), Told(-1.0))


@pytest.mark.skipif("PLYWISE" not in os.environ, reason="contests are played by the command plywise")
def test_a_hand_in_knows_the_game_so_far_and_asks_agents_of_the_package(tmp_path):
    player = """
import plywise

class Player:
    def choose(self, position, clock):
        again = position.game.start().play(*position.moves)
        assert again.text == position.text, (again.text, position.text)
        return plywise.Agent("alphabeta:depth=2").choose(position, clock)
"""
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(player)
    command = [os.environ["PLYWISE"], "contest", str(tmp_path), "--game", "othello:size=4", "--rounds", "2", "--clock", "move=60s"]
    told = subprocess.run([*command, "--python", sys.executable, "--unwalled", "--json"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    players = json.loads(told.stdout)["players"]
    assert [one["forfeits"] for one in players] == [0, 0], (tmp_path / "results/players/a/errors.txt").read_text()


def test_a_report_goes_to_other_processes(small):
    report = plywise.match(small, "greedy", "random", games=4, records=True)
    for again in (pickle.loads(pickle.dumps(report)), copy.deepcopy(report)):
        assert again == report and str(again) == str(report) and again.page() == report.page()
        assert again.records == report.records and len(again.records) == 4


def test_an_exception_ends_the_match_and_is_raised(small):
    class Breaks:
        def choose(self, position, clock):
            raise KeyError("nowhere")

    with pytest.raises(KeyError, match="nowhere") as raised:
        plywise.match(small, Breaks, "random", games=4)
    assert raised.traceback[-1].name == "choose", "the traceback leads to the player"
    report = plywise.match(small, Breaks, "random", games=4, forgiving=True)
    assert report.agents[0]["losses"] == 4
    assert report.agents[0]["first_forfeit"]["reason"] == "KeyError: 'nowhere'"


def test_an_illegal_move_costs_the_game(small):
    class Cheats:
        def choose(self, position, clock):
            return "a1"

    report = plywise.match(small, Cheats, "random", games=2)
    assert report.agents[0]["forfeits"] == 2 and "illegal move: \"a1\"" in str(report)


def test_what_is_no_text_is_told_of(small):
    class Silent:
        def choose(self, position, clock):
            return None

    with pytest.raises(TypeError, match="should return the text of a move, not NoneType"):
        plywise.match(small, Silent, "random")

    class Cut(Silent):
        def choose(self, position, clock):
            return "\ud800"

    with pytest.raises(UnicodeEncodeError, match="surrogates"):
        plywise.match(small, Cut, "random")


def test_a_constructor_that_fails_is_told_of(small):
    class Unborn:
        def __init__(self):
            raise OSError("no file")

        def choose(self, position, clock):
            return position.legal_moves()[0]

    with pytest.raises(OSError, match="no file"):
        plywise.match(small, Unborn, "random")


def test_players_of_one_name_are_told_apart(small):
    def make(index):
        class Same:
            def choose(self, position, clock):
                return position.legal_moves()[index]

        return Same

    report = plywise.match(small, make(0), make(-1), games=2)
    assert [row["agent"] for row in report.agents] == ["Same", "Same-2"]


def test_a_tournament_rates_the_field(small):
    done = []
    report = plywise.tournament(
        small, "alphabeta:depth=3", First, "random", rounds=3, opening_plies=4, progress=lambda *news: done.append(news)
    )
    assert report.games == 18 and done[-1] == (18, 18)
    assert report.agents[0]["elo"] is not None and len(report.meetings) == 3
    gauntlet = plywise.tournament(small, "greedy", First, "random", rounds=2, schedule="gauntlet")
    assert len(gauntlet.meetings) == 2


def test_a_store_goes_on(small, tmp_path):
    store = tmp_path / "games.db"
    first = plywise.match(small, "greedy", "random", games=10, store=store)
    more = plywise.match(small, "greedy", "random", games=20, store=str(store))
    assert (first.games, more.games) == (10, 20)
    assert more.agents[0]["wins"] == plywise.match(small, "greedy", "random", games=20).agents[0]["wins"]
    assert [experiment.game for experiment in plywise.stored(store)] == ["othello:size=6"]


def test_a_test_of_two_hypotheses(small):
    report = plywise.match(small, "alphabeta:depth=4", "random", sprt="elo0=0,elo1=50")
    assert report.sprt["verdict"] and report.games < 2000


def test_reports_are_plain_facts(small):
    report = plywise.match(small, "greedy", "random", games=2)
    assert json.loads(json.dumps(report)) == report
    with pytest.raises(AttributeError, match="there is no 'winner'"):
        report.winner
    assert plywise.match(small, "greedy", "random", games=2, progress=True).games == 2
