"""Tuning, training and the published experiments."""

import plywise
import pytest


def test_tuning_is_that_of_the_command_line(tmp_path):
    state, done = tmp_path / "run.json", []
    terms = dict(optimizer="pso:particles=4,iterations=3", playoff=2, seed=3)
    tuning = plywise.tune("2048", "heuristic", **terms, state=state, progress=lambda *news: done.append(news))
    assert tuning.finished and len(tuning.history) == 4 and done[-1] == (4, 4)
    assert tuning == plywise.tune("2048", "heuristic", **terms, threads=1)
    assert tuning == plywise.tune("2048", "heuristic", **terms, state=state), "the run in the file is over"
    assert tuning == plywise.tune(plywise.Game("2048"), "heuristic", **terms), "a game is a Game or its text"
    again = plywise.match("2048", tuning.tuned, games=1)
    assert again.agents[0]["agent"] == tuning.tuned
    assert "h1" in str(tuning) and list(tuning.to_pandas()["evaluations"])[-1] == tuning.evaluations
    with pytest.raises(ValueError, match="holds another run"):
        plywise.tune("2048", "heuristic", **{**terms, "seed": 4}, state=state)


def test_weights_stay_in_their_ranges():
    ranges = {"h1": (1.0, 2.0), "h3": (-5.0, -4.0)}
    tuning = plywise.tune("2048", "heuristic", optimizer="random:iterations=2", playoff=0, ranges=ranges)
    best = {parameter["name"]: weight for parameter, weight in zip(tuning.parameters, tuning.best["weights"])}
    assert 1 <= best["h1"] <= 2 and -5 <= best["h3"] <= -4


def test_a_network_learns_and_plays(tmp_path):
    network = tmp_path / "small.network"
    report = plywise.train(plywise.Game("2048"), games=20, tuples="5x4", threads=1, out=network)
    assert report.games == 20 and network.exists()
    played = plywise.match("2048", f"champion:network={network},depth=1", games=1)
    assert played.agents[0]["mean_score"] > 0


def test_a_net_of_checkers_learns_from_games_that_are_kept(tmp_path):
    games, net = tmp_path / "my.games", tmp_path / "my.net"
    options = dict(nodes=50, rounds=2, threads=1, state=games, out=net)
    report = plywise.train("checkers", games=4, **options)
    assert (report.games, report.played_now, len(report.errors)) == (4, 4, 2) and net.exists()
    assert plywise.train("checkers", games=2, **options).games == 6
    assert games.read_text().count("# 0 ") == 6
    played = plywise.match("checkers", f"champion:net={net},nodes=50", "random", games=1)
    assert played.games == 1


def test_what_othello_learns_is_played_with(tmp_path):
    games, patterns = tmp_path / "my.games", tmp_path / "my.patterns"
    report = plywise.train("othello", games=2, nodes=50, rounds=2, threads=1, state=games, out=patterns)
    assert (report.games, len(report.errors)) == (2, 2) and report.patterns == str(patterns)
    played = plywise.match("othello", f"champion:patterns={patterns},nodes=50", "random", games=1)
    assert played.games == 1


def test_an_experiment_is_judged(tmp_path):
    assert "othello-branching" in [plan.experiment for plan in plywise.lab.list()]
    report = plywise.lab.run("othello-branching", out=tmp_path)
    assert report.rows and report.claims and "<table" in report._repr_html_()
    assert str(report).startswith("othello-branching: ") and len(report.to_pandas()) == len(report.rows)
    assert (tmp_path / "othello-branching").is_dir()


@pytest.mark.parametrize(
    ("use", "kind", "part"),
    [
        (lambda: plywise.tune("2048", "random"), ValueError, "has no weights"),
        (lambda: plywise.tune("2048", "heuristic", against="random"), ValueError, "played alone; leave out against"),
        (lambda: plywise.tune("checkers", "alphabeta:eval=positional"), ValueError, ""),
        (lambda: plywise.tune("2048", "heuristic", optimizer="luck"), ValueError, "luck"),
        (lambda: plywise.tune("2048", "heuristic", luck="bad"), ValueError, "independent, shared, fixed"),
        (lambda: plywise.tune("2048", "heuristic", repeats=0), ValueError, "repeats=0"),
        (lambda: plywise.tune("2048", "heuristic", ranges={"h9": (0, 1)}), ValueError, "there is no weight \"h9\""),
        (lambda: plywise.tune("2048", "heuristic", ranges={"h1": (1, 0)}), ValueError, "h1"),
        (lambda: plywise.tune("2048", "heuristic", ranges={"h1": 3}), TypeError, "ranges"),
        (lambda: plywise.tune("2048", "heuristic", ranges=3), TypeError, "ranges: 'int' object"),
        (lambda: plywise.tune("2048", "heuristic", start=[1, 2]), ValueError, "one each for h1"),
        (lambda: plywise.tune("2048", "heuristic", threads=0), ValueError, "threads"),
        (lambda: plywise.train("cantgoback", games=1), ValueError, "has no networks that learn; othello, checkers, 2048 have"),
        (lambda: plywise.train("checkers", games=1), ValueError, "where to keep the games is missing"),
        (lambda: plywise.train("checkers", games=1, tuples="4x6"), TypeError, "there is no option \"tuples\""),
        (lambda: plywise.train("2048"), ValueError, "how long to learn is missing: time 10m, games 1000"),
        (lambda: plywise.databases("checkers", pieces=5, unit=99), ValueError, "unit 99: there are units 1 to 22"),
        (lambda: plywise.train("2048", games=0), ValueError, "games="),
        (lambda: plywise.train("2048", time="soon"), ValueError, "a time above 0"),
        (lambda: plywise.train("2048", game=1), TypeError, "game"),
        (lambda: plywise.train("2048", games=1, step="x"), ValueError, "step="),
        (lambda: plywise.train("2048", games=1, layers=3), TypeError, "there is no option \"layers\""),
        (lambda: plywise.lab.run("nothing"), ValueError, "nothing"),
        (lambda: plywise.lab.run("othello-branching", out="/proc/nowhere"), OSError, "/proc/nowhere"),
        (lambda: plywise.lab.run("othello-branching", threads=0), ValueError, "threads"),
    ],
)
def test_wrong_input_is_one_clear_exception(use, kind, part):
    with pytest.raises(kind) as raised:
        use()
    told = str(raised.value)
    assert part in told and told.strip() and len(told.splitlines()) == 1
